//! The notes of the index and their passages: path, language and length of each note, and lines,
//! length and headings of each passage.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::language::Language;
use crate::notes::index::hit::HeadingTrail;
use crate::notes::index::note_id::NoteId;
use crate::notes::note::NotePath;
use crate::values::{StringPool, saturating_u32};

/// Marks a removed note in `NoteTable::note_word_counts`.
const REMOVED_NOTE_WORD_COUNT: u32 = u32::MAX;

/// The notes of the index and their passages. A note is found by its id or by its path.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NoteTable {
    /// The notes in the order in which they were added. Removed notes stay until the index is
    /// compacted.
    notes: Vec<NoteEntry>,
    /// The passages of all notes. Those of one note are consecutive and in order.
    passages: Vec<PassageEntry>,
    /// The headings above the passages, as strings from `HeadingTrail::join_for_storage`.
    trails: StringPool,
    /// Number of words of each note, or `REMOVED_NOTE_WORD_COUNT`. This list is separate from `notes`,
    /// because a search reads it for every match, and a compact list is faster to read.
    note_word_counts: Vec<u32>,
    by_path: BTreeMap<NotePath, NoteId>,
    /// Number of words of all notes, without removed ones.
    total_words: u64,
    /// Number of passages of all notes, without removed ones.
    passage_count: usize,
    /// Number of notes in each language, without removed ones.
    notes_per_language: BTreeMap<Language, usize>,
}

/// The data that the index has about one note.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteEntry {
    /// The path of the note; `None` for a removed note.
    pub path: Option<NotePath>,
    /// When the note was last modified, in milliseconds since 1970.
    pub modified_millis: i64,
    /// The language in which the note is written.
    pub language: Language,
    /// Number of word positions that the title and properties take. The next position stays free,
    /// and the first passage begins after it.
    pub title_and_property_word_count: u32,
    first_passage: u32,
    passage_count: u32,
}

/// The data that the index has about one passage of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassageEntry {
    /// First line of the passage, counted from one.
    pub first_line: u32,
    /// Last line of the passage, counted from one, inclusive.
    pub last_line: u32,
    /// Number of word positions that the passage takes in the note. Stop words take none, and words
    /// with several parts take several.
    pub passage_word_count: u32,
    trail: u32,
}

impl NoteTable {
    /// Adds a note without passages and returns its id. `add_passage` then adds its passages.
    pub fn start_note(
        &mut self,
        path: &NotePath,
        modified: i64,
        language: Language,
        title_and_property_words: u32,
    ) -> NoteId {
        self.remove(path);
        let id = NoteId(saturating_u32(self.notes.len()));
        let first_passage = saturating_u32(self.passages.len());
        self.by_path.insert(path.clone(), id);
        let path = Some(path.clone());
        let passage_count = 0;
        self.notes.push(NoteEntry {
            path,
            modified_millis: modified,
            language,
            title_and_property_word_count: title_and_property_words,
            first_passage,
            passage_count,
        });
        self.note_word_counts.push(title_and_property_words);
        self.total_words += u64::from(title_and_property_words);
        *self.notes_per_language.entry(language).or_insert(0) += 1;
        id
    }

    /// Adds a passage to the note that was added last. `stored_heading_trail` is the result of
    /// `HeadingTrail::join_for_storage`.
    pub fn add_passage(
        &mut self,
        lines: RangeInclusive<u32>,
        word_count: u32,
        stored_heading_trail: &str,
    ) {
        // Consecutive passages mostly have the same headings, so these are stored only once.
        if self.trails.last() != Some(stored_heading_trail) {
            self.trails.push(stored_heading_trail);
        }
        let trail = self.trails.len() - 1;
        let (first_line, last_line) = lines.into_inner();
        let passage = PassageEntry { first_line, last_line, passage_word_count: word_count, trail };
        if let (Some(note), Some(length)) =
            (self.notes.last_mut(), self.note_word_counts.last_mut())
        {
            note.passage_count += 1;
            *length = length.saturating_add(word_count).min(REMOVED_NOTE_WORD_COUNT - 1);
            self.total_words += u64::from(word_count);
            self.passage_count += 1;
            self.passages.push(passage);
        }
    }

