//! What sort of sentence it is: one that asks, one that can be right or wrong, or neither.

use crate::index::language::{Language, is_unspaced};
use crate::note::prose;

/// Shorter sentences with a figure are list entries or dates rather than claims.
const MIN_CLAIM_WORDS: usize = 6;

/// So many characters of a script without spaces say what six words say.
const MIN_CLAIM_CHARACTERS: usize = 10;

/// How far before its `than` a comparative stands.
const COMPARATIVE_WINDOW: usize = 4;

/// Whether a sentence asks.
pub fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '»', ')', '*', '_', ' ']).ends_with(['?', '？', '؟'])
}

/// A question without a lead-in that only says that it is one: “Still to find out: …”.
pub fn bare_question(sentence: &str) -> &str {
    let Some((lead, asked)) = sentence.split_once([':', '：']) else { return sentence };
    let mut words = lead.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let leads_in = words.all(|word| LEADS.contains(&word.to_lowercase().as_str()));
    let asked = asked.trim_start();
    if leads_in && asked.chars().any(char::is_alphabetic) { asked } else { sentence }
}

/// Words of which a lead-in is made.
#[rustfmt::skip]
const LEADS: [&str; 53] = [
    "a", "again", "ask", "biggest", "check", "claim", "do", "find", "first", "for", "i",
    "known", "later", "look", "main", "my", "next", "not", "now", "of", "one", "open", "out",
    "q", "question", "questions", "still", "the", "to", "today", "todo", "tomorrow", "unclear",
    "up", "week", "weekend", "wonder", "yet", "frage", "fragen", "geklärt", "klären", "noch",
    "nicht", "offen", "offene", "prüfen", "zu", "pregunta", "question", "vérifier", "à", "问题",
];

/// Why a sentence can be checked, in words for a person; none if it cannot.
pub fn claim(sentence: &str, language: Language) -> Option<&'static str> {
    if is_question(sentence) || !is_long(sentence) || sentence.contains(prose::CELL_SEPARATOR) {
        return None;
    }
    // What is to be done is neither right nor wrong.
    if ["To do:", "Todo:", "TODO:"].iter().any(|lead| sentence.starts_with(lead)) {
        return None;
    }
    if gives_figure(sentence) && !is_row(sentence, language) {
        return Some("Claim with a figure");
    }
    compares(sentence, language).then_some("Claim with a comparison")
}

fn is_long(sentence: &str) -> bool {
    let unspaced = sentence.chars().filter(|c| is_unspaced(*c)).count();
    unspaced >= MIN_CLAIM_CHARACTERS || sentence.split_whitespace().count() >= MIN_CLAIM_WORDS
}

fn gives_figure(sentence: &str) -> bool {
    let mut before = "";
    sentence.split_whitespace().any(|word| {
        let counts = !matches!(before, "number" | "plot" | "page" | "chapter" | "No." | "Nr.");
        before = word;
        if word.chars().any(is_unspaced) {
            return word.chars().any(char::is_numeric);
        }
        counts && is_figure(word)
    })
}

/// Whether a line is a row of a table or an entry of a list rather than a sentence: it has no
/// full stop and hardly a small word.
fn is_row(sentence: &str, language: Language) -> bool {
    let ends = sentence.ends_with(|c: char| !c.is_alphanumeric() && c != '%' && c != '°');
    let is_small = |word: &&str| language.is_stop_word(&word.to_lowercase());
    !ends
        && !sentence.chars().any(is_unspaced)
        && sentence.split_whitespace().filter(is_small).count() < 3
}

/// Whether a word is an amount; dates, years, times of day and marks of reference are none.
fn is_figure(word: &str) -> bool {
    let word =
        word.trim_start_matches(['~', '≈', '<', '>', '±', '+', '-', '−', '$', '€', '£', '(']);
    let word = word.trim_end_matches([',', ';', ')', '.', ':', '!']);
    let is_date = word.matches(['-', '/']).count() > 1 || word.contains(':');
    let is_year =
        word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|b| b.is_ascii_digit());
    // “The 15-minute city” is a name.
    let is_name =
        word.split_once('-').is_some_and(|(_, rest)| rest.starts_with(char::is_alphabetic));
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_date && !is_year && !is_name
}

/// By language: the word behind a comparative, and the words one of which stands before it (a
/// leading `-` stands for an ending; no words: any).
const COMPARISONS: [(Language, &str, &str); 9] = [
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

fn compares(sentence: &str, language: Language) -> bool {
    match language {
        Language::Chinese => return sentence.contains('比'),
        Language::Japanese => return sentence.contains("より"),
        Language::Korean => return sentence.contains("보다 "),
        _ => {}
    }
    let lower = sentence.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let tables = COMPARISONS.iter().filter(|(of, ..)| *of == language);
    tables.into_iter().any(|(_, link, comparatives)| {
        words.iter().enumerate().any(|(at, word)| {
            let before = words.get(at.saturating_sub(COMPARATIVE_WINDOW)..at).unwrap_or_default();
            word == link && before.iter().any(|word| is_comparative(word, comparatives))
        })
    })
}

fn is_comparative(word: &str, comparatives: &str) -> bool {
    comparatives.is_empty()
        || comparatives.split(' ').any(|one| match one.strip_prefix('-') {
            Some(ending) => word.ends_with(ending) && word.len() > ending.len() + 2,
            None => word == one,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &str) {
        let language = Language::detect(sentence);
        let got = if is_question(sentence) {
            "asks"
        } else {
            claim(sentence, language).map_or("", |why| why.trim_start_matches("Claim with a "))
        };
        assert_eq!(got, expected, "{sentence}");
    }

    #[test]
    fn sentences_that_can_be_checked_are_told_from_others() {
        check("The half-life of caffeine is about 5 hours.", "figure");
        check("Rents rose by ~12 % in one year.", "figure");
        check("A dark roast has less caffeine than a light one.", "comparison");
        check("Der dunkle Kaffee ist milder als der helle aus dem Laden.", "comparison");
        check("Le café du matin est plus fort que celui du soir.", "comparison");
        check("堆肥的温度可以升到60度以上。", "figure");
        check("Is tea weaker than coffee, or is it not?", "asks");
        check("(\"Is it?\")", "asks");
    }

    #[test]
    fn a_lead_in_is_no_part_of_a_question() {
        let check = |sentence: &str, expected: &str| assert_eq!(bare_question(sentence), expected);
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
