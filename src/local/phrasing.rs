//! The words of a note as labels need them: which name something, and where a label may not
//! reach across.

use std::collections::BTreeMap;

use unicode_segmentation::UnicodeSegmentation;

use crate::index::language::{Language, is_unspaced};
use crate::index::tokenize;
use crate::local::{han, stop_words, verb};

/// A length of one ordinary word; a character of a script without spaces counts half of it.
pub const WORD: usize = 2;

/// From this length on a compound (`Wasserhärte`) says what other languages say in two words.
const COMPOUND_LETTERS: usize = 11;

/// A word of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its bytes in the sentence.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The number of its stem; none for a word that names nothing.
    pub stem: Option<u32>,
    /// Whether nothing but a space stands between it and the word before.
    pub joined: bool,
    /// Whether it is written like a name: with a capital, and not because the sentence begins.
    pub capital: bool,
    /// Its length, where an ordinary word has `WORD`.
    pub size: usize,
}

/// What is counted of all words with the same stem.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stem {
    /// The search term.
    pub term: String,
    /// How often it stands in the note.
    pub count: u32,
}

/// A sentence and its words.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence<'a> {
    /// As it stands in the plain text.
    pub text: &'a str,
    /// In order.
    pub words: Vec<Word>,
}

/// All words of a note.
#[derive(Debug, Default)]
pub struct Wording<'a> {
    /// In order.
    pub sentences: Vec<Sentence<'a>>,
    /// By number.
    pub stems: Vec<Stem>,
}

impl<'a> Wording<'a> {
    /// Cuts sentences into words.
    pub fn of(sentences: &[&'a str], language: Language) -> Self {
        let mut reader = Reader { language, wording: Self::default(), known: BTreeMap::new() };
        for text in sentences {
            let words = reader.words(text);
            reader.wording.sentences.push(Sentence { text, words });
        }
        reader.wording
    }

    /// How often a word stands in the note.
    pub fn count(&self, word: &Word) -> u32 {
        let number = word.stem.and_then(|stem| usize::try_from(stem).ok());
        number.and_then(|number| self.stems.get(number)).map_or(0, |stem| stem.count)
    }
}

impl Sentence<'_> {
    /// The stretches of words that name something, with nothing between them.
    pub fn runs(&self) -> impl Iterator<Item = &[Word]> {
        let apart = |before: &Word, word: &Word| !word.joined || before.stem.is_none();
        let runs = self.words.chunk_by(move |a, b| !apart(a, b) && b.stem.is_some());
        runs.filter(|run| run.first().is_some_and(|word| word.stem.is_some()))
    }
}

struct Reader<'a> {
    language: Language,
    wording: Wording<'a>,
    /// Words in lower case, each with the number of its stem.
    known: BTreeMap<String, Option<u32>>,
}

/// A word before it is known what it names.
pub struct Piece<'t> {
    start: usize,
    text: &'t str,
    /// In lower case.
    pub lower: String,
    /// Whether nothing but a space stands before it.
    pub joined: bool,
    /// Whether it is the rest of a unit: the `L` of `mg/L`, the `dH` of `°dH`.
    divides: bool,
}

impl Reader<'_> {
    fn words(&mut self, text: &str) -> Vec<Word> {
        let pieces = pieces(text, self.language);
        let in_the_way = match self.language {
            Language::English => verb::verbs(&pieces),
            Language::Chinese => {
                han::idle(&pieces.iter().map(|piece| piece.text).collect::<Vec<_>>())
            }
            _ => Vec::new(),
        };
        let mut words = Vec::with_capacity(pieces.len());
        for (at, piece) in pieces.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| pieces.get(at));
            let names = match in_the_way.get(at) {
                Some(true) => false,
                // Which characters name something was decided with those around them.
                Some(false) if piece.text.starts_with(is_unspaced) => true,
                _ => names_something(piece),
            };
            let person = is_person(piece, before, pieces.get(at + 1));
            let names = names && !is_unit(piece, before) && !person;
            let stem = if names { self.stem(&piece.lower) } else { None };
            if let Some(stem) = stem.and_then(|stem| self.wording.stems.get_mut(stem as usize)) {
                stem.count += 1;
            }
            words.push(Word {
                start: piece.start,
                end: piece.start + piece.text.len(),
                stem,
                joined: piece.joined,
                capital: is_name(piece.text, at == 0),
                size: size(piece.text, self.language),
            });
        }
        words
    }

    fn stem(&mut self, lower: &str) -> Option<u32> {
        if let Some(known) = self.known.get(lower) {
            return *known;
        }
        // `est-il` is made of small words only.
        let mut parts = lower.split('-');
        let number = if parts.all(|part| stop_words::is_idle(part, self.language)) {
            None
        } else {
            tokenize::term(lower, self.language).map(|term| self.number(term))
        };
        self.known.insert(lower.to_owned(), number);
        number
    }

    /// The number of a term; a stem may be reached from several words.
    fn number(&mut self, term: String) -> u32 {
        let marked = format!("{}{term}", tokenize::EXACT_FORM_PREFIX);
        if let Some(Some(number)) = self.known.get(&marked) {
            return *number;
        }
        let number = u32::try_from(self.wording.stems.len()).unwrap_or(u32::MAX);
        self.wording.stems.push(Stem { term, ..Stem::default() });
        self.known.insert(marked, Some(number));
        number
    }
}

impl Piece<'_> {
    /// Whether it is written with small letters, as no name is.
    pub fn is_small(&self) -> bool {
        self.text.starts_with(char::is_lowercase)
    }
}

