//! Lets the model sum up the oldest turns when the conversation no longer fits. If that fails, they are
//! only shortened, as `history` does it.

use crate::chat::conversation::{Conversation, ConversationSummary, ConversationTurn};
use crate::chat::history::turns_to_sum_up;
use crate::error::{ErrorCode, Result};
use crate::prompts::{ConversationSummaryPrompt, SummaryReply, SummedUpTurn};
use crate::research::run_model::RunModel;
use crate::sanitize::{self, AllowedLinks};
use crate::text::one_line::truncated_line;

/// Maximum number of characters of a message or reply that are summed up; the rest is cut off.
const MAX_SUMMED_UP_CHARACTERS: usize = 3_000;

/// Maximum number of turns that one request sums up; of more, the newest.
const MAX_SUMMED_UP_TURNS: usize = 40;

/// Maximum number of characters of a summary.
const MAX_SUMMARY_CHARACTERS: usize = 4_000;

/// After a summary failed, the next one is tried after this many turns.
const TURNS_BETWEEN_ATTEMPTS: usize = 8;

/// Sums up the oldest turns if not all fit. Fails only if the user stops it: without a summary the
/// conversation goes on too.
pub async fn sum_up_oldest(model: &RunModel<'_>, conversation: &mut Conversation) -> Result<()> {
    let turns = turns_to_sum_up(conversation);
    let count = conversation.turn_count();
    if turns.is_empty() || count < conversation.next_summary_at {
        return Ok(());
    }
    let covered = conversation.summarized_by_model() + turns.len();
    let earlier = conversation.summary.as_ref().map_or("", |summary| summary.text.as_str());
    match summarize(model, earlier, turns).await {
        Ok(Some(text)) => {
            conversation.summary = Some(ConversationSummary { text, turns: covered });
        }
        Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
        Ok(None) | Err(_) => conversation.next_summary_at = count + TURNS_BETWEEN_ATTEMPTS,
    }
    Ok(())
}

/// Asks the model for a summary, once; `None` if the reply has none.
async fn summarize(
    model: &RunModel<'_>,
    earlier: &str,
    turns: &[ConversationTurn],
) -> Result<Option<String>> {
    let turns = turns.get(turns.len().saturating_sub(MAX_SUMMED_UP_TURNS)..).unwrap_or_default();
    let cut = |text: &str| text.chars().take(MAX_SUMMED_UP_CHARACTERS).collect::<String>();
    let texts: Vec<(String, String)> =
        turns.iter().map(|turn| (cut(&turn.message), cut(&turn.reply_text()))).collect();
    let all: Vec<&str> = std::iter::once(earlier)
        .chain(texts.iter().flat_map(|(message, reply)| [message.as_str(), reply.as_str()]))
        .collect();
    let redactor = model.redactor_for_texts(&[], &all).await?;
    let prompt = ConversationSummaryPrompt {
        earlier_summary: redactor.redact(earlier),
        turns: texts
            .iter()
            .map(|(message, reply)| SummedUpTurn {
                message: redactor.redact(message),
                reply: redactor.redact(reply),
            })
            .collect(),
    };
    let reply: Option<SummaryReply> = model.ask_quick_model_once(&prompt).await?;
    let links = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };
    let text = reply.map(|reply| sanitize::sanitize_markdown(&reply.summary, &links).markdown);
    let text = text.map(|text| truncated_line(&text, MAX_SUMMARY_CHARACTERS));
    Ok(text.filter(|text| !text.is_empty()))
}
