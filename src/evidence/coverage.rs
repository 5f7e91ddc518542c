//! Measures how much of a finding (a statement of the report) a passage already contains: the share
//! of the finding's words that occur in the passage. Rare words count more. The share is reduced if
//! the passage lacks a number of the finding, because then it states something else.

use std::collections::BTreeSet;

use crate::language::{Language, tokenize};

/// If the passage lacks a number of the finding, the share of covered words is multiplied by this
/// factor. It is not zero, so that two passages without the number can still be compared.
const MISSING_NUMBER_COVERAGE_FACTOR: f32 = 0.5;

/// Maximum length of a unit such as `km`, in letters. A word of at most this length directly after
/// a number counts as its unit: like the number, it must occur in the passage.
const MAX_UNIT_LETTERS: usize = 3;

/// The share of a finding's words that occur in a passage, from 0 to 1. `rarity` returns how much a
/// word counts.
pub fn covered_finding_share(finding: &str, passage: &str, rarity: &dyn Fn(&str) -> f32) -> f32 {
    // Detects one language for both texts, so that a word has the same stem in both.
    let language = Language::detect(&format!("{finding} {passage}"));
    let passage_terms = PassageTerms::new(passage, language);
    let (mut total, mut found) = (0.0, 0.0);
    let mut is_number_missing = false;
    for term in finding_terms(finding, language) {
        let weight = rarity(&term.stem).max(0.0);
        total += weight;
        if passage_terms.contains(&term) {
            found += weight;
        } else if term.is_number {
            is_number_missing = true;
        }
    }
    let share = if total > 0.0 { (found / total).min(1.0) } else { 0.0 };
    if is_number_missing { share * MISSING_NUMBER_COVERAGE_FACTOR } else { share }
}

/// A word or number of a finding, which is looked up in the passage.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FindingTerm {
    /// The stem of the word, by which its rarity is looked up.
    stem: String,
    /// The spellings by which the word is found in the passage; one is enough. For a word, its stem
    /// with and without diacritics; for a number, its normalised spelling.
    forms: Vec<String>,
    /// Whether the word is a number, or the unit of a number.
    is_number: bool,
}

/// The words and numbers of a passage, in which those of the finding are looked up.
struct PassageTerms {
    terms: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

impl PassageTerms {
    fn new(passage: &str, language: Language) -> Self {
        let terms = tokenize::distinct_terms(passage, language);
        let mut numbers = BTreeSet::new();
        tokenize::for_each_word(passage, &mut |word| {
            if is_number(word) {
                numbers.insert(normalize_number_separators(&word.to_lowercase()));
            }
        });
        Self { terms, numbers }
    }

    fn contains(&self, term: &FindingTerm) -> bool {
        let known = if is_number(&term.stem) { &self.numbers } else { &self.terms };
        term.forms.iter().any(|form| known.contains(form))
    }
}

/// The words and numbers of a finding, without stop words, each once.
fn finding_terms(finding: &str, language: Language) -> BTreeSet<FindingTerm> {
    let mut terms = BTreeSet::new();
    let mut is_after_number = false;
    tokenize::for_each_word(finding, &mut |word| {
        if tokenize::is_in_unspaced_script(word) {
            terms.extend(character_pairs(word));
            is_after_number = false;
        } else if is_number(word) {
            let stem = word.to_lowercase();
            let forms = vec![normalize_number_separators(&stem)];
            terms.insert(FindingTerm { stem, forms, is_number: true });
            is_after_number = true;
        } else {
            let is_unit = is_after_number && word.chars().count() <= MAX_UNIT_LETTERS;
            let term = word_term(word, language);
            terms.extend(term.map(|term| FindingTerm { is_number: is_unit, ..term }));
            is_after_number = false;
        }
    });
    terms
}

/// Prepares a word of the finding for the lookup in the passage; `None` for a stop word.
fn word_term(word: &str, language: Language) -> Option<FindingTerm> {
    let mut forms = Vec::new();
    tokenize::for_each_whole_word_term(word, language, &mut |form, _| {
        if !form.starts_with(tokenize::EXACT_FORM_PREFIX) {
            forms.push(form);
        }
    });
    Some(FindingTerm { stem: forms.last()?.clone(), forms, is_number: false })
}

/// The pairs of adjacent characters in text of a script without spaces, such as Chinese. They take
/// the place of words.
fn character_pairs(unspaced_text: &str) -> Vec<FindingTerm> {
    let mut terms = Vec::new();
    tokenize::for_each_character_ngram(unspaced_text, &mut |pair, position| {
        if position.is_some() {
            let forms = vec![pair.to_owned()];
            terms.push(FindingTerm { stem: pair.to_owned(), forms, is_number: false });
        }
    });
    terms
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_numeric())
}

