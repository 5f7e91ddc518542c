//! Converts a passage that a tool returned to the evidence that the check and the answerer read.

use crate::evidence::{Evidence, NoteLocation, Origin, WebLocation, WebTextSource};
use crate::features::tools::AskEvidence;
use crate::notes::note::prose;
use crate::values::Timestamp;

/// A passage that a tool returned, as the check reads it.
pub fn to_evidence(piece: &AskEvidence, now: Timestamp) -> Evidence {
    let AskEvidence { id, passage } = piece;
    let origin = match (&passage.path, &passage.url) {
        (Some(path), _) => Origin::Note(NoteLocation {
            path: path.clone(),
            heading: passage.heading.rsplit(" > ").next().unwrap_or_default().to_owned(),
            first_line: passage.first_line.unwrap_or(1),
            last_line: passage.last_line.unwrap_or(1),
        }),
        (None, url) => Origin::Web(WebLocation {
            url: url.clone().unwrap_or_default(),
            title: passage.title.clone(),
            publication_date: None,
            text_source: WebTextSource::Page,
            fetched_at: now,
        }),
    };
    let text = match origin {
        Origin::Note(_) => prose::plain_text_with_row_sentences(&passage.text),
        Origin::Web(_) => prose::plain_text(&passage.text),
    };
    Evidence { id: id.clone(), origin, text, score: passage.score, marked_lines: Vec::new() }
}
