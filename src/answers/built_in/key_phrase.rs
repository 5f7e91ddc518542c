//! Finds the key phrases of a note: sequences of content words (words that name something) that
//! could be topic labels. Counts and scores them over the whole note.

use std::collections::BTreeSet;

use crate::answers::built_in::emphasis::comparison_key;
use crate::answers::built_in::note_words::{
    HALF_WORDS_PER_WORD, NoteSentence, NoteWord, NoteWords,
};
use crate::answers::built_in::phrase_score::{self, PhraseUsage, StemStats};
use crate::language::Language;
use crate::notes::index::CorpusStats;
use crate::values::StableSort;

/// Maximum number of words of a phrase in a script with spaces.
const MAX_PHRASE_WORDS: usize = 5;
/// Minimum size of a phrase: two words. Sizes are counted in half words, because a character of a
/// script without spaces counts as half a word.
const MIN_PHRASE_HALF_WORDS: usize = 2 * HALF_WORDS_PER_WORD;
/// Minimum number of characters of a phrase in a script without spaces, where three characters say
/// as much as two words.
const MIN_UNSPACED_PHRASE_CHARACTERS: usize = 3;
/// Maximum number of letters of an English word in `-ed` that may be a noun (bed, seed, speed). A
/// longer word in `-ed` counts as a participle.
const MAX_NOUN_LETTERS_WITH_ED_ENDING: usize = 5;
/// Maximum number of characters of a phrase in a script without spaces, and the length of every
/// `StemIndexes`.
const MAX_UNSPACED_PHRASE_CHARACTERS: usize = 8;

/// Maximum number of occurrences of phrases that are counted: those of some hundred pages. Of a longer
/// note, only the beginning has key phrases.
const MAX_OCCURRENCES: usize = 400_000;

/// The stems of a phrase in order, as indexes in `NoteWords::stem_counts`. Unused elements of the
/// array have the value `NO_STEM_INDEX`.
type StemIndexes = [u32; MAX_UNSPACED_PHRASE_CHARACTERS];
const NO_STEM_INDEX: u32 = u32::MAX;

/// A phrase of the note that could be a topic label.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyPhrase<'a> {
    /// The phrase as written at its first occurrence.
    pub text: &'a str,
    /// How well the phrase describes the note: higher is better.
    pub score: f32,
    /// How often the phrase occurs in the note.
    pub occurrence_count: usize,
    /// Whether the phrase is a heading, a link or in bold, or all its words are capitalized. Other
    /// phrases may be words that are neighbours by chance.
    pub is_emphasized_or_name: bool,
    /// Index of the first sentence that contains the phrase and is not a heading. If only headings
    /// contain it, the index of the first heading.
    pub first_sentence_index: usize,
}

/// The key phrases of a note, by score and by sentence.
#[derive(Debug, Default)]
pub struct KeyPhrases<'a> {
    /// All phrases, highest score first.
    pub phrases: Vec<KeyPhrase<'a>>,
    /// For each sentence the indexes of its phrases in `phrases`, highest score first.
    by_sentence: Vec<Vec<usize>>,
}

/// One occurrence of a phrase in the note.
struct PhraseOccurrence<'a> {
    stems: StemIndexes,
    sentence: usize,
    position: usize,
    in_heading: bool,
    text: &'a str,
    words: &'a [NoteWord],
    /// The stems of the content words directly before and after the phrase, if there are any.
    neighbours: [Option<u32>; 2],
}

impl<'a> KeyPhrases<'a> {
    /// Finds and scores all phrases. Phrases in `emphasized`, the headings, bold words and links of
    /// the note, score higher.
    pub fn new(
        words: &'a NoteWords<'a>,
        emphasized: &BTreeSet<String>,
        language: Language,
        stats: &dyn CorpusStats,
    ) -> Self {
        let occurrences = phrase_occurrences(words, emphasized, language);
        let stem_stats = StemStats::new(words, stats);
        let groups = occurrences.chunk_by(|a, b| a.stems == b.stems);
        let mut found: Vec<(KeyPhrase<'a>, &[PhraseOccurrence<'a>])> = groups
            .filter_map(|group| Some((build_key_phrase(group, emphasized, &stem_stats)?, group)))
            .collect();
        found.stable_sort_by(|(a, _), (b, _)| {
            b.score.total_cmp(&a.score).then_with(|| a.text.cmp(b.text))
        });
        let mut by_sentence = vec![Vec::new(); words.sentences.len()];
        for (index, (_, group)) in found.iter().enumerate() {
            for occurrence in *group {
                if let Some(phrases) = by_sentence.get_mut(occurrence.sentence) {
                    phrases.push(index);
                }
            }
        }
        Self { phrases: found.into_iter().map(|(phrase, _)| phrase).collect(), by_sentence }
    }

    /// The phrases of a sentence, highest score first.
    pub fn phrases_in_sentence(
        &self,
        sentence_index: usize,
    ) -> impl Iterator<Item = &KeyPhrase<'a>> {
        let indexes = self.by_sentence.get(sentence_index).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().filter_map(|index| self.phrases.get(*index))
    }
}

/// Returns all occurrences of all phrases, grouped by phrase. The occurrences of one phrase are in
/// their order in the note.
fn phrase_occurrences<'a>(
    words: &'a NoteWords<'a>,
    emphasized: &BTreeSet<String>,
    language: Language,
) -> Vec<PhraseOccurrence<'a>> {
    let mut occurrences = Vec::new();
    let mut position = 0;
    for (index, sentence) in words.sentences.iter().enumerate() {
        let place = SentencePosition {
            sentence,
            index,
            position,
            is_heading: emphasized.contains(&comparison_key(sentence.text)),
        };
        for run in sentence.content_word_runs() {
            collect_occurrences(&place, run, language, &mut occurrences);
        }
        position += sentence.words.len();
    }
    occurrences.stable_sort_by(|a, b| a.stems.cmp(&b.stems).then(a.position.cmp(&b.position)));
    occurrences
}

