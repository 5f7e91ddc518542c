//! What research keeps on the device between runs: the sections it wrote and replaced, for a week,
//! and the topics that the person did not want.

use serde::{Deserialize, Serialize};

use crate::host::{Host, kept};
use crate::note::NotePath;
use crate::time::Timestamp;

const SECTIONS: &str = "sections";
const UNWANTED: &str = "unwanted-topics";

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

/// Keeps a section, and drops those that are older than a week.
pub async fn keep(host: &dyn Host, section: KeptSection) {
    let mut sections = sections(host).await;
    sections.insert(0, section);
    sections.truncate(MOST_SECTIONS);
    kept::save(host, SECTIONS, &sections).await;
}

/// What a run wrote, if it is still known.
pub async fn written(host: &dyn Host, run: &str) -> Option<String> {
    let sections = sections(host).await;
    sections.into_iter().find(|section| section.run == run).map(|section| section.report)
}

/// The sections of the last week, the newest first.
pub async fn sections(host: &dyn Host) -> Vec<KeptSection> {
    let now = host.now();
    let mut sections: Vec<KeptSection> = kept::load(host, SECTIONS).await.unwrap_or_default();
    sections.retain(|section| now.since(section.at) < KEPT_MILLIS);
    sections
}

/// Topics that the person did not want for a note.
pub async fn unwanted(host: &dyn Host, path: &NotePath) -> Vec<String> {
    let all: Vec<(NotePath, Vec<String>)> = kept::load(host, UNWANTED).await.unwrap_or_default();
    all.into_iter().find(|(note, _)| note == path).map(|(_, topics)| topics).unwrap_or_default()
}

/// Remembers which topics of a note the person did not want.
pub async fn remember_unwanted(host: &dyn Host, path: &NotePath, topics: Vec<String>) {
    let mut all: Vec<(NotePath, Vec<String>)> =
        kept::load(host, UNWANTED).await.unwrap_or_default();
    let before = all.len();
    all.retain(|(note, _)| note != path);
    if topics.is_empty() && all.len() == before {
        return;
    }
    if !topics.is_empty() {
        all.insert(0, (path.clone(), topics));
    }
    all.truncate(MOST_NOTES);
    kept::save(host, UNWANTED, &all).await;
}
