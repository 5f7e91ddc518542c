//! Finds what a note leaves open: questions that nothing follows, and tasks that are not done.

use crate::health::note_blocks::{NoteBlock, NoteBlockKind, word_count};
use crate::index::language::is_unspaced_script;
use crate::local::question_or_claim::is_question;
use crate::note::prose;
use crate::text::one_line::truncated_line;

/// Maximum number of characters of a shown question or task.
const MAX_ITEM_CHARACTERS: usize = 200;

/// Minimum number of letters and digits of a question or task. Shorter ones are placeholders.
const MIN_ITEM_CHARACTERS: usize = 4;

/// A list with at least this many questions in a row is a checklist or a questionnaire.
const MIN_QUESTIONNAIRE_ITEMS: usize = 3;

/// A note with at least this many questions in lists consists of checklists or questionnaires.
const MIN_QUESTIONNAIRE_NOTE_ITEMS: usize = 5;

/// In a note with more words, a question at the end of several paragraphs is mostly rhetorical.
const MAX_SHORT_NOTE_WORDS: usize = 80;

/// Words of headings above questions that the user wants to keep in mind.
const QUESTION_HEADING_WORDS: [&str; 6] =
    ["question", "unclear", "find out", "疑问", "问题", "frage"];

/// Maximum number of characters of a question; longer ones are mostly rhetorical.
const MAX_QUESTION_CHARACTERS: usize = 120;

/// Like `MAX_QUESTION_CHARACTERS`, in scripts without spaces.
const MAX_UNSPACED_QUESTION_CHARACTERS: usize = 40;

/// Beginnings of a block that mark it as work to do.
const TASK_MARKS: [&str; 5] = ["TODO:", "FIXME:", "To do:", "待办:", "待办："];

/// A note with at least this many questions as empty headings is a form to fill in.
const MIN_FORM_HEADINGS: usize = 4;

/// What kind of open item it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenItemKind {
    /// A heading that is a question, with nothing below it.
    QuestionHeading,
    /// A question in a list or in a paragraph of its own, with no text after it.
    Question,
    /// A task with an empty checkbox, or a line that begins with a mark such as `TODO`.
    Task,
}

/// A question or task that a note leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenItem {
    /// What kind of item it is.
    pub kind: OpenItemKind,
    /// The number of its line, counted from one.
    pub line: usize,
    /// The question or task.
    pub text: String,
}

/// The open questions and tasks of a note, in order.
pub fn open_items(blocks: &[NoteBlock]) -> Vec<OpenItem> {
    let mut items = Vec::new();
    let is_short = blocks.iter().map(word_count).sum::<usize>() <= MAX_SHORT_NOTE_WORDS;
    let is_listed_question =
        |block: &&NoteBlock| item_depth(block).is_some() && is_question(block.text.trim());
    let has_questionnaires =
        blocks.iter().filter(is_listed_question).count() >= MIN_QUESTIONNAIRE_NOTE_ITEMS;
    for (at, block) in blocks.iter().enumerate() {
        let rest = blocks.get(at + 1..).unwrap_or_default();
        let before = blocks.get(..at).unwrap_or_default();
        let Some(kind) = open_item_kind(block, before, rest) else { continue };
        let is_listed = item_depth(block).is_some() && kind == OpenItemKind::Question;
        let is_paragraph = block.kind == NoteBlockKind::Paragraph && kind == OpenItemKind::Question;
        let is_doubtful = (is_listed && has_questionnaires)
            || (is_paragraph && !is_short && !begins_section(before));
        if is_doubtful && !is_below_question_heading(before) {
            continue;
        }
        let text = match kind {
            OpenItemKind::Task => block.text.trim(),
            _ => last_sentence(&block.text),
        };
        let text = truncated_line(text, MAX_ITEM_CHARACTERS);
        if text.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_ITEM_CHARACTERS {
            items.push(OpenItem { kind, line: block.line, text });
        }
    }
    let is_heading = |item: &OpenItem| item.kind == OpenItemKind::QuestionHeading;
    if items.iter().filter(|item| is_heading(item)).count() >= MIN_FORM_HEADINGS {
        items.retain(|item| !is_heading(item));
    }
    items
}

