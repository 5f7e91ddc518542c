//! The inbox as one text that a person can read: a section for each finding, with a comment that
//! programs read. What cannot be read is kept aside. Two versions of the file, as after a conflict of
//! sync, are merged without loss.

use std::collections::BTreeMap;

use crate::inbox::finding::{Finding, FindingState};
use crate::text::one_line::single_line;

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
        for line in text.lines() {
            let Some(start) = line.find(COMMENT_START) else { continue };
            let rest = line.get(start + COMMENT_START.len()..).unwrap_or_default();
            let json = rest.trim_end().strip_suffix("%%").unwrap_or(rest);
            match serde_json::from_str::<Finding>(json.trim()) {
                Ok(finding) if !finding.id.is_empty() => read.inbox.add(finding),
                _ => read.unreadable.push(line.to_owned()),
            }
        }
        read
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut text = HEAD.to_owned();
        for finding in self.findings.values() {
            text.push_str(&finding_text(finding));
        }
        text
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

/// Orders versions of one finding: by the number of changes, then by state, so that an accepted finding
/// stays accepted, then by content, so that the order in which files are merged makes no difference.
fn version(finding: &Finding) -> (u32, &FindingState, String) {
    let json = serde_json::to_string(finding).unwrap_or_default();
    (finding.revision, &finding.state, json)
}

fn finding_text(finding: &Finding) -> String {
    // A percent sign might end the comment.
    let json = serde_json::to_string(finding).unwrap_or_default().replace('%', "\\u0025");
    let mut text =
        format!("\n## {}\n\n{COMMENT_START}{json}{COMMENT_END}\n\n", heading(&finding.title));
    let state = match &finding.state {
        FindingState::New | FindingState::Accepting { .. } => String::new(),
        FindingState::Dismissed => "Dismissed. ".to_owned(),
        FindingState::Accepted { path } => format!("Accepted: {}. ", single_line(path)),
    };
    text.push_str(&format!("{state}{}\n", shown(&finding.synthesis)));
    for idea in &finding.key_ideas {
        text.push_str(&format!("- {}\n", shown(idea)));
    }
    if !finding.source.url.is_empty() {
        text.push_str(&format!(
            "\nSource: {} {}\n",
            shown(&finding.source.title),
            finding.source.url
        ));
    }
    text
}

fn heading(title: &str) -> String {
    let title = shown(title);
    if title.is_empty() { "Finding".to_owned() } else { title }
}

/// A text on one line that cannot be taken for a comment of a finding.
fn shown(text: &str) -> String {
    single_line(&text.replace("%%", "%"))
}
