//! Which notes answer a query best: BM25F over whole notes, and for the first hundred also their
//! best passage and how often neighbours of the query stand side by side. A note whose words are
//! spread thin loses against one that says it all in one place.

use super::bm25::{Scale, idf};
use super::catalogue::Catalogue;
use super::lexicon::Lexicon;
use super::look::Look;
use super::postings::{self, Entry};
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

/// Something that is looked for, and where it stands.
pub struct Found<'i> {
    /// Its place among the words of the query; none if it only counts.
    pub place: Option<u32>,
    /// How telling it is, by rarity and share.
    pub weight: f32,
    /// The lists of each of its terms, with how much the term counts.
    terms: Vec<(f32, [&'i [u8]; 2])>,
    /// What the lists say of the notes that were looked up, in their order.
    entries: Vec<Entry<'i>>,
}

impl<'i> Found<'i> {
    /// Finds the lists.
    pub fn all(lexicon: &'i Lexicon, wanted: &[Wanted]) -> Vec<Self> {
        let one = |wanted: &Wanted| Self {
            place: wanted.place,
            weight: wanted.share,
            terms: wanted.terms.iter().map(|(term, share)| (*share, lexicon.lists(term))).collect(),
            entries: Vec::new(),
        };
        wanted.iter().map(one).collect()
    }

    /// Adds up how much it counts in each note that is there, and names these notes.
    fn count_into(&self, catalogue: &Catalogue, counts: &mut [f32], notes: &mut Vec<u32>) {
        for (share, lists) in &self.terms {
            for list in lists {
                postings::each(list, &mut |entry| {
                    let Some(count) = counts.get_mut(entry.note as usize) else { return };
                    if catalogue.length(entry.note).is_some() {
                        if *count == 0.0 {
                            notes.push(entry.note);
                        }
                        *count += share * entry.weight as f32;
                    }
                });
            }
        }
    }

    /// The notes in which it stands, some perhaps gone or named twice.
    pub fn notes(&self) -> Vec<u32> {
        let mut notes = Vec::new();
        for list in self.terms.iter().flat_map(|(_, lists)| lists) {
            postings::each(list, &mut |entry| notes.push(entry.note));
        }
        notes
    }

    /// Looks up what the lists say of some notes.
    pub fn look_up(&mut self, is_wanted: impl Fn(u32) -> bool) {
        for list in self.terms.iter().flat_map(|(_, lists)| lists) {
            postings::each(list, &mut |entry| {
                if is_wanted(entry.note) {
                    self.entries.push(entry);
                }
            });
        }
        self.entries.sort_by_key(|entry| entry.note);
    }

    /// Its places in a note that was looked up, in rising order.
    pub fn places(&self, note: u32) -> Vec<u32> {
        let first = self.entries.partition_point(|entry| entry.note < note);
        let here = self.entries.iter().skip(first).take_while(|entry| entry.note == note);
        let mut places: Vec<u32> =
            here.flat_map(|entry| entry.places().collect::<Vec<_>>()).collect();
        if self.terms.len() > 1 {
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
    let mut is_best = vec![false; catalogue.numbers()];
    for (note, _) in &best {
        if let Some(slot) = is_best.get_mut(*note as usize) {
            *slot = true;
        }
    }
    for found in found.iter_mut().filter(|found| found.place.is_some()) {
        found.look_up(|note| is_best.get(note as usize) == Some(&true));
    }
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