fn open_item_kind(
    block: &NoteBlock,
    before: &[NoteBlock],
    rest: &[NoteBlock],
) -> Option<OpenItemKind> {
    let text = block.text.trim();
    match block.kind {
        NoteBlockKind::OpenTask(_) => Some(OpenItemKind::Task),
        NoteBlockKind::Code
        | NoteBlockKind::PluginCode
        | NoteBlockKind::Quote
        | NoteBlockKind::ClosedTask(_) => None,
        NoteBlockKind::Heading(level) => (is_question(text) && is_empty_section(level, rest))
            .then_some(OpenItemKind::QuestionHeading),
        _ if TASK_MARKS.iter().any(|mark| text.starts_with(mark)) => Some(OpenItemKind::Task),
        // The title of something that is linked.
        _ if block.linked_bytes * 2 > block.text.len() => None,
        NoteBlockKind::Paragraph => {
            (is_only_questions(text) && ends_section(rest)).then_some(OpenItemKind::Question)
        }
        NoteBlockKind::Item(depth) => (is_only_questions(text)
            && !has_answer(depth, rest)
            && (is_below_question_heading(before) || !is_in_questionnaire(depth, before, rest)))
        .then_some(OpenItemKind::Question),
    }
}

/// Whether every sentence of a text is a question.
fn is_only_questions(text: &str) -> bool {
    let characters = text.chars().count();
    let unspaced = text.chars().filter(|c| is_unspaced_script(*c)).count();
    characters <= MAX_QUESTION_CHARACTERS
        && unspaced <= MAX_UNSPACED_QUESTION_CHARACTERS
        && is_question(text)
        && prose::whole_sentences(text).into_iter().all(is_question)
}

fn last_sentence(text: &str) -> &str {
    prose::whole_sentences(text).last().copied().unwrap_or_default()
}

/// Whether nothing but another heading of at least the same level follows a heading.
fn is_empty_section(level: u8, rest: &[NoteBlock]) -> bool {
    match rest.first().map(|block| block.kind) {
        None => true,
        Some(NoteBlockKind::Heading(next)) => next <= level,
        Some(_) => false,
    }
}

/// Whether the block after these is the first one below a heading.
fn begins_section(before: &[NoteBlock]) -> bool {
    before.last().is_some_and(|block| matches!(block.kind, NoteBlockKind::Heading(_)))
}

/// Whether the block after these is below a heading that announces open questions.
fn is_below_question_heading(before: &[NoteBlock]) -> bool {
    let is_heading = |block: &&NoteBlock| matches!(block.kind, NoteBlockKind::Heading(_));
    let heading = before.iter().rev().find(is_heading).map(|block| block.text.to_lowercase());
    heading.is_some_and(|text| QUESTION_HEADING_WORDS.iter().any(|word| text.contains(word)))
}

/// Whether a block is the last one before a heading or the end of the note.
fn ends_section(rest: &[NoteBlock]) -> bool {
    rest.first().is_none_or(|next| matches!(next.kind, NoteBlockKind::Heading(_)))
}

fn item_depth(block: &NoteBlock) -> Option<usize> {
    match block.kind {
        NoteBlockKind::Item(depth)
        | NoteBlockKind::OpenTask(depth)
        | NoteBlockKind::ClosedTask(depth) => Some(depth),
        _ => None,
    }
}

/// Whether text below an item may be its answer: a deeper item, code, or a paragraph after the list.
fn has_answer(depth: usize, rest: &[NoteBlock]) -> bool {
    rest.first().is_some_and(|next| match next.kind {
        NoteBlockKind::Heading(_) => false,
        NoteBlockKind::Code
        | NoteBlockKind::PluginCode
        | NoteBlockKind::Quote
        | NoteBlockKind::Paragraph => true,
        _ => item_depth(next).is_some_and(|next| next > depth),
    })
}

/// Whether an item is one of many questions in a row, such as those of an interview.
fn is_in_questionnaire(depth: usize, before: &[NoteBlock], rest: &[NoteBlock]) -> bool {
    let is_part =
        |block: &&NoteBlock| item_depth(block) == Some(depth) && is_question(block.text.trim());
    let count =
        before.iter().rev().take_while(is_part).count() + rest.iter().take_while(is_part).count();
    count + 1 >= MIN_QUESTIONNAIRE_ITEMS
}
