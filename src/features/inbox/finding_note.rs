//! The note that is made from a finding, and the text that is added to an existing note.

use serde_json::json;

use crate::features::inbox::finding::Finding;
use crate::notes::note::{NoteEdit, NotePath, apply, frontmatter};
use crate::safety::sanitize::{
    AllowedLinks, encode_link_target, escape_text, file_name, note_link, sanitize_markdown,
    sanitize_property,
};
use crate::values::Result;

/// The property with the id of the finding, by which its note is recognised.
const ID_PROPERTY: &str = "ibid-finding";

/// The tag of notes that are made from findings.
const RESEARCH_TAG: &str = "research";

/// The path of the note that is made from a finding.
pub fn note_path(folder: &str, finding: &Finding) -> Result<NotePath> {
    let name = file_name(&finding.title, "Finding");
    NotePath::parse(&format!("{}/{name}.md", folder.trim().trim_matches('/')))
}

/// The text of the note that is made from a finding.
pub fn note_text(finding: &Finding) -> Result<String> {
    let mut text = format!("{}\n", body(finding));
    let topic =
        (!finding.topic.is_empty()).then(|| ("topic", json!(sanitize_property(&finding.topic))));
    let date = finding.source.date.as_deref().map(sanitize_property);
    let properties = [
        Some(("tags", json!([RESEARCH_TAG]))),
        Some(("source", json!(encode_link_target(&finding.source.url).unwrap_or_default()))),
        topic,
        Some((ID_PROPERTY, json!(finding.id))),
        date.map(|date| ("published", json!(date))),
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
        .filter_map(|path| Some(link_by_path(&NotePath::parse(path).ok()?)))
        .collect();
    match links.is_empty() {
        true => String::new(),
        false => format!("Related notes: {}", links.join(", ")),
    }
}

/// A link to a note by its path, or its title if the path can't be written in a link.
pub fn link_by_path(path: &NotePath) -> String {
    note_link(path.linkpath(), path.title(), "")
}
