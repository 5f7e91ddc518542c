//! Snippets: short excerpts of a passage around the matching words, which are highlighted. No word
//! is cut in two.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::language::is_unspaced_script;

/// Maximum length of a snippet in characters: two or three lines of a result list.
const MAX_SNIPPET_CHARACTERS: usize = 220;

/// A snippet starts at most this many characters before a highlighted word, unless the passage ends
/// soon after that word.
const MAX_CHARACTERS_BEFORE_MATCH: usize = 40;

/// Maximum number of possible snippets that are compared. If a word occurs hundreds of times, a
/// snippet near the beginning of the passage is good enough.
const MAX_COMPARED_SNIPPETS: usize = 100;

/// A section of a title or snippet that is either highlighted or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct TextSpan {
    /// The text, without markup.
    pub text: String,
    /// Whether the text is highlighted because it is a matching word.
    #[serde(rename = "hit")]
    pub is_highlighted: bool,
}

/// Splits a text into spans. The spans at the byte ranges `match_ranges` are highlighted. The
/// ranges must be in ascending order.
pub fn highlight(text: &str, match_ranges: &[Range<usize>]) -> Vec<TextSpan> {
    let mut spans = Vec::new();
    let mut push = |range: Range<usize>, hit: bool| {
        let span = text.get(range).unwrap_or_default();
        if !span.is_empty() {
            spans.push(TextSpan { text: span.to_owned(), is_highlighted: hit });
        }
    };
    let mut done = 0;
    for mark in match_ranges {
        push(done..mark.start, false);
        push(mark.clone(), true);
        done = mark.end;
    }
    push(done..text.len(), false);
    spans
}

/// Returns the excerpt of a passage that has the most matching words. `find_match_ranges` returns
/// the byte ranges of the matching words in a text.
pub fn snippet(
    passage: &str,
    find_match_ranges: impl Fn(&str) -> Vec<Range<usize>>,
) -> Vec<TextSpan> {
    let flat = passage.split_whitespace().collect::<Vec<_>>().join(" ");
    let marks = find_match_ranges(&flat);
    let window = best_snippet_byte_range(&Graphemes::new(&flat), &marks);
    let shown = flat.get(window.clone()).unwrap_or_default();
    let shifted: Vec<_> = match_ranges_within(&marks, &window)
        .map(|mark| mark.start - window.start..mark.end - window.start)
        .collect();
    let mut spans = highlight(shown, &shifted);
    if window.start > 0 {
        spans.insert(0, TextSpan { text: "…".into(), is_highlighted: false });
    }
    if window.end < flat.len() {
        spans.push(TextSpan { text: "…".into(), is_highlighted: false });
    }
    spans
}

/// Returns the byte range of the best snippet: the one with the most different matching words, then
/// with the most matching words, then the first. `match_ranges` are the byte ranges of the matching
/// words. Each compared snippet begins a little before one of them.
fn best_snippet_byte_range(
    graphemes: &Graphemes<'_>,
    match_ranges: &[Range<usize>],
) -> Range<usize> {
    let score = |window: &Range<usize>| {
        let words: Vec<String> = match_ranges_within(match_ranges, window)
            .filter_map(|mark| graphemes.text.get(mark.clone()))
            .map(str::to_lowercase)
            .collect();
        (words.iter().collect::<BTreeSet<_>>().len(), words.len())
    };
    let mut best = ((0, 0), graphemes.snippet_range_around(0));
    for mark in match_ranges.iter().take(MAX_COMPARED_SNIPPETS) {
        let window = graphemes.snippet_range_around(mark.start);
        let score = score(&window);
        if score > best.0 {
            best = (score, window);
        }
    }
    best.1
}

/// The byte ranges of matching words (`match_ranges`) that are completely inside the byte range
/// `window`.
fn match_ranges_within<'m>(
    match_ranges: &'m [Range<usize>],
    window: &Range<usize>,
) -> impl Iterator<Item = &'m Range<usize>> {
    let first = match_ranges.partition_point(|mark| mark.start < window.start);
    let end = window.end;
    match_ranges.iter().skip(first).take_while(move |mark| mark.end <= end)
}

/// A text as a list of grapheme clusters, which users count as characters.
struct Graphemes<'t> {
    text: &'t str,
    /// The grapheme clusters, each with its byte offset.
    clusters: Vec<(usize, &'t str)>,
}

