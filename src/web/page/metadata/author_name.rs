//! Cleans up the names of authors: removes "By", addresses and account names.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::language::{WordList, WordSet, word_list};
use crate::values::html::html_text;
use crate::values::text::one_line;

/// Maximum number of authors; further names are dropped. A paper of a large collaboration has
/// thousands.
const MAX_AUTHORS: usize = 12;

/// Maximum length of a name in characters. Longer texts are sentences.
const MAX_NAME_CHARS: usize = 80;

const AUTHOR_WORD_LISTS: &str = include_str!("author_words.txt");

/// Words before the name of an author that are removed, such as “written by”, in lower case.
static BYLINE_PREFIXES: WordList =
    LazyLock::new(|| word_list::phrases(AUTHOR_WORD_LISTS, "prefixes"));

/// Words that can follow the name of an author, such as “published”, in lower case. The name ends
/// before them.
static WORDS_AFTER_NAME: WordList = LazyLock::new(|| word_list::phrases(AUTHOR_WORD_LISTS, "ends"));

/// Texts that are not names of authors, such as “admin”, or “written by” without a name. Only their
/// letters and digits are stored, in lower case.
static NORMALIZED_NON_NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let texts = word_list::phrases(AUTHOR_WORD_LISTS, "not_names").into_iter();
    texts.chain(BYLINE_PREFIXES.iter().copied()).map(one_line::comparison_key).collect()
});

/// Parts of names that are written in lower case, such as `van`.
static NAME_PARTICLES: WordSet =
    LazyLock::new(|| word_list::word_set(AUTHOR_WORD_LISTS, "particles"));

/// Joins the names of several authors with commas, each name once.
pub fn join_author_names(names: impl IntoIterator<Item = String>) -> String {
    let mut unique: Vec<String> = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    for name in names.into_iter().take(1000).filter_map(|name| clean_author_name(&name)) {
        let key = one_line::comparison_key(&name);
        if unique.len() < MAX_AUTHORS && !keys.contains(&key) {
            unique.push(name);
            keys.push(key);
        }
    }
    unique.join(", ")
}

/// Returns the name of an author without words such as “by” and without punctuation around it;
/// `None` if the text is no name.
pub fn clean_author_name(text: &str) -> Option<String> {
    let text = html_text::unescape_to_single_line(text);
    if text.contains("://") || text.starts_with(['{', '/', '@']) || looks_like_host(&text) {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.contains('@')).collect();
    let name = words.join(" ");
    let name = without_byline_prefix(&name).trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';' | ':' | '|' | '-' | '–' | '—' | '(' | '"' | '<' | '>' | '·' | '•' | '~'
            )
    });
    // A closing bracket belongs to the name only if there is an opening one.
    let name = if name.contains('(') { name } else { name.trim_end_matches(')') };
    let is_not_name = NORMALIZED_NON_NAMES.contains(&one_line::comparison_key(name));
    let has_letter = name.chars().any(char::is_alphabetic);
    let fits = has_letter && !is_not_name && name.chars().count() <= MAX_NAME_CHARS;
    fits.then(|| name.to_owned())
}

/// Whether a text is a host name, such as `www.example.org`.
fn looks_like_host(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_ending =
        matches!(ending.len(), 2..=3) && ending.bytes().all(|byte| byte.is_ascii_lowercase());
    !text.contains(' ') && (is_ending || text.starts_with("www."))
}

/// Whether a line begins with words such as "by" or "written by".
pub fn starts_with_byline_prefix(line: &str) -> bool {
    let line = line.trim();
    let line = line.get(..20).unwrap_or(line).to_lowercase();
    ["by", "by:", "written by", "posted by"].iter().any(|words| {
        line.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
    })
}

/// Returns a text without words such as "by" at its beginning.
fn without_byline_prefix(text: &str) -> &str {
    let after = |prefix: &&str| {
        let start = text.get(..prefix.len())?;
        let rest = text.get(prefix.len()..)?;
        let ends = prefix.ends_with(':') || rest.starts_with([' ', ':']);
        (ends && start.to_lowercase() == **prefix).then_some(rest)
    };
    BYLINE_PREFIXES.iter().find_map(after).map_or(text, |rest| rest.trim_start_matches([':', ' ']))
}

/// Puts the given name first if the name is written as "Family, Given".
pub fn put_given_name_first(name: &str) -> String {
    match name.split_once(',') {
        Some((family, given))
            if has_one_to_three_words(family) && has_one_to_three_words(given) =>
        {
            format!("{} {}", given.trim(), family.trim())
        }
        _ => name.to_owned(),
    }
}

/// Whether a text is short enough for a family name or given names: one to three words without a
/// comma.
fn has_one_to_three_words(part: &str) -> bool {
    (1..=3).contains(&part.split_whitespace().count()) && !part.contains(',')
}

