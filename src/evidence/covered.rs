//! Whether a passage of the vault says a finding already: how many of the finding's words stand
//! in it, rare ones counting more. Figures are not weighed: one that is missing makes it another
//! statement.

use std::collections::BTreeSet;

use crate::index::language::Language;
use crate::index::tokenize;

/// What a missing figure leaves of the share: less than anybody would call covered, and still in
/// the order of how close passages come.
const FIGURE_MISSING: f32 = 0.5;

/// A word of so many letters behind a figure is its unit, without which it says nothing.
const LONGEST_UNIT: usize = 3;

/// The share of a finding's words that stand in a passage, from 0 to 1, each as heavy as it is rare.
pub fn covered(finding: &str, passage: &str, rarity: &dyn Fn(&str) -> f32) -> f32 {
    // One language for both: the same word must have the same stem.
    let language = Language::of(&format!("{finding} {passage}"));
    let said = Said::of(passage, language);
    let (mut total, mut found) = (0.0, 0.0);
    let mut is_figure_missing = false;
    for term in terms(finding, language) {
        let weight = rarity(&term.stem).max(0.0);
        total += weight;
        if said.holds(&term) {
            found += weight;
        } else if term.is_figure {
            is_figure_missing = true;
        }
    }
    let share = if total > 0.0 { (found / total).min(1.0) } else { 0.0 };
    if is_figure_missing { share * FIGURE_MISSING } else { share }
}

/// A word of the finding.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    /// By which it is weighed.
    stem: String,
    /// The ways to write it, of which one must stand in the passage.
    forms: Vec<String>,
    /// Whether it is a figure, or the unit of one.
    is_figure: bool,
}

/// What a passage says.
struct Said {
    terms: BTreeSet<String>,
    figures: BTreeSet<String>,
}

impl Said {
    fn of(passage: &str, language: Language) -> Self {
        let terms = tokenize::terms(passage, language).distinct();
        let mut figures = BTreeSet::new();
        tokenize::words(passage, &mut |word| {
            if is_figure(word) {
                figures.insert(plain(&word.to_lowercase()));
            }
        });
        Self { terms, figures }
    }

    fn holds(&self, term: &Term) -> bool {
        let known = if is_figure(&term.stem) { &self.figures } else { &self.terms };
        term.forms.iter().any(|form| known.contains(form))
    }
}

/// The telling words of a finding, each once.
fn terms(finding: &str, language: Language) -> BTreeSet<Term> {
    let mut terms = BTreeSet::new();
    let mut is_behind_figure = false;
    tokenize::words(finding, &mut |word| {
        if tokenize::is_run(word) {
            terms.extend(pairs(word));
            is_behind_figure = false;
        } else if is_figure(word) {
            let form = plain(&word.to_lowercase());
            terms.insert(Term { stem: word.to_lowercase(), forms: vec![form], is_figure: true });
            is_behind_figure = true;
        } else {
            let is_unit = is_behind_figure && word.chars().count() <= LONGEST_UNIT;
            terms.extend(spelled(word, language, is_unit));
            is_behind_figure = false;
        }
    });
    terms
}

/// A word with its forms; none for a small word.
fn spelled(word: &str, language: Language, is_figure: bool) -> Option<Term> {
    let mut forms = Vec::new();
    tokenize::whole_forms(word, language, &mut |form, _| {
        if !form.starts_with(tokenize::SURFACE) {
            forms.push(form);
        }
    });
    Some(Term { stem: forms.last()?.clone(), forms, is_figure })
}

/// The neighbours in a run of a script without spaces.
fn pairs(run: &str) -> Vec<Term> {
    let mut terms = Vec::new();
    tokenize::characters(run, &mut |pair, place| {
        if place.is_some() {
            let forms = vec![pair.to_owned()];
            terms.push(Term { stem: pair.to_owned(), forms, is_figure: false });
        }
    });
    terms
}

fn is_figure(word: &str) -> bool {
    word.starts_with(|c: char| c.is_numeric())
}

