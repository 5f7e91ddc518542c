//! The calls of a turn: what they become in the conversation, which of them count, and which show the
//! model notes.

use crate::features::chat::conversation_turn::{ConversationTurn, ToolRound, WaitingCall};
use crate::features::chat::request::ResumeTurnRequest;
use crate::features::tools::{Applied, AskEvidence, FailedChange, ToolEffect, ToolName};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::values::{AgentStep, Error, ErrorCode, StepState};

/// Calls that don't count towards the limit.
const UNCOUNTED_TOOLS: [ToolName; 2] = [ToolName::LogInteraction, ToolName::ContinueResult];

impl WaitingCall {
    /// The round that the call becomes.
    pub fn round(&self, outcome: &str, result: &str, state: StepState) -> ToolRound {
        ToolRound {
            step: AgentStep {
                number: 0,
                tool: self.tool.clone(),
                action: self.action.clone(),
                reason: self.reason.clone(),
                outcome: outcome.to_owned(),
                state,
            },
            call_id: self.call_id.clone(),
            arguments: self.arguments.clone(),
            signature: self.signature.clone(),
            service: self.service.clone(),
            result: result.to_owned(),
            error: None,
            quoted_notes: Vec::new(),
        }
    }

    /// The round of a call that failed; `text` is the error as the model gets it.
    pub fn failed_round(&self, error: &Error, text: &OutgoingText) -> ToolRound {
        let round = self.round(&error.message, text.as_str(), StepState::Refused);
        ToolRound { error: Some(error.code), ..round }
    }
}

/// The calls of a turn as the user sees them.
pub fn steps(turn: &ConversationTurn) -> Vec<AgentStep> {
    turn.rounds_on_device().iter().map(|round| round.step.clone()).collect()
}

/// The number of calls of a turn that count towards the limit.
pub fn counted_rounds(turn: &ConversationTurn) -> usize {
    let is_counted = |round: &&ToolRound| {
        let tool = ToolName::parse(&round.step.tool);
        !tool.is_some_and(|tool| UNCOUNTED_TOOLS.contains(&tool))
    };
    turn.rounds_on_device().iter().filter(is_counted).count()
}

/// Whether text from the web enters the conversation by a tool: by its result, or by the report that it writes.
pub fn brings_web_text(tool: ToolName) -> bool {
    tool.effect() == ToolEffect::Web || tool == ToolName::ResearchNote
}

/// Whether a tool shows the model notes that it has not seen.
pub fn reveals_notes(tool: ToolName) -> bool {
    tool.effect() == ToolEffect::Read
        && !matches!(tool, ToolName::CurrentDate | ToolName::ContinueResult)
}

/// Whether a tool sends queries to search services: words of the model, or topics of a note. Opening a
/// page sends only an address that a search returned or the user wrote.
pub fn sends_queries(tool: ToolName) -> bool {
    matches!(tool, ToolName::SearchWeb | ToolName::ResearchNote)
}

/// The notes whose text or names are in a result, those of its passages first.
pub fn quoted_notes(passages: &[AskEvidence], text: &OutgoingText) -> Vec<NotePath> {
    let named = text.note_paths().filter_map(|path| NotePath::parse(path).ok());
    let mut notes: Vec<NotePath> = Vec::new();
    for note in passages.iter().filter_map(|piece| piece.passage.path.clone()).chain(named) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// What came of a proposal, for the model.
pub fn applied_text(
    waiting: &WaitingCall,
    request: &ResumeTurnRequest,
    applied: &Applied,
) -> String {
    let mut lines = vec!["The user said yes.".to_owned()];
    if request.proposal.is_some() {
        lines.push("The user edited the changes first.".to_owned());
    }
    if !applied.changed.is_empty() {
        lines.push(format!("Changed: {}", applied.changed.join(", ")));
    }
    let (not_writable, failed): (Vec<&FailedChange>, Vec<&FailedChange>) =
        applied.failed.iter().partition(|it| it.code == ErrorCode::NotWritable);
    lines.extend(failed.iter().map(|it| format!("Not changed: {}: {}", it.path, it.message)));
    if !not_writable.is_empty() {
        // Their paths are not repeated: if a private name in them were hidden, the model would learn
        // that the note exists.
        lines.push(format!("Not changed: {} of the paths can't be written", not_writable.len()));
    }
    if let (Some(only), Some(proposal)) = (&request.only, &waiting.proposal) {
        let refused = proposal.changes.iter().enumerate().filter(|(at, _)| !only.contains(at));
        lines.extend(refused.map(|(_, change)| format!("Refused by the user: {}", change.path)));
    }
    lines.extend(FailedChange::lines(&waiting.failed));
    lines.join("\n")
}
