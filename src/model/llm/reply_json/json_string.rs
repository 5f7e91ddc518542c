//! Parses JSON strings: finds their end even if inner quotes are not escaped, and decodes escapes.
//!
//! A quote ends the string if the text after the quote can follow a string at this position. In
//! valid JSON that is always the first quote that is not escaped.

use crate::model::llm::reply_json::cursor::{Cursor, is_space, is_word_char};
use crate::model::llm::reply_json::literal::is_literal;
use crate::model::llm::reply_json::repair_log::{Repair, RepairLog};

/// Whether a string is a key, a field value or an array item. This determines which characters may
/// follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StringRole {
    /// The key of an object, before a colon.
    Key,
    /// The value of an object's field, after a colon.
    Field,
    /// An item of an array.
    Item,
}

/// Maximum number of characters that are read to find the end of a key. Without the limit, a reply
/// with many quotes would take quadratic time.
const MAX_KEY_CHARS: usize = 80;

/// The quotes that can close a string that starts with `open`; `None` if `open` isn't a quote.
pub(super) fn closing_quotes(open: char) -> Option<&'static [char]> {
    match open {
        '"' => Some(&['"']),
        '\'' => Some(&['\'']),
        '“' | '”' | '„' | '‟' => Some(&['”', '“', '‟', '"']),
        '‘' | '’' | '‚' => Some(&['’', '‘', '\'']),
        _ => None,
    }
}

/// Parses a string whose opening quote is next. Returns `None` if the text ends inside the string;
/// the cursor is then at the end of the text, so that nothing is read twice.
pub(super) fn parse(
    cursor: &mut Cursor<'_>,
    role: StringRole,
    log: &mut RepairLog,
) -> Option<String> {
    let open = cursor.next()?;
    let closing = closing_quotes(open)?;
    if open != '"' {
        log.add(Repair::Quotes);
    }
    let mut text = String::new();
    loop {
        match cursor.next()? {
            '\\' => decode_escape(cursor, &mut text, log),
            c if closing.contains(&c) => {
                if can_string_end(*cursor, role) {
                    return Some(text);
                }
                log.add(if c == '"' { Repair::InnerQuote } else { Repair::Quotes });
                text.push(c);
            }
            c => {
                if c < ' ' {
                    log.add(Repair::Control);
                }
                text.push(c);
            }
        }
    }
}

/// Whether the quote before the cursor can be the end of a string, judged by the text after the
/// quote.
fn can_string_end(mut cursor: Cursor<'_>, role: StringRole) -> bool {
    let Some(next) = cursor.peek_past_space() else {
        return true;
    };
    match (role, next) {
        (StringRole::Key, _) => matches!(next, ':' | ',' | '}' | ']'),
        (StringRole::Field, '}') | (StringRole::Item, ']') => true,
        (_, '}' | ']') => can_close_outer_container(cursor),
        (StringRole::Field, ',') => key_or_object_end_follows(after_commas(cursor)) != Some(false),
        (StringRole::Item, ',') => item_or_array_end_follows(after_commas(cursor)),
        (_, '/') => cursor.rest().starts_with("//") || cursor.rest().starts_with("/*"),
        (StringRole::Field, _) => {
            closing_quotes(next).is_some() && key_or_object_end_follows(cursor) == Some(true)
        }
        (StringRole::Item, '{') => {
            key_or_object_end_follows(after_opening_brace(cursor)) == Some(true)
        }
        (StringRole::Item, _) => closing_quotes(next).is_some(),
    }
}

/// Whether the bracket at the cursor can close an array or object further out, because a comma,
/// another closing bracket or the end of the text follows.
fn can_close_outer_container(mut cursor: Cursor<'_>) -> bool {
    cursor.next();
    cursor.peek_past_space().is_none_or(|next| matches!(next, ',' | '}' | ']'))
}

