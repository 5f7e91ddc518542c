//! Where in a reply values stand: outside thoughts, wherever an object or array begins.
//!
//! Tags and fences inside a value are its text. Reading goes on where a value ended, or where it
//! could be read no further, so that no part is read more than a few times.

use serde_json::Value;

use crate::llm::reply_json::Repair;
use crate::llm::reply_json::brackets::Brackets;
use crate::llm::reply_json::repair::{self, Outcome};
use crate::text::step_counter::add_steps;

/// Tags in which models think aloud.
const THOUGHTS: [&str; 5] = ["think", "thinking", "thought", "reasoning", "reflection"];

/// A value of the reply.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) value: Value,
    pub(super) repairs: Vec<Repair>,
    /// Whether it came to its closing bracket.
    pub(super) whole: bool,
    /// Whether the text ends inside it.
    pub(super) at_end: bool,
    /// How long it is, up to the last thing that was kept.
    pub(super) bytes: usize,
}

/// All values of a text, in its order. If one of them was broken, its quotes may have swallowed a
/// fenced block: those are then read for themselves too.
pub(super) fn candidates(text: &str) -> Vec<Candidate> {
    let scan = Scan::of(text);
    let mut found = scan.found;
    if scan.brackets.is_some() {
        let spoken = text.get(scan.spoken_from..).unwrap_or_default();
        found.extend(fenced(spoken).into_iter().flat_map(|block| Scan::of(block).found));
    }
    found
}

#[derive(Default)]
struct Scan {
    at: usize,
    found: Vec<Candidate>,
    /// Set as soon as a value could not be read to its end.
    brackets: Option<Brackets>,
    /// Where the last thought ended.
    spoken_from: usize,
}

impl Scan {
    fn of(text: &str) -> Self {
        let mut scan = Self::default();
        while let Some(rest) = text.get(scan.at..) {
            let found = rest.find(['{', '[', '<']);
            add_steps(found.unwrap_or(rest.len()));
            let Some(next) = found else {
                break;
            };
            scan.at += next;
            let here = rest.get(next..).unwrap_or_default();
            match Tag::at(here) {
                _ if !here.starts_with('<') => scan.take_value(text),
                Some(tag) if tag.opens => scan.skip_thought(here, tag.bytes),
                Some(tag) => scan.end_thought(text, scan.at + tag.bytes),
                None => scan.at += 1,
            }
        }
        scan
    }

    fn take_value(&mut self, text: &str) {
        let start = self.at;
        let outcome = repair::read(text, start);
        self.at = outcome.end.max(start + 1);
        if ends_by_guess(&outcome)
            && let Some(end) = last_close(text, start, outcome.end)
        {
            return self.end_thought(text, end);
        }
        if !outcome.whole {
            self.skip_rest(text, start, outcome.end);
        }
        self.found.extend(candidate(outcome, start, text));
    }

    /// Moves behind a value that could not be read to its end, or what is inside its other half
    /// would pass for an answer. A bracket that began no value was only part of a sentence.
    fn skip_rest(&mut self, text: &str, start: usize, end: usize) {
        let brackets = self.brackets.get_or_insert_with(|| Brackets::of(text));
        let began = text.get(start + 1..end).is_some_and(|read| !read.trim().is_empty());
        if let Some(closing) = brackets.closing(start).filter(|_| began) {
            self.at = self.at.max(closing + 1);
        }
    }

    /// Moves behind the thought that begins here. One that is never closed is all of the rest.
    fn skip_thought(&mut self, here: &str, tag_bytes: usize) {
        let closes = here.match_indices('<').skip(1).find_map(|(at, _)| {
            let tag = Tag::at(here.get(at..)?).filter(|tag| !tag.opens)?;
            Some(at + tag.bytes)
        });
        self.at += closes.unwrap_or(here.len()).max(tag_bytes);
        self.spoken_from = self.at;
    }

    /// A thought ended that had no opening tag: all before it was part of it, unless nothing
    /// follows that could be meant instead.
    fn end_thought(&mut self, text: &str, end: usize) {
        if !text.get(end..).unwrap_or_default().trim().is_empty() {
            self.found.clear();
        }
        self.at = end;
        self.spoken_from = end;
    }
}

/// Whether the end of the value or of a string in it is not sure. A thought without its opening
/// tag may begin a value that it never ends, and its quotes swallow what follows.
fn ends_by_guess(outcome: &Outcome) -> bool {
    let guesses = [Repair::InnerQuote, Repair::Control];
    !outcome.whole || guesses.iter().any(|guess| outcome.repairs.contains(guess))
}

fn candidate(outcome: Outcome, start: usize, text: &str) -> Option<Candidate> {
    Some(Candidate {
        value: outcome.value?,
        repairs: outcome.repairs,
        whole: outcome.whole,
        at_end: text.get(outcome.end..).unwrap_or_default().trim().is_empty(),
        bytes: outcome.kept.saturating_sub(start),
    })
}

/// Where the last closing tag between two places ends.
fn last_close(text: &str, start: usize, end: usize) -> Option<usize> {
    let span = text.get(start..end)?;
    span.rmatch_indices('<').find_map(|(at, _)| {
        let tag = Tag::at(span.get(at..)?).filter(|tag| !tag.opens)?;
        Some(start + at + tag.bytes)
    })
}

/// A tag around a thought.
struct Tag {
    opens: bool,
    bytes: usize,
}

impl Tag {
    fn at(here: &str) -> Option<Self> {
        add_steps(1);
        let inside = here.strip_prefix('<')?;
        let name = inside.strip_prefix('/').unwrap_or(inside);
        let found = THOUGHTS.iter().find(|thought| {
            let same = name.get(..thought.len()).is_some_and(|n| n.eq_ignore_ascii_case(thought));
            same && name.get(thought.len()..).is_some_and(|rest| rest.starts_with('>'))
        })?;
        let bytes = here.len() - name.len() + found.len() + 1;
        Some(Self { opens: name.len() == inside.len(), bytes })
    }
}

/// What stands in fenced blocks. One that is never closed goes to the end.
fn fenced(text: &str) -> Vec<&str> {
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
