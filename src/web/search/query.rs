//! A search query, prepared for a service: without the characters and words that search engines
//! interpret as operators, and within the length that the service allows.

use std::sync::LazyLock;

use crate::language::{Language, WordSet, word_list};
use crate::safety::privacy::OutgoingText;
use crate::values::text::truncated_line;

/// What to search for on the web, in which language, and how many hits to return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// The words to search for.
    pub text: OutgoingText,
    /// The preferred language of the results, such as `de`; `None` if it doesn't matter.
    pub language: Option<String>,
    /// Maximum number of hits to return; a service may return fewer.
    pub max_hits: usize,
}

/// The longest query that a service accepts. A longer query is shortened.
#[derive(Debug, Clone, Copy)]
pub struct QueryLimits {
    /// Maximum number of words that are separated by spaces.
    pub max_words: usize,
    /// Maximum number of Unicode characters, including spaces.
    pub max_chars: usize,
    /// Maximum number of UTF-8 bytes.
    pub max_bytes: usize,
}

/// Maximum number of characters of a query that are processed; the rest is ignored. It limits the
/// time if a whole note is used as a query.
const MAX_QUERY_CHARS: usize = 4_000;

/// Words that search engines interpret as an operator when a colon follows, such as `site:`.
static FIELD_OPERATORS: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("search_operators.txt"), "fields"));

/// Words that search engines interpret as boolean operators when written in capitals.
const BOOLEAN_OPERATORS: [&str; 6] = ["AND", "ANDNOT", "NEAR", "NOT", "OR", "XOR"];

impl SearchQuery {
    /// The key under which the results of the query are stored in the response log of a run and in
    /// the cache of today's responses.
    pub fn cache_key(&self) -> String {
        let language = self.language.as_deref().unwrap_or_default();
        format!("search {language} {} {:x}", self.max_hits, self.text.fingerprint())
    }

    /// The number of hits to request from a service that returns at most `service_max_hits` of
    /// them.
    pub(super) fn requested_hit_count(&self, service_max_hits: usize) -> usize {
        self.max_hits.clamp(1, service_max_hits)
    }

    /// The language code without the region; `None` if it isn't a valid code.
    pub(super) fn language_code(&self) -> Option<String> {
        let primary = self.language.as_deref()?.split(['-', '_']).next()?.to_ascii_lowercase();
        let is_code =
            matches!(primary.len(), 2..=3) && primary.bytes().all(|byte| byte.is_ascii_lowercase());
        is_code.then_some(primary)
    }

    /// The text of the query within these limits. If it is too long, stop words are removed first,
    /// then words at the end.
    pub(super) fn text_within_limits(&self, limits: QueryLimits) -> String {
        let words = words_without_operators(self.text.as_str());
        if limits.can_hold_words(&words) {
            return words.join(" ");
        }
        limits.join_allowed_words(&without_stop_words(words, self.text.as_str()))
    }

    /// The words of the query without punctuation and without stop words.
    pub(super) fn content_words(&self) -> Vec<String> {
        let words = words_without_operators(self.text.as_str());
        let parts = words.iter().flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
        without_stop_words(parts, self.text.as_str())
    }
}

impl QueryLimits {
    /// Limits for the number of words and characters. The number of bytes is not limited.
    pub const fn from_words_and_chars(words: usize, chars: usize) -> Self {
        Self { max_words: words, max_chars: chars, max_bytes: usize::MAX }
    }

    /// Whether a query of these words is within the limits.
    fn can_hold_words(self, words: &[String]) -> bool {
        let gaps = words.len().saturating_sub(1);
        let chars: usize = words.iter().map(|word| word.chars().count()).sum();
        let bytes: usize = words.iter().map(String::len).sum();
        words.len() <= self.max_words
            && chars + gaps <= self.max_chars
            && bytes + gaps <= self.max_bytes
    }

    /// Joins words from the first on, as many as the limits allow.
    fn join_allowed_words(self, words: &[String]) -> String {
        let (mut text, mut chars) = (String::new(), 0);
        for word in words.iter().take(self.max_words) {
            let gap = usize::from(!text.is_empty());
            let length = word.chars().count();
            if chars + gap + length > self.max_chars
                || text.len() + gap + word.len() > self.max_bytes
            {
                break;
            }
            text.extend((gap > 0).then_some(' '));
            text.push_str(word);
            chars += gap + length;
        }
        if text.is_empty() { self.truncate_first_word(words) } else { text }
    }

    /// The beginning of the first word, for a query whose first word alone is too long. This
    /// happens in scripts without spaces between words.
    fn truncate_first_word(self, words: &[String]) -> String {
        let mut text = String::new();
        for c in words.first().map_or("", String::as_str).chars().take(self.max_chars) {
            if text.len() + c.len_utf8() > self.max_bytes {
                break;
            }
            text.push(c);
        }
        text
    }
}

/// The words that aren't stop words; all words if every one is a stop word.
fn without_stop_words(words: Vec<String>, text: &str) -> Vec<String> {
    let language = Language::detect(text);
    let is_stop_word = |word: &&String| language.is_stop_word(&word.to_lowercase());
    let content: Vec<String> = words.iter().filter(|word| !is_stop_word(word)).cloned().collect();
    if content.is_empty() { words } else { content }
}

/// Splits a text into words and removes search operators.
fn words_without_operators(text: &str) -> Vec<String> {
    let text = truncated_line(text, MAX_QUERY_CHARS).replace(is_operator_char, " ");
    text.split(' ').flat_map(word_parts_without_operators).map(lowercase_boolean_operator).collect()
}

