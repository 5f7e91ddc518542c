//! How far the texts of two notes are the same, and what only one of them has.

use std::collections::BTreeSet;

use crate::evidence::near_duplicates::Shingles;
use crate::health::note_blocks::NoteBlocks;
use crate::text::one_line::{comparison_key, truncated_line};

/// Maximum number of characters of a quoted sentence.
const MAX_QUOTED_CHARACTERS: usize = 80;

/// The share from which on two texts differ only in details.
const NEARLY_ALL: f32 = 0.95;

/// How two texts compare.
#[derive(Debug, Clone, PartialEq)]
pub struct TextDifference {
    /// The share of the shorter text that the longer one contains, from 0 to 1.
    pub share: f32,
    /// What differs, in words for the user.
    pub text: String,
}

/// Compares the texts of two notes.
pub fn text_difference(a: (&str, &str), b: (&str, &str)) -> TextDifference {
    let ((a_title, a), (b_title, b)) = (a, b);
    let (a, b) = (plain_blocks(a), plain_blocks(b));
    let (a_shingles, b_shingles) = (Shingles::new(&a.join("\n")), Shingles::new(&b.join("\n")));
    let share = a_shingles.containment(&b_shingles).max(b_shingles.containment(&a_shingles));
    let (only_a, only_b) = (only_in(&a, &b), only_in(&b, &a));
    let mut text = match () {
        () if only_a.is_empty() && only_b.is_empty() => {
            return TextDifference { share, text: "Both notes have the same text.".to_owned() };
        }
        () if share >= NEARLY_ALL => "Nearly all of the text is the same.".to_owned(),
        () => format!("{:.0}% of the shorter note is also in the other.", share * 100.0),
    };
    for (title, only) in [(a_title, only_a), (b_title, only_b)] {
        if let Some(first) = only.first() {
            let more = if only.len() > 1 {
                format!(" (and {} more)", only.len() - 1)
            } else {
                String::new()
            };
            text.push_str(&format!(" Only in “{title}”: “{first}”{more}."));
        }
    }
    TextDifference { share, text }
}

fn plain_blocks(text: &str) -> Vec<String> {
    NoteBlocks::parse(text).blocks.into_iter().map(|block| block.text).collect()
}

/// The sentences of a text that another text lacks, shortened.
fn only_in(text: &[String], other: &[String]) -> Vec<String> {
    let known: BTreeSet<String> =
        other.iter().flat_map(|block| rough_sentences(block)).map(comparison_key).collect();
    let only = text.iter().flat_map(|block| rough_sentences(block)).filter(|sentence| {
        let key = comparison_key(sentence);
        !key.is_empty() && !known.contains(&key)
    });
    only.map(shortened).collect()
}

/// Splits a text after full stops and the like. This is faster than the rules of Unicode, and both
/// texts only have to be split in the same way.
fn rough_sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut ends_sentence = false;
    let parts = text.split_inclusive(move |c: char| {
        let is_end = matches!(c, '。' | '！' | '？' | '\n') || (ends_sentence && c.is_whitespace());
        ends_sentence = matches!(c, '.' | '!' | '?');
        is_end
    });
    parts.map(str::trim)
}

fn shortened(sentence: &str) -> String {
    let short = truncated_line(sentence, MAX_QUOTED_CHARACTERS);
    let is_cut = short.chars().count() < sentence.trim().chars().count();
    if is_cut { short + "…" } else { short }
}
