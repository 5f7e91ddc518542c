//! One turn of a conversation: the model calls tools until it replies, until a call waits for the
//! user's yes, or until a limit. The conversation is saved after every step, so that nothing is lost.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::answers::run::{RunContext, RunModel, message_with_hint};
use crate::evidence::Evidence;
use crate::features::agent::{self, ToolCaller};
use crate::features::chat::conversation::Conversation;
use crate::features::chat::conversation_store::ConversationStore;
use crate::features::chat::conversation_turn::{
    ConversationTurn, ToolRound, TurnStatus, WaitReason, WaitingCall,
};
use crate::features::chat::history::{self, History, SendableHistory};
use crate::features::chat::messages::current_messages;
use crate::features::chat::reason_to_wait::{self, ReadBefore};
use crate::features::chat::reply_parts::{check_reply, unchecked_part};
use crate::features::chat::request::{Decision, ResumeTurnRequest};
use crate::features::chat::shown_text::{arriving_text, without_reasoning};
use crate::features::chat::summing_up::{drop_summary_of_private_notes, sum_up_oldest};
use crate::features::chat::tool_round;
use crate::features::tools::{ApplyRequest, AskEvidence, Proposal, ToolCall, ToolName, UndoStore};
use crate::model::llm::{ChatReply, OfferedTools, RequestedCall, ToolChoice};
use crate::model::prompts::ChatPrompt;
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::values::{Error, ErrorCode, Progress, Result, Stage, StepState};

/// Maximum number of calls in one turn.
const MAX_ROUNDS: usize = 20;

/// The note under a reply that ended at the limit.
const LIMIT_WARNING: &str = "The model used all its steps, so this is the answer so far";

/// What a turn works with.
pub struct TurnRun<'a> {
    /// The host, client, vault and settings of the turn.
    pub context: &'a RunContext<'a>,
    /// The model.
    pub model: &'a RunModel<'a>,
    /// Carries out the calls.
    pub tools: &'a dyn ToolCaller,
    /// Keeps the conversation.
    pub store: &'a ConversationStore,
    /// Carries out the changes that the user accepted.
    pub undo_store: &'a UndoStore,
    /// What the model is told first.
    pub prompt: &'a ChatPrompt,
    /// The open note, the selection and the attached notes, as the model gets them.
    pub attachments: Vec<OutgoingText>,
    /// The earlier turns as the model gets them.
    pub history: History,
    /// The tools that the model may call.
    pub offered: Vec<ToolName>,
    /// Converts a passage to the evidence that is checked.
    pub to_evidence: &'a dyn Fn(&AskEvidence) -> Evidence,
    /// The notes of which it is known whether they were clipped from the web.
    pub looked_at: RefCell<BTreeSet<NotePath>>,
}

/// A reply of the model, and what it had read before.
struct NextReply {
    reply: ChatReply,
    read: ReadBefore,
}

/// Whether the turn goes on after a call.
enum AfterCall {
    GoOn,
    Wait,
}

