//! The telling words of a claim, and how much each tells.

use crate::support::form::Form;
use crate::support::reading::{Sentence, Word};
use crate::support::sense::Sense;

/// A claim says what it says in so many words; more would make its length count twice.
const MOST_TERMS: usize = 120;

/// A telling word of the claim.
#[derive(Debug, Clone)]
pub struct Term {
    /// The word itself.
    pub word: Word,
    /// How much it tells.
    pub weight: f32,
    /// Whether it names somebody or something.
    pub is_name: bool,
    /// Its place among all words of the claim.
    pub at: usize,
}

/// The telling words of a claim, each once.
pub fn terms(claim: &[Sentence]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut at = 0;
    for sentence in claim {
        for (place, word) in sentence.words.iter().enumerate() {
            let is_known = |term: &Term| term.word.form.stem == word.form.stem;
            let form = &word.form;
            let is_plain = !form.is_small && !is_figure(form) && form.sense != Some(Sense::Denial);
            if is_plain && terms.len() < MOST_TERMS && !terms.iter().any(is_known) {
                let is_name = is_name(form, place);
                terms.push(Term { word: word.clone(), weight: weight(form, is_name), is_name, at });
            }
            at += 1;
        }
    }
    terms
}

fn is_figure(word: &Form) -> bool {
    word.written.starts_with(|c: char| c.is_ascii_digit())
}

/// A capital inside a sentence, or a word that is all capitals or has digits.
fn is_name(word: &Form, place: usize) -> bool {
    let capitals = word.written.chars().filter(|c| c.is_uppercase()).count();
    capitals > 1 || (capitals == 1 && place > 0) || word.written.chars().any(|c| c.is_ascii_digit())
}

/// Long words and names are rare, and rare words tell more.
fn weight(word: &Form, is_name: bool) -> f32 {
    let length = word.letters.min(LONG) as f32;
    let shape = LENGTH_BASE + length / LONG as f32;
    match (is_name, word.sense) {
        (true, _) => shape + NAME_BONUS,
        (false, Some(_)) => shape * SENSE_SHARE,
        (false, None) if COMMON.contains(&word.stem.as_str()) => shape * SENSE_SHARE,
        _ => shape,
    }
}

/// From so many letters on a word is as rare as it gets.
const LONG: usize = 10;
const LENGTH_BASE: f32 = 0.6;
const NAME_BONUS: f32 = 0.5;
/// Words like `increase` stand in every other sentence.
const SENSE_SHARE: f32 = 0.5;

/// Stems of English words that stand in texts on anything, most of all in reports of studies.
const COMMON: [&str; 68] = [
    "affect",
    "age",
    "amount",
    "analysi",
    "area",
    "base",
    "becom",
    "case",
    "chang",
    "common",
    "condit",
    "control",
    "data",
    "day",
    "develop",
    "effect",
    "event",
    "factor",
    "form",
    "function",
    "general",
    "give",
    "group",
    "human",
    "import",
    "includ",
    "individu",
    "level",
    "make",
    "mani",
    "may",
    "mean",
    "method",
    "model",
    "month",
    "mice",
    "new",
    "number",
    "occur",
    "part",
    "patient",
    "peopl",
    "play",
    "popul",
    "potenti",
    "process",
    "rate",
    "report",
    "respons",
    "risk",
    "role",
    "set",
    "specif",
    "state",
    "strong",
    "studi",
    "system",
    "term",
    "test",
    "time",
    "treat",
    "treatment",
    "type",
    "use",
    "week",
    "work",
    "world",
    "year",
];

#[cfg(test)]
mod tests {
    use super::super::reading::Reading;
    use super::*;
    use crate::index::language::Language;

    fn check(claim: &str, expected: &str) {
        let terms = terms(&Reading::in_language(claim, Language::English).sentences);
        let shown: Vec<String> = terms
            .iter()
            .map(|term| format!("{}{}", if term.is_name { "@" } else { "" }, term.word.form.stem))
            .collect();
        assert_eq!(shown.join(" "), expected, "{claim}");
    }

    #[test]
    fn small_words_figures_and_denials_are_no_terms() {
        check("The 12 owls did not hunt in the dark of 1932.", "owl hunt dark");
    }

    #[test]
    fn capitals_inside_a_sentence_and_digits_are_names() {
        check("Owls of Oxford have p53 and DNA.", "owl @oxford @p53 @dna");
    }
}
