//! The notes of a vault in order of path with the links between them, as one check looks at them.

use crate::features::health::vault_scan::{LinkEnd, ScannedNote, VaultScan};

/// All notes in order of path. A note is meant by its number in this order.
pub(super) struct VaultView<'v> {
    /// What is kept between checks.
    pub vault: &'v VaultScan,
    /// The notes.
    pub notes: Vec<&'v ScannedNote>,
    /// The numbers of the notes that each note links to, sorted, each once, without itself.
    pub outgoing: Vec<Vec<u32>>,
    /// The numbers of the notes that link to each note, sorted, each once, without itself.
    pub incoming: Vec<Vec<u32>>,
    numbers_by_slot: Vec<u32>,
}

impl<'v> VaultView<'v> {
    /// Creates the view of all notes.
    pub(super) fn new(vault: &'v VaultScan) -> Self {
        let mut numbers_by_slot = vec![u32::MAX; vault.slot_count()];
        let mut notes = Vec::new();
        for (slot, note) in vault.notes_in_order() {
            if let Some(number) = numbers_by_slot.get_mut(slot as usize) {
                *number = notes.len() as u32;
            }
            notes.push(note);
        }
        let mut view =
            Self { vault, notes, outgoing: Vec::new(), incoming: Vec::new(), numbers_by_slot };
        view.outgoing = (0..view.notes.len()).map(|number| view.linked_notes(number)).collect();
        view.incoming = vec![Vec::new(); view.notes.len()];
        for (source, targets) in view.outgoing.iter().enumerate() {
            for target in targets {
                if let Some(sources) = view.incoming.get_mut(*target as usize) {
                    sources.push(source as u32);
                }
            }
        }
        view
    }

    fn linked_notes(&self, number: usize) -> Vec<u32> {
        let ends = self.notes.get(number).map(|note| note.link_ends.as_slice()).unwrap_or_default();
        let mut linked: Vec<u32> = ends
            .iter()
            .filter_map(|end| self.end_number(*end))
            .filter(|target| *target as usize != number)
            .collect();
        linked.sort_unstable();
        linked.dedup();
        linked
    }

    /// The number of the note to which a link leads.
    pub(super) fn end_number(&self, end: LinkEnd) -> Option<u32> {
        match end {
            LinkEnd::Note(slot) => self.slot_number(slot),
            LinkEnd::File | LinkEnd::Missing => None,
        }
    }

    /// The number of the note in a slot.
    pub(super) fn slot_number(&self, slot: u32) -> Option<u32> {
        self.numbers_by_slot.get(slot as usize).copied().filter(|number| *number != u32::MAX)
    }

    /// The note with a number.
    pub(super) fn note(&self, number: u32) -> Option<&'v ScannedNote> {
        self.notes.get(number as usize).copied()
    }

    /// Number of notes that link to a note.
    pub(super) fn incoming_count(&self, number: usize) -> usize {
        self.incoming.get(number).map_or(0, Vec::len)
    }

    /// Number of notes that a note is linked with in either direction, where two links count twice.
    pub(super) fn link_count(&self, number: usize) -> usize {
        self.incoming_count(number) + self.outgoing.get(number).map_or(0, Vec::len)
    }
}

impl ScannedNote {
    /// When the note was last changed, in milliseconds since 1970: by its properties, else by its file.
    pub(super) fn changed_millis(&self) -> i64 {
        self.scan.updated_millis.unwrap_or(self.modified_millis)
    }

    /// Whether the note is a template.
    pub(super) fn is_template(&self) -> bool {
        self.scan.is_template
    }

    /// Whether the title of the note is a date, as that of a daily note.
    pub(super) fn is_dated(&self) -> bool {
        is_date_name(self.path.title())
    }
}

/// Whether a name is a date or a number: it has digits, and no letters but those of dates.
pub(super) fn is_date_name(name: &str) -> bool {
    let is_date_letter = |c: char| "年月日周週号wWqQ".contains(c);
    name.contains(|c: char| c.is_numeric())
        && !name.contains(|c: char| c.is_alphabetic() && !is_date_letter(c))
}

/// Joins a number and a noun: `1 note`, `3 notes`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