fn after_commas(mut cursor: Cursor<'_>) -> Cursor<'_> {
    cursor.take_while(|c| c == ',' || is_space(c));
    cursor
}

fn after_opening_brace(mut cursor: Cursor<'_>) -> Cursor<'_> {
    cursor.next();
    cursor.skip_space();
    cursor
}

/// Whether a key with its colon, or the end of the object, is next. `None` if the text ends too
/// early or the key is too long to decide.
fn key_or_object_end_follows(mut cursor: Cursor<'_>) -> Option<bool> {
    let next = cursor.peek()?;
    if matches!(next, '}' | ']' | '/') {
        return Some(true);
    }
    let Some(closing) = closing_quotes(next) else {
        let word = cursor.rest().chars().take(MAX_KEY_CHARS).take_while(|c| is_word_char(*c));
        let bytes: usize = word.map(char::len_utf8).sum();
        cursor.skip_bytes(bytes);
        return Some(bytes > 0 && cursor.peek_past_space()? == ':');
    };
    cursor.next();
    for _ in 0..MAX_KEY_CHARS {
        match cursor.next()? {
            '\\' => drop(cursor.next()),
            c if closing.contains(&c) => return Some(cursor.peek_past_space()? == ':'),
            _ => {}
        }
    }
    None
}

/// Whether a value or the end of the array is next.
fn item_or_array_end_follows(cursor: Cursor<'_>) -> bool {
    let Some(next) = cursor.peek() else {
        return true;
    };
    let opens = matches!(next, '{' | '[' | ']' | '}' | '/' | '-' | '+' | '.' | '0'..='9');
    opens || closing_quotes(next).is_some() || is_literal(cursor)
}

/// Decodes the escape sequence after a backslash and appends the character to `text`. An invalid
/// escape stays unchanged: it is usually a part of a formula or a Windows path.
fn decode_escape(cursor: &mut Cursor<'_>, text: &mut String, log: &mut RepairLog) {
    let rest = cursor.rest();
    let decoded = match rest.chars().next() {
        Some('u') => decode_unicode_escape(rest),
        Some('x') => parse_hex(rest, 1, 2).and_then(char::from_u32).map(|c| (c, 3)),
        Some(c) => decode_simple_escape(c).map(|decoded| (decoded, c.len_utf8())),
        None => None,
    };
    if decoded.is_none() || rest.starts_with(['x', '\'']) {
        log.add(Repair::Escape);
    }
    match decoded {
        Some((c, bytes)) => {
            text.push(c);
            cursor.skip_bytes(bytes);
        }
        None => {
            text.push('\\');
            // The character after the backslash is kept too. It is never a quote: an escaped quote
            // would have been decoded.
            text.extend(cursor.next());
        }
    }
}

fn decode_simple_escape(c: char) -> Option<char> {
    match c {
        '"' | '\\' | '/' | '\'' => Some(c),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        _ => None,
    }
}

/// Decodes `uXXXX`, or two of them that form a surrogate pair. Returns the character and the number
/// of bytes that were read.
fn decode_unicode_escape(rest: &str) -> Option<(char, usize)> {
    let first = parse_hex(rest, 1, 4)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 5));
    }
    let second = parse_hex(rest.get(5..)?.strip_prefix("\\u")?, 0, 4)?;
    let (high, low) = (first.checked_sub(0xD800)?, second.checked_sub(0xDC00)?);
    if high >= 0x400 || low >= 0x400 {
        return None;
    }
    char::from_u32(0x10000 + (high << 10) + low).map(|c| (c, 11))
}

fn parse_hex(text: &str, start_byte: usize, digit_count: usize) -> Option<u32> {
    let digits = text.get(start_byte..start_byte + digit_count)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

/// Removes one level of escapes from a text: `\"` becomes `"`.
pub(super) fn unescape(text: &str) -> String {
    let mut cursor = Cursor::new(text, 0);
    let (mut plain, mut log) = (String::with_capacity(text.len()), RepairLog::default());
    while let Some(c) = cursor.next() {
        match c {
            '\\' => decode_escape(&mut cursor, &mut plain, &mut log),
            c => plain.push(c),
        }
    }
    plain
}
