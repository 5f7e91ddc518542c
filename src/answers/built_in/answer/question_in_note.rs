//! A question together with what its note says about its subject.

use crate::answers::built_in::topic::Topic;

/// The question that is to be answered.
pub(super) struct QuestionInNote<'q> {
    pub text: &'q str,
    /// What it continues, or an empty text.
    pub preceding_text: &'q str,
    /// The title of the note with the question, or an empty text.
    pub note_title: &'q str,
}

impl<'q> QuestionInNote<'q> {
    /// The question of a topic, in a note with this title.
    pub(super) fn new(topic: &'q Topic, note_title: &'q str) -> Self {
        let Topic { context_sentence: text, preceding_text, .. } = topic;
        Self { text, preceding_text: preceding_text.as_str(), note_title }
    }

    /// Whether the question leaves out what stands before it.
    pub(super) fn continues_text(&self) -> bool {
        !self.preceding_text.is_empty()
    }

    /// Whether only the title of the note says what the question is about.
    pub(super) fn has_only_title_as_subject(&self) -> bool {
        self.continues_text() && self.preceding_text == self.note_title
    }
}
