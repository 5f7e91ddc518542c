//! A conversation in the device's storage, in pieces: a head with the newest turns, blocks of earlier
//! turns that are written once, and the passages. So saving a turn takes the same time in a long
//! conversation as in a short one. The head says which blocks count and is written after them, so that
//! the app may be closed between any two writes.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::features::chat::conversation::Conversation;
use crate::features::chat::conversation_turn::ConversationTurn;
use crate::features::chat::history::MAX_HISTORY_TURNS;
use crate::features::tools::{AskEvidence, urls_in_text};
use crate::host::{Host, stored_value};
use crate::notes::note::NotePath;

/// The number of turns in a block.
const BLOCK_TURNS: usize = 16;

/// Maximum number of turns in the head: those that the next request may need, and a block that is not
/// full yet.
const MAX_HEAD_TURNS: usize = MAX_HISTORY_TURNS + BLOCK_TURNS;

/// Maximum number of web addresses that are kept of the messages in blocks.
const MAX_USER_URLS: usize = 200;

/// What is shown in place of a turn whose block is damaged.
const LOST_TURN: &str = "This part of the conversation is damaged and could not be loaded";

fn head_name(id: &str) -> String {
    format!("conversation-{id}")
}

fn block_name(id: &str, number: usize) -> String {
    format!("turns-{number}-of-conversation-{id}")
}

fn evidence_name(id: &str) -> String {
    format!("passages-of-conversation-{id}")
}

/// Loads a conversation with its newest turns, as many as a request may need.
pub(super) async fn load_newest(host: &dyn Host, id: &str) -> Option<Conversation> {
    let mut conversation: Conversation = stored_value::load(host, &head_name(id)).await?;
    // Earlier versions kept the passages and all turns in the head.
    if conversation.evidence.is_empty() {
        let evidence = stored_value::load(host, &evidence_name(id)).await;
        conversation.evidence = evidence.unwrap_or_default();
    }
    // Earlier versions kept with each turn whether it has text from the web.
    let has_page = conversation.evidence.iter().any(|piece| piece.passage.url.is_some());
    conversation.has_web_text |= has_page;
    Some(conversation)
}

/// Adds the turns from this one on, counted from 0, and perhaps a few before it.
pub(super) async fn add_turns_from(host: &dyn Host, conversation: &mut Conversation, first: usize) {
    let (first, end) = (first / BLOCK_TURNS, conversation.earlier_turns / BLOCK_TURNS);
    if first >= end {
        return;
    }
    let mut turns = Vec::new();
    for number in first..end {
        turns.extend(load_block(host, &conversation.id, number).await);
    }
    turns.append(&mut conversation.turns);
    conversation.turns = turns;
    conversation.earlier_turns = first * BLOCK_TURNS;
}

/// Loads a block of turns. One that is damaged has as many turns, so that the others keep their numbers.
async fn load_block(host: &dyn Host, id: &str, number: usize) -> Vec<ConversationTurn> {
    let turns = stored_value::load(host, &block_name(id, number)).await;
    let mut turns: Vec<ConversationTurn> = turns.unwrap_or_default();
    turns.resize_with(BLOCK_TURNS, || ConversationTurn::with_warning(LOST_TURN));
    turns
}

/// Saves the turns. The oldest ones move into blocks as soon as there are more than the head holds.
pub(super) async fn save_turns(host: &dyn Host, conversation: &mut Conversation) {
    while conversation.turns.len() > MAX_HEAD_TURNS {
        let block: Vec<ConversationTurn> = conversation.turns.drain(..BLOCK_TURNS).collect();
        let number = conversation.earlier_turns / BLOCK_TURNS;
        stored_value::save(host, &block_name(&conversation.id, number), &block).await;
        conversation.earlier_turns += BLOCK_TURNS;
        for url in block.iter().flat_map(|turn| urls_in_text(&turn.message)) {
            if !conversation.user_urls.contains(&url) {
                conversation.user_urls.push(url);
            }
        }
        let excess = conversation.user_urls.len().saturating_sub(MAX_USER_URLS);
        conversation.user_urls.drain(..excess);
    }
    let evidence = std::mem::take(&mut conversation.evidence);
    stored_value::save(host, &head_name(&conversation.id), conversation).await;
    conversation.evidence = evidence;
}

