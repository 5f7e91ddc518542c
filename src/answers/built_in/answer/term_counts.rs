//! Counts the words of a question in texts, and scores texts by them.

use std::collections::{BTreeMap, BTreeSet};

use crate::answers::built_in::sentence_traits;
use crate::language::word_similarity;
use crate::language::{Language, is_thai, is_unspaced_script, stop_words, tokenize};
use crate::notes::index::CorpusStats;
use crate::values::StableSort;
use crate::values::text::add_steps;

/// Number of letters of a Thai text that count as a word.
const THAI_UNIT_LETTERS: usize = 5;

/// A text that is shorter than this share of the usual length has no further advantage, because it is a
/// fragment.
const MIN_LENGTH_SHARE: f32 = 0.5;
/// The BM25 parameter k1: how much each repetition of a word adds.
const SATURATION: f32 = 1.2;

/// Weight of a word that is common in texts of any subject, relative to others that are as rare in the
/// vault: in a small vault such a word may be rare by chance.
const GENERAL_WORD_WEIGHT: f32 = 0.45;
/// Weight of a number, relative to a word that is as rare: what is asked about one year or figure is seldom answered by
/// a sentence without it.
const NUMBER_WEIGHT: f32 = 1.5;

/// Maximum number of words of a question that count. Nobody asks so much in one question.
const MAX_QUESTION_WORDS: usize = 200;
/// Maximum number of terms that count as forms of one word of the question.
const MAX_SIMILAR_TERMS: usize = 100;

/// A word of the question, or a pair of characters in a script without spaces.
pub(super) struct QuestionWord {
    /// The search terms of the word: its stem, its form without diacritics, its parts.
    pub terms: Vec<String>,
    /// Words of the passages that count as this word, with the share to which they do: other forms
    /// and compounds.
    pub similar_terms: Vec<(String, f32)>,
    /// Whether the word is common in texts of any subject (“make”, “really”).
    pub is_general: bool,
    /// Whether it is a verb with which a question only asks for the thing that it names next: “How do I
    /// make cold brew?”
    pub is_light_verb: bool,
    /// How rare the word is in the vault.
    pub weight: f32,
}

impl QuestionWord {
    pub(super) fn is_number(&self) -> bool {
        let is_in_number = |c: char| c.is_numeric() || c == '.' || c == ',';
        self.terms.iter().any(|term| !term.is_empty() && term.chars().all(is_in_number))
    }

    /// How often the word occurs in a text; similar words count in part.
    pub(super) fn frequency(&self, text: &TermCounts) -> f32 {
        let own = self.terms.iter().map(|term| text.count(term)).fold(0.0, f32::max);
        let similar = self.similar_terms.iter().map(|(term, share)| share * text.count(term));
        own + similar.sum::<f32>()
    }
}

/// Frequencies of the search terms of a text.
pub(super) struct TermCounts {
    pub counts: BTreeMap<String, f32>,
    /// The number of words, or of characters in a script without spaces.
    pub word_count: f32,
}

impl TermCounts {
    pub(super) fn new(text: &str, language: Language) -> Self {
        let mut counts = BTreeMap::new();
        let mut word_count = 0.0;
        for_each_query_unit(text, language, &mut |_, terms| {
            word_count += 1.0;
            for term in terms {
                match counts.get_mut(term) {
                    Some(count) => *count += 1.0,
                    None => _ = counts.insert(term.clone(), 1.0),
                }
            }
        });
        Self { counts, word_count }
    }

    fn count(&self, term: &str) -> f32 {
        self.counts.get(term).copied().unwrap_or_default()
    }

    /// Whether a sentence has words of the question and others, or refers to the sentence before it.
    pub(super) fn may_answer(&self, words: &[QuestionWord], sentence: &str) -> bool {
        let is_asked = |term: &String| {
            words.iter().any(|word| {
                word.terms.contains(term) || word.similar_terms.iter().any(|(it, _)| it == term)
            })
        };
        let has_other_words = !self.counts.keys().all(is_asked);
        let has_question_word = self.covered_weight(words) > 0.0;
        has_other_words
            && (has_question_word || sentence_traits::refers_to_sentence_before(sentence))
    }

    /// The weight of the words of a question that the text contains.
    pub(super) fn covered_weight(&self, words: &[QuestionWord]) -> f32 {
        words.iter().map(|word| word.weight * word.frequency(self).min(1.0)).sum()
    }

    /// The BM25 score for the words of a question. `usual_length` is the usual number of words of
    /// such a text.
    pub(super) fn score(
        &self,
        words: &[QuestionWord],
        usual_length: f32,
        length_penalty: f32,
    ) -> f32 {
        self.score_by_frequency(words, usual_length, length_penalty, |word| word.frequency(self))
    }

