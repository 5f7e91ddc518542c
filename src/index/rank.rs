//! Which notes answer a query best: BM25F over whole notes, with the best passage of each of the
//! first hundred added. A note whose words are spread thin loses against one that says it all in
//! one place.

use std::collections::BTreeMap;

use super::bm25;
use super::catalogue::Catalogue;
use super::lexicon::Lexicon;

/// How many notes are looked at passage by passage.
const LOOKED_INTO: usize = 100;
/// The share of the best passage in a note's score.
const PASSAGE_SHARE: f32 = 0.3;

/// A note and its best passage.
pub struct Ranked {
    /// The note's number.
    pub note: u32,
    /// The passage's number.
    pub passage: u32,
    /// Higher is better.
    pub score: f32,
}

/// What is looked for.
pub struct Wanted<'q> {
    /// Each once.
    pub terms: &'q [String],
    /// Notes at the most.
    pub limit: usize,
    /// Which notes may be found, by number.
    pub admits: &'q dyn Fn(u32) -> bool,
}

/// The best notes, in no order yet: ties are the caller's to break.
pub fn rank(catalogue: &Catalogue, lexicon: &Lexicon, wanted: &Wanted<'_>) -> Vec<Ranked> {
    let (scores, weights) = note_scores(catalogue, lexicon, wanted.terms);
    let best = best_notes(&scores, wanted);
    let passages = best_passages(catalogue, lexicon, wanted.terms, &weights, &best);
    let ranked = best.into_iter().map(|(note, score)| {
        let passage = passages.get(&note).copied();
        let (passage, bonus) = passage.unwrap_or_else(|| first_passage(catalogue, note));
        Ranked { note, passage, score: score + PASSAGE_SHARE * bonus }
    });
    ranked.collect()
}

/// The notes with the highest scores: as many as are asked for, and at least those whose passages
/// may still change the order.
fn best_notes(scores: &[f32], wanted: &Wanted<'_>) -> Vec<(u32, f32)> {
    let found = scores.iter().enumerate().filter(|(_, score)| **score > 0.0);
    let numbered = found.map(|(note, score)| (note as u32, *score));
    let mut best: Vec<(u32, f32)> = numbered.filter(|(note, _)| (wanted.admits)(*note)).collect();
    let most = wanted.limit.max(LOOKED_INTO);
    if best.len() > most {
        best.select_nth_unstable_by(most, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(most);
    }
    best
}

/// How telling a term is: by the number of notes it stands in.
pub fn weight(catalogue: &Catalogue, lexicon: &Lexicon, term: &str) -> f32 {
    bm25::idf(catalogue.len(), by_note(catalogue, lexicon, term).len())
}

/// The notes a term stands in, with how often it counts in each.
fn by_note(catalogue: &Catalogue, lexicon: &Lexicon, term: &str) -> Vec<(u32, u32)> {
    let mut notes: Vec<(u32, u32)> = Vec::new();
    for (passage, count) in lexicon.find(term) {
        let Some(note) = catalogue.owner(passage) else { continue };
        match notes.last_mut() {
            Some((last, sum)) if *last == note => *sum += count,
            _ => notes.push((note, count)),
        }
    }
    notes
}

/// The score of every note by its number, and the weight of each term.
fn note_scores(catalogue: &Catalogue, lexicon: &Lexicon, terms: &[String]) -> (Vec<f32>, Vec<f32>) {
    let average = catalogue.average_note();
    let mut scores = vec![0.0; catalogue.notes.len()];
    let mut weights = Vec::with_capacity(terms.len());
    for term in terms {
        let notes = by_note(catalogue, lexicon, term);
        let weight = bm25::idf(catalogue.len(), notes.len());
        weights.push(weight);
        for (note, count) in notes {
            let words = catalogue.notes.get(note as usize).map_or(0, |note| note.words);
            if let Some(score) = scores.get_mut(note as usize) {
                *score += bm25::score(weight, count as f32, words as f32, average);
            }
        }
    }
    (scores, weights)
}

/// The best passage of each note that is looked into, with its score.
fn best_passages(
    catalogue: &Catalogue,
    lexicon: &Lexicon,
    terms: &[String],
    weights: &[f32],
    notes: &[(u32, f32)],
) -> BTreeMap<u32, (u32, f32)> {
    let average = catalogue.average_passage();
    let mut looked_into = vec![false; catalogue.notes.len()];
    for (note, _) in notes {
        if let Some(slot) = looked_into.get_mut(*note as usize) {
            *slot = true;
        }
    }
    let mut scores: BTreeMap<u32, f32> = BTreeMap::new();
    for (term, weight) in terms.iter().zip(weights) {
        for (number, count) in lexicon.find(term) {
            let Some(note) = catalogue.owner(number) else { continue };
            if looked_into.get(note as usize) != Some(&true) {
                continue;
            }
            let Some(passage) = catalogue.passages.get(number as usize) else { continue };
            if passage.first_line > 0 {
                *scores.entry(number).or_insert(0.0) +=
                    bm25::score(*weight, count as f32, passage.words as f32, average);
            }
        }
    }
    let mut best: BTreeMap<u32, (u32, f32)> = BTreeMap::new();
    for (number, score) in scores {
        let Some(note) = catalogue.owner(number) else { continue };
        let entry = best.entry(note).or_insert((number, score));
        if score > entry.1 {
            *entry = (number, score);
        }
    }
    best
}

/// The first passage below the title, for a note found by its title alone.
fn first_passage(catalogue: &Catalogue, note: u32) -> (u32, f32) {
    let head = catalogue
        .notes
        .get(note as usize)
        .map_or(0, |note| note.head + u32::from(note.passages > 1));
    (head, 0.0)
}
