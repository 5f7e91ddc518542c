//! A conversation as it is kept on the device: its turns, the tools that were called, and the evidence.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agent::tool_text;
use crate::error::ErrorCode;
use crate::evidence::EvidenceId;
use crate::llm::budget::Spending;
use crate::note::NotePath;
use crate::privacy::{PublicNotes, RestsOn};
use crate::progress::AgentStep;
use crate::time::Timestamp;
use crate::tools::{AskEvidence, FailedChange, Proposal, ToolName};

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

/// A message of the user, and everything that followed until the next one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ConversationTurn {
    /// What the user wrote.
    pub message: String,
    /// The notes that the user attached, such as the open one.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]"))]
    pub attached_notes: Vec<NotePath>,
    /// The selected text that the user attached; empty if there is none.
    #[serde(default)]
    pub selection: String,
    /// The calls of tools, in their order.
    #[serde(default)]
    rounds: Vec<ToolRound>,
    /// The reply in parts: what sources support, and what the model says by itself.
    #[serde(default)]
    reply: Vec<ReplyPart>,
    /// The notes that the model had read when it wrote the calls and the reply, also in earlier turns.
    /// Absent in turns of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]", optional))]
    rests_on: Option<RestsOn>,
    /// How the turn stands.
    pub status: TurnStatus,
    /// The call that waits for the user's yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub waiting: Option<WaitingCall>,
    /// What the turn cost, with all its parts: a turn that waited for a yes has several.
    #[serde(default)]
    pub spending: Spending,
    /// What the turn cost, as a text.
    #[serde(rename = "spent", default)]
    pub spent_text: String,
    /// The tokens that the turn used.
    #[serde(default)]
    pub tokens: u64,
    /// What takes the changes of the turn back, the last one first.
    #[serde(default)]
    pub undo: Vec<String>,
    /// Messages about what failed or was left out.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// What the model wrote in a turn, to be sent again: every note on which it rests is public now.
#[derive(Debug, Clone, Copy)]
pub struct ModelWords<'a> {
    /// The calls of tools.
    pub rounds: &'a [ToolRound],
    /// The reply in parts.
    pub reply: &'a [ReplyPart],
}

impl ConversationTurn {
    /// A turn that begins with a message of the user.
    pub fn new(message: &str, attached_notes: Vec<NotePath>, selection: &str) -> Self {
        Self {
            message: message.to_owned(),
            attached_notes,
            selection: selection.to_owned(),
            rests_on: Some(RestsOn::default()),
            ..Self::default()
        }
    }

    /// A turn in whose place only a warning is left.
    pub fn with_warning(warning: &str) -> Self {
        Self { warnings: vec![warning.to_owned()], ..Self::default() }
    }

    /// What the model wrote, to be sent again; `None` if it rests on a note that is not public now.
    pub fn model_words(&self, notes: &PublicNotes) -> Option<ModelWords<'_>> {
        let words = ModelWords { rounds: &self.rounds, reply: &self.reply };
        self.rests_on().if_public(words, notes)
    }

    /// The notes on which the calls and the reply rest. Of a turn of an earlier version, only those that
    /// were read in it are known.
    pub fn rests_on(&self) -> RestsOn {
        let mut notes = self.rests_on.clone().unwrap_or_else(|| {
            let mut notes = RestsOn::default();
            notes.extend(&self.attached_notes);
            notes
        });
        notes.extend(self.rounds.iter().flat_map(|round| &round.quoted_notes));
        notes.extend(self.reply.iter().flat_map(|part| &part.cited).map(|it| &it.path));
        notes
    }

    /// The notes that the turn attached, and those whose text or names are in results of its calls.
    pub fn shown_notes(&self) -> impl Iterator<Item = &NotePath> {
        self.attached_notes.iter().chain(self.rounds.iter().flat_map(|round| &round.quoted_notes))
    }

    /// Adds notes that the model has read before it writes on.
    pub fn rest_on<'n>(&mut self, notes: impl IntoIterator<Item = &'n NotePath>) {
        self.rests_on.get_or_insert_default().extend(notes);
    }

    /// The calls of tools, to be shown on this device.
    pub fn rounds_on_device(&self) -> &[ToolRound] {
        &self.rounds
    }

    /// The reply, to be shown on this device.
    pub fn reply_on_device(&self) -> &[ReplyPart] {
        &self.reply
    }

    /// Adds a call and its result.
    pub fn add_round(&mut self, round: ToolRound) {
        let number = self.rounds.len() + 1;
        self.rounds.push(ToolRound { step: AgentStep { number, ..round.step }, ..round });
    }

    /// Forgets the results of the calls.
    fn clear_results(&mut self) {
        self.rounds.iter_mut().for_each(|round| round.result.clear());
    }

    /// Adds parts to the reply.
    pub fn add_reply(&mut self, parts: impl IntoIterator<Item = ReplyPart>) {
        self.reply.extend(parts);
    }

    /// Replaces the reply.
    pub fn set_reply(&mut self, parts: Vec<ReplyPart>) {
        self.reply = parts;
    }

    /// Changes the paths of notes that were renamed.
    pub fn change_paths(&mut self, change: &dyn Fn(&mut NotePath)) {
        let quoted = self.rounds.iter_mut().flat_map(|round| &mut round.quoted_notes);
        let cited = self.reply.iter_mut().flat_map(|part| &mut part.cited);
        let cited = cited.map(|passage| &mut passage.path);
        self.attached_notes.iter_mut().chain(quoted).chain(cited).for_each(change);
        self.rests_on.iter_mut().for_each(|notes| notes.change_paths(change));
    }
}