impl TurnRun<'_> {
    /// Continues the last turn of a conversation until it is done or waits. The caller saves it then.
    pub async fn go_on(&self, conversation: &mut Conversation) {
        // The message is kept even if the app is closed before the first reply.
        self.save(conversation).await;
        let end = self.take_rounds(conversation).await;
        conversation.evidence = self.tools.evidence();
        if let (Err(error), Some(turn)) = (end, conversation.turns.last_mut()) {
            match error.code {
                ErrorCode::Cancelled => turn.status = TurnStatus::Stopped,
                _ => {
                    turn.status = TurnStatus::Failed;
                    turn.warnings.push(message_with_hint(&error));
                }
            }
        }
    }

    /// Carries out what the user decided about the call that waits, and goes on.
    pub async fn resume(
        &self,
        conversation: &mut Conversation,
        request: &ResumeTurnRequest,
    ) -> Result<()> {
        let waiting = conversation.turns.last_mut().and_then(|turn| turn.waiting.take());
        let waiting = waiting.ok_or_else(|| {
            Error::new(ErrorCode::NoSuchRun, "Nothing waits for your answer in this conversation")
        })?;
        if request.decision == Decision::Always {
            conversation.allow_always(&waiting);
        }
        match request.decision {
            Decision::No => {
                let round = waiting.round("You said no", "The user said no.", StepState::Refused);
                self.push_round(conversation, round).await;
            }
            Decision::Yes | Decision::Always => {
                if let AfterCall::Wait = self.carry_out(conversation, waiting, request).await? {
                    return Ok(());
                }
            }
        }
        self.go_on(conversation).await;
        Ok(())
    }

    async fn take_rounds(&self, conversation: &mut Conversation) -> Result<()> {
        let host = self.context.host;
        drop_summary_of_private_notes(host, self.store, self.model, conversation).await;
        sum_up_oldest(self.model, conversation).await?;
        loop {
            if self.context.host.is_cancelled() {
                return Err(Error::cancelled());
            }
            let is_last =
                conversation.turns.last().map_or(0, tool_round::counted_rounds) >= MAX_ROUNDS;
            let tools = (!is_last).then(|| OfferedTools {
                tools: self.offered.iter().copied().map(agent::offered_tool).collect(),
                choice: ToolChoice::Optional,
            });
            let NextReply { reply, read } = self.next_reply(conversation, tools).await?;
            if let Some(turn) = conversation.turns.last_mut() {
                turn.tokens += reply.usage.total_tokens();
            }
            match reply.first_call().filter(|_| !is_last) {
                Some(call) => {
                    if let AfterCall::Wait = self.call(conversation, call, read).await? {
                        return Ok(());
                    }
                }
                None => {
                    self.finish(conversation, without_reasoning(&reply.plain_text()));
                    if let Some(turn) = conversation.turns.last_mut().filter(|_| is_last) {
                        turn.warnings.push(LIMIT_WARNING.to_owned());
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Asks the model what comes next. If its reply breaks off, the turn keeps what has arrived of it.
    async fn next_reply(
        &self,
        conversation: &mut Conversation,
        tools: Option<OfferedTools>,
    ) -> Result<NextReply> {
        let turn = conversation.turns.last().cloned().unwrap_or_default();
        conversation.summarized_turns = history::shrunk_turn_count(conversation);
        let earlier = self.history.sendable(self.model, conversation).await?;
        let SendableHistory { mut messages, notes: earlier, left_out_replies } = earlier;
        history::warn_of_left_out_replies(conversation, left_out_replies);
        messages.extend(current_messages(self.model, &turn, &self.attachments).await?);
        let request = self.prompt.completion_request(messages, tools);
        let read = request.notes_quoted_in_messages();
        // The user's preferences are told in every request.
        let preferences = request.system_prompt.quoted_notes();
        let mut known = read.iter().chain(earlier.iter());
        let read_before = match known.all(|note| preferences.contains(note)) {
            true => ReadBefore::Nothing,
            false => ReadBefore::Notes,
        };
        reason_to_wait::look_for_clippings(self.context.host, &self.looked_at, conversation, &read)
            .await;
        if let Some(turn) = conversation.turns.last_mut() {
            turn.rest_on(read.iter().chain(earlier.iter()).chain(preferences));
        }
        let round = turn.rounds_on_device().len();
        let (id, count) = (&conversation.id, conversation.turn_count());
        let key = format!("{id} turn {count} round {round}");
        let arrived = RefCell::new(String::new());
        let on_text = |text: &str| {
            // An attempt that failed before the first word must not erase what an earlier one brought.
            if !text.is_empty() {
                text.clone_into(&mut arrived.borrow_mut());
            }
            self.report_reply(&turn, text);
        };
        let reply = self.model.reply_in_conversation(key, &request, &on_text).await;
        if let (Err(_), Some(turn)) = (&reply, conversation.turns.last_mut()) {
            turn.add_reply(unchecked_part(&arriving_text(&arrived.borrow())));
        }
        Ok(NextReply { reply: reply?, read: read_before })
    }

    /// Carries out a call of the model, or lets it wait for the user's yes.
    async fn call(
        &self,
        conversation: &mut Conversation,
        mut requested: RequestedCall,
        read: ReadBefore,
    ) -> Result<AfterCall> {
        let reason = agent::take_reason(&mut requested.arguments);
        let number = conversation.turns.last().map_or(0, |turn| turn.rounds_on_device().len()) + 1;
        let call_id = match requested.id.is_empty() {
            true => format!("call_{number}"),
            false => requested.id.clone(),
        };
        let waiting = |action: String, why, proposal| WaitingCall {
            tool: requested.name.clone(),
            action,
            reason: reason.clone(),
            why,
            failed: Vec::new(),
            proposal,
            call_id: call_id.clone(),
            arguments: requested.arguments.clone(),
            signature: requested.signature.clone(),
            service: self.model.service_address(),
        };
        let call = match ToolCall::parse(&requested.name, &requested.arguments)
            .and_then(|call| reason_to_wait::check_offered(&self.offered, call))
        {
            Ok(call) => call,
            Err(error) => {
                let action = agent::wrong_call_text(&requested.name);
                let text = agent::error_text(self.model, &error).await?;
                let round = waiting(action, WaitReason::Write, None).failed_round(&error, &text);
                self.push_round(conversation, round).await;
                return Ok(AfterCall::GoOn);
            }
        };
        if let Some(why) = reason_to_wait::reason_to_wait(&self.offered, conversation, &call, read)
        {
            self.wait(conversation, waiting(agent::whole_call_text(&call), why, None));
            return Ok(AfterCall::Wait);
        }
        let call_waiting = waiting(agent::call_text(&call), WaitReason::Write, None);
        let Some((proposal, call_waiting)) =
            self.call_tool(conversation, &call, call_waiting).await?
        else {
            return Ok(AfterCall::GoOn);
        };
        let call_waiting = WaitingCall { proposal: Some(proposal), ..call_waiting };
        let is_allowed =
            conversation.allows(WaitReason::Write, call.tool()) && !conversation.has_web_text;
        match is_allowed {
            true => self.carry_out(conversation, call_waiting, &ResumeTurnRequest::default()).await,
            false => {
                self.wait(conversation, call_waiting);
                Ok(AfterCall::Wait)
            }
        }
    }

    /// Calls a tool. Adds its result to the turn, or returns the proposal of a writing tool.
    async fn call_tool(
        &self,
        conversation: &mut Conversation,
        call: &ToolCall,
        waiting: WaitingCall,
    ) -> Result<Option<(Proposal, WaitingCall)>> {
        self.report_step(conversation, &waiting);
        let known = self.tools.evidence().len();
        let result =
            match reason_to_wait::check_own_words(self.model, conversation, call.tool()).await {
                Ok(()) => self.tools.call(call).await,
                Err(error) => Err(error),
            };
        if self.context.host.is_cancelled() {
            return Err(Error::cancelled());
        }
        conversation.has_web_text |= result.is_ok() && tool_round::brings_web_text(call.tool());
        let round = match result {
            Err(error) if error.code == ErrorCode::TimeUp => return Err(error),
            Err(error) => {
                let text = agent::error_text(self.model, &error).await?;
                waiting.failed_round(&error, &text)
            }
            Ok(result) => match result.proposal.filter(|proposal| !proposal.changes.is_empty()) {
                Some(proposal) => {
                    let failed = result.data.get("failed").cloned().unwrap_or_default();
                    let failed = serde_json::from_value(failed).unwrap_or_default();
                    return Ok(Some((proposal, WaitingCall { failed, ..waiting })));
                }
                None => {
                    let evidence = self.tools.evidence();
                    let new = evidence.get(known..).unwrap_or_default();
                    let mut round = waiting.round(
                        &agent::found_text(call.tool(), new.len()),
                        result.text.as_str(),
                        StepState::Done,
                    );
                    round.quoted_notes = tool_round::quoted_notes(new, &result.text);
                    round
                }
            },
        };
        self.push_round(conversation, round).await;
        Ok(None)
    }

    /// Carries out a call to which the user said yes.
    async fn carry_out(
        &self,
        conversation: &mut Conversation,
        waiting: WaitingCall,
        request: &ResumeTurnRequest,
    ) -> Result<AfterCall> {
        let Some(proposal) = waiting.proposal.clone() else {
            let call = ToolCall::parse(&waiting.tool, &waiting.arguments)?;
            let proposed = self.call_tool(conversation, &call, waiting).await?;
            return Ok(match proposed {
                None => AfterCall::GoOn,
                // The yes was to the call; what it would change needs another one.
                Some((proposal, waiting)) => {
                    let (why, proposal) = (WaitReason::Write, Some(proposal));
                    self.wait(conversation, WaitingCall { why, proposal, ..waiting });
                    AfterCall::Wait
                }
            });
        };
        if let Some(tool) = ToolName::parse(&waiting.tool)
            && let Err(error) =
                reason_to_wait::check_own_words(self.model, conversation, tool).await
        {
            let text = agent::error_text(self.model, &error).await?;
            self.push_round(conversation, waiting.failed_round(&error, &text)).await;
            return Ok(AfterCall::GoOn);
        }
        let proposal = request.proposal.clone().unwrap_or(proposal);
        let apply = ApplyRequest { proposal, only: request.only.clone() };
        let applied = self.undo_store.apply(self.context.host, &apply).await?;
        let text = tool_round::applied_text(&waiting, request, &applied);
        let outcome = match applied.failed.first() {
            Some(failed) => failed.message.clone(),
            None => "Changed".to_owned(),
        };
        let state = if applied.changed.is_empty() { StepState::Refused } else { StepState::Done };
        if let Some(turn) = conversation.turns.last_mut() {
            turn.undo.insert(0, applied.undo);
        }
        self.push_round(conversation, waiting.round(&outcome, &text, state)).await;
        Ok(AfterCall::GoOn)
    }

    fn wait(&self, conversation: &mut Conversation, waiting: WaitingCall) {
        if let Some(turn) = conversation.turns.last_mut() {
            turn.status = TurnStatus::Waiting;
            turn.waiting = Some(waiting);
        }
    }

    /// Adds the reply to the turn, with checked citations.
    fn finish(&self, conversation: &mut Conversation, text: &str) {
        let evidence = self.tools.evidence();
        let cited = evidence.iter().filter(|piece| text.contains(piece.id.as_str()));
        let pieces: Vec<Evidence> = cited.map(self.to_evidence).collect();
        let reply = check_reply(text, &pieces, self.context.vault);
        let left_out = reply.left_out.iter();
        let warnings = left_out.map(|it| format!("Left out: {} ({})", it.text, it.reason));
        if let Some(turn) = conversation.turns.last_mut() {
            turn.warnings.extend(warnings);
            turn.set_reply(reply.parts);
            turn.status = TurnStatus::Done;
        }
    }

    async fn push_round(&self, conversation: &mut Conversation, round: ToolRound) {
        if let Some(turn) = conversation.turns.last_mut() {
            turn.add_round(round);
            turn.status = TurnStatus::Interrupted;
        }
        self.save(conversation).await;
    }

    async fn save(&self, conversation: &mut Conversation) {
        conversation.updated_at = self.context.host.now();
        self.store.save(self.context.host, conversation).await;
    }

    fn report_reply(&self, turn: &ConversationTurn, text: &str) {
        let progress = Progress { message: arriving_text(text), ..Progress::in_stage(Stage::Chat) };
        self.context.host.report(&progress.with_steps(tool_round::steps(turn)));
    }

    fn report_step(&self, conversation: &Conversation, waiting: &WaitingCall) {
        let Some(turn) = conversation.turns.last() else { return };
        let running = waiting.round("", "", StepState::Running).step;
        let steps = tool_round::steps(turn).into_iter().chain([running]).collect();
        let progress = Progress { message: String::new(), ..Progress::in_stage(Stage::Chat) };
        self.context.host.report(&progress.with_steps(steps));
    }
}
