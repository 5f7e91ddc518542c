//! Classifies sentences by a few typical words and characters: whether a sentence can be understood
//! alone, is about its writer, has a number, or asks for one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::language::{
    Language, LazyPhraseSet, WordList, WordSet, is_unspaced_script, sentence_split, word_list,
};

/// The words by which sentences are classified, as several lists in one file.
pub const SENTENCE_WORD_LISTS: &str = include_str!("sentence_words.txt");

static CONTEXT_DEPENDENT_FIRST_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "context_dependent_openers"));
static OPENING_PRONOUNS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "opening_pronouns"));
static PERSON_PRONOUNS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "person_pronouns"));
/// Pronouns of scripts without spaces that stand for something in the sentence before.
static UNSPACED_OPENERS: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "unspaced_openers"));
/// Words by which writers refer to themselves, such as “I” and “my”.
static FIRST_PERSON_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "first_person"));
static FOLLOW_UP_QUESTION_PRONOUNS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "follow_up_pronouns"));

static QUESTION_CONJUNCTIONS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "question_conjunctions"));

/// Words with which a sentence begins that points to another note.
static POINTING_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "pointing_words"));

/// A sentence that begins with such a word and has more words than this may say something as well.
const MAX_POINTER_WORDS: usize = 8;

/// Characters that words of sentences don't have.
const CODE_CHARACTERS: [char; 8] = ['{', '}', '<', '>', '=', '_', '\\', '|'];
/// Characters with which code begins, and no sentence.
const CODE_OPENERS: [char; 6] = ['{', '<', '#', '$', '/', '|'];
/// Minimum number of words with such characters in code: a sentence may name a command.
const MIN_CODE_WORDS: usize = 2;

/// Phrases of sentences that point to their neighbours, in lower case.
static NEIGHBOUR_PHRASES: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "neighbour_phrases"));

/// Phrases of what pages say about themselves, in lower case.
static PAGE_BOILERPLATE: LazyPhraseSet =
    LazyLock::new(|| word_list::phrase_set(SENTENCE_WORD_LISTS, "page_boilerplate"));

/// Words that say when something happens.
static TIME_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "time_words"));

/// Numbers in words.
static NUMBER_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "number_words"));

/// Characters that are numbers in Chinese and Japanese. The character for one is left out, because it
/// is mostly an article.
const UNSPACED_NUMERALS: &str = "二三四五六七八九十百千万亿億两両";

/// Verbs with which a question only asks for the thing that it names next, by the English name of their language.
static LIGHT_VERBS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(SENTENCE_WORD_LISTS).into_iter();
    sections.filter_map(|it| Some((it.name.strip_prefix("light_verbs ")?, it.words))).collect()
});

/// A word with fewer letters may be the end of another one by chance.
const MIN_COMPOUND_PART_LETTERS: usize = 5;
/// Words of questions in scripts without spaces, longer ones before their parts.
static UNSPACED_QUESTION_WORDS: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "unspaced_question_words"));

/// Replaces the question words of scripts without spaces by spaces.
pub fn without_unspaced_question_words(question: &str) -> String {
    if !question.chars().any(is_unspaced_script) {
        return question.to_owned();
    }
    let words = UNSPACED_QUESTION_WORDS.iter();
    words.fold(question.to_owned(), |text, word| text.replace(word, " "))
}

/// Parts of headings above what the user believes and has not checked, in lower case.
static BELIEF_HEADINGS: LazyPhraseSet =
    LazyLock::new(|| word_list::phrase_set(SENTENCE_WORD_LISTS, "belief_headings"));

/// Whether the text below a heading is what the user believes (“Claims”, “What I believe”).
pub fn is_belief_heading(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    BELIEF_HEADINGS.is_any_in(&heading)
}

/// Whether a sentence refers to something named before it, and so can't be understood alone.
pub fn depends_on_context(sentence: &str) -> bool {
    lowercase_words(sentence)
        .next()
        .is_some_and(|first| CONTEXT_DEPENDENT_FIRST_WORDS.contains(&*first))
}

/// Whether a text has a pronoun for something in the sentence before it: at its beginning, or for
/// a person whom it does not name (“Lamps alone, she wrote, …”). Unlike [`depends_on_context`], articles
/// and adverbs don't count.
pub fn refers_to_sentence_before(sentence: &str) -> bool {
    lowercase_words(sentence).next().is_some_and(|first| OPENING_PRONOUNS.contains(&*first))
        || UNSPACED_OPENERS.iter().any(|opener| sentence.starts_with(opener))
        || has_person_without_name(sentence)
}

/// Whether a pronoun stands for a person, and no capitalised word before it can be the person's name. The
/// first word of a sentence is always capitalised, so it is no sign of a name.
fn has_person_without_name(text: &str) -> bool {
    let sentences = sentence_split::whole_sentences(text).into_iter();
    let mut words = sentences.flat_map(|sentence| text_words(sentence).skip(1));
    let is_person = |word: &&str| PERSON_PRONOUNS.contains(*word);
    let named = words.find(|word| is_person(word) || word.starts_with(char::is_uppercase));
    named.as_ref().is_some_and(is_person)
}

/// Whether a sentence does nothing but point to another note (“See Water for coffee.”).
pub fn only_points_elsewhere(sentence: &str) -> bool {
    let mut words = lowercase_words(sentence);
    let points = words.next().is_some_and(|first| POINTING_WORDS.contains(&*first));
    points && words.count() < MAX_POINTER_WORDS
}

