//! Escapes formulas: `$…$` and `$$…$$`. MathJax renders them, and its commands can link, load and
//! redefine. A parser that doesn't recognise the formula must not find markup in it either.

use std::ops::Range;

use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::line_ranges;
use crate::safety::sanitize::{code, html, line_markup, link_allowlist, tex};
use crate::values::text::add_steps;

/// Maximum number of lines in a math block. A longer block is not treated as a formula.
const MAX_MATH_BLOCK_LINES: usize = 200;

/// The byte ranges of math blocks, each between two lines that consist of `$$`. Obsidian finds no
/// lists, rules or headings in them, but CommonMark does. Ambiguous blocks are left out.
pub fn math_block_ranges(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<OpenMathBlock> = None;
    let mut fence: Option<&str> = None;
    let mut dollars = DoubleDollarCount::default();
    for range in line_ranges(text) {
        let line = text.get(range.clone()).unwrap_or_default();
        let mark = fence_at_line_start(line);
        let dollars_before = dollars;
        dollars.count_dollars(line);
        match (&mut open, fence) {
            (None, None) if line == "$$" => {
                open = Some(OpenMathBlock { start: range.start, line_count: 0, dollars_before });
            }
            (None, None) => fence = mark,
            (None, Some(opened)) => {
                let closes = mark.is_some_and(|mark| mark.starts_with(opened))
                    && line.trim() == mark.unwrap_or_default();
                fence = if closes { None } else { fence };
            }
            (Some(block), _) if line == "$$" => {
                let source = block.start..range.end;
                found.extend((!block.is_ambiguous_block(text, range.end)).then_some(source));
                open = None;
            }
            (Some(block), _) => {
                block.line_count += 1;
                if mark.is_some()
                    || line.trim().is_empty()
                    || block.line_count > MAX_MATH_BLOCK_LINES
                {
                    open = None;
                    fence = mark;
                }
            }
        }
    }
    found
}

/// A math block whose closing `$$` has not been read yet.
struct OpenMathBlock {
    start: usize,
    line_count: usize,
    /// The `$$` that precede the block in the same paragraph.
    dollars_before: DoubleDollarCount,
}

impl OpenMathBlock {
    /// Whether a block stands directly below text and some parsers would read it as part of that
    /// paragraph. They would find lists, footnotes, headings or quotes in the block, or pair its
    /// dollars with others of the paragraph.
    fn is_ambiguous_block(&self, text: &str, end: usize) -> bool {
        let source = text.get(self.start..end).unwrap_or_default();
        let starts_block = |line: &str| {
            line.trim_start().starts_with(['#', '>', '|']) || line_markup::content_offset(line) > 3
        };
        line_markup::follows_text_line(text, self.start)
            && (source.contains("[^")
                || source.lines().any(starts_block)
                || !self.dollars_before.are_dollars_paired())
    }
}

/// Counts the `$$` of the current paragraph line by line. Counting them anew for each block would
/// be slow in a paragraph with thousands of blocks.
#[derive(Default, Clone, Copy)]
struct DoubleDollarCount {
    count: usize,
    /// Whether any `$$` shares its line with other text.
    is_beside_text: bool,
}

impl DoubleDollarCount {
    fn count_dollars(&mut self, line: &str) {
        if line.is_empty() {
            *self = Self::default();
        } else if line.contains("$$") {
            self.count += 1;
            self.is_beside_text |= line != "$$";
        }
    }

    /// Whether every `$$` is alone on its line, and each opening one has a closing one.
    fn are_dollars_paired(self) -> bool {
        !self.is_beside_text && self.count.is_multiple_of(2)
    }
}

fn fence_at_line_start(line: &str) -> Option<&str> {
    let line = line.get(line_markup::content_offset(line)..)?;
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = line.get(..line.len() - line.trim_start_matches(mark).len())?;
    (run.len() >= 3).then_some(run)
}

/// Escapes a math block, and marks it as handled if all parsers recognise it.
pub fn escape_math_block(
    text: &str,
    range: Range<usize>,
    handled: &mut HandledBytes,
    replacements: &mut Replacements,
) {
    let source = text.get(range.clone()).unwrap_or_default();
    // Some parsers read a block directly below text as part of the paragraph, so that a single dash
    // or equals sign underlines a heading.
    let follows_text = line_markup::follows_text_line(text, range.start);
    for line in line_ranges(source) {
        let whole = source.get(line.clone()).unwrap_or_default();
        let content = whole.trim();
        let is_run = |sign: u8| content.len() > 1 && content.bytes().all(|byte| byte == sign);
        let here = range.start + line.start..range.start + line.end;
        let is_underline = follows_text && matches!(content, "-" | "=");
        if is_underline {
            replacements.replace(here, format!("{{{content}}}"), "the underline of a heading");
        } else if is_run(b'=') || is_run(b'-') {
            let signs: Vec<&str> = content.split("").filter(|sign| !sign.is_empty()).collect();
            replacements.replace(here, signs.join(" "), "a rule");
        } else if line_markup::heading_level(content).is_some() {
            let blank = whole.len() - whole.trim_start().len();
            replacements.insert(here.start + blank, "\\", "a heading");
        } else if let Some(place) =
            line_markup::checkbox_offset(whole).map(|place| here.start + place)
        {
            replacements.replace(place..place + 1, "(", "a task");
        }
    }
    if is_unambiguous_formula(text, &range) {
        handled.mark_block_handled(range.clone());
    }
    escape_formula(text, range, handled, replacements);
}

