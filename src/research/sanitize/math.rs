//! Mathematics: `$…$` and `$$…$$`. What is inside is shown by MathJax, which has commands that
//! link, load and redefine; and a reader that sees no mathematics here must find nothing else.

use std::ops::Range;

use super::change::Changes;
use super::code;
use super::line;
use super::span::{Covered, lines};

/// Commands of MathJax that reach beyond the formula.
const COMMANDS: [&str; 22] = [
    "href",
    "url",
    "includegraphics",
    "require",
    "class",
    "cssId",
    "style",
    "data",
    "mmlToken",
    "def",
    "gdef",
    "edef",
    "xdef",
    "let",
    "newcommand",
    "renewcommand",
    "newenvironment",
    "renewenvironment",
    "DeclareMathOperator",
    "Newextarrow",
    "unicode",
    "htmlData",
];

/// A block longer than this is no formula.
const MAX_LINES: usize = 200;

/// Blocks of mathematics between two lines of `$$`, which for Obsidian hold no lists, rules or
/// headings, whatever CommonMark sees in them.
pub fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut fence: Option<&str> = None;
    for range in lines(text) {
        let line = text.get(range.clone()).unwrap_or_default();
        let mark = fence_mark(line);
        match (&mut open, fence) {
            (None, None) if line == "$$" => open = Some((range.start, 0)),
            (None, None) => fence = mark,
            (None, Some(opened)) => {
                let closes = mark.is_some_and(|mark| mark.starts_with(opened))
                    && line.trim() == mark.unwrap_or_default();
                fence = if closes { None } else { fence };
            }
            (Some((start, _)), _) if line == "$$" => {
                found.push(*start..range.end);
                open = None;
            }
            (Some((_, count)), _) => {
                *count += 1;
                if mark.is_some() || line.trim().is_empty() || *count > MAX_LINES {
                    open = None;
                    fence = mark;
                }
            }
        }
    }
    found
}

fn fence_mark(line: &str) -> Option<&str> {
    let line = line.get(line::content_start(line)..)?;
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = line.get(..line.len() - line.trim_start_matches(mark).len())?;
    (run.len() >= 3).then_some(run)
}

/// Disarms a block of mathematics and covers it.
pub fn mend_block(text: &str, range: Range<usize>, covered: &mut Covered, changes: &mut Changes) {
    let source = text.get(range.clone()).unwrap_or_default();
    for line in lines(source) {
        let whole = source.get(line.clone()).unwrap_or_default();
        let content = whole.trim();
        let is_run = |sign: u8| content.len() > 1 && content.bytes().all(|byte| byte == sign);
        let here = range.start + line.start..range.start + line.end;
        if is_run(b'=') || is_run(b'-') {
            let signs: Vec<&str> = content.split("").filter(|sign| !sign.is_empty()).collect();
            changes.replace(here, signs.join(" "), "a rule");
        } else if line::heading_level(content).is_some() {
            let blank = whole.len() - whole.trim_start().len();
            changes.insert(here.start + blank, "\\", "a heading");
        } else if let Some(place) = line::task(whole).map(|place| here.start + place) {
            changes.replace(place..place + 1, "(", "a task");
        }
    }
    covered.cover_block(range.clone());
    mend(text, range, covered, changes);
}

/// Disarms what stands in a formula and covers it.
pub fn mend(text: &str, range: Range<usize>, covered: &mut Covered, changes: &mut Changes) {
    let source = text.get(range.clone()).unwrap_or_default();
    let tags = source.contains('>');
    for (at, pair) in code::pairs(source) {
        let broken = match pair {
            "![" | "](" | "[[" | "://" | "{{" | "::" | "%%" => true,
            _ if pair.starts_with('<') => tags,
            _ => false,
        };
        if broken {
            changes.insert(range.start + at + 1, " ", "markup inside a formula");
        }
    }
    for (at, _) in source.match_indices("~~~") {
        changes.insert(range.start + at + 1, " ", "markup inside a formula");
    }
    for (at, _) in source.match_indices('`') {
        changes.replace(range.start + at..range.start + at + 1, "'", "markup inside a formula");
    }
    for (at, _) in source.match_indices('\\') {
        let rest = source.get(at + 1..).unwrap_or_default();
        let command = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        if COMMANDS.contains(&command) {
            changes.remove(range.start + at..range.start + at + 1, "a command inside a formula");
        }
    }
    covered.cover(range);
}
