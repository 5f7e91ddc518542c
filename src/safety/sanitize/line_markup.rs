//! Escapes markup at the start or end of a line: headings, rules, tasks, callouts, definitions and
//! block ids.

use std::ops::Range;
use std::sync::LazyLock;

use url::Url;

use crate::language::{WordSet, word_list};
use crate::notes::note::tag;
use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::{is_escaped, line_ranges};
use crate::values::text::add_steps;

/// Maximum nesting depth of quotes and lists; deeper markers are removed. Nobody reads deeper text,
/// and every level costs time in each program that renders the note.
const MAX_NESTING_DEPTH: usize = 16;

/// The callout types of Obsidian. Any other type belongs to a theme or plugin and is replaced.
static CALLOUT_TYPES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("known_names.txt"), "callout_types"));

/// The markers of quotes and lists at the start of a line, such as `> - `.
struct LinePrefix {
    length: usize,
    depth: usize,
    has_quote: bool,
    has_item: bool,
    /// The offset of the first marker that exceeds the maximum nesting depth.
    too_deep: Option<usize>,
}

impl LinePrefix {
    fn parse(line: &str) -> Self {
        let mut prefix =
            Self { length: 0, depth: 0, has_quote: false, has_item: false, too_deep: None };
        loop {
            let rest = line.get(prefix.length..).unwrap_or_default();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let rest = rest.get(blank..).unwrap_or_default();
            let mark = if rest.starts_with('>') { 1 } else { list_marker_length(rest) };
            if mark == 0 {
                prefix.length += blank;
                return prefix;
            }
            if prefix.depth == MAX_NESTING_DEPTH {
                prefix.too_deep = Some(prefix.length);
            }
            prefix.depth += 1;
            prefix.has_quote |= rest.starts_with('>');
            prefix.has_item |= !rest.starts_with('>');
            prefix.length += blank + mark;
        }
    }
}

/// The length of a list marker, without the space after it. Zero if there is none.
fn list_marker_length(rest: &str) -> usize {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mark = match rest.get(digits..).and_then(|rest| rest.chars().next()) {
        Some('-' | '*' | '+') if digits == 0 => 1,
        Some('.' | ')') if digits > 0 => digits + 1,
        _ => return 0,
    };
    let next = rest.get(mark..).and_then(|rest| rest.chars().next());
    if next.is_none_or(|c| matches!(c, ' ' | '\t')) { mark } else { 0 }
}

/// The offset after the markers of quotes and lists at the start of a line.
pub fn content_offset(line: &str) -> usize {
    LinePrefix::parse(line).length
}

/// Removes the markers of quotes and lists beyond the maximum nesting depth. This includes code,
/// because each marker costs the Markdown parser time.
pub fn limit_nesting_depth(text: &str, replacements: &mut Replacements) {
    for range in line_ranges(text) {
        let prefix = LinePrefix::parse(text.get(range.clone()).unwrap_or_default());
        if let Some(from) = prefix.too_deep {
            let beyond = range.start + from..range.start + prefix.length;
            replacements.replace(beyond, " ", "very deep nesting");
        }
    }
}

/// Escapes markup at the start and end of every line, except in bytes that an earlier rule has
/// handled.
pub fn escape_line_markup(text: &str, handled: &HandledBytes, replacements: &mut Replacements) {
    for range in line_ranges(text) {
        let line = text.get(range.clone()).unwrap_or_default();
        if let Some(place) = block_id_offset(line).map(|place| range.start + place)
            && !handled.is_handled(place)
        {
            replacements.insert(place, "\\", "a block id");
        }
        let prefix = LinePrefix::parse(line);
        let start = range.start + prefix.length;
        if handled.is_in_handled_block(start) {
            continue;
        }
        // Below a formula, a single dash can underline a heading for some parsers, because they
        // disagree on where the formula ends.
        if line.trim() == "-" && follows_formula_line(text, range.start) {
            let blank = line.len() - line.trim_start().len();
            replacements.insert(range.start + blank, "\\", "the underline of a heading");
        } else {
            escape_line_start(text, start..range.end, &prefix, replacements);
        }
    }
}

