//! The rows about notes that do not exist although several notes mention their names without a link.

use crate::features::health::health_row::{HealthKind, HealthRow, row_id_without_note};
use crate::features::health::plain_names::PlainName;
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::{VaultView, counted};
use crate::values::StableSort;
use crate::values::text::fold_case;

/// A name is listed if at least this many notes mention it.
const MIN_NOTES: usize = 4;

/// At least this many of them use words of their own around it: the others may be copies.
const MIN_CONTEXTS: usize = 3;

/// In at least this many of them the name is inside a sentence.
const MIN_CERTAIN_NOTES: usize = 2;

/// Number of notes that a row names.
const MAX_NAMED_NOTES: usize = 3;

/// A name in a note.
type Mention<'v> = (&'v ScannedNote, &'v PlainName);

/// The rows: names that the most notes mention first. A name that is the title of a note or a part of
/// one, or that a link uses, is left out.
pub fn mentioned_name_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let in_notes = view.notes.iter().filter(|note| !note.is_template());
    let mut mentions: Vec<Mention<'_>> = in_notes
        .flat_map(|note| note.scan.plain_names.iter().map(move |name| (*note, name)))
        .collect();
    // Stable, so that notes stay in order of path.
    mentions.stable_sort_by_key(|(_, name)| name.key);
    let groups = mentions.chunk_by(|(_, a), (_, b)| a.key == b.key);
    let mut groups: Vec<&[Mention<'_>]> = groups.filter(|group| is_often(group)).collect();
    let known = known_keys(&groups, key, view.notes.iter().flat_map(|it| &it.scan.known_names));
    groups.retain(|group| key(group).is_some_and(|key| known.binary_search(&key).is_err()));
    // With a note “Loki”, “Grafana Loki” needs no other one.
    let titles =
        known_keys(&groups, last_word_key, view.notes.iter().flat_map(|it| &it.scan.own_names));
    let has_title = |key: u64| titles.binary_search(&key).is_ok();
    groups.retain(|group| last_word_key(group).is_some_and(|key| !has_title(key)));
    let mut rows: Vec<HealthRow> = groups.into_iter().filter_map(mentioned_name_row).collect();
    rows.stable_sort_by(|a, b| {
        let by_count = b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0));
        by_count.then_with(|| a.target.cmp(&b.target))
    });
    rows
}

fn key(group: &[Mention<'_>]) -> Option<u64> {
    group.first().map(|(_, name)| name.key)
}

fn last_word_key(group: &[Mention<'_>]) -> Option<u64> {
    group.first().map(|(_, name)| name.last_word_key)
}

/// Number of notes that mention a name in words of their own.
fn context_count(group: &[Mention<'_>]) -> usize {
    let mut contexts: Vec<u64> = group.iter().map(|(_, name)| name.context).collect();
    contexts.sort_unstable();
    contexts.dedup();
    contexts.len()
}

fn is_often(group: &[Mention<'_>]) -> bool {
    group.len() >= MIN_NOTES
        && group.iter().filter(|(_, name)| name.is_certain).count() >= MIN_CERTAIN_NOTES
        && context_count(group) >= MIN_CONTEXTS
}

/// The keys of these names that are among others, sorted.
fn known_keys<'v>(
    groups: &[&[Mention<'_>]],
    key: impl Fn(&[Mention<'_>]) -> Option<u64>,
    others: impl Iterator<Item = &'v u64>,
) -> Vec<u64> {
    let mut wanted: Vec<u64> = groups.iter().filter_map(|group| key(group)).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    wanted.sort_unstable();
    let mut known: Vec<u64> =
        others.filter(|key| wanted.binary_search(key).is_ok()).copied().collect();
    known.sort_unstable();
    known.dedup();
    known
}

fn mentioned_name_row(group: &[Mention<'_>]) -> Option<HealthRow> {
    let public = group.iter().find(|(note, _)| !note.scan.is_private);
    let (note, name) = public.or(group.first())?;
    // A row that is not private names no private note, because it may become a topic of research.
    let may_be_named = |(other, _): &&Mention<'_>| note.scan.is_private || !other.scan.is_private;
    let titles: Vec<&str> = group
        .iter()
        .filter(may_be_named)
        .map(|(note, _)| note.path.title())
        .take(MAX_NAMED_NOTES)
        .collect();
    let more = group.len() - titles.len();
    let others = if more > 0 { format!(" and {more} more") } else { String::new() };
    let why = format!(
        "{} mention it, and none links to it: {}{others}.",
        counted(group.len(), "note"),
        titles.join(", ")
    );
    Some(HealthRow {
        line: Some(name.line),
        score: Some(group.len() as f32),
        is_private: note.scan.is_private,
        id: row_id_without_note(HealthKind::MissingNote, &fold_case(&name.name)),
        ..HealthRow::new(HealthKind::MissingNote, &note.path, &name.name, why)
    })
}