/// Writes a number in the same way in every language: `1,000` and `1.000` become `1000`, `3,5`
/// becomes `3.5`. Three digits after a comma or point always count as thousands.
fn normalize_number_separators(number: &str) -> String {
    let mut plain = String::with_capacity(number.len());
    for (at, group) in number.split([',', '.']).enumerate() {
        if at > 0 && group.chars().count() != 3 {
            plain.push('.');
        }
        plain.push_str(group);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const THRESHOLD: f32 = 0.85;

    /// A test rarity: low for three common words, and the same for all others.
    fn rarity(term: &str) -> f32 {
        if ["heap", "tea", "year"].contains(&term) { 0.2 } else { 1.0 }
    }

    fn is_covered(finding: &str, passage: &str) -> bool {
        covered_finding_share(finding, passage, &rarity) >= THRESHOLD
    }

    fn check(finding: &str, passage: &str) {
        assert!(is_covered(finding, passage), "{finding} | {passage}");
    }

    fn check_new(finding: &str, passage: &str) {
        assert!(!is_covered(finding, passage), "{finding} | {passage}");
    }

    const PASSAGE: &str = "Our compost heaps reach 60 °C within a week, as bacteria breathe. \
        In 2021 the garden made 1,250 kg of it, 3.5 times more than in the years before.";

    #[test]
    fn a_statement_with_other_word_forms_is_covered() {
        check("A compost heap reaches 60 °C within weeks.", PASSAGE);
        check("Bacteria are breathing in the composting heap.", PASSAGE);
        check("Der Boden lebt von Pilzen", "Von den Pilzen lebt ein Boden.");
        check("café au lait", "Le cafe au lait est bon.");
    }

    #[test]
    fn a_missing_rare_word_makes_it_new() {
        check_new("A compost heap reaches 60 °C thanks to thermophilic fungi.", PASSAGE);
        check_new("Green tea is steamed.", PASSAGE);
        check_new("Compost is made of org", "compost made by example.com");
    }

    #[test]
    fn a_common_word_may_be_missing() {
        check("Bacteria breathe within compost in a year.", &PASSAGE.replace("years", "time"));
    }

    #[test]
    fn a_different_number_is_not_covered() {
        check_new("Our compost heaps reach 70 °C within a week, as bacteria breathe.", PASSAGE);
        check_new("Our compost heaps reach 60 °F within a week, as bacteria breathe.", PASSAGE);
        check_new("In 2022 the garden made 1,250 kg of compost.", PASSAGE);
        check_new("In 2021 the garden made 1,250 t of compost.", PASSAGE);
        let many = "1 2 3 4 5 6 7 8 9 10 11 12 compost heaps";
        check_new(&format!("{many} 13"), many);
    }

    #[test]
    fn the_notation_of_numbers_does_not_matter() {
        check("The garden made 1250 kg in 2021, 3,5 times more.", PASSAGE);
        check("The garden made 1.250 kg in 2021.", PASSAGE);
        let check_number = |written: &str, expected: &str| {
            assert_eq!(normalize_number_separators(written), expected)
        };
        check_number("1,234,567.89", "1234567.89");
        check_number("3,5", "3.5");
        check_number("2021", "2021");
        check_number("1.", "1.");
    }

    #[test]
    fn scripts_without_spaces_are_compared_by_pairs() {
        check("温度会升到60度", "堆肥的温度会升到60度，然后下降。");
        check_new("温度会升到70度", "堆肥的温度会升到60度，然后下降。");
        check_new("绿茶很快蒸青", "堆肥的温度会升到60度，然后下降。");
    }

    #[test]
    fn empty_texts_cover_nothing() {
        for (finding, passage) in [("", ""), ("", PASSAGE), ("Tea.", ""), ("the of", "the of")] {
            assert_eq!(
                covered_finding_share(finding, passage, &rarity),
                0.0,
                "{finding} | {passage}"
            );
        }
        assert_eq!(covered_finding_share("tea", "tea", &|_| f32::NAN), 0.0);
        assert_eq!(covered_finding_share("tea", "tea", &|_| -1.0), 0.0);
    }

    proptest::proptest! {
        #[test]
        fn coverage_is_between_zero_and_one(finding in "\\PC{0,30}", passage in "\\PC{0,30}") {
            let share = covered_finding_share(&finding, &passage, &rarity);
            proptest::prop_assert!((0.0..=1.0).contains(&share));
        }

        #[test]
        fn a_text_covers_itself(text in "([a-zA-Zéß0-9 .,水火]{0,30})") {
            let share = covered_finding_share(&text, &text, &|_| 1.0);
            proptest::prop_assert!(share == 0.0 || share > 0.99, "{}", share);
        }
    }
}
