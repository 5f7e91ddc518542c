//! Broken links with what was probably meant, and the notes that do not exist although several notes
//! link to them or mention them.

use std::collections::{BTreeMap, BTreeSet};

use crate::features::health::health_row::{HealthKind, HealthRow, row_id_without_note};
use crate::features::health::link_guess::{GuessCache, GuessReason, NameGuesser};
use crate::features::health::note_blocks::LinkOnLine;
use crate::features::health::vault_scan::LinkEnd;
use crate::features::health::vault_view::{VaultView, counted, is_date_name};
use crate::language::is_unspaced_script;
use crate::notes::note::{LinkStyle, NoteLink};
use crate::values::StableSort;
use crate::values::text::fold_case;

/// A missing note is listed if at least this many notes link to it.
const MIN_LINKING_NOTES: usize = 2;

/// A missing note with one link is listed if at least this many notes mention its name.
const MIN_MENTIONING_NOTES: usize = 3;

/// Number of missing notes whose mentions are counted, those with the most links first.
const MAX_COUNTED_MENTIONS: usize = 100;

/// Words of web addresses, which are no mentions of a note.
const ADDRESS_WORDS: [&str; 6] = ["http", "https", "www", "com", "org", "html"];

/// Number of linking notes that a row names.
const MAX_NAMED_NOTES: usize = 3;

/// Number of other lines with the same link that a row names.
const MAX_SHOWN_LINES: usize = 3;

/// Texts of templates, which become a name only when a note is made.
const PLACEHOLDERS: [&str; 4] = ["<%", "{{", "${", "%%"];

/// From this many links on whose targets begin with `/` and lead nowhere, such targets are paths of a
/// web site, if most of them lead nowhere.
const MIN_SITE_LINKS: usize = 10;

/// A link to nothing.
pub struct BrokenLink<'v> {
    number: u32,
    link: &'v LinkOnLine,
    /// The other lines of the note that have the same link.
    other_lines: Vec<usize>,
}

/// The broken links of the vault, each target once a note, in order of path.
pub fn broken_links<'v>(view: &VaultView<'v>) -> Vec<BrokenLink<'v>> {
    let has_site_links = has_site_links(view);
    let mut broken = Vec::new();
    for (number, note) in view.notes.iter().enumerate() {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for (link, end) in note.scan.links.iter().zip(&note.link_ends) {
            let target = link.link.target.as_str();
            let is_other = || {
                PLACEHOLDERS.iter().any(|mark| target.contains(mark))
                    || (has_site_links && is_site_path(&link.link))
            };
            if *end != LinkEnd::Missing || is_other() {
                continue;
            }
            let at = *seen.entry(fold_case(target)).or_insert(broken.len());
            match broken.get_mut(at) {
                Some(BrokenLink { other_lines, .. }) => other_lines.push(link.line),
                None => {
                    broken.push(BrokenLink { number: number as u32, link, other_lines: Vec::new() })
                }
            }
        }
    }
    broken
}

/// Whether a link is written like the path of a page on the web site that the note is part of.
fn is_site_path(link: &NoteLink) -> bool {
    link.style == LinkStyle::Markdown && link.target.starts_with('/')
}

/// Whether the notes are the pages of a web site, by links to other pages of it that lead nowhere.
fn has_site_links(view: &VaultView<'_>) -> bool {
    let links = view.notes.iter().flat_map(|note| note.scan.links.iter().zip(&note.link_ends));
    let mut count = 0;
    let mut missing = 0;
    for (_, end) in links.filter(|(link, _)| is_site_path(&link.link)) {
        count += 1;
        missing += usize::from(*end == LinkEnd::Missing);
    }
    missing >= MIN_SITE_LINKS && missing * 2 > count
}

/// Guesses what each target means and remembers it in the cache.
pub fn update_guesses(view: &VaultView<'_>, broken: &[BrokenLink<'_>], guesses: &mut GuessCache) {
    let targets: BTreeSet<&str> =
        broken.iter().map(|broken| broken.link.link.target.as_str()).collect();
    let unknown: Vec<&str> =
        targets.into_iter().filter(|target| guesses.get(target).is_none()).collect();
    if unknown.is_empty() {
        return;
    }
    let mut guesser = NameGuesser::default();
    for (number, note) in view.notes.iter().enumerate() {
        guesser.add_name(note.path.title(), number as u32);
    }
    for (number, note) in view.notes.iter().enumerate() {
        note.scan.aliases.iter().for_each(|alias| guesser.add_alias(alias, number as u32));
    }
    for target in unknown {
        let guess = guessable_name(target).and_then(|name| guesser.guess(name));
        let guess = guess.and_then(|guess| {
            let path = view.note(guess.number)?.path.to_string();
            Some((path, guess.reason))
        });
        guesses.insert(target.to_owned(), guess);
    }
}

