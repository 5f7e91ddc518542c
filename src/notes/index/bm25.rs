//! BM25, a formula for how well a text matches a search term: each further occurrence of the term
//! adds less to the score, and long texts get lower scores. An occurrence in the title or a heading
//! counts as several (the variant BM25F).

/// The BM25 parameter k1, saturation: the higher it is, the more each repetition of a word adds to
/// the score.
const SATURATION_K1: f32 = 1.5;
/// The BM25 parameter b, length normalisation: 0 ignores the length of a text, 1 penalises long
/// texts fully.
const LENGTH_NORMALIZATION_B: f32 = 0.75;

/// Inverse document frequency: how rare a term is that occurs in `matching_documents` of
/// `total_documents`. Higher is rarer; never negative.
pub(super) fn idf(total_documents: usize, matching_documents: usize) -> f32 {
    let (total, matching) = (total_documents as f32, matching_documents as f32);
    (1.0 + (total - matching + 0.5).max(0.0) / (matching + 0.5)).ln()
}

/// The BM25 formula. What depends only on the average length of the texts is computed once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bm25 {
    /// The part of the divisor that is the same for all texts.
    base: f32,
    /// The part of the divisor that each word of a text adds, so that long texts get lower scores.
    per_word: f32,
}

impl Bm25 {
    /// Creates the formula for texts that have `average_words` words on average.
    pub(super) fn new(average_words: f32) -> Self {
        Self {
            base: SATURATION_K1 * (1.0 - LENGTH_NORMALIZATION_B),
            per_word: SATURATION_K1 * LENGTH_NORMALIZATION_B / average_words.max(1.0),
        }
    }

    /// The score that a term adds to a text of `word_count` words in which it occurs `frequency`
    /// times. It is proportional to `weight`.
    pub(super) fn term_score(self, weight: f32, frequency: f32, word_count: u32) -> f32 {
        weight * frequency * (SATURATION_K1 + 1.0)
            / (frequency + self.base + self.per_word * word_count as f32)
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
    fn each_repetition_adds_less() {
        let bm25 = Bm25::new(50.0);
        let gain = |n: f32| bm25.term_score(1.0, n + 1.0, 50) - bm25.term_score(1.0, n, 50);
        assert!(gain(1.0) > gain(2.0));
        assert!(bm25.term_score(1.0, 1.0, 20) > bm25.term_score(1.0, 1.0, 200));
    }
}
