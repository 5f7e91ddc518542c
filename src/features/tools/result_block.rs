//! The blocks of which the text of a result consists, and the rest of a result that was cut.

use std::collections::VecDeque;

use crate::evidence::EvidenceId;
use crate::features::tools::evidence::ReadPassage;
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;

/// The beginning of each `next`; a number follows.
pub(super) const CONTINUATION_PREFIX: &str = "more-";

/// Maximum number of characters of the title of a block, so that there is always room for its text.
const MAX_TITLE_CHARACTERS: usize = 300;

/// A part of a text: a sentence of Ibid, or fenced data.
#[derive(Debug, Clone)]
pub(super) enum ResultBlock {
    /// A sentence of Ibid itself.
    Sentence(OutgoingText),
    /// Text from a note, a page or the names of files.
    Data(DataBlock),
}

/// Text from outside, which is fenced.
#[derive(Debug, Clone)]
pub(super) struct DataBlock {
    /// The first line inside the fence: where the text comes from.
    pub title: Option<OutgoingText>,
    /// The text.
    pub text: OutgoingText,
    /// How the text is cited, if it is evidence.
    pub citation: Citation,
}

/// Whether a block of data is evidence.
#[derive(Debug, Clone)]
pub(super) enum Citation {
    /// The block is no evidence, such as a list of paths; its fence has this name.
    None(&'static str),
    /// The block becomes evidence as soon as a model gets it.
    Pending(Box<ReadPassage>),
    /// The block is the rest of a piece of evidence that a model got before.
    Known(EvidenceId),
}

/// The rest of a result that was cut.
#[derive(Debug, Clone)]
pub(super) struct Continuation {
    /// The blocks that no model got yet.
    pub blocks: VecDeque<ResultBlock>,
    /// The rest of the note, if the result is a part of a note.
    pub note: Option<NoteRest>,
}

/// Where the reading of a note goes on.
#[derive(Debug, Clone)]
pub(super) struct NoteRest {
    /// The note.
    pub path: NotePath,
    /// The character at which the next part begins.
    pub offset: usize,
    /// The number of characters of a part.
    pub length: usize,
    /// The first line that the text did not show yet.
    pub next_line: usize,
    /// Whether every part of the note was returned, so that only text for a model is left.
    pub is_at_end: bool,
}

impl ResultBlock {
    /// A sentence that ends with a number.
    pub(super) fn sentence_with_number(sentence: &'static str, number: usize) -> Self {
        Self::Sentence(OutgoingText::from_constant_and_number(sentence, number))
    }

    /// A sentence without variable parts.
    pub(super) fn sentence(sentence: &'static str) -> Self {
        Self::Sentence(OutgoingText::from_constant(sentence))
    }

    /// Data that is no evidence; its fence has this name.
    pub(super) fn data(name: &'static str, text: OutgoingText) -> Self {
        Self::Data(DataBlock { title: None, text, citation: Citation::None(name) })
    }

    /// Whether the block has no text.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Data(block) if block.text.as_str().is_empty())
    }
}

impl DataBlock {
    /// A passage that becomes evidence as soon as a model gets it.
    pub(super) fn evidence(title: OutgoingText, text: OutgoingText, passage: ReadPassage) -> Self {
        let title = Some(title.truncated(MAX_TITLE_CHARACTERS));
        Self { title, text, citation: Citation::Pending(Box::new(passage)) }
    }
}

impl Continuation {
    /// The rest of a result that is no part of a note.
    pub(super) fn of_blocks(blocks: impl IntoIterator<Item = ResultBlock>) -> Self {
        Self { blocks: blocks.into_iter().collect(), note: None }
    }
}
