//! What may become a topic of a note.

use crate::answers::built_in::topic::TopicKind;

/// A question, claim, link, highlight or phrase of the note that may become a topic.
pub(super) struct TopicCandidate {
    /// Possible labels, best first. The first label that is not yet a topic is used.
    pub labels: Vec<String>,
    pub kind: TopicKind,
    pub reason: String,
    pub context: ContextSentenceSource,
    /// Whether the user wrote the sentence down to be answered, so that it is a topic even if another
    /// topic has the same label.
    pub is_explicit: bool,
}

/// How to find the sentence of the note that is about a candidate. The sentence is only read if the
/// candidate becomes a topic.
pub(super) enum ContextSentenceSource {
    /// The candidate is the question with this sentence index.
    Question(usize),
    /// The candidate occurs in the sentence with this index.
    Sentence(usize),
    /// The candidate occurs in the first sentence with these words.
    FirstMention(String),
}

impl TopicCandidate {
    /// Creates a candidate for a concept. Its context is the first sentence that contains the label.
    pub(super) fn concept(label: String, reason: String) -> Self {
        let context = ContextSentenceSource::FirstMention(label.clone());
        let labels = vec![label];
        Self { labels, kind: TopicKind::Concept, reason, context, is_explicit: false }
    }
}
