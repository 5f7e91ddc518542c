//! A conversation as the model gets it: the earlier turns, then the current one with the whole results
//! of its calls.

use crate::answers::run::RunModel;
use crate::features::agent::{own_words, sent_arguments};
use crate::features::chat::conversation_turn::{ConversationTurn, ToolRound};
use crate::features::tools::{ToolEffect, ToolName};
use crate::model::llm::{Message, SentCall, SentResult};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::values::{ErrorCode, Result};

/// What stays of an error that repeats what the model wrote.
pub const FAILED_TEXT: &str = "There is no such note";

/// The messages of the current turn, with its context before the user's message.
pub async fn current_messages(
    model: &RunModel<'_>,
    turn: &ConversationTurn,
    context: &[OutgoingText],
) -> Result<Vec<Message>> {
    let message = redact(model, &[], &turn.message).await?;
    let parts: Vec<&OutgoingText> = context.iter().chain([&message]).collect();
    let mut messages = vec![Message::from_user(OutgoingText::join(parts, "\n\n"))];
    let service = model.service_address();
    let notes = model.public_notes(&turn.rests_on()).await;
    let is_public = turn.model_words(&notes).is_some();
    for round in turn.rounds_on_device() {
        let (arguments, result) = match is_public {
            true => (round.sent_arguments(&service), round_result(model, round).await?),
            // What the model wrote after it had read the note may repeat it. Other notes and pages are their
            // own text.
            false => (no_arguments(), result_without_own_words(model, round).await?),
        };
        messages.extend(round_messages(round, arguments, result));
    }
    Ok(messages)
}

/// The messages of a round: the call and its result. A call with an invented name can't be sent back.
pub fn round_messages(
    round: &ToolRound,
    (arguments_json, signature): (OutgoingText, Option<String>),
    text: OutgoingText,
) -> Vec<Message> {
    let Some(tool) = ToolName::parse(&round.step.tool) else {
        return vec![Message::from_user(text)];
    };
    let (call_id, tool_name) = (round.call_id.clone(), tool.as_str());
    vec![
        Message::ToolCall(SentCall { id: call_id.clone(), tool_name, arguments_json, signature }),
        Message::ToolResult(SentResult { call_id, tool_name, text }),
    ]
}

/// The result of a round of the current turn, fenced again. If one of its notes became private, it is
/// left out.
async fn round_result(model: &RunModel<'_>, round: &ToolRound) -> Result<OutgoingText> {
    if round.repeats_own_words() {
        return Ok(match round.service == model.service_address() {
            // If a private name in it were hidden, the model would learn that the note exists.
            true => own_words(&round.result),
            false => OutgoingText::from_constant(FAILED_TEXT),
        });
    }
    let notes: Vec<&NotePath> = round.quoted_notes.iter().collect();
    if model.still_public_notes(notes.clone()).await.len() < notes.len() {
        return Ok(OutgoingText::from_constant("(A note of this result is no longer there.)"));
    }
    let text = redact(model, &notes, &round.result).await?;
    Ok(model.create_fence().wrap_text(&OutgoingText::from_constant("result"), None, &text))
}

/// The result of a round whose call is not sent again; nothing of one that may repeat the call.
async fn result_without_own_words(model: &RunModel<'_>, round: &ToolRound) -> Result<OutgoingText> {
    match round.error {
        Some(_) => Ok(OutgoingText::from_constant(FAILED_TEXT)),
        None if quotes_sources(round) => round_result(model, round).await,
        None => Ok(OutgoingText::from_constant("(This result is no longer available.)")),
    }
}

/// Whether a result is the text of notes or pages, and nothing that a model wrote.
fn quotes_sources(round: &ToolRound) -> bool {
    ToolName::parse(&round.step.tool).is_some_and(|tool| {
        let is_of_model = matches!(tool, ToolName::AskVault | ToolName::SummarizeNote);
        tool.effect() != ToolEffect::Write && !is_of_model
    })
}

async fn redact(model: &RunModel<'_>, quoted: &[&NotePath], text: &str) -> Result<OutgoingText> {
    Ok(model.redactor_for_texts(quoted, &[text]).await?.redact(text))
}

/// In place of the arguments and the signature of a call that are not sent again.
fn no_arguments() -> (OutgoingText, Option<String>) {
    (OutgoingText::from_constant("{}"), None)
}

impl ToolRound {
    /// Whether the result is an error that repeats what the model wrote.
    pub fn repeats_own_words(&self) -> bool {
        self.error.is_some_and(ErrorCode::repeats_path)
    }

    /// The arguments and the signature of the call, for the service whose model wrote them. Another
    /// service gets none: they may name a private note in words that look like any others.
    pub fn sent_arguments(&self, service: &str) -> (OutgoingText, Option<String>) {
        match self.service == service {
            true => (sent_arguments(&self.arguments), self.signature.clone()),
            false => no_arguments(),
        }
    }
}
