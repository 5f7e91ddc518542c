//! The note that is made from a finding, and the text that is added to an existing note.

use serde_json::json;

use crate::error::Result;
use crate::inbox::finding::Finding;
use crate::note::edit::{NoteEdit, apply};
use crate::note::{NotePath, frontmatter};
use crate::sanitize::{
    AllowedLinks, encode_link_target, escape_text, sanitize_markdown, wikilink_text,
};
use crate::text::one_line::single_line;

/// The property with the id of the finding, by which its note is recognised.
const ID_PROPERTY: &str = "ibid-finding";

/// The tag of notes that are made from findings.
const RESEARCH_TAG: &str = "research";

/// Maximum number of characters of a note's name.
const MAX_NAME_CHARACTERS: usize = 80;

/// Characters that a file name can't have on some system, or that Obsidian reads as part of a link.
const FORBIDDEN_IN_NAMES: [char; 13] =
    ['/', '\\', ':', '*', '?', '"', '<', '>', '|', '#', '^', '[', ']'];

/// The path of the note that is made from a finding.
pub fn note_path(folder: &str, finding: &Finding) -> Result<NotePath> {
    let is_allowed = |c: &char| !FORBIDDEN_IN_NAMES.contains(c) && !c.is_control();
    let spaced: String = finding
        .title
        .chars()
        .map(|c| if is_allowed(&c) { c } else { ' ' })
        .take(MAX_NAME_CHARACTERS)
        .collect();
    let name = single_line(&spaced);
    // A name that begins with a dot is hidden, and Windows drops a dot at the end.
    let name = name.trim_matches(['.', ' ']);
    let name = if name.is_empty() { "Finding" } else { name };
    NotePath::parse(&format!("{}/{name}.md", folder.trim().trim_matches('/')))
}

/// The text of the note that is made from a finding.
pub fn note_text(finding: &Finding) -> Result<String> {
    let mut text = format!("{}\n", body(finding));
    let topic = (!finding.topic.is_empty()).then(|| ("topic", json!(finding.topic)));
    let date = finding.source.date.as_ref().map(|date| ("published", json!(date)));
    let properties = [
        Some(("tags", json!([RESEARCH_TAG]))),
        Some(("source", json!(finding.source.url))),
        topic,
        Some((ID_PROPERTY, json!(finding.id))),
        date,
    ];
    for (key, value) in properties.into_iter().flatten() {
        text = apply(&text, &NoteEdit::SetProperty { key: key.to_owned(), value })?;
    }
    Ok(text)
}

/// The text that is added to an existing note.
pub fn appended_text(finding: &Finding) -> String {
    format!("**{}**\n\n{}", escape_text(&finding.title), body(finding))
}

/// Whether a note was made from this finding.
pub fn is_note_of(finding: &Finding, text: &str) -> bool {
    let properties = frontmatter::Frontmatter::parse(text);
    properties.values(ID_PROPERTY).any(|id| id == finding.id)
}

fn body(finding: &Finding) -> String {
    let mut parts = vec![finding.synthesis.clone(), finding.relation.clone()];
    let ideas: Vec<String> = finding.key_ideas.iter().map(|idea| format!("- {idea}")).collect();
    parts.push(ideas.join("\n"));
    if !finding.evidence.is_empty() {
        parts.push(format!("> {}", finding.evidence));
    }
    parts.push(source_line(finding));
    parts.push(related_line(finding));
    parts.retain(|part| !part.trim().is_empty());
    // The texts were made safe when they were found, but the file of the inbox may have been changed since.
    let links = AllowedLinks {
        allowed_urls: std::slice::from_ref(&finding.source.url),
        allowed_notes: None,
    };
    sanitize_markdown(&parts.join("\n\n"), &links).markdown
}

fn source_line(finding: &Finding) -> String {
    let source = &finding.source;
    let title = escape_text(&source.title);
    let Some(target) = encode_link_target(&source.url) else { return title };
    let date = source.date.as_ref().map(|date| format!(", {}", escape_text(date)));
    format!("Source: [{title}]({target}){}", date.unwrap_or_default())
}

fn related_line(finding: &Finding) -> String {
    let links: Vec<String> = finding
        .related_notes
        .iter()
        .filter_map(|path| note_link(&NotePath::parse(path).ok()?))
        .collect();
    match links.is_empty() {
        true => String::new(),
        false => format!("Related notes: {}", links.join(", ")),
    }
}

/// A link to a note by its path; `None` if the path can't be written in a link.
pub fn note_link(path: &NotePath) -> Option<String> {
    let target = path.linkpath();
    let title = path.title();
    let is_linkable = wikilink_text(target) == target;
    let link = if target == title { target.to_owned() } else { format!("{target}|{title}") };
    is_linkable.then(|| format!("[[{link}]]"))
}
