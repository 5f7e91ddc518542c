//! Keeps conversations on the device, each under its own name, with a list of all.

use crate::chat::conversation::{Conversation, ConversationEntry};
use crate::host::{Host, stored_value};
use crate::note::NotePath;
use crate::text::normalize::fold_case;
use crate::text::one_line::truncated_line;

/// The name under which the list of conversations is stored.
const LIST_NAME: &str = "conversations";

/// Maximum number of conversations that are kept; the oldest are dropped.
const MAX_CONVERSATIONS: usize = 500;

/// Maximum number of characters of the title of a conversation.
const MAX_TITLE_CHARACTERS: usize = 80;

/// The name under which a conversation is stored.
fn storage_name(id: &str) -> String {
    format!("conversation-{id}")
}

/// Loads a conversation, if it is kept.
pub async fn load_conversation(host: &dyn Host, id: &str) -> Option<Conversation> {
    stored_value::load(host, &storage_name(id)).await
}

/// Saves a conversation and puts it first in the list.
pub async fn save_conversation(host: &dyn Host, conversation: &Conversation) {
    stored_value::save(host, &storage_name(&conversation.id), conversation).await;
    let first = conversation.turns.first().map_or("", |turn| turn.message.as_str());
    let entry = ConversationEntry {
        id: conversation.id.clone(),
        note: conversation.note.clone(),
        title: truncated_line(first, MAX_TITLE_CHARACTERS),
        updated_at: conversation.updated_at,
    };
    let mut entries = list_conversations(host).await;
    if entries.first() == Some(&entry) {
        return;
    }
    entries.retain(|known| known.id != entry.id);
    entries.insert(0, entry);
    for old in entries.iter().skip(MAX_CONVERSATIONS) {
        stored_value::delete(host, &storage_name(&old.id)).await;
    }
    entries.truncate(MAX_CONVERSATIONS);
    stored_value::save(host, LIST_NAME, &entries).await;
}

/// All conversations, the newest first.
pub async fn list_conversations(host: &dyn Host) -> Vec<ConversationEntry> {
    stored_value::load(host, LIST_NAME).await.unwrap_or_default()
}

/// The conversations in which all words of a query occur, the newest first.
pub async fn search_conversations(host: &dyn Host, query: &str) -> Vec<ConversationEntry> {
    let query = fold_case(query);
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut found = Vec::new();
    for entry in list_conversations(host).await {
        let Some(conversation) = load_conversation(host, &entry.id).await else { continue };
        let text = fold_case(&conversation.text());
        if words.iter().all(|word| text.contains(word)) {
            found.push(entry);
        }
    }
    found
}

/// Deletes a conversation.
pub async fn delete_conversation(host: &dyn Host, id: &str) {
    stored_value::delete(host, &storage_name(id)).await;
    let mut entries = list_conversations(host).await;
    entries.retain(|entry| entry.id != id);
    stored_value::save(host, LIST_NAME, &entries).await;
}

/// Lets the conversations about a note follow it when it is renamed.
pub async fn rename_note(host: &dyn Host, from: &NotePath, to: &NotePath) {
    let mut entries = list_conversations(host).await;
    for entry in entries.iter_mut().filter(|entry| entry.note.as_ref() == Some(from)) {
        entry.note = Some(to.clone());
        if let Some(mut conversation) = load_conversation(host, &entry.id).await {
            conversation.note = Some(to.clone());
            stored_value::save(host, &storage_name(&entry.id), &conversation).await;
        }
    }
    stored_value::save(host, LIST_NAME, &entries).await;
}

impl Conversation {
    /// Everything that the user and the model wrote, for a search.
    fn text(&self) -> String {
        let turn = |turn: &crate::chat::conversation::ConversationTurn| {
            let reply = turn.reply.iter().map(|part| part.markdown.as_str());
            let parts: Vec<&str> = std::iter::once(turn.message.as_str()).chain(reply).collect();
            parts.join("\n")
        };
        self.turns.iter().map(turn).collect::<Vec<_>>().join("\n")
    }
}
