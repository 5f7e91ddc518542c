//! Keeps conversations on the device, each under its own name, with a list of all.

use std::collections::BTreeMap;

use crate::chat::conversation::{Conversation, ConversationEntry, ConversationTurn};
use crate::host::cached_value::CachedValue;
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

/// The conversations on this device. Turns of several conversations may be saved at the same time, so
/// that the list of all is kept in memory.
pub struct ConversationStore {
    entries: CachedValue<Vec<ConversationEntry>>,
}

impl Default for ConversationStore {
    fn default() -> Self {
        Self { entries: CachedValue::new(LIST_NAME) }
    }
}

impl ConversationStore {
    /// Loads a conversation, if it is kept.
    pub async fn load(&self, host: &dyn Host, id: &str) -> Option<Conversation> {
        stored_value::load(host, &storage_name(id)).await
    }

    /// Saves a conversation and puts it first in the list. If its note was renamed while a turn went
    /// on, the conversation gets the new path.
    pub async fn save(&self, host: &dyn Host, conversation: &mut Conversation) {
        let known = self.entries.get(host).await;
        if let Some(known) = known.iter().find(|entry| entry.id == conversation.id) {
            conversation.note.clone_from(&known.note);
        }
        stored_value::save(host, &storage_name(&conversation.id), conversation).await;
        let entry = entry(conversation);
        if known.first() == Some(&entry) {
            return;
        }
        let mut dropped = Vec::new();
        let add = |entries: &mut Vec<ConversationEntry>| {
            entries.retain(|known| known.id != entry.id);
            entries.insert(0, entry);
            dropped = entries.split_off(MAX_CONVERSATIONS.min(entries.len()));
        };
        self.entries.change(host, add).await;
        for old in dropped {
            stored_value::delete(host, &storage_name(&old.id)).await;
        }
    }

    /// All conversations, the newest first.
    pub async fn list(&self, host: &dyn Host) -> Vec<ConversationEntry> {
        self.entries.get(host).await
    }

    /// The conversations in which all words of a query occur, the newest first.
    pub async fn search(&self, host: &dyn Host, query: &str) -> Vec<ConversationEntry> {
        let query = fold_case(query);
        let words: Vec<&str> = query.split_whitespace().collect();
        let mut found = Vec::new();
        for entry in self.list(host).await {
            let Some(conversation) = self.load(host, &entry.id).await else { continue };
            let text = fold_case(&conversation.text());
            if words.iter().all(|word| text.contains(word)) {
                found.push(entry);
            }
        }
        found
    }

    /// Deletes a conversation.
    pub async fn delete(&self, host: &dyn Host, id: &str) {
        stored_value::delete(host, &storage_name(id)).await;
        self.entries.change(host, |entries| entries.retain(|entry| entry.id != id)).await;
    }

    /// Lets the conversations follow renamed notes: those about a note, and what they attached and
    /// quoted.
    pub async fn update_renamed_paths(
        &self,
        host: &dyn Host,
        new_paths_by_old: &BTreeMap<NotePath, NotePath>,
    ) {
        if new_paths_by_old.is_empty() {
            return;
        }
        let entries = self.list(host).await;
        let is_about_old = |entry: &ConversationEntry| {
            entry.note.as_ref().is_some_and(|it| new_paths_by_old.contains_key(it))
        };
        if entries.iter().any(is_about_old) {
            let rename = |entries: &mut Vec<ConversationEntry>| {
                let notes = entries.iter_mut().filter_map(|entry| entry.note.as_mut());
                rename_paths(notes, new_paths_by_old);
            };
            self.entries.change(host, rename).await;
        }
        for entry in &entries {
            let Some(before) = self.load(host, &entry.id).await else { continue };
            let mut conversation = before.clone();
            rename_paths(conversation.note_paths_mut(), new_paths_by_old);
            if conversation != before {
                stored_value::save(host, &storage_name(&entry.id), &conversation).await;
            }
        }
    }
}

fn rename_paths<'a>(
    paths: impl Iterator<Item = &'a mut NotePath>,
    new_paths_by_old: &BTreeMap<NotePath, NotePath>,
) {
    for path in paths {
        if let Some(to) = new_paths_by_old.get(path) {
            *path = to.clone();
        }
    }
}

fn entry(conversation: &Conversation) -> ConversationEntry {
    let first = conversation.turns.first().map_or("", |turn| turn.message.as_str());
    ConversationEntry {
        id: conversation.id.clone(),
        note: conversation.note.clone(),
        title: truncated_line(first, MAX_TITLE_CHARACTERS),
        updated_at: conversation.updated_at,
    }
}

impl Conversation {
    /// Everything that the user and the model wrote, for a search.
    fn text(&self) -> String {
        let turn = |turn: &ConversationTurn| {
            let reply = turn.reply.iter().map(|part| part.markdown.as_str());
            let parts: Vec<&str> = std::iter::once(turn.message.as_str()).chain(reply).collect();
            parts.join("\n")
        };
        self.turns.iter().map(turn).collect::<Vec<_>>().join("\n")
    }

    /// The paths of all notes that the conversation is about, attached or quoted.
    fn note_paths_mut(&mut self) -> impl Iterator<Item = &mut NotePath> {
        let turns = self.turns.iter_mut().flat_map(|turn| {
            let quoted = turn.rounds.iter_mut().flat_map(|round| &mut round.quoted_notes);
            turn.attached_notes.iter_mut().chain(quoted)
        });
        let evidence = self.evidence.iter_mut().filter_map(|piece| piece.passage.path.as_mut());
        self.note.iter_mut().chain(turns).chain(evidence)
    }
}
