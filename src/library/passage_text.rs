//! A passage of a note for which an embedding is requested, and the text that is sent for it.

use std::rc::Rc;

use crate::notes::chunk;
use crate::notes::index::PassageHash;
use crate::notes::note::{NotePath, prose};
use crate::safety::privacy::{OutgoingText, Redactor};

/// Maximum number of characters of a passage that are sent to the embedding service; the text after
/// them is cut off. Most embedding models read only about 500 tokens.
pub const MAX_OUTGOING_PASSAGE_CHARACTERS: usize = 2_000;

/// A passage for which an embedding is requested.
#[derive(Clone)]
pub struct PassageText {
    /// The path of the note that contains the passage.
    pub note_path: NotePath,
    /// The note's title and the headings above the passage.
    pub heading_path: String,
    pub markdown: String,
    /// The text of the whole note. If it links to private notes, the redactor hides their names in
    /// all its passages.
    pub note_text: Rc<str>,
}

impl PassageText {
    /// The hash of the passage's text. A new embedding is requested only if the hash changes.
    pub fn hash(&self) -> PassageHash {
        let text = format!("{}\n{}", self.heading_path, prose::plain_text(&self.markdown));
        PassageHash::new(&text.chars().take(MAX_OUTGOING_PASSAGE_CHARACTERS).collect::<String>())
    }

    /// The text to send: title and headings, then the prose, both redacted.
    pub fn to_outgoing_text(&self, redactor: &Redactor) -> OutgoingText {
        let head = redactor.redact(&self.heading_path);
        let head = Some(&head).filter(|head| !head.as_str().is_empty());
        let prose = redactor.redact_prose(&self.markdown);
        OutgoingText::join(head.into_iter().chain([&prose]), "\n")
            .truncated(MAX_OUTGOING_PASSAGE_CHARACTERS)
    }
}

/// Splits a note into the passages for which embeddings are requested.
pub fn note_passages(path: &NotePath, note: &str) -> Vec<PassageText> {
    let note_text: Rc<str> = Rc::from(note);
    let passage = |passage: chunk::Passage<'_>| {
        let trail =
            std::iter::once(path.title()).chain(passage.heading_trail.iter().map(String::as_str));
        let heading_path = trail.collect::<Vec<_>>().join(" > ");
        let (note, markdown) = (path.clone(), passage.text.to_owned());
        PassageText { note_path: note, heading_path, markdown, note_text: Rc::clone(&note_text) }
    };
    chunk::passages_without_frontmatter(note).map(passage).collect()
}
