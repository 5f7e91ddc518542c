//! The engine's methods for the research inbox and for research of the vault's gaps.

use crate::engine::Engine;
use crate::features::inbox::{
    AcceptFindingRequest, AddGapRequest, AppendFindingRequest, ApproveGapsRequest,
    ChangeGapTaskRequest, DismissFindingRequest, Finding, FindingNote, GapAgenda, GapAgendaRequest,
    ResearchInbox,
};
use crate::host::Host;
use crate::values::Result;

impl Engine {
    /// Finds gaps of the vault and proposes to research them. Topics that the user added to the draft
    /// before stay in it.
    pub async fn draft_gap_agenda(
        &self,
        host: &dyn Host,
        request: &GapAgendaRequest,
    ) -> Result<GapAgenda> {
        self.research_inbox().draft_gap_agenda(host, request).await
    }

    /// The agenda that waits for the user, runs, or ran last.
    pub async fn gap_agenda(&self, host: &dyn Host) -> Option<GapAgenda> {
        self.research_inbox().gap_agenda(host).await
    }

    /// The agendas that were carried out, the newest first.
    pub async fn finished_gap_agendas(&self, host: &dyn Host) -> Vec<GapAgenda> {
        self.research_inbox().finished_gap_agendas(host).await
    }

    /// Adds a topic of a note to the agenda that waits for the user.
    pub async fn add_gap(&self, host: &dyn Host, request: &AddGapRequest) -> Result<GapAgenda> {
        self.research_inbox().add_gap(host, request).await
    }

    /// Blocks a task, takes that back, or changes the words of its topic.
    pub async fn change_gap_task(
        &self,
        host: &dyn Host,
        request: &ChangeGapTaskRequest,
    ) -> Result<GapAgenda> {
        self.research_inbox().change_gap_task(host, request).await
    }

    /// Approves the agenda with what the user allowed. Nothing runs before this.
    pub async fn approve_gap_agenda(
        &self,
        host: &dyn Host,
        request: &ApproveGapsRequest,
    ) -> Result<GapAgenda> {
        self.research_inbox().approve_gap_agenda(host, request).await
    }

    /// Stops the agenda. What was found stays.
    pub async fn cancel_gap_agenda(&self, host: &dyn Host) -> Result<GapAgenda> {
        self.research_inbox().cancel_gap_agenda(host).await
    }

    /// Carries out the next task of an approved agenda, and adds its findings to the inbox. Returns
    /// the agenda; nothing is done if no task is left. If the app closed during a task, the task goes
    /// on with the responses that it had.
    pub async fn research_next_gap(&self, host: &dyn Host) -> Result<GapAgenda> {
        self.research_inbox().research_next_gap(host).await
    }

    /// Returns all findings, the newest first.
    pub async fn inbox(&self, host: &dyn Host) -> Result<Vec<Finding>> {
        self.research_inbox().inbox(host).await
    }

    /// Creates the note of a finding. Accepting a finding twice makes one note.
    pub async fn accept_finding(
        &self,
        host: &dyn Host,
        request: &AcceptFindingRequest,
    ) -> Result<FindingNote> {
        self.research_inbox().accept_finding(host, request).await
    }

    /// Adds a finding to the end of a note.
    pub async fn append_finding(
        &self,
        host: &dyn Host,
        request: &AppendFindingRequest,
    ) -> Result<FindingNote> {
        self.research_inbox().append_finding(host, request).await
    }

    /// Dismisses a finding, and its topic for good if the user wants that.
    pub async fn dismiss_finding(
        &self,
        host: &dyn Host,
        request: &DismissFindingRequest,
    ) -> Result<()> {
        self.research_inbox().dismiss_finding(host, request).await
    }

    /// Takes back what the user did with a finding: a note that was made from it goes to the trash if
    /// nobody changed it, text that was added to a note is removed, and its topic is researched again.
    pub async fn restore_finding(&self, host: &dyn Host, id: &str) -> Result<()> {
        self.research_inbox().restore_finding(host, id).await
    }

    /// The topics that the user never wants to see again, in alphabetical order.
    pub async fn suppressed_topics(&self, host: &dyn Host) -> Vec<String> {
        self.research_inbox().suppressed_topics(host).await
    }

    /// Lets a topic be researched again.
    pub async fn allow_topic(&self, host: &dyn Host, topic: &str) {
        self.research_inbox().allow_topic(host, topic).await;
    }

    pub(super) fn research_inbox(&self) -> ResearchInbox<'_> {
        ResearchInbox {
            workspace: &self.workspace,
            kept: &self.inbox_state,
            health_check: &self.health_check,
        }
    }
}
