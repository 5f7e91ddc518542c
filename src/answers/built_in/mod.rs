//! The built-in engine, which needs no language model. It uses structure and statistics to find the
//! topics of a note and to answer them with sentences of the sources.
//!
//! In reading order: `topic_finder` chooses the topics of a note. It uses `question_or_claim`,
//! which finds questions and claims, and `topic_label`, which finds a label for a topic among the
//! phrases of `key_phrase`. A phrase is a sequence of the words in `note_words`. `short_question` finds
//! what a short question leaves out. `answer` finds sentences of the evidence for a topic, and
//! `quote_choice` leaves out those that are not worth a line.

pub(crate) mod answer;
mod asked_property;
pub(crate) mod claim_title;
pub(crate) mod key_words;
pub(crate) mod line_marks;
pub(crate) mod quote_choice;
mod topic;
pub(crate) mod topic_finder;

// Modules that classify sentences and find labels for topics.
mod emphasis;
mod key_phrase;
mod listed_claims;
mod number_question;
mod phrase_score;
pub(crate) mod question_or_claim;
pub(crate) mod sentence_traits;
mod short_question;
mod topic_candidate;
mod topic_label;

// Modules that split sentences into words and decide which words can be part of a label.
mod nearest_sentences;
mod note_words;
mod verb;

pub(crate) use answer::{
    Answer, AnswerLevel, AnswerSentence, AskingNote, SearchedPassage, TokenizedSentences,
};
pub(crate) use asked_property::asks_for_property;
pub(crate) use nearest_sentences::nearest_sentences;
pub(crate) use question_or_claim::is_question;
pub(crate) use quote_choice::QuoteChoice;
pub(crate) use short_question::texts_before_short_questions;
pub use topic::{Topic, TopicKind};
pub(crate) use topic_finder::{FoundTopics, find_topics};
