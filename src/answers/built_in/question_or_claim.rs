//! Classifies the sentences of a note: a sentence is a question, a claim that can be checked, or
//! neither.

use std::sync::LazyLock;

use crate::answers::built_in::sentence_traits::SENTENCE_WORD_LISTS;
use crate::answers::built_in::topic::{COMPARISON_CLAIM_REASON, FIGURE_CLAIM_REASON};
use crate::language::{Language, QUESTION_MARKS, WordSet, is_unspaced_script, word_list};
use crate::notes::note::prose;

/// Minimum number of words of a claim. Shorter sentences with a number are list items or dates.
const MIN_CLAIM_WORDS: usize = 6;

/// Minimum number of characters of a claim in a script without spaces: about six words.
const MIN_CLAIM_CHARACTERS: usize = 10;

/// Maximum distance between a comparative and the word for “than” that follows it, in words.
const MAX_COMPARATIVE_TO_THAN_WORDS: usize = 4;

/// Minimum number of words of a question without a question mark. Shorter lines are mostly headings
/// (“What to bring”).
const MIN_UNMARKED_QUESTION_WORDS: usize = 4;

/// Words with which only a question begins, if no full stop follows.
static QUESTION_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "question_words"));

/// Words that only announce a question, as in “Still to find out: …”.
static QUESTION_LEAD_INS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "question_lead_ins"));

/// What makes a sentence a claim that can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// The sentence states a number.
    Number,
    /// The sentence compares two things.
    Comparison,
}

impl ClaimKind {
    /// Why the claim became a topic, as shown to the user.
    pub fn topic_reason(self) -> &'static str {
        match self {
            Self::Number => FIGURE_CLAIM_REASON,
            Self::Comparison => COMPARISON_CLAIM_REASON,
        }
    }
}

/// Whether a sentence is a question.
pub fn is_question(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(['"', '”', '»', ')', '*', '_', ' ']);
    end.ends_with(QUESTION_MARKS) && !ends_with_address(end)
}

/// Whether the last word of a text is an address, which may contain a question mark.
fn ends_with_address(text: &str) -> bool {
    let word = text.split_whitespace().next_back().unwrap_or_default();
    let word = word.trim_start_matches(['(', '"', '“', '<', '`']);
    word.contains("://")
        || word.starts_with('/') && word.chars().nth(1).is_some_and(char::is_alphanumeric)
}

/// Whether a line is a question that the writer left without a question mark, as people do in lists:
/// “how long does it keep”.
pub fn is_question_without_mark(line: &str) -> bool {
    let first = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    // “WHO” is a name.
    let first = first.filter(|word| word.chars().skip(1).all(char::is_lowercase));
    let ends_open = line.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ')');
    let is_long_enough = line.split_whitespace().count() >= MIN_UNMARKED_QUESTION_WORDS;
    ends_open
        && is_long_enough
        && first.is_some_and(|word| QUESTION_WORDS.contains(&*word.to_lowercase()))
}

/// Removes the words before a question that only announce it: “Still to find out: …”.
pub fn without_question_lead_in(sentence: &str) -> &str {
    let Some((lead_in, question)) = sentence.split_once([':', '：']) else { return sentence };
    let question = question.trim_start();
    let has_words = question.chars().any(char::is_alphabetic);
    if only_announces_question(lead_in) && has_words { question } else { sentence }
}

/// Whether a text only announces questions: “Still to find out”.
pub fn only_announces_question(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| QUESTION_LEAD_INS.contains(&*word.to_lowercase()))
}

/// Returns the kind of claim that a sentence makes; `None` if it makes no claim that can be
/// checked.
pub fn claim_kind(sentence: &str, language: Language) -> Option<ClaimKind> {
    if is_question(sentence)
        || !has_min_claim_length(sentence)
        || sentence.contains(prose::TABLE_CELL_SEPARATOR)
    {
        return None;
    }
    // A task is no claim, because it is neither right nor wrong.
    if ["To do:", "Todo:", "TODO:"].iter().any(|lead| sentence.starts_with(lead)) {
        return None;
    }
    if has_amount(sentence) && !is_table_row_or_list_item(sentence, language) {
        return Some(ClaimKind::Number);
    }
    is_comparison(sentence, language).then_some(ClaimKind::Comparison)
}

/// Whether a sentence is long enough to be a claim.
fn has_min_claim_length(sentence: &str) -> bool {
    let unspaced = sentence.chars().filter(|c| is_unspaced_script(*c)).count();
    unspaced >= MIN_CLAIM_CHARACTERS || sentence.split_whitespace().count() >= MIN_CLAIM_WORDS
}

/// Whether a sentence has an amount, not only a number that identifies something (“page 17”).
fn has_amount(sentence: &str) -> bool {
    let mut before = "";
    sentence.split_whitespace().any(|word| {
        let identifies = matches!(before, "number" | "plot" | "page" | "chapter" | "No." | "Nr.");
        before = word;
        if word.chars().any(is_unspaced_script) {
            return word.chars().any(char::is_numeric);
        }
        !identifies && is_amount(word)
    })
}

