//! The words that are named beside a note that was found.

use std::collections::BTreeSet;

use crate::index::language::{Language, is_unspaced};
use crate::index::tokenize;

/// Words that a related note is shown with: a line of a narrow pane.
const TELLING_WORDS: usize = 6;

/// Words in order, each once, whatever its case.
pub fn distinct(words: Vec<&str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let fresh = words.into_iter().filter(|word| seen.insert(word.to_lowercase()));
    fresh.map(str::to_owned).collect()
}

/// The few words that tell most, the rarest in the vault first; each in one form only.
pub fn telling(words: Vec<&str>, language: Language, rarity: &dyn Fn(&str) -> f32) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let is_fresh = |word: &&str| tokenize::term(word, language).is_some_and(|t| seen.insert(t));
    let rarest = |word: &str| {
        let terms = tokenize::word_terms(word, language);
        terms.iter().map(|term| rarity(term)).fold(0.0, f32::max)
    };
    let told = words.into_iter().filter(|word| tells(word)).filter(is_fresh);
    let mut weighed: Vec<(f32, &str)> = told.map(|word| (rarest(word), word)).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<String> = Vec::new();
    for (_, word) in weighed {
        // Where no spaces are written, what is marked may be a part of what is marked elsewhere.
        let is_part =
            tokenize::is_unspaced_run(word) && chosen.iter().any(|whole| whole.contains(word));
        if !is_part && chosen.len() < TELLING_WORDS {
            chosen.push(word.to_owned());
        }
    }
    chosen
}

/// Whether a word says something by itself: a bare number or a single letter does not.
fn tells(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(|first| is_unspaced(first) || letters.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_telling(words: &str, expected: &str) {
        let rarity = |term: &str| if term.starts_with("rar") { 5.0 } else { 1.0 };
        let words = words.split(' ').collect::<Vec<_>>();
        assert_eq!(telling(words, Language::English, &rarity).join(" "), expected);
    }

    #[test]
    fn of_the_words_in_common_the_telling_ones_are_named() {
        check_telling("mug mugs Mug tea", "mug tea");
        check_telling("93 3.5 2024 x 93g tea", "tea");
        check_telling("tea rare mug rarely rarity", "rare rarity tea mug");
        check_telling("a1b cup pot jar tin lid pan", "a1b cup pot jar tin lid");
        check_telling("堆肥桶 水 堆肥", "堆肥桶 水");
    }
}
