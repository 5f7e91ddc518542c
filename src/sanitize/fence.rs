//! Blocks of code: closed, in an ordinary language, and seen as code by every reader.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::sanitize::change::Changes;
use crate::sanitize::span::{Covered, line_start, lines};
use crate::sanitize::{code, field, line};

const LEFT_OPEN: &str = "a code block that was left open";

/// A fenced block: where its parts stand.
struct Fence<'t> {
    /// What stands before the fence on its line.
    prefix: &'t str,
    /// The marks that open it.
    mark: &'t str,
    start: usize,
    /// What is said behind the marks.
    info: Range<usize>,
    /// What stands between the fences.
    content: Range<usize>,
    is_closed: bool,
    /// Whether every line begins as that of the opening does: whoever sees the block there sees
    /// the same code in it.
    is_even: bool,
}

impl<'t> Fence<'t> {
    fn of(text: &'t str, range: &Range<usize>) -> Option<Self> {
        let found = text.get(range.clone())?.find(['`', '~'])?;
        let start = range.start + found;
        let source = text.get(start..range.end)?.trim_end();
        let sign = source.chars().next()?;
        let mark = source.get(..source.len() - source.trim_start_matches(sign).len())?;
        let first = source.split('\n').next()?.trim_end();
        let last = source.rsplit('\n').next()?;
        let closing = last.trim_start_matches([' ', '\t', '>']).trim_end();
        let is_closed = source.contains('\n')
            && closing.len() >= mark.len()
            && closing.chars().all(|c| c == sign);
        let end = start + source.len() - if is_closed { last.len() } else { 0 };
        let inside = (start + first.len()).min(end);
        let prefix = text.get(line_start(text, start)..start)?;
        let even = |line: &str| line.starts_with(prefix) || line.trim_end() == prefix.trim_end();
        Some(Self {
            prefix,
            mark,
            start,
            info: start + mark.len()..start + first.len(),
            content: inside..end,
            is_closed,
            is_even: source.split('\n').skip(1).all(even),
        })
    }

    /// What must stand before a further line of the block.
    fn indent(&self) -> String {
        let keep = |c: char| if matches!(c, '>' | '\t') { c } else { ' ' };
        self.prefix.chars().map(keep).collect()
    }

    fn begins_item(&self) -> bool {
        self.prefix.contains(|c: char| !matches!(c, '>' | ' ' | '\t'))
    }
}

/// Disarms a fenced block and covers it.
pub fn mend(text: &str, range: Range<usize>, covered: &mut Covered, changes: &mut Changes) {
    let Some(fence) = Fence::of(text, &range) else { return };
    let content = text.get(fence.content.clone()).unwrap_or_default();
    let language = Language::of(text, &fence, content);
    let is_ordinary = language == Language::Ordinary;
    mend_info(text, &fence, language, changes);
    let is_started = code::mend_start(content, fence.content.start, changes);
    if !is_ordinary && !is_started {
        code::make_inert_lines(content, fence.content.start, changes);
    }
    if is_started {
        // The rest is looked at when this has been broken.
    } else if !is_ordinary || !fence.is_even || fence.begins_item() {
        code::make_inert(content, fence.content.start, changes);
    } else {
        field::mend_block(content, fence.content.start, changes);
    }
    break_inner_fences(content, &fence, changes);
    if !fence.is_closed {
        let end = fence.content.end.max(fence.info.end);
        let rest = text.get(end..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let closing = format!("\n{}{}", fence.indent(), fence.mark);
        changes.replace(end..end + blank, closing, LEFT_OPEN);
    }
    covered.cover_block(range);
}

/// What is known of the language of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Ordinary,
    /// That of a plugin, or one that nobody knows.
    Foreign,
    /// A mark that opens nothing in particular and is never closed may as well stand before prose.
    Stray,
}