/// Whether a line is a table row or a list item rather than a sentence: it has no full stop and
/// hardly any stop words.
fn is_table_row_or_list_item(sentence: &str, language: Language) -> bool {
    let ends = sentence.ends_with(|c: char| !c.is_alphanumeric() && c != '%' && c != '°');
    let is_stop_word = |word: &&str| language.is_stop_word(&word.to_lowercase());
    !ends
        && !sentence.chars().any(is_unspaced_script)
        && sentence.split_whitespace().filter(is_stop_word).count() < 3
}

/// Whether a word is an amount, such as `15%`. Dates, years, times of day and references such as
/// `[3]` are not.
fn is_amount(word: &str) -> bool {
    let word =
        word.trim_start_matches(['~', '≈', '<', '>', '±', '+', '-', '−', '$', '€', '£', '(']);
    let word = word.trim_end_matches([',', ';', ')', '.', ':', '!']);
    let is_date = word.matches(['-', '/']).count() > 1 || word.contains(':');
    let is_year =
        word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|b| b.is_ascii_digit());
    // A number in a name, as in “the 15-minute city”, is no amount.
    let is_name =
        word.split_once('-').is_some_and(|(_, rest)| rest.starts_with(char::is_alphabetic));
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_date && !is_year && !is_name
}

/// For each language the word for “than”, and the comparatives that may come before it, separated
/// by spaces. `-er` stands for all words that end in `er`. If the list is empty, any word may come
/// before it.
const THAN_WORDS_AND_COMPARATIVES: [(Language, &str, &str); 9] = [
    (Language::English, "than", ""),
    (Language::German, "als", "-er mehr weniger"),
    (Language::Dutch, "dan", "-er meer minder"),
    (Language::French, "que", "plus moins mieux aussi"),
    (Language::Spanish, "que", "más menos mejor peor mayor menor tan"),
    (Language::Portuguese, "que", "mais menos melhor pior maior menor tão"),
    (Language::Italian, "di", "più meno meglio peggio"),
    (Language::Italian, "che", "più meno meglio peggio"),
    (Language::Russian, "чем", "-ее -ей -ше больше меньше лучше хуже более менее"),
];

fn is_comparison(sentence: &str, language: Language) -> bool {
    match language {
        Language::Chinese => return sentence.contains('比'),
        Language::Japanese => return sentence.contains("より"),
        Language::Korean => return sentence.contains("보다 "),
        _ => {}
    }
    let lower = sentence.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let rows = THAN_WORDS_AND_COMPARATIVES.iter().filter(|(listed, ..)| *listed == language);
    rows.into_iter().any(|(_, than, comparatives)| {
        words.iter().enumerate().any(|(at, word)| {
            let before =
                words.get(at.saturating_sub(MAX_COMPARATIVE_TO_THAN_WORDS)..at).unwrap_or_default();
            word == than && before.iter().any(|word| is_listed_comparative(word, comparatives))
        })
    })
}

fn is_listed_comparative(word: &str, comparatives: &str) -> bool {
    comparatives.is_empty()
        || comparatives.split(' ').any(|entry| match entry.strip_prefix('-') {
            Some(ending) => word.ends_with(ending) && word.len() > ending.len() + 2,
            None => word == entry,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &str) {
        let language = Language::detect(sentence);
        let got = if is_question(sentence) {
            "question"
        } else {
            match claim_kind(sentence, language) {
                Some(ClaimKind::Number) => "number",
                Some(ClaimKind::Comparison) => "comparison",
                None => "",
            }
        };
        assert_eq!(got, expected, "{sentence}");
    }

    #[test]
    fn sentences_that_can_be_checked_are_claims() {
        check("The half-life of caffeine is about 5 hours.", "number");
        check("Rents rose by ~12 % in one year.", "number");
        check("A dark roast has less caffeine than a light one.", "comparison");
        check("Der dunkle Kaffee ist milder als der helle aus dem Laden.", "comparison");
        check("Le café du matin est plus fort que celui du soir.", "comparison");
        check("堆肥的温度可以升到60度以上。", "number");
        check("Is tea weaker than coffee, or is it not?", "question");
        check("(\"Is it?\")", "question");
    }

    #[test]
    fn a_lead_in_is_removed_from_a_question() {
        let check = |sentence: &str, expected: &str| {
            assert_eq!(without_question_lead_in(sentence), expected)
        };
        check("Still to find out: does salt harm roots?", "does salt harm roots?");
        check("Offene Frage: was hilft?", "was hilft?");
        check("Afternoon coffee: how late is too late?", "Afternoon coffee: how late is too late?");
        check("Open: ?", "Open: ?");
    }

    #[test]
    fn dates_references_and_short_entries_are_no_claims() {
        check("We met at 15:30 on 2026-10-03 and walked home.", "");
        check("As others have shown before [21] it works well.", "");
        check("The book came out in 1961 and was read.", "");
        check("15 g of coffee", "");
        check("We want one in front of number 17 on this side.", "");
        check("See also The 15-minute city and all the others there.", "");
        check("Lime, north side 12 m 41 years fair", "");
        check("20 minutes | a little more, and slight grogginess is possible |", "");
    }
}
