//! Prepares the words of a note for topic labels: which words name something, how often each stem
//! occurs, and where a label must end.

use std::collections::BTreeMap;

use crate::answers::built_in::verb;
use crate::language::{
    Language, RawWord, chinese_stop_words, is_unspaced_script, split_words, stop_words, tokenize,
};

/// Number of half words in an ordinary word. Sizes are counted in half words, because a character
/// of a script without spaces counts as half a word.
pub const HALF_WORDS_PER_WORD: usize = 2;

/// Minimum number of letters of a compound such as `Wasserhärte` (water hardness). In languages
/// with compounds, a word of this length counts as two words.
const MIN_COMPOUND_LETTERS: usize = 11;

/// A word of a note, with the properties that decide whether it can be part of a topic label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteWord {
    /// Byte offset of the word's start in the sentence.
    pub start_byte: usize,
    /// Byte offset of the word's end in the sentence.
    pub end_byte: usize,
    /// Index of the word's stem in `NoteWords::stem_counts`; `None` for a word that names nothing,
    /// such as a verb.
    pub stem_index: Option<u32>,
    /// Whether this word follows the previous word directly or after one space, without punctuation
    /// between them.
    pub is_adjacent_to_previous: bool,
    /// Whether the word has a capital letter other than the one at the start of the sentence.
    pub is_capitalized: bool,
    /// The size of the word in half words: usually 2, more for a compound, and 1 for a character of
    /// a script without spaces.
    pub size_in_half_words: usize,
}

impl NoteWord {
    /// Whether the word names something, unlike a stop word or a verb.
    pub fn is_content_word(&self) -> bool {
        self.stem_index.is_some()
    }
}

/// A stem and how often words with this stem occur in a note.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StemCount {
    /// The stem, in the form in which the search index contains it.
    pub stem: String,
    /// How often words with this stem occur in the note.
    pub count: u32,
}

/// A sentence of a note with its words.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteSentence<'a> {
    /// The sentence as plain text, without Markdown.
    pub text: &'a str,
    /// The words of the sentence in order.
    pub words: Vec<NoteWord>,
}

/// The words of a note, sentence by sentence.
#[derive(Debug, Default)]
pub struct NoteWords<'a> {
    /// The sentences of the note in order.
    pub sentences: Vec<NoteSentence<'a>>,
    /// The stems of all content words of the note, each once.
    pub stem_counts: Vec<StemCount>,
}

impl<'a> NoteWords<'a> {
    /// Splits sentences into words and counts their stems.
    pub fn new(sentences: &[&'a str], language: Language) -> Self {
        let mut builder =
            NoteWordsBuilder { language, words: Self::default(), known: BTreeMap::new() };
        for text in sentences {
            let words = builder.parse_sentence(text);
            builder.words.sentences.push(NoteSentence { text, words });
        }
        builder.words
    }

    /// How often the stem of a word occurs in the note.
    pub fn stem_count(&self, word: &NoteWord) -> u32 {
        let index = word.stem_index.and_then(|stem| usize::try_from(stem).ok());
        index.and_then(|index| self.stem_counts.get(index)).map_or(0, |stem| stem.count)
    }
}

impl NoteSentence<'_> {
    /// The sequences of adjacent content words in this sentence.
    pub fn content_word_runs(&self) -> impl Iterator<Item = &[NoteWord]> {
        let continues = |before: &NoteWord, word: &NoteWord| {
            word.is_adjacent_to_previous && before.is_content_word() && word.is_content_word()
        };
        let runs = self.words.chunk_by(continues);
        runs.filter(|run| run.first().is_some_and(NoteWord::is_content_word))
    }

    /// The word as written in this sentence.
    pub fn word_text(&self, word: &NoteWord) -> &str {
        self.text.get(word.start_byte..word.end_byte).unwrap_or_default()
    }
}

struct NoteWordsBuilder<'a> {
    language: Language,
    words: NoteWords<'a>,
    /// The words read so far in lower case, each with the index of its stem.
    known: BTreeMap<String, Option<u32>>,
}

