//! Labels as they stand in a note: stretches of words that name something, counted over the note
//! and weighed.

use std::collections::BTreeSet;

use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::local::emphasis::compared;
use crate::local::phrasing::{WORD, Word, Wording};
use crate::local::term_weight::{self, Scale, Use};

/// A label has so many words.
const MAX_WORDS: usize = 5;
/// The shortest label: two words, or as much of a script without spaces as says the same.
const MIN_SIZE: usize = 2 * WORD;
const MIN_UNSPACED: usize = 3;
/// Nouns on `-ed` are short: bed, seed, speed.
const LONGEST_NOUN_ON_ED: usize = 5;
/// The most words or characters of a label.
const MAX_PARTS: usize = 8;

/// The stems of a label in order, filled up with `NONE`.
type Key = [u32; MAX_PARTS];
const NONE: u32 = u32::MAX;

/// A stretch of the note that could be a label.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase<'a> {
    /// As it stands where it stands first.
    pub text: &'a str,
    /// How telling it is.
    pub score: f32,
    /// How often it stands in the note.
    pub count: usize,
    /// Whether it is a heading, a link or in bold, or is written like a name throughout: there is
    /// more to it than that its words stand side by side.
    pub distinct: bool,
    /// The first sentence that says something about it; a heading only names it.
    pub sentence: usize,
}

/// The phrases of a note.
#[derive(Debug, Default)]
pub struct Phrases<'a> {
    /// Most telling first.
    pub all: Vec<Phrase<'a>>,
    /// The numbers of the phrases of each sentence, most telling first.
    by_sentence: Vec<Vec<usize>>,
}

/// One place where a phrase stands.
struct Spot<'a> {
    key: Key,
    sentence: usize,
    position: usize,
    marked: bool,
    text: &'a str,
    words: &'a [Word],
    /// The stems of the telling words right before it and right behind, if there are any.
    beside: [Option<u32>; 2],
}

impl<'a> Phrases<'a> {
    /// Finds and weighs all phrases; those that are `marked` weigh more.
    pub fn of(
        wording: &'a Wording<'a>,
        marked: &BTreeSet<String>,
        language: Language,
        around: &dyn CorpusStats,
    ) -> Self {
        let spots = spots(wording, marked, language);
        let scale = Scale::of(wording, around);
        let same = spots.chunk_by(|a, b| a.key == b.key);
        let mut found: Vec<(Phrase<'a>, &[Spot<'a>])> =
            same.filter_map(|same| Some((phrase(same, marked, &scale)?, same))).collect();
        found
            .sort_by(|(a, _), (b, _)| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(b.text)));
        let mut by_sentence = vec![Vec::new(); wording.sentences.len()];
        for (number, (_, same)) in found.iter().enumerate() {
            for spot in *same {
                if let Some(phrases) = by_sentence.get_mut(spot.sentence) {
                    phrases.push(number);
                }
            }
        }
        Self { all: found.into_iter().map(|(phrase, _)| phrase).collect(), by_sentence }
    }

    /// The phrases of a sentence, most telling first.
    pub fn of_sentence(&self, sentence: usize) -> impl Iterator<Item = &Phrase<'a>> {
        let numbers = self.by_sentence.get(sentence).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().filter_map(|number| self.all.get(*number))
    }
}

/// All places of all phrases, those of the same phrase together and in order.
fn spots<'a>(
    wording: &'a Wording<'a>,
    marked: &BTreeSet<String>,
    language: Language,
) -> Vec<Spot<'a>> {
    let mut spots = Vec::new();
    let mut position = 0;
    for (number, sentence) in wording.sentences.iter().enumerate() {
        let within = Within {
            text: sentence.text,
            number,
            position,
            marked: marked.contains(&compared(sentence.text)),
        };
        for run in sentence.runs() {
            spots_of_run(&within, run, language, &mut spots);
        }
        position += sentence.words.len();
    }
    spots.sort_by(|a, b| a.key.cmp(&b.key).then(a.position.cmp(&b.position)));
    spots
}

/// The sentence around a run.
struct Within<'a> {
    text: &'a str,
    number: usize,
    /// Words of the note before it.
    position: usize,
    /// Whether it is a heading.
    marked: bool,
}

fn spots_of_run<'a>(
    within: &Within<'a>,
    run: &'a [Word],
    language: Language,
    spots: &mut Vec<Spot<'a>>,
) {
    for first in 0..run.len() {
        for end in first + 1..=run.len().min(first + MAX_PARTS) {
            let words = run.get(first..end).unwrap_or_default();
            let Some(text) = stretch(within.text, words) else { continue };
            if !is_label(text, words, language) {
                continue;
            }
            let mut key = [NONE; MAX_PARTS];
            for (place, word) in key.iter_mut().zip(words) {
                *place = word.stem.unwrap_or(NONE);
            }
            let beside = |at: Option<usize>| run.get(at?).and_then(|word| word.stem);
            let beside = [beside(first.checked_sub(1)), beside(Some(end))];
            spots.push(Spot {
                key,
                sentence: within.number,
                position: within.position + first,
                marked: within.marked,
                text,
                words,
                beside,
            });
        }
    }
}

/// The text from the first word to the last.
pub fn stretch<'a>(sentence: &'a str, words: &[Word]) -> Option<&'a str> {
    sentence.get(words.first()?.start..words.last()?.end)
}

fn is_label(text: &str, words: &[Word], language: Language) -> bool {
    let size: usize = words.iter().map(|word| word.size).sum();
    let least = if words.iter().any(|word| word.size < WORD) { MIN_UNSPACED } else { MIN_SIZE };
    let most = if words.iter().all(|word| word.size < WORD) { MAX_PARTS } else { MAX_WORDS };
    size >= least && words.len() <= most && ends_with_noun(text, language)
}

/// Whether the last word may be a noun, as far as its letters show.
pub fn ends_with_noun(text: &str, language: Language) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    match language {
        Language::German => last.starts_with(char::is_uppercase),
        // “Partners involved” is cut from a sentence; “raised bed” is not.
        Language::English => last.len() <= LONGEST_NOUN_ON_ED || !last.ends_with("ed"),
        _ => true,
    }
}

fn phrase<'a>(same: &[Spot<'a>], marked: &BTreeSet<String>, scale: &Scale) -> Option<Phrase<'a>> {
    let first = same.first()?;
    let count = same.len();
    let [before, behind] = [0, 1].map(|side| cut_off(same, side));
    // What stands once in a longer run is a piece of it, not a thing of its own.
    if count == 1 && before + behind > 0.0 {
        return None;
    }
    let used = Use {
        count,
        position: first.position,
        cut_before: before,
        cut_behind: behind,
        marked: same.iter().any(|spot| spot.marked) || marked.contains(&compared(first.text)),
    };
    let score = term_weight::score(&scale.features(first.text, first.words, &used));
    let is_name = first.words.len() > 1 && first.words.iter().all(|word| word.capital);
    let distinct = used.marked || is_name;
    let telling = same.iter().find(|spot| !spot.marked).unwrap_or(first);
    Some(Phrase { text: first.text, score, count, distinct, sentence: telling.sentence })
}

/// In which share of its places a phrase has the same telling word beside it. A phrase that goes
/// on in many ways is whole, one that always goes on in the same way is a piece of a longer one.
fn cut_off(same: &[Spot<'_>], side: usize) -> f32 {
    let mut beside: Vec<u32> =
        same.iter().filter_map(|spot| spot.beside.get(side).copied().flatten()).collect();
    beside.sort_unstable();
    let most = beside.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0);
    most as f32 / same.len().max(1) as f32
}
