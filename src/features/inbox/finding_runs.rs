//! What the user does with the findings of the inbox. Each call consists of single writes in an order in which
//! nothing is lost, and nothing is done twice, if the app closes between them.

use std::collections::BTreeMap;

use futures_util::lock::Mutex;

use crate::answers::run::Workspace;
use crate::features::health::HealthCheck;
use crate::features::inbox::{
    AcceptFindingRequest, AcceptStep, AppendFindingRequest, DismissFindingRequest, Finding,
    FindingNote, FindingState, GapAgenda, Inbox, InboxStore, LinkBack, Suppression,
    WritableFinding, add_link, append_to_note, create_note, free_path, is_created,
    remove_from_note, remove_note, suppression_key,
};
use crate::features::research::FinishedRun;
use crate::host::{CachedValue, Host};
use crate::settings::{Settings, check_note_path};
use crate::values::{Result, StableSort};

/// What is kept of the inbox and of the research of gaps.
pub(crate) struct InboxState {
    pub store: InboxStore,
    /// Locked while a finding is accepted, added to a note or restored.
    pub lock: Mutex<()>,
    /// The agenda of gaps that waits for the user, runs, or ran last.
    pub gap_agenda: CachedValue<Option<GapAgenda>>,
    /// The agendas that were carried out, the newest first.
    pub finished_gap_agendas: CachedValue<Vec<GapAgenda>>,
    /// Topics that the user never wants to see again, in the form in which they are compared and as
    /// they were written.
    pub suppressed_topics: CachedValue<BTreeMap<String, String>>,
}

/// The inbox of one vault, and the research of gaps that fills it.
#[derive(Clone, Copy)]
pub(crate) struct ResearchInbox<'a> {
    pub workspace: &'a Workspace,
    pub kept: &'a InboxState,
    pub health_check: &'a HealthCheck,
}

impl Default for InboxState {
    fn default() -> Self {
        Self {
            store: InboxStore::default(),
            lock: Mutex::default(),
            gap_agenda: CachedValue::new("gap-agenda"),
            finished_gap_agendas: CachedValue::new("finished-gap-agendas"),
            suppressed_topics: CachedValue::new("suppressed-topics"),
        }
    }
}