fn escape_line_start(
    text: &str,
    range: Range<usize>,
    prefix: &LinePrefix,
    replacements: &mut Replacements,
) {
    let content = text.get(range.clone()).unwrap_or_default();
    let start = range.start;
    if let Some(level) = heading_level(content).filter(|level| *level < 3) {
        replacements.insert(start, "#".repeat(3 - level), "a heading of a higher level");
    } else if consists_only_of(content, b'-') && content.trim_end().len() > 2 {
        replacements.replace(range, "***", "a rule that could open something");
    } else if consists_only_of(content, b'=')
        || (content.trim_end() == "--" && follows_text_line(text, start))
    {
        replacements.insert(start, "\\", "the underline of a heading");
    } else if prefix.has_item && checkbox_offset(&format!("- {content}")).is_some() {
        replacements.insert(start, "\\", "a task");
    } else if content.starts_with("~~~") {
        replacements.insert(start, "\\", "a code block that was left open");
    } else if is_link_definition(content, text.get(range.end..).unwrap_or_default()) {
        replacements.insert(start, "\\", "a link definition");
    } else if prefix.has_quote {
        replace_unknown_callout(content, start, replacements);
    }
}

/// Whether a line consists only of the byte `byte_value`, once or repeated.
fn consists_only_of(content: &str, byte_value: u8) -> bool {
    let content = content.trim_end();
    !content.is_empty() && content.bytes().all(|byte| byte == byte_value)
}

/// Whether the line above the line of byte `at` has text. Dashes below such a line would make it a
/// heading.
pub fn follows_text_line(text: &str, at: usize) -> bool {
    previous_line(text, at).is_some_and(|line| !line.trim().is_empty())
}

fn follows_formula_line(text: &str, at: usize) -> bool {
    previous_line(text, at).is_some_and(|line| line.trim_end().ends_with("$$"))
}

fn previous_line(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at).unwrap_or_default().rsplit('\n').nth(1);
    add_steps(line.map_or(0, str::len));
    line
}

/// The level of a heading that begins with hashes: 2 for `## Title`. `None` for any other line.
pub fn heading_level(content: &str) -> Option<usize> {
    let words = content.trim_start_matches('#');
    let level = content.len() - words.len();
    let is_heading =
        (1..=6).contains(&level) && words.chars().next().is_none_or(char::is_whitespace);
    is_heading.then_some(level)
}

/// The offset of the opening bracket of a task's checkbox in a line.
pub fn checkbox_offset(line: &str) -> Option<usize> {
    let prefix = LinePrefix::parse(line);
    let mut rest = line.get(prefix.length..)?.strip_prefix('[')?.chars();
    let _box = rest.next()?;
    // No space is required after the checkbox, because some plugins need none. `[x](…)` is a link
    // and no checkbox.
    let is_box = rest.next() == Some(']') && !matches!(rest.next(), Some('(' | '[' | ':'));
    (is_box && prefix.has_item).then_some(prefix.length)
}

/// Whether a line begins a link definition (`[word]: target`), whose target may be on the next
/// line.
fn is_link_definition(content: &str, following_text: &str) -> bool {
    let Some((word, target)) = content.strip_prefix('[').and_then(|rest| rest.split_once("]:"))
    else {
        return false;
    };
    // With an unescaped bracket inside, this is not a definition but for example a wikilink.
    if has_unescaped_bracket(word) {
        return false;
    }
    if word.starts_with('^') && !word.contains(char::is_whitespace) {
        let begins = target.contains(|c: char| !c.is_whitespace());
        let words =
            if begins { target } else { following_text.trim_start().lines().next().unwrap_or("") };
        return !is_safe_footnote(words.trim_start()) && (begins || begins_with_non_web_url(words));
    }
    let mut words = target.split_whitespace();
    let first = words.next().unwrap_or_default();
    let titled = words.next().is_none_or(|word| word.starts_with(['"', '\'', '(']));
    titled || first.contains(':') || first.starts_with('<')
}

