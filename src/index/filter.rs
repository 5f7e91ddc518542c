//! Which notes may be found at all: by folder, path, tag, phrases and words left out.

use std::collections::BTreeSet;

use crate::index::catalogue::{Catalogue, Note};
use crate::index::query::{Filter, Parsed};
use crate::index::query_terms::{Reader, Unfinished};
use crate::index::rank::{Found, Ranked};
use crate::index::term_dictionary::Lexicon;
use crate::index::writer::tag_term;

/// What a note must fulfil.
pub struct Gate<'i> {
    catalogue: &'i Catalogue,
    folder: Option<&'i str>,
    /// In lower case.
    paths: Vec<(String, bool)>,
    /// Notes of which each list must hold one; no list admits all.
    within: Vec<BTreeSet<u32>>,
    /// Notes that are left out.
    without: BTreeSet<u32>,
    /// Whether nothing is asked: mostly so, and asked of every note.
    open: bool,
}

impl<'i> Gate<'i> {
    /// The gate of a query.
    pub fn of(
        catalogue: &'i Catalogue,
        lexicon: &'i Lexicon,
        reader: &Reader<'_>,
        parsed: &Parsed<'_>,
        folder: Option<&'i str>,
    ) -> Self {
        let tagged = |filter: &Filter<'_>| -> BTreeSet<u32> {
            lexicon.find(&tag_term(filter.text)).map(|entry| entry.note).collect()
        };
        let stands = |text: &str, guessed: Unfinished| -> BTreeSet<u32> {
            together(Found::all(lexicon, &reader.wanted(&[text], guessed)))
        };
        let phrases = parsed.phrases.iter().map(|phrase| stands(phrase, Unfinished::Nothing));
        // A guess would hide notes that nobody asked to be hidden.
        let without = parsed.without.iter().flat_map(|text| stands(text, Unfinished::Exactly));
        let mut gate = Self {
            catalogue,
            folder: folder.map(|folder| folder.trim_matches('/')),
            paths: parsed.paths.iter().map(|p| (p.text.to_lowercase(), p.wanted)).collect(),
            // A phrase that stands nowhere is looked for as its words.
            within: phrases.filter(|notes| !notes.is_empty()).collect(),
            without: without.collect(),
            open: false,
        };
        for filter in &parsed.tags {
            let notes = tagged(filter);
            if filter.wanted {
                gate.within.push(notes);
            } else {
                gate.without.extend(notes);
            }
        }
        gate.open = gate.is_open();
        gate
    }

    /// Whether every note may be found.
    fn is_open(&self) -> bool {
        let is_vault = self.folder.is_none_or(str::is_empty);
        is_vault && self.paths.is_empty() && self.within.is_empty() && self.without.is_empty()
    }

    /// Whether a note that is there may be found.
    pub fn admits(&self, number: u32) -> bool {
        self.open
            || self.catalogue.note(number).is_some_and(|note| self.admits_path(note))
                && self.within.iter().all(|notes| notes.contains(&number))
                && !self.without.contains(&number)
    }

    /// The notes that may be found, the last changed first: for a query without words.
    pub fn newest(&self, limit: usize) -> Vec<Ranked> {
        if self.open {
            return Vec::new();
        }
        let numbered = (0_u32..).zip(self.catalogue.notes());
        let admitted = numbered.filter(|(number, _)| self.admits(*number));
        let mut notes: Vec<(u32, &Note)> = admitted.collect();
        notes.sort_by_key(|(_, note)| (std::cmp::Reverse(note.modified), &note.path));
        let place = |(place, (note, _)): (usize, (u32, &Note))| Ranked {
            note,
            passage: 0,
            score: 1.0 / (place + 1) as f32,
        };
        notes.into_iter().take(limit).enumerate().map(place).collect()
    }

    fn admits_path(&self, note: &Note) -> bool {
        let Some(path) = &note.path else { return false };
        let path = path.as_str();
        let in_folder = self.folder.is_none_or(|folder| {
            folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        });
        in_folder && {
            let lower = if self.paths.is_empty() { String::new() } else { path.to_lowercase() };
            self.paths.iter().all(|(text, wanted)| lower.contains(text) == *wanted)
        }
    }
}

/// The notes in which everything stands one behind the other. Forms of the same word share a
/// place; any of them will do.
fn together(found: Vec<Found<'_>>) -> BTreeSet<u32> {
    let placed: BTreeSet<u32> = found.iter().filter_map(|found| found.place).collect();
    let Some(first) = placed.first().copied() else { return BTreeSet::new() };
    let begin = found.iter().filter(|found| found.place == Some(first));
    let candidates: BTreeSet<u32> = begin.flat_map(Found::notes).collect();
    if placed.len() == 1 {
        // A word alone may also stand where no places are kept.
        return candidates;
    }
    let places = |place: u32, note: u32| -> BTreeSet<u32> {
        let here = found.iter().filter(|found| found.place == Some(place));
        here.flat_map(|found| found.places(note)).collect()
    };
    let holds = |note: &u32| {
        let mut starts = places(first, *note);
        for place in placed.iter().skip(1) {
            let here = places(*place, *note);
            starts.retain(|start| here.contains(&start.saturating_add(place - first)));
        }
        !starts.is_empty()
    };
    candidates.into_iter().filter(holds).collect()
}
