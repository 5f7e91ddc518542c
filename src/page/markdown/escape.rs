//! Text that is to stand as it is: what Markdown or Obsidian would take for a sign is escaped, at
//! the places where it would be one.

use crate::page::markdown::visible::is_blank;

/// Which dollars of a text are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dollars {
    /// Those that could end a formula: without them none begins.
    Closing,
    /// All, beside true formulas.
    All,
}

/// Adds text to a line of Markdown, which says what stands before.
pub(super) fn push(text: &str, dollars: Dollars, line: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let before = line.chars().next_back();
        let after = chars.peek().copied();
        let is_dollar = c == '$' && (dollars == Dollars::All || is_closing_dollar(before, after));
        if is_dollar || is_sign(c, before, after, || chars.clone()) {
            line.push('\\');
        }
        line.push(c);
    }
}

/// Whether a character would mean something where it stands.
fn is_sign<I>(c: char, before: Option<char>, after: Option<char>, rest: impl Fn() -> I) -> bool
where
    I: Iterator<Item = char>,
{
    match c {
        '\\' | '`' | '*' | '_' | '[' | ']' => true,
        // What follows may stand in the next piece of the line.
        '<' => after.is_none_or(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => is_entity(rest()),
        '#' => !before.is_some_and(char::is_alphanumeric) && is_tag(rest()),
        // `[^` would begin a footnote and `[!` a callout.
        '^' | '!' => before == Some('['),
        '~' | '=' => is_pair(c, before, after, rest()),
        '%' => before == Some('%') || after == Some('%'),
        _ => false,
    }
}

/// A formula ends with a dollar behind a sign, and no digit follows it.
fn is_closing_dollar(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|c| !is_blank(c)) && !after.is_some_and(|c| c.is_ascii_digit())
}

/// Whether what follows is the name of a tag: it is not only a number.
fn is_tag(rest: impl Iterator<Item = char>) -> bool {
    let mut name = rest.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'));
    name.any(|c| !c.is_ascii_digit())
}

/// Whether a sign that counts twice stands twice, and next to a word.
fn is_pair(
    c: char,
    before: Option<char>,
    after: Option<char>,
    mut rest: impl Iterator<Item = char>,
) -> bool {
    if before == Some(c) {
        return false;
    }
    after == Some(c) && !(before.is_none_or(is_blank) && rest.nth(1).is_none_or(is_blank))
}

/// The longest name of an entity is `CounterClockwiseContourIntegral`.
const LONGEST_ENTITY: usize = 33;

fn is_entity(rest: impl Iterator<Item = char>) -> bool {
    for (length, c) in rest.take(LONGEST_ENTITY).enumerate() {
        match c {
            ';' => return length > 0,
            '#' if length == 0 => {}
            c if c.is_ascii_alphanumeric() => {}
            _ => return false,
        }
    }
    false
}

/// A paragraph whose lines do not begin like a heading, list, quote, rule, table or definition,
/// and do not end like the name of a block.
pub(super) fn lines(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 2);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            safe.push('\n');
        }
        let at = sign_at_start(line);
        let (start, rest) = at.and_then(|at| line.split_at_checked(at)).unwrap_or(("", line));
        safe.push_str(start);
        if at.is_some() {
            safe.push('\\');
        }
        safe.push_str(&block_name_escaped(rest));
    }
    safe
}

/// Where a sign stands that makes the line something else than a paragraph.
fn sign_at_start(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let rest = line.get(first.len_utf8()..).unwrap_or_default();
    let ends_there = rest.is_empty() || rest.starts_with(is_blank);
    match first {
        '#' => {
            let behind = rest.trim_start_matches('#');
            (behind.is_empty() || behind.starts_with(is_blank)).then_some(0)
        }
        '-' => (ends_there || is_rule(line)).then_some(0),
        '+' => ends_there.then_some(0),
        '=' => line.trim_end_matches('=').trim().is_empty().then_some(0),
        '>' | '|' => Some(0),
        ':' => (ends_there || rest.starts_with('-')).then_some(0),
        '0'..='9' => number_end(line),
        _ => None,
    }
}

fn is_rule(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '-' | ' ' | '|' | ':'))
}

/// Where the sign behind the number of a list item stands.
fn number_end(line: &str) -> Option<usize> {
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let rest = line.get(end..)?.strip_prefix(['.', ')'])?;
    (end <= 9 && (rest.is_empty() || rest.starts_with(is_blank))).then_some(end)
}

/// A line that ends like ` ^name` would name its block in Obsidian.
fn block_name_escaped(line: &str) -> String {
    let Some((start, name)) = line.rsplit_once('^') else { return line.to_owned() };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_name && (start.is_empty() || start.ends_with(is_blank)) {
        format!("{start}\\^{name}")
    } else {
        line.to_owned()
    }
}
