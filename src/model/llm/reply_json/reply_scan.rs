//! Finds the JSON values in a reply: every object or array that is not inside reasoning.
//!
//! Tags and code fences inside a value are a part of its text. The scan continues where the value
//! ends or cannot be parsed further, so that no text is read more than a few times.

use serde_json::Value;

use crate::model::llm::reply_json::brackets::BracketOffsetPairs;
use crate::model::llm::reply_json::lenient_parser::{self, ParsedValue};
use crate::model::llm::reply_json::repair_log::Repair;
use crate::values::text::add_steps;

/// Names of the tags that models write around their reasoning.
const REASONING_TAGS: [&str; 5] = ["think", "thinking", "thought", "reasoning", "reflection"];

/// A JSON value in the reply that may be the answer.
#[derive(Debug)]
pub(super) struct JsonCandidate {
    pub(super) value: Value,
    pub(super) repairs: Vec<Repair>,
    /// Whether the value has its closing bracket.
    pub(super) is_complete: bool,
    /// Whether nothing but white space follows the value in the text.
    pub(super) at_end: bool,
    /// Number of bytes from the start of the value to the end of its last complete item or field.
    pub(super) bytes: usize,
}

/// All JSON values in a text. If one of them is incomplete, the parser may have read a code block
/// as part of a string in it, so the code blocks are scanned separately as well.
pub(super) fn find_candidates(text: &str) -> Vec<JsonCandidate> {
    let scan = ReplyScan::scan_reply(text);
    let mut found = scan.found;
    if scan.brackets.is_some() {
        let answer = text.get(scan.answer_start..).unwrap_or_default();
        found.extend(
            fenced_code_blocks(answer)
                .into_iter()
                .flat_map(|block| ReplyScan::scan_reply(block).found),
        );
    }
    found
}

/// The state of the search for JSON values in one text.
#[derive(Default)]
struct ReplyScan {
    position: usize,
    found: Vec<JsonCandidate>,
    /// The pairs of brackets in the text. `None` until the first incomplete value is found.
    brackets: Option<BracketOffsetPairs>,
    /// The byte position where the last section of reasoning ends and the answer begins.
    answer_start: usize,
}

impl ReplyScan {
    fn scan_reply(text: &str) -> Self {
        let mut scan = Self::default();
        while let Some(rest) = text.get(scan.position..) {
            let found = rest.find(['{', '[', '<']);
            add_steps(found.unwrap_or(rest.len()));
            let Some(next) = found else {
                break;
            };
            scan.position += next;
            let here = rest.get(next..).unwrap_or_default();
            match ReasoningTag::parse_at_start(here) {
                _ if !here.starts_with('<') => scan.parse_next_value(text),
                Some(tag) if tag.is_opening => scan.skip_reasoning(here, tag.bytes),
                Some(tag) => scan.restart_after_reasoning(text, scan.position + tag.bytes),
                None => scan.position += 1,
            }
        }
        scan
    }

    fn parse_next_value(&mut self, text: &str) {
        let start = self.position;
        let parsed = lenient_parser::parse(text, start);
        self.position = parsed.end.max(start + 1);
        if has_uncertain_end(&parsed)
            && let Some(end) = last_closing_tag_end(text, start, parsed.end)
        {
            return self.restart_after_reasoning(text, end);
        }
        if !parsed.is_complete {
            self.skip_incomplete_value(text, start, parsed.end);
        }
        self.found.extend(to_candidate(parsed, start, text));
    }

    /// Moves past the closing bracket of an incomplete value, so that values in its unparsed part
    /// are not mistaken for the answer. If the parser could read nothing after the opening bracket,
    /// that bracket belongs to a sentence, and only it is skipped.
    fn skip_incomplete_value(&mut self, text: &str, start: usize, end: usize) {
        let brackets = self.brackets.get_or_insert_with(|| BracketOffsetPairs::find_pairs(text));
        let has_content = text.get(start + 1..end).is_some_and(|read| !read.trim().is_empty());
        if let Some(closing) = brackets.closing_offset(start).filter(|_| has_content) {
            self.position = self.position.max(closing + 1);
        }
    }

