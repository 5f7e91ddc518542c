//! The text with which a missing note begins: the sentences of other notes that link to it or mention it,
//! each with a link back.

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::answers::run::QuotableNotes;
use crate::features::health::health_check::HealthContext;
use crate::features::research::{properties_of_report_note, wikilink};
use crate::language::whole_sentences;
use crate::library::{MentionFinder, Vault};
use crate::notes::note::{LinkTarget, LinkedBlock, LinkedText, NotePath};
use crate::safety::sanitize::escape_text;
use crate::values::Result;
use crate::values::text::{fold_case, truncated_line};

/// Maximum number of notes that are read.
const MAX_READ_NOTES: usize = 64;

/// Number of notes that are read at the same time.
const NOTES_PER_BATCH: usize = 16;

/// Maximum number of sentences of the text.
const MAX_SENTENCES: usize = 20;

/// Maximum number of sentences of one note.
const MAX_SENTENCES_PER_NOTE: usize = 2;

/// Maximum number of characters of a sentence.
const MAX_SENTENCE_CHARACTERS: usize = 400;

/// A note that does not exist yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct MissingNoteRequest {
    /// The name of the note, as links write it.
    pub name: String,
}

/// What one note says about the missing note.
struct NamingNote {
    path: NotePath,
    is_private: bool,
    sentences: Vec<String>,
}

/// The text of the new note; empty if no note links to it or mentions it. It quotes notes that are not
/// private, or is private itself if there are only private ones.
pub async fn missing_note_text(
    context: &HealthContext<'_>,
    request: &MissingNoteRequest,
) -> Result<String> {
    let name = request.name.rsplit('/').next().unwrap_or_default();
    let paths = context.library.notes_naming(name);
    let mut naming = Vec::new();
    for batch in paths.get(..MAX_READ_NOTES).unwrap_or(&paths).chunks(NOTES_PER_BATCH) {
        let texts = join_all(batch.iter().map(|path| context.host.read(path))).await;
        // A note that cannot be read was deleted a moment ago.
        let read = batch.iter().zip(texts).filter_map(|(path, text)| Some((path, text.ok()?)));
        naming.extend(read.map(|(path, text)| NamingNote {
            path: path.clone(),
            is_private: context.settings.is_private(path, &text),
            sentences: sentences_naming(&text, name),
        }));
    }
    naming.retain(|note| !note.sentences.is_empty());
    let quotable = match naming.iter().any(|note| !note.is_private) {
        true => QuotableNotes::PublicNotes,
        false => QuotableNotes::AllNotes,
    };
    naming.retain(|note| quotable == QuotableNotes::AllNotes || !note.is_private);
    if naming.is_empty() {
        return Ok(String::new());
    }
    let vault: &dyn Vault = context.library;
    let lines = naming.iter().flat_map(|note| {
        let back_link = wikilink(vault, &note.path);
        let line = move |sentence: &String| format!("- {} ({back_link})\n", escape_text(sentence));
        note.sentences.iter().map(line)
    });
    let list: String = lines.take(MAX_SENTENCES).collect();
    Ok(format!("{}{list}", properties_of_report_note(quotable)))
}

/// The sentences of a note that link to a note with this name or mention it.
fn sentences_naming(text: &str, name: &str) -> Vec<String> {
    let finder = MentionFinder::new(std::iter::once(name));
    let parsed = LinkedText::parse(text);
    let found = parsed.blocks.iter().flat_map(|block| {
        let mut places: Vec<usize> = linked_places(block, name).collect();
        places.extend(finder.find(&block.text).iter().map(|mention| mention.byte_range.start));
        sentences_at(&block.text, &places)
    });
    found.take(MAX_SENTENCES_PER_NOTE).collect()
}

fn linked_places<'b>(block: &'b LinkedBlock, name: &'b str) -> impl Iterator<Item = usize> + 'b {
    let names_note = move |target: &LinkTarget| match target {
        LinkTarget::Note(link) => {
            let linked = link.target.rsplit('/').next().unwrap_or_default();
            let linked = linked.strip_suffix(".md").unwrap_or(linked);
            fold_case(linked) == fold_case(name)
        }
        LinkTarget::Address(_) | LinkTarget::Footnote(_) => false,
    };
    block
        .links
        .iter()
        .filter(move |link| names_note(&link.target))
        .map(|link| link.text_range.start)
}

/// The sentences of a text that contain at least one of the offsets.
fn sentences_at(text: &str, offsets: &[usize]) -> Vec<String> {
    let mut end = 0;
    let mut found = Vec::new();
    for sentence in whole_sentences(text) {
        let start = text.get(end..).and_then(|rest| rest.find(sentence)).map_or(end, |at| end + at);
        end = start + sentence.len();
        if offsets.iter().any(|offset| (start..end).contains(offset)) {
            found.push(truncated_line(sentence, MAX_SENTENCE_CHARACTERS));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_with_a_link_or_a_mention_are_found() {
        let note = "# Ghost\n\nIt was midnight. The [[Ghost|old spirit]] walks. Nobody sleeps.\n\n- [[x/Ghost]] is white.\n\n`ghost`";
        assert_eq!(sentences_naming(note, "Ghost"), ["The old spirit walks.", "Ghost is white."]);
        assert_eq!(sentences_naming("A ghost! No.", "Ghost"), ["A ghost!"]);
        assert_eq!(sentences_naming("Ghosts.", "Ghost"), Vec::<String>::new());
    }
}
