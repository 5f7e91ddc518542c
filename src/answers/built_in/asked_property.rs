//! Recognises questions that ask for a property of a note, such as “Who wrote Entangled Life?” for the
//! property `author` of the note *Entangled Life*.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::answers::built_in::sentence_traits;
use crate::language::{
    WordSection, WordSet, is_stop_word_of_any_language, is_unspaced_script, tokenize, word_list,
};
use crate::values::text::fold_case;

const PROPERTY_WORD_LISTS: &str = include_str!("property_words.txt");

/// Groups of words that ask for the same property.
static PROPERTY_GROUPS: LazyLock<Vec<WordSection>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(PROPERTY_WORD_LISTS).into_iter();
    let is_group =
        |it: &WordSection| it.name != NEUTRAL_SECTION && !it.name.starts_with(QUESTION_SECTION);
    sections.filter(is_group).collect()
});

/// Question words by what they ask for, such as `who`.
static QUESTION_WORDS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(PROPERTY_WORD_LISTS).into_iter();
    sections.filter_map(|it| Some((it.name.strip_prefix(QUESTION_SECTION)?, it.words))).collect()
});

static NEUTRAL_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(PROPERTY_WORD_LISTS, NEUTRAL_SECTION));

/// What the sections with question words are named, followed by what the words ask for. The names of
/// the groups of properties end with what may be asked for by them.
const QUESTION_SECTION: &str = "question ";

/// What “why” and “how” ask for: no property.
const REASON: &str = "reason";

/// The section with words of keys that say nothing about the kind of a property.
const NEUTRAL_SECTION: &str = "neutral";

/// In a script without spaces, maximum number of characters that a question has besides the title of
/// the note and the question words, such as the two of “作者”.
const MAX_UNSPACED_CHARACTERS: usize = 6;

/// Whether a question asks for the property `key` of the note with this title: it has the whole title,
/// and all its other words stand for the property. So it is not taken for a question about anything else
/// that the note says.
pub fn asks_for_property(question: &str, title: &str, key: &str) -> bool {
    let (question, title) = (fold_case(question), fold_case(title));
    match question.split_once(&title).filter(|_| title.chars().any(is_unspaced_script)) {
        Some((before, after)) => asks_in_unspaced_script(&format!("{before} {after}"), key),
        None => asks_in_spaced_script(&question, &title, key),
    }
}

fn asks_in_spaced_script(question: &str, title: &str, key: &str) -> bool {
    let title_words = naming_words(title);
    let (named, asked): (BTreeSet<String>, BTreeSet<String>) =
        naming_words(question).into_iter().partition(|word| title_words.contains(word));
    let key_words = key_words(key);
    let group = group_of(key);
    let is_asked = |word: &String| {
        key_words.contains(word) || group.is_some_and(|it| it.words.contains(&word.as_str()))
    };
    !named.is_empty()
        && named == title_words
        && !asked.is_empty()
        && asked.iter().all(is_asked)
        && fits_question_word(question, group)
}

/// Whether the question word of a question fits a group of properties: a question with “who” asks for no
/// year, and one with “why” for no property at all.
fn fits_question_word(question: &str, group: Option<&WordSection>) -> bool {
    let mut fits = true;
    tokenize::for_each_word(question, &mut |word| {
        for (asked, _) in QUESTION_WORDS.iter().filter(|(_, words)| words.contains(&word)) {
            fits &= match group {
                // “How much” asks for a number; the “how” of it says nothing.
                Some(group) if *asked == REASON => group.name.ends_with(" much"),
                Some(group) => group.name.split(' ').skip(1).any(|name| name == *asked),
                None => *asked != REASON,
            };
        }
    });
    fits
}

/// The words of a text that name something, or by which a property is asked for.
fn naming_words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    tokenize::for_each_word(text, &mut |word| {
        // The “s” of “Anna's birthday” is no word.
        let word = word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word);
        let names_something =
            !is_stop_word_of_any_language(word) && !is_question_word(word) && word.len() > 1;
        if names_something || is_in_any_group(word) {
            words.insert(word.to_owned());
        }
    });
    words
}

