//! Escapes characters of a text that Markdown or Obsidian would take for markup. Characters that
//! are harmless at their position are not escaped.

use crate::page::markdown::whitespace::is_blank;

/// Which dollar signs of a text are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DollarEscape {
    /// Dollar signs that could end a formula. Without an end there is no formula.
    Closing,
    /// All dollar signs. Needed in a paragraph that contains formulas.
    All,
}

/// Escapes a text and adds it to a line of Markdown. The end of the line affects what is escaped.
pub fn push_escaped(text: &str, dollars: DollarEscape, line: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let before = line.chars().next_back();
        let after = chars.peek().copied();
        let is_dollar =
            c == '$' && (dollars == DollarEscape::All || is_closing_dollar(before, after));
        if is_dollar || is_markup(c, before, after, || chars.clone()) {
            line.push('\\');
        }
        line.push(c);
    }
}

/// Whether a character would be markup at its position.
fn is_markup<I>(c: char, before: Option<char>, after: Option<char>, rest: impl Fn() -> I) -> bool
where
    I: Iterator<Item = char>,
{
    match c {
        '\\' | '`' | '*' | '_' | '[' | ']' => true,
        // At the end of this text, the next piece of the line may continue the tag.
        '<' => after.is_none_or(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => continues_as_entity(rest()),
        '#' => !before.is_some_and(char::is_alphanumeric) && continues_as_tag(rest()),
        // `[^` would begin a footnote and `[!` a callout.
        '^' | '!' => before == Some('['),
        '~' | '=' => opens_delimiter_pair(c, before, after, rest()),
        '%' => before == Some('%') || after == Some('%'),
        _ => false,
    }
}

/// Whether a dollar sign could end a formula: no space is before it and no digit after it.
fn is_closing_dollar(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|c| !is_blank(c)) && !after.is_some_and(|c| c.is_ascii_digit())
}

/// Whether the following characters are the name of an Obsidian tag. A number alone is no tag.
fn continues_as_tag(rest: impl Iterator<Item = char>) -> bool {
    let mut name = rest.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'));
    name.any(|c| !c.is_ascii_digit())
}

/// Whether the character is the first of a pair such as `~~` that touches a word.
fn opens_delimiter_pair(
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

/// Maximum length of an HTML entity: the longest name is `CounterClockwiseContourIntegral`.
const MAX_ENTITY_CHARS: usize = 33;

/// Whether the characters after `&` form an HTML entity.
fn continues_as_entity(rest: impl Iterator<Item = char>) -> bool {
    for (length, c) in rest.take(MAX_ENTITY_CHARS).enumerate() {
        match c {
            ';' => return length > 0,
            '#' if length == 0 => {}
            c if c.is_ascii_alphanumeric() => {}
            _ => return false,
        }
    }
    false
}

/// Escapes the lines of a paragraph that begin like a heading, list, quote, rule, table or
/// definition, or that end like an Obsidian block id.
pub fn escape_line_starts(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 2);
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            escaped.push('\n');
        }
        let marker = block_marker_offset(line);
        let (start, rest) =
            marker.and_then(|marker| line.split_at_checked(marker)).unwrap_or(("", line));
        escaped.push_str(start);
        if marker.is_some() {
            escaped.push('\\');
        }
        escaped.push_str(&escape_block_id(rest));
    }
    escaped
}

/// Returns the position of the character that would turn the line into another kind of block.
fn block_marker_offset(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let rest = line.get(first.len_utf8()..).unwrap_or_default();
    let ends_there = rest.is_empty() || rest.starts_with(is_blank);
    match first {
        '#' => {
            let text = rest.trim_start_matches('#');
            (text.is_empty() || text.starts_with(is_blank)).then_some(0)
        }
        '-' => (ends_there || is_rule_line(line)).then_some(0),
        '+' => ends_there.then_some(0),
        '=' => line.trim_end_matches('=').trim().is_empty().then_some(0),
        '>' | '|' => Some(0),
        ':' => (ends_there || rest.starts_with('-')).then_some(0),
        '0'..='9' => list_number_end(line),
        _ => None,
    }
}

/// Whether a line consists only of the characters of a rule or of a table's second row.
fn is_rule_line(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '-' | ' ' | '|' | ':'))
}

/// Returns the position after the number that begins a list item.
fn list_number_end(line: &str) -> Option<usize> {
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let rest = line.get(end..)?.strip_prefix(['.', ')'])?;
    (end <= 9 && (rest.is_empty() || rest.starts_with(is_blank))).then_some(end)
}

/// Escapes a ` ^name` at the end of a line, which Obsidian would read as the id of the block.
fn escape_block_id(line: &str) -> String {
    let Some((start, name)) = line.rsplit_once('^') else { return line.to_owned() };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_name && (start.is_empty() || start.ends_with(is_blank)) {
        format!("{start}\\^{name}")
    } else {
        line.to_owned()
    }
}
