//! Decides which names of notes are worth finding in texts. Short and common names would be found
//! everywhere and mean the note almost nowhere.

use crate::language::{Language, general_words, is_unspaced_script};

/// Minimum number of letters and digits of a name. Shorter names are mostly parts of other words
/// and abbreviations.
const MIN_NAME_CHARACTERS: usize = 3;

/// Minimum number of characters of a name in a script without spaces.
const MIN_UNSPACED_NAME_CHARACTERS: usize = 2;

/// In a vault with at least this many notes, a name of one word is not searched for if more than
/// half of the notes contain it.
const MIN_NOTES_FOR_COMMON_NAMES: usize = 20;

/// Whether mentions of a name are worth showing: it is not too short, has a letter, and is not a
/// word that occurs in notes on any subject.
pub fn is_searchable_name(name: &str, language: Language) -> bool {
    let characters = name.chars().filter(|c| c.is_alphanumeric()).count();
    let is_unspaced = name.contains(is_unspaced_script);
    let min = if is_unspaced { MIN_UNSPACED_NAME_CHARACTERS } else { MIN_NAME_CHARACTERS };
    let lower = name.to_lowercase();
    let is_general = || {
        is_one_word(name)
            && [language, Language::English].iter().any(|it| general_words::is_general(&lower, *it))
    };
    characters >= min && name.contains(char::is_alphabetic) && !is_general()
}

/// Whether a name is a word that most notes of a vault contain.
pub fn is_common_name(name: &str, notes_with_name: usize, all_notes: usize) -> bool {
    is_one_word(name) && all_notes >= MIN_NOTES_FOR_COMMON_NAMES && notes_with_name * 2 > all_notes
}

fn is_one_word(name: &str) -> bool {
    !name.trim().contains(char::is_whitespace)
}
