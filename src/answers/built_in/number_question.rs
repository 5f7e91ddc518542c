//! Questions for a number: what is asked for, and in which unit it is given.

use std::sync::LazyLock;

use crate::answers::built_in::sentence_traits::{SENTENCE_WORD_LISTS, lowercase_words, text_words};
use crate::language::{LazyPhraseSet, WordList, WordSet, word_list};

/// Phrases by which a question asks for a number (“how many”).
static NUMBER_QUESTION_PHRASES: LazyPhraseSet =
    LazyLock::new(|| word_list::phrase_set(SENTENCE_WORD_LISTS, "number_questions"));

/// Words for what is given as a number (“dose”), by the words behind which a question asks for it (“which”). A word with
/// a capital letter has to be written so.
static QUANTITIES: LazyLock<Vec<(Vec<&str>, Vec<&str>)>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(SENTENCE_WORD_LISTS).into_iter();
    let question_words = |name: &'static str| name.strip_prefix("quantities ");
    let lists = sections.filter_map(|it| Some((question_words(it.name)?, it.words)));
    lists.map(|(question_words, words)| (question_words.split(' ').collect(), words)).collect()
});

/// The words between “what” and a quantity that ends the question: “What **is the** best ratio”.
static FORMS_OF_BE_WITH_ARTICLE: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "forms_of_be_with_article"));

/// Phrases by which a question asks how many there are of what it names next.
static COUNTING_QUESTION_PHRASES: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "counting_questions"));

/// Words of units that mean other things as well.
static AMBIGUOUS_UNITS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "ambiguous_units"));

/// Number of words at the beginning of a question that may ask for a number.
const NUMBER_QUESTION_WORDS: usize = 3;
/// One word may stand between “What is the” and the quantity: “What is the best ratio”.
const MAX_WORDS_FROM_ARTICLE_TO_QUANTITY: usize = 2;

/// Phrases of questions for a number, by the dimension of the units that answer them.
static DIMENSION_QUESTION_PHRASES: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let sections = word_list::parse_phrase_sections(SENTENCE_WORD_LISTS).into_iter();
    sections.filter_map(|it| Some((it.name.strip_prefix("asks ")?, it.words))).collect()
});

/// Whether a question asks for a number.
pub fn asks_for_number(question: &str) -> bool {
    NUMBER_QUESTION_PHRASES.is_any_in(&question.to_lowercase())
        || asked_quantity(question).is_some()
}

/// The quantity that a question asks for: “Which dose …?”, “What is the best ratio …?” In “What is pressure?” and “What
/// affects the price?” it asks for something else.
pub fn asked_quantity(question: &str) -> Option<String> {
    let words: Vec<String> = lowercase_words(question).collect();
    QUANTITIES.iter().find_map(|(question_words, quantities)| {
        let at = words.iter().position(|word| question_words.contains(&&**word))?;
        let behind = words.get(at + 1..)?.join(" ");
        let with_article =
            FORMS_OF_BE_WITH_ARTICLE.iter().find_map(|phrase| behind.strip_prefix(phrase));
        let candidates = match with_article {
            Some(rest) => rest.split(' ').take(MAX_WORDS_FROM_ARTICLE_TO_QUANTITY),
            None => behind.split(' ').take(1),
        };
        let has_as_written = |word: &str| {
            text_words(question).any(|it| quantities.contains(&it) && it.to_lowercase() == word)
        };
        let is_quantity = |word: &&str| quantities.contains(word) || has_as_written(word);
        candidates.into_iter().find(is_quantity).map(str::to_owned)
    })
}

/// The text behind “how many” in a question, in lower case; `None` if it begins with a word that may be a
/// unit or something else.
pub fn counted_text(question: &str) -> Option<String> {
    let question = question.to_lowercase();
    let behind = |phrase: &&str| question.split_once(*phrase).map(|(_, rest)| rest.trim_start());
    let counted = COUNTING_QUESTION_PHRASES.iter().find_map(behind)?;
    let is_ambiguous =
        lowercase_words(counted).next().is_some_and(|first| AMBIGUOUS_UNITS.contains(&*first));
    (!is_ambiguous).then(|| counted.to_owned())
}

/// Whether a question asks for a number with its first words: “when” may also begin a clause.
pub fn begins_as_number_question(question: &str) -> bool {
    let words = question.split_whitespace().take(NUMBER_QUESTION_WORDS);
    let beginning: String = words.flat_map(|word| [word, " "]).collect();
    asks_for_number(&beginning)
}

/// The dimension of the units with which a question for a number is answered: “How long” asks for a time.
pub fn asked_dimension(question: &str) -> Option<&'static str> {
    let question = question.to_lowercase();
    let is_asked =
        |(_, phrases): &&(&str, Vec<&str>)| phrases.iter().any(|phrase| question.contains(phrase));
    DIMENSION_QUESTION_PHRASES.iter().find(is_asked).map(|(dimension, _)| *dimension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_for_a_number_are_told_by_their_words() {
        assert!(asks_for_number("Bis wann ist Kaffee gut?") && asks_for_number("最多放多少？"));
        assert!(!asks_for_number("Why is the sky blue?") && !asks_for_number("Wie heißt der Ort?"));
        assert_eq!(asked_dimension("Wie lange zieht Tee?"), Some("time"));
        assert_eq!(asked_dimension("How much does tea cost?"), Some("money"));
        assert_eq!(asked_dimension("How many leaves has tea?"), None);
    }

    #[test]
    fn the_quantity_that_a_question_asks_for_is_found() {
        assert_eq!(asked_quantity("What is the best ratio of milk?").as_deref(), Some("ratio"));
        assert_eq!(asked_quantity("Bei welcher Temperatur?").as_deref(), Some("temperatur"));
        for (question, quantity) in [
            ("Was ist die beste Temperatur?", "temperatur"),
            ("Quelle est l'altitude du col ?", "altitude"),
            ("Qual è la temperatura dell'acqua?", "temperatura"),
            ("Qual é a temperatura da água?", "temperatura"),
            ("Wat is het gewicht van een ei?", "gewicht"),
            ("Qual foi o preço da obra?", "preço"),
            ("In welcher Tiefe lebt der Fisch?", "tiefe"),
        ] {
            assert_eq!(asked_quantity(question).as_deref(), Some(quantity), "{question}");
        }
        for other in [
            "What happened to the price?",
            "What affects temperature?",
            "What is a dose of reality?",
            "What is population genetics?",
            "Est-ce que la température compte ?",
            "Welche Gedichte kennst du?",
            "In welche tiefe Schüssel kommt der Teig?",
        ] {
            assert_eq!(asked_quantity(other), None, "{other}");
        }
    }
}
