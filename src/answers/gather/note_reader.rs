//! Reads passages of notes as evidence, if they may be quoted.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::answers::built_in::{Topic, TopicKind, asks_for_property, line_marks};
use crate::answers::gather::findings::FoundPassage;
use crate::answers::run::{QuotableNotes, RunContext};
use crate::evidence::{LineMark, MarkedLine, NoteLocation, Origin};
use crate::host::session::{CachedPrivacyCheck, RunHost};
use crate::notes::index::{HeadingTrail, Hit};
use crate::notes::note::{
    NotePath, PropertyLines, frontmatter, lines_with_table_header, prose, read_properties,
    report_section,
};
use crate::values::text::{LineIndex, lone_cr_to_lf};

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

/// A property in one line: `author: Merlin Sheldrake`. `None` if it is empty or can't be read.
fn property_text(yaml_lines: &str) -> Option<String> {
    let note = format!("---\n{}\n---\n", yaml_lines.trim_end());
    let property = read_properties(&note).into_iter().next()?;
    let values: Vec<String> = property
        .values
        .iter()
        .map(|value| prose::plain_text(value))
        .map(|value| value.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|value| !["", "null", "~"].contains(&value.as_str()))
        .collect();
    (!values.is_empty()).then(|| format!("{}: {}", property.key, values.join(", ")))
}

/// What tells the passages of a vault apart. Lines that were read as plain text are a property once a
/// question asks for it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PassageKey {
    path: NotePath,
    first_line: usize,
    last_line: usize,
    is_asked_property: bool,
}

