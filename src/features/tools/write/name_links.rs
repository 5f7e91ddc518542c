//! Turns the names of visible notes in the texts of a log entry into links. A private or excluded note
//! has no name here, so that a text with its name is written as if the note did not exist.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::vault_files::VaultFiles;
use crate::library::{NameLink, NameLinker, NotesWithName};
use crate::notes::note::{LinkStyle, NotePath, linkable_characters, parse_links};
use crate::safety::sanitize::WikilinkTarget;
use crate::values::Result;
use crate::values::text::fold_case;

/// Writes the texts of an entry of the note `source`, each on one line and with links to the notes that
/// it names. A note is linked once in all texts, and not at all if it is in `linked_notes` or a text has
/// a link to it.
pub async fn link_note_names(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    source: &NotePath,
    texts: &[&str],
    linked_notes: &[NotePath],
) -> Result<Vec<String>> {
    context.library.sync_once(context.host, context.settings).await?;
    let mut linked: BTreeSet<NotePath> = linked_notes.iter().chain([source]).cloned().collect();
    let links = texts.iter().flat_map(|text| parse_links(text));
    // The sanitiser keeps no Markdown link to a note and no embed.
    for link in links.filter(|link| link.style == LinkStyle::Wiki && !link.is_embed) {
        linked.extend(files.open_note(&link.target).await.ok().map(|note| note.path));
    }
    let lines: Vec<String> = texts.iter().map(|text| one_line(text)).collect();
    let links = name_links(context, files, source, &lines.join("\n")).await?;
    let mut linker = NameLinker::new(links, linked);
    let link_line = |(text, line): (&&str, &String)| {
        let linkable = linkable_characters(text);
        linker.link(line, |range| is_linkable_range(&linkable, line, range))
    };
    Ok(texts.iter().zip(&lines).map(link_line).collect())
}

/// A text with spaces instead of line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a range of a line is linkable also in the text with line breaks, where code blocks are still
/// seen. Both have the same characters except for white space.
fn is_linkable_range(linkable: &[bool], line: &str, range: &Range<usize>) -> bool {
    let count = |text: Option<&str>| {
        text.unwrap_or_default().chars().filter(|c| !c.is_whitespace()).count()
    };
    let start = count(line.get(..range.start));
    let end = start + count(line.get(range.clone()));
    linkable.get(start..end).is_some_and(|characters| characters.iter().all(|it| *it))
}

/// The visible notes that a text names, by name. Of several notes with one name, the one to which
/// Obsidian would lead a link in the note `source` is linked.
async fn name_links(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    source: &NotePath,
    text: &str,
) -> Result<BTreeMap<String, NameLink>> {
    let notes: Vec<NotePath> = files
        .all_paths()
        .filter(|path| !files.is_hidden(path))
        .filter_map(|path| NotePath::parse(path).ok())
        .collect();
    let names = context.library.note_names_in_text(text, &notes);
    let named: BTreeSet<&NotePath> =
        names.values().flat_map(|notes| notes.by_title.iter().chain(&notes.by_alias)).collect();
    let visible = files.visible_notes(|path, _| named.contains(path)).await?;
    let visible: BTreeSet<&NotePath> = visible.iter().map(|note| &note.path).collect();
    let linked_note = |notes: &NotesWithName| {
        let nearest = |notes: &[NotePath]| {
            let visible = notes.iter().filter(|note| visible.contains(note));
            visible.min_by_key(|note| distance(note, source)).cloned()
        };
        nearest(&notes.by_title).or_else(|| nearest(&notes.by_alias))
    };
    let titles = title_counts(files);
    let links = names.iter().filter_map(|(name, notes)| {
        let note = linked_note(notes)?;
        let target = WikilinkTarget::parse(&link_target(&titles, &note))?;
        Some((name.clone(), NameLink { note, target }))
    });
    Ok(links.collect())
}

/// By which Obsidian prefers one of several notes with the same name.
fn distance<'n>(note: &'n NotePath, source: &NotePath) -> (bool, usize, &'n str) {
    (note.folder() != source.folder(), note.as_str().matches('/').count(), note.as_str())
}

/// How many notes have each title. Also hidden notes count, because Obsidian leads links to them.
fn title_counts(files: &VaultFiles<'_>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for note in files.all_paths().filter_map(|path| NotePath::parse(path).ok()) {
        *counts.entry(fold_case(note.title())).or_default() += 1;
    }
    counts
}

/// The text of a wikilink to a note: its title, or its path if another note has the same title.
fn link_target(titles: &BTreeMap<String, usize>, note: &NotePath) -> String {
    let is_unique = titles.get(&fold_case(note.title())).is_none_or(|count| *count < 2);
    match (is_unique, note.as_str().to_lowercase().ends_with(".md")) {
        (true, true) => note.title().to_owned(),
        (false, true) => note.linkpath().to_owned(),
        (_, false) => note.to_string(),
    }
}
