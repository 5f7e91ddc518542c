//! Reads a note in parts or by lines. A part for a program has exactly the requested characters; the
//! text for a model has whole lines, because half a line could hide a private name from redaction.

use std::collections::VecDeque;
use std::ops::{Range, RangeInclusive};

use serde::Serialize;
use serde_json::{Value, json};

use crate::features::tools::evidence::{EvidenceFound, ReadPassage};
use crate::features::tools::result_block::{Continuation, DataBlock, NoteRest, ResultBlock};
use crate::features::tools::result_text::TextPart;
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::{OpenedNote, VaultFiles};
use crate::features::tools::vault_path::note_missing;
use crate::notes::note::NotePath;
use crate::safety::privacy::Redactor;
use crate::values::text::{LineIndex, lines_text};
use crate::values::{Error, ErrorCode, Result};

/// Maximum number of lines that `open_lines` returns at once.
const MAX_OPENED_LINES: usize = 400;

/// Number of characters after which a read is split at an empty line, so that an answer cites the part
/// that supports it and the check reads all of that part.
const READ_PART_CHARACTERS: usize = 1_200;

/// Lines of a note that a tool read.
#[derive(Clone)]
pub struct NoteLines {
    /// The heading trail above the lines; empty if it is not known.
    pub heading: String,
    /// The lines, counted from one.
    pub lines: RangeInclusive<usize>,
    /// Why the lines were read.
    pub reason: String,
    /// How the lines were found.
    pub found: EvidenceFound,
    /// How well the lines match a search.
    pub score: f32,
}

/// A part of a note for a program.
#[derive(Serialize)]
struct NotePart<'n> {
    path: &'n NotePath,
    text: &'n str,
    /// The position of the part in the note, in characters.
    offset: usize,
    /// The number of characters of the note.
    total: usize,
    /// The offset of the next part; `None` at the end of the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

/// Reads a part of a note, given by its characters.
pub async fn read_note(
    context: &ToolContext<'_>,
    session: &ToolSession,
    argument: &str,
    characters: Range<usize>,
) -> Result<ToolResult> {
    let note = VaultFiles::load(context).await?.open_note(argument).await?;
    let rest = NoteRest {
        path: note.path.clone(),
        offset: characters.start,
        length: characters.len(),
        next_line: 1,
        is_at_end: false,
    };
    read_part(context, session, &note, rest, VecDeque::new()).await
}

/// Reads the next part of a note. The note may have changed or become private in the meantime.
pub async fn continue_note(
    context: &ToolContext<'_>,
    session: &ToolSession,
    continuation: Continuation,
) -> Result<ToolResult> {
    let Continuation { blocks, note: Some(rest) } = continuation else {
        return Err(Error::new(ErrorCode::Unexpected, "This result is not a part of a note"));
    };
    let files = VaultFiles::load(context).await?;
    let note = files.read_if_visible(rest.path.clone()).await;
    let note = note.ok_or_else(|| note_missing(rest.path.as_str()))?;
    read_part(context, session, &note, rest, blocks).await
}

/// Returns the next part of a note for a program, and the lines of that part that were not shown yet
/// for a model.
async fn read_part(
    context: &ToolContext<'_>,
    session: &ToolSession,
    note: &OpenedNote,
    rest: NoteRest,
    blocks: VecDeque<ResultBlock>,
) -> Result<ToolResult> {
    let total = note.text.chars().count();
    let end = rest.offset.saturating_add(rest.length).min(total);
    let start = rest.offset.min(end);
    let bytes = byte_range(&note.text, start..end);
    let piece = note.text.get(bytes.clone()).unwrap_or_default();
    let next = (end < total).then_some(end);
    let data = json!(NotePart { path: &note.path, text: piece, offset: start, total, next });
    let index = LineIndex::new(&note.text);
    let first = index.line_number(bytes.start).max(rest.next_line);
    let last = index.line_number(bytes.end.saturating_sub(1).max(bytes.start));
    let mut blocks = blocks;
    if !piece.is_empty() && first <= last {
        let lines = NoteLines {
            heading: String::new(),
            lines: first..=last,
            reason: format!("read_note {}", note.path),
            found: EvidenceFound::Manual,
            score: 1.0,
        };
        blocks.extend(lines_blocks(context, note, &lines).await?);
    }
    if blocks.is_empty() {
        blocks.push_back(ResultBlock::sentence(match total {
            0 => "The note is empty.",
            _ if start >= total => "This is the end of the note.",
            _ => "These lines were shown before.",
        }));
    }
    let next_line = rest.next_line.max(last + 1);
    let note_rest = NoteRest { offset: end, next_line, is_at_end: end >= total, ..rest };
    let continuation = Continuation { blocks, note: Some(note_rest) };
    Ok(to_result(context, session, continuation, data))
}

