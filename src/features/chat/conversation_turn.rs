//! A turn of a conversation. What the model wrote in it rests on notes, and is sent again only while these are
//! public.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::evidence::EvidenceId;
use crate::features::tools::{FailedChange, Proposal};
use crate::model::llm::Spending;
use crate::notes::note::NotePath;
use crate::safety::privacy::{PublicNotes, RestsOn};
use crate::values::{AgentStep, ErrorCode};

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

    /// Adds the notes that were read before the turn, if these are not known.
    pub fn complete_rests_on(&mut self, read_before: &RestsOn) {
        if self.rests_on.is_none() {
            let own = self.rests_on();
            self.rest_on(read_before.notes().iter().chain(own.notes()));
        }
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
    pub(super) fn clear_results(&mut self) {
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
