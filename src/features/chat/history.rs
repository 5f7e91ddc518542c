//! The earlier turns of a conversation as the model gets them. The results of their calls shrink to
//! one line. When the conversation is long, the model gets a summary in place of the oldest turns, or,
//! if there is none, their beginnings.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::answers::run::RunModel;
use crate::features::chat::conversation::Conversation;
use crate::features::chat::conversation_turn::{
    ConversationTurn, ModelWords, ToolRound, reply_text,
};
use crate::features::chat::messages::{FAILED_TEXT, round_messages};
use crate::host::session::TextMentions;
use crate::model::llm::{Message, Role, estimate_tokens};
use crate::notes::note::NotePath;
use crate::safety::privacy::{OutgoingText, PublicNotes, Redactor, RestsOn};
use crate::values::Result;
use crate::values::text::truncated_line;

/// Maximum number of tokens of the turns that the model gets whole.
const MAX_WHOLE_TOKENS: u64 = 12_000;

/// Maximum number of turns that the model gets whole.
const MAX_WHOLE_TURNS: usize = 24;

/// The tokens and the number of turns that stay whole when older ones are summed up: fewer than fit, so
/// that a summary is made once in many turns.
const TOKENS_BESIDE_SUMMARY: u64 = 6_000;
const TURNS_BESIDE_SUMMARY: usize = 12;

/// Maximum number of shrunk turns that the model gets; of older ones it gets only the number, so that a
/// conversation of any length fits.
const MAX_SHRUNK_TURNS: usize = 12;

/// The number of earlier turns that a request may need.
pub const MAX_HISTORY_TURNS: usize = MAX_WHOLE_TURNS + MAX_SHRUNK_TURNS;

/// Maximum number of characters that stay of a message or reply whose turn has shrunk.
const MAX_SHRUNK_CHARACTERS: usize = 300;

/// What the model gets in place of a reply that rests on a note which is not public any more.
pub const LEFT_OUT_REPLY: &str = "(This reply is no longer available.)";

/// Maximum number of paths that stay of a result of an earlier turn.
const MAX_STUB_PATHS: usize = 8;

/// The earlier turns in the requests of one turn. They don't change during it, so that the notes which
/// they mention are looked for once.
#[derive(Default)]
pub struct History {
    sent: RefCell<Option<SentHistory>>,
}

/// What the last request had of the earlier turns, and what that depends on.
struct SentHistory {
    mentions: Rc<TextMentions>,
    redactor: Redactor,
    sendable: SendableHistory,
}

/// The earlier turns as far as they may be sent now.
#[derive(Clone, Default)]
pub struct SendableHistory {
    /// The messages.
    pub messages: Vec<Message>,
    /// The notes on which they rest.
    pub notes: PublicNotes,
    /// The number of replies that are left out, because they rest on a note that is not public any more.
    pub left_out_replies: usize,
}

impl History {
    /// The earlier turns. Before each request it is checked again which notes are private: what the
    /// model wrote after it had read one of them is left out.
    pub async fn sendable(
        &self,
        model: &RunModel<'_>,
        conversation: &Conversation,
    ) -> Result<SendableHistory> {
        let notes = model.public_notes(&history_rests_on(conversation)).await;
        let Some(earlier) = EarlierTurns::of(conversation, &notes) else {
            return Ok(SendableHistory::default());
        };
        let is_known = |sent: &&SentHistory| sent.sendable.notes == notes;
        let known = self.sent.borrow().as_ref().filter(is_known).map(|it| Rc::clone(&it.mentions));
        let texts = earlier.texts();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mentions = model.find_mentions(known, &texts, &earlier.links_to_shown_notes()).await?;
        let redactor = model.redactor_for_mentions(&mentions, &notes).await?;
        if let Some(sent) = self.sent.borrow().as_ref().filter(is_known)
            && sent.redactor == redactor
        {
            return Ok(sent.sendable.clone());
        }
        let sendable = SendableHistory {
            messages: earlier.messages(&redactor, model),
            left_out_replies: earlier.left_out_replies(),
            notes,
        };
        let sent = SentHistory { mentions, redactor, sendable: sendable.clone() };
        *self.sent.borrow_mut() = Some(sent);
        Ok(sendable)
    }
}