/// A sentence and its place in the note.
struct SentencePosition<'a> {
    sentence: &'a NoteSentence<'a>,
    index: usize,
    /// Number of words of the note before the sentence.
    position: usize,
    is_heading: bool,
}

/// Adds every part of a sequence of content words that could be a topic label.
fn collect_occurrences<'a>(
    sentence_position: &SentencePosition<'a>,
    run: &'a [NoteWord],
    language: Language,
    occurrences: &mut Vec<PhraseOccurrence<'a>>,
) {
    for first in 0..run.len() {
        if occurrences.len() >= MAX_OCCURRENCES {
            return;
        }
        for end in first + 1..=run.len().min(first + MAX_UNSPACED_PHRASE_CHARACTERS) {
            let words = run.get(first..end).unwrap_or_default();
            let Some(text) = text_spanned_by_words(sentence_position.sentence.text, words) else {
                continue;
            };
            if !is_label_candidate(text, words, language) {
                continue;
            }
            let mut stems = [NO_STEM_INDEX; MAX_UNSPACED_PHRASE_CHARACTERS];
            for (stem, word) in stems.iter_mut().zip(words) {
                *stem = word.stem_index.unwrap_or(NO_STEM_INDEX);
            }
            let neighbour = |at: Option<usize>| run.get(at?).and_then(|word| word.stem_index);
            occurrences.push(PhraseOccurrence {
                stems,
                sentence: sentence_position.index,
                position: sentence_position.position + first,
                in_heading: sentence_position.is_heading,
                text,
                words,
                neighbours: [neighbour(first.checked_sub(1)), neighbour(Some(end))],
            });
        }
    }
}

/// The part of a sentence from the first to the last of `words`.
pub fn text_spanned_by_words<'a>(sentence: &'a str, words: &[NoteWord]) -> Option<&'a str> {
    sentence.get(words.first()?.start_byte..words.last()?.end_byte)
}

fn is_label_candidate(text: &str, words: &[NoteWord], language: Language) -> bool {
    let size: usize = words.iter().map(|word| word.size_in_half_words).sum();
    let is_unspaced = |word: &NoteWord| word.size_in_half_words < HALF_WORDS_PER_WORD;
    let min_size = if words.iter().any(is_unspaced) {
        MIN_UNSPACED_PHRASE_CHARACTERS
    } else {
        MIN_PHRASE_HALF_WORDS
    };
    let max_words = if words.iter().all(is_unspaced) {
        MAX_UNSPACED_PHRASE_CHARACTERS
    } else {
        MAX_PHRASE_WORDS
    };
    size >= min_size && words.len() <= max_words && may_end_with_noun(text, language)
}

/// Whether the last word of a text may be a noun, judged by its first letter (German) or its ending
/// (English). Always true in other languages.
pub fn may_end_with_noun(text: &str, language: Language) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    match language {
        Language::German => last.starts_with(char::is_uppercase),
        // In “partners involved” the last word is a participle; in “raised bed” it is a noun.
        Language::English => last.len() <= MAX_NOUN_LETTERS_WITH_ED_ENDING || !last.ends_with("ed"),
        _ => true,
    }
}

/// Builds a key phrase from all its occurrences. Returns `None` if it is only a part of a longer
/// phrase.
fn build_key_phrase<'a>(
    occurrences: &[PhraseOccurrence<'a>],
    emphasized: &BTreeSet<String>,
    stem_stats: &StemStats,
) -> Option<KeyPhrase<'a>> {
    let first = occurrences.first()?;
    let count = occurrences.len();
    let [same_before, same_behind] =
        [0, 1].map(|side| most_frequent_neighbour_share(occurrences, side));
    // A phrase that occurs only once, directly beside another content word, is a part of a longer
    // phrase.
    if count == 1 && same_before + same_behind > 0.0 {
        return None;
    }
    let usage = PhraseUsage {
        occurrence_count: count,
        words_before_first_occurrence: first.position,
        same_previous_word_share: same_before,
        same_next_word_share: same_behind,
        is_emphasized: occurrences.iter().any(|occurrence| occurrence.in_heading)
            || emphasized.contains(&comparison_key(first.text)),
    };
    let score =
        phrase_score::phrase_score(&stem_stats.phrase_features(first.text, first.words, &usage));
    let is_name = first.words.len() > 1 && first.words.iter().all(|word| word.is_capitalized);
    let described = occurrences.iter().find(|occurrence| !occurrence.in_heading).unwrap_or(first);
    Some(KeyPhrase {
        text: first.text,
        score,
        occurrence_count: count,
        is_emphasized_or_name: usage.is_emphasized || is_name,
        first_sentence_index: described.sentence,
    })
}

/// Returns the share of a phrase's occurrences that have its most frequent neighbour on one side
/// (0: before the phrase, 1: after it). If every occurrence has the same neighbour, the phrase is a
/// part of a longer phrase.
fn most_frequent_neighbour_share(occurrences: &[PhraseOccurrence<'_>], side: usize) -> f32 {
    let neighbours =
        occurrences.iter().filter_map(|occurrence| *occurrence.neighbours.get(side)?);
    let mut neighbours: Vec<u32> = neighbours.collect();
    neighbours.sort_unstable();
    let most = neighbours.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0);
    most as f32 / occurrences.len().max(1) as f32
}
