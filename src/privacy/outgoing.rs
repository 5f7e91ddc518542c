//! Text that may be sent. There is no way to make one of any text but by a redactor.

use std::collections::BTreeSet;
use std::fmt;

use crate::privacy::fence_mark::without_marks;
use crate::text::normalize::caseless;
use crate::text::{hash, invisible};

/// Text that may leave the device, with the notes that it quotes or names: whoever sends it looks
/// once more whether they are still public.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct OutgoingText {
    text: String,
    notes: BTreeSet<String>,
    fingerprint: u64,
}

impl OutgoingText {
    /// For the redactor: `raw` is what the text was made of.
    pub(super) fn redacted(raw: &str, text: String, notes: &BTreeSet<String>) -> Self {
        let fingerprint = hash::fnv1a(raw.as_bytes());
        Self { text, notes: notes.clone(), fingerprint }
    }

    /// Words of our own.
    pub fn fixed(text: &'static str) -> Self {
        Self::public(text)
    }

    /// Words of our own with a number behind them.
    pub fn numbered(text: &'static str, number: usize) -> Self {
        Self::public(&format!("{text}{number}"))
    }

    /// Text from the public web: everybody knows it already. Nothing of a note, and nothing that
    /// the user typed.
    pub fn public(text: &str) -> Self {
        let sent = without_marks(&visible(text));
        Self { text: sent, notes: BTreeSet::new(), fingerprint: hash::fnv1a(text.as_bytes()) }
    }

    /// The mark of a fence, which is another one each time and so no part of what is asked.
    pub(super) fn of_mark(mark: &str) -> Self {
        Self { text: mark.to_owned(), notes: BTreeSet::new(), fingerprint: 0 }
    }

    /// Several texts as one.
    pub fn concat<'a>(parts: impl IntoIterator<Item = &'a OutgoingText>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.text.push_str(&part.text);
            whole.notes.extend(part.notes.iter().cloned());
            whole.fingerprint = hash::more(whole.fingerprint, &part.fingerprint.to_le_bytes());
        }
        whole
    }

    /// Several texts as one, with words of our own between them.
    pub fn join<'a>(
        parts: impl IntoIterator<Item = &'a OutgoingText>,
        between: &'static str,
    ) -> Self {
        let between = Self::fixed(between);
        let parts = parts.into_iter().flat_map(|part| [&between, part]).skip(1);
        Self::concat(parts)
    }

    /// The first characters.
    pub fn first(self, characters: usize) -> Self {
        match self.text.char_indices().nth(characters) {
            None => self,
            Some((end, _)) => {
                let text = self.text.get(..end).unwrap_or_default().to_owned();
                let cut = characters.to_le_bytes();
                Self { text, fingerprint: hash::more(self.fingerprint, &cut), ..self }
            }
        }
    }

    /// The words that are sent.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Paths of the notes that it quotes or names.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }

    /// The same for the same words, whatever was masked or redacted in them at the time.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

impl fmt::Debug for OutgoingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} characters", self.text.chars().count())
    }
}

/// The name of a file as it is compared with one in a text.
pub(super) fn file_key(name: &str) -> String {
    caseless(&visible(name))
}

/// A text without what nobody sees: a model must not be told more than a reader. Joiners are
/// spelling in many languages, and two kinds of them carry no message.
pub(super) fn visible(text: &str) -> String {
    let is_joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    text.chars().filter(|c| is_joiner(*c) || !invisible::is_invisible(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_that_of_what_was_asked() {
        let [a, b] = ["a", "b"].map(OutgoingText::fixed);
        let mark = |random| crate::privacy::FenceMark::new(random).outgoing();
        let print =
            |parts: &[&OutgoingText]| OutgoingText::concat(parts.iter().copied()).fingerprint();
        assert_eq!(print(&[&a, &mark(1), &b]), print(&[&a, &mark(2), &b]));
        assert_ne!(print(&[&a, &b]), print(&[&b, &a]));
        let raw = |text: &str| OutgoingText::redacted("x", text.into(), &BTreeSet::new());
        assert_eq!(raw("one").fingerprint(), raw("two").fingerprint());
    }

    #[test]
    fn only_the_first_characters_are_kept() {
        assert_eq!(OutgoingText::public("añb").first(2).as_str(), "añ");
        assert_eq!(OutgoingText::public("añ").first(2).as_str(), "añ");
    }
}