/// The words of a sentence; parts with a hyphen between them are one word.
fn pieces(text: &str, language: Language) -> Vec<Piece<'_>> {
    let mut bounds: Vec<(usize, usize)> = Vec::new();
    for (start, word) in text.unicode_word_indices() {
        let end = start + word.len();
        match bounds.last_mut() {
            Some(last) if matches!(text.get(last.1..start), Some("-" | "‐" | "‑")) => {
                last.1 = end
            }
            _ => bounds.push((start, end)),
        }
    }
    let mut behind = 0;
    let mut pieces = Vec::with_capacity(bounds.len());
    for (start, end) in bounds {
        let word = text.get(start..end).unwrap_or_default();
        let word = if language == Language::Korean { without_particle(word) } else { word };
        let gap = text.get(behind..start).unwrap_or_default();
        let joined = gap == " " || (gap.is_empty() && word.starts_with(is_unspaced));
        let divides = gap.ends_with(['/', '°']);
        pieces.push(Piece { start, text: word, lower: word.to_lowercase(), joined, divides });
        behind = start + word.len();
    }
    pieces
}

/// A Korean word without the particle at its end, which belongs to the sentence.
fn without_particle(word: &str) -> &str {
    // These end hardly any noun, so that a noun of one syllable may stand before them.
    const PLAIN: [&str; 9] = ["에서", "으로", "에게", "까지", "부터", "을", "를", "의", "에"];
    const AMBIGUOUS: [&str; 9] = ["처럼", "보다", "은", "는", "이", "가", "로", "와", "과"];
    let strip = |particles: &[&str], least: usize| {
        let mut bare = particles.iter().filter_map(|particle| word.strip_suffix(particle));
        bare.find(|bare| bare.chars().count() >= least)
    };
    strip(&PLAIN, 1).or_else(|| strip(&AMBIGUOUS, 2)).unwrap_or(word)
}

fn names_something(piece: &Piece<'_>) -> bool {
    let mut letters = piece.text.chars();
    match (letters.next(), letters.next()) {
        (Some(only), None) if is_unspaced(only) => !stop_words::is_idle_character(only),
        (Some(only), None) => only.is_uppercase(),
        _ if piece.text.chars().all(stop_words::is_idle_character) => false,
        _ => piece.text.chars().any(char::is_alphabetic),
    }
}

/// Whether a short word behind a figure is the unit of it, as in `15 g` and `95 mg`.
fn is_unit(piece: &Piece<'_>, before: Option<&Piece<'_>>) -> bool {
    let figure = before.is_some_and(|before| before.text.chars().all(|c| !c.is_alphabetic()));
    let starts_with_figure = piece.text.starts_with(|c: char| c.is_ascii_digit());
    let letters = piece.text.chars().filter(|c| c.is_alphabetic()).count();
    let behind = figure || piece.divides || (starts_with_figure && letters <= 1);
    piece.text.is_ascii() && letters <= 3 && behind
}

/// Whether it belongs to the name of somebody the writer knows, “Mr Hartwig”: nobody to look up.
fn is_person(piece: &Piece<'_>, before: Option<&Piece<'_>>, after: Option<&Piece<'_>>) -> bool {
    let is_capital = |piece: Option<&Piece<'_>>| {
        piece.is_some_and(|piece| piece.text.starts_with(char::is_uppercase))
    };
    is_capital(Some(piece))
        && (before.is_some_and(|before| stop_words::is_title(&before.lower))
            || (is_capital(after) && stop_words::is_title(&piece.lower)))
}

fn is_name(word: &str, first: bool) -> bool {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    if first { capitals > 1 } else { capitals > 1 || word.starts_with(char::is_uppercase) }
}

fn size(word: &str, language: Language) -> usize {
    let letters = word.chars().count();
    let compounds = matches!(
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
        Some('\u{ac00}'..='\u{d7af}') => WORD,
        Some(c) if is_unspaced(c) => letters.min(2 * WORD),
        _ if compounds && letters >= COMPOUND_LETTERS => 2 * WORD,
        _ => WORD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stretches of words that name something.
    fn check(sentence: &str, expected: &[&str]) {
        let wording = Wording::of(&[sentence], Language::detect(sentence));
        let runs = wording.sentences.iter().flat_map(|sentence| {
            let text = |run: &[Word]| sentence.text.get(run.first()?.start..run.last()?.end);
            sentence.runs().filter_map(text).collect::<Vec<_>>()
        });
        assert_eq!(runs.collect::<Vec<_>>(), expected, "{sentence}");
    }

    #[test]
    fn labels_do_not_reach_across_small_words_marks_and_figures() {
        check("The state-of-the-art kiln, a brick oven", &["state-of-the-art kiln", "brick oven"]);
        check("It has 15 g of vitamin C and 95 mg caffeine", &["vitamin C", "caffeine"]);
        check("In 17.8 mg/L calcium carbonate, at 8 °dH", &["calcium carbonate"]);
        check("Ask Mr Hartwig or Dr. Sommer about tree pits", &["tree pits"]);
        check("Rain (soft water) fell", &["Rain", "soft water"]);
    }

    #[test]
    fn scripts_without_spaces_are_cut_at_the_characters_that_join() {
        check("堆肥的温度会升高。", &["堆肥", "温度", "升高"]);
        check("コーヒーの香り", &["コーヒー", "香"]);
        check("커피는 아침에 좋은 음료", &["커피", "아침", "좋은 음료"]);
    }

    #[test]
    fn words_with_one_stem_are_counted_together() {
        let wording = Wording::of(&["One kiln here.", "Two kilns there."], Language::English);
        let counts: Vec<_> = wording.stems.iter().map(|s| (s.term.as_str(), s.count)).collect();
        assert_eq!(counts, [("kiln", 2)]);
    }
}