fn is_question_word(word: &str) -> bool {
    QUESTION_WORDS.iter().any(|(_, words)| words.contains(&word))
}

fn asks_in_unspaced_script(rest: &str, key: &str) -> bool {
    let words = sentence_traits::without_unspaced_question_words(rest);
    let named: String = words.chars().filter(|c| c.is_alphanumeric()).collect();
    let group = group_of(key).map_or(&[] as &[&str], |group| group.words.as_slice());
    let asks_for_key =
        named.contains(&fold_case(key)) || group.iter().any(|word| named.contains(word));
    asks_for_key && named.chars().count() <= MAX_UNSPACED_CHARACTERS
}

fn is_in_any_group(word: &str) -> bool {
    PROPERTY_GROUPS.iter().any(|it| it.words.contains(&word))
}

/// The group of words that ask for a property: all words of its key must belong to it, besides neutral
/// ones such as the `date` of `date-of-birth`.
fn group_of(key: &str) -> Option<&'static WordSection> {
    let words = key_words(key);
    let is_neutral = |word: &&String| NEUTRAL_WORDS.contains(word.as_str());
    let (neutral, own): (Vec<&String>, Vec<&String>) = words.iter().partition(is_neutral);
    let telling = if own.is_empty() { neutral } else { own };
    let has_all = |it: &&WordSection| telling.iter().all(|word| it.words.contains(&word.as_str()));
    PROPERTY_GROUPS.iter().find(has_all).filter(|_| !telling.is_empty())
}

/// The words of a key such as `date-of-birth`.
fn key_words(key: &str) -> BTreeSet<String> {
    let key = fold_case(key);
    let words = key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_asked_for_by_name_and_in_other_words() {
        for (question, title, key) in [
            ("Who wrote Entangled Life?", "Entangled Life", "author"),
            ("Who is the author of “Entangled Life”?", "Entangled Life", "authors"),
            ("Wer hat Momo geschrieben?", "Momo", "autor"),
            ("Qui a écrit Candide ?", "Candide", "author"),
            ("In which year was Entangled Life published?", "Entangled Life", "year"),
            ("When is Anna Berg's birthday?", "Anna Berg", "birthday"),
            ("When was Anna Berg born?", "Anna Berg", "date-of-birth"),
            ("What is the status of Balcony compost?", "Balcony compost", "status"),
            ("What is the DOI of Drake 2013?", "Drake 2013", "doi"),
            ("Wann ist der Geburtstag von Anna Berg?", "Anna Berg", "geburtstag"),
            ("How much did the Old kettle cost?", "Old kettle", "price"),
            ("Where was Anna Berg born?", "Anna Berg", "birthplace"),
            ("《三体》的作者是谁？", "三体", "author"),
        ] {
            assert!(asks_for_property(question, title, key), "{question}");
        }
    }

    #[test]
    fn other_questions_about_a_note_ask_for_no_property() {
        for (question, title, key) in [
            ("Who wrote on Entangled Life in the newspaper?", "Entangled Life", "author"),
            ("Who wrote Entangled Lives?", "Entangled Life", "author"),
            ("What does Entangled Life say on fungi?", "Entangled Life", "author"),
            ("Who wrote Entangled Life?", "Entangled Life", "year"),
            ("How much water does Soil hold?", "Soil", "status"),
            ("Entangled Life?", "Entangled Life", "author"),
            ("Why was Entangled Life written?", "Entangled Life", "author"),
            ("When was Entangled Life written?", "Entangled Life", "author"),
            ("Where was Entangled Life published?", "Entangled Life", "year"),
            ("When was Anna Berg born?", "Anna Berg", "birthplace"),
            ("When was Dune published?", "Children of Dune", "year"),
            ("When was Dune published?", "Dune", "date-modified"),
            ("When was Dune published?", "Dune", "due-date"),
            ("Who wrote the book?", "Book shelf", "author"),
            ("What is the year of the paper?", "Paper", "doi"),
        ] {
            assert!(!asks_for_property(question, title, key), "{question}");
        }
    }
}