/// Returns the name of the author in a line that may contain other data, such as `By Ada Bell | 3
/// May 2025`; `None` if the line does not begin with a name.
pub fn author_name_in_line(line: &str) -> Option<String> {
    let name = without_byline_prefix(line.trim());
    let lower = name.to_lowercase();
    let end =
        WORDS_AFTER_NAME.iter().filter_map(|end| lower.find(end)).min().unwrap_or(lower.len());
    let name = name.get(..end).unwrap_or(name);
    let stop = |c: char| {
        c.is_numeric() || matches!(c, '|' | '·' | '⋅' | '•' | '—' | '–' | '/' | '(' | '.' | ';')
    };
    let stop =
        name.char_indices().position(|(at, c)| stop(c) && !is_abbreviation_period(name, at, c));
    let name: String = name.chars().take(stop.unwrap_or(usize::MAX)).collect();
    // After a comma, the profession of the author may follow, which is in lower case and does not
    // look like a name.
    let names = name.split(',').map(str::trim).take_while(|part| looks_like_name(part));
    clean_author_name(&names.collect::<Vec<_>>().join(", "))
}

/// Whether the character at a position is a full stop after an initial, as in `J. Doe`, or after a
/// short title such as `Dr.`.
fn is_abbreviation_period(name: &str, byte_offset: usize, c: char) -> bool {
    let before = name.get(..byte_offset).unwrap_or_default();
    let word = before.rsplit([' ', '.']).next().unwrap_or_default();
    c == '.' && matches!(word.chars().count(), 1..=2)
}

fn looks_like_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_part = |word: &&str| {
        NAME_PARTICLES.contains(*word)
            || word.chars().next().is_some_and(|first| !first.is_lowercase())
    };
    (1..=8).contains(&words.len()) && words.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_around_names_is_removed() {
        let check = |text: &str, expected: &str| {
            assert_eq!(clean_author_name(text).as_deref(), Some(expected), "{text}")
        };
        check("Ada Bell", "Ada Bell");
        check("By Ada Bell", "Ada Bell");
        check("by: Ada Bell,", "Ada Bell");
        check("Written by\nAda Bell", "Ada Bell");
        check("Byron Bell", "Byron Bell");
        check("Ada Bell (ada@e.org)", "Ada Bell");
        check("ada@e.org (Ada Bell)", "Ada Bell");
        check("Ada (Bo) Bell", "Ada (Bo) Bell");
        check("堆肥", "堆肥");
    }

    #[test]
    fn texts_that_are_no_names_are_rejected() {
        for text in [
            "",
            "admin",
            "Staff",
            "https://e.org/ada",
            "ada@e.org",
            "e.org",
            "@ada",
            "{{author}}",
            "42",
            "[object Object]",
        ] {
            assert_eq!(clean_author_name(text), None, "{text}");
        }
        assert_eq!(clean_author_name(&"Ada ".repeat(50)), None);
    }

    #[test]
    fn several_names_are_joined_once_each() {
        let check = |names: &[&str], expected: &str| {
            assert_eq!(join_author_names(names.iter().map(|name| (*name).to_owned())), expected);
        };
        check(&["Ada", "Bo"], "Ada, Bo");
        check(&["Ada", "ada ", "admin"], "Ada");
        check(&[], "");
    }

    #[test]
    fn the_given_name_comes_first() {
        let check = |name: &str, expected: &str| assert_eq!(put_given_name_first(name), expected);
        check("Bell, Ada B.", "Ada B. Bell");
        check("Ada Bell", "Ada Bell");
        check("Ada Bell, Bo Cole, Di Dole", "Ada Bell, Bo Cole, Di Dole");
    }

    #[test]
    fn a_line_gives_a_name_only_if_it_looks_like_one() {
        let check = |line: &str, expected: &str| {
            assert_eq!(author_name_in_line(line).unwrap_or_default(), expected, "{line}");
        };
        check("By Ada Bell | 3 May 2025", "Ada Bell");
        check("Ada B. Bell · 5 min read", "Ada B. Bell");
        check("by Ada Bell and Bo Cole on May 3, 2025", "Ada Bell and Bo Cole");
        check("Ludwig van der Bell", "Ludwig van der Bell");
        check("By Ada Bell ⋅ Editor", "Ada Bell");
        check("By", "");
        check("Ada Bell, Bo Cole, writers", "Ada Bell, Bo Cole");
        check("By Dr. Ada Bell - Mar 27, 2024", "Dr. Ada Bell");
        check("Ada Bell is a writer who lives in Rome.", "Ada Bell");
        check("click here to read more", "");
        check("3 May 2025", "");
    }
}