/// Whether search engines use a character for grouping, quoting or wildcards.
fn is_operator_char(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '`' | '(' | ')' | '[' | ']' | '{' | '}')
        || matches!(c, '|' | '^' | '*' | '?' | '\\' | '~' | '<' | '>' | ' ')
}

/// Splits a word at its colons and removes a field operator (`site:`) and punctuation at both ends.
fn word_parts_without_operators(word: &str) -> Vec<&str> {
    let word = word.split_once("://").map_or(word, |(_, rest)| rest);
    let is_time = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    let parts: Vec<&str> = if is_time { vec![word] } else { word.split(':').collect() };
    let is_operator = |word: &str| {
        FIELD_OPERATORS.contains(trim_operator_signs(word).to_ascii_lowercase().as_str())
    };
    let parts = match parts.as_slice() {
        // Only with text after the colon is the word an operator; `site:` alone is an ordinary
        // word.
        [first, rest @ ..] if is_operator(first) && rest.iter().any(|part| !part.is_empty()) => {
            rest.to_vec()
        }
        _ => parts,
    };
    parts.into_iter().map(trim_operator_signs).filter(|part| !part.is_empty()).collect()
}

/// Removes signs before a word, such as `-` and `+`, with which search engines exclude or require
/// the word, and punctuation after it.
fn trim_operator_signs(word: &str) -> &str {
    let word = word.trim_start_matches(['-', '+', '!', ':', '=', ',', ';', '\'', '/', '&', '–']);
    word.trim_end_matches(['-', '!', ':', '=', ',', ';', '.', '\'', '/', '&', '–'])
}

/// Converts a boolean operator to lower case, so that it is an ordinary word.
fn lowercase_boolean_operator(word: &str) -> String {
    if BOOLEAN_OPERATORS.contains(&word) { word.to_lowercase() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> SearchQuery {
        SearchQuery { text: OutgoingText::from_public_web(text), language: None, max_hits: 5 }
    }

    fn check(text: &str, limits: QueryLimits, expected: &str) {
        assert_eq!(query(text).text_within_limits(limits), expected, "{text}");
    }

    const WIDE_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(100, 1000);

    #[test]
    fn a_plain_query_stays_as_it_is() {
        for text in
            ["cold war", "C++ and C# in 2026", "Straße nach Köln", "東京の天気", ".NET", "10:30"]
        {
            check(text, WIDE_LIMITS, text);
        }
        check("", WIDE_LIMITS, "");
    }

    #[test]
    fn search_operators_are_removed() {
        check("cats -dogs +birds", WIDE_LIMITS, "cats dogs birds");
        check("news site:example.org", WIDE_LIMITS, "news example.org");
        check("-site:example.org INTITLE:x", WIDE_LIMITS, "example.org x");
        check("\"exact words\" “and more”", WIDE_LIMITS, "exact words and more");
        check("cats OR dogs AND NOT birds", WIDE_LIMITS, "cats or dogs and not birds");
        check("!g weather !!w :de <5", WIDE_LIMITS, "g weather w de 5");
        check("what? wild* (a|b) ~c", WIDE_LIMITS, "what wild a b c");
        check("TCP: an overview, author: me", WIDE_LIMITS, "TCP an overview author me");
        check("https://example.org/a", WIDE_LIMITS, "example.org/a");
        check("--- ::: !!!", WIDE_LIMITS, "");
        check("zero\u{200b}width\u{202e} \u{7}bell", WIDE_LIMITS, "zerowidth bell");
    }

    #[test]
    fn a_long_query_loses_its_stop_words_first_and_then_its_end() {
        check(
            "the history of the city of Rome",
            QueryLimits::from_words_and_chars(7, 100),
            "the history of the city of Rome",
        );
        check(
            "the history of the city of Rome",
            QueryLimits::from_words_and_chars(6, 100),
            "history city Rome",
        );
        check(
            "the history of the city of Rome",
            QueryLimits::from_words_and_chars(2, 100),
            "history city",
        );
        check(
            "the history of the city of Rome",
            QueryLimits::from_words_and_chars(9, 16),
            "history city",
        );
        check("of the", QueryLimits::from_words_and_chars(1, 100), "of");
        check(
            "Über die Geschichte der Stadt",
            QueryLimits::from_words_and_chars(2, 100),
            "Geschichte Stadt",
        );
        let bytes = QueryLimits { max_bytes: 7, ..WIDE_LIMITS };
        check("äöü äöü", bytes, "äöü");
    }

    #[test]
    fn a_word_that_is_too_long_by_itself_is_cut() {
        check(&"界".repeat(30), QueryLimits::from_words_and_chars(5, 10), &"界".repeat(10));
        check(&"界".repeat(30), QueryLimits { max_bytes: 10, ..WIDE_LIMITS }, "界界界");
        check(&"界 ".repeat(3000), QueryLimits::from_words_and_chars(5, 10), "界 界 界 界 界");
    }

    #[test]
    fn content_words_have_no_punctuation() {
        let check = |text: &str, expected: &str| {
            assert_eq!(query(text).content_words().join(" "), expected);
        };
        check("the spin-orbit coupling of graphene", "spin orbit coupling graphene");
        check("AND OR", "and or");
    }

    #[test]
    fn only_language_codes_are_accepted() {
        let check = |language: &str, expected: Option<&str>| {
            let query = SearchQuery { language: Some(language.into()), ..query("x") };
            assert_eq!(query.language_code().as_deref(), expected, "{language}");
        };
        check("de", Some("de"));
        check("pt-BR", Some("pt"));
        check("ZH_Hant", Some("zh"));
        for odd in ["", "e", "engl", "d.", "../", "é", "-"] {
            check(odd, None);
        }
    }
}
