//! Finds what a note leaves open: questions that nothing follows, and tasks that are not done.

use crate::answers::built_in::is_question;
use crate::features::health::note_blocks::{NoteBlock, NoteBlockKind, word_count};
use crate::language::{is_unspaced_script, sentence_split};
use crate::values::text::{comparison_hash, truncated_line};

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

/// A note with more bytes has more words than a short note.
const MAX_SHORT_NOTE_BYTES: usize = 40 * MAX_SHORT_NOTE_WORDS;

/// Headings above questions that the user wants to keep in mind. Any word may be before or after them
/// that says that the questions are open, but no other: “Interview questions” are none of the user's.
const QUESTION_HEADINGS: [&str; 11] = [
    "question",
    "questions",
    "frage",
    "fragen",
    "preguntas",
    "unclear",
    "unclear points",
    "to find out",
    "疑问",
    "问题",
    "疑问点",
];

/// Words that say that something is open.
const OPEN_WORDS: [&str; 14] = [
    "open",
    "unanswered",
    "unresolved",
    "further",
    "remaining",
    "my",
    "offene",
    "ungeklärte",
    "abiertas",
    "待解决的",
    "待解决",
    "未解决的",
    "未解决",
    "遗留",
];

/// Maximum number of characters of a question; longer ones are mostly rhetorical.
const MAX_QUESTION_CHARACTERS: usize = 120;

/// Like `MAX_QUESTION_CHARACTERS`, in scripts without spaces.
const MAX_UNSPACED_QUESTION_CHARACTERS: usize = 40;

/// Beginnings of a block that mark it as work to do.
const TASK_MARKS: [&str; 5] = ["TODO:", "FIXME:", "To do:", "待办:", "待办："];

/// Words of headings above tasks that are no tasks of the user.
const EXAMPLE_HEADING_WORDS: [&str; 8] =
    ["example", "template", "checklist", "beispiel", "vorlage", "ejemplo", "示例", "模板"];

/// Words of questions that expect no answer.
const RHETORICAL_WORDS: [&str; 6] = ["何必", "难道", "岂", "why bother", "who cares", "who knows"];

/// In a list with at least this many items that are mostly no questions, the questions are names of
/// subjects.
const MIN_LIST_OF_SUBJECTS: usize = 6;

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
    /// The hash of its letters and digits, by which copies are recognised.
    pub key: u64,
}

/// The open questions and tasks of a note, in order.
pub fn open_items(blocks: &[NoteBlock]) -> Vec<OpenItem> {
    let mut items = Vec::new();
    let bytes: usize = blocks.iter().map(|block| block.text.len()).sum();
    // Counting the words of a long note takes time.
    let is_short = || {
        bytes <= MAX_SHORT_NOTE_BYTES
            && word_count(blocks.iter(), MAX_SHORT_NOTE_WORDS + 1) <= MAX_SHORT_NOTE_WORDS
    };
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
            || (is_paragraph && !begins_section(before) && !is_short());
        if is_doubtful && !is_below_question_heading(before) {
            continue;
        }
        let text = match kind {
            OpenItemKind::Task => block.text.trim(),
            _ => last_sentence(&block.text),
        };
        let text = truncated_line(text, MAX_ITEM_CHARACTERS);
        if text.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_ITEM_CHARACTERS {
            let key = comparison_hash(&text);
            items.push(OpenItem { kind, line: block.line, text, key });
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
        NoteBlockKind::OpenTask(_) => {
            (!is_below_heading_with(before, &EXAMPLE_HEADING_WORDS)).then_some(OpenItemKind::Task)
        }
        NoteBlockKind::Code
        | NoteBlockKind::PluginCode
        | NoteBlockKind::Quote
        | NoteBlockKind::ClosedTask(_) => None,
        NoteBlockKind::Heading(level) => (is_question(text) && is_empty_section(level, rest))
            .then_some(OpenItemKind::QuestionHeading),
        _ if TASK_MARKS.iter().any(|mark| is_text_after(mark, text)) => Some(OpenItemKind::Task),
        // The title of something that is linked.
        _ if block.linked_bytes * 2 > block.text.len() => None,
        NoteBlockKind::Paragraph => {
            (is_only_questions(text) && ends_section(rest)).then_some(OpenItemKind::Question)
        }
        NoteBlockKind::Item(depth) => (is_only_questions(text)
            && !has_answer(depth, rest)
            && (is_below_question_heading(before) || !is_in_other_list(depth, before, rest)))
        .then_some(OpenItemKind::Question),
    }
}