/// The notes on which the earlier turns and their summary rest.
fn history_rests_on(conversation: &Conversation) -> RestsOn {
    let earlier = conversation.turns.split_last().map_or(&[][..], |(_, earlier)| earlier);
    let mut notes = RestsOn::default();
    earlier.iter().for_each(|turn| notes.extend(turn.rests_on().notes()));
    conversation.summary.iter().for_each(|summary| notes.extend(summary.rests_on().notes()));
    notes
}

/// A text that links to notes.
pub fn links_to_notes<'n>(notes: impl Iterator<Item = &'n NotePath>) -> String {
    let notes: BTreeSet<&NotePath> = notes.collect();
    notes.into_iter().map(|note| format!("[[{note}]]\n")).collect()
}

/// The earlier turns by how much the model gets of them.
struct EarlierTurns<'a> {
    /// The summary of the oldest turns; empty if there is none.
    summary: &'a str,
    /// The number of turns after those of which it gets nothing.
    left_out: usize,
    shrunk: Vec<EarlierTurn<'a>>,
    whole: Vec<EarlierTurn<'a>>,
}

/// An earlier turn as far as it may be sent now.
struct EarlierTurn<'a> {
    turn: &'a ConversationTurn,
    /// What the model wrote; `None` if it rests on a note that is not public now.
    words: Option<ModelWords<'a>>,
}

impl<'a> EarlierTurns<'a> {
    /// The turns before the last one; `None` if there are none.
    fn of(conversation: &'a Conversation, notes: &PublicNotes) -> Option<Self> {
        if conversation.turn_count() < 2 {
            return None;
        }
        let turns = turns_after_summary(conversation);
        let (shrunk, whole) = turns.split_at(turns.len() - whole_turn_count(turns));
        let (left_out, shrunk) = shrunk.split_at(shrunk.len().saturating_sub(MAX_SHRUNK_TURNS));
        let not_loaded =
            conversation.earlier_turns.saturating_sub(conversation.summarized_by_model());
        let left_out = not_loaded + left_out.len();
        let summary = conversation.summary.as_ref().and_then(|summary| summary.text(notes));
        let sendable = |turns: &'a [ConversationTurn]| {
            turns.iter().map(|turn| EarlierTurn { turn, words: turn.model_words(notes) }).collect()
        };
        let (shrunk, whole) = (sendable(shrunk), sendable(whole));
        Some(Self { summary: summary.unwrap_or_default(), left_out, shrunk, whole })
    }

    fn left_out_replies(&self) -> usize {
        let is_left_out = |turn: &&EarlierTurn<'_>| {
            turn.words.is_none() && !turn.turn.reply_on_device().is_empty()
        };
        self.whole.iter().chain(&self.shrunk).filter(is_left_out).count()
    }

    /// The texts in which notes may be mentioned.
    fn texts(&self) -> Vec<String> {
        let texts = self.whole.iter().flat_map(|turn| {
            let stubs = turn.rounds().iter().map(ToolRound::stub);
            [turn.turn.message.clone(), turn.reply_text()].into_iter().chain(stubs)
        });
        texts.chain([self.shrunk_text(), self.summary.to_owned()]).collect()
    }

    /// Links to the notes that the model was shown: the texts may name even those of one word.
    fn links_to_shown_notes(&self) -> String {
        let turns = self.whole.iter().chain(&self.shrunk);
        links_to_notes(turns.flat_map(|turn| turn.turn.shown_notes()))
    }

    fn shrunk_text(&self) -> String {
        self.shrunk.iter().map(EarlierTurn::shrunk_text).collect::<Vec<_>>().join("\n")
    }

    fn messages(&self, redactor: &Redactor, model: &RunModel<'_>) -> Vec<Message> {
        let service = model.service_address();
        let mut messages = Vec::new();
        if !self.summary.is_empty() {
            let head = OutgoingText::from_constant("The conversation so far, summed up:");
            let name = OutgoingText::from_constant("summary");
            let text = redactor.redact(self.summary);
            let text = model.create_fence().wrap_text(&name, None, &text);
            messages.push(Message::from_user(OutgoingText::join([&head, &text], "\n")));
        }
        if !self.shrunk.is_empty() {
            let earlier = OutgoingText::from_constant_and_number("Turns left out: ", self.left_out);
            let head = OutgoingText::from_constant("The conversation so far, in short:");
            let text = redactor.redact(&self.shrunk_text());
            messages.push(Message::from_user(OutgoingText::join([&earlier, &head, &text], "\n")));
        }
        for turn in &self.whole {
            messages.push(Message::from_user(redactor.redact(&turn.turn.message)));
            for round in turn.rounds() {
                let arguments = round.sent_arguments(&service);
                messages.extend(round_messages(round, arguments, redactor.redact(&round.stub())));
            }
            let reply = redactor.redact(&turn.reply_text());
            if !reply.as_str().is_empty() {
                messages.push(Message::Text { role: Role::Assistant, text: reply });
            }
        }
        messages
    }
}

