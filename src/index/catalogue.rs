//! The notes of the index and their passages, by number: where each passage stands, how long it
//! is, and whether its note is still there.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::index::language::Language;
use crate::index::string_pool::Texts;
use crate::note::NotePath;

/// Notes and passages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalogue {
    /// In the order in which they came; those that are gone stay until the index is compacted.
    notes: Vec<Note>,
    /// Those of a note stand together, in order.
    passages: Vec<Passage>,
    trails: Texts,
    /// The length of each note, `GONE` if it is gone: all that a search looks at in bulk.
    lengths: Vec<u32>,
    by_path: BTreeMap<NotePath, u32>,
    /// Words of all notes that are there.
    words: u64,
    /// Passages that are there.
    alive: usize,
    languages: BTreeMap<Language, usize>,
}

/// The length of a note that is gone.
const GONE: u32 = u32::MAX;

/// A note.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Its path; none once it is gone.
    pub path: Option<NotePath>,
    /// Milliseconds since 1970.
    pub modified: i64,
    /// What it is written in.
    pub language: Language,
    /// Places that title and properties take, before those of the first passage.
    pub head: u32,
    first: u32,
    passages: u32,
}

/// A passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// One-based.
    pub first_line: u32,
    /// One-based, included.
    pub last_line: u32,
    /// Its words, and so the places it takes.
    pub words: u32,
    trail: u32,
}

impl Catalogue {
    /// Begins a note; its passages follow.
    pub fn begin(&mut self, path: &NotePath, modified: i64, language: Language, head: u32) -> u32 {
        self.remove(path);
        let number = count(self.notes.len());
        let first = count(self.passages.len());
        let path = path.clone();
        self.by_path.insert(path.clone(), number);
        self.notes.push(Note { path: Some(path), modified, language, head, first, passages: 0 });
        self.lengths.push(head);
        self.words += u64::from(head);
        *self.languages.entry(language).or_insert(0) += 1;
        number
    }

    /// Adds a passage to the note that was begun last, with the headings above it.
    pub fn add(&mut self, lines: RangeInclusive<u32>, words: u32, trail: &str) {
        // Neighbours mostly stand under the same headings.
        if self.trails.last() != Some(trail) {
            self.trails.push(trail);
        }
        let trail = self.trails.len() - 1;
        let passage = Passage { first_line: *lines.start(), last_line: *lines.end(), words, trail };
        if let (Some(note), Some(length)) = (self.notes.last_mut(), self.lengths.last_mut()) {
            note.passages += 1;
            *length = length.saturating_add(words).min(GONE - 1);
            self.words += u64::from(words);
            self.alive += 1;
            self.passages.push(passage);
        }
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(number) = self.by_path.remove(path) else { return };
        let note = self.notes.get_mut(number as usize);
        let length = self.lengths.get_mut(number as usize);
        if let (Some(note), Some(length)) = (note, length) {
            note.path = None;
            self.words = self.words.saturating_sub(u64::from(*length));
            self.alive = self.alive.saturating_sub(note.passages as usize);
            if let Some(count) = self.languages.get_mut(&note.language) {
                *count = count.saturating_sub(1);
            }
            *length = GONE;
        }
    }

    /// The same note under another path; with another title it counts as never read.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        if from == to || !self.by_path.contains_key(from) {
            return;
        }
        self.remove(to);
        let Some(number) = self.by_path.remove(from) else { return };
        self.by_path.insert(to.clone(), number);
        if let Some(note) = self.notes.get_mut(number as usize) {
            note.path = Some(to.clone());
            if from.title() != to.title() {
                note.modified = 0;
            }
        }
    }

    /// A note by its number, also if it is gone.
    pub fn note(&self, number: u32) -> Option<&Note> {
        self.notes.get(number as usize)
    }

    /// The words of a note, or `None` if it is gone.
    pub fn length(&self, number: u32) -> Option<u32> {
        self.lengths.get(number as usize).copied().filter(|length| *length != GONE)
    }

    /// The passages of a note.
    pub fn passages(&self, note: &Note) -> &[Passage] {
        let first = note.first as usize;
        self.passages.get(first..first + note.passages as usize).unwrap_or_default()
    }

    /// The headings above a passage, joined by ` > `.
    pub fn trail(&self, passage: &Passage) -> &str {
        self.trails.get(passage.trail).unwrap_or_default()
    }

    /// The notes that are there, by path.
    pub fn paths(&self) -> impl Iterator<Item = (&NotePath, u32)> {
        self.by_path.iter().map(|(path, number)| (path, *number))
    }

    /// A note's number by its path.
    pub fn number(&self, path: &NotePath) -> Option<u32> {
        self.by_path.get(path).copied()
    }

    /// How many notes are there.
    pub fn len(&self) -> usize {
        self.by_path.len()
    }

    /// All notes by number, those that are gone too.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter()
    }

    /// How many numbers were given out, for notes that are gone too.
    pub fn numbers(&self) -> usize {
        self.notes.len()
    }

    /// Words of an average note; at least one.
    pub fn average_note(&self) -> f32 {
        (self.words as f32 / self.len().max(1) as f32).max(1.0)
    }

    /// Words of an average passage; at least one.
    pub fn average_passage(&self) -> f32 {
        (self.words as f32 / self.alive.max(1) as f32).max(1.0)
    }

    /// The languages of the notes that are there, the commonest first.
    pub fn languages(&self) -> Vec<(Language, usize)> {
        let counted = self.languages.iter().filter(|(_, notes)| **notes > 0);
        let mut languages: Vec<(Language, usize)> =
            counted.map(|(l, notes)| (*l, *notes)).collect();
        languages.sort_by_key(|(language, notes)| (std::cmp::Reverse(*notes), *language));
        languages
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
