//! Strings: where they end when quotes inside them have no backslash, and what escapes mean.
//!
//! A quote ends the string if what follows can follow a string at this place. In JSON without
//! mistakes that is so at the first one.

use crate::llm::reply_json::Repair;
use crate::llm::reply_json::cursor::{Cursor, is_space, is_word};
use crate::llm::reply_json::literal::is_literal;
use crate::llm::reply_json::repair::Notes;

/// Where a string stands: what may follow it depends on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Before a colon.
    Key,
    /// Behind a colon.
    Field,
    /// In an array.
    Item,
}

/// Keys longer than this are not looked through to see whether a colon follows: a bound, so that
/// every quote costs the same.
const KEY_CHARS: usize = 80;

/// The quotes that close a string opened by this one.
pub(super) fn closing(open: char) -> Option<&'static [char]> {
    match open {
        '"' => Some(&['"']),
        '\'' => Some(&['\'']),
        '“' | '”' | '„' | '‟' => Some(&['”', '“', '‟', '"']),
        '‘' | '’' | '‚' => Some(&['’', '‘', '\'']),
        _ => None,
    }
}

/// Reads a string whose opening quote is next. None if the text ends inside it; the cursor is then
/// at the end, so that nothing is read twice.
pub(super) fn read(cursor: &mut Cursor<'_>, place: Place, notes: &mut Notes) -> Option<String> {
    let open = cursor.next()?;
    let closing = closing(open)?;
    if open != '"' {
        notes.note(Repair::Quotes);
    }
    let mut text = String::new();
    loop {
        match cursor.next()? {
            '\\' => escape(cursor, &mut text, notes),
            c if closing.contains(&c) => {
                if ends(*cursor, place) {
                    return Some(text);
                }
                notes.note(if c == '"' { Repair::InnerQuote } else { Repair::Quotes });
                text.push(c);
            }
            c => {
                if c < ' ' {
                    notes.note(Repair::Control);
                }
                text.push(c);
            }
        }
    }
}

/// Whether a string that would end before the cursor can end there.
fn ends(mut cursor: Cursor<'_>, place: Place) -> bool {
    let Some(next) = cursor.peek_past_space() else {
        return true;
    };
    match (place, next) {
        (Place::Key, _) => matches!(next, ':' | ',' | '}' | ']'),
        (Place::Field, '}') | (Place::Item, ']') => true,
        (_, '}' | ']') => closes_around(cursor),
        (Place::Field, ',') => key_follows(behind_comma(cursor)) != Some(false),
        (Place::Item, ',') => item_follows(behind_comma(cursor)),
        (_, '/') => cursor.rest().starts_with("//") || cursor.rest().starts_with("/*"),
        (Place::Field, _) => closing(next).is_some() && key_follows(cursor) == Some(true),
        (Place::Item, '{') => key_follows(behind_brace(cursor)) == Some(true),
        (Place::Item, _) => closing(next).is_some(),
    }
}

/// Whether the bracket here, which belongs to something further out, stands where one would.
fn closes_around(mut cursor: Cursor<'_>) -> bool {
    cursor.next();
    cursor.peek_past_space().is_none_or(|next| matches!(next, ',' | '}' | ']'))
}

fn behind_comma(mut cursor: Cursor<'_>) -> Cursor<'_> {
    cursor.take_while(|c| c == ',' || is_space(c));
    cursor
}

fn behind_brace(mut cursor: Cursor<'_>) -> Cursor<'_> {
    cursor.next();
    cursor.skip_space();
    cursor
}

/// Whether a key with its colon is next, or the end of the object. None if it cannot be seen
/// from here.
fn key_follows(mut cursor: Cursor<'_>) -> Option<bool> {
    let next = cursor.peek()?;
    if matches!(next, '}' | ']' | '/') {
        return Some(true);
    }
    let Some(closing) = closing(next) else {
        let word = cursor.rest().chars().take(KEY_CHARS).take_while(|c| is_word(*c));
        let bytes: usize = word.map(char::len_utf8).sum();
        cursor.skip(bytes);
        return Some(bytes > 0 && cursor.peek_past_space()? == ':');
    };
    cursor.next();
    for _ in 0..KEY_CHARS {
        match cursor.next()? {
            '\\' => drop(cursor.next()),
            c if closing.contains(&c) => return Some(cursor.peek_past_space()? == ':'),
            _ => {}
        }
    }
    None
}

/// Whether a value is next, or the end of the array.
fn item_follows(cursor: Cursor<'_>) -> bool {
    let Some(next) = cursor.peek() else {
        return true;
    };
    let opens = matches!(next, '{' | '[' | ']' | '}' | '/' | '-' | '+' | '.' | '0'..='9');
    opens || closing(next).is_some() || is_literal(cursor)
}

/// Reads what follows a backslash. What JSON does not know stays as it was written: it is mostly
/// a formula or a Windows path.
fn escape(cursor: &mut Cursor<'_>, text: &mut String, notes: &mut Notes) {
    let rest = cursor.rest();
    let known = match rest.chars().next() {
        Some('u') => unicode(rest),
        Some('x') => hex(rest, 1, 2).and_then(char::from_u32).map(|c| (c, 3)),
        Some(c) => simple(c).map(|meant| (meant, c.len_utf8())),
        None => None,
    };
    if known.is_none() || rest.starts_with(['x', '\'']) {
        notes.note(Repair::Escape);
    }
    match known {
        Some((meant, bytes)) => {
            text.push(meant);
            cursor.skip(bytes);
        }
        None => {
            text.push('\\');
            // A quote that the backslash does not belong to would have been known.
            text.extend(cursor.next());
        }
    }
}

fn simple(c: char) -> Option<char> {
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

/// The character of `uXXXX`, or of two of them that are halves of one, and its length.
fn unicode(rest: &str) -> Option<(char, usize)> {
    let first = hex(rest, 1, 4)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 5));
    }
    let second = hex(rest.get(5..)?.strip_prefix("\\u")?, 0, 4)?;
    let (high, low) = (first.checked_sub(0xD800)?, second.checked_sub(0xDC00)?);
    if high >= 0x400 || low >= 0x400 {
        return None;
    }
    char::from_u32(0x10000 + (high << 10) + low).map(|c| (c, 11))
}

fn hex(text: &str, from: usize, digits: usize) -> Option<u32> {
    let digits = text.get(from..from + digits)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    plain.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

/// A text without one layer of escapes.
pub(super) fn unescape(text: &str) -> String {
    let mut cursor = Cursor::new(text, 0);
    let (mut plain, mut notes) = (String::with_capacity(text.len()), Notes::default());
    while let Some(c) = cursor.next() {
        match c {
            '\\' => escape(&mut cursor, &mut plain, &mut notes),
            c => plain.push(c),
        }
    }
    plain
}
