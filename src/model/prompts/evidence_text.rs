//! Evidence as a prompt shows it: its source in the first line, then its text, inside a fence.

use crate::model::prompts::fence::PromptFence;
use crate::safety::privacy::OutgoingText;

/// A piece of evidence as it is sent to the model.
pub struct EvidenceText {
    /// Where the evidence comes from: a note of the user or the web, the title, and for a page its
    /// site and date.
    pub source: OutgoingText,
    /// The text of the evidence.
    pub text: OutgoingText,
}

/// Fences pieces of evidence under their ids: `e1`, `e2` and so on.
pub(super) fn fenced_evidence(fence: &PromptFence, evidence: &[EvidenceText]) -> Vec<OutgoingText> {
    let fenced = |(index, piece): (usize, &EvidenceText)| {
        fence.wrap_text(&evidence_id(index), Some(&piece.source), &piece.text)
    };
    evidence.iter().enumerate().map(fenced).collect()
}

/// The id of the piece of evidence at an index: `e1` for the first.
fn evidence_id(index: usize) -> OutgoingText {
    OutgoingText::from_constant_and_number("e", index + 1)
}

/// The list of ids by which a sentence cites its evidence, and `note` for the researched note.
pub(super) fn cited_ids(cited: &CitedPieces) -> OutgoingText {
    let ids = cited.evidence_indexes.iter().map(|index| evidence_id(*index));
    let note = cited.cites_note.then(|| OutgoingText::from_constant("note"));
    OutgoingText::join(&ids.chain(note).collect::<Vec<_>>(), ", ")
}

/// What a sentence cites, by its place in the evidence of the prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CitedPieces {
    /// The indexes of the cited pieces of evidence.
    pub evidence_indexes: Vec<usize>,
    /// Whether the sentence cites the researched note.
    pub cites_note: bool,
}