/// Escapes a formula, and marks it as handled if all parsers recognise it.
pub fn escape_formula(
    text: &str,
    range: Range<usize>,
    handled: &mut HandledBytes,
    replacements: &mut Replacements,
) {
    const REMOVAL_DESCRIPTION: &str = "markup inside a formula";
    let source = text.get(range.clone()).unwrap_or_default();
    add_steps(source.len());
    let is_unambiguous = is_unambiguous_formula(text, &range);
    let may_be_link = !is_unambiguous || may_contain_link(source);
    let last = source.rfind('>');
    for (at, pair) in code::markup_starts_with_offsets(source) {
        let needs_space = match pair {
            "![" | "://" | "::" | "%%" => true,
            "](" => may_be_link,
            "[[" => !is_unambiguous,
            "{{" => !is_unambiguous || is_plugin_template(source, at),
            // Always broken: a comment hides the rest of the text even if no `>` follows.
            "<!" | "<?" => true,
            // Broken if it may begin a tag. It does not if no `>` follows, or if it is a comparison
            // (`a<b`).
            _ if pair.starts_with('<') => {
                last.is_some_and(|last| at < last)
                    && !(is_unambiguous && html::is_less_than_sign(source, at))
            }
            _ => false,
        };
        if needs_space {
            replacements.insert(range.start + at + 1, " ", REMOVAL_DESCRIPTION);
        }
    }
    for (at, _) in source.match_indices("~~~") {
        replacements.insert(range.start + at + 1, " ", REMOVAL_DESCRIPTION);
    }
    for (at, _) in source.match_indices('`') {
        replacements.replace(range.start + at..range.start + at + 1, "'", REMOVAL_DESCRIPTION);
    }
    for (at, _) in
        source.match_indices('#').filter(|(at, _)| line_markup::is_tag_start(source, *at))
    {
        replacements.insert(range.start + at + 1, " ", "a tag");
    }
    for at in link_allowlist::www_host_offsets(source) {
        replacements.insert(range.start + at + 4, " ", REMOVAL_DESCRIPTION);
    }
    tex::escape_forbidden_commands(source, range.start, replacements);
    // A formula that some parsers may read as text is not marked as handled, so that the rules for
    // prose are applied to it too.
    if is_unambiguous {
        handled.mark_handled(range);
    }
}

/// Whether a word follows the `{{` at this offset. That is a template of a plugin and hardly ever
/// occurs in TeX.
fn is_plugin_template(source: &str, at: usize) -> bool {
    let behind = source.as_bytes().get(at + 2..at + 4).unwrap_or_default();
    behind.len() == 2 && behind.iter().all(u8::is_ascii_alphabetic)
}

/// Whether some parser could read brackets in a formula as a link, alone or with the text around
/// the formula. `F[f](x)` is a function call and no link.
fn may_contain_link(source: &str) -> bool {
    let count = |sign: char| source.matches(sign).count();
    let leads = source.contains([':', '/', '.']) || source.contains("![");
    leads || count('[') != count(']') || count('(') != count(')')
}

/// Whether every parser reads a range as a formula. It must be a block, or be on one line without
/// spaces at its ends. Its braces must be balanced, and no dollar, letter or digit may be directly
/// before or after it.
fn is_unambiguous_formula(text: &str, range: &Range<usize>) -> bool {
    let source = text.get(range.clone()).unwrap_or_default();
    let inner = source.trim_matches('$');
    let is_block = source.starts_with("$$\n") && source.ends_with("\n$$");
    let is_tight = inner.trim() == inner && !inner.contains('\n');
    let before = text.get(..range.start).and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    let beside = |c: char| c.is_alphanumeric() || matches!(c, '$' | '\\');
    (is_block || is_tight)
        && !inner.contains(['$', '`'])
        && has_balanced_braces(inner)
        && !before.is_some_and(beside)
        && !after.is_some_and(beside)
}

/// Whether every `{` has its `}`. Braces after a backslash don't count.
fn has_balanced_braces(tex: &str) -> bool {
    let mut open = 0_usize;
    let mut escaped = false;
    for sign in tex.chars() {
        match sign {
            '{' if !escaped => open += 1,
            '}' if !escaped && open == 0 => return false,
            '}' if !escaped => open -= 1,
            _ => {}
        }
        escaped = sign == '\\' && !escaped;
    }
    open == 0
}
