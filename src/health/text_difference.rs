//! How far the texts of two notes are the same, and what only one of them has.

use crate::evidence::near_duplicates::Shingles;
use crate::health::note_blocks::NoteBlocks;
use crate::health::note_scan::comparable_text;
use crate::note::note_property::read_properties;
use crate::text::hash::fnv1a;
use crate::text::one_line::{comparison_key, truncated_line};

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
    /// The hashes of the sentences, sorted.
    sentence_hashes: Vec<u64>,
}

impl ComparedText {
    /// Prepares a note.
    pub fn new(title: &str, note_text: &str) -> Self {
        let blocks = NoteBlocks::parse(note_text).blocks;
        let text = comparable_text(&blocks, &read_properties(note_text));
        let mut hashes: Vec<u64> = rough_sentences(&text).filter_map(sentence_hash).collect();
        hashes.sort_unstable();
        let shingles = Shingles::new(&text);
        Self { title: title.to_owned(), text, shingles, sentence_hashes: hashes }
    }

    /// Compares the text with another one.
    pub fn difference(&self, other: &Self) -> TextDifference {
        let own_share = self.shingles.containment(&other.shingles);
        let other_share = other.shingles.containment(&self.shingles);
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
        let is_missing = |sentence: &&str| {
            sentence_hash(sentence)
                .is_some_and(|hash| other.sentence_hashes.binary_search(&hash).is_err())
        };
        rough_sentences(&self.text).filter(is_missing).collect()
    }
}

/// The hash of the letters and digits of a sentence; `None` if it has none.
fn sentence_hash(sentence: &str) -> Option<u64> {
    let key = comparison_key(sentence);
    (!key.is_empty()).then(|| fnv1a(key.as_bytes()))
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
