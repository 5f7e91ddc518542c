//! The terms of a claim: the words that evidence must contain, with their weights.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::evidence::support::parsed_text::{ParsedSentence, ParsedWord};
use crate::evidence::support::word_form::{CLAIM_WORD_LISTS, WordForm};
use crate::language::word_list;

/// Maximum number of terms per claim; further words are ignored. Every term is compared with every
/// stem of the evidence.
const MAX_CLAIM_TERMS: usize = 120;

/// A word with at least this many letters counts as rare and has the highest weight.
const MIN_RARE_WORD_LETTERS: usize = 10;
/// The part of a term's weight that does not depend on its length.
const BASE_TERM_WEIGHT: f32 = 0.6;
/// Added to the weight of a name: evidence that lacks the name is hardly about the same thing.
const NAME_WEIGHT_BONUS: f32 = 0.5;
/// Factor for the weight of words that occur in texts on any subject, such as `increase`.
const COMMON_WORD_WEIGHT_FACTOR: f32 = 0.5;

/// Stems of English words that occur in texts on any subject.
static COMMON_STEMS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| word_list::word_set(CLAIM_WORD_LISTS, "common_stems"));

/// A word of a claim that its evidence must contain.
#[derive(Debug, Clone)]
pub struct ClaimTerm {
    /// The parsed word, with its stem and whether it is negated.
    pub word: ParsedWord,
    /// How much the term counts when the share of the claim's terms in the evidence is computed.
    /// Long words and names count more.
    pub weight: f32,
    /// Whether the capitals or digits of the word suggest a name.
    pub is_name: bool,
    /// The index of the word among all words of the claim.
    pub word_index: usize,
}

/// Returns the words of a claim that evidence must contain: all except stop words, numbers,
/// negations and repeated words.
pub fn claim_terms(claim: &[ParsedSentence]) -> Vec<ClaimTerm> {
    let mut terms: Vec<ClaimTerm> = Vec::new();
    let mut position = 0;
    for sentence in claim {
        for (place, word) in sentence.words.iter().enumerate() {
            let form = &word.form;
            let is_known = |term: &ClaimTerm| term.word.form.stem == form.stem;
            let is_term = !form.is_stop_word && !is_number(form) && !word.is_negation();
            if is_term && terms.len() < MAX_CLAIM_TERMS && !terms.iter().any(is_known) {
                let is_name = is_name(form, place);
                let weight = match is_name {
                    true => length_weight(form) + NAME_WEIGHT_BONUS,
                    false => length_weight(form) * commonness_factor(form),
                };
                terms.push(ClaimTerm { word: word.clone(), weight, is_name, word_index: position });
            }
            position += 1;
        }
    }
    terms
}

fn is_number(word: &WordForm) -> bool {
    word.as_written.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word is a name: it has a capital but doesn't begin its sentence, or it has several
/// capitals or digits.
fn is_name(word: &WordForm, index_in_sentence: usize) -> bool {
    let capitals = word.as_written.chars().filter(|c| c.is_uppercase()).count();
    capitals > 1
        || (capitals == 1 && index_in_sentence > 0)
        || word.as_written.chars().any(|c| c.is_ascii_digit())
}

/// The weight of a word by its length: long words are rare, and rare words weigh more.
fn length_weight(word: &WordForm) -> f32 {
    BASE_TERM_WEIGHT
        + word.letter_count.min(MIN_RARE_WORD_LETTERS) as f32 / MIN_RARE_WORD_LETTERS as f32
}

fn commonness_factor(word: &WordForm) -> f32 {
    let is_common = word.sense.is_some() || COMMON_STEMS.contains(&*word.stem);
    if is_common { COMMON_WORD_WEIGHT_FACTOR } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::support::parsed_text::ParsedText;
    use crate::language::Language;

    fn check(claim: &str, expected: &str) {
        let terms = claim_terms(&ParsedText::parse_in_language(claim, Language::English).sentences);
        let shown: Vec<String> = terms
            .iter()
            .map(|term| format!("{}{}", if term.is_name { "@" } else { "" }, term.word.form.stem))
            .collect();
        assert_eq!(shown.join(" "), expected, "{claim}");
    }

    #[test]
    fn stop_words_numbers_and_negations_are_no_terms() {
        check("The 12 owls did not hunt in the dark of 1932.", "owl hunt dark");
    }

    #[test]
    fn capitals_inside_a_sentence_and_digits_are_names() {
        check("Owls of Oxford have p53 and DNA.", "owl @oxford @p53 @dna");
    }
}
