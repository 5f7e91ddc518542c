//! Chooses the matching words that are listed beside a found note.

use std::collections::BTreeSet;

use crate::index::language::{Language, is_unspaced_script};
use crate::index::tokenize;

/// Maximum number of words listed for a related note: as many as fit on one line of a narrow pane.
const MAX_LISTED_WORDS: usize = 6;

/// Removes repeated words, ignoring case, and keeps the order.
pub fn distinct_words(words: Vec<&str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let new = words.into_iter().filter(|word| seen.insert(word.to_lowercase()));
    new.map(str::to_owned).collect()
}

/// Chooses the rarest words, at most `MAX_LISTED_WORDS`, rarest first. Of several inflected forms
/// of a word only one is used.
pub fn rarest_words(
    words: Vec<&str>,
    language: Language,
    rarity: &dyn Fn(&str) -> f32,
) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let is_new = |word: &&str| {
        tokenize::stem_unless_stop_word(word, language).is_some_and(|t| seen.insert(t))
    };
    let word_rarity = |word: &str| {
        let terms = tokenize::word_terms(word, language);
        terms.iter().map(|term| rarity(term)).fold(0.0, f32::max)
    };
    let candidates = words.into_iter().filter(|word| is_worth_listing(word)).filter(is_new);
    let mut ranked: Vec<(f32, &str)> = candidates.map(|word| (word_rarity(word), word)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<String> = Vec::new();
    for (_, word) in ranked {
        // In scripts without spaces, a matched word may be a part of another matched word. It is
        // then not listed.
        let is_part = tokenize::is_in_unspaced_script(word)
            && chosen.iter().any(|whole| whole.contains(word));
        if !is_part && chosen.len() < MAX_LISTED_WORDS {
            chosen.push(word.to_owned());
        }
    }
    chosen
}

/// Whether a word is more than a number or a single letter.
fn is_worth_listing(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(|first| is_unspaced_script(first) || letters.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_rarest(words: &str, expected: &str) {
        let rarity = |term: &str| if term.starts_with("rar") { 5.0 } else { 1.0 };
        let words = words.split(' ').collect::<Vec<_>>();
        assert_eq!(rarest_words(words, Language::English, &rarity).join(" "), expected);
    }

    #[test]
    fn the_rarest_words_are_chosen_each_in_one_form() {
        check_rarest("mug mugs Mug tea", "mug tea");
        check_rarest("93 3.5 2024 x 93g tea", "tea");
        check_rarest("tea rare mug rarely rarity", "rare rarity tea mug");
        check_rarest("a1b cup pot jar tin lid pan", "a1b cup pot jar tin lid");
        check_rarest("堆肥桶 水 堆肥", "堆肥桶 水");
    }
}
