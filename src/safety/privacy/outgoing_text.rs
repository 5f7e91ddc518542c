//! Text that may be sent to a service. Only a redactor can create it from arbitrary text.

use std::collections::BTreeSet;
use std::fmt;

use crate::notes::note::{NotePath, links_as_words};
use crate::safety::privacy::prompt_delimiter_removal::without_prompt_delimiters;
use crate::values::Date;
use crate::values::text::{fold_letters, hash, invisible};

/// Text that may leave the device, with the notes that it quotes or names. The sender checks once
/// more that these notes are still public.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct OutgoingText {
    text: String,
    notes: OutgoingNotes,
    fingerprint: u64,
}

/// The public notes of a text that may leave the device.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OutgoingNotes {
    /// The paths of all notes that the text quotes or names.
    pub(super) all: BTreeSet<String>,
    /// Those whose text it quotes. What a model writes after it has read the text rests on them.
    pub(super) quoted: BTreeSet<NotePath>,
}

impl OutgoingText {
    /// Creates a text that the redactor has made safe to send. `raw` is the text before redaction.
    pub(super) fn from_redacted(raw: &str, redacted: String, notes: &OutgoingNotes) -> Self {
        let fingerprint = hash::fnv1a(raw.as_bytes());
        Self { text: redacted, notes: notes.clone(), fingerprint }
    }

    /// Creates the text from a constant in the source code, which contains nothing private.
    pub fn from_constant(text: &'static str) -> Self {
        Self::from_public_web(text)
    }

    /// Creates the text from a constant in the source code, followed by a number.
    pub fn from_constant_and_number(text: &'static str, number: usize) -> Self {
        Self::from_public_web(&format!("{text}{number}"))
    }

    /// Text from the public web. Text from a note or from the user must be redacted instead.
    pub fn from_public_web(text: &str) -> Self {
        let sent = without_prompt_delimiters(&without_invisible_chars(text));
        Self {
            text: sent,
            notes: OutgoingNotes::default(),
            fingerprint: hash::fnv1a(text.as_bytes()),
        }
    }

    /// Text that the model wrote itself and that is sent back to it. It tells the model nothing new;
    /// if private names in it were hidden, the model would learn that they exist.
    pub fn from_model_reply(text: &str) -> Self {
        Self::from_public_web(text)
    }

    /// The random delimiter before and after data in a prompt. It doesn't affect the fingerprint,
    /// so that equal requests keep equal fingerprints.
    pub(super) fn from_prompt_delimiter(delimiter: &str) -> Self {
        Self { text: delimiter.to_owned(), notes: OutgoingNotes::default(), fingerprint: 0 }
    }

    /// Today's date. It doesn't affect the fingerprint, so that a run that is resumed on another day
    /// doesn't pay twice.
    pub fn from_today(today: Date) -> Self {
        Self { text: today.to_string(), notes: OutgoingNotes::default(), fingerprint: 0 }
    }

    /// Concatenates texts. The result names the notes of all of them.
    pub fn concat<'a>(parts: impl IntoIterator<Item = &'a OutgoingText>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.text.push_str(&part.text);
            whole.notes.all.extend(part.notes.all.iter().cloned());
            whole.notes.quoted.extend(part.notes.quoted.iter().cloned());
            whole.fingerprint =
                hash::extend_fnv1a(whole.fingerprint, &part.fingerprint.to_le_bytes());
        }
        whole
    }

    /// Joins several texts with a constant text between them.
    pub fn join<'a>(
        parts: impl IntoIterator<Item = &'a OutgoingText>,
        separator: &'static str,
    ) -> Self {
        let separator = Self::from_constant(separator);
        let parts = parts.into_iter().flat_map(|part| [&separator, part]).skip(1);
        Self::concat(parts)
    }

    /// Replaces the links of the text by the words that Obsidian shows for them.
    pub fn with_links_as_words(self) -> Self {
        Self { text: links_as_words(&self.text), ..self }
    }

    /// Keeps only the first `max_characters` characters.
    pub fn truncated(self, max_characters: usize) -> Self {
        match self.text.char_indices().nth(max_characters) {
            None => self,
            Some((end, _)) => {
                let text = self.text.get(..end).unwrap_or_default().to_owned();
                let cut = max_characters.to_le_bytes();
                Self { text, fingerprint: hash::extend_fnv1a(self.fingerprint, &cut), ..self }
            }
        }
    }

    /// Splits the text after this many characters. Both parts name all notes of the whole.
    pub fn split_at_character(self, characters: usize) -> (Self, Self) {
        let end = self.text.char_indices().nth(characters).map_or(self.text.len(), |(at, _)| at);
        let tail = self.text.get(end..).unwrap_or_default().to_owned();
        let cut = hash::extend_fnv1a(self.fingerprint, &characters.to_le_bytes());
        let tail = Self { text: tail, fingerprint: !cut, notes: self.notes.clone() };
        (self.truncated(characters), tail)
    }

    /// The text exactly as it is sent.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The paths of the notes that the text quotes or names.
    pub fn note_paths(&self) -> impl Iterator<Item = &str> {
        self.notes.all.iter().map(String::as_str)
    }

    /// The notes whose text the text quotes.
    pub fn quoted_notes(&self) -> &BTreeSet<NotePath> {
        &self.notes.quoted
    }

    /// A hash of the text before redaction. It stays the same if a note becomes private later and
    /// its name is redacted.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

impl fmt::Debug for OutgoingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} characters", self.text.chars().count())
    }
}

/// Returns a file name in the form in which it is compared: without differences of case and without
/// invisible characters.
pub(super) fn comparable_file_name(name: &str) -> String {
    fold_letters(&without_invisible_chars(name))
}

/// Removes invisible characters, so that a model gets nothing that the user cannot see. The
/// zero-width joiner and non-joiner stay, because many languages need them and they cannot encode a
/// message.
pub(super) fn without_invisible_chars(text: &str) -> String {
    let is_joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    text.chars().filter(|c| is_joiner(*c) || !invisible::is_invisible(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_depends_only_on_the_text_before_redaction() {
        let [a, b] = ["a", "b"].map(OutgoingText::from_constant);
        let mark = |random| crate::safety::privacy::PromptDelimiter::new(random).to_outgoing_text();
        let print =
            |parts: &[&OutgoingText]| OutgoingText::concat(parts.iter().copied()).fingerprint();
        assert_eq!(print(&[&a, &mark(1), &b]), print(&[&a, &mark(2), &b]));
        assert_ne!(print(&[&a, &b]), print(&[&b, &a]));
        let raw =
            |text: &str| OutgoingText::from_redacted("x", text.into(), &OutgoingNotes::default());
        assert_eq!(raw("one").fingerprint(), raw("two").fingerprint());
    }

    #[test]
    fn a_text_is_truncated_by_characters() {
        assert_eq!(OutgoingText::from_public_web("añb").truncated(2).as_str(), "añ");
        assert_eq!(OutgoingText::from_public_web("añ").truncated(2).as_str(), "añ");
        let (head, tail) = OutgoingText::from_public_web("añbc").split_at_character(2);
        assert_eq!((head.as_str(), tail.as_str()), ("añ", "bc"));
        let (head, tail) = OutgoingText::from_public_web("a").split_at_character(2);
        assert_eq!((head.as_str(), tail.as_str()), ("a", ""));
    }
}
