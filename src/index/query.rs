//! What a person typed, taken apart: words to look for, phrases, words that must not stand there,
//! and where to look. `"two words"`, `-word`, `path:folder`, `tag:name`; everything else is words.

use serde::{Deserialize, Serialize};

use crate::index::query_terms::MOST_WORDS;

/// What to look for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// Words and operators.
    pub text: String,
    /// How to rank.
    #[serde(default)]
    pub mode: Mode,
    /// Hits at the most; ten when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Only notes in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Whether it is still being typed, so that the last word may go on.
    #[serde(default)]
    pub typing: bool,
}

impl Query {
    /// Looks for words that were not typed into a search, whatever signs stand among them.
    pub fn of_words(text: &str) -> Self {
        let is_sign = |c: char| c.is_whitespace() || matches!(c, '"' | ':');
        let words = text.split(is_sign).map(|word| word.trim_start_matches('-'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        Self { text: words.join(" "), ..Self::default() }
    }
}

/// How hits are ranked. Without vectors all three rank by words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The best the index has.
    #[default]
    Hybrid,
    /// Words only.
    Keyword,
    /// Meaning only.
    Semantic,
}

/// A query taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed<'q> {
    /// Everything that is looked for, phrases included, in order.
    pub words: Vec<&'q str>,
    /// Words that must stand one behind the other.
    pub phrases: Vec<&'q str>,
    /// Words and phrases that must not stand in the note.
    pub without: Vec<&'q str>,
    /// What the path must hold, and must not.
    pub paths: Vec<Filter<'q>>,
    /// Tags that the note must have, and must not.
    pub tags: Vec<Filter<'q>>,
}

/// Something that must or must not be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter<'q> {
    /// What is asked for.
    pub text: &'q str,
    /// Whether it must be there.
    pub wanted: bool,
}

/// Takes a query apart.
pub fn parse(text: &str) -> Parsed<'_> {
    let mut parsed = Parsed::default();
    let mut rest = text.trim_start();
    let mut words = 0;
    while !rest.is_empty() {
        let (item, behind) = next_item(rest);
        rest = behind.trim_start();
        let before = parsed.words.len();
        // Filters are read wherever they stand; more words would not be looked up anyway.
        parsed.take(item, words < MOST_WORDS);
        if parsed.words.len() > before {
            words += item.split_whitespace().count();
        }
    }
    parsed
}

impl<'q> Parsed<'q> {
    fn take(&mut self, item: &'q str, words_too: bool) {
        let negated = item.strip_prefix('-').filter(|inner| begins_word(inner));
        let (inner, wanted) = negated.map_or((item, true), |inner| (inner, false));
        if let Some(text) = value(inner, "path:") {
            self.paths.push(Filter { text, wanted });
        } else if let Some(text) = value(inner, "tag:") {
            self.tags.push(Filter { text: text.trim_start_matches('#'), wanted });
        } else if !wanted {
            // To leave out nothing leaves out nothing, not the word `tag`.
            if !names_nothing(inner) {
                self.without.push(unquoted(inner));
            }
        } else if words_too {
            self.words.push(unquoted(inner));
            self.phrases.extend(quoted(inner));
        }
    }
}

/// The next item and what is behind it: up to white space, but for what stands in quotes.
fn next_item(text: &str) -> (&str, &str) {
    let mut in_quotes = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            c if c.is_whitespace() && !in_quotes => return text.split_at(at),
            _ => {}
        }
    }
    // A quote that is never closed quotes nothing.
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    if in_quotes { text.split_at(end) } else { (text, "") }
}

fn value<'q>(item: &'q str, name: &str) -> Option<&'q str> {
    let head = item.get(..name.len())?;
    let value = item.get(name.len()..).filter(|_| head.eq_ignore_ascii_case(name))?;
    (!names_nothing(item)).then(|| unquoted(value))
}

/// Whether an item is an operator that still waits for what it asks for, as while it is typed.
fn names_nothing(item: &str) -> bool {
    let name = item.trim_end_matches(['#', '/', '"']);
    ["path:", "tag:"].iter().any(|operator| name.eq_ignore_ascii_case(operator))
}

fn quoted(item: &str) -> Option<&str> {
    item.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'))
}

fn unquoted(item: &str) -> &str {
    quoted(item).unwrap_or(item)
}

/// A dash before a word leaves it out; a dash before anything else is a dash.
fn begins_word(text: &str) -> bool {
    text.starts_with('"') || text.chars().next().is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let parsed = parse(text);
        let filters = |list: &[Filter<'_>]| {
            let one = |f: &Filter<'_>| format!("{}{}", if f.wanted { "+" } else { "-" }, f.text);
            list.iter().map(one).collect::<Vec<_>>().join(",")
        };
        let got = format!(
            "{} | {} | {} | {} | {}",
            parsed.words.join(","),
            parsed.phrases.join(","),
            parsed.without.join(","),
            filters(&parsed.paths),
            filters(&parsed.tags)
        );
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn operators_are_told_from_words() {
        check("soft  water", "soft,water |  |  |  | ");
        check("\"soft water\" tea", "soft water,tea | soft water |  |  | ");
        check("tea -milk -\"oat milk\"", "tea |  | milk,oat milk |  | ");
        check("path:a/b PATH:\"c d\" -path:e x", "x |  |  | +a/b,+c d,-e | ");
        check("tag:#x -tag:y/z", " |  |  |  | +x,-y/z");
    }

    #[test]
    fn what_looks_like_an_operator_but_is_none_is_words() {
        check("well-known -5 - --", "well-known,-5,-,-- |  |  |  | ");
        check("5\" disk", "5\",disk |  |  |  | ");
        check("path: note", "path:,note |  |  |  | ");
        check("tag: TAG:# tag:#/ tag:\"\" x", "tag:,TAG:#,tag:#/,tag:\"\",x |  |  |  | ");
        check("x -tag:# -tag: -path: -path:\"\"", "x |  |  |  | ");
        check("", " |  |  |  | ");
    }
}
