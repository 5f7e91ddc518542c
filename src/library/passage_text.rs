//! A passage of a note whose meaning is asked for, and what of it is sent.

use std::rc::Rc;

use crate::chunk;
use crate::index::embedding::PassageHash;
use crate::note::{NotePath, prose};
use crate::privacy::{OutgoingText, Redactor};

/// Characters of a text: most models read some five hundred tokens and drop the rest.
pub const LONGEST_TEXT: usize = 2_000;

/// A passage whose meaning is asked for, as it stands in its note.
#[derive(Clone)]
pub struct PassageText {
    pub note: NotePath,
    /// The note's title and the headings above the passage.
    pub head: String,
    pub markdown: String,
    /// The whole note: names to which it links are hidden in all its passages.
    pub whole: Rc<str>,
}

impl PassageText {
    /// Names the passage by what it says: asked for again only when that changes.
    pub fn hash(&self) -> PassageHash {
        let said = format!("{}\n{}", self.head, prose::plain_text(&self.markdown));
        PassageHash::new(&said.chars().take(LONGEST_TEXT).collect::<String>())
    }

    /// What is sent of it: its prose under its title and headings.
    pub fn outgoing(&self, redactor: &Redactor) -> OutgoingText {
        let head = redactor.redact(&self.head);
        let head = Some(&head).filter(|head| !head.as_str().is_empty());
        let prose = redactor.redact_prose(&self.markdown);
        OutgoingText::join(head.into_iter().chain([&prose]), "\n").truncated(LONGEST_TEXT)
    }
}

/// The passages of a note.
pub fn passages(path: &NotePath, note: &str) -> Vec<PassageText> {
    let whole: Rc<str> = Rc::from(note);
    let passage = |passage: chunk::Passage<'_>| {
        let trail = std::iter::once(path.title()).chain(passage.trail.iter().map(String::as_str));
        let head = trail.collect::<Vec<_>>().join(" > ");
        let (note, markdown) = (path.clone(), passage.text.to_owned());
        PassageText { note, head, markdown, whole: Rc::clone(&whole) }
    };
    chunk::quotable(note).map(passage).collect()
}
