//! What a person sees of a passage: a line or two of its words around those that were looked
//! for, with these marked.

use serde::{Deserialize, Serialize};

/// Characters of a snippet: two or three lines of a result list.
const LENGTH: usize = 220;

/// Characters shown before the first word that was looked for.
const BEFORE: usize = 40;

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
pub fn parts(text: &str, marks: &[std::ops::Range<usize>]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut push = |range: std::ops::Range<usize>, hit: bool| {
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
pub fn snippet(passage: &str, mark: impl Fn(&str) -> Vec<std::ops::Range<usize>>) -> Vec<Part> {
    let flat = passage.split_whitespace().collect::<Vec<_>>().join(" ");
    let marks = mark(&flat);
    let starts: Vec<usize> = flat.char_indices().map(|(at, _)| at).collect();
    let window = best_window(&starts, &marks, flat.len());
    let shown = flat.get(window.clone()).unwrap_or_default();
    let inside = marks.iter().filter(|mark| mark.start >= window.start && mark.end <= window.end);
    let moved: Vec<_> =
        inside.map(|mark| mark.start - window.start..mark.end - window.start).collect();
    let mut parts = parts(shown, &moved);
    if window.start > 0 {
        parts.insert(0, Part { text: "…".into(), hit: false });
    }
    if window.end < flat.len() {
        parts.push(Part { text: "…".into(), hit: false });
    }
    parts
}

/// The window, in bytes, that begins a little before a mark and holds most marks; the first of
/// several.
fn best_window(
    starts: &[usize],
    marks: &[std::ops::Range<usize>],
    length: usize,
) -> std::ops::Range<usize> {
    let character = |byte: usize| starts.partition_point(|start| *start < byte);
    let byte = |character: usize| starts.get(character).copied().unwrap_or(length);
    let places: Vec<usize> = marks.iter().map(|mark| character(mark.start)).collect();
    let latest = starts.len().saturating_sub(LENGTH);
    let mut best = (0, 0);
    for (number, place) in places.iter().enumerate() {
        let from = place.saturating_sub(BEFORE).min(latest);
        let held = places.iter().skip(number).take_while(|at| **at < from + LENGTH).count();
        if held > best.0 {
            best = (held, from);
        }
    }
    byte(best.1)..byte(best.1 + LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(passage: &str, word: &str, expected: &str) {
        let marks = |text: &str| text.match_indices(word).map(|(at, w)| at..at + w.len()).collect();
        let shown: String = snippet(passage, marks)
            .iter()
            .map(|part| if part.hit { format!("[{}]", part.text) } else { part.text.clone() })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_short_passage_is_shown_whole() {
        check("Soft water\nextracts  less.", "water", "Soft [water] extracts less.");
        check("", "water", "");
        check("水分和水", "水", "[水]分和[水]");
    }

    #[test]
    fn a_long_passage_is_shown_where_the_words_are() {
        let far = format!("{}here it is. {}", "padding ".repeat(60), "more ".repeat(80));
        let shown: Vec<Part> =
            snippet(&far, |text| text.find("here").map(|at| at..at + 4).into_iter().collect());
        assert_eq!(shown.iter().filter(|part| part.hit).count(), 1);
        assert_eq!(shown.iter().map(|part| part.text.chars().count()).sum::<usize>(), LENGTH + 2);
        check(&"a".repeat(300), "b", &format!("{}…", "a".repeat(LENGTH)));
    }
}
