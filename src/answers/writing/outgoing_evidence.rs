//! The evidence on a topic as it may be sent to a model: only public notes, redacted, and each piece
//! with its source.

use crate::answers::run::RunModel;
use crate::evidence::Evidence;
use crate::model::prompts::EvidenceText;
use crate::notes::note::NotePath;
use crate::safety::privacy::{OutgoingText, Redactor};
use crate::values::Result;

/// Maximum length of one piece of evidence, in characters.
const MAX_EVIDENCE_CHARACTERS: usize = 1_600;

/// Evidence that may be sent to a model.
pub struct OutgoingEvidence<'e> {
    /// The pieces in the order in which the prompt numbers them.
    pub pieces: Vec<&'e Evidence>,
    redactor: Redactor,
}

impl<'e> OutgoingEvidence<'e> {
    /// Prepares pieces of evidence that are still public. `texts` are other texts of the prompt that
    /// may name private notes.
    pub async fn new(
        model: &RunModel<'_>,
        pieces: Vec<&'e Evidence>,
        texts: &[&str],
    ) -> Result<Self> {
        let sources: Vec<String> = pieces.iter().map(|piece| piece.source_description()).collect();
        let own = pieces.iter().zip(&sources).filter(|(piece, _)| piece.note_path().is_some());
        let own = own.flat_map(|(piece, source)| [piece.text.as_str(), source]);
        let texts: Vec<&str> = texts.iter().copied().chain(own).collect();
        let quoted: Vec<&NotePath> = pieces.iter().filter_map(|piece| piece.note_path()).collect();
        let redactor = model.redactor_for_texts(&quoted, &texts).await?;
        Ok(Self { pieces, redactor })
    }

    /// Prepares another text of the prompt.
    pub fn redact(&self, text: &str) -> OutgoingText {
        self.redactor.redact(text)
    }

    /// The pieces as the prompt shows them.
    pub fn texts(&self) -> Vec<EvidenceText> {
        let text = |piece: &&Evidence| EvidenceText {
            source: piece.to_outgoing_text(&piece.source_description(), &self.redactor),
            text: piece
                .to_outgoing_text(&piece.text, &self.redactor)
                .truncated(MAX_EVIDENCE_CHARACTERS),
        };
        self.pieces.iter().map(text).collect()
    }
}

/// Returns the pieces of evidence whose notes have not become private.
pub async fn still_public_pieces<'e>(
    model: &RunModel<'_>,
    pieces: Vec<&'e Evidence>,
) -> Vec<&'e Evidence> {
    let notes = pieces.iter().filter_map(|piece| piece.note_path()).collect();
    let public = model.still_public_notes(notes).await;
    let is_public = |piece: &&Evidence| piece.note_path().is_none_or(|note| public.contains(&note));
    pieces.into_iter().filter(is_public).collect()
}
