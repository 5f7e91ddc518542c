//! The score: BM25 with the fields' weights added before one saturation (BM25F), so that a
//! word in the title counts more but cannot run away.

/// How fast repeating a word stops to help.
const K1: f32 = 1.5;
/// How much a long passage is held against it.
const B: f32 = 0.75;

/// Weight of a term that stands in `found` of `passages` passages; never negative.
pub fn idf(passages: usize, found: usize) -> f32 {
    let (all, with) = (passages as f32, found as f32);
    (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
}

/// How the length of a note, or of a passage, is held against it.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    base: f32,
    a_word: f32,
}

impl Scale {
    /// The scale for texts of this many words on average.
    pub fn of(average: f32) -> Self {
        Self { base: K1 * (1.0 - B), a_word: K1 * B / average.max(1.0) }
    }

    /// One term's share in a text's score.
    pub fn score(self, weight: f32, frequency: f32, words: u32) -> f32 {
        weight * frequency * (K1 + 1.0) / (frequency + self.base + self.a_word * words as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_weigh_more() {
        assert!(idf(100, 1) > idf(100, 50));
        assert!(idf(100, 100) >= 0.0);
        assert!(idf(0, 0).is_finite());
    }

    #[test]
    fn repeating_helps_less_and_less() {
        let scale = Scale::of(50.0);
        let gain = |n: f32| scale.score(1.0, n + 1.0, 50) - scale.score(1.0, n, 50);
        assert!(gain(1.0) > gain(2.0));
        assert!(scale.score(1.0, 1.0, 20) > scale.score(1.0, 1.0, 200));
    }
}
