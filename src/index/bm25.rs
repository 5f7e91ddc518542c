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

/// One term's share in a passage's score.
pub fn score(idf: f32, frequency: f32, words: f32, average: f32) -> f32 {
    let length = 1.0 - B + B * words / average.max(1.0);
    idf * frequency * (K1 + 1.0) / (frequency + K1 * length)
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
        let gain = |n: f32| score(1.0, n + 1.0, 50.0, 50.0) - score(1.0, n, 50.0, 50.0);
        assert!(gain(1.0) > gain(2.0));
        assert!(score(1.0, 1.0, 20.0, 50.0) > score(1.0, 1.0, 200.0, 50.0));
    }
}
