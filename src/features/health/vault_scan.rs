//! What the check knows of all notes, kept between checks: only notes that changed are read again, and
//! only links that may lead elsewhere now are resolved again. The result of a later check is the same
//! as that of a first one.

use std::collections::{BTreeMap, BTreeSet};

use crate::features::health::link_guess::GuessCache;
use crate::features::health::note_scan::NoteScan;
use crate::features::health::sketch_index::SketchIndex;
use crate::library::ResolvedLink;
use crate::notes::graph::ClusterCache;
use crate::notes::note::NotePath;
use crate::values::StringInterner;
use crate::values::text::{FNV1A_OFFSET_BASIS, add_steps, fnv1a, fnv1a_step, fold_case};

/// The extensions of notes.
const NOTE_ENDINGS: [&str; 3] = [".md", ".markdown", ".txt"];

/// Where a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkEnd {
    /// To the note in this slot.
    Note(u32),
    /// To a file that is not indexed.
    File,
    /// To nothing.
    Missing,
}

/// A tag of a note.
#[derive(Debug, Clone, Copy)]
pub struct NoteTag {
    /// The number of the tag in the vault.
    pub number: u32,
    /// The place of its first use in the tags of the scan.
    pub place: usize,
}

/// A note of the vault as the check knows it.
#[derive(Debug)]
pub struct ScannedNote {
    /// The path.
    pub path: NotePath,
    /// When the file was last changed, in milliseconds since 1970.
    pub modified_millis: i64,
    /// What is known of the text.
    pub scan: NoteScan,
    /// The numbers of the typical terms with their weights.
    pub terms: Vec<(u32, u32)>,
    /// The tags, each once, in order of their first use.
    pub tags: Vec<NoteTag>,
    /// Where each link of the scan leads.
    pub link_ends: Vec<LinkEnd>,
    /// The hash of the name that each link contains.
    link_names: Vec<u64>,
}

/// All notes of the vault as the check knows them.
#[derive(Default)]
pub struct VaultScan {
    /// The notes. A note keeps its slot, so that others can refer to it by number.
    notes: Vec<Option<ScannedNote>>,
    slots: BTreeMap<NotePath, u32>,
    free_slots: Vec<u32>,
    terms: StringInterner,
    tags: StringInterner,
    sketches: SketchIndex,
    /// The names of notes and files that were added or removed since links were resolved.
    changed_names: BTreeSet<u64>,
    /// The notes that were read since links were resolved.
    changed_notes: Vec<u32>,
    unindexed_paths: Vec<String>,
    /// The notes that were probably meant by links, until names change.
    pub(super) guesses: GuessCache,
    /// The clusters of the last check.
    pub(super) clusters: ClusterCache,
}

impl VaultScan {
    /// The notes that were not read yet, or that changed since.
    pub fn notes_to_read(&self, listed: &[(NotePath, i64)]) -> Vec<(NotePath, i64)> {
        let mut known = self.notes_in_order().map(|(_, note)| note).peekable();
        let is_new = |(path, modified): &&(NotePath, i64)| {
            while known.next_if(|note| note.path < *path).is_some() {}
            let note = known.peek().filter(|note| note.path == *path);
            note.is_none_or(|note| note.modified_millis != *modified)
        };
        listed.iter().filter(is_new).cloned().collect()
    }

    /// Removes the notes that are not listed. The list is in order of path.
    pub fn retain(&mut self, listed: &[(NotePath, i64)]) {
        let mut listed = listed.iter().map(|(path, _)| path).peekable();
        let is_gone = |path: &&NotePath| {
            while listed.next_if(|other| *other < *path).is_some() {}
            listed.peek() != Some(path)
        };
        let gone: Vec<NotePath> = self.slots.keys().filter(is_gone).cloned().collect();
        gone.iter().for_each(|path| self.remove(path));
    }

