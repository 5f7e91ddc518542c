//! The matches of one query term: the notes in which it occurs, how often, and at which positions.

use std::collections::BTreeMap;

use crate::notes::index::note_id::NoteId;
use crate::notes::index::note_table::NoteTable;
use crate::notes::index::postings::{Posting, PostingReader};
use crate::notes::index::query_terms::{QueryTerm, WeightedTerm};
use crate::notes::index::term_dictionary::TermDictionary;
use crate::values::text::add_steps;

/// A query term with the notes in which it occurs.
pub struct TermMatches<'i> {
    /// Position of the term in the query; `None` for a term that adds to the score but cannot match
    /// in a phrase.
    pub query_position: Option<u32>,
    /// How much the term counts. The ranking multiplies this weight by the rarity of the term.
    pub weight: f32,
    /// Terms with the same number have the same alternatives, and so the same positions.
    pub alternatives_number: usize,
    /// The decoded postings of each alternative of the term.
    alternative_postings: Vec<WeightedPostings<'i>>,
}

struct WeightedPostings<'i> {
    weight: f32,
    /// The postings in ascending order of note id.
    postings: Vec<Posting<'i>>,
}

fn alternative_names(term: &QueryTerm) -> Vec<&str> {
    term.alternatives.iter().map(|alternative| alternative.term.as_str()).collect()
}

impl<'i> TermMatches<'i> {
    /// Looks up the postings of all query terms.
    pub fn look_up(dictionary: &'i TermDictionary, terms: &[QueryTerm]) -> Vec<Self> {
        let lists = |alternative: &WeightedTerm| {
            let weight = alternative.weight;
            let read =
                |list| WeightedPostings { weight, postings: PostingReader::new(list).collect() };
            dictionary.stored_and_added_postings(&alternative.term).map(read)
        };
        let mut numbers: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        let number = |term| {
            let count = numbers.len();
            *numbers.entry(alternative_names(term)).or_insert(count)
        };
        let all_numbers: Vec<usize> = terms.iter().map(number).collect();
        let matches = |(term, alternatives_number): (&QueryTerm, usize)| Self {
            query_position: term.query_position,
            weight: term.weight,
            alternatives_number,
            alternative_postings: term.alternatives.iter().flat_map(lists).collect(),
        };
        terms.iter().zip(all_numbers).map(matches).collect()
    }

    /// For each note with the term, adds the weighted number of occurrences to the note's item in
    /// `frequencies`, and the id of the note to `notes`. Skips removed notes.
    pub fn add_note_frequencies(
        &self,
        note_table: &NoteTable,
        frequencies: &mut [f32],
        notes: &mut Vec<NoteId>,
    ) {
        for list in &self.alternative_postings {
            for posting in &list.postings {
                let Some(count) = frequencies.get_mut(posting.note.index()) else { continue };
                if note_table.note_word_count(posting.note).is_some() {
                    if *count == 0.0 {
                        notes.push(posting.note);
                    }
                    *count += list.weight * posting.weight as f32;
                }
            }
        }
    }

    /// The notes in which the term occurs, including removed notes. A note is repeated if several
    /// alternatives of the term occur in it.
    pub fn note_ids(&self) -> impl Iterator<Item = NoteId> + '_ {
        self.alternative_postings.iter().flat_map(|list| &list.postings).map(|posting| posting.note)
    }

    /// The positions of the term in a note, in ascending order.
    pub fn positions_in_note(&self, note: NoteId) -> Vec<u32> {
        let posting_of_note = |list: &'_ WeightedPostings<'i>| {
            let at = list.postings.binary_search_by_key(&note, |posting| posting.note).ok()?;
            list.postings.get(at).copied()
        };
        let mut positions = Vec::new();
        for posting in self.alternative_postings.iter().filter_map(posting_of_note) {
            positions.extend(posting.positions());
        }
        add_steps(positions.len());
        // Forms of the same word may have the same position, which must be listed once.
        positions.sort_unstable();
        positions.dedup();
        positions
    }
}