fn has_unescaped_bracket(word: &str) -> bool {
    word.match_indices(['[', ']']).any(|(at, _)| !is_escaped(word, at))
}

/// Whether every parser reads the content of a footnote as text: it begins no list, quote, heading
/// or code block, and no URL to which a parser without footnotes would create a link.
fn is_safe_footnote(footnote_text: &str) -> bool {
    let bracket = footnote_text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    content_offset(footnote_text) == 0
        && heading_level(footnote_text).is_none()
        && !["```", "~~~"].iter().any(|fence| footnote_text.starts_with(fence))
        && !bracket.is_some_and(|(_, rest)| rest.starts_with(':'))
        && !begins_with_non_web_url(footnote_text)
}

/// Whether a text begins with a URL whose scheme is neither `http` nor `https`, or that has no
/// scheme (`//…`).
fn begins_with_non_web_url(words: &str) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default().trim_start_matches('<');
    let elsewhere = |url: &Url| !matches!(url.scheme(), "http" | "https") && !url.path().is_empty();
    first.starts_with("//") || Url::parse(first).as_ref().is_ok_and(elsewhere)
}

/// Replaces a callout type that Obsidian doesn't have by `note`.
fn replace_unknown_callout(content: &str, content_offset: usize, replacements: &mut Replacements) {
    let Some((kind, _)) = content.strip_prefix("[!").and_then(|rest| rest.split_once(']')) else {
        return;
    };
    if !CALLOUT_TYPES.contains(&kind.to_ascii_lowercase().as_str()) {
        replacements.replace(
            content_offset + 2..content_offset + 2 + kind.len(),
            "note",
            "an unusual callout",
        );
    }
}

/// The offset of the `^` of a block id at the end of a line.
pub fn block_id_offset(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let id = line.len()
        - line.bytes().rev().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let at = id.checked_sub(1).filter(|at| id < line.len() && line.get(*at..id) == Some("^"))?;
    let before = line.get(..at)?.chars().next_back();
    before.is_none_or(|c| c.is_whitespace() || ">*_~=|".contains(c)).then_some(at)
}

/// Whether the `#` at an offset begins a tag.
pub fn is_tag_start(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    // After a letter, a digit, `-` or `/`, a `#` begins no tag. After an underscore it may begin
    // one, because the underscore can be emphasis.
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/');
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
    // Usually the `#` and the character after it decide whether a tag begins. If digits follow, the
    // first character after the digits decides.
    let digits = rest.bytes().skip(1).take_while(|b| b.is_ascii_digit() || *b == b'/').count();
    // For Obsidian, a `#` with only ASCII digits after it is no tag, but with digits of other
    // scripts it can be one.
    let counts = |c: char| c.is_numeric() && !c.is_ascii();
    let other = rest.get(1 + digits..).is_some_and(|rest| rest.starts_with(counts));
    let word = if digits > 0 {
        rest.get(..1 + digits + char_byte_length(rest, 1 + digits))
    } else {
        rest.get(..end)
    };
    before.is_none_or(|c| !inside(c))
        && !is_escaped(text, at)
        && !is_char_reference(before, rest)
        && (other || word.is_some_and(|word| tag::possible_tags(word).next().is_some()))
}

/// Whether a `#` is part of a numeric character reference, such as `&#x2014;`.
fn is_char_reference(before: Option<char>, rest: &str) -> bool {
    let digits = rest.bytes().skip(2).take(8).take_while(u8::is_ascii_hexdigit).count();
    before == Some('&') && digits > 0 && rest.as_bytes().get(2 + digits) == Some(&b';')
}

/// The number of bytes of the character at an offset.
fn char_byte_length(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
}