impl ResearchInbox<'_> {
    /// Returns all findings, the newest first.
    pub(crate) async fn inbox(&self, host: &dyn Host) -> Result<Vec<Finding>> {
        let inbox = self.kept.store.read(host, &self.workspace.settings()).await?;
        let mut findings: Vec<Finding> = inbox.findings.into_values().collect();
        findings.stable_sort_by(|a, b| b.found_on.cmp(&a.found_on));
        Ok(findings)
    }

    /// Creates the note of a finding. Accepting a finding twice makes one note.
    pub(crate) async fn accept_finding(
        &self,
        host: &dyn Host,
        request: &AcceptFindingRequest,
    ) -> Result<FindingNote> {
        let _guard = self.kept.lock.lock().await;
        let settings = self.workspace.settings();
        let id = request.id.as_str();
        loop {
            let finding = self.kept.store.finding(host, &settings, id).await?;
            let is_created = is_created(host, &finding).await;
            let step = finding.next_accept_step(&|_| is_created)?;
            let (state, written) = match step {
                AcceptStep::Reserve => {
                    let finding = self.writable_finding(host, finding).await?;
                    let path = free_path(host, &settings, &finding).await?.to_string();
                    (FindingState::Accepting { path }, Some(finding))
                }
                AcceptStep::CreateNote { path } => {
                    let finding = self.writable_finding(host, finding).await?;
                    let path = create_note(host, &finding, &path).await?.to_string();
                    (FindingState::Accepting { path }, Some(finding))
                }
                AcceptStep::Finish { path } => (FindingState::Accepted { path }, None),
                AcceptStep::Done { path } => {
                    if request.link == LinkBack::Yes {
                        add_link(host, &settings, &finding, &path).await?;
                    }
                    return Ok(FindingNote { path });
                }
            };
            self.set_finding_state(host, &settings, id, state, written.as_ref()).await?;
        }
    }

    /// Adds a finding to the end of a note.
    pub(crate) async fn append_finding(
        &self,
        host: &dyn Host,
        request: &AppendFindingRequest,
    ) -> Result<FindingNote> {
        let _guard = self.kept.lock.lock().await;
        let settings = self.workspace.settings();
        let path = check_note_path(&request.path, &settings)?;
        let finding = self.kept.store.finding(host, &settings, &request.id).await?;
        if let AcceptStep::Done { path } = finding.next_accept_step(&|_| false)? {
            return Ok(FindingNote { path });
        }
        let finding = self.writable_finding(host, finding).await?;
        let path = append_to_note(host, &finding, path).await?;
        let state = FindingState::Appended { path: path.to_string() };
        self.set_finding_state(host, &settings, &request.id, state, Some(&finding)).await?;
        Ok(FindingNote { path: path.to_string() })
    }

    /// Dismisses a finding, and its topic for good if the user wants that.
    pub(crate) async fn dismiss_finding(
        &self,
        host: &dyn Host,
        request: &DismissFindingRequest,
    ) -> Result<()> {
        let settings = self.workspace.settings();
        let topic = self
            .kept
            .store
            .change_finding(host, &settings, &request.id, |finding| {
                finding.dismiss()?;
                Ok(finding.topic.clone())
            })
            .await?;
        if request.suppress == Some(Suppression::Topic) {
            let key = suppression_key(&topic);
            let add = |topics: &mut BTreeMap<String, String>| drop(topics.insert(key, topic));
            self.kept.suppressed_topics.change(host, add).await;
        }
        Ok(())
    }

    /// Takes back what the user did with a finding: a note that was made from it goes to the trash if
    /// nobody changed it, text that was added to a note is removed, and its topic is researched again.
    pub(crate) async fn restore_finding(&self, host: &dyn Host, id: &str) -> Result<()> {
        let _guard = self.kept.lock.lock().await;
        let settings = self.workspace.settings();
        let finding = self.kept.store.finding(host, &settings, id).await?;
        match &finding.state {
            FindingState::Accepted { path } if finding.report_path.is_empty() => {
                remove_note(host, &finding, path).await?;
            }
            FindingState::Appended { path } => remove_from_note(host, &finding, path).await?,
            _ => self.allow_topic(host, &finding.topic).await,
        }
        self.set_finding_state(host, &settings, id, FindingState::New, None).await
    }

    /// The topics that the user never wants to see again, in alphabetical order.
    pub(crate) async fn suppressed_topics(&self, host: &dyn Host) -> Vec<String> {
        self.kept.suppressed_topics.get(host).await.into_values().collect()
    }

    /// Lets a topic be researched again.
    pub(crate) async fn allow_topic(&self, host: &dyn Host, topic: &str) {
        let key = suppression_key(topic);
        if self.kept.suppressed_topics.get(host).await.contains_key(&key) {
            self.kept.suppressed_topics.change(host, |topics| drop(topics.remove(&key))).await;
        }
    }

    /// Lists a report in the inbox that could not be written to its note.
    pub(crate) async fn add_report(&self, host: &dyn Host, finished: &FinishedRun) {
        let FinishedRun { researched_note: note, report } = finished;
        let settings = self.workspace.settings();
        if report.path.folder() != settings.inbox_folder
            || report.path == settings.report_path(note)
        {
            return;
        }
        let title = note.title();
        let finding = Finding {
            id: report.run_id.clone(),
            topic: title.to_owned(),
            note: note.to_string(),
            found_on: host.now().local_date().to_string(),
            report_path: report.path.to_string(),
            title: format!("Report of “{title}”"),
            synthesis: "Its note was gone when the report was finished.".to_owned(),
            ..Finding::default()
        };
        let add = |inbox: &mut Inbox| {
            inbox.add(finding.clone());
            Ok(())
        };
        // The report itself is safe: it is a note of the inbox folder.
        let _ = self.kept.store.change(host, &settings, add).await;
    }

    /// What may be written of a finding, after a look at the notes on which it rests.
    async fn writable_finding(&self, host: &dyn Host, finding: Finding) -> Result<WritableFinding> {
        let notes = self.workspace.public_notes(host, &finding.all_notes()).await?;
        Ok(finding.into_writable(&notes))
    }

    /// Saves the state of a finding, and the finding as it was written, by which its text is found again.
    async fn set_finding_state(
        &self,
        host: &dyn Host,
        settings: &Settings,
        id: &str,
        state: FindingState,
        written: Option<&WritableFinding>,
    ) -> Result<()> {
        let set = |finding: &mut Finding| {
            if let Some(written) = written {
                finding.take_texts_of(written);
            }
            if finding.state != state {
                finding.set_state(state.clone());
            }
            Ok(())
        };
        self.kept.store.change_finding(host, settings, id, set).await
    }
}
