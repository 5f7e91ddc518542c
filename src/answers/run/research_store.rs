//! The data that research stores on the device between runs: the audit log, unfinished runs, the
//! sections written in the last week with the content they replaced, and changes to agendas.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::answers::run::agenda_edits::AgendaEdits;
use crate::answers::run::started_run::UnfinishedRun;
use crate::host::audit::AuditStore;
use crate::host::{CachedValue, Host};
use crate::notes::note::NotePath;
use crate::values::Timestamp;

/// How long the replaced content of a section is stored, in milliseconds: a week, so that the user
/// has time to notice that something is missing.
const STORED_SECTION_LIFETIME_MILLIS: u64 = 7 * 24 * 3_600_000;

/// Maximum number of stored sections; the oldest are dropped. Most users write fewer in a week.
const MAX_STORED_SECTIONS: usize = 200;

/// Maximum number of notes whose changed agendas are remembered; the oldest entries are dropped.
const MAX_NOTES_WITH_AGENDA_EDITS: usize = 500;

/// A section that was written, and the content that it replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StoredSection {
    /// The path of the note that contains the section.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The id of the run that wrote the section.
    #[serde(rename = "run")]
    pub run_id: String,
    /// When the section was written.
    #[serde(rename = "at")]
    pub written_at: Timestamp,
    /// The Markdown of the report, by which the user's later edits are found.
    pub report: String,
    /// The content of the section before it was replaced; empty if there was none.
    #[serde(rename = "before")]
    pub replaced_content: String,
    /// Whether the note had the heading of the section before the report was written.
    #[serde(default)]
    pub had_heading: bool,
}

impl StoredSection {
    /// Whether the note had no such section before, so that restoring it removes the section.
    pub fn removes_section(&self) -> bool {
        self.replaced_content.trim().is_empty() && !self.had_heading
    }
}

/// Everything that research stores on the device between runs.
pub struct ResearchStore {
    /// The log of everything that was sent to services.
    pub audit: AuditStore,
    pub(crate) runs: CachedValue<Vec<UnfinishedRun>>,
    sections: CachedValue<Vec<StoredSection>>,
    agenda_edits: CachedValue<Vec<(NotePath, AgendaEdits)>>,
}

impl Default for ResearchStore {
    fn default() -> Self {
        Self {
            audit: AuditStore::default(),
            runs: CachedValue::new("runs"),
            sections: CachedValue::new("sections"),
            agenda_edits: CachedValue::new("agenda-edits"),
        }
    }
}

impl ResearchStore {
    /// The unfinished runs, the newest first.
    pub async fn unfinished_runs(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.runs.get(host).await
    }

    /// Stores a section, and drops sections that are older than a week.
    pub async fn save_section(&self, host: &dyn Host, section: StoredSection) {
        let now = host.now();
        let add = |sections: &mut Vec<StoredSection>| {
            // If a resumed run writes its section a second time, the content before the first time
            // is kept.
            let again = sections
                .iter()
                .position(|it| it.run_id == section.run_id && it.path == section.path);
            let first = again.map(|at| sections.remove(at));
            let (before, had_heading) = first
                .map_or((section.replaced_content, section.had_heading), |it| {
                    (it.replaced_content, it.had_heading)
                });
            sections.insert(0, StoredSection { replaced_content: before, had_heading, ..section });
            sections.retain(|section| {
                now.millis_since(section.written_at) < STORED_SECTION_LIFETIME_MILLIS
            });
            sections.truncate(MAX_STORED_SECTIONS);
        };
        self.sections.change(host, add).await;
    }

    /// The report that a run wrote, if it is still stored.
    pub async fn written_report(&self, host: &dyn Host, run_id: &str) -> Option<String> {
        self.find_section(host, run_id).await.map(|section| section.report)
    }

    /// The section that a run wrote, if it is still stored.
    pub async fn find_section(&self, host: &dyn Host, run_id: &str) -> Option<StoredSection> {
        let sections = self.written_sections(host).await;
        sections.into_iter().find(|section| section.run_id == run_id)
    }

    /// The sections of the last week, the newest first.
    pub async fn written_sections(&self, host: &dyn Host) -> Vec<StoredSection> {
        let now = host.now();
        let mut sections = self.sections.get(host).await;
        sections.retain(|section| {
            now.millis_since(section.written_at) < STORED_SECTION_LIFETIME_MILLIS
        });
        sections
    }

    /// Updates the stored paths after notes were renamed. The map leads from old paths to new ones.
    pub async fn update_renamed_paths(
        &self,
        host: &dyn Host,
        new_paths_by_old: BTreeMap<NotePath, NotePath>,
    ) {
        if new_paths_by_old.is_empty() {
            return;
        }
        let is_old = |path: &NotePath| new_paths_by_old.contains_key(path);
        let rename = |path: &mut NotePath| {
            if let Some(to) = new_paths_by_old.get(path) {
                *path = to.clone();
            }
        };
        if self.sections.get(host).await.iter().any(|section| is_old(&section.path)) {
            let all =
                |all: &mut Vec<StoredSection>| all.iter_mut().for_each(|it| rename(&mut it.path));
            self.sections.change(host, all).await;
        }
        if self.agenda_edits.get(host).await.iter().any(|(path, _)| is_old(path)) {
            let all = |all: &mut Vec<(NotePath, AgendaEdits)>| {
                all.iter_mut().for_each(|(path, _)| rename(path));
            };
            self.agenda_edits.change(host, all).await;
        }
        if self.runs.get(host).await.iter().any(|run| is_old(&run.path)) {
            let all =
                |all: &mut Vec<UnfinishedRun>| all.iter_mut().for_each(|it| rename(&mut it.path));
            self.runs.change(host, all).await;
        }
    }

    /// What the user changed in the previous agenda of a note.
    pub async fn agenda_edits(&self, host: &dyn Host, path: &NotePath) -> AgendaEdits {
        let all = self.agenda_edits.get(host).await;
        all.into_iter().find(|(note, _)| note == path).map(|(_, edits)| edits).unwrap_or_default()
    }

    /// Stores what the user changed in the agenda of a note. The next agenda gets the same changes.
    pub async fn remember_agenda_edits(
        &self,
        host: &dyn Host,
        path: &NotePath,
        edits: AgendaEdits,
    ) {
        if self.agenda_edits(host, path).await == edits {
            return;
        }
        let remember = |all: &mut Vec<(NotePath, AgendaEdits)>| {
            all.retain(|(note, _)| note != path);
            if !edits.is_empty() {
                all.insert(0, (path.clone(), edits));
            }
            all.truncate(MAX_NOTES_WITH_AGENDA_EDITS);
        };
        self.agenda_edits.change(host, remember).await;
    }
}
