//! The built-in engine, which works without a language model: it finds the topics of a note and
//! answers them with sentences of the sources, by structure and statistics.
//!
//! In reading order: `topic_finder` chooses the topics of a note. It uses `statement` (questions and
//! claims) and `label`, which names a topic by the phrases of `key_phrase`. Those are runs of the
//! words in `note_words`. `answer` chooses sentences of the evidence for a topic.

pub mod answer;
mod topic;
pub mod topic_finder;

// Sentences and labels.
mod context_dependence;
mod emphasis;
mod key_phrase;
mod label;
mod phrase_score;
mod statement;

// Words.
mod chinese;
mod note_words;
mod raw_word;
mod stop_words;
mod verb;

pub use topic::{Topic, TopicKind};
