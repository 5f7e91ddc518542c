//! What is read from how a line begins or ends: headings, rules, tasks, callouts, definitions,
//! block ids.

use std::ops::Range;

use url::Url;

use crate::note::tag;
use crate::sanitize::change::Changes;
use crate::sanitize::span::{Covered, is_escaped, lines};

/// Quotes and lists in each other. No reader follows more, and every level costs each program
/// that shows the note.
const MAX_DEPTH: usize = 16;

/// Kinds of callout that Obsidian itself knows. Others belong to themes and plugins.
/// <https://help.obsidian.md/callouts>
const CALLOUTS: [&str; 27] = [
    "note",
    "abstract",
    "summary",
    "tldr",
    "info",
    "todo",
    "tip",
    "hint",
    "important",
    "success",
    "check",
    "done",
    "question",
    "help",
    "faq",
    "warning",
    "caution",
    "attention",
    "failure",
    "fail",
    "missing",
    "danger",
    "error",
    "bug",
    "example",
    "quote",
    "cite",
];

/// The marks of quotes and lists before a line's own text.
struct Prefix {
    length: usize,
    depth: usize,
    has_quote: bool,
    has_item: bool,
    /// Where the first mark beyond the limit stands.
    too_deep: Option<usize>,
}

impl Prefix {
    fn of(line: &str) -> Self {
        let mut prefix =
            Self { length: 0, depth: 0, has_quote: false, has_item: false, too_deep: None };
        loop {
            let rest = line.get(prefix.length..).unwrap_or_default();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let rest = rest.get(blank..).unwrap_or_default();
            let mark = if rest.starts_with('>') { 1 } else { item_mark(rest) };
            if mark == 0 {
                prefix.length += blank;
                return prefix;
            }
            if prefix.depth == MAX_DEPTH {
                prefix.too_deep = Some(prefix.length);
            }
            prefix.depth += 1;
            prefix.has_quote |= rest.starts_with('>');
            prefix.has_item |= !rest.starts_with('>');
            prefix.length += blank + mark;
        }
    }
}

/// The bytes of a list item's mark, without the space behind it.
fn item_mark(rest: &str) -> usize {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mark = match rest.get(digits..).and_then(|rest| rest.chars().next()) {
        Some('-' | '*' | '+') if digits == 0 => 1,
        Some('.' | ')') if digits > 0 => digits + 1,
        _ => return 0,
    };
    let next = rest.get(mark..).and_then(|rest| rest.chars().next());
    if next.is_none_or(|c| matches!(c, ' ' | '\t')) { mark } else { 0 }
}

/// Where a line's own text begins, behind the marks of quotes and lists.
pub fn content_start(line: &str) -> usize {
    Prefix::of(line).length
}

/// Takes away marks of nesting beyond the limit, in code too: a parser's time depends on them.
pub fn limit_depth(text: &str, changes: &mut Changes) {
    for range in lines(text) {
        let prefix = Prefix::of(text.get(range.clone()).unwrap_or_default());
        if let Some(from) = prefix.too_deep {
            let beyond = range.start + from..range.start + prefix.length;
            changes.replace(beyond, " ", "very deep nesting");
        }
    }
}

/// Disarms the lines of a text that are not covered.
pub fn mend(text: &str, covered: &Covered, changes: &mut Changes) {
    for range in lines(text) {
        let line = text.get(range.clone()).unwrap_or_default();
        if let Some(place) = block_id(line).map(|place| range.start + place)
            && !covered.has(place)
        {
            changes.insert(place, "\\", "a block id");
        }
        let prefix = Prefix::of(line);
        let start = range.start + prefix.length;
        if covered.has_block(start) {
            continue;
        }
        // Readers do not agree on where a formula ends, and a single dash underlines too.
        if line.trim() == "-" && follows_formula(text, range.start) {
            let blank = line.len() - line.trim_start().len();
            changes.insert(range.start + blank, "\\", "the underline of a heading");
        } else {
            mend_start(text, start..range.end, &prefix, changes);
        }
    }
}

fn mend_start(text: &str, range: Range<usize>, prefix: &Prefix, changes: &mut Changes) {
    let content = text.get(range.clone()).unwrap_or_default();
    let start = range.start;
    if let Some(level) = heading_level(content).filter(|level| *level < 3) {
        changes.insert(start, "#".repeat(3 - level), "a heading of a higher level");
    } else if is_run(content, b'-') && content.trim_end().len() > 2 {
        changes.replace(range, "***", "a rule that could open something");
    } else if is_run(content, b'=') || (content.trim_end() == "--" && follows_words(text, start)) {
        changes.insert(start, "\\", "the underline of a heading");
    } else if prefix.has_item && task(&format!("- {content}")).is_some() {
        changes.insert(start, "\\", "a task");
    } else if content.starts_with("~~~") {
        changes.insert(start, "\\", "a code block that was left open");
    } else if is_definition(content, text.get(range.end..).unwrap_or_default()) {
        changes.insert(start, "\\", "a link definition");
    } else if prefix.has_quote {
        mend_callout(content, start, changes);
    }
}

fn is_run(content: &str, sign: u8) -> bool {
    let content = content.trim_end();
    !content.is_empty() && content.bytes().all(|byte| byte == sign)
}

