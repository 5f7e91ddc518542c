//! Finds for notes with few links the notes on the same subject, by the typical terms that they share.
//! They join the clusters of these notes, and orphans get a suggestion where to link.

use std::cmp::Ordering;

use crate::features::health::vault_view::VaultView;
use crate::values::StableSort;

/// Notes with more links than this belong where their links lead.
const MAX_LINKS: usize = 2;

/// A term in more notes than this says too little about the subject.
const MAX_NOTES_OF_TERM: usize = 60;

/// Number of terms of a note that are compared, the most distinctive ones.
const COMPARED_TERMS: usize = 8;

/// Minimum number of compared terms that similar notes share.
const MIN_SHARED_TERMS: usize = 2;

/// Minimum similarity, from 0 to 1.
const MIN_SIMILARITY: f32 = 0.25;

/// Number of similar notes of a note.
const MAX_SIMILAR_NOTES: usize = 3;

/// The similar notes of notes with few links.
pub struct SameSubjectNotes {
    /// For each note the numbers of similar notes with their similarity, the most similar first.
    by_note: Vec<Vec<(u32, f32)>>,
}

impl SameSubjectNotes {
    /// Compares all notes of the vault that have few links with all others.
    pub fn new(view: &VaultView<'_>) -> Self {
        let note_counts = note_counts(view);
        let terms: Vec<Vec<(u32, f32)>> = view
            .notes
            .iter()
            .map(|note| distinctive_terms(&note.terms, &note_counts, view))
            .collect();
        let mut notes_by_term: Vec<(u32, u32, f32)> = Vec::new();
        for (number, terms) in terms.iter().enumerate() {
            let entries = terms.iter().map(|(term, weight)| (*term, number as u32, *weight));
            notes_by_term.extend(entries);
        }
        notes_by_term.sort_unstable_by_key(|(term, number, _)| (*term, *number));
        let mut starts = vec![notes_by_term.len() as u32; view.vault.term_count() + 1];
        for (at, (term, _, _)) in notes_by_term.iter().enumerate().rev() {
            if let Some(start) = starts.get_mut(*term as usize) {
                *start = at as u32;
            }
        }
        let mut scores = vec![(0.0_f32, 0_u8); view.notes.len()];
        let by_note = terms.iter().enumerate().map(|(number, own)| {
            if view.link_count(number) > MAX_LINKS {
                return Vec::new();
            }
            similar_to(number, own, &notes_by_term, &starts, &mut scores)
        });
        Self { by_note: by_note.collect() }
    }

    /// The most similar note of a note.
    pub fn nearest(&self, number: usize) -> Option<u32> {
        self.similar(number).first().map(|(nearest, _)| *nearest)
    }

    /// The similar notes of a note with their similarities, the most similar first.
    pub fn similar(&self, number: usize) -> &[(u32, f32)] {
        self.by_note.get(number).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The number of notes that have each term.
pub fn note_counts(view: &VaultView<'_>) -> Vec<u32> {
    let mut counts = vec![0; view.vault.term_count()];
    for (term, _) in view.notes.iter().flat_map(|note| &note.terms) {
        if let Some(count) = counts.get_mut(*term as usize) {
            *count += 1;
        }
    }
    counts
}

/// The most distinctive terms of a note, with weights whose squares sum up to one.
fn distinctive_terms(
    terms: &[(u32, u32)],
    note_counts: &[u32],
    view: &VaultView<'_>,
) -> Vec<(u32, f32)> {
    let notes = view.notes.len();
    let weighted = terms.iter().filter_map(|(term, weight)| {
        let count = *note_counts.get(*term as usize)? as usize;
        let rarity = (notes as f32 / count.max(1) as f32).ln().max(0.0);
        (count <= MAX_NOTES_OF_TERM).then(|| (*term, (1.0 + *weight as f32).ln() * rarity))
    });
    let mut weighted: Vec<(u32, f32)> = weighted.collect();
    // Not by the numbers of the terms, which depend on the order in which the notes were read.
    let text = |(term, _): &(u32, f32)| view.vault.term(*term);
    weighted.stable_sort_by(|a, b| {
        b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal).then_with(|| text(a).cmp(text(b)))
    });
    weighted.truncate(COMPARED_TERMS);
    let length = weighted.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
    for (_, weight) in &mut weighted {
        *weight /= length.max(f32::MIN_POSITIVE);
    }
    weighted
}

fn similar_to(
    number: usize,
    own: &[(u32, f32)],
    notes_by_term: &[(u32, u32, f32)],
    starts: &[u32],
    scores: &mut [(f32, u8)],
) -> Vec<(u32, f32)> {
    let mut touched: Vec<u32> = Vec::new();
    for (term, weight) in own {
        let start = starts.get(*term as usize).copied().unwrap_or(0) as usize;
        let same = notes_by_term.get(start..).unwrap_or_default().iter();
        for (_, other, other_weight) in same.take_while(|(other, _, _)| other == term) {
            let Some((score, shared)) = scores.get_mut(*other as usize) else { continue };
            if *shared == 0 {
                touched.push(*other);
            }
            *score += weight * other_weight;
            *shared += 1;
        }
    }
    let mut similar: Vec<(u32, f32)> = Vec::new();
    for other in touched {
        let Some(entry) = scores.get_mut(other as usize) else { continue };
        let (score, shared) = std::mem::take(entry);
        let is_similar = usize::from(shared) >= MIN_SHARED_TERMS && score >= MIN_SIMILARITY;
        if is_similar && other as usize != number {
            similar.push((other, score));
        }
    }
    similar.stable_sort_by(|a, b| {
        b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal).then(a.0.cmp(&b.0))
    });
    similar.truncate(MAX_SIMILAR_NOTES);
    similar
}