    /// The same for words that count with another frequency.
    pub(super) fn score_by_frequency(
        &self,
        words: &[QuestionWord],
        usual_length: f32,
        length_penalty: f32,
        frequency: impl Fn(&QuestionWord) -> f32,
    ) -> f32 {
        let word_count = self.word_count.max(MIN_LENGTH_SHARE * usual_length);
        let length = 1.0 - length_penalty + length_penalty * word_count / usual_length;
        let word_score = |word: &QuestionWord| {
            let frequency = frequency(word);
            word.weight * frequency * (SATURATION + 1.0) / (frequency + SATURATION * length)
        };
        words.iter().map(word_score).sum()
    }
}

/// The sum of the weights of words.
pub(super) fn total_weight(words: &[QuestionWord]) -> f32 {
    words.iter().map(|word| word.weight).sum()
}

/// Calls `found` with each word of a text that is no stop word, and its search terms. In a script
/// without spaces, each pair of characters counts as a word.
fn for_each_query_unit(text: &str, language: Language, found: &mut dyn FnMut(&str, &[String])) {
    tokenize::for_each_word(text, &mut |word| {
        if word.starts_with(is_thai) {
            for_each_thai_unit(word, &mut |unit| found(unit, &[unit.to_owned()]));
            return;
        }
        if tokenize::is_in_unspaced_script(word) {
            tokenize::for_each_character_ngram(word, &mut |term, position| {
                if position.is_some() {
                    found(term, &[term.to_owned()]);
                }
            });
            return;
        }
        let terms = tokenize::word_terms(word, language);
        let terms = match language {
            // Without their diacritics most syllables are the same as some other one.
            Language::Vietnamese => terms.last().map(std::slice::from_ref).unwrap_or_default(),
            _ => &terms,
        };
        if !terms.is_empty() {
            found(word, terms);
        }
    });
}

/// Calls `found` with each run of a few letters of a Thai text. Most syllables have three to five letters,
/// so that shorter runs are in every text.
fn for_each_thai_unit(text: &str, found: &mut dyn FnMut(&str)) {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let length = THAI_UNIT_LETTERS.min(starts.len());
    for (first, start) in starts.iter().enumerate().take(starts.len() + 1 - length) {
        let end = starts.get(first + length).copied().unwrap_or(text.len());
        found(text.get(*start..end).unwrap_or_default());
    }
}

/// All terms of texts, each once.
pub(super) fn vocabulary<'c>(texts: impl Iterator<Item = &'c TermCounts>) -> Vec<&'c String> {
    let mut vocabulary: Vec<&String> = texts.flat_map(|text| text.counts.keys()).collect();
    vocabulary.sort();
    vocabulary.dedup();
    vocabulary
}

/// Returns the words of a question with the similar words in the vocabulary of the passages.
pub(super) fn question_words(
    question: &str,
    language: Language,
    vocabulary: &[&String],
    stats: &dyn CorpusStats,
) -> Vec<QuestionWord> {
    let mut words: Vec<QuestionWord> = Vec::new();
    let mut known: BTreeSet<Vec<String>> = BTreeSet::new();
    let question = sentence_traits::without_unspaced_question_words(question);
    for_each_query_unit(&question, language, &mut |word, terms| {
        add_steps(1);
        if words.len() < MAX_QUESTION_WORDS && known.insert(terms.to_vec()) {
            let word = word.to_lowercase();
            words.push(QuestionWord {
                terms: terms.to_vec(),
                similar_terms: Vec::new(),
                is_general: stop_words::is_stop_word(&word, language),
                is_light_verb: sentence_traits::is_light_verb(&word, language),
                weight: 0.0,
            });
        }
    });
    for word in &mut words {
        let similarity = |term: &&String| {
            let shares = word.terms.iter().map(|own| form_similarity(own, term));
            let share = shares.fold(0.0, f32::max);
            (share > 0.0).then(|| ((*term).clone(), share))
        };
        let mut similar: Vec<(String, f32)> = vocabulary.iter().filter_map(similarity).collect();
        if similar.len() > MAX_SIMILAR_TERMS {
            similar.stable_sort_by(|a, b| b.1.total_cmp(&a.1));
            similar.truncate(MAX_SIMILAR_TERMS);
        }
        let all = word.terms.iter().chain(similar.iter().map(|(term, _)| term));
        let rarity = all.map(|term| stats.sentence_rarity(term)).fold(f32::MAX, f32::min);
        let factor = match () {
            () if word.is_general => GENERAL_WORD_WEIGHT,
            () if word.is_number() => NUMBER_WEIGHT,
            () => 1.0,
        };
        word.weight = factor * rarity.max(0.0);
        word.similar_terms = similar;
    }
    words
}

/// How far another word counts as a word of the question, from 0 to 1: as another form of it, or as a
/// compound of it.
fn form_similarity(a: &str, b: &str) -> f32 {
    let is_unspaced = |term: &str| term.starts_with(is_unspaced_script);
    if a == b || is_unspaced(a) || is_unspaced(b) { 0.0 } else { word_similarity(a, b) }
}
