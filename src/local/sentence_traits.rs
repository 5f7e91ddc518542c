//! Classifies sentences by a few typical words and characters: whether a sentence can be understood
//! alone, is about its writer, has a number, or asks for one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::index::language::is_unspaced_script;
use crate::note::sentence_split;
use crate::text::word_list::{self, PhraseSet, WordList, WordSet};

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
static PAGE_BOILERPLATE: PhraseSet =
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

/// Phrases by which a question asks for a number (“how many”).
static NUMBER_QUESTION_PHRASES: PhraseSet =
    LazyLock::new(|| word_list::phrase_set(SENTENCE_WORD_LISTS, "number_questions"));

/// Words for what is given as a number (“dose”), by the words behind which a question asks for it (“which”).
static QUANTITIES: LazyLock<Vec<(Vec<&str>, Vec<&str>)>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(SENTENCE_WORD_LISTS).into_iter();
    let question_words = |name: &'static str| name.strip_prefix("quantities ");
    let lists = sections.filter_map(|it| Some((question_words(it.name)?, it.words)));
    lists.map(|(question_words, words)| (question_words.split(' ').collect(), words)).collect()
});
/// The words between “what” and a quantity that ends the question: “What **is the** best ratio”.
static FORMS_OF_BE_WITH_ARTICLE: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "forms_of_be_with_article"));

/// Verbs with which a question only asks for the thing that it names next.
static LIGHT_VERBS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "light_verbs"));

/// Phrases by which a question asks how many there are of what it names next.
static COUNTING_QUESTION_PHRASES: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "counting_questions"));

/// Words of units that mean other things as well.
static AMBIGUOUS_UNITS: WordSet =
    LazyLock::new(|| word_list::word_set(SENTENCE_WORD_LISTS, "ambiguous_units"));

/// Number of words at the beginning of a question that may ask for a number.
const NUMBER_QUESTION_WORDS: usize = 3;
/// A word with fewer letters may be the end of another one by chance.
const MIN_COMPOUND_PART_LETTERS: usize = 5;
/// One word may stand between “What is the” and the quantity: “What is the best ratio”.
const MAX_WORDS_FROM_ARTICLE_TO_QUANTITY: usize = 2;

/// Phrases of questions for a number, by the dimension of the units that answer them.
static DIMENSION_QUESTION_PHRASES: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let sections = word_list::parse_phrase_sections(SENTENCE_WORD_LISTS).into_iter();
    sections.filter_map(|it| Some((it.name.strip_prefix("asks ")?, it.words))).collect()
});

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
static BELIEF_HEADINGS: PhraseSet =
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
fn lowercase_words(sentence: &str) -> impl Iterator<Item = String> + '_ {
    text_words(sentence).map(str::to_lowercase)
}

/// The words of a sentence as they are written.
fn text_words(sentence: &str) -> impl Iterator<Item = &str> {
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

/// Whether a question asks for a number.
pub fn asks_for_number(question: &str) -> bool {
    let question = question.to_lowercase();
    NUMBER_QUESTION_PHRASES.is_any_in(&question) || asked_quantity(&question).is_some()
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
        candidates.into_iter().find(|word| quantities.contains(word)).map(str::to_owned)
    })
}

/// Whether a verb only asks for the thing that a question names next: “How do I **make** cold brew?”
pub fn is_light_verb(lowercase_word: &str) -> bool {
    LIGHT_VERBS.contains(lowercase_word)
}

/// Whether a sentence has a word, or a compound that ends with it.
pub fn has_word_or_compound(sentence: &str, word: &str) -> bool {
    let is_long = word.chars().count() >= MIN_COMPOUND_PART_LETTERS;
    lowercase_words(sentence).any(|other| other == word || (is_long && other.ends_with(word)))
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
        assert!(asks_for_number("Bis wann ist Kaffee gut?") && asks_for_number("最多放多少？"));
        assert!(!asks_for_number("Why is the sky blue?") && !asks_for_number("Wie heißt der Ort?"));
        assert_eq!(asked_quantity("What is the best ratio of milk?").as_deref(), Some("ratio"));
        assert_eq!(asked_quantity("Bei welcher Temperatur?").as_deref(), Some("temperatur"));
        for (question, quantity) in [
            ("Was ist die beste Temperatur?", "temperatur"),
            ("Quelle est l'altitude du col ?", "altitude"),
            ("Qual è la temperatura dell'acqua?", "temperatura"),
            ("Qual é a temperatura da água?", "temperatura"),
            ("Wat is het gewicht van een ei?", "gewicht"),
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
        assert!(has_word_or_compound("Die Wasserhärte ist 8.", "härte"));
        assert!(!has_word_or_compound("The graph is steep.", "ph"));
        assert_eq!(asked_dimension("Wie lange zieht Tee?"), Some("time"));
        assert_eq!(asked_dimension("How much does tea cost?"), Some("money"));
        assert_eq!(asked_dimension("How many leaves has tea?"), None);
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
