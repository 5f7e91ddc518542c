//! How far the texts of two notes are the same, and what only one of them has.

use std::ops::Range;

use crate::evidence::Shingles;
use crate::features::health::note_blocks::NoteBlocks;
use crate::features::health::note_scan::comparable_text;
use crate::values::text::{FNV1A_OFFSET_BASIS, fnv1a_step, truncated_line};

/// Maximum number of characters of a quoted sentence.
const MAX_QUOTED_CHARACTERS: usize = 80;

/// The share from which on nearly all of a text is in another.
const NEARLY_ALL: f32 = 0.95;

/// How two texts compare.
#[derive(Debug, Clone, PartialEq)]
pub struct TextDifference {
    /// The share of the shorter text that the longer one contains, from 0 to 1.
    pub share: f32,
    /// The share of the longer text that the shorter one contains, from 0 to 1.
    pub share_of_longer: f32,
    /// What differs, in words for the user.
    pub text: String,
}

/// A note that is prepared for comparison with several others.
pub struct ComparedText {
    title: String,
    text: String,
    shingles: Shingles,
    /// The hashes of the sentences with their places in the text, in order.
    sentences: Vec<(u64, Range<usize>)>,
    /// The hashes of the sentences, sorted.
    sorted_hashes: Vec<u64>,
}

impl ComparedText {
    /// Prepares a note. A drawing is never compared, because its sample has no hashes.
    pub fn new(title: &str, note_text: &str) -> Self {
        let text = comparable_text(&NoteBlocks::parse(note_text).blocks);
        let sentences = sentence_hashes(&text);
        let mut sorted_hashes: Vec<u64> = sentences.iter().map(|(hash, _)| *hash).collect();
        sorted_hashes.sort_unstable();
        let shingles = Shingles::new(&text);
        Self { title: title.to_owned(), text, shingles, sentences, sorted_hashes }
    }

    /// Compares the text with another one.
    pub fn difference(&self, other: &Self) -> TextDifference {
        let (own_share, other_share) = self.shingles.containments(&other.shingles);
        let (share, share_of_longer) = (own_share.max(other_share), own_share.min(other_share));
        let (own, others) = (self.sentences_missing_in(other), other.sentences_missing_in(self));
        let mut text = match () {
            () if own.is_empty() && others.is_empty() => {
                "Both notes have the same text.".to_owned()
            }
            () if share >= NEARLY_ALL && (own.is_empty() || others.is_empty()) => {
                "One note contains all of the other.".to_owned()
            }
            () if share >= NEARLY_ALL => {
                "Nearly all of the shorter note is also in the other.".to_owned()
            }
            () => format!("{:.0}% of the shorter note is also in the other.", share * 100.0),
        };
        for (title, only) in [(&self.title, own), (&other.title, others)] {
            if let Some(first) = only.first() {
                let more = match only.len() {
                    1 => String::new(),
                    count => format!(" (and {} more)", count - 1),
                };
                text.push_str(&format!(" Only in “{title}”: “{}”{more}.", shortened(first)));
            }
        }
        TextDifference { share, share_of_longer, text }
    }

    /// The sentences that another text lacks.
    fn sentences_missing_in(&self, other: &Self) -> Vec<&str> {
        let is_missing = |hash: u64| other.sorted_hashes.binary_search(&hash).is_err();
        let missing = self.sentences.iter().filter(|(hash, _)| is_missing(*hash));
        missing.filter_map(|(_, range)| self.text.get(range.clone())).map(str::trim).collect()
    }
}

/// The hashes of the letters and digits of each sentence with its place in the text. A sentence without
/// any is left out. Sentences end after full stops and the like. This is faster than the rules of
/// Unicode, and both texts only have to be split in the same way.
fn sentence_hashes(text: &str) -> Vec<(u64, Range<usize>)> {
    let mut sentences = Vec::new();
    let (mut start, mut hash, mut may_end) = (0, None, false);
    for (at, c) in text.char_indices() {
        if c.is_ascii_alphanumeric() {
            let lower = u64::from(c.to_ascii_lowercase());
            hash = Some(fnv1a_step(hash.unwrap_or(FNV1A_OFFSET_BASIS), lower));
        } else if !c.is_ascii() && c.is_alphanumeric() {
            let first = hash.unwrap_or(FNV1A_OFFSET_BASIS);
            hash = Some(c.to_lowercase().fold(first, |hash, c| fnv1a_step(hash, u64::from(c))));
        } else if matches!(c, '。' | '！' | '？' | '\n') || (may_end && c.is_whitespace()) {
            let end = at + c.len_utf8();
            sentences.extend(hash.take().map(|hash| (hash, start..end)));
            start = end;
        }
        may_end = matches!(c, '.' | '!' | '?');
    }
    sentences.extend(hash.map(|hash| (hash, start..text.len())));
    sentences
}

fn shortened(sentence: &str) -> String {
    let short = truncated_line(sentence, MAX_QUOTED_CHARACTERS);
    let is_cut = short.chars().count() < sentence.trim().chars().count();
    if is_cut { short + "…" } else { short }
}
