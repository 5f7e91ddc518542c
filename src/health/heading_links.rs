//! The rows about links to a heading or block that an existing note does not have.

use std::collections::BTreeSet;

use crate::health::health_row::{HealthKind, HealthRow};
use crate::health::note_blocks::LinkOnLine;
use crate::health::vault_scan::ScannedNote;
use crate::health::vault_view::VaultView;
use crate::note::link::{LinkStyle, NoteLink, Subpath};

/// The rows in order of path, each target once a note. They have no guess, because the link already
/// leads to the right note.
pub fn heading_link_rows(view: &VaultView<'_>) -> Vec<HealthRow> {
    let mut rows = Vec::new();
    for note in view.notes.iter().filter(|note| !note.is_template()) {
        let mut seen = BTreeSet::new();
        for (link, end) in note.scan.links.iter().zip(&note.link_ends) {
            let Some(subpath) = link.link.subpath.as_ref().filter(|_| is_checked(&link.link))
            else {
                continue;
            };
            let target = view.end_number(*end).and_then(|number| view.note(number));
            let target = target.filter(|target| !target.scan.anchors.has(subpath));
            let written = format!("{}{}", link.link.target, subpath.to_markdown());
            if let Some(target) = target
                && seen.insert(written.to_lowercase())
            {
                rows.push(heading_link_row(note, link, target, subpath, &written));
            }
        }
    }
    rows
}

/// Whether the subpath of a link follows the rules of Obsidian. In Markdown links, other programs write
/// headings in ways of their own, such as `#my-heading`.
fn is_checked(link: &NoteLink) -> bool {
    match &link.subpath {
        Some(Subpath::Heading(heading)) => {
            link.style == LinkStyle::Wiki || heading.contains(char::is_whitespace)
        }
        Some(Subpath::Block(_)) => true,
        None => false,
    }
}

fn heading_link_row(
    note: &ScannedNote,
    link: &LinkOnLine,
    target: &ScannedNote,
    subpath: &Subpath,
    written: &str,
) -> HealthRow {
    let title = target.path.title();
    let why = match subpath {
        Subpath::Block(id) => format!("“{title}” has no block “^{id}”."),
        Subpath::Heading(heading) => {
            let closest = target.scan.anchors.closest_heading(heading);
            let hint = closest.map(|it| format!(" The closest one is “{it}”.")).unwrap_or_default();
            format!("“{title}” has no heading “{heading}”.{hint}")
        }
    };
    HealthRow {
        line: Some(link.line),
        is_private: note.scan.is_private || target.scan.is_private,
        ..HealthRow::new(HealthKind::BrokenLink, &note.path, written, why)
    }
}
