//! Sums up the evidence of a loop: the sentences of each passage that have most to do with a goal, word
//! for word. No model is asked, so that it costs nothing and adds nothing.

use crate::answers::built_in::nearest_sentences;
use crate::answers::run::RunModel;
use crate::features::tools::AskEvidence;
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::values::Result;

/// Maximum number of passages in a summary; the last ones that were read are kept.
const MAX_PASSAGES: usize = 20;

/// Number of sentences that stay of each passage.
const SENTENCES_PER_PASSAGE: usize = 2;

/// Maximum number of characters that stay of each passage.
const MAX_PASSAGE_CHARACTERS: usize = 500;

/// Returns the sentences of each passage that have most to do with the goal, under the id of the
/// passage. Passages of notes that became private are left out.
pub(super) async fn summarize_evidence(
    model: &RunModel<'_>,
    evidence: &[AskEvidence],
    goal: &str,
) -> Result<OutgoingText> {
    let notes = evidence.iter().filter_map(|piece| piece.passage.path.as_ref()).collect();
    let public = model.still_public_notes(notes).await;
    let is_public =
        |piece: &&AskEvidence| piece.passage.path.as_ref().is_none_or(|it| public.contains(&it));
    let fence = model.create_fence();
    let mut parts = vec![OutgoingText::from_constant("What the passages say, word for word:")];
    let public: Vec<&AskEvidence> = evidence.iter().filter(is_public).collect();
    for piece in public.get(public.len().saturating_sub(MAX_PASSAGES)..).unwrap_or_default() {
        let passage = &piece.passage;
        let text = nearest_sentences(goal, &passage.text, SENTENCES_PER_PASSAGE).join(" ");
        let quoted: Vec<&NotePath> = passage.path.iter().collect();
        let redactor = model.redactor_for_texts(&quoted, &[&text, &passage.title]).await?;
        let (title, text) = (redactor.redact(&passage.title), redactor.redact(&text));
        let text = text.truncated(MAX_PASSAGE_CHARACTERS);
        parts.push(fence.wrap_text(&piece.id.to_outgoing_text(), Some(&title), &text));
    }
    Ok(OutgoingText::join(&parts, "\n"))
}
