//! A conversation as it is kept on the device: its turns, what the user allowed in it, and the evidence.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::features::agent::tool_text;
use crate::features::chat::conversation_turn::{ConversationTurn, WaitReason, WaitingCall};
use crate::features::tools::{AskEvidence, ToolName};
use crate::model::llm::Spending;
use crate::notes::note::NotePath;
use crate::safety::privacy::{PublicNotes, RestsOn};
use crate::values::Timestamp;

/// Maximum number of passages that are kept from turn to turn. The model no longer sees their texts, and
/// a reply keeps the places of the passages that it cites.
const MAX_KEPT_EVIDENCE: usize = 60;

/// A conversation about a note, or about the whole vault.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// The id, by which it is continued.
    pub id: String,
    /// The note that it is about; absent for one without a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub note: Option<NotePath>,
    /// How many turns there are before `turns`: they are stored, but not repeated here.
    #[serde(default)]
    pub earlier_turns: usize,
    /// The turns, the oldest first.
    pub turns: Vec<ConversationTurn>,
    /// How many of the oldest turns the model got in short, because the conversation is long.
    #[serde(default)]
    pub summarized_turns: usize,
    /// What the model gets in place of the oldest turns: its own summary of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub summary: Option<ConversationSummary>,
    /// The number of turns from which on the model may be asked for a summary, after one failed.
    #[serde(default)]
    pub next_summary_at: usize,
    /// The writing tools whose proposals are always accepted in this conversation.
    #[serde(default)]
    pub allowed_tools: BTreeSet<String>,
    /// The tools whose calls are carried out without a yes in this conversation: a yes to these allows no
    /// change.
    #[serde(default)]
    pub allowed_calls: BTreeSet<String>,
    /// What all these tools do, in words for the user.
    #[serde(default)]
    pub allowed_actions: Vec<String>,
    /// Whether text from the web, or from a note that was clipped from it, has entered the conversation:
    /// it may hold orders. Then every change and every further note needs a yes, as long as the
    /// conversation lasts.
    #[serde(default)]
    pub has_web_text: bool,
    /// The passages that the turns have read.
    #[serde(default)]
    pub evidence: Vec<AskEvidence>,
    /// What all turns cost, also those that were replaced.
    #[serde(default)]
    pub spending: Spending,
    /// What all turns cost, as a text.
    #[serde(rename = "spent", default)]
    pub spent_text: String,
    /// The web addresses that the user wrote in earlier turns, which may be opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub user_urls: Vec<String>,
    /// When the last turn was added.
    #[serde(rename = "updated")]
    pub updated_at: Timestamp,
}

/// A summary of the oldest turns, which the model wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConversationSummary {
    /// The summary.
    text: String,
    /// The number of turns that it sums up.
    pub turns: usize,
    /// The notes on which the turns rest. Absent in summaries of earlier versions, which are made again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]", optional))]
    rests_on: Option<RestsOn>,
}

impl ConversationSummary {
    /// A summary of the oldest turns, which rests on what they rest on.
    pub fn new(text: String, turns: usize, rests_on: RestsOn) -> Self {
        Self { text, turns, rests_on: Some(rests_on) }
    }

    /// The summary, to be sent; `None` if it rests on a note that is not public now.
    pub fn text(&self, notes: &PublicNotes) -> Option<&str> {
        self.rests_on.as_ref()?.if_public(self.text.as_str(), notes)
    }

    /// The notes on which the summary rests, as far as they are known.
    pub fn rests_on(&self) -> RestsOn {
        self.rests_on.clone().unwrap_or_default()
    }

    /// Changes the paths of notes that were renamed.
    pub fn change_paths(&mut self, change: &dyn Fn(&mut NotePath)) {
        self.rests_on.iter_mut().for_each(|notes| notes.change_paths(change));
    }
}

impl Conversation {
    /// The number of all turns.
    pub fn turn_count(&self) -> usize {
        self.earlier_turns + self.turns.len()
    }

    /// The number of the oldest turns in whose place the model gets a summary.
    pub fn summarized_by_model(&self) -> usize {
        self.summary.as_ref().map_or(0, |summary| summary.turns)
    }

    /// Whether the user has allowed that calls of a tool no longer wait for this reason.
    pub fn allows(&self, why: WaitReason, tool: ToolName) -> bool {
        match why {
            WaitReason::Write => self.allowed_tools.contains(tool.as_str()),
            WaitReason::WebQuery => self.allowed_calls.contains(tool.as_str()),
            // Orders in text from the web could make the model read anything.
            WaitReason::WebText => false,
        }
    }

    /// Lets calls of the tool that waits no longer wait for this reason.
    pub fn allow_always(&mut self, waiting: &WaitingCall) {
        let names = match waiting.why {
            WaitReason::Write => &mut self.allowed_tools,
            WaitReason::WebQuery => &mut self.allowed_calls,
            WaitReason::WebText => return,
        };
        names.insert(waiting.tool.clone());
        let names: BTreeSet<&String> = self.allowed_tools.union(&self.allowed_calls).collect();
        let tools = names.into_iter().filter_map(|name| ToolName::parse(name));
        self.allowed_actions = tools.map(|tool| tool_text(tool).to_owned()).collect();
    }

    /// Adds what is unknown of turns of earlier versions: the model had then read what it read in the turns
    /// before.
    pub fn complete_rests_on(&mut self) {
        let mut read = RestsOn::default();
        for turn in &mut self.turns {
            turn.complete_rests_on(&read);
            read.extend(turn.rests_on().notes());
        }
    }

    /// Drops a turn, counted from 0, and all later ones. A summary of one of them goes too.
    pub fn drop_turns_from(&mut self, first: usize) {
        self.summary.take_if(|summary| summary.turns > first);
        self.next_summary_at = 0;
        self.turns.truncate(first.saturating_sub(self.earlier_turns));
    }

    /// Leaves out the turns before this one, which the caller knows.
    pub fn leave_out_turns_before(&mut self, first: usize) {
        let count = first.saturating_sub(self.earlier_turns).min(self.turns.len());
        self.turns.drain(..count);
        self.earlier_turns += count;
    }

    /// Makes room for a new turn: of the results of earlier turns only their stubs are ever sent again,
    /// and old passages are hardly cited any more.
    pub fn shrink(&mut self) {
        self.turns.iter_mut().for_each(ConversationTurn::clear_results);
        let excess = self.evidence.len().saturating_sub(MAX_KEPT_EVIDENCE);
        self.evidence.drain(..excess);
    }
}

/// A conversation in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConversationEntry {
    /// The id.
    pub id: String,
    /// The note that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub note: Option<NotePath>,
    /// The beginning of its first message.
    pub title: String,
    /// When the last turn was added.
    #[serde(rename = "updated")]
    pub updated_at: Timestamp,
}
