//! How telling a phrase is: a weighted sum of a few things that can be counted in the note.
//!
//! The weights but the last were fitted by logistic regression to the key phrases that people
//! chose for abstracts, and rounded; with a fifth of the texts held out in turn the phrases found
//! are as good. Short notes are not abstracts, so what a note alone has, its headings and what is
//! set in bold, got its weight by hand.

use crate::index::corpus_stats::CorpusStats;
use crate::local::phrasing::{WORD, Word, Wording};

/// How many things are counted.
const FEATURES: usize = 10;

/// What is counted of a phrase.
pub type Features = [f32; FEATURES];

const WEIGHTS: Features = [
    0.9,  // how often it stands in the note, as a logarithm
    -0.1, // how many words stand before it, as a logarithm
    -0.5, // five words: it retells the sentence
    -1.7, // the share of places where the same telling word stands right before it: cut off there
    -2.2, // and right behind it: cut off at its head, which names the thing
    0.1,  // how often its words stand in the note, as the mean of logarithms
    1.5,  // how rare its words are, as a share of the rarest of the note
    0.2,  // the share of its words that are written like names
    -1.3, // it ends with a participle
    0.8,  // it stands in a heading or in bold
];

/// Where and how often a phrase stands.
pub struct Use {
    /// Its places in the note.
    pub count: usize,
    /// Words of the note before the first.
    pub position: usize,
    /// The share of places where the same telling word stands right before it.
    pub cut_before: f32,
    /// The share of places where the same telling word stands right behind it.
    pub cut_behind: f32,
    /// Whether it stands in a heading or in bold.
    pub marked: bool,
}

/// What a phrase is measured by: the whole note and the vault around it.
pub struct Scale {
    /// Of each stem, how often it stands in the note, as a logarithm.
    often: Vec<f32>,
    /// Of each stem, its rarity as a share of the rarest.
    rarity: Vec<f32>,
}

impl Scale {
    /// Measures all words of a note.
    pub fn of(wording: &Wording<'_>, around: &dyn CorpusStats) -> Self {
        let often = wording.stems.iter().map(|stem| (stem.count.max(1) as f32).ln()).collect();
        let mut rarity: Vec<f32> =
            wording.stems.iter().map(|stem| around.rarity(&stem.term)).collect();
        let most = rarity.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        rarity.iter_mut().for_each(|rarity| *rarity /= most);
        Self { often, rarity }
    }

    /// What can be counted of a phrase.
    pub fn features(&self, text: &str, words: &[Word], used: &Use) -> Features {
        let size: usize = words.iter().map(|word| word.size).sum();
        let capitals = words.iter().filter(|word| word.capital).count();
        [
            (used.count.max(1) as f32).ln(),
            (1.0 + used.position as f32).ln(),
            truth(size >= 5 * WORD),
            used.cut_before,
            used.cut_behind,
            mean(words, &self.often),
            mean(words, &self.rarity),
            capitals as f32 / words.len().max(1) as f32,
            truth(text.ends_with("ed")),
            truth(used.marked),
        ]
    }
}

/// How telling a phrase is.
pub fn score(features: &Features) -> f32 {
    features.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum()
}

fn mean(words: &[Word], of: &[f32]) -> f32 {
    let values = words.iter().filter_map(|word| of.get(usize::try_from(word.stem?).ok()?));
    values.sum::<f32>() / words.len().max(1) as f32
}

fn truth(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(count: usize) -> Use {
        Use { count, position: 0, cut_before: 0.0, cut_behind: 0.0, marked: false }
    }

    #[test]
    fn what_comes_back_is_whole_and_is_marked_tells_more() {
        let scale = Scale { often: Vec::new(), rarity: Vec::new() };
        let weigh = |used: Use| score(&scale.features("cold brew", &[], &used));
        assert!(weigh(used(2)) > weigh(used(1)));
        assert!(weigh(Use { cut_behind: 1.0, ..used(1) }) < weigh(used(1)));
        assert!(weigh(Use { marked: true, ..used(1) }) > weigh(used(1)));
        assert!(weigh(Use { position: 100, ..used(1) }) < weigh(used(1)));
    }
}
