//! The engine's methods for the research inbox. Each consists of single writes in an order in which
//! nothing is lost, and nothing is done twice, if the app closes between them.

use std::collections::BTreeMap;

use crate::answers::run::{Agenda, Report};
use crate::engine::Engine;
use crate::features::inbox::{
    AcceptFindingRequest, AcceptStep, AppendFindingRequest, DismissFindingRequest, Finding,
    FindingNote, FindingState, Inbox, LinkBack, Suppression, WritableFinding, add_link,
    append_to_note, create_note, free_path, is_created, remove_from_note, remove_note,
    suppression_key,
};
use crate::host::Host;
use crate::settings::{Settings, check_note_path};
use crate::values::{Result, StableSort};

impl Engine {
    /// Returns all findings, the newest first.
    pub async fn inbox(&self, host: &dyn Host) -> Result<Vec<Finding>> {
        let inbox = self.inbox_store.read(host, &self.settings()).await?;
        let mut findings: Vec<Finding> = inbox.findings.into_values().collect();
        findings.stable_sort_by(|a, b| b.found_on.cmp(&a.found_on));
        Ok(findings)
    }

    /// Creates the note of a finding. Accepting a finding twice makes one note.
    pub async fn accept_finding(
        &self,
        host: &dyn Host,
        request: &AcceptFindingRequest,
    ) -> Result<FindingNote> {
        let _guard = self.inbox_lock.lock().await;
        let settings = self.settings();
        let id = request.id.as_str();
        loop {
            let finding = self.inbox_store.finding(host, &settings, id).await?;
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
    pub async fn append_finding(
        &self,
        host: &dyn Host,
        request: &AppendFindingRequest,
    ) -> Result<FindingNote> {
        let _guard = self.inbox_lock.lock().await;
        let settings = self.settings();
        let path = check_note_path(&request.path, &settings)?;
        let finding = self.inbox_store.finding(host, &settings, &request.id).await?;
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
    pub async fn dismiss_finding(
        &self,
        host: &dyn Host,
        request: &DismissFindingRequest,
    ) -> Result<()> {
        let settings = self.settings();
        let topic = self
            .inbox_store
            .change_finding(host, &settings, &request.id, |finding| {
                finding.dismiss()?;
                Ok(finding.topic.clone())
            })
            .await?;
        if request.suppress == Some(Suppression::Topic) {
            let key = suppression_key(&topic);
            let add = |topics: &mut BTreeMap<String, String>| drop(topics.insert(key, topic));
            self.suppressed_topics.change(host, add).await;
        }
        Ok(())
    }

    /// Takes back what the user did with a finding: a note that was made from it goes to the trash if
    /// nobody changed it, text that was added to a note is removed, and its topic is researched again.
    pub async fn restore_finding(&self, host: &dyn Host, id: &str) -> Result<()> {
        let _guard = self.inbox_lock.lock().await;
        let settings = self.settings();
        let finding = self.inbox_store.finding(host, &settings, id).await?;
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
    pub async fn suppressed_topics(&self, host: &dyn Host) -> Vec<String> {
        self.suppressed_topics.get(host).await.into_values().collect()
    }

    /// Lets a topic be researched again.
    pub async fn allow_topic(&self, host: &dyn Host, topic: &str) {
        let key = suppression_key(topic);
        if self.suppressed_topics.get(host).await.contains_key(&key) {
            self.suppressed_topics.change(host, |topics| drop(topics.remove(&key))).await;
        }
    }

    /// Lists a report in the inbox that could not be written to its note.
    pub(super) async fn add_report_to_inbox(
        &self,
        host: &dyn Host,
        agenda: &Agenda,
        report: &Report,
    ) {
        let settings = self.settings();
        if report.path.folder() != settings.inbox_folder
            || report.path == settings.report_path(&agenda.path)
        {
            return;
        }
        let title = agenda.path.title();
        let finding = Finding {
            id: report.run_id.clone(),
            topic: title.to_owned(),
            note: agenda.path.to_string(),
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
        let _ = self.inbox_store.change(host, &settings, add).await;
    }

    /// What may be written of a finding, after a look at the notes on which it rests.
    async fn writable_finding(&self, host: &dyn Host, finding: Finding) -> Result<WritableFinding> {
        let notes = self.public_notes(host, &finding.all_notes()).await?;
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
        self.inbox_store.change_finding(host, settings, id, set).await
    }
}