impl ModelWords<'_> {
    /// The reply as one text.
    pub fn reply_text(&self) -> String {
        reply_text(self.reply)
    }
}

/// The parts of a reply as one text.
pub fn reply_text(parts: &[ReplyPart]) -> String {
    parts.iter().map(|part| part.markdown.as_str()).collect::<Vec<_>>().join("\n\n")
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
        self.allowed_names(why).contains(tool.as_str())
    }

    /// Lets calls of the tool that waits no longer wait for this reason.
    pub fn allow_always(&mut self, waiting: &WaitingCall) {
        let names = match waiting.why {
            WaitReason::Write => &mut self.allowed_tools,
            WaitReason::WebText | WaitReason::WebQuery => &mut self.allowed_calls,
        };
        names.insert(waiting.tool.clone());
        let names: BTreeSet<&String> = self.allowed_tools.union(&self.allowed_calls).collect();
        let tools = names.into_iter().filter_map(|name| ToolName::parse(name));
        self.allowed_actions = tools.map(|tool| tool_text(tool).to_owned()).collect();
    }

    fn allowed_names(&self, why: WaitReason) -> &BTreeSet<String> {
        match why {
            WaitReason::Write => &self.allowed_tools,
            WaitReason::WebText | WaitReason::WebQuery => &self.allowed_calls,
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

/// How a turn stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TurnStatus {
    /// It was interrupted; the user may send the message again.
    #[default]
    Interrupted,
    /// A call waits for the user's yes.
    Waiting,
    /// It is complete.
    Done,
    /// The user stopped it. What had arrived of the reply is kept, and nothing of it is checked.
    Stopped,
    /// The model failed, perhaps in the middle of a reply, of which what had arrived is kept.
    Failed,
}

/// A part of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ReplyPart {
    /// The part as sanitised Markdown.
    pub markdown: String,
    /// Whether sources support it; what the model says by itself has none.
    pub sourced: bool,
    /// The passages of notes against which it was checked, in the order of its links to notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub cited: Vec<CitedPassage>,
}

/// The passage of a note to which a link of a reply leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitedPassage {
    /// The id of the passage.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub id: EvidenceId,
    /// The path of the note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// First line of the passage in the note, counted from one.
    pub first_line: usize,
    /// Last line of the passage, inclusive.
    pub last_line: usize,
}

/// A call of a tool, and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ToolRound {
    /// The call as the user sees it.
    pub step: AgentStep,
    /// The id of the call, which its result repeats.
    pub call_id: String,
    /// The arguments as the model wrote them.
    #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
    pub arguments: Value,
    /// The signature of the call, if the service gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub signature: Option<String>,
    /// The address of the service whose model made the call. Another service doesn't get the arguments,
    /// because they may name private notes.
    #[serde(default)]
    pub service: String,
    /// The result or the error as the model got it.
    pub result: String,
    /// The code of the error, if the call failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub error: Option<ErrorCode>,
    /// The notes whose text is in the result.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]"))]
    pub quoted_notes: Vec<NotePath>,
}

/// A call that waits for the user's yes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct WaitingCall {
    /// The name of the tool.
    pub tool: String,
    /// The call in words for the user.
    pub action: String,
    /// Why the model makes the call.
    pub reason: String,
    /// Why it waits.
    pub why: WaitReason,
    /// The changes that the call asks for and that are not possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub failed: Vec<FailedChange>,
    /// The changes that the user may accept; absent if the call only reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub proposal: Option<Proposal>,
    /// The id of the call.
    pub call_id: String,
    /// The arguments as the model wrote them.
    #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
    pub arguments: Value,
    /// The signature of the call, if the service gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub signature: Option<String>,
    /// The address of the service whose model made the call.
    #[serde(default)]
    pub service: String,
}

/// Why a call waits for the user's yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum WaitReason {
    /// It changes the vault.
    Write,
    /// Text from the web has entered the conversation, and the call would show the model further notes.
    WebText,
    /// The model has read notes, and the call would send its own words to search services.
    WebQuery,
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
