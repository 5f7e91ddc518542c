//! Which notes answer a query best: BM25F over whole notes, and for the first hundred also their
//! best passage and how often neighbours of the query stand side by side. A note whose words are
//! spread thin loses against one that says it all in one place.

use super::bm25;
use super::catalogue::Catalogue;
use super::lexicon::Lexicon;
use super::look::Look;
use super::postings::Entry;
use super::wanted::Wanted;

/// How many notes are looked at passage by passage.
const LOOKED_INTO: usize = 100;

/// The share of the best passage in a note's score, and of neighbours that stand side by side.
const PASSAGE_SHARE: f32 = 0.3;
const PAIR_SHARE: f32 = 0.1;

/// A note and its best passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The note's number.
    pub note: u32,
    /// Which of its passages, counted from its first.
    pub passage: usize,
    /// Higher is better.
    pub score: f32,
}

/// Something that is looked for, and every note in which it stands.
pub struct Found<'i> {
    /// Its place among the words of the query; none if it only counts.
    pub place: Option<u32>,
    /// How telling it is, by rarity and share.
    pub weight: f32,
    /// A list for each of its terms, with how much the term counts.
    lists: Vec<(f32, Vec<Entry<'i>>)>,
}

impl<'i> Found<'i> {
    /// Looks everything up.
    pub fn all(lexicon: &'i Lexicon, wanted: &[Wanted]) -> Vec<Self> {
        let list = |term: &str| lexicon.find(term).collect();
        let one = |wanted: &Wanted| Self {
            place: wanted.place,
            weight: wanted.share,
            lists: wanted.terms.iter().map(|(term, share)| (*share, list(term))).collect(),
        };
        wanted.iter().map(one).collect()
    }

    /// The notes in which it stands, some perhaps gone or named twice.
    pub fn notes(&self) -> impl Iterator<Item = u32> + '_ {
        self.lists.iter().flat_map(|(_, list)| list.iter().map(|entry| entry.note))
    }

    /// Its places in a note, in rising order.
    pub fn places(&self, note: u32) -> Vec<u32> {
        let mut places = Vec::new();
        for (_, list) in &self.lists {
            let at = list.binary_search_by_key(&note, |entry| entry.note);
            if let Some(entry) = at.ok().and_then(|at| list.get(at)) {
                places.extend(entry.places());
            }
        }
        if self.lists.len() > 1 {
            places.sort_unstable();
            places.dedup();
        }
        places
    }
}

/// The best notes, in no order yet: ties are the caller's to break.
pub fn rank(
    catalogue: &Catalogue,
    found: &mut [Found<'_>],
    limit: usize,
    admits: &dyn Fn(u32) -> bool,
) -> Vec<Ranked> {
    let scores = note_scores(catalogue, found);
    let best = best_notes(&scores, limit.max(LOOKED_INTO), admits);
    let look = |(note, score): (u32, f32)| {
        let look = Look::into(catalogue, found, note);
        let (passage, best) = look.best_passage();
        let score = score + PASSAGE_SHARE * best + PAIR_SHARE * look.pairs();
        Ranked { note, passage, score }
    };
    best.into_iter().map(look).collect()
}

/// The notes with the highest scores: as many as are asked for, and at least those whose passages
/// may still change the order.
fn best_notes(scores: &[f32], most: usize, admits: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)> {
    let found = scores.iter().enumerate().filter(|(_, score)| **score > 0.0);
    let numbered = found.map(|(note, score)| (note as u32, *score));
    let mut best: Vec<(u32, f32)> = numbered.filter(|(note, _)| admits(*note)).collect();
    if best.len() > most {
        best.select_nth_unstable_by(most, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(most);
    }
    best
}

/// The score of every note by its number; weighs what was found by its rarity on the way.
fn note_scores(catalogue: &Catalogue, found: &mut [Found<'_>]) -> Vec<f32> {
    let average = catalogue.average_note();
    let mut scores = vec![0.0; catalogue.numbers()];
    let mut counts = vec![0.0_f32; catalogue.numbers()];
    let mut notes = Vec::new();
    for found in found {
        notes.clear();
        for (share, list) in &found.lists {
            for entry in list {
                let Some(count) = counts.get_mut(entry.note as usize) else { continue };
                if *count == 0.0 && catalogue.length(entry.note).is_some() {
                    notes.push(entry.note);
                }
                *count += share * entry.weight as f32;
            }
        }
        found.weight *= bm25::idf(catalogue.len(), notes.len());
        for (_, list) in &found.lists {
            for entry in list {
                let (Some(count), Some(score), Some(words)) = (
                    counts.get_mut(entry.note as usize),
                    scores.get_mut(entry.note as usize),
                    catalogue.length(entry.note),
                ) else {
                    continue;
                };
                if *count > 0.0 {
                    *score += bm25::score(found.weight, *count, words as f32, average);
                    *count = 0.0;
                }
            }
        }
    }
    scores
}
