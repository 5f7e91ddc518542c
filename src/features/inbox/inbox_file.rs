//! The inbox as one text that a person can read: a section for each finding, with a comment that
//! programs read. What cannot be read is kept aside. Two versions of the file, as after a conflict of
//! sync, are merged without loss.

use std::collections::{BTreeMap, BTreeSet};

use crate::features::inbox::finding::{Finding, FindingState};
use crate::safety::sanitize::{encode_link_target, escape_text, inert_json, sanitize_sentence};
use crate::values::text::single_line;

const HEAD: &str = "# Research inbox\n\nFindings of research. Open the research inbox to accept or dismiss them.\n";
const COMMENT_START: &str = "%% ibid-finding ";
const COMMENT_END: &str = " %%";

/// The findings by id.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inbox {
    /// The findings by id.
    pub findings: BTreeMap<String, Finding>,
}

/// An inbox that was read from a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadInbox {
    /// What could be read.
    pub inbox: Inbox,
    /// The comments of findings that could not be read, to be saved aside.
    pub unreadable: Vec<String>,
}

impl Inbox {
    /// Reads a file, also one with the marks of a conflict in it. Never fails.
    pub fn read(text: &str) -> ReadInbox {
        let mut read = ReadInbox::default();
        for line in comment_lines(text) {
            match read_comment(line) {
                Some(finding) => read.inbox.add(finding),
                None => read.unreadable.push(line.to_owned()),
            }
        }
        read
    }

    /// The text of a new file.
    pub fn to_text(&self) -> String {
        self.update_text("")
    }

    /// The text of a file after the inbox changed. What the user wrote between and into the findings
    /// stays; comments that could not be read are left out, and have to be saved aside before.
    pub fn update_text(&self, old_text: &str) -> String {
        let mut text =
            if old_text.trim().is_empty() { HEAD.to_owned() } else { old_text.to_owned() };
        let mut written = BTreeSet::new();
        for line in comment_lines(old_text) {
            let new = match read_comment(line) {
                Some(old) if written.insert(old.id.clone()) => {
                    let new = self.findings.get(&old.id);
                    match new.is_some_and(|new| replace_block(&mut text, &old, new)) {
                        true => continue,
                        false => new.map(comment),
                    }
                }
                // The same finding stands twice in the file, as after a conflict.
                Some(old) if remove_last(&mut text, &finding_text(&old)) => continue,
                _ => None,
            };
            match new {
                Some(new) => replace_first(&mut text, line, &new),
                None => {
                    remove_last(&mut text, line);
                }
            }
        }
        for (id, finding) in &self.findings {
            if !written.contains(id) {
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(&finding_text(finding));
            }
        }
        text
    }

    /// Whether a finding comes from this page.
    pub fn has_page(&self, url: &str) -> bool {
        self.findings.values().any(|finding| finding.source.url == url)
    }

    /// Adds a finding. Of two versions of one finding, the newer one stays.
    pub fn add(&mut self, finding: Finding) {
        let is_newer = |known: &Finding| version(&finding) > version(known);
        if self.findings.get(&finding.id).is_none_or(is_newer) {
            self.findings.insert(finding.id.clone(), finding);
        }
    }

    /// Adds the findings of another version of the file.
    pub fn merge(&mut self, other: Self) {
        other.findings.into_values().for_each(|finding| self.add(finding));
    }
}

/// The comments of findings, each from its start to the end of its line.
fn comment_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.get(line.find(COMMENT_START)?..))
}

fn read_comment(line: &str) -> Option<Finding> {
    let rest = line.strip_prefix(COMMENT_START)?;
    let json = rest.trim_end().strip_suffix("%%").unwrap_or(rest);
    let finding = Finding::from_json(json.trim())?;
    (!finding.id.is_empty()).then_some(finding)
}

/// Replaces the text of a finding, unless the user has changed it.
fn replace_block(text: &mut String, old: &Finding, new: &Finding) -> bool {
    let (old, new) = (finding_text(old), finding_text(new));
    let is_unchanged = text.contains(&old);
    if is_unchanged {
        replace_first(text, &old, &new);
    }
    is_unchanged
}

fn replace_first(text: &mut String, old: &str, new: &str) {
    if let Some(start) = text.find(old) {
        text.replace_range(start..start + old.len(), new);
    }
}

/// Removes the last occurrence of a part; returns whether there was one.
fn remove_last(text: &mut String, part: &str) -> bool {
    let start = text.rfind(part);
    if let Some(start) = start {
        text.replace_range(start..start + part.len(), "");
    }
    start.is_some()
}

/// Orders versions of one finding: by the number of changes, then by state, so that an accepted finding
/// stays accepted, then by content, so that the order in which files are merged makes no difference.
fn version(finding: &Finding) -> (u32, &FindingState, String) {
    let json = serde_json::to_string(finding).unwrap_or_default();
    (finding.revision, &finding.state, json)
}

/// What programs read of a finding. Nothing in it ends the comment.
fn comment(finding: &Finding) -> String {
    let json = inert_json(&serde_json::to_string(finding).unwrap_or_default());
    format!("{COMMENT_START}{json}{COMMENT_END}")
}

fn finding_text(finding: &Finding) -> String {
    let mut text = format!("\n## {}\n\n{}\n\n", heading(&finding.title), comment(finding));
    let state = match &finding.state {
        FindingState::New | FindingState::Accepting { .. } => String::new(),
        FindingState::Dismissed => "Dismissed. ".to_owned(),
        FindingState::Accepted { path } => format!("Accepted: {}. ", name(path)),
        FindingState::Appended { path } => format!("Added to {}. ", name(path)),
    };
    text.push_str(&format!("{state}{}\n", sentence(&finding.synthesis)));
    // A dash without text would make a heading of the line above it.
    for idea in finding.key_ideas.iter().map(|idea| sentence(idea)).filter(|it| !it.is_empty()) {
        text.push_str(&format!("- {idea}\n"));
    }
    if let Some(address) = encode_link_target(&finding.source.url) {
        text.push_str(&format!("\nSource: {} {address}\n", name(&finding.source.title)));
    }
    text
}

fn heading(title: &str) -> String {
    let title = name(title);
    if title.is_empty() { "Finding".to_owned() } else { title }
}

/// A title or a path on one line, as plain text.
fn name(text: &str) -> String {
    escape_text(&single_line(text))
}

/// Sentences on one line. They were made safe when they were found, but the file may have been changed
/// since.
fn sentence(text: &str) -> String {
    sanitize_sentence(&single_line(text))
}
