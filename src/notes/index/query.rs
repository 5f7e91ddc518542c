//! Parses what the user typed into the search field: words, phrases (`"two words"`), excluded words
//! (`-word`), and the operators `path:folder` and `tag:name`.

use serde::{Deserialize, Serialize};

use crate::notes::index::query_terms::MAX_QUERY_WORDS;

/// A search request: the typed text and how to search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// The words and operators that the user typed.
    pub text: String,
    /// Whether to search by words, by embedding, or by both.
    #[serde(default)]
    pub mode: SearchMode,
    /// Maximum number of hits; `None` for the default of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "limit")]
    pub max_hits: Option<usize>,
    /// Limits the search to notes in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Searches only this note, given by its path: each hit is then one of its passages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether the user is still typing, so that the last word may be incomplete.
    #[serde(default)]
    #[serde(rename = "typing")]
    pub is_typing: bool,
}

impl Query {
    /// Creates a query from ordinary text, such as a sentence. Removes quotation marks, colons and
    /// dashes before words, because a search would read them as operators.
    pub fn from_plain_text(text: &str) -> Self {
        let is_operator_sign = |c: char| c.is_whitespace() || matches!(c, '"' | ':');
        let words = text.split(is_operator_sign).map(|word| word.trim_start_matches('-'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        Self { text: words.join(" "), ..Self::default() }
    }
}

/// Whether to search by words, by embedding, or by both. Without embedding vectors, all three modes
/// search by words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    /// By words and by embedding.
    #[default]
    Hybrid,
    /// By words only.
    Keyword,
    /// By embedding only.
    Semantic,
}

/// A parsed query: the words to search for, and the conditions that a note must meet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ParsedQuery<'q> {
    /// The words and phrases to search for, in order.
    pub words_and_phrases: Vec<&'q str>,
    /// The phrases among `words_and_phrases`. A note must contain the words of a phrase one after
    /// the other, unless no note does.
    pub phrases: Vec<&'q str>,
    /// Words and phrases that must not occur in the note.
    pub excluded_texts: Vec<&'q str>,
    /// Texts that the path must or must not contain.
    pub path_conditions: Vec<QueryCondition<'q>>,
    /// Tags that the note must or must not have.
    pub tag_conditions: Vec<QueryCondition<'q>>,
}

/// The condition of a `path:` or `tag:` operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueryCondition<'q> {
    /// The value after the colon: a part of a path, or a tag.
    pub value: &'q str,
    /// True if the note must match the value; false, as in `-tag:name`, if it must not.
    pub is_required: bool,
}

/// Splits the text that the user typed into words, phrases, excluded texts and conditions.
pub(crate) fn parse(text: &str) -> ParsedQuery<'_> {
    let mut parsed = ParsedQuery::default();
    let mut rest = text.trim_start();
    let mut words = 0;
    while !rest.is_empty() {
        let (item, following) = split_first_item(rest);
        rest = following.trim_start();
        let before = parsed.words_and_phrases.len();
        // Operators count anywhere in the query; words after the first `MAX_QUERY_WORDS` are
        // ignored.
        let limit =
            if words < MAX_QUERY_WORDS { WordLimitState::Open } else { WordLimitState::Reached };
        parsed.add_item(item, limit);
        if parsed.words_and_phrases.len() > before {
            words += item.split_whitespace().count();
        }
    }
    parsed
}

/// Whether more words may be added to a query, or it has `MAX_QUERY_WORDS` already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordLimitState {
    Open,
    Reached,
}

impl<'q> ParsedQuery<'q> {
    fn add_item(&mut self, item: &'q str, limit: WordLimitState) {
        let negated = item.strip_prefix('-').filter(|inner| can_follow_exclusion_dash(inner));
        let (inner, is_required) = negated.map_or((item, true), |inner| (inner, false));
        if let Some(text) = operator_value(inner, "path:") {
            self.path_conditions.push(QueryCondition { value: text, is_required });
        } else if let Some(text) = operator_value(inner, "tag:") {
            self.tag_conditions
                .push(QueryCondition { value: text.trim_start_matches('#'), is_required });
        } else if !is_required {
            // `-tag:` without a value is ignored; it does not exclude the word `tag`.
            if !is_operator_without_value(inner) {
                self.excluded_texts.push(without_quotes(inner));
            }
        } else if limit == WordLimitState::Open {
            self.words_and_phrases.push(without_quotes(inner));
            self.phrases.extend(text_inside_quotes(inner));
        }
    }
}

/// Returns the first item of a query (a word, phrase or operator) and the text after it. An item
/// ends at white space outside quotes.
fn split_first_item(text: &str) -> (&str, &str) {
    let mut in_quotes = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            c if c.is_whitespace() && !in_quotes => return text.split_at(at),
            _ => {}
        }
    }
    // A quote that is never closed is an ordinary character.
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    if in_quotes { text.split_at(end) } else { (text, "") }
}

/// The value of the operator `name`; `None` if the item is not that operator or has no value.
fn operator_value<'q>(item: &'q str, name: &str) -> Option<&'q str> {
    let head = item.get(..name.len())?;
    let value = item.get(name.len()..).filter(|_| head.eq_ignore_ascii_case(name))?;
    (!is_operator_without_value(item)).then(|| without_quotes(value))
}

/// Whether an item is an operator without a value, for example because the user is still typing it.
fn is_operator_without_value(item: &str) -> bool {
    let name = item.trim_end_matches(['#', '/', '"']);
    ["path:", "tag:"].iter().any(|operator| name.eq_ignore_ascii_case(operator))
}

/// The text of a quoted item; `None` for an item without quotes.
fn text_inside_quotes(item: &str) -> Option<&str> {
    item.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'))
}

/// An item without the quotes around it, if it has any.
fn without_quotes(item: &str) -> &str {
    text_inside_quotes(item).unwrap_or(item)
}

/// Whether a dash before this text excludes it: only if the text starts with a letter or a quote.
fn can_follow_exclusion_dash(text: &str) -> bool {
    text.starts_with('"') || text.chars().next().is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let parsed = parse(text);
        let filters = |list: &[QueryCondition<'_>]| {
            let one = |f: &QueryCondition<'_>| {
                format!("{}{}", if f.is_required { "+" } else { "-" }, f.value)
            };
            list.iter().map(one).collect::<Vec<_>>().join(",")
        };
        let got = format!(
            "{} | {} | {} | {} | {}",
            parsed.words_and_phrases.join(","),
            parsed.phrases.join(","),
            parsed.excluded_texts.join(","),
            filters(&parsed.path_conditions),
            filters(&parsed.tag_conditions)
        );
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn operators_are_distinguished_from_words() {
        check("soft  water", "soft,water |  |  |  | ");
        check("\"soft water\" tea", "soft water,tea | soft water |  |  | ");
        check("tea -milk -\"oat milk\"", "tea |  | milk,oat milk |  | ");
        check("path:a/b PATH:\"c d\" -path:e x", "x |  |  | +a/b,+c d,-e | ");
        check("tag:#x -tag:y/z", " |  |  |  | +x,-y/z");
    }

    #[test]
    fn words_that_look_like_operators_stay_words() {
        check("well-known -5 - --", "well-known,-5,-,-- |  |  |  | ");
        check("5\" disk", "5\",disk |  |  |  | ");
        check("path: note", "path:,note |  |  |  | ");
        check("tag: TAG:# tag:#/ tag:\"\" x", "tag:,TAG:#,tag:#/,tag:\"\",x |  |  |  | ");
        check("x -tag:# -tag: -path: -path:\"\"", "x |  |  |  | ");
        check("", " |  |  |  | ");
    }
}
