//! Lets the model sum up the oldest turns when the conversation no longer fits. If that fails, they are
//! only shortened, as `history` does it.

use crate::answers::run::RunModel;
use crate::features::chat::conversation::{Conversation, ConversationSummary};
use crate::features::chat::conversation_store::ConversationStore;
use crate::features::chat::conversation_turn::ConversationTurn;
use crate::features::chat::history::{LEFT_OUT_REPLY, links_to_notes, turns_to_sum_up};
use crate::host::Host;
use crate::model::prompts::{ConversationSummaryPrompt, SummaryReply, SummedUpTurn};
use crate::safety::privacy::RestsOn;
use crate::safety::sanitize::{self, AllowedLinks};
use crate::values::text::truncated_line;
use crate::values::{ErrorCode, Result};

/// Maximum number of characters of a message or reply that are summed up; the rest is cut off.
const MAX_SUMMED_UP_CHARACTERS: usize = 3_000;

/// Maximum number of turns that one request sums up; of more, the newest.
const MAX_SUMMED_UP_TURNS: usize = 40;

/// Maximum number of characters of a summary.
const MAX_SUMMARY_CHARACTERS: usize = 4_000;

/// After a summary failed, the next one is tried after this many turns.
const TURNS_BETWEEN_ATTEMPTS: usize = 8;

/// Drops a summary that rests on a note which is not public any more, and loads the turns that it summed
/// up: they are summed up again without what rests on that note.
pub async fn drop_summary_of_private_notes(
    host: &dyn Host,
    store: &ConversationStore,
    model: &RunModel<'_>,
    conversation: &mut Conversation,
) {
    let Some(summary) = &conversation.summary else { return };
    if summary.text(&model.public_notes(&summary.rests_on()).await).is_none() {
        conversation.summary = None;
        conversation.next_summary_at = 0;
        store.add_turns_from(host, conversation, 0).await;
    }
}

/// Sums up the oldest turns if not all fit. Fails only if the user stops it: without a summary the
/// conversation goes on too.
pub async fn sum_up_oldest(model: &RunModel<'_>, conversation: &mut Conversation) -> Result<()> {
    let turns = turns_to_sum_up(conversation);
    let count = conversation.turn_count();
    if turns.is_empty() || count < conversation.next_summary_at {
        return Ok(());
    }
    let covered = conversation.summarized_by_model().max(conversation.earlier_turns) + turns.len();
    match summarize(model, conversation.summary.as_ref(), turns).await {
        Ok(Some((text, rests_on))) => {
            conversation.summary = Some(ConversationSummary::new(text, covered, rests_on));
        }
        Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
        Ok(None) | Err(_) => conversation.next_summary_at = count + TURNS_BETWEEN_ATTEMPTS,
    }
    Ok(())
}

/// Asks the model for a summary, once; `None` if the reply has none. Returns the notes on which it rests
/// too.
async fn summarize(
    model: &RunModel<'_>,
    earlier: Option<&ConversationSummary>,
    turns: &[ConversationTurn],
) -> Result<Option<(String, RestsOn)>> {
    let turns = turns.get(turns.len().saturating_sub(MAX_SUMMED_UP_TURNS)..).unwrap_or_default();
    let mut rests_on = RestsOn::default();
    turns.iter().for_each(|turn| rests_on.extend(turn.rests_on().notes()));
    earlier.iter().for_each(|summary| rests_on.extend(summary.rests_on().notes()));
    let notes = model.public_notes(&rests_on).await;
    let earlier = earlier.and_then(|summary| summary.text(&notes)).unwrap_or_default();
    let cut = |text: &str| text.chars().take(MAX_SUMMED_UP_CHARACTERS).collect::<String>();
    let reply = |turn: &ConversationTurn| match turn.model_words(&notes) {
        Some(words) => cut(&words.reply_text()),
        None => LEFT_OUT_REPLY.to_owned(),
    };
    let texts: Vec<(String, String)> =
        turns.iter().map(|turn| (cut(&turn.message), reply(turn))).collect();
    let all: Vec<&str> = std::iter::once(earlier)
        .chain(texts.iter().flat_map(|(message, reply)| [message.as_str(), reply.as_str()]))
        .collect();
    let links = links_to_notes(turns.iter().flat_map(ConversationTurn::shown_notes));
    let mentions = model.find_mentions(None, &all, &links).await?;
    let redactor = model.redactor_for_mentions(&mentions, &notes).await?;
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
    let text = text.filter(|text| !text.is_empty());
    Ok(text.map(|text| (text, notes.iter().collect())))
}
