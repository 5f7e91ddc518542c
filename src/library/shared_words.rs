//! Chooses the words that explain why two notes are related: words that both notes use, that are
//! rare in the vault, and that name something.

use std::collections::BTreeMap;

use crate::language::{Language, general_words, is_unspaced_script, tokenize};
use crate::notes::note::{Outline, prose, report_section};
use crate::values::StableSort;

/// Maximum number of words listed for a related note: more words explain nothing.
const MAX_SHARED_WORDS: usize = 3;

/// A word is not listed if its score is below this share of the best score.
const MIN_SHARE_OF_BEST_SCORE: f32 = 0.15;

/// The score of a word grows by this factor for each of the two notes that has it in its title or a
/// heading.
const HEADING_FACTOR: f32 = 1.25;

/// Number of occurrences at which a word has half of the weight that any number of them can give.
const HALF_WEIGHT_COUNT: f32 = 2.0;

/// Two stems are taken for forms of one word if one of them begins with the other, which has at least
/// this many bytes, and has at most `MAX_SUFFIX_BYTES` more: `grind` and `grinder`.
const MIN_COMMON_STEM_BYTES: usize = 4;
const MAX_SUFFIX_BYTES: usize = 3;

/// In scripts without spaces, texts of two up to this many characters count as words.
const MAX_UNSPACED_WORD_CHARACTERS: usize = 6;

/// Maximum number of characters in scripts without spaces that are read of a note. The words that
/// explain a note best occur early.
const MAX_UNSPACED_CHARACTERS: usize = 2_000;

/// The words of a note by their stems; in scripts without spaces, its sequences of characters.
pub struct NoteVocabulary {
    words: BTreeMap<String, WordUse>,
}

/// The stems of a note's words, in scripts without spaces its pairs of characters, with weights: rare and frequent ones
/// count more.
pub struct TermVector {
    weights: BTreeMap<String, f32>,
    length: f32,
}

impl TermVector {
    /// How much of its subject one note shares with another, from 0 to 1: the cosine of the vectors. Notes that share
    /// only their language share nothing.
    pub fn similarity(&self, other: &Self) -> f32 {
        let shared = other
            .weights
            .iter()
            .filter_map(|(term, theirs)| Some(self.weights.get(term)? * theirs));
        shared.sum::<f32>() / (self.length * other.length).max(f32::MIN_POSITIVE)
    }
}

/// How a note uses a word.
#[derive(Default)]
struct WordUse {
    count: usize,
    is_in_heading: bool,
    /// The forms as they are written, each with the number of its occurrences.
    forms: Vec<(String, usize)>,
    /// In scripts without spaces: whether it occurs at the start and at the end of a sequence of
    /// characters that may be a word.
    starts_run: bool,
    ends_run: bool,
}

impl NoteVocabulary {
    /// Reads the words of a note. Leaves out reports of Ibid, numbers and general words.
    pub fn read(title: &str, markdown: &str) -> Self {
        let markdown = report_section::without_reports(markdown);
        let language = Language::detect(&markdown);
        let mut reader = VocabularyReader {
            note: Self { words: BTreeMap::new() },
            language,
            unspaced_characters: 0,
        };
        let outline = Outline::parse(&markdown);
        let headings = outline.headings.iter().map(|heading| heading.text.as_str());
        for heading in std::iter::once(title).chain(headings) {
            reader.read_text(&prose::plain_text(heading), TextPlace::Heading);
        }
        reader.read_text(&prose::plain_text(&markdown), TextPlace::Body);
        reader.note
    }

    /// Whether a search term is the stem of a word, or a pair of characters, that the note uses and
    /// that is no general word.
    pub fn contains(&self, term: &str) -> bool {
        self.words.contains_key(term)
    }

    /// The words as a vector, by which the note is compared with others. `rarity` returns how rare a search term is in
    /// the vault.
    pub fn term_vector(&self, rarity: &dyn Fn(&str) -> f32) -> TermVector {
        // Longer sequences of characters are made of the same pairs.
        let is_term = |key: &str| !key.starts_with(is_unspaced_script) || key.chars().count() == 2;
        let terms = self.words.iter().filter(|(key, _)| is_term(key));
        // Squared, because notes on different subjects share common words, too.
        let weight = |key: &str, used: &WordUse| used.weight() * rarity(key).powi(2);
        let weights: BTreeMap<String, f32> =
            terms.map(|(key, used)| (key.clone(), weight(key, used))).collect();
        let length = weights.values().map(|weight| weight * weight).sum::<f32>().sqrt();
        TermVector { weights, length }
    }

