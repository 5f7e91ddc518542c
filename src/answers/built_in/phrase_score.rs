//! Scores key phrases by a weighted sum of features that are counted in the note.
//!
//! All weights but the last were fitted by logistic regression to key phrases that people chose for
//! abstracts. Then they were rounded, which did not make the results of five-fold cross-validation
//! worse. The last weight was set by hand, because abstracts have no headings or bold words.

use crate::answers::built_in::note_words::{HALF_WORDS_PER_WORD, NoteWord, NoteWords};
use crate::notes::index::CorpusStats;

const FEATURE_COUNT: usize = 10;

/// The measured properties of a phrase, such as its frequency, in the order of `FEATURE_WEIGHTS`.
pub type PhraseFeatures = [f32; FEATURE_COUNT];

/// The factor of each feature in the score of a phrase. Features with a negative factor lower the
/// score.
const FEATURE_WEIGHTS: PhraseFeatures = [
    0.9,  // how often the phrase occurs in the note, as a logarithm
    -0.1, // number of words in the note before the phrase, as a logarithm
    -0.5, // the phrase has five words or more: it retells the sentence
    -1.7, // share of occurrences with the same content word before: the phrase is cut off
    -2.2, // share of occurrences with the same content word after: the head noun is cut off
    0.1,  // how often the phrase's words occur in the note, as the mean of logarithms
    1.5,  // how rare the phrase's words are, relative to the rarest word of the note
    0.2,  // share of the phrase's words that are capitalized like names
    -1.3, // the phrase ends with a participle
    0.8,  // the phrase occurs in a heading or in bold
];

/// Where and how often a phrase occurs in a note.
pub struct PhraseUsage {
    /// How often the phrase occurs in the note.
    pub occurrence_count: usize,
    /// Number of words in the note before the phrase's first occurrence.
    pub words_before_first_occurrence: usize,
    /// Share of the phrase's occurrences that directly follow the content word that most often
    /// precedes the phrase.
    pub same_previous_word_share: f32,
    /// Share of the phrase's occurrences that are directly followed by the content word that most
    /// often follows the phrase.
    pub same_next_word_share: f32,
    /// Whether the phrase occurs in a heading or in bold.
    pub is_emphasized: bool,
}

/// Frequency and rarity of every stem of a note. Both lists have the order of
/// `NoteWords::stem_counts`.
pub struct StemStats {
    /// How often each stem occurs in the note, as a logarithm.
    log_counts: Vec<f32>,
    /// The rarity of each stem in the vault, as a share of the rarity of the note's rarest stem.
    rarity: Vec<f32>,
}

impl StemStats {
    /// Measures the frequency and rarity of all stems of a note.
    pub fn new(words: &NoteWords<'_>, stats: &dyn CorpusStats) -> Self {
        let log_counts =
            words.stem_counts.iter().map(|stem| (stem.count.max(1) as f32).ln()).collect();
        let mut rarity: Vec<f32> =
            words.stem_counts.iter().map(|stem| stats.rarity(&stem.stem)).collect();
        let highest = rarity.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        rarity.iter_mut().for_each(|rarity| *rarity /= highest);
        Self { log_counts, rarity }
    }

    /// Returns the numbers from which `phrase_score` computes the score of a phrase, in the order
    /// of `FEATURE_WEIGHTS`.
    pub fn phrase_features(
        &self,
        text: &str,
        words: &[NoteWord],
        usage: &PhraseUsage,
    ) -> PhraseFeatures {
        let size: usize = words.iter().map(|word| word.size_in_half_words).sum();
        let capitalized = words.iter().filter(|word| word.is_capitalized).count();
        [
            (usage.occurrence_count.max(1) as f32).ln(),
            (1.0 + usage.words_before_first_occurrence as f32).ln(),
            f32::from(size >= 5 * HALF_WORDS_PER_WORD),
            usage.same_previous_word_share,
            usage.same_next_word_share,
            mean_over_stems(words, &self.log_counts),
            mean_over_stems(words, &self.rarity),
            capitalized as f32 / words.len().max(1) as f32,
            f32::from(text.ends_with("ed")),
            f32::from(usage.is_emphasized),
        ]
    }
}

/// The score of a phrase: the higher, the better it describes the note.
pub fn phrase_score(features: &PhraseFeatures) -> f32 {
    features.iter().zip(FEATURE_WEIGHTS).map(|(value, weight)| value * weight).sum()
}

/// The mean of a number over the stems of `words`; the second slice has that number for each stem
/// of the note.
fn mean_over_stems(words: &[NoteWord], values_by_stem_index: &[f32]) -> f32 {
    let found = words
        .iter()
        .filter_map(|word| values_by_stem_index.get(usize::try_from(word.stem_index?).ok()?));
    found.sum::<f32>() / words.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(count: usize) -> PhraseUsage {
        PhraseUsage {
            occurrence_count: count,
            words_before_first_occurrence: 0,
            same_previous_word_share: 0.0,
            same_next_word_share: 0.0,
            is_emphasized: false,
        }
    }

    #[test]
    fn repeated_complete_and_emphasized_phrases_score_higher() {
        let stats = StemStats { log_counts: Vec::new(), rarity: Vec::new() };
        let score =
            |usage: PhraseUsage| phrase_score(&stats.phrase_features("cold brew", &[], &usage));
        assert!(score(usage(2)) > score(usage(1)));
        assert!(score(PhraseUsage { same_next_word_share: 1.0, ..usage(1) }) < score(usage(1)));
        assert!(score(PhraseUsage { is_emphasized: true, ..usage(1) }) > score(usage(1)));
        assert!(
            score(PhraseUsage { words_before_first_occurrence: 100, ..usage(1) }) < score(usage(1))
        );
    }
}
