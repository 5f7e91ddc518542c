//! The rows about single notes: orphans, stubs, and what notes leave open.

use std::cmp::Reverse;

use crate::features::health::health_row::{HealthKind, HealthRow};
use crate::features::health::note_scan::ContentSize;
use crate::features::health::open_item::{OpenItem, OpenItemKind};
use crate::features::health::same_subject_notes::SameSubjectNotes;
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::{VaultView, counted};
use crate::values::StableSort;

/// A note with fewer words is a stub, unless it contains something else.
pub const MIN_WORDS: usize = 12;

/// A note with at least this many links is a list of links, not a stub.
const MIN_LINKS: usize = 3;

/// A note with at least this many properties about its subject is a record, not a stub.
const MIN_PROPERTY_VALUES: usize = 2;

/// A question or task in at least this many notes is part of a checklist or form that is used again and
/// again. In fewer notes it was copied, and one row stands for all.
const MIN_NOTES_OF_CHECKLIST: usize = 3;

/// Notes without links to or from another note, in order of path. The guess is the most similar note.
pub fn orphan_rows(view: &VaultView<'_>, similar: &SameSubjectNotes) -> Vec<HealthRow> {
    let orphans = view
        .notes
        .iter()
        .enumerate()
        .filter(|(number, note)| view.link_count(*number) == 0 && !note.is_template());
    let row = |(number, note): (usize, &&ScannedNote)| {
        let nearest = similar.nearest(number).and_then(|nearest| view.note(nearest));
        let why = match nearest {
            Some(nearest) => format!(
                "No note links here, and it links to none. “{}” is on a similar subject.",
                nearest.path.title()
            ),
            None => "No note links here, and it links to none.".to_owned(),
        };
        HealthRow {
            guess: nearest.map(|nearest| nearest.path.to_string()),
            is_private: note.scan.is_private
                || nearest.is_some_and(|nearest| nearest.scan.is_private),
            ..HealthRow::new(HealthKind::Orphan, &note.path, "", why)
        }
    };
    orphans.map(row).collect()
}

/// Notes with little or no text: those that the most notes link to first.
pub fn stub_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let mut rows = Vec::new();
    for (number, note) in view.notes.iter().enumerate() {
        let Some(what) = stub_text(note.scan.size).filter(|_| !note.is_template()) else {
            continue;
        };
        // Nobody adds to the few words of a day that is over.
        if note.is_dated() && note.scan.size.words > 0 {
            continue;
        }
        let linking = view.incoming_count(number);
        let why = match linking {
            0 => what,
            1 => format!("{what} 1 note links here."),
            count => format!("{what} {count} notes link here."),
        };
        let row = HealthRow {
            score: Some(linking as f32),
            is_private: note.scan.is_private,
            ..HealthRow::new(HealthKind::Stub, &note.path, "", why)
        };
        rows.push((Reverse(linking), row));
    }
    rows.stable_sort_by_key(|(order, _)| *order);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Why a note of this size is a stub; `None` if it is none.
fn stub_text(size: ContentSize) -> Option<String> {
    let has_other_content = size.code_lines > 0
        || size.embeds > 0
        || size.links >= MIN_LINKS
        || size.property_values >= MIN_PROPERTY_VALUES;
    match size.words {
        _ if has_other_content => None,
        0 if size.links == 0 => Some("The note has no text.".to_owned()),
        0 => Some("The note has only a link.".to_owned()),
        words if words < MIN_WORDS => {
            Some(format!("The note has only {}.", counted(words, "word")))
        }
        _ => None,
    }
}

/// Open questions and tasks: questions first, then those of the notes that were changed last.
pub fn open_question_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let copies = notes_of_items(view);
    let mut rows = Vec::new();
    let with_item = |item: &OpenItem| notes_of_item(&copies, item.key);
    let is_checklist_item = |item: &OpenItem| with_item(item).len() >= MIN_NOTES_OF_CHECKLIST;
    for (number, note) in view.notes.iter().enumerate().filter(|(_, note)| !note.is_template()) {
        let is_task = |item: &&OpenItem| item.kind == OpenItemKind::Task;
        let tasks = note.scan.open_items.iter().filter(is_task).count();
        let copied = note.scan.open_items.iter().filter(is_task);
        let copied = copied.filter(|item| is_checklist_item(item)).count();
        for item in &note.scan.open_items {
            let is_checklist = is_checklist_item(item) || (is_task(&item) && copied * 2 > tasks);
            let with_item = with_item(item);
            let newest = with_item.iter().map(|(_, other)| *other).max_by_key(|other| {
                (view.note(*other).map(|note| note.changed_millis()), Reverse(*other))
            });
            if is_checklist || newest != Some(number as u32) {
                continue;
            }
            let why = match item.kind {
                OpenItemKind::QuestionHeading => "A question with no text below it.",
                OpenItemKind::Question => "A question that no text follows.",
                OpenItemKind::Task => "A task that is not done.",
            };
            let row = HealthRow {
                line: Some(item.line),
                is_private: note.scan.is_private,
                ..HealthRow::new(HealthKind::OpenQuestion, &note.path, &item.text, why.to_owned())
            };
            rows.push((is_task(&item), Reverse(note.changed_millis()), row));
        }
    }
    rows.stable_sort_by_key(|(is_task, changed, _)| (*is_task, *changed));
    rows.into_iter().map(|(_, _, row)| row).collect()
}

/// The key of each open question or task with each note that has it, sorted.
fn notes_of_items(view: &VaultView<'_>) -> Vec<(u64, u32)> {
    let items = view.notes.iter().enumerate().flat_map(|(number, note)| {
        note.scan.open_items.iter().map(move |item| (item.key, number as u32))
    });
    let mut items: Vec<(u64, u32)> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

fn notes_of_item(items: &[(u64, u32)], key: u64) -> &[(u64, u32)] {
    let rest = items.get(items.partition_point(|(other, _)| *other < key)..).unwrap_or_default();
    rest.get(..rest.iter().take_while(|(other, _)| *other == key).count()).unwrap_or_default()
}
