//! What research keeps on the device between runs: what was sent, runs that are not finished, the
//! sections it wrote and replaced, for a week, and the topics that the person did not want.

use serde::{Deserialize, Serialize};

use super::record::UnfinishedRun;
use crate::host::Host;
use crate::host::held::Held;
use crate::journal::Books;
use crate::note::NotePath;
use crate::time::Timestamp;

/// Long enough to notice that something is missing.
const KEPT_MILLIS: u64 = 7 * 24 * 3_600_000;

/// Sections at the most: a week of much research.
const MOST_SECTIONS: usize = 200;

/// Notes at the most whose unwanted topics are remembered.
const MOST_NOTES: usize = 500;

/// A section that was written, and what stood there before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct KeptSection {
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The run that wrote it.
    pub run: String,
    /// When.
    pub at: Timestamp,
    /// What it wrote.
    pub report: String,
    /// The whole content of the section before, empty where there was none.
    pub before: String,
}

/// Everything that is kept.
pub struct Shelf {
    /// What left the device.
    pub books: Books,
    pub(super) runs: Held<Vec<UnfinishedRun>>,
    sections: Held<Vec<KeptSection>>,
    unwanted: Held<Vec<(NotePath, Vec<String>)>>,
}

impl Default for Shelf {
    fn default() -> Self {
        Self {
            books: Books::default(),
            runs: Held::new("runs"),
            sections: Held::new("sections"),
            unwanted: Held::new("unwanted-topics"),
        }
    }
}

impl Shelf {
    /// Runs that were begun and not finished, the newest first.
    pub async fn unfinished(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.runs.get(host).await
    }

    /// Keeps a section, and drops those that are older than a week.
    pub async fn keep(&self, host: &dyn Host, section: KeptSection) {
        let now = host.now();
        let keep = |sections: &mut Vec<KeptSection>| {
            sections.insert(0, section);
            sections.retain(|section| now.since(section.at) < KEPT_MILLIS);
            sections.truncate(MOST_SECTIONS);
        };
        self.sections.change(host, keep).await;
    }

    /// What a run wrote, if it is still known.
    pub async fn written(&self, host: &dyn Host, run: &str) -> Option<String> {
        let sections = self.sections(host).await;
        sections.into_iter().find(|section| section.run == run).map(|section| section.report)
    }

    /// The sections of the last week, the newest first.
    pub async fn sections(&self, host: &dyn Host) -> Vec<KeptSection> {
        let now = host.now();
        let mut sections = self.sections.get(host).await;
        sections.retain(|section| now.since(section.at) < KEPT_MILLIS);
        sections
    }

    /// The same note under another path.
    pub async fn rename(&self, host: &dyn Host, from: &NotePath, to: &NotePath) {
        if self.sections(host).await.iter().any(|section| section.path == *from) {
            let rename = |sections: &mut Vec<KeptSection>| {
                let of_note = sections.iter_mut().filter(|section| section.path == *from);
                of_note.for_each(|section| section.path = to.clone());
            };
            self.sections.change(host, rename).await;
        }
        let unwanted = self.unwanted(host, from).await;
        if !unwanted.is_empty() {
            self.remember_unwanted(host, from, Vec::new()).await;
            self.remember_unwanted(host, to, unwanted).await;
        }
    }

    /// Topics that the person did not want for a note.
    pub async fn unwanted(&self, host: &dyn Host, path: &NotePath) -> Vec<String> {
        let all = self.unwanted.get(host).await;
        all.into_iter().find(|(note, _)| note == path).map(|(_, topics)| topics).unwrap_or_default()
    }

    /// Remembers which topics of a note the person did not want.
    pub async fn remember_unwanted(&self, host: &dyn Host, path: &NotePath, topics: Vec<String>) {
        if self.unwanted(host, path).await == topics {
            return;
        }
        let remember = |all: &mut Vec<(NotePath, Vec<String>)>| {
            all.retain(|(note, _)| note != path);
            if !topics.is_empty() {
                all.insert(0, (path.clone(), topics));
            }
            all.truncate(MOST_NOTES);
        };
        self.unwanted.change(host, remember).await;
    }
}
