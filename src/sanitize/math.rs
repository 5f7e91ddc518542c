//! Mathematics: `$…$` and `$$…$$`. What is inside is shown by MathJax, which has commands that
//! link, load and redefine; and a reader that sees no mathematics here must find nothing else.

use std::ops::Range;

use crate::sanitize::change::Changes;
use crate::sanitize::span::{Covered, lines};
use crate::sanitize::{code, html, line, tex, word};

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
    // Some readers take a block right below text for a part of the paragraph, which a single sign
    // underlines.
    let follows_text = line::follows_words(text, range.start);
    for line in lines(source) {
        let whole = source.get(line.clone()).unwrap_or_default();
        let content = whole.trim();
        let is_run = |sign: u8| content.len() > 1 && content.bytes().all(|byte| byte == sign);
        let here = range.start + line.start..range.start + line.end;
        let is_underline = follows_text && matches!(content, "-" | "=");
        if is_underline {
            changes.replace(here, format!("{{{content}}}"), "the underline of a heading");
        } else if is_run(b'=') || is_run(b'-') {
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
    const WHAT: &str = "markup inside a formula";
    let source = text.get(range.clone()).unwrap_or_default();
    let certain = is_certain(text, &range);
    let links = !certain || could_link(source);
    let last = source.rfind('>');
    for (at, pair) in code::pairs(source) {
        let broken = match pair {
            "![" | "://" | "::" | "%%" => true,
            "](" => links,
            "[[" => !certain,
            "{{" => !certain || is_template(source, at),
            // A comment needs no end to hide all that follows.
            "<!" | "<?" => true,
            // Behind the last `>` nothing is a tag, and in a formula `a<b` compares.
            _ if pair.starts_with('<') => {
                last.is_some_and(|last| at < last) && !(certain && html::is_comparison(source, at))
            }
            _ => false,
        };
        if broken {
            changes.insert(range.start + at + 1, " ", WHAT);
        }
    }
    for (at, _) in source.match_indices("~~~") {
        changes.insert(range.start + at + 1, " ", WHAT);
    }
    for (at, _) in source.match_indices('`') {
        changes.replace(range.start + at..range.start + at + 1, "'", WHAT);
    }
    for (at, _) in source.match_indices('#').filter(|(at, _)| line::is_tag(source, *at)) {
        changes.insert(range.start + at + 1, " ", "a tag");
    }
    for at in word::web_names(source) {
        changes.insert(range.start + at + 4, " ", WHAT);
    }
    tex::mend(source, range.start, changes);
    covered.cover(range);
}

/// Whether a word stands behind two braces: TeX has no use for one there.
fn is_template(source: &str, at: usize) -> bool {
    let behind = source.as_bytes().get(at + 2..at + 4).unwrap_or_default();
    behind.len() == 2 && behind.iter().all(u8::is_ascii_alphabetic)
}

/// Whether brackets in a formula could be a link, by themselves or with what stands around them;
/// `F[f](x)` could not.
fn could_link(source: &str) -> bool {
    let count = |sign: char| source.matches(sign).count();
    let leads = source.contains([':', '/', '.']) || source.contains("![");
    leads || count('[') != count(']') || count('(') != count(')')
}

/// Whether every reader takes this for a formula: on one line or between lines of its own, closed
/// tightly, each brace with its partner, and no other dollar or word beside it.
fn is_certain(text: &str, range: &Range<usize>) -> bool {
    let source = text.get(range.clone()).unwrap_or_default();
    let inner = source.trim_matches('$');
    let is_block = source.starts_with("$$\n") && source.ends_with("\n$$");
    let is_tight = inner.trim() == inner && !inner.contains('\n');
    let before = text.get(..range.start).and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    let beside = |c: char| c.is_alphanumeric() || matches!(c, '$' | '\\');
    (is_block || is_tight)
        && !inner.contains(['$', '`'])
        && has_partners(inner)
        && !before.is_some_and(beside)
        && !after.is_some_and(beside)
}

/// Whether each brace that no backslash escapes has its partner.
fn has_partners(tex: &str) -> bool {
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