impl<'t> Graphemes<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, clusters: text.grapheme_indices(true).collect() }
    }

    /// The byte range of a snippet that shows the text at `byte_offset` and a little before it.
    fn snippet_range_around(&self, byte_offset: usize) -> Range<usize> {
        let position = self.clusters.partition_point(|(start, _)| *start < byte_offset);
        let latest = self.clusters.len().saturating_sub(MAX_SNIPPET_CHARACTERS);
        let earliest = position.saturating_sub(MAX_CHARACTERS_BEFORE_MATCH).min(latest);
        let from = (earliest..position).find(|at| self.is_word_boundary(*at)).unwrap_or(position);
        let longest = from + MAX_SNIPPET_CHARACTERS;
        let to =
            (from + 1..=longest).rev().find(|at| self.is_word_boundary(*at)).unwrap_or(longest);
        self.trim_byte_range(self.byte_offset(from)..self.byte_offset(to))
    }

    /// Whether the text can be cut before the grapheme with this index without cutting a word in
    /// two.
    fn is_word_boundary(&self, grapheme_index: usize) -> bool {
        let is_separator = |number: Option<usize>| {
            let cluster = number.and_then(|number| self.clusters.get(number));
            cluster.and_then(|(_, text)| text.chars().next()).is_none_or(separates_words)
        };
        is_separator(grapheme_index.checked_sub(1)) || is_separator(Some(grapheme_index))
    }

    fn byte_offset(&self, grapheme_index: usize) -> usize {
        self.clusters.get(grapheme_index).map_or(self.text.len(), |(start, _)| *start)
    }

    /// Shortens a byte range so that its text neither starts nor ends with white space.
    fn trim_byte_range(&self, range: Range<usize>) -> Range<usize> {
        let shown = self.text.get(range.clone()).unwrap_or_default();
        let start = range.end - shown.trim_start().len();
        start..range.start + shown.trim_end().len()
    }
}

/// Whether a text may be cut before and after this character: white space, or a character of a
/// script without spaces. Korean is not included, because it is written with spaces, although the
/// index treats it like a script without spaces.
fn separates_words(character: char) -> bool {
    let is_korean = matches!(character, '\u{ac00}'..='\u{d7af}');
    character.is_whitespace() || (is_unspaced_script(character) && !is_korean)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a snippet of a passage. `words` are the words to highlight, separated by spaces.
    fn check(passage: &str, words: &str, expected: &str) {
        let marks = |text: &str| {
            let found = words.split(' ').flat_map(|word| text.match_indices(word));
            let mut marks: Vec<_> = found.map(|(at, word)| at..at + word.len()).collect();
            marks.sort_by_key(|mark| mark.start);
            marks
        };
        let shown: String =
            snippet(passage, marks)
                .iter()
                .map(|span| {
                    if span.is_highlighted { format!("[{}]", span.text) } else { span.text.clone() }
                })
                .collect();
        assert_eq!(shown, expected, "{words}");
    }

    #[test]
    fn a_short_passage_is_shown_whole() {
        check("Soft water\nextracts  less.", "water", "Soft [water] extracts less.");
        check("", "water", "");
        check("水分和水", "水", "[水]分和[水]");
    }

    #[test]
    fn a_long_passage_is_shown_where_the_words_are_without_cutting_one() {
        let far = format!("{}here it is. {}", "padding ".repeat(60), "more ".repeat(80));
        let more = "more ".repeat(33);
        check(&far, "here", &format!("…{}[here] it is. {}…", "padding ".repeat(5), more.trim()));
        let last = format!("{}here.", "padding ".repeat(60));
        check(&last, "here", &format!("…{}[here].", "padding ".repeat(26)));
        check(&last, "nowhere", &format!("{}…", "padding ".repeat(27).trim()));
    }

    #[test]
    fn a_word_longer_than_a_snippet_is_cut() {
        check(&"a".repeat(300), "b", &format!("{}…", "a".repeat(MAX_SNIPPET_CHARACTERS)));
        let behind = format!("{} tea", "a".repeat(300));
        check(&behind, "tea", "…[tea]");
    }

    #[test]
    fn a_script_without_spaces_is_cut_anywhere_and_korean_between_words() {
        let chinese = format!("{}茶{}", "水".repeat(300), "火".repeat(300));
        let expected = format!(
            "…{}[茶]{}…",
            "水".repeat(MAX_CHARACTERS_BEFORE_MATCH),
            "火".repeat(MAX_SNIPPET_CHARACTERS - MAX_CHARACTERS_BEFORE_MATCH - 1)
        );
        check(&chinese, "茶", &expected);
        let korean = format!("{}차 {}", "물을마신다 ".repeat(60), "불 ".repeat(300));
        let expected = format!("…{}[차] {}…", "물을마신다 ".repeat(6), "불 ".repeat(91).trim());
        check(&korean, "차", &expected);
    }

    #[test]
    fn the_window_with_most_different_words_is_shown() {
        let gap = "padding ".repeat(40);
        let passage = format!("tea tea tea {gap}water for tea {gap}tea and water");
        let before = "padding ".repeat(5);
        let behind = "padding ".repeat(20);
        let expected = format!("…{before}[water] for [tea] {}…", behind.trim());
        check(&passage, "water tea", &expected);
    }
}
