//! Escapes code blocks, so that they are closed, have a known language, and are code for every
//! Markdown parser.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::safety::sanitize::code::{self, CodeLanguage};
use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::{line_ranges, line_start};
use crate::safety::sanitize::{dataview_field, line_markup};
use crate::values::text::add_steps;

/// Tells the user that a code block without an end was closed or escaped.
const UNCLOSED_BLOCK_DESCRIPTION: &str = "a code block that was left open";

/// A code block between two lines of backticks or tildes (fences), with the byte ranges of its
/// parts.
struct FencedBlock<'t> {
    /// The text before the opening fence on the same line, such as `> ` or `- `.
    prefix: &'t str,
    /// The backticks or tildes of the opening fence, such as three backticks.
    mark: &'t str,
    start: usize,
    /// The info string after the opening fence: the language and further words.
    info: Range<usize>,
    /// The code between the opening and the closing fence.
    content: Range<usize>,
    is_closed: bool,
    /// Whether every line of the block has the same prefix as the opening line. Otherwise parsers
    /// disagree on which lines belong to the block.
    has_even_prefix: bool,
}

impl<'t> FencedBlock<'t> {
    fn parse(text: &'t str, range: &Range<usize>) -> Option<Self> {
        let found = text.get(range.clone())?.find(['`', '~'])?;
        let start = range.start + found;
        let source = text.get(start..range.end)?.trim_end();
        add_steps(source.len());
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
            has_even_prefix: source.split('\n').skip(1).all(even),
        })
    }

    /// The prefix for a new line of the block: quote markers stay, list markers become spaces.
    fn continuation_prefix(&self) -> String {
        let keep = |c: char| if matches!(c, '>' | '\t') { c } else { ' ' };
        self.prefix.chars().map(keep).collect()
    }

    fn begins_list_item(&self) -> bool {
        self.prefix.contains(|c: char| !matches!(c, '>' | ' ' | '\t'))
    }
}

/// Escapes a fenced code block, and marks it as handled, so that the other rules skip it.
pub fn escape_fenced_block(
    text: &str,
    range: Range<usize>,
    handled: &mut HandledBytes,
    replacements: &mut Replacements,
) {
    let Some(fence) = FencedBlock::parse(text, &range) else { return };
    let content = text.get(fence.content.clone()).unwrap_or_default();
    let language = BlockLanguage::classify(text, &fence, content);
    let is_known = language.keeps_code();
    rewrite_info_string(text, &fence, language, replacements);
    let is_started = code::break_leading_command(content, fence.content.start, replacements);
    if !is_known && !is_started {
        code::break_line_markup(content, fence.content.start, replacements);
    }
    if is_started {
        // The command at the start was broken; the next pass checks the block again.
    } else if !is_known || !fence.has_even_prefix || fence.begins_list_item() {
        code::break_markup(content, fence.content.start, replacements);
    } else {
        dataview_field::break_block_fields(content, fence.content.start, replacements);
    }
    break_inner_fences(content, &fence, replacements);
    if !fence.is_closed {
        let end = fence.content.end.max(fence.info.end);
        let rest = text.get(end..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let closing = format!("\n{}{}", fence.continuation_prefix(), fence.mark);
        replacements.replace(end..end + blank, closing, UNCLOSED_BLOCK_DESCRIPTION);
    }
    handled.mark_block_handled(range);
}

/// What happens to the language of a code block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockLanguage {
    /// The block has a closing fence, or at least a language.
    Block(CodeLanguage),
    /// No language and no closing fence: the text after the fence may be prose.
    Unclosed,
}

impl BlockLanguage {
    fn classify(text: &str, fence: &FencedBlock<'_>, content: &str) -> Self {
        let word = first_word_after_fence(text, fence);
        match word.is_empty() && !fence.is_closed {
            true => Self::Unclosed,
            false => Self::Block(code::classify_language(word, content)),
        }
    }

    /// Whether the code can stay, because no plugin acts on the block.
    fn keeps_code(self) -> bool {
        matches!(self, Self::Block(CodeLanguage::Inert | CodeLanguage::Rendered))
    }
}

