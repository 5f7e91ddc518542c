//! What research keeps on the device between runs: what was sent, runs that are not finished, the
//! sections it wrote and replaced, for a week, and the topics that the person did not want.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::audit::AuditStore;
use crate::host::Host;
use crate::host::cached::Cached;
use crate::note::NotePath;
use crate::research::started_run::UnfinishedRun;
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
pub struct StoredSection {
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
    /// Whether its heading stood there before.
    #[serde(default)]
    pub had_heading: bool,
}

/// Everything that is kept.
pub struct ResearchStore {
    /// What left the device.
    pub audit: AuditStore,
    pub(super) runs: Cached<Vec<UnfinishedRun>>,
    sections: Cached<Vec<StoredSection>>,
    unwanted: Cached<Vec<(NotePath, Vec<String>)>>,
}

impl Default for ResearchStore {
    fn default() -> Self {
        Self {
            audit: AuditStore::default(),
            runs: Cached::new("runs"),
            sections: Cached::new("sections"),
            unwanted: Cached::new("unwanted-topics"),
        }
    }
}

impl ResearchStore {
    /// Runs that were begun and not finished, the newest first.
    pub async fn unfinished(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.runs.get(host).await
    }

    /// Keeps a section, and drops those that are older than a week.
    pub async fn keep(&self, host: &dyn Host, section: StoredSection) {
        let now = host.now();
        let keep = |sections: &mut Vec<StoredSection>| {
            // A run that was gone on with writes twice; what stood there before it counts.
            let again =
                sections.iter().position(|it| it.run == section.run && it.path == section.path);
            let first = again.map(|at| sections.remove(at));
            let (before, had_heading) = first
                .map_or((section.before, section.had_heading), |it| (it.before, it.had_heading));
            sections.insert(0, StoredSection { before, had_heading, ..section });
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
    pub async fn sections(&self, host: &dyn Host) -> Vec<StoredSection> {
        let now = host.now();
        let mut sections = self.sections.get(host).await;
        sections.retain(|section| now.since(section.at) < KEPT_MILLIS);
        sections
    }

    /// The same notes under other paths.
    pub async fn rename(&self, host: &dyn Host, renamed: BTreeMap<NotePath, NotePath>) {
        if renamed.is_empty() {
            return;
        }
        let is_old = |path: &NotePath| renamed.contains_key(path);
        let rename = |path: &mut NotePath| {
            if let Some(to) = renamed.get(path) {
                *path = to.clone();
            }
        };
        if self.sections.get(host).await.iter().any(|section| is_old(&section.path)) {
            let all =
                |all: &mut Vec<StoredSection>| all.iter_mut().for_each(|it| rename(&mut it.path));
            self.sections.change(host, all).await;
        }
        if self.unwanted.get(host).await.iter().any(|(path, _)| is_old(path)) {
            let all = |all: &mut Vec<(NotePath, Vec<String>)>| {
                all.iter_mut().for_each(|(path, _)| rename(path));
            };
            self.unwanted.change(host, all).await;
        }
        if self.runs.get(host).await.iter().any(|run| is_old(&run.path)) {
            let all =
                |all: &mut Vec<UnfinishedRun>| all.iter_mut().for_each(|it| rename(&mut it.path));
            self.runs.change(host, all).await;
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