impl NoteWordsBuilder<'_> {
    /// Splits a sentence into words and counts their stems.
    fn parse_sentence(&mut self, text: &str) -> Vec<NoteWord> {
        let raw_words = split_words(text, self.language);
        let excluded = match self.language {
            Language::English => verb::verb_flag_per_word(&raw_words),
            Language::Chinese => chinese_stop_words::stop_character_flags(
                &raw_words.iter().map(|word| word.text).collect::<Vec<_>>(),
            ),
            _ => Vec::new(),
        };
        let mut words = Vec::with_capacity(raw_words.len());
        for (at, raw) in raw_words.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| raw_words.get(at));
            let may_name = match excluded.get(at) {
                Some(true) => false,
                // For a character of a script without spaces no other check is needed: its flag
                // already considers the characters around it.
                Some(false) if raw.text.starts_with(is_unspaced_script) => true,
                _ => may_be_content_word(raw),
            };
            let is_person = is_in_person_name(raw, before, raw_words.get(at + 1));
            let is_content = may_name && !is_measurement_unit(raw, before) && !is_person;
            let stem = if is_content { self.word_stem_index(&raw.lowercase_text) } else { None };
            if let Some(stem) = stem.and_then(|stem| self.words.stem_counts.get_mut(stem as usize))
            {
                stem.count += 1;
            }
            words.push(NoteWord {
                start_byte: raw.start_byte,
                end_byte: raw.start_byte + raw.text.len(),
                stem_index: stem,
                is_adjacent_to_previous: raw.is_adjacent_to_previous,
                is_capitalized: is_capitalized(raw.text, at),
                size_in_half_words: word_size_in_half_words(raw.text, self.language),
            });
        }
        words
    }

    /// The index of a word's stem in `stem_counts`; `None` for a stop word.
    fn word_stem_index(&mut self, lowercase_word: &str) -> Option<u32> {
        if let Some(known) = self.known.get(lowercase_word) {
            return *known;
        }
        // A word such as `est-il`, which consists of stop words only, is a stop word too.
        let mut parts = lowercase_word.split('-');
        let index = if parts.all(|part| stop_words::is_stop_word(part, self.language)) {
            None
        } else {
            tokenize::stem_unless_stop_word(lowercase_word, self.language)
                .map(|term| self.find_or_add_stem(term))
        };
        self.known.insert(lowercase_word.to_owned(), index);
        index
    }

    /// The index of a stem in `stem_counts`; adds the stem if it is new.
    fn find_or_add_stem(&mut self, term: String) -> u32 {
        let key = format!("{}{term}", tokenize::EXACT_FORM_PREFIX);
        if let Some(Some(index)) = self.known.get(&key) {
            return *index;
        }
        let index = u32::try_from(self.words.stem_counts.len()).unwrap_or(u32::MAX);
        self.words.stem_counts.push(StemCount { stem: term, ..StemCount::default() });
        self.known.insert(key, Some(index));
        index
    }
}

/// Whether a word may name something, judged by its characters: a number or a single small letter
/// does not.
fn may_be_content_word(raw: &RawWord<'_>) -> bool {
    let mut letters = raw.text.chars();
    match (letters.next(), letters.next()) {
        (Some(only), None) if is_unspaced_script(only) => !stop_words::is_cjk_stop_character(only),
        (Some(only), None) => only.is_uppercase(),
        _ if raw.text.chars().all(stop_words::is_cjk_stop_character) => false,
        _ => raw.text.chars().any(char::is_alphabetic),
    }
}

