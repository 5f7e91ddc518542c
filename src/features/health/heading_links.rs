//! The rows about links to a heading or block that an existing note does not have, also the note with
//! the link itself.

use std::collections::BTreeMap;

use crate::features::health::broken_links::also_on_lines;
use crate::features::health::health_row::{HealthKind, HealthRow};
use crate::features::health::note_blocks::LinkOnLine;
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::VaultView;
use crate::notes::note::{LinkStyle, NoteLink, Subpath};

/// Beginnings of addresses inside a page that are no headings: footnotes, lines of code and pieces of
/// text.
const OTHER_ANCHORS: [&str; 4] = ["fn", "cite", ":~:", "L"];

/// Maximum number of missing headings of a note for which the closest one is searched.
const MAX_HINTS: usize = 50;

/// A link to a missing heading or block, with all lines of the note that have it.
struct HeadingLink<'v> {
    link: &'v LinkOnLine,
    subpath: &'v Subpath,
    target: &'v ScannedNote,
    written: String,
    other_lines: Vec<usize>,
}

/// The rows in order of path, each target once a note. They have no guess, because the link already
/// leads to the right note.
pub fn heading_link_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let mut rows = Vec::new();
    for note in view.notes.iter().filter(|note| !note.is_template()) {
        let mut links: Vec<HeadingLink<'_>> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let own = note.scan.own_links.iter().map(|link| (link, Some(*note)));
        let others = note.scan.links.iter().zip(&note.link_ends).filter(|(link, _)| {
            // Most links have none.
            link.link.subpath.is_some()
        });
        let others = others
            .map(|(link, end)| (link, view.end_number(*end).and_then(|number| view.note(number))));
        for (link, target) in others.chain(own) {
            let Some(missing) = missing_heading(link, target) else { continue };
            let place = *places.entry(missing.written.to_lowercase()).or_insert(links.len());
            match links.get_mut(place) {
                Some(known) => known.other_lines.push(link.line),
                None => links.push(missing),
            }
        }
        let hints = links.iter().zip(0..).map(|(link, number)| match number < MAX_HINTS {
            true => closest_heading_hint(link),
            false => String::new(),
        });
        rows.extend(
            links.iter().zip(hints).map(|(link, hint)| heading_link_row(note, link, &hint)),
        );
    }
    rows
}

fn missing_heading<'v>(
    link: &'v LinkOnLine,
    target: Option<&'v ScannedNote>,
) -> Option<HeadingLink<'v>> {
    let subpath = link.link.subpath.as_ref()?;
    let target = target.filter(|target| !leads_to_part(&link.link, subpath, target))?;
    let written = format!("{}{}", link.link.target, subpath.to_markdown());
    Some(HeadingLink { link, subpath, target, written, other_lines: Vec::new() })
}

/// Whether a link leads to a part of a note. Markdown links of web sites write headings in their own
/// way, such as `#my-heading`.
fn leads_to_part(link: &NoteLink, subpath: &Subpath, target: &ScannedNote) -> bool {
    let anchors = &target.scan.anchors;
    match subpath {
        Subpath::Heading(heading)
            if link.style == LinkStyle::Markdown && !heading.contains(char::is_whitespace) =>
        {
            let is_other = OTHER_ANCHORS.iter().any(|start| {
                heading.strip_prefix(start).is_some_and(|rest| {
                    !rest.starts_with(char::is_alphabetic) || rest.starts_with("ref")
                })
            });
            is_other || anchors.has(subpath) || anchors.has_web_anchor(heading)
        }
        _ => anchors.has(subpath),
    }
}

/// The heading that is probably meant, for the user; empty if none is near.
fn closest_heading_hint(missing: &HeadingLink<'_>) -> String {
    let Subpath::Heading(heading) = missing.subpath else { return String::new() };
    let closest = missing.target.scan.anchors.closest_heading(heading);
    closest.map(|it| format!(" The closest one is “{it}”.")).unwrap_or_default()
}

fn heading_link_row(note: &ScannedNote, missing: &HeadingLink<'_>, hint: &str) -> HealthRow {
    let HeadingLink { link, subpath, target, written, other_lines } = missing;
    let title = match link.link.target.is_empty() {
        true => "This note".to_owned(),
        false => format!("“{}”", target.path.title()),
    };
    let why = match subpath {
        Subpath::Block(id) => format!("{title} has no block “^{id}”."),
        Subpath::Heading(heading) => format!("{title} has no heading “{heading}”.{hint}"),
    };
    HealthRow {
        line: Some(link.line),
        is_private: note.scan.is_private || target.scan.is_private,
        ..HealthRow::new(
            HealthKind::BrokenLink,
            &note.path,
            written,
            why + &also_on_lines(link.line, other_lines),
        )
    }
}
