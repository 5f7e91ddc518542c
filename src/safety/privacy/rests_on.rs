//! The notes on which something rests that was made from them: a reply of a model, a summary, a
//! finding. A note may become private after it was read; then what rests on it must not be sent or
//! written either.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::notes::note::NotePath;

/// The notes on which something rests. What has this gives its texts out by [`RestsOn::if_public`],
/// or to be shown on this device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RestsOn(BTreeSet<NotePath>);

/// Which of the notes that were asked about may be used now. Only `session::privacy_check` creates it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicNotes {
    public: BTreeSet<NotePath>,
    /// Notes that were deleted. What rests on them may be sent.
    deleted: BTreeSet<NotePath>,
}

impl RestsOn {
    /// Whether it rests on no note.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The notes.
    pub fn notes(&self) -> &BTreeSet<NotePath> {
        &self.0
    }

    /// Adds notes.
    pub fn extend<'n>(&mut self, notes: impl IntoIterator<Item = &'n NotePath>) {
        self.0.extend(notes.into_iter().cloned());
    }

    /// A value that rests on these notes, to be sent or written; `None` if one of them is not public now.
    pub fn if_public<T>(&self, value: T, notes: &PublicNotes) -> Option<T> {
        self.is_public(notes).then_some(value)
    }

    /// Whether all of these notes are public now.
    pub fn is_public(&self, notes: &PublicNotes) -> bool {
        self.0.iter().all(|note| notes.contains(note))
    }

    /// Changes the paths of notes that were renamed.
    pub fn change_paths(&mut self, change: &dyn Fn(&mut NotePath)) {
        let mut notes: Vec<NotePath> = std::mem::take(&mut self.0).into_iter().collect();
        notes.iter_mut().for_each(change);
        self.0 = notes.into_iter().collect();
    }
}

impl<'n> FromIterator<&'n NotePath> for RestsOn {
    fn from_iter<I: IntoIterator<Item = &'n NotePath>>(notes: I) -> Self {
        Self(notes.into_iter().cloned().collect())
    }
}

impl PublicNotes {
    /// The result of a check. Only `session::privacy_check` may create it.
    pub fn new(public: BTreeSet<NotePath>, deleted: BTreeSet<NotePath>) -> Self {
        Self { public, deleted }
    }

    /// Whether a note is public, or was deleted.
    pub fn contains(&self, note: &NotePath) -> bool {
        self.public.contains(note) || self.deleted.contains(note)
    }

    /// All notes that are not private.
    pub fn iter(&self) -> impl Iterator<Item = &NotePath> {
        self.public.iter().chain(&self.deleted)
    }

    /// The public notes that are still there. Texts that rest on them are sent as quotations of them, so
    /// that the sender checks them once more.
    pub fn existing(&self) -> impl Iterator<Item = &NotePath> {
        self.public.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(paths: &[&str]) -> BTreeSet<NotePath> {
        paths.iter().map(|path| NotePath::parse(path).unwrap()).collect()
    }

    #[test]
    fn what_rests_on_a_note_that_is_not_public_stays_on_the_device() {
        let public = PublicNotes::new(notes(&["a.md", "b.md"]), notes(&["gone.md"]));
        let check = |paths: &[&str], expected: Option<&str>| {
            assert_eq!(RestsOn(notes(paths)).if_public("text", &public), expected, "{paths:?}");
        };
        check(&[], Some("text"));
        check(&["a.md", "b.md", "gone.md"], Some("text"));
        check(&["a.md", "c.md"], None);
    }

    #[test]
    fn what_rests_on_a_note_follows_it() {
        let mut rests_on = RestsOn(notes(&["a.md", "b.md"]));
        let rename = |path: &mut NotePath| {
            if path.as_str() == "a.md" {
                *path = NotePath::parse("c.md").unwrap();
            }
        };
        rests_on.change_paths(&rename);
        assert_eq!(*rests_on.notes(), notes(&["b.md", "c.md"]));
    }
}
