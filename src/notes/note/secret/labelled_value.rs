//! Finds secrets by the label before them: `Password: …`, `API_KEY=…`, `密码：…`, `"pin": …`.

use std::ops::Range;
use std::sync::LazyLock;

use crate::language::{WordList, WordSet, word_list};
use crate::notes::note::secret::scan_helpers::{MASK, has_letters_and_digits};
use crate::values::text::add_steps;

/// The kind of secret that a label announces. It decides what the value must look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SecretKind {
    /// A password, which may be any word.
    Password,
    /// A token. Labels such as `secret` also have other meanings, so the value must not look like a
    /// word.
    Token,
    /// A few digits, such as a PIN.
    Digits,
    /// Several words up to the end of the line, such as a seed phrase.
    Phrase,
}

/// Labels of secrets by the kind of value, and words that are no secrets.
const SECRET_WORD_LISTS: &str = include_str!("label_words.txt");

/// A word or phrase that labels a secret, such as `password`, in lower case.
struct SecretLabel {
    text: &'static str,
    kind: SecretKind,
    /// Whether a longer word may end with the label, as in `Routerpasswort`.
    may_end_word: bool,
}

static SECRET_LABELS: LazyLock<Vec<SecretLabel>> = LazyLock::new(|| {
    let lists = [
        ("passwords", SecretKind::Password, true),
        ("tokens", SecretKind::Token, true),
        ("short_passwords", SecretKind::Password, false),
        ("digits", SecretKind::Digits, false),
    ];
    let labels = lists.into_iter().flat_map(|(section, kind, may_end_word)| {
        let texts = word_list::phrases(SECRET_WORD_LISTS, section).into_iter();
        texts.map(move |text| SecretLabel { text, kind, may_end_word })
    });
    labels.collect()
});

/// Labels of a seed phrase, from which the keys of a wallet are derived.
static SEED_PHRASE_LABELS: WordList =
    LazyLock::new(|| word_list::phrases(SECRET_WORD_LISTS, "phrases"));
static NON_SECRET_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(SECRET_WORD_LISTS, "non_secret_words"));

/// Minimum number of words in a seed phrase. Two or three words are ordinary text about one.
const MIN_SEED_PHRASE_WORDS: usize = 4;

/// How many bytes before a separator, such as `:` or `=`, are searched for a label.
const MAX_LABEL_BYTES: usize = 64;
/// Maximum number of bytes of a value. A longer value is cut off there.
const MAX_SECRET_BYTES: usize = 512;
const MIN_PASSWORD_CHARS: usize = 3;
const MIN_TOKEN_CHARS: usize = 8;
const PIN_DIGIT_COUNTS: std::ops::RangeInclusive<usize> = 3..=12;

/// Adds the byte ranges of all values that are labelled as secrets to `found`.
pub fn find_labelled_secrets(text: &str, found: &mut Vec<Range<usize>>) {
    let mut before = ' ';
    let mut done = 0;
    for (at, separator) in text.char_indices() {
        let is_first = is_label_separator(separator) && !is_label_separator(before);
        before = separator;
        if !is_first || at < done {
            continue;
        }
        let Some(kind) = secret_kind(label_before(text, at), separator) else { continue };
        let Some(value) = value_range(text, at + separator.len_utf8(), kind) else { continue };
        if text.get(value.clone()).is_some_and(|value| is_secret(value, kind)) {
            done = value.end;
            found.push(value);
        }
    }
}

/// Whether a character separates a label from its value.
fn is_label_separator(c: char) -> bool {
    matches!(c, ':' | '=' | '：' | '＝' | '|')
}

/// Whether a character may surround a label or a value without being part of it.
fn may_surround_value(c: char) -> bool {
    c.is_whitespace() || "*_~`\"'”’»)".contains(c)
}

/// The label before a separator on the same line.
fn label_before(text: &str, separator_offset: usize) -> &str {
    let mut start = separator_offset.saturating_sub(MAX_LABEL_BYTES);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let before = text.get(start..separator_offset).unwrap_or_default();
    add_steps(before.len());
    let is_cut = |c: char| is_label_separator(c) || "\r\n&?;,.!{}[]<>，。；、".contains(c);
    before.rsplit(is_cut).next().unwrap_or_default().trim_end_matches(may_surround_value)
}

/// The kind of value that follows a label and its separator; `None` if the label denotes no secret.
fn secret_kind(label: &str, separator: char) -> Option<SecretKind> {
    let label = label.to_lowercase();
    if SEED_PHRASE_LABELS.iter().any(|word| label.ends_with(word)) {
        return Some(SecretKind::Phrase);
    }
    let (end, kind) = secret_word_end_and_kind(&label)?;
    let behind = label.get(end..).unwrap_or_default();
    let behind = behind.strip_prefix('s').unwrap_or(behind);
    let is_numbered = behind.trim_start().bytes().all(|byte| byte.is_ascii_digit());
    // `Passwortmanager: …` is no label of a password.
    if behind.starts_with(char::is_alphanumeric) && !is_numbered {
        return None;
    }
    let is_direct = is_numbered || behind.trim_start().starts_with('(');
    match kind {
        SecretKind::Digits => is_direct.then_some(kind),
        _ if is_direct && separator != '|' => Some(kind),
        // In a table cell, or after a label such as `Password of the router: …`, the value must
        // look like a token.
        _ => Some(SecretKind::Token),
    }
}

