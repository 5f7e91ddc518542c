//! Keeps conversations on the device, with a list of all.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::evidence::EvidenceId;
use crate::features::chat::conversation::{Conversation, ConversationEntry};
use crate::features::chat::conversation_pieces;
use crate::features::chat::conversation_turn::ConversationTurn;
use crate::features::chat::history::MAX_HISTORY_TURNS;
use crate::host::{CachedValue, Host};
use crate::notes::note::NotePath;
use crate::values::text::{fold_case, truncated_line};

/// The name under which the list of conversations is stored.
const LIST_NAME: &str = "conversations";

/// Maximum number of conversations that are kept; the oldest are dropped.
const MAX_CONVERSATIONS: usize = 500;

/// Maximum number of characters of the title of a conversation.
const MAX_TITLE_CHARACTERS: usize = 80;

/// The conversations on this device. Turns of several conversations may be saved at the same time, so
/// that the list of all is kept in memory.
pub struct ConversationStore {
    entries: CachedValue<Vec<ConversationEntry>>,
    /// The ids of the first and the last passage that were saved of each conversation. Passages are
    /// added at the end and dropped at the beginning, so that these tell whether they must be saved.
    saved_evidence: RefCell<BTreeMap<String, EvidenceEnds>>,
}

type EvidenceEnds = Option<(EvidenceId, EvidenceId)>;

impl Default for ConversationStore {
    fn default() -> Self {
        Self { entries: CachedValue::new(LIST_NAME), saved_evidence: RefCell::default() }
    }
}

impl ConversationStore {
    /// Loads a whole conversation, if it is kept.
    pub async fn load(&self, host: &dyn Host, id: &str) -> Option<Conversation> {
        let mut conversation = conversation_pieces::load_newest(host, id).await?;
        self.add_turns_from(host, &mut conversation, 0).await;
        Some(conversation)
    }

    /// Loads what a turn needs of a conversation: its newest turns before the one that is replaced.
    pub async fn load_for_turn(
        &self,
        host: &dyn Host,
        id: &str,
        replaced: Option<usize>,
    ) -> Option<Conversation> {
        let mut conversation = conversation_pieces::load_newest(host, id).await?;
        if let Some(replaced) = replaced {
            let first = replaced.saturating_sub(MAX_HISTORY_TURNS);
            self.add_turns_from(host, &mut conversation, first).await;
            conversation.drop_turns_from(replaced);
        }
        Some(conversation)
    }

    /// Adds the turns from this one on, counted from 0, and perhaps a few before it.
    pub async fn add_turns_from(
        &self,
        host: &dyn Host,
        conversation: &mut Conversation,
        first: usize,
    ) {
        conversation_pieces::add_turns_from(host, conversation, first).await;
        conversation.complete_rests_on();
    }

    /// Saves a conversation and puts it first in the list. If its note was renamed while a turn went
    /// on, the conversation gets the new path.
    pub async fn save(&self, host: &dyn Host, conversation: &mut Conversation) {
        let known = self.entries.get(host).await;
        let known_entry = known.iter().find(|entry| entry.id == conversation.id);
        if let Some(known) = known_entry {
            conversation.note.clone_from(&known.note);
        }
        self.save_evidence(host, conversation).await;
        conversation_pieces::save_turns(host, conversation).await;
        let entry = entry(conversation, known_entry);
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
            conversation_pieces::delete(host, &old.id).await;
        }
    }

    async fn save_evidence(&self, host: &dyn Host, conversation: &Conversation) {
        let evidence = &conversation.evidence;
        let ends = evidence.first().zip(evidence.last());
        let ends = ends.map(|(first, last)| (first.id.clone(), last.id.clone()));
        if self.saved_evidence.borrow().get(&conversation.id) != Some(&ends) {
            conversation_pieces::save_evidence(host, conversation).await;
            self.saved_evidence.borrow_mut().insert(conversation.id.clone(), ends);
        }
    }

    /// Deletes what is stored of turns that were dropped, after the conversation was saved.
    pub async fn delete_dropped_turns(&self, host: &dyn Host, conversation: &Conversation) {
        let first = conversation.earlier_turns;
        conversation_pieces::delete_blocks_from(host, &conversation.id, first).await;
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
            let mut missing = words.clone();
            let look_for_words = |turns: &[ConversationTurn]| {
                let text = fold_case(&text(turns));
                missing.retain(|word| !text.contains(word));
                !missing.is_empty()
            };
            let seen = conversation_pieces::visit_turns(host, &entry.id, look_for_words).await;
            if seen && missing.is_empty() {
                found.push(entry);
            }
        }
        found
    }

    /// Deletes a conversation.
    pub async fn delete(&self, host: &dyn Host, id: &str) {
        conversation_pieces::delete(host, id).await;
        self.saved_evidence.borrow_mut().remove(id);
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
        let rename = |path: &mut NotePath| {
            if let Some(to) = new_paths_by_old.get(path) {
                *path = to.clone();
            }
        };
        let entries = self.list(host).await;
        let is_about_old = |entry: &ConversationEntry| {
            entry.note.as_ref().is_some_and(|it| new_paths_by_old.contains_key(it))
        };
        if entries.iter().any(is_about_old) {
            let rename_all = |entries: &mut Vec<ConversationEntry>| {
                entries.iter_mut().filter_map(|entry| entry.note.as_mut()).for_each(rename);
            };
            self.entries.change(host, rename_all).await;
        }
        for entry in &entries {
            conversation_pieces::change_paths(host, &entry.id, &rename).await;
        }
    }
}

/// The entry in the list. If the first turn is not loaded, the title is the known one.
fn entry(conversation: &Conversation, known: Option<&ConversationEntry>) -> ConversationEntry {
    let known_title = known.filter(|_| conversation.earlier_turns > 0).map(|it| it.title.clone());
    let first = conversation.turns.first().map_or("", |turn| turn.message.as_str());
    ConversationEntry {
        id: conversation.id.clone(),
        note: conversation.note.clone(),
        title: known_title.unwrap_or_else(|| truncated_line(first, MAX_TITLE_CHARACTERS)),
        updated_at: conversation.updated_at,
    }
}

/// Everything that the user and the model wrote in some turns, for a search.
fn text(turns: &[ConversationTurn]) -> String {
    let turn = |turn: &ConversationTurn| {
        let reply = turn.reply_on_device().iter().map(|part| part.markdown.as_str());
        let parts: Vec<&str> = std::iter::once(turn.message.as_str()).chain(reply).collect();
        parts.join("\n")
    };
    turns.iter().map(turn).collect::<Vec<_>>().join("\n")
}
