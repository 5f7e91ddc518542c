//! A finding of a research task, and what the user did with it. A dismissed finding cannot be accepted,
//! and accepting twice makes one note.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::notes::note::NotePath;
use crate::safety::privacy::{PublicNotes, RestsOn};
use crate::values::{Error, ErrorCode, Result};

/// Where a finding comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FindingSource {
    /// The title of the page.
    pub title: String,
    /// The address of the page.
    pub url: String,
    /// When the page was published, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub date: Option<String>,
}

/// What the user did with a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FindingState {
    /// Nothing yet.
    #[default]
    New,
    /// The user does not want it.
    Dismissed,
    /// The user wants it, and its note is about to be created.
    Accepting {
        /// The path of the note.
        path: String,
    },
    /// Its note was created.
    Accepted {
        /// The path of the note.
        path: String,
    },
    /// It was added to a note.
    Appended {
        /// The path of the note.
        path: String,
    },
}

/// A finding of a research task.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Identifies the finding.
    pub id: String,
    /// The topic that was researched.
    pub topic: String,
    /// The path of the note with the gap; empty if there is none.
    pub note: String,
    /// When it was found, such as `2026-11-17`.
    pub found_on: String,
    /// The path of a report that could not be written to its note; empty for a finding of research.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub report_path: String,
    /// The title.
    pub title: String,
    /// Two or three sentences.
    pub synthesis: String,
    /// How it relates to the vault.
    pub relation: String,
    /// The key ideas.
    pub key_ideas: Vec<String>,
    /// The paths of related notes.
    pub related_notes: Vec<String>,
    /// Where it comes from.
    pub source: FindingSource,
    /// The quoted text that supports it.
    pub evidence: String,
    /// How similar it is to what the vault has, from 0 to 1.
    pub similarity: f32,
    /// The notes that were read before the synthesis and the key ideas were written. Absent in findings of
    /// earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]", optional))]
    pub rests_on: Option<RestsOn>,
    /// What the user did with it.
    pub state: FindingState,
    /// Number of changes of the state. Of two versions, the one with more changes is newer.
    pub revision: u32,
}

/// A finding without what rests on a note that is private now. Notes are only made from these.
#[derive(Debug, Clone, PartialEq)]
pub struct WritableFinding(Finding);

/// What has to be done next to accept a finding. Each step is one write, after which the app may close.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AcceptStep {
    /// Save the finding with the state `Accepting`, which reserves the path.
    Reserve,
    /// Create the note at this path, with the id of the finding in its properties.
    CreateNote {
        /// The path of the note.
        path: String,
    },
    /// Save the finding with the state `Accepted`.
    Finish {
        /// The path of the note.
        path: String,
    },
    /// Nothing: the note is at this path.
    Done {
        /// The path of the note.
        path: String,
    },
}

impl Finding {
    /// Reads a finding from JSON. A field that is missing, as in a file of an older version, has its
    /// default value.
    pub fn from_json(json: &str) -> Option<Self> {
        let mut fields = serde_json::to_value(Self::default()).ok()?;
        let Value::Object(written) = serde_json::from_str(json).ok()? else { return None };
        fields.as_object_mut()?.extend(written);
        serde_json::from_value(fields).ok()
    }

    /// The next step to accept the finding. `is_its_note` tells whether a path is a note that was made
    /// from this finding.
    pub fn next_accept_step(&self, is_its_note: &dyn Fn(&str) -> bool) -> Result<AcceptStep> {
        match &self.state {
            FindingState::New if !self.report_path.is_empty() => {
                Ok(AcceptStep::Finish { path: self.report_path.clone() })
            }
            FindingState::New => Ok(AcceptStep::Reserve),
            FindingState::Dismissed => {
                Err(Error::new(ErrorCode::InvalidArgument, "The finding was dismissed")
                    .hint("Undo the dismissal first."))
            }
            FindingState::Accepting { path } if is_its_note(path) => {
                Ok(AcceptStep::Finish { path: path.clone() })
            }
            FindingState::Accepting { path } => Ok(AcceptStep::CreateNote { path: path.clone() }),
            FindingState::Accepted { path } | FindingState::Appended { path } => {
                Ok(AcceptStep::Done { path: path.clone() })
            }
        }
    }

    /// The notes that it names or rests on.
    pub fn all_notes(&self) -> RestsOn {
        let mut notes = self.named_notes();
        notes.extend(self.rests_on.iter().flat_map(RestsOn::notes));
        notes
    }

