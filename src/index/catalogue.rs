//! The notes of the index and their passages, by number: which note a passage belongs to, where
//! it stands, how long it is, and whether it is still there.

use std::collections::BTreeMap;

use crate::note::NotePath;

/// Notes and passages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalogue {
    /// In the order in which they came; those that are gone stay until the index is stored.
    pub notes: Vec<Note>,
    /// In the order in which they came.
    pub passages: Vec<Passage>,
    /// The note of each passage, `GONE` if it is gone: all that a search looks at in bulk.
    owners: Vec<u32>,
    by_path: BTreeMap<NotePath, u32>,
    /// Words of all notes that are there.
    words: u64,
    /// Passages that are there, heads left out.
    quotable: usize,
}

/// The owner of a passage that is gone.
const GONE: u32 = u32::MAX;

/// A note.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Its path; none once it is gone.
    pub path: Option<NotePath>,
    /// Milliseconds since 1970.
    pub modified: i64,
    /// Words, title and properties by their weight.
    pub words: u32,
    /// Its first passage, which stands for title and properties.
    pub head: u32,
    /// How many passages it has, the head included.
    pub passages: u32,
}

/// A passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The number of its note.
    pub note: u32,
    /// One-based; zero for a head.
    pub first_line: u32,
    /// One-based, included.
    pub last_line: u32,
    /// Words.
    pub words: u32,
    /// The headings above it joined by ` > `.
    pub trail: Box<str>,
}

impl Catalogue {
    /// Begins a note; its passages follow.
    pub fn begin(&mut self, path: &NotePath, modified: i64) -> u32 {
        self.remove(path);
        let number = index(self.notes.len());
        let head = index(self.passages.len());
        self.notes.push(Note { path: Some(path.clone()), modified, words: 0, head, passages: 0 });
        self.by_path.insert(path.clone(), number);
        number
    }

    /// Adds a passage to the note that was begun last.
    pub fn add(&mut self, passage: Passage) {
        if let Some(note) = self.notes.last_mut() {
            note.words = note.words.saturating_add(passage.words);
            note.passages += 1;
            self.words += u64::from(passage.words);
            self.quotable += usize::from(passage.first_line > 0);
        }
        self.owners.push(passage.note);
        self.passages.push(passage);
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(number) = self.by_path.remove(path) else { return };
        if let Some(note) = self.notes.get_mut(number as usize) {
            note.path = None;
            self.words = self.words.saturating_sub(u64::from(note.words));
            self.quotable = self.quotable.saturating_sub(note.passages.saturating_sub(1) as usize);
            let own = self.owners.iter_mut().skip(note.head as usize).take(note.passages as usize);
            own.for_each(|owner| *owner = GONE);
        }
    }

    /// The same note under another path.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        if from == to || !self.by_path.contains_key(from) {
            return;
        }
        self.remove(to);
        let Some(number) = self.by_path.remove(from) else { return };
        self.by_path.insert(to.clone(), number);
        if let Some(note) = self.notes.get_mut(number as usize) {
            note.path = Some(to.clone());
        }
    }

    /// The number of a passage's note, if it is there.
    pub fn owner(&self, passage: u32) -> Option<u32> {
        self.owners.get(passage as usize).copied().filter(|owner| *owner != GONE)
    }

    /// The notes that are there, by path.
    pub fn paths(&self) -> impl Iterator<Item = (&NotePath, &Note)> {
        self.by_path
            .iter()
            .filter_map(|(path, number)| Some((path, self.notes.get(*number as usize)?)))
    }

    /// A note by its path.
    pub fn get(&self, path: &NotePath) -> Option<&Note> {
        self.by_path.get(path).and_then(|number| self.notes.get(*number as usize))
    }

    /// How many notes are there.
    pub fn len(&self) -> usize {
        self.by_path.len()
    }

    /// Words of an average note; at least one.
    pub fn average_note(&self) -> f32 {
        (self.words as f32 / self.len().max(1) as f32).max(1.0)
    }

    /// Words of an average passage; at least one.
    pub fn average_passage(&self) -> f32 {
        (self.words as f32 / self.quotable.max(1) as f32).max(1.0)
    }

    /// The same without what is gone, and the new number of each passage that stays.
    pub fn compacted(&self) -> (Self, Vec<Option<u32>>) {
        let mut kept = Self::default();
        let mut renumbered = vec![None; self.passages.len()];
        for note in &self.notes {
            let Some(path) = &note.path else { continue };
            let number = kept.begin(path, note.modified);
            let own = note.head as usize..(note.head.saturating_add(note.passages)) as usize;
            for old in own {
                let Some(passage) = self.passages.get(old) else { continue };
                if let Some(slot) = renumbered.get_mut(old) {
                    *slot = Some(index(kept.passages.len()));
                }
                kept.add(Passage { note: number, ..passage.clone() });
            }
        }
        (kept, renumbered)
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
