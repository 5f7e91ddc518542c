//! Scores key phrases: a weighted sum of a few features that can be counted in the note.
//!
//! All weights but the last were fitted by logistic regression to key phrases that people chose for
//! abstracts, and rounded; in cross-validation with five folds the phrases found are as good. Notes
//! differ from abstracts in their headings and bold words, so that weight was set by hand.

use crate::index::corpus_stats::CorpusStats;
use crate::local::note_words::{NoteWord, NoteWords, WORD_SIZE};

const FEATURE_COUNT: usize = 10;

/// The features of a phrase, in the order of `WEIGHTS`.
pub type PhraseFeatures = [f32; FEATURE_COUNT];

const WEIGHTS: PhraseFeatures = [
    0.9,  // how often the phrase occurs in the note, as a logarithm
    -0.1, // how many words come before it, as a logarithm
    -0.5, // it has five words or more: it retells the sentence
    -1.7, // share of occurrences with the same content word right before: cut off there
    -2.2, // the same right behind it: cut off at its head noun
    0.1,  // how often its words occur in the note, as the mean of logarithms
    1.5,  // how rare its words are, relative to the rarest word of the note
    0.2,  // share of its words that are capitalized like names
    -1.3, // it ends with a participle
    0.8,  // it occurs in a heading or in bold
];

/// Where and how often a phrase occurs in a note.
pub struct PhraseUsage {
    /// How often it occurs.
    pub count: usize,
    /// Number of words of the note before its first occurrence.
    pub position: usize,
    /// Share of its occurrences with the same content word right before it.
    pub same_before: f32,
    /// Share of its occurrences with the same content word right behind it.
    pub same_behind: f32,
    /// Whether it occurs in a heading or in bold.
    pub is_emphasized: bool,
}

/// Frequency and rarity of every stem of a note. Both lists have the order of `NoteWords::stems`.
pub struct StemStats {
    /// How often each stem occurs in the note, as a logarithm.
    log_counts: Vec<f32>,
    /// The rarity of each stem in the vault, relative to the rarest.
    rarity: Vec<f32>,
}

impl StemStats {
    /// Measures all stems of a note.
    pub fn new(words: &NoteWords<'_>, stats: &dyn CorpusStats) -> Self {
        let log_counts = words.stems.iter().map(|stem| (stem.count.max(1) as f32).ln()).collect();
        let mut rarity: Vec<f32> =
            words.stems.iter().map(|stem| stats.rarity(&stem.term)).collect();
        let highest = rarity.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        rarity.iter_mut().for_each(|rarity| *rarity /= highest);
        Self { log_counts, rarity }
    }

    /// Returns the features of a phrase.
    pub fn features(&self, text: &str, words: &[NoteWord], usage: &PhraseUsage) -> PhraseFeatures {
        let size: usize = words.iter().map(|word| word.size).sum();
        let capitalized = words.iter().filter(|word| word.is_capitalized).count();
        [
            (usage.count.max(1) as f32).ln(),
            (1.0 + usage.position as f32).ln(),
            indicator(size >= 5 * WORD_SIZE),
            usage.same_before,
            usage.same_behind,
            mean(words, &self.log_counts),
            mean(words, &self.rarity),
            capitalized as f32 / words.len().max(1) as f32,
            indicator(text.ends_with("ed")),
            indicator(usage.is_emphasized),
        ]
    }
}

/// The score of a phrase: the higher, the better it describes the note.
pub fn score(features: &PhraseFeatures) -> f32 {
    features.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum()
}

/// The mean of a value over words; the values are listed by stem.
fn mean(words: &[NoteWord], values: &[f32]) -> f32 {
    let found = words.iter().filter_map(|word| values.get(usize::try_from(word.stem?).ok()?));
    found.sum::<f32>() / words.len().max(1) as f32
}

/// 1 if a condition holds, else 0.
fn indicator(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(count: usize) -> PhraseUsage {
        PhraseUsage { count, position: 0, same_before: 0.0, same_behind: 0.0, is_emphasized: false }
    }

    #[test]
    fn repeated_complete_and_emphasized_phrases_score_higher() {
        let stats = StemStats { log_counts: Vec::new(), rarity: Vec::new() };
        let score = |usage: PhraseUsage| score(&stats.features("cold brew", &[], &usage));
        assert!(score(usage(2)) > score(usage(1)));
        assert!(score(PhraseUsage { same_behind: 1.0, ..usage(1) }) < score(usage(1)));
        assert!(score(PhraseUsage { is_emphasized: true, ..usage(1) }) > score(usage(1)));
        assert!(score(PhraseUsage { position: 100, ..usage(1) }) < score(usage(1)));
    }
}