impl EarlierTurn<'_> {
    fn rounds(&self) -> &[ToolRound] {
        self.words.map_or(&[], |words| words.rounds)
    }

    fn reply_text(&self) -> String {
        self.words.map_or_else(|| LEFT_OUT_REPLY.to_owned(), |words| words.reply_text())
    }

    fn shrunk_text(&self) -> String {
        let short = |text: &str| truncated_line(text, MAX_SHRUNK_CHARACTERS);
        format!("User: {}\nYou: {}", short(&self.turn.message), short(&self.reply_text()))
    }
}

/// How many of the oldest turns the model gets in short.
pub fn shrunk_turn_count(conversation: &Conversation) -> usize {
    let whole = whole_turn_count(turns_after_summary(conversation));
    conversation.turn_count().saturating_sub(whole + 1)
}

/// The oldest turns after those that are summed up, if not all fit whole.
pub fn turns_to_sum_up(conversation: &Conversation) -> &[ConversationTurn] {
    let turns = turns_after_summary(conversation);
    if whole_turn_count(turns) == turns.len() {
        return &[];
    }
    let staying = fitting_turn_count(turns, TURNS_BESIDE_SUMMARY, TOKENS_BESIDE_SUMMARY);
    turns.get(..turns.len() - staying).unwrap_or_default()
}

/// The turns before the last one that are not summed up.
fn turns_after_summary(conversation: &Conversation) -> &[ConversationTurn] {
    let earlier = conversation.turns.split_last().map_or(&[][..], |(_, earlier)| earlier);
    let first = conversation.summarized_by_model().saturating_sub(conversation.earlier_turns);
    earlier.get(first..).unwrap_or_default()
}

/// How many of the newest turns fit whole.
fn whole_turn_count(turns: &[ConversationTurn]) -> usize {
    fitting_turn_count(turns, MAX_WHOLE_TURNS, MAX_WHOLE_TOKENS)
}

/// How many of the newest turns have together at most this many tokens.
fn fitting_turn_count(turns: &[ConversationTurn], max_turns: usize, max_tokens: u64) -> usize {
    let mut tokens = 0;
    let fits = |turn: &&ConversationTurn| {
        tokens += turn.estimated_tokens();
        tokens <= max_tokens
    };
    turns.iter().rev().take(max_turns).take_while(fits).count()
}

impl ToolRound {
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
    /// The tokens of the turn as it is sent in later turns.
    fn estimated_tokens(&self) -> u64 {
        let round_tokens = |round: &ToolRound| {
            estimate_tokens(&round.stub()) + estimate_tokens(&round.arguments.to_string())
        };
        let rounds: u64 = self.rounds_on_device().iter().map(round_tokens).sum();
        let reply = reply_text(self.reply_on_device());
        estimate_tokens(&self.message) + estimate_tokens(&reply) + rounds
    }
}

/// Tells the user, once in a turn, that the model does not get all earlier replies.
pub fn warn_of_left_out_replies(conversation: &mut Conversation, count: usize) {
    let replies = match count {
        0 => return,
        1 => "1 earlier reply was".to_owned(),
        count => format!("{count} earlier replies were"),
    };
    let warning = format!("{replies} not sent: a note that was read for it is private now");
    if let Some(turn) = conversation.turns.last_mut()
        && !turn.warnings.contains(&warning)
    {
        turn.warnings.push(warning);
    }
}