    /// Marks a note as removed. Its data stays until the index is compacted.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(id) = self.by_path.remove(path) else { return };
        let note = self.notes.get_mut(id.index());
        let length = self.note_word_counts.get_mut(id.index());
        if let (Some(note), Some(length)) = (note, length) {
            note.path = None;
            self.total_words = self.total_words.saturating_sub(u64::from(*length));
            self.passage_count = self.passage_count.saturating_sub(note.passage_count as usize);
            if let Some(count) = self.notes_per_language.get_mut(&note.language) {
                *count = count.saturating_sub(1);
            }
            *length = REMOVED_NOTE_WORD_COUNT;
        }
    }

    /// Moves a note to another path. If this changes the title, sets the modification time to zero,
    /// so that the note is indexed again.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        if from == to || !self.by_path.contains_key(from) {
            return;
        }
        self.remove(to);
        let Some(id) = self.by_path.remove(from) else { return };
        self.by_path.insert(to.clone(), id);
        if let Some(note) = self.notes.get_mut(id.index()) {
            note.path = Some(to.clone());
            if from.title() != to.title() {
                note.modified_millis = 0;
            }
        }
    }

    /// The note with an id, removed or not.
    pub fn note(&self, id: NoteId) -> Option<&NoteEntry> {
        self.notes.get(id.index())
    }

    /// Number of words of a note; `None` if it was removed.
    pub fn note_word_count(&self, id: NoteId) -> Option<u32> {
        self.note_word_counts
            .get(id.index())
            .copied()
            .filter(|length| *length != REMOVED_NOTE_WORD_COUNT)
    }

    /// The passages of a note, in order.
    pub fn passages(&self, note: &NoteEntry) -> &[PassageEntry] {
        let first = note.first_passage as usize;
        self.passages.get(first..first + note.passage_count as usize).unwrap_or_default()
    }

    /// The headings above a passage, outermost first.
    pub fn heading_trail(&self, passage: &PassageEntry) -> HeadingTrail {
        HeadingTrail::from_stored_text(self.stored_heading_trail(passage))
    }

    /// The headings above a passage, as a string from `HeadingTrail::join_for_storage`.
    pub fn stored_heading_trail(&self, passage: &PassageEntry) -> &str {
        self.trails.get(passage.trail).unwrap_or_default()
    }

    /// The notes with their ids, in order of path, without removed ones.
    pub fn paths_with_ids(&self) -> impl Iterator<Item = (&NotePath, NoteId)> {
        self.by_path.iter().map(|(path, id)| (path, *id))
    }

    /// The id of the note at a path; `None` if the note is not indexed.
    pub fn id_of_path(&self, path: &NotePath) -> Option<NoteId> {
        self.by_path.get(path).copied()
    }

    /// Number of notes, without removed ones.
    pub fn len(&self) -> usize {
        self.by_path.len()
    }

    /// All notes in order of id, including removed ones.
    pub fn all_notes_with_removed(&self) -> impl Iterator<Item = (NoteId, &NoteEntry)> {
        (0..).map(NoteId).zip(&self.notes)
    }

    /// Number of notes, including removed ones. A list with one item per note id has this length.
    pub fn note_count_with_removed(&self) -> usize {
        self.notes.len()
    }

    /// Number of words of all notes.
    pub fn total_words(&self) -> u64 {
        self.total_words
    }

    /// Average number of words of a note; at least one, because BM25 divides by it.
    pub fn average_note_words(&self) -> f32 {
        (self.total_words as f32 / self.len().max(1) as f32).max(1.0)
    }

    /// Average number of words of a passage; at least one, because BM25 divides by it.
    pub fn average_passage_words(&self) -> f32 {
        (self.total_words as f32 / self.passage_count.max(1) as f32).max(1.0)
    }

    /// The languages of the notes with the number of notes in each, most frequent first.
    pub fn note_counts_by_language(&self) -> Vec<(Language, usize)> {
        let used = self.notes_per_language.iter().filter(|(_, notes)| **notes > 0);
        let mut languages: Vec<(Language, usize)> = used.map(|(l, notes)| (*l, *notes)).collect();
        languages.sort_by_key(|(language, notes)| (std::cmp::Reverse(*notes), *language));
        languages
    }
}