    /// The words that explain best why `other` is related to this note, best first, in the form in
    /// which `other` has them. `rarity` returns how rare a search term is in the vault.
    pub fn most_telling_shared_words(
        &self,
        other: &Self,
        rarity: &dyn Fn(&str) -> f32,
    ) -> Vec<String> {
        let shared = other.words.iter().filter_map(|(key, theirs)| {
            let own = self.words.get(key).filter(|own| is_probably_whole(key, own, theirs))?;
            let rarity = key_rarity(key, rarity);
            // Squared, because a word that both notes often use may still be a common word.
            Some((own.weight() * theirs.weight() * rarity * rarity, key, theirs))
        });
        let mut ranked: Vec<(f32, &String, &WordUse)> = shared.collect();
        ranked.stable_sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.len().cmp(&a.1.len())));
        let best = ranked.first().map_or(0.0, |(score, _, _)| *score);
        ranked.retain(|(score, _, _)| *score >= best * MIN_SHARE_OF_BEST_SCORE);
        let mut chosen: Vec<(&str, &str)> = Vec::new();
        for (_, key, theirs) in ranked {
            let is_new = !chosen.iter().any(|(known, _)| is_same_word(known, key));
            if is_new && chosen.len() < MAX_SHARED_WORDS {
                chosen.push((key, theirs.usual_form()));
            }
        }
        chosen.into_iter().map(|(_, form)| form.to_owned()).collect()
    }
}

/// Whether words of a note are read from its title and headings or from its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextPlace {
    Heading,
    Body,
}

impl WordUse {
    fn add(&mut self, form: &str, place: TextPlace) {
        // Headings are also part of the text, where they are counted.
        let occurrences = usize::from(place == TextPlace::Body);
        self.is_in_heading |= place == TextPlace::Heading;
        self.count += occurrences;
        match self.forms.iter_mut().find(|(known, _)| known == form) {
            Some((_, count)) => *count += occurrences,
            None => self.forms.push((form.to_owned(), occurrences)),
        }
    }

    fn weight(&self) -> f32 {
        let count = self.count.max(1) as f32;
        let factor = if self.is_in_heading { HEADING_FACTOR } else { 1.0 };
        factor * count / (count + HALF_WEIGHT_COUNT)
    }

    /// The most frequent form. A form without a capital counts once more, because a capital may only
    /// begin a sentence or a heading.
    fn usual_form(&self) -> &str {
        let rank = |(form, count): &&(String, usize)| {
            let is_lowercase = form.chars().all(|c| !c.is_uppercase());
            (count + usize::from(is_lowercase), is_lowercase)
        };
        self.forms.iter().rev().max_by_key(rank).map_or("", |(form, _)| form)
    }
}

/// Whether two stems are of one word. In scripts without spaces, whether one is a part of the other.
fn is_same_word(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    if short.starts_with(is_unspaced_script) {
        return long.contains(short);
    }
    let suffix = long.strip_prefix(short);
    short.len() >= MIN_COMMON_STEM_BYTES
        && suffix.is_some_and(|suffix| suffix.len() <= MAX_SUFFIX_BYTES)
}

/// Whether a word is long enough to say something: three letters, or an abbreviation of two capital
/// letters. Units such as `mg` are not.
fn is_long_enough(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    letters.len() > 2 || (letters.len() == 2 && letters.iter().all(|c| c.is_uppercase()))
}

/// How rare a word is. Of a sequence of characters, the rarest pair counts, because the index has
/// only pairs.
fn key_rarity(key: &str, rarity: &dyn Fn(&str) -> f32) -> f32 {
    if !key.starts_with(is_unspaced_script) {
        return rarity(key);
    }
    let next = key.chars().skip(1);
    let pairs = key.chars().zip(next).map(|(a, b)| [a, b].iter().collect::<String>());
    pairs.map(|pair| rarity(&pair)).fold(0.0, f32::max)
}

/// Whether a shared word is probably a whole word and no half of one. In a script without spaces,
/// each of its ends must be the end of a sequence of characters in one of the notes. A Korean word
/// must begin the sequence in both, and particles may follow it.
fn is_probably_whole(key: &str, own: &WordUse, theirs: &WordUse) -> bool {
    match key.chars().next() {
        Some('\u{ac00}'..='\u{d7af}') => own.starts_run && theirs.starts_run,
        Some(first) if is_unspaced_script(first) => {
            (own.starts_run || theirs.starts_run) && (own.ends_run || theirs.ends_run)
        }
        _ => true,
    }
}

/// Collects the words of a note.
struct VocabularyReader {
    note: NoteVocabulary,
    language: Language,
    /// Number of characters in scripts without spaces that were read so far.
    unspaced_characters: usize,
}

