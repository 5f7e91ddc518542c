//! The rows about stale notes: old ones that recent notes still rely on.

use std::cmp::Reverse;

use crate::features::health::health_row::{HealthKind, HealthRow};
use crate::features::health::note_rows::MIN_WORDS;
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::VaultView;
use crate::values::{StableSort, Timestamp};

const MILLIS_PER_DAY: i64 = 86_400_000;

/// A note that was not changed for this many days is old.
const OLD_DAYS: i64 = 365;

/// A note that was changed in this many days is recent.
const RECENT_DAYS: i64 = 90;

/// A note with more links to other notes is a list of notes: that it was changed says nothing about
/// each of them.
const MAX_LINKS_OF_SOURCE: usize = 25;

/// Names of notes that list other notes, in lower case.
const LIST_NAMES: [&str; 11] = [
    "index",
    "home",
    "readme",
    "start",
    "dashboard",
    "moc",
    "contents",
    "inhalt",
    "índice",
    "目录",
    "索引",
];

/// Names of folders whose notes are finished, in lower case without numbers and punctuation.
const ARCHIVE_FOLDERS: [&str; 8] =
    ["archive", "archives", "archived", "archiv", "archivo", "old", "归档", "存档"];

/// Old notes that recent notes link to: those with the most recent links first.
pub fn stale_rows(view: &VaultView<'_>, now: Timestamp) -> Vec<HealthRow> {
    let mut rows = Vec::new();
    for (number, note) in view.notes.iter().enumerate() {
        let days = days_since(now, note.changed_millis());
        // Some programs set no time at all.
        if days < OLD_DAYS || note.changed_millis() <= 0 {
            continue;
        }
        let recent = recent_sources(view, number, now);
        // A row that is not private names no private note, because it may become a topic of research.
        let may_be_named = |other: &&&ScannedNote| note.scan.is_private || !other.scan.is_private;
        let newest = recent.iter().filter(may_be_named).max_by_key(|note| note.changed_millis());
        let Some(newest) = newest.filter(|_| may_go_stale(note)) else { continue };
        let row = HealthRow {
            score: Some(recent.len() as f32),
            is_private: note.scan.is_private,
            ..HealthRow::new(HealthKind::Stale, &note.path, "", stale_text(days, &recent, newest))
        };
        rows.push((Reverse(recent.len()), Reverse(days), row));
    }
    rows.stable_sort_by_key(|(count, days, _)| (*count, *days));
    rows.into_iter().map(|(_, _, row)| row).collect()
}

/// The notes that were changed lately and link to a note, without lists of notes.
fn recent_sources<'v>(view: &VaultView<'v>, number: usize, now: Timestamp) -> Vec<&'v ScannedNote> {
    let sources = view.incoming.get(number).into_iter().flatten();
    let has_many_links = |source: &&u32| {
        view.outgoing.get(**source as usize).is_some_and(|ends| ends.len() > MAX_LINKS_OF_SOURCE)
    };
    let sources = sources.filter(|source| !has_many_links(source)).filter_map(|it| view.note(*it));
    let is_list =
        |note: &&ScannedNote| LIST_NAMES.contains(&note.path.title().to_lowercase().as_str());
    let sources = sources.filter(|note| !is_list(note));
    let is_recent = |note: &&ScannedNote| {
        days_since(now, note.changed_millis()) <= RECENT_DAYS && !note.is_template()
    };
    sources.filter(is_recent).collect()
}

/// Whether the text of a note may have become wrong: not that of a day, a year or an archive, which
/// tells what was, nor that of a note with hardly any text.
fn may_go_stale(note: &ScannedNote) -> bool {
    note.scan.size.words >= MIN_WORDS
        && !note.is_dated()
        && !note.is_template()
        && !names_a_year(note.path.title())
        && !is_archived(note)
}

/// Whether a title contains the number of a year, as that of a meeting or a review does.
fn names_a_year(title: &str) -> bool {
    let mut numbers = title.split(|c: char| !c.is_ascii_digit());
    // Also `20240131`, which begins with a year.
    numbers.any(|number| {
        matches!(number.len(), 4 | 6 | 8 | 12 | 14)
            && (number.starts_with("19") || number.starts_with("20"))
    })
}

fn is_archived(note: &ScannedNote) -> bool {
    let mut folders = note.path.folder().split('/');
    folders.any(|folder| {
        let name = folder.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        ARCHIVE_FOLDERS.contains(&name.as_str())
    })
}

fn stale_text(days: i64, recent: &[&ScannedNote], newest: &ScannedNote) -> String {
    let age = match days / 365 {
        1 => "a year".to_owned(),
        years => format!("{years} years"),
    };
    let title = newest.path.title();
    match recent.len() {
        1 => format!("Not changed for {age}. “{title}”, changed lately, links here."),
        count => format!(
            "Not changed for {age}. {count} notes changed lately link here, such as “{title}”."
        ),
    }
}

fn days_since(now: Timestamp, millis: i64) -> i64 {
    now.unix_millis.saturating_sub(millis) / MILLIS_PER_DAY
}
