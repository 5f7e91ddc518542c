//! Escapes characters of a text that Markdown or Obsidian would take for markup. Characters that
//! are harmless at their position are not escaped.

use crate::web::page::markdown::whitespace::is_blank;

/// Which dollar signs of a text are escaped, so that Obsidian does not read the text between two of
/// them as a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DollarsToEscape {
    /// Only dollar signs that could end a formula: if no formula can end, none can begin. Enough in
    /// a paragraph without formulas.
    Closing,
    /// All dollar signs. Needed in a paragraph with formulas, whose dollar signs could pair with
    /// those of the text.
    All,
}

/// Escapes a text and appends it to a line of Markdown. Whether its first character is escaped also
/// depends on the last character of the line.
pub(crate) fn push_escaped(text: &str, dollars: DollarsToEscape, line: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let before = line.chars().next_back();
        let after = chars.peek().copied();
        let is_dollar =
            c == '$' && (dollars == DollarsToEscape::All || is_closing_dollar(before, after));
        if is_dollar || is_markup(c, before, after, || chars.clone()) {
            line.push('\\');
        }
        line.push(c);
    }
}

/// Whether Markdown or Obsidian would read the character `c` as markup; `before` and `after` are
/// the characters next to it, and `rest` returns all that follow.
fn is_markup<I>(c: char, before: Option<char>, after: Option<char>, rest: impl Fn() -> I) -> bool
where
    I: Iterator<Item = char>,
{
    match c {
        '\\' | '`' | '*' | '[' | ']' => true,
        // Inside a word, as in `user_id`, it cannot begin or end emphasis.
        '_' => {
            !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric))
        }
        // `<` is also escaped at the end of the text, because text that is appended later could
        // make it an HTML tag.
        '<' => after.is_none_or(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => continues_as_html_entity(rest()),
        '#' => !before.is_some_and(char::is_alphanumeric) && continues_as_obsidian_tag(rest()),
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

/// Whether the characters after `#` make it an Obsidian tag. A number alone, as in `#12`, is no
/// tag.
fn continues_as_obsidian_tag(rest: impl Iterator<Item = char>) -> bool {
    let mut name = rest.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'));
    name.any(|c| !c.is_ascii_digit())
}

/// Whether the character is the first of a pair, such as `~~` or `==`, that could begin or end
/// formatting because it touches a word.
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

/// Maximum number of characters after `&` in an HTML entity. The longest name is
/// `CounterClockwiseContourIntegral`.
const MAX_ENTITY_CHARS: usize = 33;

/// Whether the characters after `&` form an HTML entity.
fn continues_as_html_entity(rest: impl Iterator<Item = char>) -> bool {
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

/// Escapes the beginnings of lines that Markdown would read as a heading, list, quote, rule, table
/// or definition, and the ends of lines that Obsidian would read as a block id.
pub(crate) fn escape_line_starts(text: &str) -> String {
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

/// Returns the byte position of the character to escape if Markdown would read the line as a
/// heading, list, quote, rule, table or definition; `None` if it is normal text.
fn block_marker_offset(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let rest = line.get(first.len_utf8()..).unwrap_or_default();
    let ends_there = rest.is_empty() || rest.starts_with(is_blank);
    match first {
        '#' => {
            let text = rest.trim_start_matches('#');
            (text.is_empty() || text.starts_with(is_blank)).then_some(0)
        }
        '-' => (ends_there || is_rule_or_table_separator(line)).then_some(0),
        '+' => ends_there.then_some(0),
        '=' => line.trim_end_matches('=').trim().is_empty().then_some(0),
        '>' | '|' => Some(0),
        ':' => (ends_there || rest.starts_with('-')).then_some(0),
        '0'..='9' => list_number_end_offset(line),
        _ => None,
    }
}

/// Whether a line consists only of characters that form a horizontal rule or the line below the
/// header of a table.
fn is_rule_or_table_separator(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '-' | ' ' | '|' | ':'))
}

/// Returns the byte position after the number, if the line begins like an item of a numbered list,
/// such as `1.`.
fn list_number_end_offset(line: &str) -> Option<usize> {
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