/// Saves the passages.
pub(super) async fn save_evidence(host: &dyn Host, conversation: &Conversation) {
    stored_value::save(host, &evidence_name(&conversation.id), &conversation.evidence).await;
}

/// Deletes the blocks from this turn on. They are left over after turns were dropped.
pub(super) async fn delete_blocks_from(host: &dyn Host, id: &str, first_turn: usize) {
    let first = first_turn / BLOCK_TURNS;
    let mut end = first;
    while stored_value::exists(host, &block_name(id, end)).await {
        end += 1;
    }
    // The last one first: if the app is closed in between, no gap hides those that are left.
    for number in (first..end).rev() {
        stored_value::delete(host, &block_name(id, number)).await;
    }
}

/// Deletes all pieces of a conversation, the head last.
pub(super) async fn delete(host: &dyn Host, id: &str) {
    let head: Option<Conversation> = stored_value::load(host, &head_name(id)).await;
    let counted = head.map_or(0, |head| head.earlier_turns);
    delete_blocks_from(host, id, counted).await;
    for number in (0..counted / BLOCK_TURNS).rev() {
        stored_value::delete(host, &block_name(id, number)).await;
    }
    stored_value::delete(host, &evidence_name(id)).await;
    stored_value::delete(host, &head_name(id)).await;
}

/// Calls `see` with the turns of a conversation, one piece after the other, the newest first, until it
/// returns `false`. Returns whether the conversation is there.
pub(super) async fn visit_turns(
    host: &dyn Host,
    id: &str,
    mut see: impl FnMut(&[ConversationTurn]) -> bool,
) -> bool {
    let head: Option<Conversation> = stored_value::load(host, &head_name(id)).await;
    let Some(head) = head else { return false };
    let mut goes_on = see(&head.turns);
    for number in (0..head.earlier_turns / BLOCK_TURNS).rev() {
        if !goes_on {
            break;
        }
        goes_on = see(&load_block(host, id, number).await);
    }
    true
}

/// Changes the paths of notes in all pieces of a conversation.
pub(super) async fn change_paths(host: &dyn Host, id: &str, change: &dyn Fn(&mut NotePath)) {
    let change_head = |head: &mut Conversation| {
        head.note.iter_mut().for_each(change);
        change_turn_paths(&mut head.turns, change);
        head.summary.iter_mut().for_each(|summary| summary.change_paths(change));
        change_evidence_paths(&mut head.evidence, change);
    };
    let head = change_value(host, &head_name(id), change_head).await;
    let counted = head.map_or(0, |head| head.earlier_turns);
    for number in 0..counted / BLOCK_TURNS {
        let change_block = |turns: &mut Vec<ConversationTurn>| change_turn_paths(turns, change);
        change_value(host, &block_name(id, number), change_block).await;
    }
    let change_evidence = |pieces: &mut Vec<AskEvidence>| change_evidence_paths(pieces, change);
    change_value(host, &evidence_name(id), change_evidence).await;
}

fn change_turn_paths(turns: &mut [ConversationTurn], change: &dyn Fn(&mut NotePath)) {
    turns.iter_mut().for_each(|turn| turn.change_paths(change));
}

fn change_evidence_paths(pieces: &mut [AskEvidence], change: &dyn Fn(&mut NotePath)) {
    pieces.iter_mut().filter_map(|piece| piece.passage.path.as_mut()).for_each(change);
}

/// Changes a stored value, and saves it if it is another one then. Returns it.
async fn change_value<T: Serialize + DeserializeOwned + Clone + PartialEq>(
    host: &dyn Host,
    name: &str,
    change: impl FnOnce(&mut T),
) -> Option<T> {
    let before: T = stored_value::load(host, name).await?;
    let mut after = before.clone();
    change(&mut after);
    if after != before {
        stored_value::save(host, name, &after).await;
    }
    Some(after)
}