/// A figure as it is written where neither language nor taste decide: `1,000` and `1.000` are
/// `1000`, `3,5` is `3.5`. Three digits behind a mark are taken for thousands on both sides alike.
fn plain(figure: &str) -> String {
    let mut plain = String::with_capacity(figure.len());
    for (at, group) in figure.split([',', '.']).enumerate() {
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

    /// Common words of the cases weigh little, all others the same.
    fn rarity(term: &str) -> f32 {
        if ["heap", "tea", "year"].contains(&term) { 0.2 } else { 1.0 }
    }

    fn is_covered(finding: &str, passage: &str) -> bool {
        covered(finding, passage, &rarity) >= THRESHOLD
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
    fn a_statement_in_other_forms_of_the_words_is_covered() {
        check("A compost heap reaches 60 °C within weeks.", PASSAGE);
        check("Bacteria are breathing in the composting heap.", PASSAGE);
        check("Der Boden lebt von Pilzen", "Von den Pilzen lebt ein Boden.");
        check("café au lait", "Le cafe au lait est bon.");
    }

    #[test]
    fn a_word_that_tells_and_is_missing_makes_it_new() {
        check_new("A compost heap reaches 60 °C thanks to thermophilic fungi.", PASSAGE);
        check_new("Green tea is steamed.", PASSAGE);
        check_new("Compost is made of org", "compost made by example.com");
    }

    #[test]
    fn a_common_word_may_be_missing() {
        check("Bacteria breathe within compost in a year.", &PASSAGE.replace("years", "time"));
    }

    #[test]
    fn a_figure_that_differs_is_not_covered() {
        check_new("Our compost heaps reach 70 °C within a week, as bacteria breathe.", PASSAGE);
        check_new("Our compost heaps reach 60 °F within a week, as bacteria breathe.", PASSAGE);
        check_new("In 2022 the garden made 1,250 kg of compost.", PASSAGE);
        check_new("In 2021 the garden made 1,250 t of compost.", PASSAGE);
        let many = "1 2 3 4 5 6 7 8 9 10 11 12 compost heaps";
        check_new(&format!("{many} 13"), many);
    }

    #[test]
    fn a_figure_may_be_written_in_another_way() {
        check("The garden made 1250 kg in 2021, 3,5 times more.", PASSAGE);
        check("The garden made 1.250 kg in 2021.", PASSAGE);
        let plain_is = |written: &str, expected: &str| assert_eq!(plain(written), expected);
        plain_is("1,234,567.89", "1234567.89");
        plain_is("3,5", "3.5");
        plain_is("2021", "2021");
        plain_is("1.", "1.");
    }

    #[test]
    fn scripts_without_spaces_are_compared_by_pairs() {
        check("温度会升到60度", "堆肥的温度会升到60度，然后下降。");
        check_new("温度会升到70度", "堆肥的温度会升到60度，然后下降。");
        check_new("绿茶很快蒸青", "堆肥的温度会升到60度，然后下降。");
    }

    #[test]
    fn nothing_is_covered_by_nothing() {
        for (finding, passage) in [("", ""), ("", PASSAGE), ("Tea.", ""), ("the of", "the of")] {
            assert_eq!(covered(finding, passage, &rarity), 0.0, "{finding} | {passage}");
        }
        assert_eq!(covered("tea", "tea", &|_| f32::NAN), 0.0);
        assert_eq!(covered("tea", "tea", &|_| -1.0), 0.0);
    }

    proptest::proptest! {
        #[test]
        fn a_share_is_a_share(finding in "\\PC{0,30}", passage in "\\PC{0,30}") {
            let share = covered(&finding, &passage, &rarity);
            proptest::prop_assert!((0.0..=1.0).contains(&share));
        }

        #[test]
        fn a_text_covers_itself(text in "([a-zA-Zéß0-9 .,水火]{0,30})") {
            let share = covered(&text, &text, &|_| 1.0);
            proptest::prop_assert!(share == 0.0 || share > 0.99, "{}", share);
        }
    }
}