    /// Moves past the reasoning that starts at the current position. Reasoning without a closing
    /// tag extends to the end of the text.
    fn skip_reasoning(&mut self, rest: &str, tag_bytes: usize) {
        let closes = rest.match_indices('<').skip(1).find_map(|(at, _)| {
            let tag =
                ReasoningTag::parse_at_start(rest.get(at..)?).filter(|tag| !tag.is_opening)?;
            Some(at + tag.bytes)
        });
        self.position += closes.unwrap_or(rest.len()).max(tag_bytes);
        self.answer_start = self.position;
    }

    /// Handles a closing reasoning tag without an opening one: everything before it was reasoning,
    /// so the values found there are dropped. They stay if no text follows the tag, because there
    /// is no other answer.
    fn restart_after_reasoning(&mut self, text: &str, reasoning_end: usize) {
        if !text.get(reasoning_end..).unwrap_or_default().trim().is_empty() {
            self.found.clear();
        }
        self.position = reasoning_end;
        self.answer_start = reasoning_end;
    }
}

/// Whether the parser had to guess where the value or one of its strings ends. Such a value may be
/// an unfinished draft inside reasoning, with a string that wrongly includes the answer.
fn has_uncertain_end(parsed: &ParsedValue) -> bool {
    let guesses = [Repair::InnerQuote, Repair::Control];
    !parsed.is_complete || guesses.iter().any(|guess| parsed.repairs.contains(guess))
}

fn to_candidate(parsed: ParsedValue, start: usize, text: &str) -> Option<JsonCandidate> {
    Some(JsonCandidate {
        value: parsed.value?,
        repairs: parsed.repairs,
        is_complete: parsed.is_complete,
        at_end: text.get(parsed.end..).unwrap_or_default().trim().is_empty(),
        bytes: parsed.last_complete_end.saturating_sub(start),
    })
}

/// The position after the last closing reasoning tag between `start` and `end`.
fn last_closing_tag_end(text: &str, start: usize, end: usize) -> Option<usize> {
    let span = text.get(start..end)?;
    span.rmatch_indices('<').find_map(|(at, _)| {
        let tag = ReasoningTag::parse_at_start(span.get(at..)?).filter(|tag| !tag.is_opening)?;
        Some(start + at + tag.bytes)
    })
}

/// A tag that starts or ends reasoning.
struct ReasoningTag {
    is_opening: bool,
    bytes: usize,
}

impl ReasoningTag {
    /// The reasoning tag at the start of a text; `None` if there is none.
    fn parse_at_start(text: &str) -> Option<Self> {
        add_steps(1);
        let inside = text.strip_prefix('<')?;
        let name = inside.strip_prefix('/').unwrap_or(inside);
        let found = REASONING_TAGS.iter().find(|tag| {
            let same = name.get(..tag.len()).is_some_and(|n| n.eq_ignore_ascii_case(tag));
            same && name.get(tag.len()..).is_some_and(|rest| rest.starts_with('>'))
        })?;
        let bytes = text.len() - name.len() + found.len() + 1;
        Some(Self { is_opening: name.len() == inside.len(), bytes })
    }
}

/// The contents of the code blocks in a text. A block without a closing fence extends to the end of
/// the text.
fn fenced_code_blocks(text: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let mark = line.trim_start().get(..3).filter(|mark| matches!(*mark, "```" | "~~~"));
        match (open, mark) {
            (None, Some(mark)) => open = Some((mark, at)),
            (Some((opening, from)), Some(mark)) if opening == mark => {
                blocks.extend(text.get(from..start));
                open = None;
            }
            _ => {}
        }
    }
    blocks.extend(open.and_then(|(_, from)| text.get(from..)));
    blocks
}