fn first_word_after_fence<'t>(text: &'t str, fence: &FencedBlock<'_>) -> &'t str {
    let info = text.get(fence.info.clone()).unwrap_or_default();
    info.split_whitespace().next().unwrap_or_default()
}

/// Removes everything that a plugin could act on from the opening line of a code block.
fn rewrite_info_string(
    text: &str,
    fence: &FencedBlock<'_>,
    language: BlockLanguage,
    replacements: &mut Replacements,
) {
    let info = text.get(fence.info.clone()).unwrap_or_default();
    let word = first_word_after_fence(text, fence);
    let plain = info.split_whitespace().skip(1).all(code::is_harmless_info_word);
    match language {
        BlockLanguage::Block(CodeLanguage::Rendered | CodeLanguage::Unknown) => {
            rewrite_opening_line(
                fence,
                "",
                "a code block that another plugin would run",
                replacements,
            );
        }
        BlockLanguage::Unclosed => {
            rewrite_opening_line(fence, "", UNCLOSED_BLOCK_DESCRIPTION, replacements)
        }
        BlockLanguage::Block(CodeLanguage::Inert) if !fence.is_closed => {
            rewrite_opening_line(fence, word, UNCLOSED_BLOCK_DESCRIPTION, replacements)
        }
        BlockLanguage::Block(CodeLanguage::Inert) if !plain => {
            rewrite_opening_line(fence, word, "settings of a code block", replacements);
        }
        BlockLanguage::Block(CodeLanguage::Inert) => {}
    }
}

/// Rewrites the opening line of a code block. A fence on the first line of a list item is moved to
/// its own line, where every parser recognises it.
fn rewrite_opening_line(
    fence: &FencedBlock<'_>,
    language: &str,
    what: &'static str,
    replacements: &mut Replacements,
) {
    let line = if fence.begins_list_item() {
        format!("\n{}", fence.continuation_prefix())
    } else {
        String::new()
    };
    let opening = format!("{line}{}{language}", fence.mark);
    replacements.replace(fence.start..fence.info.end, opening, what);
}

/// Breaks lines in code that look like fences, because a simple parser would end the block there
/// and read the rest of the note as code. If the fences form pairs and cannot close the outer
/// block, they stay: the code is an example of Markdown.
fn break_inner_fences(content: &str, outer: &FencedBlock<'_>, replacements: &mut Replacements) {
    let fences = inner_fence_offsets(content);
    let mut marks = BTreeSet::new();
    let mut is_example = fences.len().is_multiple_of(2);
    for at in &fences {
        let line = content.get(*at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let language = line.trim_start_matches(['`', '~']);
        let mark = line.get(..line.len() - language.len()).unwrap_or_default();
        let language = code::classify_language(language.trim(), "");
        is_example &= language == CodeLanguage::Inert && !mark.starts_with(outer.mark);
        marks.insert(mark);
    }
    if !is_example || marks.len() > 1 {
        for at in fences {
            replacements.insert(outer.content.start + at + 1, " ", UNCLOSED_BLOCK_DESCRIPTION);
        }
    }
}

/// The offsets of the fences at the start of lines of code, after quote and list markers.
fn inner_fence_offsets(content: &str) -> Vec<usize> {
    let fences = line_ranges(content).filter_map(|range| {
        let at = range.start + line_markup::content_offset(content.get(range.clone())?);
        let inner = content.get(at..range.end)?;
        (inner.starts_with("```") || inner.starts_with("~~~")).then_some(at)
    });
    fences.collect()
}

/// Escapes an indented code block. Parsers disagree on what is indented code, so nothing in it may
/// be markup.
pub fn escape_indented_block(
    text: &str,
    range: Range<usize>,
    handled: &mut HandledBytes,
    replacements: &mut Replacements,
) {
    let source = text.get(range.clone()).unwrap_or_default();
    if !code::break_leading_command(source, range.start, replacements) {
        code::break_markup(source, range.start, replacements);
        code::break_line_markup(source, range.start, replacements);
    }
    for at in inner_fence_offsets(source) {
        replacements.insert(range.start + at + 1, " ", UNCLOSED_BLOCK_DESCRIPTION);
    }
    handled.mark_block_handled(range);
}
