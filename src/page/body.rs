//! The text that a page gives to machines beside the one for people: a witness for what is the
//! main text, where there is one. It is compared by runs of three words, as signs and spaces often
//! differ.

use std::collections::BTreeSet;

/// What is known of the text for machines.
pub struct Body<'t> {
    runs: BTreeSet<[&'t str; 3]>,
}

impl<'t> Body<'t> {
    /// Reads it, in lower case.
    pub fn of(text: &'t str) -> Self {
        Self { runs: runs(text).collect() }
    }

    /// How much of a block's opening stands in it, from 0 to 1; −1 if there is nothing to compare.
    pub fn share(&self, opening: &str) -> f32 {
        let all = runs(opening).count();
        if self.runs.is_empty() || all == 0 {
            return -1.0;
        }
        // The opening may end inside a word.
        let known = runs(opening).filter(|run| self.runs.contains(run)).count();
        known as f32 / all as f32
    }
}

fn runs(text: &str) -> impl Iterator<Item = [&str; 3]> {
    let words = || text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words().zip(words().skip(1)).zip(words().skip(2)).map(|((a, b), c)| [a, b, c])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_found_whatever_their_signs() {
        let text = "it rained, and the river rose. nobody slept that night.";
        let body = Body::of(text);
        let shares =
            ["the river rose — nobody", "buy two of them", "hm"].map(|one| body.share(one));
        assert_eq!(shares, [1.0, 0.0, -1.0]);
        assert_eq!(Body::of("").share("the river rose"), -1.0);
    }
}
