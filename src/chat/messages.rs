//! A conversation as the model gets it. The results of earlier turns shrink to one line; when the
//! conversation is long, its oldest turns shrink to their beginnings.

use crate::agent::{own_words, sent_arguments};
use crate::chat::conversation::{Conversation, ConversationTurn, ToolRound};
use crate::error::{ErrorCode, Result};
use crate::llm::chat::{Message, Role, SentCall, SentResult};
use crate::llm::tokens::estimate_tokens;
use crate::note::NotePath;
use crate::privacy::OutgoingText;
use crate::research::run_model::RunModel;
use crate::text::one_line::truncated_line;
use crate::tools::ToolName;

/// Maximum number of tokens of the earlier turns.
const MAX_HISTORY_TOKENS: u64 = 12_000;

/// Maximum number of shrunk turns that the model gets; of older ones it gets only the number, so that a
/// conversation of any length fits.
const MAX_SHRUNK_TURNS: usize = 20;

/// Maximum number of characters that stay of a message or reply whose turn has shrunk.
const MAX_SHRUNK_CHARACTERS: usize = 300;

/// What stays of an error that repeats what the model wrote.
const FAILED_TEXT: &str = "There is no such note";

/// Maximum number of paths that stay of a result of an earlier turn.
const MAX_STUB_PATHS: usize = 8;

/// The messages of a conversation, with the context of the last turn before its message.
pub async fn conversation_messages(
    model: &RunModel<'_>,
    conversation: &Conversation,
    context: &[OutgoingText],
) -> Result<Vec<Message>> {
    let Some((last, earlier)) = conversation.turns.split_last() else { return Ok(Vec::new()) };
    let mut messages = earlier_messages(model, earlier).await?;
    let message = redact(model, &[], &last.message).await?;
    let parts: Vec<&OutgoingText> = context.iter().chain([&message]).collect();
    messages.push(Message::from_user(OutgoingText::join(parts, "\n\n")));
    let service = model.service_address();
    for round in &last.rounds {
        let result = round_result(model, round).await?;
        messages.extend(round_messages(round, round.sent_arguments(&service), result));
    }
    Ok(messages)
}

/// The messages of the earlier turns. All their texts are redacted by one redactor, because making one
/// looks for the names of all notes.
async fn earlier_messages(
    model: &RunModel<'_>,
    turns: &[ConversationTurn],
) -> Result<Vec<Message>> {
    let (shrunk, whole) = turns.split_at(shrunk_turn_count(turns));
    let (dropped, shrunk) = shrunk.split_at(shrunk.len().saturating_sub(MAX_SHRUNK_TURNS));
    let shrunk_text = shrunk.iter().map(shrunk_turn).collect::<Vec<_>>().join("\n");
    let texts: Vec<String> = whole
        .iter()
        .flat_map(|turn| {
            let rounds = turn.rounds.iter().map(ToolRound::stub);
            [turn.message.clone(), turn.reply_text()].into_iter().chain(rounds)
        })
        .chain([shrunk_text.clone()])
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let redactor = model.redactor_for_texts(&[], &texts).await?;
    let service = model.service_address();
    let mut messages = Vec::new();
    if !shrunk.is_empty() {
        let earlier = OutgoingText::from_constant_and_number("Turns left out: ", dropped.len());
        let head = OutgoingText::from_constant("The conversation so far, in short:");
        let text = redactor.redact(&shrunk_text);
        messages.push(Message::from_user(OutgoingText::join([&earlier, &head, &text], "\n")));
    }
    for turn in whole {
        messages.push(Message::from_user(redactor.redact(&turn.message)));
        for round in &turn.rounds {
            let arguments = round.sent_arguments(&service);
            messages.extend(round_messages(round, arguments, redactor.redact(&round.stub())));
        }
        let reply = redactor.redact(&turn.reply_text());
        if !reply.as_str().is_empty() {
            messages.push(Message::Text { role: Role::Assistant, text: reply });
        }
    }
    Ok(messages)
}

/// How many of the oldest turns shrink, so that the others fit.
pub fn shrunk_turn_count(turns: &[ConversationTurn]) -> usize {
    let mut tokens = 0;
    let fits = |turn: &&ConversationTurn| {
        let round_tokens = |round: &ToolRound| {
            estimate_tokens(&round.stub()) + estimate_tokens(&round.arguments.to_string())
        };
        let rounds: u64 = turn.rounds.iter().map(round_tokens).sum();
        tokens += estimate_tokens(&turn.message) + estimate_tokens(&turn.reply_text()) + rounds;
        tokens <= MAX_HISTORY_TOKENS
    };
    turns.len() - turns.iter().rev().take_while(fits).count()
}

fn shrunk_turn(turn: &ConversationTurn) -> String {
    let short = |text: &str| truncated_line(text, MAX_SHRUNK_CHARACTERS);
    format!("User: {}\nYou: {}", short(&turn.message), short(&turn.reply_text()))
}

/// The messages of a round: the call and its result. A call with an invented name can't be sent back.
fn round_messages(
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

async fn redact(model: &RunModel<'_>, quoted: &[&NotePath], text: &str) -> Result<OutgoingText> {
    Ok(model.redactor_for_texts(quoted, &[text]).await?.redact(text))
}

impl ToolRound {
    fn repeats_own_words(&self) -> bool {
        self.error.is_some_and(ErrorCode::repeats_path)
    }

    /// The arguments and the signature of the call, for the service whose model wrote them. Another
    /// service gets none: they may name a private note in words that look like any others.
    fn sent_arguments(&self, service: &str) -> (OutgoingText, Option<String>) {
        match self.service == service {
            true => (sent_arguments(&self.arguments), self.signature.clone()),
            false => (OutgoingText::from_constant("{}"), None),
        }
    }

    /// What stays of the round in later turns: how it ended, and the notes.
    fn stub(&self) -> String {
        let notes = self.quoted_notes.iter().map(NotePath::as_str).take(MAX_STUB_PATHS);
        let notes: Vec<&str> = notes.collect();
        let outcome = match self.step.outcome.as_str() {
            "" => "done",
            // The path that the model wrote is not repeated: it may be the name of a private note.
            _ if self.repeats_own_words() => FAILED_TEXT,
            outcome => outcome,
        };
        match notes.is_empty() {
            true => format!("({outcome})"),
            false => format!("({outcome}: {})", notes.join(", ")),
        }
    }
}

impl ConversationTurn {
    /// The reply as one text.
    pub fn reply_text(&self) -> String {
        let parts: Vec<&str> = self.reply.iter().map(|part| part.markdown.as_str()).collect();
        parts.join("\n\n")
    }
}
