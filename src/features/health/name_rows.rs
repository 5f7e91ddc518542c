//! The rows about names: tags that are used once or misspelt, and aliases that are ambiguous or
//! missing.

use std::collections::{BTreeMap, BTreeSet};

use crate::features::health::health_row::{HealthKind, HealthRow, row_id_without_note};
use crate::features::health::link_guess::{GuessReason, NameGuesser};
use crate::features::health::note_scan::TagOnLine;
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::{VaultView, counted, is_date_name};
use crate::language::{Language, general_words};
use crate::notes::note::LinkStyle;
use crate::values::StableSort;
use crate::values::text::{comparison_key, fold_case};

/// A tag of more notes than this is no misspelling.
const MAX_MISSPELT_NOTES: usize = 2;

/// A tag that another one misspells is used in at least this many notes.
const MIN_CORRECT_NOTES: usize = 3;

/// A name that at least this many notes use in links to a note is worth an alias.
const MIN_NOTES_WITH_NAME: usize = 3;

/// Maximum number of characters of a name that is worth an alias.
const MAX_ALIAS_CHARACTERS: usize = 40;

/// Maximum number of words of a name that is worth an alias.
const MAX_ALIAS_WORDS: usize = 4;

/// The notes that use a tag.
struct TagUse<'v> {
    /// The tag in the first of them.
    first: &'v TagOnLine,
    /// The first of them that is not private, if there is one, else the first.
    shown: &'v ScannedNote,
    /// The line of the tag in that note.
    line: usize,
    count: usize,
}

/// Tags that are probably misspelt, then tags that one note uses, in alphabetical order.
pub fn tag_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let all = tag_uses(view);
    let mut common = NameGuesser::default();
    let mut by_count: Vec<(usize, &TagUse<'_>)> = all.iter().enumerate().collect();
    by_count.stable_sort_by_key(|(at, tag)| (std::cmp::Reverse(tag.count), *at));
    for (at, tag) in by_count.iter().filter(|(_, tag)| tag.count >= MIN_CORRECT_NOTES) {
        common.add_name(&tag.first.tag, *at as u32);
    }
    let mut rows: Vec<HealthRow> =
        all.iter().filter_map(|tag| tag_row(tag, &all, &common)).collect();
    rows.stable_sort_by_key(|row| row.guess.is_none());
    rows
}

/// The uses of all tags, in alphabetical order.
fn tag_uses<'v>(view: &VaultView<'v>) -> Vec<TagUse<'v>> {
    let mut uses: Vec<Option<TagUse<'v>>> = Vec::new();
    uses.resize_with(view.vault.tag_count(), || None);
    for note in &view.notes {
        for tag in &note.tags {
            let Some(place) = uses.get_mut(tag.number as usize) else { continue };
            let Some(first) = note.scan.tags.get(tag.place) else { continue };
            let known =
                place.get_or_insert(TagUse { first, shown: note, line: first.line, count: 0 });
            known.count += 1;
            if known.shown.scan.is_private && !note.scan.is_private {
                (known.shown, known.line) = (note, first.line);
            }
        }
    }
    let mut uses: Vec<TagUse<'v>> = uses.into_iter().flatten().collect();
    uses.sort_unstable_by_key(|tag| tag.first.key.as_str());
    uses
}

fn tag_row(tag: &TagUse<'_>, all: &[TagUse<'_>], common: &NameGuesser) -> Option<HealthRow> {
    let (note, count) = (tag.shown, tag.count);
    let guess = (count <= MAX_MISSPELT_NOTES).then(|| common.guess(&tag.first.tag)).flatten();
    let guess = guess.and_then(|guess| Some((all.get(guess.number as usize)?, guess.reason)));
    let guess = guess.filter(|(other, _)| other.first.key != tag.first.key);
    let why = match &guess {
        Some((other, reason)) => {
            let what = match reason {
                GuessReason::Letters(1) => "One letter differs from",
                GuessReason::Letters(_) => "A few letters differ from",
                _ => "Spelt differently from",
            };
            format!("{what} #{}, which {} use.", other.first.tag, counted(other.count, "note"))
        }
        None if count == 1 => "No other note uses this tag.".to_owned(),
        None => return None,
    };
    if note.is_template() {
        return None;
    }
    let is_guess_private = guess.as_ref().is_some_and(|(other, _)| other.shown.scan.is_private);
    Some(HealthRow {
        id: row_id_without_note(HealthKind::Tag, &tag.first.key),
        line: Some(tag.line),
        guess: guess.map(|(other, _)| other.first.tag.clone()),
        score: Some(count as f32),
        // The tag that is meant may be one of private notes only.
        is_private: note.scan.is_private || is_guess_private,
        ..HealthRow::new(HealthKind::Tag, &note.path, &tag.first.tag, why)
    })
}

/// Ambiguous aliases, then names that notes use for a note and that are no alias of it.
pub fn alias_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let mut rows = ambiguous_alias_rows(view);
    rows.extend(missing_alias_rows(view));
    rows
}