/// Whether a sentence points to the one before or after it (“the latter”, “the following”).
pub fn points_to_neighbours(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    NEIGHBOUR_PHRASES.iter().any(|phrase| {
        let is_whole_word = |at: usize| {
            let before = lower.get(..at).and_then(|text| text.chars().next_back());
            phrase.starts_with(is_unspaced_script) || !before.is_some_and(char::is_alphanumeric)
        };
        lower.match_indices(phrase).any(|(at, _)| is_whole_word(at))
    })
}

/// Whether a page speaks about itself in a sentence, or to its readers (“Subscribe to our newsletter”).
pub fn is_page_boilerplate(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    PAGE_BOILERPLATE.is_any_in(&lower)
}

/// Whether a text is code, a command or a markup rather than a sentence.
pub fn is_code(text: &str) -> bool {
    let is_code_word = |word: &&str| {
        word.contains(CODE_CHARACTERS) || word.contains("://") || word.starts_with("--")
    };
    let code_words = text.split_whitespace().filter(is_code_word).count();
    // `$5` and `<5 %` are amounts.
    let is_amount = text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    (text.starts_with(CODE_OPENERS) && !is_amount)
        || (code_words >= MIN_CODE_WORDS && code_words * 3 >= text.split_whitespace().count())
}

/// Whether a question continues the question before it: “Are they …?”
pub fn is_follow_up_question(question: &str) -> bool {
    lowercase_words(question)
        .nth(1)
        .is_some_and(|second| FOLLOW_UP_QUESTION_PRONOUNS.contains(&*second))
}

/// The two parts of a question that are joined by a comma and a conjunction (“How much water does a tree
/// need, and who carries it?”): a sentence often answers only one of them. `None` if there are none.
pub fn question_parts(question: &str) -> Option<(&str, &str)> {
    // What stands before the first comma: “bread, wine, and cheese” is a list.
    let (first, rest) = question.split_once(", ")?;
    let (conjunction, second) = rest.split_once(' ')?;
    QUESTION_CONJUNCTIONS.contains(conjunction).then_some((first, second))
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
pub(super) fn lowercase_words(sentence: &str) -> impl Iterator<Item = String> + '_ {
    text_words(sentence).map(str::to_lowercase)
}

/// The words of a sentence as they are written.
pub(super) fn text_words(sentence: &str) -> impl Iterator<Item = &str> {
    let words = sentence.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    words.filter(|word| !word.is_empty())
}

/// Whether a text has all words of a sentence that say when something happens (“today”, “tomorrow”):
/// two sentences that differ in them don't say the same.
pub fn has_time_words_of(text: &str, sentence: &str) -> bool {
    let mut times =
        lowercase_words(sentence).filter(|word| TIME_WORDS.contains(&**word)).peekable();
    if times.peek().is_none() {
        return true;
    }
    let words: BTreeSet<String> = lowercase_words(text).collect();
    times.all(|word| words.contains(&word))
}

/// Whether a text contains a number in digits.
pub fn has_number(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// The numbers of a text, as digits or words.
pub fn numbers(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_numeric()).filter(|part| !part.is_empty());
    let words = lowercase_words(text).filter(|word| NUMBER_WORDS.contains(&**word));
    let unspaced = text.chars().filter(|c| UNSPACED_NUMERALS.contains(*c)).map(String::from);
    parts.map(str::to_owned).chain(words).chain(unspaced).collect()
}

/// Whether a verb only asks for the thing that a question names next: “How do I **make** cold brew?”
pub fn is_light_verb(lowercase_word: &str, language: Language) -> bool {
    let is_of_language = |(name, verbs): &(&str, Vec<&str>)| {
        *name == language.english_name() && verbs.contains(&lowercase_word)
    };
    LIGHT_VERBS.iter().any(is_of_language)
}

/// Whether a sentence has a word, or a compound that ends with it.
pub fn has_word_or_compound(sentence: &str, word: &str) -> bool {
    let is_long = word.chars().count() >= MIN_COMPOUND_PART_LETTERS;
    lowercase_words(sentence).any(|other| other == word || (is_long && other.ends_with(word)))
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
        assert!(refers_to_sentence_before("Lamps alone, she wrote, are no help."));
        assert!(!refers_to_sentence_before("Lamps, as Jane Jacobs wrote, are what she feared."));
        for independent in
            ["Tea keeps one awake.", "Iron rusts.", "Der Tee hält wach.", "茶含有咖啡因。"]
        {
            assert!(!depends_on_context(independent), "{independent}");
        }
        for code in ["<body>: Source code in a dialect.", "ExecStart=/usr/bin/a -f my_file up"] {
            assert!(is_code(code), "{code}");
        }
        assert!(
            is_page_boilerplate("Subscribe to our letter on tea.")
                && !is_page_boilerplate("Tea is read.")
        );
        assert!(points_to_neighbours("The gap between the two curves decides."));
        assert!(points_to_neighbours("后者更贵。") && !points_to_neighbours("Tea has two leaves."));
        assert!(!is_code("The option --build_all packs the image again."));
        assert!(has_word_or_compound("Die Wasserhärte ist 8.", "härte"));
        assert!(!has_word_or_compound("The graph is steep.", "ph"));
    }

    #[test]
    fn questions_of_two_parts_are_split() {
        let check = |question: &str, expected: Option<(&str, &str)>| {
            assert_eq!(question_parts(question), expected, "{question}");
        };
        check("Is tea old, and who found it?", Some(("Is tea old", "who found it?")));
        check("Hilft ein Sieb, oder reicht Tuch?", Some(("Hilft ein Sieb", "reicht Tuch?")));
        check("In May, which tea is sold?", None);
        check("Which tea is old and dear?", None);
        check("Where are tea, milk, and sugar sold?", None);
    }
}
