//! Topics: claims, concepts and questions of a note that are worth researching.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::answers::built_in::key_words;
use crate::language::{QUESTION_MARKS, is_unspaced_script, sentence_split};

/// Why a key term became a topic, as shown to the user.
pub const KEY_TERM_REASON: &str = "Key term in this note";
/// Why a highlighted text became a topic, as shown to the user.
pub const HIGHLIGHT_REASON: &str = "Highlighted in this note";
/// Why a sentence with a figure became a topic, as shown to the user.
pub const FIGURE_CLAIM_REASON: &str = "Claim with a figure";
/// Why a sentence that compares became a topic, as shown to the user.
pub const COMPARISON_CLAIM_REASON: &str = "Claim with a comparison";

/// The reasons of topics that nobody asked for: they were chosen by their words alone.
const GUESS_REASONS: [&str; 4] =
    [KEY_TERM_REASON, HIGHLIGHT_REASON, FIGURE_CLAIM_REASON, COMPARISON_CLAIM_REASON];

/// A topic of a note that is worth researching.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    /// The topic in a few words, such as “dark roast”.
    #[serde(rename = "topic")]
    pub label: String,
    /// The sentence of the note that is about the topic.
    #[serde(rename = "context")]
    pub context_sentence: String,
    /// Whether the topic is a claim, a concept or a question.
    #[serde(rename = "type")]
    pub kind: TopicKind,
    /// Why the topic was chosen, as shown to the user.
    #[serde(rename = "reason")]
    pub selection_reason: String,
    /// What a short question leaves out: “It can go on the compost.” before “How much?”, or the title of the note.
    /// Empty for other topics.
    #[serde(default, skip_serializing_if = "PrecedingText::is_empty")]
    pub preceding_text: PrecedingText,
}

/// The text before a short question. Only the built-in engine can read it, so that what writes requests can't: the user
/// may have selected the question alone, or removed what stands before it from the agenda.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct PrecedingText(String);

/// A message with a topic in it may be sent, so the text is not printed.
impl fmt::Debug for PrecedingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrecedingText({} bytes)", self.0.len())
    }
}

impl PrecedingText {
    pub(in crate::answers::built_in) fn new(text: String) -> Self {
        Self(text)
    }

    pub(in crate::answers::built_in) fn as_str(&self) -> &str {
        &self.0
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Topic {
    /// The title of the topic in a report: the question, or the label of a claim or concept.
    pub fn title(&self) -> &str {
        let is_question = |sentence: &&str| sentence.trim_end().ends_with(QUESTION_MARKS);
        match self.kind {
            TopicKind::Question => sentence_split::sentences(&self.context_sentence)
                .into_iter()
                .find(is_question)
                .unwrap_or(&self.context_sentence),
            TopicKind::Claim | TopicKind::Concept => &self.label,
        }
    }

    /// Whether a question has a single word that can be searched (“What helps?”): such a question mostly
    /// stands above the text that answers it.
    pub fn is_question_of_one_word(&self) -> bool {
        let title = self.title();
        self.kind == TopicKind::Question
            && !title.chars().any(is_unspaced_script)
            && key_words::search_words(title).split_whitespace().count() <= 1
    }

    /// Whether the topic was only guessed from words of the note: the user neither asked about it, nor
    /// listed it as a claim, nor linked to a note of it. That nothing was found on a guess is no news.
    pub fn is_guess(&self) -> bool {
        GUESS_REASONS.contains(&self.selection_reason.as_str())
    }

    /// Whether the topic is a term that was only guessed. Such a term is in many notes on other subjects.
    pub fn is_guessed_term(&self) -> bool {
        self.kind == TopicKind::Concept && self.is_guess()
    }
}

/// Whether a topic is a claim, a concept or a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TopicKind {
    /// A statement that can be right or wrong.
    Claim,
    /// A thing or an idea that the note mentions.
    Concept,
    /// A question that the note asks.
    Question,
}

/// Why a link to a missing note became a topic, as shown to the user.
pub fn missing_note_reason(linking_note_count: usize) -> String {
    match linking_note_count {
        0 | 1 => "Unresolved link".to_owned(),
        many => format!("Unresolved link in {many} notes"),
    }
}

/// Capitalizes the first letter of a label, unless that gives two letters as for `ß`.
pub fn with_first_letter_capitalized(label: &str) -> String {
    let mut letters = label.chars();
    let capital = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    if capital.chars().nth(1).is_some() { label.to_owned() } else { capital + letters.as_str() }
}

/// Whether two labels share at least two thirds of the terms of the shorter one.
pub fn is_same_topic(a_terms: &BTreeSet<String>, b_terms: &BTreeSet<String>) -> bool {
    let shared = a_terms.intersection(b_terms).count();
    shared > 0 && shared * 3 >= a_terms.len().min(b_terms.len()) * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_one_word_are_recognized() {
        let check = |question: &str, expected: bool| {
            let topic = Topic {
                label: String::new(),
                context_sentence: question.to_owned(),
                kind: TopicKind::Question,
                selection_reason: String::new(),
                preceding_text: PrecedingText::default(),
            };
            assert_eq!(topic.is_question_of_one_word(), expected, "{question}");
        };
        check("Was hilft?", true);
        check("How late is too late for coffee?", false);
        check("最多放多少？", false);
    }

    #[test]
    fn messages_do_not_show_the_text_before_a_question() {
        let preceding = PrecedingText::new("It is my liver.".to_owned());
        assert_eq!(format!("{preceding:?}"), "PrecedingText(15 bytes)");
    }
}