/// Whether a text begins with a mark, and other words follow.
fn is_text_after(mark: &str, text: &str) -> bool {
    text.strip_prefix(mark).is_some_and(|rest| rest.contains(char::is_alphanumeric))
}

/// Whether every sentence of a text is a question that somebody asks. What is after a colon is quoted,
/// explained or an example.
fn is_only_questions(text: &str) -> bool {
    // Most paragraphs are long, and this is asked about each.
    if !is_question(text) || text.chars().nth(MAX_QUESTION_CHARACTERS).is_some() {
        return false;
    }
    let folded = text.to_lowercase();
    let unspaced = text.chars().filter(|c| is_unspaced_script(*c)).count();
    !text.contains([':', '：'])
        && !RHETORICAL_WORDS.iter().any(|word| folded.contains(word))
        && unspaced <= MAX_UNSPACED_QUESTION_CHARACTERS
        && sentence_split::whole_sentences(text).into_iter().all(is_question)
}

fn last_sentence(text: &str) -> &str {
    sentence_split::whole_sentences(text).last().copied().unwrap_or_default()
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
    let text = heading_above(before);
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let without = |word: &&str| {
        let rest = text.strip_prefix(word).or_else(|| text.strip_suffix(word))?;
        Some(rest.trim())
    };
    let core = OPEN_WORDS.iter().find_map(without).unwrap_or(text);
    QUESTION_HEADINGS.contains(&core)
}

fn is_below_heading_with(before: &[NoteBlock], words: &[&str]) -> bool {
    let text = heading_above(before);
    words.iter().any(|word| text.contains(word))
}

/// The last heading in lower case; empty if there is none.
fn heading_above(before: &[NoteBlock]) -> String {
    let is_heading = |block: &&NoteBlock| matches!(block.kind, NoteBlockKind::Heading(_));
    before.iter().rev().find(is_heading).map(|block| block.text.to_lowercase()).unwrap_or_default()
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

/// Whether text below an item may be its answer: a paragraph or a deeper item of the same item, code,
/// or a paragraph after the list.
fn has_answer(depth: usize, rest: &[NoteBlock]) -> bool {
    rest.first().is_some_and(|next| match next.kind {
        NoteBlockKind::Heading(_) => false,
        NoteBlockKind::Code
        | NoteBlockKind::PluginCode
        | NoteBlockKind::Quote
        | NoteBlockKind::Paragraph => true,
        _ if next.continues_item => true,
        _ => item_depth(next).is_some_and(|next| next > depth),
    })
}

/// Whether an item is one of many questions in a row, such as those of an interview, or one of few in a
/// long list of subjects.
fn is_in_other_list(depth: usize, before: &[NoteBlock], rest: &[NoteBlock]) -> bool {
    let is_part =
        |block: &&NoteBlock| item_depth(block) == Some(depth) && is_question(block.text.trim());
    let count =
        before.iter().rev().take_while(is_part).count() + rest.iter().take_while(is_part).count();
    let is_below = |block: &&NoteBlock| item_depth(block).is_some_and(|it| it >= depth);
    let list = before.iter().rev().take_while(is_below).chain(rest.iter().take_while(is_below));
    let siblings: Vec<&NoteBlock> =
        list.filter(|block| item_depth(block) == Some(depth) && !block.continues_item).collect();
    let questions = siblings.iter().filter(|block| is_part(block)).count() + 1;
    let items = siblings.len() + 1;
    count + 1 >= MIN_QUESTIONNAIRE_ITEMS || (items >= MIN_LIST_OF_SUBJECTS && questions * 2 < items)
}