/// Whether the line before the one at a byte says something, which dashes would underline.
pub fn follows_words(text: &str, at: usize) -> bool {
    line_before(text, at).is_some_and(|line| !line.trim().is_empty())
}

fn follows_formula(text: &str, at: usize) -> bool {
    line_before(text, at).is_some_and(|line| line.trim_end().ends_with("$$"))
}

fn line_before(text: &str, at: usize) -> Option<&str> {
    text.get(..at).unwrap_or_default().rsplit('\n').nth(1)
}

/// How many hashes a line opens a heading with.
pub fn heading_level(content: &str) -> Option<usize> {
    let words = content.trim_start_matches('#');
    let level = content.len() - words.len();
    let is_heading =
        (1..=6).contains(&level) && words.chars().next().is_none_or(char::is_whitespace);
    is_heading.then_some(level)
}

/// Where the bracket of a task's box stands in a line.
pub fn task(line: &str) -> Option<usize> {
    let prefix = Prefix::of(line);
    let mut rest = line.get(prefix.length..)?.strip_prefix('[')?.chars();
    let _box = rest.next()?;
    // Some plugins ask for no space behind it; a link is none.
    let is_box = rest.next() == Some(']') && !matches!(rest.next(), Some('(' | '[' | ':'));
    (is_box && prefix.has_item).then_some(prefix.length)
}

/// Whether a line defines where `[word]` leads, be it with the line that follows.
fn is_definition(content: &str, behind: &str) -> bool {
    let Some((word, target)) = content.strip_prefix('[').and_then(|rest| rest.split_once("]:"))
    else {
        return false;
    };
    // A bracket inside would have to be escaped: this is a link to a note.
    if has_bracket(word) {
        return false;
    }
    if word.starts_with('^') && !word.contains(char::is_whitespace) {
        let begins = target.contains(|c: char| !c.is_whitespace());
        let words = if begins { target } else { behind.trim_start().lines().next().unwrap_or("") };
        return !is_footnote(words.trim_start()) && (begins || leads(words));
    }
    let mut words = target.split_whitespace();
    let first = words.next().unwrap_or_default();
    let titled = words.next().is_none_or(|word| word.starts_with(['"', '\'', '(']));
    titled || first.contains(':') || first.starts_with('<')
}

fn has_bracket(word: &str) -> bool {
    word.match_indices(['[', ']']).any(|(at, _)| !is_escaped(word, at))
}

/// Whether a footnote says what every reader takes for words: it begins no block, and no address
/// to which a reader without footnotes would link.
fn is_footnote(words: &str) -> bool {
    let bracket = words.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    content_start(words) == 0
        && heading_level(words).is_none()
        && !["```", "~~~"].iter().any(|fence| words.starts_with(fence))
        && !bracket.is_some_and(|(_, rest)| rest.starts_with(':'))
        && !leads(words)
}

/// Whether words begin with an address that is none of the web, or hides that it is.
fn leads(words: &str) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default().trim_start_matches('<');
    let elsewhere = |url: &Url| !matches!(url.scheme(), "http" | "https") && !url.path().is_empty();
    first.starts_with("//") || Url::parse(first).as_ref().is_ok_and(elsewhere)
}

fn mend_callout(content: &str, start: usize, changes: &mut Changes) {
    let Some((kind, _)) = content.strip_prefix("[!").and_then(|rest| rest.split_once(']')) else {
        return;
    };
    if !CALLOUTS.contains(&kind.to_ascii_lowercase().as_str()) {
        changes.replace(start + 2..start + 2 + kind.len(), "note", "an unusual callout");
    }
}

/// Where the `^` of a block's id stands in a line that ends with one.
pub fn block_id(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let id = line.len()
        - line.bytes().rev().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let at = id.checked_sub(1).filter(|at| id < line.len() && line.get(*at..id) == Some("^"))?;
    let before = line.get(..at)?.chars().next_back();
    before.is_none_or(|c| c.is_whitespace() || ">*_~=|".contains(c)).then_some(at)
}

/// Whether the `#` at a byte begins a tag.
pub fn is_tag(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    // Behind an underscore emphasis may begin.
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/');
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
    // Two characters tell whether a tag begins, unless the first is a digit.
    let digits = rest.bytes().skip(1).take_while(|b| b.is_ascii_digit() || *b == b'/').count();
    // For Obsidian only these digits make a number.
    let counts = |c: char| c.is_numeric() && !c.is_ascii();
    let other = rest.get(1 + digits..).is_some_and(|rest| rest.starts_with(counts));
    let word = if digits > 0 {
        rest.get(..1 + digits + next_width(rest, 1 + digits))
    } else {
        rest.get(..end)
    };
    before.is_none_or(|c| !inside(c))
        && !is_escaped(text, at)
        && !is_entity(before, rest)
        && (other || word.is_some_and(|word| tag::anywhere(word).next().is_some()))
}

/// Whether a `#` stands in a character by its number, as in `&#x2014;`.
fn is_entity(before: Option<char>, rest: &str) -> bool {
    let digits = rest.bytes().skip(2).take(8).take_while(u8::is_ascii_hexdigit).count();
    before == Some('&') && digits > 0 && rest.as_bytes().get(2 + digits) == Some(&b';')
}

fn next_width(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
}