    fn named_notes(&self) -> RestsOn {
        let named = self.related_notes.iter().chain([&self.note]);
        let named: Vec<NotePath> = named.filter_map(|path| NotePath::parse(path).ok()).collect();
        named.iter().collect()
    }

    /// Removes what rests on a note that is not public now. What the page itself says stays.
    fn remove_private(&mut self, notes: &PublicNotes) {
        let rests_on = self.rests_on.take().unwrap_or_else(|| self.named_notes());
        let is_private = |path: &str| NotePath::parse(path).is_ok_and(|it| !notes.contains(&it));
        self.related_notes.retain(|path| !is_private(path));
        if is_private(&self.note) {
            for text in [&mut self.note, &mut self.topic, &mut self.relation] {
                text.clear();
            }
            if !self.report_path.is_empty() {
                // The title of a report is that of its note.
                "Report".clone_into(&mut self.title);
            }
        }
        self.rests_on = rests_on.if_public(rests_on.clone(), notes);
        if self.rests_on.is_none() {
            self.synthesis.clear();
            self.key_ideas.clear();
            self.rests_on = Some(RestsOn::default());
        }
    }

    /// What of it may be written to a note now.
    pub fn into_writable(mut self, notes: &PublicNotes) -> WritableFinding {
        self.remove_private(notes);
        WritableFinding(self)
    }

    /// Takes over what was written of it. Its state stays.
    pub fn take_texts_of(&mut self, written: &WritableFinding) {
        let (state, revision) = (std::mem::take(&mut self.state), self.revision);
        *self = Self { state, revision, ..written.0.clone() };
    }

    /// Changes the state and counts the change.
    pub fn set_state(&mut self, state: FindingState) {
        self.state = state;
        self.revision = self.revision.saturating_add(1);
    }

    /// Dismisses the finding. An accepted finding stays accepted.
    pub fn dismiss(&mut self) -> Result<()> {
        match self.state {
            FindingState::New => {
                self.set_state(FindingState::Dismissed);
                Ok(())
            }
            FindingState::Dismissed => Ok(()),
            FindingState::Accepting { .. }
            | FindingState::Accepted { .. }
            | FindingState::Appended { .. } => {
                Err(Error::new(ErrorCode::InvalidArgument, "The finding was accepted"))
            }
        }
    }

    /// Makes the finding new again, after what the user did with it was taken back.
    pub fn restore(&mut self) {
        if self.state != FindingState::New {
            self.set_state(FindingState::New);
        }
    }
}

impl WritableFinding {
    /// The finding.
    pub fn finding(&self) -> &Finding {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_rests_on_a_private_note_is_not_written() {
        let finding = Finding {
            topic: "Anna's debts".into(),
            note: "Anna.md".into(),
            title: "Debts".into(),
            synthesis: "Anna owes 4711.".into(),
            relation: "About [[Anna]].".into(),
            key_ideas: vec!["4711 is a lot.".into()],
            related_notes: vec!["Anna.md".into(), "Money.md".into()],
            evidence: "A debt is what one owes.".into(),
            rests_on: Some([path("Anna.md"), path("Ledger.md")].iter().collect()),
            ..Finding::default()
        };
        let written = |public: &[&str]| {
            let public: BTreeSet<NotePath> = public.iter().map(|it| path(it)).collect();
            finding.clone().into_writable(&PublicNotes::new(public, BTreeSet::new())).0
        };
        assert_eq!(written(&["Anna.md", "Ledger.md", "Money.md"]), finding);
        let without_ledger = written(&["Anna.md", "Money.md"]);
        assert_eq!((without_ledger.synthesis.as_str(), without_ledger.key_ideas.len()), ("", 0));
        assert_eq!(without_ledger.topic, finding.topic);
        let without_anna = written(&["Ledger.md", "Money.md"]);
        let shown = format!("{without_anna:?}");
        assert!(!shown.contains("Anna") && !shown.contains("4711"), "{shown}");
        assert!(shown.contains("Money.md") && shown.contains(&finding.evidence), "{shown}");
        let of_earlier_version = Finding { rests_on: None, ..finding.clone() };
        let public = [path("Money.md")].into_iter().collect();
        let notes = PublicNotes::new(public, BTreeSet::new());
        assert_eq!(of_earlier_version.into_writable(&notes).0.synthesis, "");
    }

    fn path(path: &str) -> NotePath {
        NotePath::parse(path).unwrap()
    }
}