/// The name in a target by which a note may be found; `None` for other files and web addresses.
fn guessable_name(target: &str) -> Option<&str> {
    let name = target.trim_end_matches('/').rsplit('/').next()?;
    let stem = name.strip_suffix(".md").or_else(|| name.strip_suffix(".markdown"));
    let is_note = !is_other_file(name) && !is_web_address(target);
    is_note.then(|| stem.unwrap_or(name))
}

/// Whether a target is the name of a file that is no note: it has a short extension in lower case.
fn is_other_file(target: &str) -> bool {
    let Some((_, ending)) = target.rsplit_once('.') else { return false };
    let is_extension = (2..=10).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        && ending.bytes().any(|byte| byte.is_ascii_lowercase());
    is_extension && !["md", "markdown", "txt"].contains(&ending)
}

/// Whether a target is a web address without `https://`.
fn is_web_address(target: &str) -> bool {
    let host = target.split('/').next().unwrap_or_default();
    let has_path = target.contains('/');
    let ending = host.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_top_level =
        ["com", "org", "net", "io", "dev", "edu", "gov", "me", "co", "cn", "de"].contains(&ending);
    target.starts_with("www.") || (has_path && is_top_level && !host.contains(' '))
}

/// The rows about broken links: those with a guess first, then in order of path.
pub fn broken_link_rows(
    view: &VaultView<'_>,
    broken: &[BrokenLink<'_>],
    guesses: &GuessCache,
) -> Vec<HealthRow> {
    let mut rows: Vec<HealthRow> =
        broken.iter().filter_map(|broken| broken_link_row(view, guesses, broken)).collect();
    rows.stable_sort_by_key(|row| row.guess.is_none());
    rows
}

fn broken_link_row(
    view: &VaultView<'_>,
    guesses: &GuessCache,
    broken: &BrokenLink<'_>,
) -> Option<HealthRow> {
    let note = view.note(broken.number)?;
    let target = broken.link.link.target.as_str();
    let guess = guesses.get(target).cloned().flatten();
    let guess = guess.filter(|(path, _)| path != note.path.as_str());
    let why = match &guess {
        Some((path, reason)) => guess_text(path, *reason),
        None if is_web_address(target) => {
            "No such file. The web address lacks https:// at its beginning.".to_owned()
        }
        None if is_other_file(target) => "The vault has no such file.".to_owned(),
        None => "The vault has no note with this name.".to_owned(),
    };
    let why = why + &also_on_lines(broken.link.line, &broken.other_lines);
    let is_private_path = |path: &str| {
        let at = view.notes.binary_search_by(|note| note.path.as_str().cmp(path));
        at.ok().and_then(|at| view.notes.get(at)).is_none_or(|note| note.scan.is_private)
    };
    let is_private =
        note.scan.is_private || guess.as_ref().is_some_and(|(path, _)| is_private_path(path));
    Some(HealthRow {
        line: Some(broken.link.line),
        guess: guess.map(|(path, _)| path),
        is_private,
        ..HealthRow::new(HealthKind::BrokenLink, &note.path, target, why)
    })
}

/// A sentence about the other lines with the same link; empty if there are none.
pub fn also_on_lines(line: usize, other_lines: &[usize]) -> String {
    let mut others: Vec<usize> = other_lines.iter().copied().filter(|it| *it != line).collect();
    others.sort_unstable();
    others.dedup();
    let shown: Vec<String> = others.iter().take(MAX_SHOWN_LINES).map(usize::to_string).collect();
    match others.len() {
        0 => String::new(),
        1 => format!(" Also on line {}.", shown.join("")),
        count if count <= MAX_SHOWN_LINES => format!(" Also on lines {}.", shown.join(", ")),
        count => {
            format!(" Also on lines {} and {} more.", shown.join(", "), count - MAX_SHOWN_LINES)
        }
    }
}

fn guess_text(path: &str, reason: GuessReason) -> String {
    let title = path.rsplit('/').next().unwrap_or_default();
    let title = title.rsplit_once('.').map_or(title, |(stem, _)| stem);
    match reason {
        GuessReason::OtherFolder => {
            format!("No note at this path, but “{title}” is in another folder.")
        }
        GuessReason::Alias => {
            format!("An alias of “{title}”. A link needs the name of the note.")
        }
        GuessReason::Punctuation => {
            format!("No such note. “{title}” differs only in case, spaces or punctuation.")
        }
        GuessReason::Letters(count) => {
            format!(
                "No such note. In “{title}” only {} differ{}.",
                counted(count, "letter"),
                if count == 1 { "s" } else { "" }
            )
        }
    }
}

/// A note that does not exist.
struct MissingNote<'v> {
    name: &'v str,
    line: usize,
    linking: BTreeSet<u32>,
}