fn ambiguous_alias_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let mut with_alias: BTreeMap<String, BTreeMap<u32, &str>> = BTreeMap::new();
    for (number, note) in view.notes.iter().enumerate() {
        for alias in &note.scan.aliases {
            let notes = with_alias.entry(fold_case(alias)).or_default();
            notes.entry(number as u32).or_insert(alias);
        }
    }
    if with_alias.is_empty() {
        return Vec::new();
    }
    let mut with_title: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (number, note) in view.notes.iter().enumerate() {
        let title = fold_case(note.path.title());
        if with_alias.contains_key(&title) {
            with_title.entry(title).or_default().push(number as u32);
        }
    }
    let rows = with_alias.into_iter().filter_map(|(key, numbers)| {
        let (number, alias) = numbers.first_key_value()?;
        let is_titled = |it: &&u32| !numbers.contains_key(it);
        let titled = with_title.get(&key).into_iter().flatten().find(is_titled);
        let shared_by = match numbers.len() {
            2 => "is an alias of both notes".to_owned(),
            count => format!("is an alias of {count} notes"),
        };
        let (other, what) = match titled {
            Some(titled) => (*titled, "is the name of that note"),
            None => (*numbers.keys().nth(1)?, shared_by.as_str()),
        };
        let (note, other) = (view.note(*number)?, view.note(other)?);
        if !is_whole_name(alias) {
            return None;
        }
        let why = format!("Ambiguous: “{alias}” {what}, see “{}”.", other.path.linkpath());
        Some(HealthRow {
            guess: Some(other.path.to_string()),
            score: Some((numbers.len() + usize::from(titled.is_some())) as f32),
            is_private: note.scan.is_private || other.scan.is_private,
            ..HealthRow::new(HealthKind::Alias, &note.path, alias, why)
        })
    });
    rows.collect()
}

/// Whether an alias is more than a letter or a piece of a longer one, such as `b)` of `a (b)`.
fn is_whole_name(alias: &str) -> bool {
    let count = |brackets: [char; 2]| alias.chars().filter(|c| brackets.contains(c)).count();
    let letters = alias.chars().filter(|c| c.is_alphanumeric()).count();
    letters >= 2 && count(['(', '（']) == count([')', '）'])
}

/// The notes that use a name for a note in links.
#[derive(Default)]
struct NameUse<'v> {
    name: &'v str,
    /// Whether a wikilink uses the name.
    is_in_wikilink: bool,
    linking: BTreeSet<u32>,
    /// The hashes of the lines with these links.
    lines: BTreeSet<u64>,
}

fn missing_alias_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    // The notes that a name is used for, by name.
    let mut targets: BTreeMap<String, BTreeMap<u32, NameUse<'_>>> = BTreeMap::new();
    for (number, note) in view.notes.iter().enumerate() {
        for (link, end) in note.scan.links.iter().zip(&note.link_ends) {
            let (Some(name), Some(target)) = (&link.link.display_text, view.end_number(*end))
            else {
                continue;
            };
            let is_name = !link.link.is_embed && link.link.subpath.is_none();
            if is_name && target as usize != number && is_alias_name(name) {
                let uses = targets.entry(fold_case(name)).or_default().entry(target).or_default();
                uses.name = name.as_str();
                uses.is_in_wikilink |= link.link.style == LinkStyle::Wiki;
                uses.linking.insert(number as u32);
                uses.lines.insert(link.line_hash);
            }
        }
    }
    let mut rows = Vec::new();
    for uses in targets.values() {
        // A name that is used for several notes says where a link leads, not what a note is called.
        let mut notes = uses.iter();
        let (Some((target, uses)), None) = (notes.next(), notes.next()) else { continue };
        // A line that was copied from note to note is one use of the name.
        if uses.linking.len().min(uses.lines.len()) >= MIN_NOTES_WITH_NAME {
            rows.extend(missing_alias_row(view, *target, uses));
        }
    }
    rows.stable_sort_by(|a, b| b.score.partial_cmp(&a.score).unwrap_or(std::cmp::Ordering::Equal));
    rows
}

fn missing_alias_row(view: &VaultView<'_>, target: u32, uses: &NameUse<'_>) -> Option<HealthRow> {
    let note = view.note(target)?;
    let key = comparison_key(uses.name);
    let is_known = |name: &str| is_form_of(&key, &comparison_key(name));
    if is_known(note.path.title()) || note.scan.aliases.iter().any(|alias| is_known(alias)) {
        return None;
    }
    // The words of a Markdown link are mostly a part of the sentence, not a name.
    if !uses.is_in_wikilink && !is_part_of_title(uses.name, note.path.title()) {
        return None;
    }
    let is_private = |number: &u32| view.note(*number).is_none_or(|note| note.scan.is_private);
    let why = format!(
        "{} call it “{}”, which is no alias.",
        counted(uses.linking.len(), "note"),
        uses.name
    );
    Some(HealthRow {
        score: Some(uses.linking.len() as f32),
        is_private: note.scan.is_private || uses.linking.iter().all(is_private),
        ..HealthRow::new(HealthKind::Alias, &note.path, uses.name, why)
    })
}

/// Whether a name consists of at least half of the words of a title.
fn is_part_of_title(name: &str, title: &str) -> bool {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (name, title) = (words(name), words(title));
    !name.is_empty() && name.is_subset(&title) && name.len() * 2 >= title.len()
}

/// Whether two names are forms of the same word: equal but for an ending of at most two letters.
fn is_form_of(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short).is_some_and(|ending| ending.chars().count() <= 2)
}

/// Whether the words of a link may be a name: not too long, no number or address, and not only general
/// words such as “here”.
fn is_alias_name(name: &str) -> bool {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let is_general = |word: &String| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.is_empty() || general_words::is_general(word, Language::English)
    };
    let length = name.chars().count();
    (2..=MAX_ALIAS_CHARACTERS).contains(&length)
        && words.len() <= MAX_ALIAS_WORDS
        && !is_date_name(name)
        && name.contains(char::is_alphabetic)
        && !name.contains(['/', '[', ']', '`', '!', '#'])
        && !words.iter().all(is_general)
}
