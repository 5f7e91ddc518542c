//! Splits a sentence into words as written. `note_words` decides later which of them can be part of
//! a topic label.

use std::sync::LazyLock;

use unicode_segmentation::UnicodeSegmentation;

use crate::language::detection::{Language, is_unspaced_script};
use crate::language::word_list::{self, WordList};

/// A word of a sentence, as written.
pub(crate) struct RawWord<'t> {
    /// Byte offset of the word in the sentence.
    pub start_byte: usize,
    /// The word as written.
    pub text: &'t str,
    /// The word in lower case.
    pub lowercase_text: String,
    /// Whether this word follows the previous word directly or after one space, without punctuation
    /// between them.
    pub is_adjacent_to_previous: bool,
    /// Whether the word is the second part of a unit: the `L` of `mg/L`, the `dH` of `°dH`.
    pub is_second_part_of_unit: bool,
}

impl RawWord<'_> {
    /// Whether the word begins with a small letter, so that it is no name.
    pub(crate) fn starts_with_lowercase(&self) -> bool {
        self.text.starts_with(char::is_lowercase)
    }

    /// Whether the word begins with a capital letter.
    pub(crate) fn is_capitalized(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }
}

/// Returns the words of a sentence. Words joined by a hyphen are one word.
pub(crate) fn split_words(sentence: &str, language: Language) -> Vec<RawWord<'_>> {
    let mut bounds: Vec<(usize, usize)> = Vec::new();
    for (start, word) in sentence.unicode_word_indices() {
        let end = start + word.len();
        match bounds.last_mut() {
            Some(last) if matches!(sentence.get(last.1..start), Some("-" | "‐" | "‑")) => {
                last.1 = end
            }
            _ => bounds.push((start, end)),
        }
    }
    let mut previous_end = 0;
    let mut words = Vec::with_capacity(bounds.len());
    for (start, end) in bounds {
        let text = sentence.get(start..end).unwrap_or_default();
        let text = if language == Language::Korean { without_korean_particle(text) } else { text };
        let gap = sentence.get(previous_end..start).unwrap_or_default();
        let is_joined = gap == " " || (gap.is_empty() && text.starts_with(is_unspaced_script));
        let is_unit_rest = gap.ends_with(['/', '°']);
        words.push(RawWord {
            start_byte: start,
            text,
            lowercase_text: text.to_lowercase(),
            is_adjacent_to_previous: is_joined,
            is_second_part_of_unit: is_unit_rest,
        });
        previous_end = start + text.len();
    }
    words
}

const KOREAN_PARTICLES: &str = include_str!("korean_particles.txt");

/// Korean particles that hardly any noun ends with, so they are removed even after a single
/// syllable.
static UNAMBIGUOUS_PARTICLES: WordList =
    LazyLock::new(|| word_list::words(KOREAN_PARTICLES, "certain"));

/// Korean particles that some nouns also end with, so they are only removed if at least two
/// syllables are left.
static AMBIGUOUS_PARTICLES: WordList =
    LazyLock::new(|| word_list::words(KOREAN_PARTICLES, "ambiguous"));

/// Removes the particle at the end of a Korean word, which is grammar and not part of the noun.
fn without_korean_particle(word: &str) -> &str {
    let strip = |particles: &[&str], min_letters: usize| {
        let mut nouns = particles.iter().filter_map(|particle| word.strip_suffix(particle));
        nouns.find(|noun| noun.chars().count() >= min_letters)
    };
    strip(&UNAMBIGUOUS_PARTICLES, 1).or_else(|| strip(&AMBIGUOUS_PARTICLES, 2)).unwrap_or(word)
}