/// The rows about notes that do not exist: those that the most notes link to or mention first.
/// `mentions` returns the number of notes that contain a name, if the name means one thing.
pub fn missing_note_rows(
    view: &VaultView<'_>,
    broken: &[BrokenLink<'_>],
    guesses: &GuessCache,
    mentions: &dyn Fn(&str) -> Option<usize>,
) -> Vec<HealthRow> {
    let mut missing: BTreeMap<String, MissingNote<'_>> = BTreeMap::new();
    for broken in broken {
        let Some(note) = view.note(broken.number) else { continue };
        let target = broken.link.link.target.as_str();
        let is_note_link = broken.link.link.style == LinkStyle::Wiki || target.ends_with(".md");
        let has_guess = guesses.get(target).is_some_and(Option::is_some);
        let Some(name) = guessable_name(target) else { continue };
        let is_wanted = is_note_link && !has_guess && !is_date_name(name) && !note.is_template();
        if is_wanted && name.chars().any(char::is_alphabetic) {
            let entry = missing.entry(fold_case(name)).or_insert_with(|| MissingNote {
                name,
                line: broken.link.line,
                linking: BTreeSet::new(),
            });
            entry.linking.insert(broken.number);
        }
    }
    let mut missing: Vec<MissingNote<'_>> = missing.into_values().collect();
    missing.stable_sort_by_key(|missing| std::cmp::Reverse(missing.linking.len()));
    let rows = missing.iter().enumerate().filter_map(|(at, missing)| {
        // Two characters of a script without spaces are mostly a common word.
        let is_short =
            missing.name.contains(is_unspaced_script) && missing.name.chars().count() < 3;
        let is_counted = at < MAX_COUNTED_MENTIONS
            && !is_short
            && !ADDRESS_WORDS.contains(&missing.name.to_lowercase().as_str());
        let mentioned = if is_counted { mentions(missing.name) } else { None };
        missing_note_row(view, missing, mentioned.unwrap_or(0))
    });
    let mut rows: Vec<HealthRow> = rows.collect();
    rows.stable_sort_by(|a, b| b.score.partial_cmp(&a.score).unwrap_or(std::cmp::Ordering::Equal));
    rows
}

/// Whether a name is more than a common word in lower case, whose mentions mean nothing.
fn is_proper_name(name: &str) -> bool {
    name.contains(|c: char| c.is_uppercase() || c.is_whitespace() || !c.is_ascii())
}

fn missing_note_row(
    view: &VaultView<'_>,
    missing: &MissingNote<'_>,
    mentioning: usize,
) -> Option<HealthRow> {
    let linking = missing.linking.len();
    let more = mentioning.saturating_sub(linking);
    let is_mentioned = more >= MIN_MENTIONING_NOTES && is_proper_name(missing.name);
    if linking < MIN_LINKING_NOTES && !is_mentioned {
        return None;
    }
    let is_private = |number: &&u32| view.note(**number).is_some_and(|note| note.scan.is_private);
    let first =
        *missing.linking.iter().find(|number| !is_private(number)).or(missing.linking.first())?;
    let note = view.note(first)?;
    // A row that is not private names no private note, because it may become a topic of research.
    let named = missing.linking.iter().filter(|number| note.scan.is_private || !is_private(number));
    let names = named.filter_map(|number| view.note(*number));
    let names: Vec<&str> = names.take(MAX_NAMED_NOTES).map(|note| note.path.title()).collect();
    let verb = if linking == 1 { "links" } else { "link" };
    let mut why = format!("{} {verb} to it: {}", counted(linking, "note"), names.join(", "));
    if linking > MAX_NAMED_NOTES {
        why.push_str(&format!(" and {} more", linking - names.len()));
    }
    if more > 0 {
        let verb = if more == 1 { "mentions" } else { "mention" };
        why.push_str(&format!("; {more} more {verb} it"));
    }
    Some(HealthRow {
        line: (missing.linking.first() == Some(&first)).then_some(missing.line),
        score: Some((linking + more) as f32),
        is_private: missing.linking.iter().all(|number| is_private(&number)),
        id: row_id_without_note(HealthKind::MissingNote, &fold_case(missing.name)),
        ..HealthRow::new(HealthKind::MissingNote, &note.path, missing.name, why + ".")
    })
}