impl VocabularyReader {
    fn read_text(&mut self, text: &str, place: TextPlace) {
        let mut words = Vec::new();
        tokenize::for_each_word(text, &mut |word| words.push(word));
        for word in words {
            if tokenize::is_in_unspaced_script(word) {
                self.read_unspaced(word, place);
            } else {
                self.read_word(word, place);
            }
        }
    }

    fn read_word(&mut self, word: &str, place: TextPlace) {
        let word = word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word);
        if !is_long_enough(word) || general_words::is_general(&word.to_lowercase(), self.language) {
            return;
        }
        if let Some(stem) = tokenize::stem_unless_stop_word(word, self.language) {
            self.note.words.entry(stem).or_default().add(word, place);
        }
    }

    fn read_unspaced(&mut self, text: &str, place: TextPlace) {
        for run in general_words::split_at_general_characters(text, self.language) {
            let ends: Vec<usize> = run.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
            self.unspaced_characters += ends.len();
            if self.unspaced_characters > MAX_UNSPACED_CHARACTERS {
                return;
            }
            let mut start = 0;
            for (first, end) in ends.iter().enumerate() {
                let longest = ends.iter().skip(first + 1).take(MAX_UNSPACED_WORD_CHARACTERS - 1);
                for word_end in longest {
                    let Some(word) = run.get(start..*word_end) else { continue };
                    let word_use = self.note.words.entry(word.to_owned()).or_default();
                    word_use.add(word, place);
                    word_use.starts_run |= start == 0;
                    word_use.ends_run |= *word_end == run.len();
                }
                start = *end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the words that two notes share. Terms that begin with `rar` are rare.
    fn check(own: (&str, &str), other: (&str, &str), expected: &[&str]) {
        let rarity = |term: &str| if term.starts_with("rar") { 5.0 } else { 2.0 };
        let [own, other] = [own, other].map(|(title, text)| NoteVocabulary::read(title, text));
        assert_eq!(own.most_telling_shared_words(&other, &rarity), expected);
    }

    #[test]
    fn rare_words_are_chosen_and_general_words_are_not() {
        check(
            ("A", "They lie first and need sencha itself, a rarity."),
            ("B", "The first lie needs a rarity, itself and sencha in 1999."),
            &["rarity", "sencha"],
        );
    }

    #[test]
    fn notes_on_one_subject_are_similar_and_notes_in_one_language_are_not() {
        let similarity = |own: &str, other: &str| {
            let [own, other] =
                [own, other].map(|text| NoteVocabulary::read("", text).term_vector(&|_| 2.0));
            own.similarity(&other)
        };
        assert!((similarity("Sencha in a mug.", "Sencha in a mug.") - 1.0).abs() < 1e-6);
        assert!(similarity("Sencha in a mug.", "Two mugs of tea.") > 0.3);
        assert!(similarity("堆肥的温度。", "厨余和堆肥。") > 0.2);
        assert_eq!(similarity("I first need sencha itself.", "The first lie needs itself."), 0.0);
        assert_eq!(similarity("堆肥的温度", "三体的文明"), 0.0);
        assert_eq!(similarity("Sencha", ""), 0.0);
    }

    #[test]
    fn words_of_titles_and_headings_come_first() {
        check(
            ("A", "# Mugs\n\nA mug, sencha, clay and stone."),
            ("Mugs", "Stone, clay, sencha; a mug of it."),
            &["mug", "sencha", "Stone"],
        );
    }

    #[test]
    fn each_word_is_listed_in_one_form_as_the_other_note_writes_it() {
        check(("A", "brewing brewed brew"), ("B", "Brewed tea. He brews, brews."), &["brews"]);
        check(("A", "the DNA of coffee"), ("B", "Coffee and coffee’s DNA"), &["coffee", "DNA"]);
        check(("A", "grind, grinder"), ("B", "grinder, grind, grind"), &["grind"]);
        check(("A", "the mg of the AI"), ("B", "The AI is in mg"), &["AI"]);
        check(("A", "stop"), ("B", "go"), &[]);
    }

    #[test]
    fn whole_words_are_chosen_in_scripts_without_spaces() {
        check(("A", "堆肥的温度。"), ("B", "厨余和堆肥。室内温度的。"), &["堆肥", "温度"]);
        check(("A", "大堆肥桶"), ("B", "小堆肥箱"), &[]);
        check(("A", "커피는 좋다"), ("B", "커피를 마신다"), &["커피"]);
        check(("A", "コーヒーを飲む"), ("B", "コーヒーは朝"), &["コーヒー"]);
    }
}
