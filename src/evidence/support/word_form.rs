//! The properties of a word that are the same wherever it occurs in a text, such as its stem. A
//! text repeats its words, so each word is analysed only once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::LazyLock;

use crate::evidence::support::word_sense::{SenseLexicon, WordSense};
use crate::language::{Language, tokenize, word_list};

/// Word lists for comparing claims with evidence, such as common stems and words often stressed by
/// capitals.
pub const CLAIM_WORD_LISTS: &str = include_str!("claim_words.txt");

/// A word with the properties that are the same wherever it occurs in a text.
#[derive(Debug, Clone, Default)]
pub struct WordForm {
    /// The word as written.
    pub as_written: String,
    /// The word in lower case.
    pub lowercase_word: String,
    /// The stem by which words are compared.
    pub stem: String,
    /// Index of the stem in the list of all stems of the text.
    pub stem_index: usize,
    /// Number of letters of the word as written.
    pub letter_count: usize,
    /// Whether the word is a stop word, which is not compared.
    pub is_stop_word: bool,
    /// Whether the word is an abbreviation that would be a stop word in small letters: `WHO`, `US`.
    pub is_abbreviation: bool,
    /// What the word tells about its statement: it negates, asks, reports a result or has an
    /// opposite. `None` for most words.
    pub sense: Option<WordSense>,
}

/// How a sentence uses capital letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capitalization {
    /// Capitals mark names and abbreviations.
    Normal,
    /// Most letters are capitals, so a capital does not mark a name or an abbreviation.
    AllCapitals,
}

/// Analyses the words of a text and keeps the results, so that each distinct word is analysed once.
pub struct WordFormCache<'t> {
    language: Language,
    senses: &'static SenseLexicon,
    known: BTreeMap<(u64, &'t str), Rc<WordForm>>,
    stem_indexes: BTreeMap<String, usize>,
    stems: Vec<Rc<WordForm>>,
}

impl<'t> WordFormCache<'t> {
    /// Creates an empty cache for a text that is parsed with the rules of this language.
    pub fn new(language: Language) -> Self {
        let senses = SenseLexicon::for_language(language);
        let (known, stem_indexes) = (BTreeMap::new(), BTreeMap::new());
        Self { language, senses, known, stem_indexes, stems: Vec::new() }
    }

    /// Returns the properties of a word. Each distinct word is analysed only once, except in
    /// sentences in capitals.
    pub fn get_or_analyze(
        &mut self,
        written: &'t str,
        capitalization: Capitalization,
    ) -> Rc<WordForm> {
        if capitalization == Capitalization::AllCapitals {
            return self.assign_stem_index(self.analyze_word(written, capitalization));
        }
        let key = (first_eight_bytes(written), written);
        if let Some(form) = self.known.get(&key) {
            return Rc::clone(form);
        }
        let form = self.assign_stem_index(self.analyze_word(written, capitalization));
        self.known.insert(key, Rc::clone(&form));
        form
    }

    /// Returns the properties of two neighbouring characters, which are compared like a word in a
    /// script without spaces.
    pub fn analyze_character_pair(&mut self, pair: String) -> Rc<WordForm> {
        let (lower, letters) = (pair.to_lowercase(), pair.chars().count());
        let form = WordForm {
            stem: pair.clone(),
            as_written: pair,
            lowercase_word: lower,
            letter_count: letters,
            ..WordForm::default()
        };
        self.assign_stem_index(form)
    }

    /// Returns for each stem the first word that has it, in the order of the stem indexes.
    pub fn into_forms_by_stem_index(self) -> Vec<Rc<WordForm>> {
        self.stems
    }

    /// Finds the stem of a word, its sense, and whether it is a stop word or an abbreviation.
    fn analyze_word(&self, written: &str, capitalization: Capitalization) -> WordForm {
        let plain = normalize_dots_and_greek(written);
        let stem = tokenize::stem_unless_stop_word(&plain, self.language);
        let lower = plain.to_lowercase();
        // `us` is a pronoun, although search doesn't treat it as a stop word.
        let may_be_word = stem.is_none() || lower == "us";
        let is_abbreviation =
            may_be_word && capitalization == Capitalization::Normal && is_abbreviation(&plain);
        WordForm {
            as_written: written.to_owned(),
            lowercase_word: written.to_lowercase(),
            letter_count: written.chars().count(),
            is_stop_word: stem.is_none() && !is_abbreviation,
            is_abbreviation,
            sense: self.senses.sense_of(&lower),
            stem: stem.unwrap_or(lower),
            stem_index: 0,
        }
    }

    /// Sets the stem index of a word. A stop word keeps the index 0, because it is not compared.
    fn assign_stem_index(&mut self, mut form: WordForm) -> Rc<WordForm> {
        if form.is_stop_word {
            return Rc::new(form);
        }
        if let Some(index) = self.stem_indexes.get(&form.stem) {
            form.stem_index = *index;
            return Rc::new(form);
        }
        form.stem_index = self.stems.len();
        self.stem_indexes.insert(form.stem.clone(), form.stem_index);
        let form = Rc::new(form);
        self.stems.push(Rc::clone(&form));
        form
    }
}

/// Words that are often written in capitals for emphasis, such as `NOT`, and so are no
/// abbreviations.
static WORDS_CAPITALIZED_FOR_EMPHASIS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| word_list::word_set(CLAIM_WORD_LISTS, "stressed_words"));

/// Whether a word is an abbreviation in capitals (`WHO`, `US`, `IT`) and not an ordinary word that
/// is stressed by capitals.
fn is_abbreviation(word: &str) -> bool {
    let is_capital = |byte: u8| byte.is_ascii_uppercase();
    word.len() > 1 && word.bytes().all(is_capital) && !WORDS_CAPITALIZED_FOR_EMPHASIS.contains(word)
}

/// Returns the first eight bytes as a number. Most words differ in it, and numbers are compared
/// faster than texts.
fn first_eight_bytes(word: &str) -> u64 {
    let bytes = word.bytes().chain(std::iter::repeat(0)).take(8);
    bytes.fold(0, |number, byte| number << 8 | u64::from(byte))
}

/// Returns a word in the spelling by which names are compared: `U.S` as `US`, and Greek letters
/// among Latin ones by their names, because `NF-κB` is also written `NF-kappaB`.
pub fn normalize_dots_and_greek(word: &str) -> Cow<'_, str> {
    if is_dotted_abbreviation(word) {
        return Cow::Owned(word.replace('.', ""));
    }
    if word.is_ascii() || word.chars().filter(|c| is_greek(*c)).count() > 2 {
        return Cow::Borrowed(word);
    }
    let mut plain = String::with_capacity(word.len());
    for c in word.chars() {
        match GREEK_LETTER_NAMES.iter().find(|(letter, _)| *letter == c) {
            Some((_, name)) => plain.push_str(name),
            None => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Whether a word consists of single capitals with dots between them: `U.S`.
fn is_dotted_abbreviation(written: &str) -> bool {
    let is_in_place = |(at, byte): (usize, u8)| {
        if at % 2 == 0 { byte.is_ascii_uppercase() } else { byte == b'.' }
    };
    written.len() > 2 && written.bytes().enumerate().all(is_in_place)
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}')
}

/// The Greek letters that are used in scientific names, with their names in Latin letters.
const GREEK_LETTER_NAMES: [(char, &str); 14] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('Δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('θ', "theta"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('σ', "sigma"),
    ('ω', "omega"),
    ('µ', "mu"),
];