/// Reads passages of notes. Each note is read from the vault once.
pub struct NoteReader<'a> {
    context: &'a RunContext<'a>,
    quoting: QuotableNotes,
    texts: BTreeMap<NotePath, Option<String>>,
    /// Whether the notes that passages mention are private. Each is read once. The evidence of a report is checked
    /// again before it is written.
    mentioned_notes: CachedPrivacyCheck<'a>,
    /// The notes and first lines of the properties that were asked for.
    asked_properties: BTreeSet<(NotePath, usize)>,
    /// The passages that were read, because the topics of a note often find the same ones.
    passages: BTreeMap<PassageKey, FoundPassage>,
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
            mentioned_notes: CachedPrivacyCheck::new(context.privacy),
            asked_properties: BTreeSet::new(),
            passages: BTreeMap::new(),
            passage_recorder: None,
            read_failure_messages: RefCell::default(),
        }
    }

    /// Adds the properties that a question asks for to its search hits, which are passages of text:
    /// the properties of the notes that were found and may be quoted.
    pub async fn with_asked_properties(&mut self, topic: &Topic, hits: Vec<Hit>) -> Vec<Hit> {
        if topic.kind != TopicKind::Question {
            return hits;
        }
        let mut notes = BTreeSet::new();
        let mut properties = Vec::new();
        for hit in hits.iter().filter(|hit| notes.insert(&hit.path)) {
            if !self.may_quote(&hit.path).await {
                continue;
            }
            let Some(text) = self.read_note(&hit.path).await else { continue };
            // With other line ends, lines are not counted alike everywhere.
            let body = frontmatter::text_after_frontmatter(text);
            let properties_text = text.strip_suffix(body).unwrap_or(text);
            if matches!(lone_cr_to_lf(properties_text), Cow::Owned(_)) {
                continue;
            }
            let lines = frontmatter::property_lines(text).into_iter();
            let (question, title) = (&topic.context_sentence, hit.path.title());
            let asked = lines.filter(|it| asks_for_property(question, title, &it.key));
            properties.extend(asked.map(|PropertyLines { first_line, last_line, .. }| Hit {
                first_line,
                last_line,
                heading_trail: HeadingTrail::default(),
                ..hit.clone()
            }));
        }
        let places = properties.iter().map(|hit| (hit.path.clone(), hit.first_line));
        self.asked_properties.extend(places);
        properties.into_iter().chain(hits).collect()
    }

    async fn may_quote(&self, path: &NotePath) -> bool {
        self.quoting == QuotableNotes::AllNotes || !self.context.privacy.is_private(path).await
    }

    /// Reads the passage of a search hit, if it may be quoted.
    pub async fn read_passage(&mut self, hit: Hit) -> PassageReadResult {
        if !self.may_quote(&hit.path).await {
            return PassageReadResult::Private;
        }
        let read = self.read_quote_once(&hit).await;
        read.map_or(PassageReadResult::Unreadable, PassageReadResult::Passage)
    }

    /// Reads a passage in the form in which it may be quoted, unless it was read before; `None` if it can't be read.
    async fn read_quote_once(&mut self, hit: &Hit) -> Option<FoundPassage> {
        let key = PassageKey {
            path: hit.path.clone(),
            first_line: hit.first_line,
            last_line: hit.last_line,
            is_asked_property: self.is_asked_property(hit),
        };
        if let Some(known) = self.passages.get(&key) {
            return Some(FoundPassage { search_score: hit.score, ..known.clone() });
        }
        let passage = self.read_quote(hit).await?;
        self.passages.insert(key, passage.clone());
        Some(passage)
    }

    /// Reads a passage in the form in which it may be quoted; `None` if it can't be read.
    async fn read_quote(&mut self, hit: &Hit) -> Option<FoundPassage> {
        self.read_note(&hit.path).await?;
        let text = self.texts.get(&hit.path)?.as_deref()?;
        let quote = self.quotable_text(text, hit).await?;
        let is_property = self.is_asked_property(hit);
        if let Some(recorder) = self.passage_recorder {
            recorder.record_passage_for_trace(&hit.path, hit.first_line, &quote.markdown);
            if is_property {
                self.record_frontmatter_delimiters(recorder, &hit.path, text);
            }
        }
        let headings = hit.heading_trail.to_display_text();
        let marked_lines = match is_property {
            true => vec![MarkedLine { text: quote.text.clone(), mark: LineMark::AskedProperty }],
            false => line_marks::marked_note_lines(&quote.markdown, &headings),
        };
        let place = NoteLocation {
            path: hit.path.clone(),
            heading: quote.heading,
            first_line: hit.first_line,
            last_line: hit.last_line,
        };
        Some(FoundPassage {
            origin: Origin::Note(place),
            marked_lines,
            text: quote.text,
            search_score: hit.score,
        })
    }

    fn is_asked_property(&self, hit: &Hit) -> bool {
        self.asked_properties.contains(&(hit.path.clone(), hit.first_line))
    }

    /// Records the delimiters of a frontmatter, without which a replay would not find its properties.
    fn record_frontmatter_delimiters(&self, recorder: &RunHost<'_>, path: &NotePath, text: &str) {
        let block = frontmatter::frontmatter_byte_range(text).and_then(|range| text.get(range));
        let lines = block.unwrap_or_default().lines().zip(1..);
        for (line, line_number) in lines.filter(|(line, _)| line.trim_end() == "---") {
            recorder.record_passage_for_trace(path, line_number, line);
        }
    }

    /// The text of a note, which is read from the vault once; `None` if it can't be read.
    async fn read_note(&mut self, path: &NotePath) -> Option<&str> {
        if !self.texts.contains_key(path) {
            let text = self.note_text(path).await;
            self.texts.insert(path.clone(), text);
        }
        self.texts.get(path)?.as_deref()
    }

    /// Returns the passage of a note that a search hit points to. If only public notes may be
    /// quoted, the names of private notes are removed. `None` if that fails.
    async fn quotable_text(&self, note_text: &str, hit: &Hit) -> Option<Quote> {
        let lines = LineIndex::new(note_text).lines_byte_range(hit.first_line, hit.last_line);
        let markdown = &*lines_with_table_header(note_text, lines);
        let heading = hit.heading_trail.innermost_heading();
        let is_property = self.is_asked_property(hit);
        if self.quoting == QuotableNotes::AllNotes {
            let text = match is_property {
                true => property_text(markdown)?,
                false => prose::plain_text_with_row_sentences(markdown),
            };
            return Some(Quote {
                markdown: markdown.to_owned(),
                text,
                heading: heading.to_owned(),
            });
        }
        let property = if is_property { property_text(markdown)? } else { String::new() };
        // Names may stand together only in the text without markup.
        let plain = prose::plain_text(markdown);
        let with_rows = prose::plain_text_with_row_sentences(markdown);
        let quoted = [markdown, heading, &property, &plain, &with_rows];
        let redactor = self.mentioned_notes.build_redactor(&quoted, note_text).await.ok()?;
        // If the heading names a private note, it is left out, so that the quote does not link to
        // it.
        let is_public = redactor.hide_private_names(heading) == heading;
        let public_markdown = redactor.hide_private_names(markdown);
        let text = match is_property {
            // Without markup, a name may appear that was interrupted before.
            true => redactor.hide_private_names(&property_text(&public_markdown)?),
            false => redactor.hide_private_names_in_prose(markdown),
        };
        Some(Quote {
            markdown: public_markdown,
            text,
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