/// Reads lines of a note.
pub async fn open_lines(
    context: &ToolContext<'_>,
    session: &ToolSession,
    argument: &str,
    lines: RangeInclusive<usize>,
) -> Result<ToolResult> {
    let note = VaultFiles::load(context).await?.open_note(argument).await?;
    let total = LineIndex::new(&note.text).line_count();
    let lines = check_lines(&note.path, lines, total)?;
    let text = lines_text(&note.text, &lines).to_owned();
    let data = json!({
        "path": note.path.as_str(), "firstLine": lines.start(), "lastLine": lines.end(), "text": text,
    });
    let read = NoteLines {
        heading: String::new(),
        reason: format!("open_lines {} {}–{}", note.path, lines.start(), lines.end()),
        lines,
        found: EvidenceFound::Manual,
        score: 1.0,
    };
    let blocks = lines_blocks(context, &note, &read).await?;
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// Checks that lines exist. Lines after the last line of the note are left out if the first one
/// exists.
fn check_lines(
    path: &NotePath,
    lines: RangeInclusive<usize>,
    total: usize,
) -> Result<RangeInclusive<usize>> {
    let (first, last) = lines.into_inner();
    let range = match last.checked_sub(first) {
        None => format!("`first` is {first}, which is after `last`, {last}"),
        Some(_) if first > total => format!("Line {first} does not exist"),
        Some(more) if more >= MAX_OPENED_LINES => format!("These are {} lines", more + 1),
        Some(_) => return Ok(first..=last.min(total)),
    };
    Err(Error::new(ErrorCode::LinesOutOfRange, range).hint(format!(
        "“{path}” has {total} lines. Ask for at most {MAX_OPENED_LINES} of them at once."
    )))
}

/// The blocks of a read: long ones are split at empty lines, and each part becomes evidence by itself.
async fn lines_blocks(
    context: &ToolContext<'_>,
    note: &OpenedNote,
    read: &NoteLines,
) -> Result<Vec<ResultBlock>> {
    let index = LineIndex::new(&note.text);
    let redactor = lines_redactor(context, note, &index, read).await?;
    let parts = split_at_empty_lines(&note.text, &read.lines).into_iter();
    let block =
        |lines| redacted_block(&redactor, note, &index, NoteLines { lines, ..read.clone() });
    Ok(parts.map(block).collect())
}

/// Splits lines into parts that end at an empty line.
fn split_at_empty_lines(text: &str, lines: &RangeInclusive<usize>) -> Vec<RangeInclusive<usize>> {
    let (mut parts, mut start, mut characters) = (Vec::new(), *lines.start(), 0);
    let read = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    for (number, line) in read.filter(|(number, _)| lines.contains(number)) {
        characters += line.chars().count();
        let is_end = line.trim().is_empty() && number < *lines.end();
        if is_end && characters >= READ_PART_CHARACTERS {
            parts.push(start..=number);
            (start, characters) = (number + 1, 0);
        }
    }
    parts.push(start..=*lines.end());
    parts
}

/// The block of some lines of a note, redacted with the paragraphs of which they are a part, because a
/// private name may continue in the next line. It becomes evidence when a model gets it.
pub async fn lines_block(
    context: &ToolContext<'_>,
    note: &OpenedNote,
    read: NoteLines,
) -> Result<ResultBlock> {
    let index = LineIndex::new(&note.text);
    let redactor = lines_redactor(context, note, &index, &read).await?;
    Ok(redacted_block(&redactor, note, &index, read))
}

/// A redactor for some lines of a note, also in parts, and for their title.
async fn lines_redactor(
    context: &ToolContext<'_>,
    note: &OpenedNote,
    index: &LineIndex,
    read: &NoteLines,
) -> Result<Redactor> {
    let (paragraphs, _) = with_paragraphs(&note.text, index, &read.lines);
    let texts = [paragraphs, &lines_title(note, read)];
    context.privacy.build_redactor(&[&note.path], &texts, &note.text).await
}

fn lines_title(note: &OpenedNote, read: &NoteLines) -> String {
    let heading = match read.heading.is_empty() {
        true => String::new(),
        false => format!(" > {}", read.heading),
    };
    format!("{}{heading}, lines {}–{}", note.path, read.lines.start(), read.lines.end())
}

fn redacted_block(
    redactor: &Redactor,
    note: &OpenedNote,
    index: &LineIndex,
    read: NoteLines,
) -> ResultBlock {
    let (paragraphs, lines) = with_paragraphs(&note.text, index, &read.lines);
    let text = redactor.redact_lines(paragraphs, &lines);
    let title = redactor.redact(&lines_title(note, &read));
    let passage = ReadPassage {
        path: Some(note.path.clone()),
        url: None,
        title: note.path.title().to_owned(),
        heading: redactor.redact(&read.heading).as_str().to_owned(),
        first_line: Some(*read.lines.start()),
        last_line: Some(*read.lines.end()),
        text: text.as_str().to_owned(),
        reason: read.reason,
        found: read.found,
        score: read.score,
    };
    ResultBlock::Data(DataBlock::evidence(title, text, passage))
}

/// The paragraphs of which some lines are a part, and the numbers of the lines in them.
fn with_paragraphs<'t>(
    text: &'t str,
    index: &LineIndex,
    lines: &RangeInclusive<usize>,
) -> (&'t str, RangeInclusive<usize>) {
    let is_blank = |line: &usize| {
        text.get(index.lines_byte_range(*line, *line)).is_none_or(|line| line.trim().is_empty())
    };
    let before = (1..*lines.start()).rev().take_while(|line| !is_blank(line)).count();
    let after = (lines.end() + 1..=index.line_count()).take_while(|line| !is_blank(line)).count();
    let paragraphs = index.lines_text(text, &(lines.start() - before..=lines.end() + after));
    (paragraphs, before + 1..=before + 1 + lines.end() - lines.start())
}

