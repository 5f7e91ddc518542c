//! Which notes answer a query best: BM25F over whole notes, and for the first hundred also their
//! best passage and how often neighbours of the query stand side by side. A note whose words are
//! spread thin loses against one that says it all in one place.

use crate::index::bm25::{Scale, idf};
use crate::index::catalogue::Catalogue;
use crate::index::passage_score::Look;
use crate::index::postings::{self, Entry};
use crate::index::query_terms::Wanted;
use crate::index::term_dictionary::Lexicon;

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

/// Something that is looked for, and where it stands.
pub struct Found<'i> {
    /// Its place among the words of the query; none if it only counts.
    pub place: Option<u32>,
    /// How telling it is, by rarity and share.
    pub weight: f32,
    /// What the lists of its terms say, read once: each with how much its term counts.
    lists: Vec<(f32, Vec<Entry<'i>>)>,
}

impl<'i> Found<'i> {
    /// Reads the lists.
    pub fn all(lexicon: &'i Lexicon, wanted: &[Wanted]) -> Vec<Self> {
        let lists = |(term, share): &(String, f32)| {
            lexicon.lists(term).map(|list| (*share, postings::read(list)))
        };
        let one = |wanted: &Wanted| Self {
            place: wanted.place,
            weight: wanted.share,
            lists: wanted.terms.iter().flat_map(lists).collect(),
        };
        wanted.iter().map(one).collect()
    }

    /// Adds up how much it counts in each note that is there, and names these notes.
    fn count_into(&self, catalogue: &Catalogue, counts: &mut [f32], notes: &mut Vec<u32>) {
        for (share, list) in &self.lists {
            for entry in list {
                let Some(count) = counts.get_mut(entry.note as usize) else { continue };
                if catalogue.length(entry.note).is_some() {
                    if *count == 0.0 {
                        notes.push(entry.note);
                    }
                    *count += share * entry.weight as f32;
                }
            }
        }
    }

    /// The notes in which it stands, some perhaps gone or named twice.
    pub fn notes(&self) -> impl Iterator<Item = u32> + '_ {
        self.lists.iter().flat_map(|(_, list)| list).map(|entry| entry.note)
    }

    /// Its places in a note, in rising order.
    pub fn places(&self, note: u32) -> Vec<u32> {
        let here = |(_, list): &'_ (f32, Vec<Entry<'i>>)| {
            let at = list.binary_search_by_key(&note, |entry| entry.note).ok()?;
            list.get(at).copied()
        };
        let mut places = Vec::new();
        for entry in self.lists.iter().filter_map(here) {
            places.extend(entry.places());
        }
        // Two terms may stand at one place: forms of the same word.
        places.sort_unstable();
        places.dedup();
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
    let scale = Scale::of(catalogue.average_note());
    let mut scores = vec![0.0; catalogue.numbers()];
    let mut counts = vec![0.0_f32; catalogue.numbers()];
    let mut notes = Vec::new();
    for found in found {
        found.count_into(catalogue, &mut counts, &mut notes);
        found.weight *= idf(catalogue.len(), notes.len());
        for note in notes.drain(..) {
            let slots = counts.get_mut(note as usize).zip(scores.get_mut(note as usize));
            if let Some((count, score)) = slots {
                let words = catalogue.length(note).unwrap_or_default();
                *score += scale.score(found.weight, *count, words);
                *count = 0.0;
            }
        }
    }
    scores
}