impl Language {
    fn of(text: &str, fence: &Fence<'_>, content: &str) -> Self {
        let word = first_word(text, fence);
        let html = word.to_ascii_lowercase();
        let shows_html = ["html", "xhtml", "svg"].iter().any(|name| html.starts_with(name));
        if word.is_empty() && !fence.is_closed {
            Self::Stray
        } else if !code::is_ordinary(word) || (shows_html && code::is_live_html(content)) {
            Self::Foreign
        } else {
            Self::Ordinary
        }
    }
}

fn first_word<'t>(text: &'t str, fence: &Fence<'_>) -> &'t str {
    let info = text.get(fence.info.clone()).unwrap_or_default();
    info.split_whitespace().next().unwrap_or_default()
}

/// Leaves of the line that opens a block what may stay.
fn mend_info(text: &str, fence: &Fence<'_>, language: Language, changes: &mut Changes) {
    let info = text.get(fence.info.clone()).unwrap_or_default();
    let word = first_word(text, fence);
    let plain = info.split_whitespace().skip(1).all(code::is_plain_word);
    match language {
        // Without a language, nothing is left to take away.
        Language::Foreign if word.is_empty() => {}
        Language::Foreign => {
            mend_opening(fence, "", "a code block that another plugin would run", changes);
        }
        Language::Stray => mend_opening(fence, "", LEFT_OPEN, changes),
        Language::Ordinary if !fence.is_closed => mend_opening(fence, word, LEFT_OPEN, changes),
        Language::Ordinary if !plain => {
            mend_opening(fence, word, "settings of a code block", changes);
        }
        Language::Ordinary => {}
    }
}

/// Writes the line that opens a block anew. A fence on the line of its list item is moved to a
/// line of its own, where every reader sees that it opens.
fn mend_opening(fence: &Fence<'_>, language: &str, what: &'static str, changes: &mut Changes) {
    let line = if fence.begins_item() { format!("\n{}", fence.indent()) } else { String::new() };
    let opening = format!("{line}{}{language}", fence.mark);
    changes.replace(fence.start..fence.info.end, opening, what);
}

/// Lines in code that look like fences: pairs of one kind that cannot close the outer one are an
/// example. All others would leave a simpler reader inside code to the end of the note.
fn break_inner_fences(content: &str, outer: &Fence<'_>, changes: &mut Changes) {
    let fences = inner_fences(content);
    let mut marks = BTreeSet::new();
    let mut is_example = fences.len().is_multiple_of(2);
    for at in &fences {
        let line = content.get(*at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let language = line.trim_start_matches(['`', '~']);
        let mark = line.get(..line.len() - language.len()).unwrap_or_default();
        is_example &= code::is_ordinary(language.trim()) && !mark.starts_with(outer.mark);
        marks.insert(mark);
    }
    if !is_example || marks.len() > 1 {
        for at in fences {
            changes.insert(outer.content.start + at + 1, " ", LEFT_OPEN);
        }
    }
}

/// Where lines of some code begin with what looks like a fence.
fn inner_fences(content: &str) -> Vec<usize> {
    let fences = lines(content).filter_map(|range| {
        let at = range.start + line::content_start(content.get(range.clone())?);
        let inner = content.get(at..range.end)?;
        (inner.starts_with("```") || inner.starts_with("~~~")).then_some(at)
    });
    fences.collect()
}

/// Code by indentation, which readers disagree on: nothing in it may be anything else.
pub fn mend_indented(
    text: &str,
    range: Range<usize>,
    covered: &mut Covered,
    changes: &mut Changes,
) {
    let source = text.get(range.clone()).unwrap_or_default();
    if !code::mend_start(source, range.start, changes) {
        code::make_inert(source, range.start, changes);
        code::make_inert_lines(source, range.start, changes);
    }
    for at in inner_fences(source) {
        changes.insert(range.start + at + 1, " ", LEFT_OPEN);
    }
    covered.cover_block(range);
}