/// Whether a short word is the unit of the number before it, as in `15 g` and `95 mg`.
fn is_measurement_unit(raw: &RawWord<'_>, before: Option<&RawWord<'_>>) -> bool {
    let follows_number = before.is_some_and(|word| word.text.chars().all(|c| !c.is_alphabetic()));
    let starts_with_digit = raw.text.starts_with(|c: char| c.is_ascii_digit());
    let letters = raw.text.chars().filter(|c| c.is_alphabetic()).count();
    let follows =
        follows_number || raw.is_second_part_of_unit || (starts_with_digit && letters <= 1);
    raw.text.is_ascii() && letters <= 3 && follows
}

/// Whether a word belongs to the name of a person with a form of address, such as “Mr Hartwig”. The
/// user knows such people, so their names are no topics for research.
fn is_in_person_name(
    raw: &RawWord<'_>,
    before: Option<&RawWord<'_>>,
    after: Option<&RawWord<'_>>,
) -> bool {
    let follows_honorific =
        before.is_some_and(|word| stop_words::is_honorific(&word.lowercase_text));
    let is_honorific = || {
        after.is_some_and(RawWord::is_capitalized) && stop_words::is_honorific(&raw.lowercase_text)
    };
    raw.is_capitalized() && (follows_honorific || is_honorific())
}

/// Whether a word has a capital letter other than the one at the start of the sentence.
/// `word_index` is the index of the word in the sentence.
fn is_capitalized(word: &str, word_index: usize) -> bool {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    capitals > 1 || (word_index > 0 && word.starts_with(char::is_uppercase))
}

/// The size of a word in half words: usually 2. A long word in a language with compounds, such as
/// German, counts as two words.
fn word_size_in_half_words(word: &str, language: Language) -> usize {
    let letters = word.chars().count();
    let has_compounds = matches!(
        language,
        Language::German
            | Language::Dutch
            | Language::Danish
            | Language::Norwegian
            | Language::Swedish
            | Language::Finnish
            | Language::Hungarian
    );
    match word.chars().next() {
        Some('\u{ac00}'..='\u{d7af}') => HALF_WORDS_PER_WORD,
        Some(c) if is_unspaced_script(c) => letters.min(2 * HALF_WORDS_PER_WORD),
        _ if has_compounds && letters >= MIN_COMPOUND_LETTERS => 2 * HALF_WORDS_PER_WORD,
        _ => HALF_WORDS_PER_WORD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the sequences of content words in a sentence with `expected`.
    fn check(sentence: &str, expected: &[&str]) {
        let words = NoteWords::new(&[sentence], Language::detect(sentence));
        let runs = words.sentences.iter().flat_map(|sentence| {
            let text =
                |run: &[NoteWord]| sentence.text.get(run.first()?.start_byte..run.last()?.end_byte);
            sentence.content_word_runs().filter_map(text).collect::<Vec<_>>()
        });
        assert_eq!(runs.collect::<Vec<_>>(), expected, "{sentence}");
    }

    #[test]
    fn runs_end_at_stop_words_punctuation_and_numbers() {
        check("The state-of-the-art kiln, a brick oven", &["state-of-the-art kiln", "brick oven"]);
        check("It has 15 g of vitamin C and 95 mg caffeine", &["vitamin C", "caffeine"]);
        check("In 17.8 mg/L calcium carbonate, at 8 °dH", &["calcium carbonate"]);
        check("Ask Mr Hartwig or Dr. Sommer about tree pits", &["tree pits"]);
        check("Rain (soft water) fell", &["Rain", "soft water"]);
    }

    #[test]
    fn scripts_without_spaces_are_split_at_stop_characters() {
        check("堆肥的温度会升高。", &["堆肥", "温度", "升高"]);
        check("コーヒーの香り", &["コーヒー", "香"]);
        check("커피는 아침에 좋은 음료", &["커피", "아침", "좋은 음료"]);
    }

    #[test]
    fn words_with_one_stem_are_counted_together() {
        let words = NoteWords::new(&["One kiln here.", "Two kilns there."], Language::English);
        let counts: Vec<_> = words.stem_counts.iter().map(|s| (s.stem.as_str(), s.count)).collect();
        assert_eq!(counts, [("kiln", 2)]);
    }
}