/// Takes the first part of a text and adds the data for a program.
pub fn to_result(
    context: &ToolContext<'_>,
    session: &ToolSession,
    continuation: Continuation,
    data: Value,
) -> ToolResult {
    let part = TextPart::take(continuation, session, context.host.random());
    ToolResult { text: part.text, data, next: part.next, proposal: None }
}

/// The byte range of a range of characters.
fn byte_range(text: &str, characters: Range<usize>) -> Range<usize> {
    let mut offsets = text.char_indices().map(|(at, _)| at).skip(characters.start);
    let start = offsets.next().unwrap_or(text.len());
    match characters.len() {
        0 => start..start,
        length => start..offsets.nth(length - 1).unwrap_or(text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_become_bytes() {
        let check = |range: Range<usize>, expected: &str| {
            assert_eq!("aüb☕".get(byte_range("aüb☕", range)), Some(expected));
        };
        check(0..1, "a");
        check(1..3, "üb");
        check(3..4, "☕");
        check(0..4, "aüb☕");
        check(4..4, "");
        check(2..2, "");
    }

    #[test]
    fn lines_are_read_with_their_paragraphs() {
        let check = |lines: RangeInclusive<usize>, expected: &str, expected_lines| {
            let text = "a\nb\n \nc\nd\ne\n\nf";
            let (paragraphs, lines) = with_paragraphs(text, &LineIndex::new(text), &lines);
            assert_eq!((paragraphs, lines), (expected, expected_lines));
        };
        check(1..=1, "a\nb", 1..=1);
        check(5..=5, "c\nd\ne", 2..=2);
        check(2..=4, "a\nb\n \nc\nd\ne", 2..=4);
        check(8..=8, "f", 1..=1);
    }

    #[test]
    fn lines_must_exist() {
        let check = |first, last, total, expected: &str| {
            let path = NotePath::parse("a.md").unwrap();
            let got = check_lines(&path, first..=last, total);
            let got = got.map_or_else(|error| error.message, |lines| format!("{lines:?}"));
            assert_eq!(got, expected);
        };
        check(1, 1, 1, "1..=1");
        check(2, 9, 3, "2..=3");
        check(1, 400, 900, "1..=400");
        check(1, 401, 900, "These are 401 lines");
        check(4, 5, 3, "Line 4 does not exist");
        check(1, 1, 0, "Line 1 does not exist");
        check(3, 2, 9, "`first` is 3, which is after `last`, 2");
    }
}
