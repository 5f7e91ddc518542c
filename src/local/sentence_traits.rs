//! Classifies sentences by a few typical words and characters: whether a sentence can be understood
//! alone, is about its writer, has a number, or asks for one.

use std::sync::LazyLock;

use crate::text::word_list::{self, WordList, WordSet};

/// The words by which sentences are classified, as several lists in one file.
pub const SENTENCE_WORD_LISTS: &str = include_str!("sentence_words.txt");

static CONTEXT_DEPENDENT_FIRST_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "context_dependent_openers"));
static OPENING_PRONOUNS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "opening_pronouns"));
/// Words by which writers refer to themselves, such as “I” and “my”.
static FIRST_PERSON_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "first_person"));
static FOLLOW_UP_QUESTION_PRONOUNS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "follow_up_pronouns"));

/// Phrases by which a question asks for a number (“how many”).
static NUMBER_QUESTION_PHRASES: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "number_questions"));

/// Whether a sentence refers to something named before it, and so can't be understood alone.
pub fn depends_on_context(sentence: &str) -> bool {
    lowercase_words(sentence)
        .next()
        .is_some_and(|first| CONTEXT_DEPENDENT_FIRST_WORDS.contains(&*first))
}

/// Whether a sentence begins with a pronoun for something in the sentence before it. Unlike
/// [`depends_on_context`], articles and adverbs don't count.
pub fn refers_to_sentence_before(sentence: &str) -> bool {
    lowercase_words(sentence).next().is_some_and(|first| OPENING_PRONOUNS.contains(&*first))
}

/// Whether a question continues the question before it: “Are they …?”
pub fn is_follow_up_question(question: &str) -> bool {
    lowercase_words(question)
        .nth(1)
        .is_some_and(|second| FOLLOW_UP_QUESTION_PRONOUNS.contains(&*second))
}

/// Whether the writer talks about themselves in a sentence (“I”, “my”).
pub fn is_first_person(sentence: &str) -> bool {
    lowercase_words(sentence).any(|word| FIRST_PERSON_WORDS.contains(&*word))
}

/// Whether most of a text is in a script that separates words by spaces.
pub fn is_mostly_spaced_script(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let unspaced =
        letters().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'));
    // Estimates the number of words: a word has about two characters in a script without spaces,
    // and about five in other scripts.
    unspaced.count() * 5 < letters().count() * 2
}

/// The words of a sentence in lower case.
fn lowercase_words(sentence: &str) -> impl Iterator<Item = String> + '_ {
    let words = sentence.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether a text contains a number in digits.
pub fn has_number(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// Whether a question asks for a number.
pub fn asks_for_number(question: &str) -> bool {
    let question = question.to_lowercase();
    NUMBER_QUESTION_PHRASES.iter().any(|part| question.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_depend_on_context_are_recognized() {
        for dependent in ["It was opened then.", "Das stimmt.", "Но это так."] {
            assert!(depends_on_context(dependent), "{dependent}");
        }
        assert!(is_first_person("Tea is what I drink.") && !is_first_person("Tea is drunk."));
        assert!(
            is_mostly_spaced_script("Tea, in Chinese 茶.")
                && !is_mostly_spaced_script("茶含有咖啡因 (caffeine)。")
        );
        assert!(refers_to_sentence_before("It takes 30 litres."));
        assert!(!refers_to_sentence_before("Das Koffein hält wach."));
        for independent in
            ["Tea keeps one awake.", "Iron rusts.", "Der Tee hält wach.", "茶含有咖啡因。"]
        {
            assert!(!depends_on_context(independent), "{independent}");
        }
        assert!(asks_for_number("Bis wann ist Kaffee gut?") && asks_for_number("最多放多少？"));
        assert!(!asks_for_number("Why is the sky blue?"));
    }
}
