//! Reads passages of notes as evidence, if they may be quoted.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::evidence::{NoteLocation, Origin};
use crate::index::Hit;
use crate::local::line_marks;
use crate::note::{NotePath, prose, report_section};
use crate::research::gather::findings::FoundPassage;
use crate::research::run_context::RunContext;
use crate::session::RunHost;
use crate::text::line_index::LineIndex;

/// Whether private notes may be quoted too, or only public ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotableNotes {
    /// All notes may be quoted: the quotes go into a private note, or only the user sees them.
    AllNotes,
    /// Only public notes may be quoted, without the names of private ones: the quotes go into a
    /// public note.
    PublicNotes,
}

/// The result of reading a passage of a note that a search has found.
pub enum PassageReadResult {
    /// The passage may be quoted.
    Passage(FoundPassage),
    /// The note is private and may not be quoted.
    Private,
    /// The note can't be read.
    Unreadable,
}

/// A passage in the form in which it may be quoted: if necessary, without the names of private
/// notes.
struct Quote {
    markdown: String,
    text: String,
    heading: String,
}

/// Reads passages of notes. Each note is read from the vault once.
pub struct NoteReader<'a> {
    context: &'a RunContext<'a>,
    quoting: QuotableNotes,
    texts: BTreeMap<NotePath, Option<String>>,
    /// Records every passage that is read, for the trace of the run; `None` if there is no trace.
    pub passage_recorder: Option<&'a RunHost<'a>>,
    /// A message for the user for each note that couldn't be read.
    pub read_failure_messages: RefCell<Vec<String>>,
}

impl<'a> NoteReader<'a> {
    /// Creates a reader that has read no note yet.
    pub fn new(context: &'a RunContext<'a>, quotable_notes: QuotableNotes) -> Self {
        Self {
            context,
            quoting: quotable_notes,
            texts: BTreeMap::new(),
            passage_recorder: None,
            read_failure_messages: RefCell::default(),
        }
    }

    /// Reads the passage of a search hit, if it may be quoted.
    pub async fn read_passage(&mut self, hit: Hit) -> PassageReadResult {
        if self.quoting == QuotableNotes::PublicNotes
            && self.context.privacy.is_private(&hit.path).await
        {
            return PassageReadResult::Private;
        }
        if !self.texts.contains_key(&hit.path) {
            let text = self.note_text(&hit.path).await;
            self.texts.insert(hit.path.clone(), text);
        }
        let Some(Some(text)) = self.texts.get(&hit.path) else {
            return PassageReadResult::Unreadable;
        };
        let Some(quote) = self.quotable_text(text, &hit).await else {
            return PassageReadResult::Unreadable;
        };
        if let Some(recorder) = self.passage_recorder {
            recorder.record_passage_for_trace(&hit.path, hit.first_line, &quote.markdown);
        }
        let headings = hit.heading_trail.to_display_text();
        let place = NoteLocation {
            path: hit.path,
            heading: quote.heading,
            first_line: hit.first_line,
            last_line: hit.last_line,
        };
        PassageReadResult::Passage(FoundPassage {
            origin: Origin::Note(place),
            marked_lines: line_marks::marked_note_lines(&quote.markdown, &headings),
            text: quote.text,
            search_score: hit.score,
        })
    }

    /// Returns the passage of a note that a search hit points to. If only public notes may be
    /// quoted, the names of private notes are removed. `None` if that fails.
    async fn quotable_text(&self, note_text: &str, hit: &Hit) -> Option<Quote> {
        let lines = LineIndex::new(note_text).lines_byte_range(hit.first_line, hit.last_line);
        let markdown = note_text.get(lines).unwrap_or_default();
        let heading = hit.heading_trail.innermost_heading();
        if self.quoting == QuotableNotes::AllNotes {
            let (markdown, text) = (markdown.to_owned(), prose::plain_text(markdown));
            return Some(Quote { markdown, text, heading: heading.to_owned() });
        }
        let redactor =
            self.context.privacy.build_redactor(&[], &[markdown, heading], note_text).await.ok()?;
        // If the heading names a private note, it is left out, so that the quote does not link to
        // it.
        let is_public = redactor.hide_private_names(heading) == heading;
        Some(Quote {
            markdown: redactor.hide_private_names(markdown),
            text: redactor.hide_private_names_in_prose(markdown),
            heading: if is_public { heading.to_owned() } else { String::new() },
        })
    }

    /// Reads a note without Ibid's reports. If it can't be read, adds a message to
    /// `read_failure_messages`.
    async fn note_text(&self, path: &NotePath) -> Option<String> {
        match self.context.host.read(path).await {
            // The line numbers of a hit count the lines of the note without Ibid's reports, so the
            // reports are removed here too.
            Ok(text) => Some(report_section::without_reports(&text)),
            Err(_) => {
                // The message does not name the note, because it may be private.
                self.read_failure_messages.borrow_mut().push("A note couldn't be read".into());
                None
            }
        }
    }
}