    /// Removes a note.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(slot) = self.slots.remove(path) else { return };
        if let Some(place) = self.notes.get_mut(slot as usize) {
            *place = None;
        }
        self.free_slots.push(slot);
        self.sketches.mark_changed(slot);
        self.changed_names.insert(name_hash(path.as_str()));
        self.guesses.clear();
    }

    /// Adds a note or replaces it.
    pub fn insert(&mut self, path: &NotePath, modified_millis: i64, mut scan: NoteScan) {
        let known_aliases = self.note(path).map(|known| &known.scan.aliases);
        let is_new = known_aliases.is_none();
        if known_aliases != Some(&scan.aliases) {
            self.guesses.clear();
        }
        if is_new {
            self.changed_names.insert(name_hash(path.as_str()));
        }
        let slot = self.slots.get(path).copied().unwrap_or_else(|| self.free_slot());
        let terms = std::mem::take(&mut scan.terms);
        let terms = terms.into_iter().map(|(term, weight)| (self.terms.intern(&term), weight));
        let mut known_tags: BTreeSet<u32> = BTreeSet::new();
        let mut tags: Vec<NoteTag> = Vec::new();
        for (place, tag) in scan.tags.iter().enumerate() {
            let number = self.tags.intern(&tag.key);
            add_steps(1);
            if known_tags.insert(number) {
                tags.push(NoteTag { number, place });
            }
        }
        let note = ScannedNote {
            path: path.clone(),
            modified_millis,
            terms: terms.collect(),
            tags,
            link_ends: Vec::new(),
            link_names: scan.links.iter().map(|link| name_hash(&link.link.target)).collect(),
            scan,
        };
        self.slots.insert(path.clone(), slot);
        self.sketches.mark_changed(slot);
        self.changed_notes.push(slot);
        if let Some(place) = self.notes.get_mut(slot as usize) {
            *place = Some(note);
        }
    }

    fn free_slot(&mut self) -> u32 {
        self.free_slots.pop().unwrap_or_else(|| {
            self.notes.push(None);
            self.notes.len() as u32 - 1
        })
    }

    fn note(&self, path: &NotePath) -> Option<&ScannedNote> {
        self.notes.get(*self.slots.get(path)? as usize)?.as_ref()
    }

    /// Updates where links lead, after notes were added or removed.
    pub fn update_links(
        &mut self,
        unindexed_paths: Vec<String>,
        resolve: &dyn Fn(&str, &NotePath) -> ResolvedLink,
    ) {
        self.add_changed_file_names(&unindexed_paths);
        self.unindexed_paths = unindexed_paths;
        let changed: BTreeSet<u32> = std::mem::take(&mut self.changed_notes).into_iter().collect();
        let names = std::mem::take(&mut self.changed_names);
        for slot in 0..self.notes.len() as u32 {
            let Some(note) = self.notes.get(slot as usize).and_then(Option::as_ref) else {
                continue;
            };
            let is_changed = changed.contains(&slot);
            if !is_changed && !note.link_names.iter().any(|name| names.contains(name)) {
                continue;
            }
            let ends = note.scan.links.iter().zip(&note.link_names).enumerate();
            let ends = ends.map(|(at, (link, name))| match note.link_ends.get(at) {
                Some(end) if !is_changed && !names.contains(name) => *end,
                _ => self.link_end(resolve(&link.link.target, &note.path)),
            });
            let ends = ends.collect();
            if let Some(Some(note)) = self.notes.get_mut(slot as usize) {
                note.link_ends = ends;
            }
        }
    }

    /// Updates which notes have text in common, after notes were added or removed.
    pub fn update_sketches(&mut self) {
        let notes = &self.notes;
        self.sketches.update(|slot| {
            let note = notes.get(slot as usize).and_then(Option::as_ref);
            note.map_or(&[], |note| note.scan.sketch.as_slice())
        });
    }

    fn link_end(&self, resolved: ResolvedLink) -> LinkEnd {
        match resolved {
            ResolvedLink::Note(path) => {
                self.slots.get(&path).map_or(LinkEnd::File, |slot| LinkEnd::Note(*slot))
            }
            ResolvedLink::UnindexedFile => LinkEnd::File,
            ResolvedLink::Missing => LinkEnd::Missing,
        }
    }

    fn add_changed_file_names(&mut self, unindexed_paths: &[String]) {
        if self.unindexed_paths == unindexed_paths {
            return;
        }
        let before: BTreeSet<&String> = self.unindexed_paths.iter().collect();
        let now: BTreeSet<&String> = unindexed_paths.iter().collect();
        let changed = before.symmetric_difference(&now).map(|path| name_hash(path));
        self.changed_names.extend(changed);
    }

    /// The notes in order of path, each with its slot.
    pub fn notes_in_order(&self) -> impl Iterator<Item = (u32, &ScannedNote)> {
        self.slots
            .values()
            .filter_map(|slot| self.notes.get(*slot as usize)?.as_ref().map(|note| (*slot, note)))
    }

    /// Number of slots, also of those without a note.
    pub fn slot_count(&self) -> usize {
        self.notes.len()
    }

    /// The index of shared text.
    pub fn sketches(&self) -> &SketchIndex {
        &self.sketches
    }

    /// The text of a term.
    pub fn term(&self, number: u32) -> &str {
        self.terms.strings().get(number).unwrap_or_default()
    }

    /// Number of terms.
    pub fn term_count(&self) -> usize {
        self.terms.strings().len() as usize
    }

    /// The key of a tag.
    pub fn tag(&self, number: u32) -> &str {
        self.tags.strings().get(number).unwrap_or_default()
    }

    /// Number of tags that notes have or had.
    pub fn tag_count(&self) -> usize {
        self.tags.strings().len() as usize
    }
}

/// The hash of the file name in a path or link target, without the extension of a note: links with
/// other hashes cannot lead to the file.
fn name_hash(path: &str) -> u64 {
    let name = path.rsplit('/').next().unwrap_or_default();
    if name.is_ascii() {
        let is_ending = |ending: &&&str| {
            let end = name.len().checked_sub(ending.len()).and_then(|at| name.get(at..));
            end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        let ending = NOTE_ENDINGS.iter().find(is_ending).map_or(0, |ending| ending.len());
        let stem = name.bytes().take(name.len() - ending);
        return stem.fold(FNV1A_OFFSET_BASIS, |hash, byte| {
            fnv1a_step(hash, u64::from(byte.to_ascii_lowercase()))
        });
    }
    let folded = fold_case(name);
    let stem = NOTE_ENDINGS.iter().find_map(|ending| folded.strip_suffix(ending));
    fnv1a(stem.unwrap_or(&folded).as_bytes())
}