/// Finds the last word in a label that denotes a secret. Returns the byte offset after this word
/// and the kind of secret.
fn secret_word_end_and_kind(label: &str) -> Option<(usize, SecretKind)> {
    let mut last: Option<(usize, SecretKind)> = None;
    for SecretLabel { text, kind, may_end_word } in SECRET_LABELS.iter() {
        let Some(start) = label.rfind(text) else { continue };
        let before = label.get(..start).and_then(|before| before.chars().next_back());
        let is_alone = before.is_none_or(|c| !c.is_alphanumeric());
        let end = start + text.len();
        if (is_alone || *may_end_word) && last.is_none_or(|(other, _)| other < end) {
            last = Some((end, *kind));
        }
    }
    last
}

/// The byte range of the value after a separator, on the same line.
fn value_range(text: &str, start: usize, kind: SecretKind) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\u{a0}' | '\u{3000}');
    let inside = rest.trim_start_matches(|c| is_label_separator(c) && c != '|' || c == '>');
    let inside = inside.trim_start_matches(|c| is_blank(c) || matches!(c, '*' | '_' | '~'));
    add_steps(rest.len() - inside.len());
    let quote = inside.chars().next().and_then(quote_pair);
    let at = |text: &str| start + rest.len() - text.len();
    if let Some((open, close)) = quote {
        let quoted = inside.get(open.len_utf8()..)?;
        if let Some(length) = quoted_value_bytes(quoted, |c| c == close) {
            return Some(at(quoted)..at(quoted) + length);
        }
        return None;
    }
    let is_phrase = kind == SecretKind::Phrase;
    let line =
        inside.get(..leading_value_bytes(inside, |c| matches!(c, '\n' | '\r' | '|' | '[')))?;
    let length =
        if is_phrase { line.len() } else { leading_value_bytes(line, ends_unquoted_value) };
    let value =
        line.get(..length)?.trim_end_matches(|c| may_surround_value(c) || ",;.".contains(c));
    Some(at(inside)..at(inside) + value.len())
}

/// The length of a quoted value in bytes; `None` if its closing quotation mark is not on the line.
fn quoted_value_bytes(text: &str, is_close: impl Fn(char) -> bool) -> Option<usize> {
    let length = leading_value_bytes(text, |c| is_close(c) || matches!(c, '\n' | '\r'));
    text.get(length..)?.chars().next().filter(|c| is_close(*c))?;
    Some(length)
}

/// The length of a value in bytes: up to the first end character, at most [`MAX_SECRET_BYTES`].
fn leading_value_bytes(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    let over = text.char_indices().find(|(at, c)| *at >= MAX_SECRET_BYTES || is_end(*c));
    let length = over.map_or(text.len(), |(at, _)| at);
    add_steps(length);
    length
}

/// Whether a character ends a value without quotation marks. East Asian characters end it too,
/// because prose may follow without a space.
fn ends_unquoted_value(c: char) -> bool {
    c.is_whitespace() || "\"'`<>&]“”„«»".contains(c) || c >= '\u{2e80}'
}

/// The opening and closing quotation mark of a pair; `None` if `open` is no quotation mark.
fn quote_pair(open: char) -> Option<(char, char)> {
    let close = match open {
        '"' | '\'' | '`' => open,
        '“' => '”',
        '„' => '“',
        '‘' => '’',
        '«' => '»',
        _ => return None,
    };
    Some((open, close))
}

fn is_secret(value: &str, kind: SecretKind) -> bool {
    if value.starts_with(MASK) || value.contains("://") {
        return false;
    }
    let length = value.chars().count();
    match kind {
        SecretKind::Password => length >= MIN_PASSWORD_CHARS && may_be_password(value),
        SecretKind::Token => length >= MIN_TOKEN_CHARS && may_be_token(value),
        SecretKind::Digits => {
            PIN_DIGIT_COUNTS.contains(&length) && value.bytes().all(|b| b.is_ascii_digit())
        }
        SecretKind::Phrase => {
            let words = value.split_whitespace().count();
            words >= MIN_SEED_PHRASE_WORDS || (words == 1 && is_secret(value, SecretKind::Password))
        }
    }
}

fn may_be_password(value: &str) -> bool {
    let word = value.to_lowercase();
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_listed = NON_SECRET_WORDS.contains(word);
    let is_hidden = value.chars().all(|c| value.starts_with(c));
    let is_program = value.starts_with(['$', '{', '%', '(', '@', '/'])
        || value.split_once('(').is_some_and(|(name, _)| is_function_name(name))
        || value.contains("env.")
        || value.contains("environ");
    !word.is_empty() && !is_listed && !is_hidden && !is_program
}

/// Whether a text may be a function name: a value such as `getenv(…)` is code, not a password.
fn is_function_name(name: &str) -> bool {
    name.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '.'))
}

fn may_be_token(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    digits >= 2
        && has_letters_and_digits(value)
        && !value.starts_with("10.")
        && may_be_password(value)
}
