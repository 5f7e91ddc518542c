//! Compares a block of text with the `articleBody` in the JSON-LD of a page, where some pages
//! repeat their main text. Sequences of three words are compared, because punctuation and spaces
//! often differ.

use std::collections::BTreeSet;

/// The three-word sequences of the article body.
pub struct ArticleBody<'t> {
    trigrams: BTreeSet<[&'t str; 3]>,
}

impl<'t> ArticleBody<'t> {
    /// Collects the three-word sequences of `text`, the article body in lower case.
    pub fn new(text: &'t str) -> Self {
        Self { trigrams: word_trigrams(text).collect() }
    }

    /// Compares `opening_text`, the first words of a block, with the article body. Returns which
    /// share of its three-word sequences also occurs there, from 0 to 1, or −1 if one of the two
    /// texts has fewer than three words.
    pub fn trigram_overlap_share(&self, opening_text: &str) -> f32 {
        let total = word_trigrams(opening_text).count();
        if self.trigrams.is_empty() || total == 0 {
            return -1.0;
        }
        // The opening may end in the middle of a word, which makes the share only a little lower.
        let known =
            word_trigrams(opening_text).filter(|trigram| self.trigrams.contains(trigram)).count();
        known as f32 / total as f32
    }
}

fn word_trigrams(text: &str) -> impl Iterator<Item = [&str; 3]> {
    let words = || text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words().zip(words().skip(1)).zip(words().skip(2)).map(|((a, b), c)| [a, b, c])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_found_regardless_of_punctuation() {
        let text = "it rained, and the river rose. nobody slept that night.";
        let body = ArticleBody::new(text);
        let shares = ["the river rose — nobody", "buy two of them", "hm"]
            .map(|one| body.trigram_overlap_share(one));
        assert_eq!(shares, [1.0, 0.0, -1.0]);
        assert_eq!(ArticleBody::new("").trigram_overlap_share("the river rose"), -1.0);
    }
}
