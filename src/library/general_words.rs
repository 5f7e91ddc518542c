//! The trait through which the library asks which words say nothing about the subject of a note.
//! The word lists belong to the built-in engine, which is above the library.

use crate::index::language::Language;

/// Knows the words that occur in notes on any subject, such as `first` and `itself`.
pub trait GeneralWords {
    /// Whether a word in lower case says nothing about the subject of a note.
    fn is_general(&self, lowercase_word: &str, language: Language) -> bool;

    /// Splits text in a script without spaces at the characters that name nothing, such as `的`.
    fn split_at_general_characters<'t>(
        &self,
        unspaced_text: &'t str,
        language: Language,
    ) -> Vec<&'t str>;
}
