//! What a person sees of a passage: a line or two of its words around those that were looked
//! for, with these marked. No word is cut.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::index::language::is_unspaced;

/// Characters of a snippet at the most: two or three lines of a result list.
const LENGTH: usize = 220;

/// Characters shown before the first word that was looked for, at the most.
const BEFORE: usize = 40;

/// Windows that are looked at: a passage in which a word stands hundreds of times shows it well
/// enough near its beginning.
const MOST_WINDOWS: usize = 100;

/// A stretch of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Part {
    /// As it stands in the note, without markup.
    pub text: String,
    /// Whether it is a word that was looked for.
    pub hit: bool,
}

/// A text with every stretch that `marks` names marked; those are byte ranges in rising order.
pub fn parts(text: &str, marks: &[Range<usize>]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut push = |range: Range<usize>, hit: bool| {
        let piece = text.get(range).unwrap_or_default();
        if !piece.is_empty() {
            parts.push(Part { text: piece.to_owned(), hit });
        }
    };
    let mut done = 0;
    for mark in marks {
        push(done..mark.start, false);
        push(mark.clone(), true);
        done = mark.end;
    }
    push(done..text.len(), false);
    parts
}

/// The stretch of a passage that shows most of what was looked for.
pub fn snippet(passage: &str, mark: impl Fn(&str) -> Vec<Range<usize>>) -> Vec<Part> {
    let flat = passage.split_whitespace().collect::<Vec<_>>().join(" ");
    let marks = mark(&flat);
    let window = best_window(&Characters::of(&flat), &marks);
    let shown = flat.get(window.clone()).unwrap_or_default();
    let moved: Vec<_> = inside(&marks, &window)
        .map(|mark| mark.start - window.start..mark.end - window.start)
        .collect();
    let mut parts = parts(shown, &moved);
    if window.start > 0 {
        parts.insert(0, Part { text: "…".into(), hit: false });
    }
    if window.end < flat.len() {
        parts.push(Part { text: "…".into(), hit: false });
    }
    parts
}

/// The window, in bytes, that begins a little before a mark and holds most different words of
/// those that are marked, then most marks; the first of several.
fn best_window(characters: &Characters<'_>, marks: &[Range<usize>]) -> Range<usize> {
    let worth = |window: &Range<usize>| {
        let words: Vec<String> = inside(marks, window)
            .filter_map(|mark| characters.text.get(mark.clone()))
            .map(str::to_lowercase)
            .collect();
        (words.iter().collect::<BTreeSet<_>>().len(), words.len())
    };
    let mut best = ((0, 0), characters.window(0));
    for mark in marks.iter().take(MOST_WINDOWS) {
        let window = characters.window(mark.start);
        let worth = worth(&window);
        if worth > best.0 {
            best = (worth, window);
        }
    }
    best.1
}

/// The marks that stand in a window as a whole.
fn inside<'m>(
    marks: &'m [Range<usize>],
    window: &Range<usize>,
) -> impl Iterator<Item = &'m Range<usize>> {
    let first = marks.partition_point(|mark| mark.start < window.start);
    let end = window.end;
    marks.iter().skip(first).take_while(move |mark| mark.end <= end)
}

/// A text by what a person counts as characters.
struct Characters<'t> {
    text: &'t str,
    /// Each with its first byte.
    all: Vec<(usize, &'t str)>,
}

impl<'t> Characters<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, all: text.grapheme_indices(true).collect() }
    }

    /// The window, in bytes, that shows a place and a little before it.
    fn window(&self, byte: usize) -> Range<usize> {
        let place = self.all.partition_point(|(start, _)| *start < byte);
        let latest = self.all.len().saturating_sub(LENGTH);
        let earliest = place.saturating_sub(BEFORE).min(latest);
        let from = (earliest..place).find(|at| self.is_cut(*at)).unwrap_or(place);
        let longest = from + LENGTH;
        let to = (from + 1..=longest).rev().find(|at| self.is_cut(*at)).unwrap_or(longest);
        self.trimmed(self.byte(from)..self.byte(to))
    }

    /// Whether no word is cut before the character of that number.
    fn is_cut(&self, number: usize) -> bool {
        let is_open = |number: Option<usize>| {
            let character = number.and_then(|number| self.all.get(number));
            character.and_then(|(_, text)| text.chars().next()).is_none_or(is_free)
        };
        is_open(number.checked_sub(1)) || is_open(Some(number))
    }

    fn byte(&self, number: usize) -> usize {
        self.all.get(number).map_or(self.text.len(), |(start, _)| *start)
    }

    fn trimmed(&self, window: Range<usize>) -> Range<usize> {
        let shown = self.text.get(window.clone()).unwrap_or_default();
        let start = window.end - shown.trim_start().len();
        start..window.start + shown.trim_end().len()
    }
}

/// Whether a text may be cut before and behind the character. Korean is searched like scripts
/// without spaces, but is written with them.
fn is_free(character: char) -> bool {
    let is_korean = matches!(character, '\u{ac00}'..='\u{d7af}');
    character.is_whitespace() || (is_unspaced(character) && !is_korean)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words looked for are separated by blanks.
    fn check(passage: &str, words: &str, expected: &str) {
        let marks = |text: &str| {
            let found = words.split(' ').flat_map(|word| text.match_indices(word));
            let mut marks: Vec<_> = found.map(|(at, word)| at..at + word.len()).collect();
            marks.sort_by_key(|mark| mark.start);
            marks
        };
        let shown: String = snippet(passage, marks)
            .iter()
            .map(|part| if part.hit { format!("[{}]", part.text) } else { part.text.clone() })
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
    fn a_word_longer_than_a_snippet_is_cut_all_the_same() {
        check(&"a".repeat(300), "b", &format!("{}…", "a".repeat(LENGTH)));
        let behind = format!("{} tea", "a".repeat(300));
        check(&behind, "tea", "…[tea]");
    }

    #[test]
    fn a_script_without_spaces_is_cut_anywhere_and_korean_between_words() {
        let chinese = format!("{}茶{}", "水".repeat(300), "火".repeat(300));
        let expected = format!("…{}[茶]{}…", "水".repeat(BEFORE), "火".repeat(LENGTH - BEFORE - 1));
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
