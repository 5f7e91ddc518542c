//! Turns search hits into notes to show, with title and snippet. The snippet leaves out headings
//! that are shown above it.

use std::collections::BTreeSet;

use futures_util::future::join_all;

use crate::host::Host;
use crate::language::Language;
use crate::library::search_results::FoundNote;
use crate::library::snippet::{highlight, snippet};
use crate::notes::index::{Highlighter, Hit};
use crate::notes::note::prose;
use crate::values::text::LineIndex;

/// Maximum length in bytes of the text in which a snippet is looked for.
const MAX_SHOWN_BYTES: usize = 20_000;

/// The text of a found note, from which the words listed beside it are chosen.
pub struct FoundText<'t> {
    /// The title of the note.
    pub title: &'t str,
    /// The whole text of the note.
    pub markdown: &'t str,
    /// The words of the found passage that match the search, in order.
    pub matched_words: Vec<&'t str>,
}

/// A function that chooses the words that are listed beside a found note.
pub type ListedWordChooser<'a> = dyn Fn(FoundText<'_>) -> Vec<String> + 'a;

/// Removes repeated words, ignoring case, and keeps the order.
pub fn distinct_words(words: Vec<&str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let new = words.into_iter().filter(|word| seen.insert(word.to_lowercase()));
    new.map(str::to_owned).collect()
}

/// Turns hits into notes to show, and reads the text of each note for this. Leaves out hits whose
/// note cannot be read, for example because it was deleted.
pub async fn to_found_notes(
    host: &dyn Host,
    hits: Vec<Hit>,
    highlighter: &Highlighter,
    choose: &ListedWordChooser<'_>,
) -> Vec<FoundNote> {
    let found_note = |hit: Hit| async move {
        let text = host.read(&hit.path).await.ok()?;
        Some(to_found_note(&text, hit, highlighter, choose))
    };
    join_all(hits.into_iter().map(found_note)).await.into_iter().flatten().collect()
}

/// Turns a hit into a note to show; `text` is the text of its note.
pub fn to_found_note(
    text: &str,
    hit: Hit,
    highlighter: &Highlighter,
    choose: &ListedWordChooser<'_>,
) -> FoundNote {
    let language = Language::detect(text);
    let markdown = shown_part(passage_markdown(text, &hit), highlighter, language);
    let passage = prose::plain_text(markdown);
    let title = hit.path.title();
    let marks = highlighter.match_ranges(&passage, language);
    let matched_words = marks.into_iter().filter_map(|mark| passage.get(mark)).collect();
    let heading = hit.heading_trail.to_display_text();
    let prose = without_shown_headings(&passage, &heading, title);
    let code = fenced_code(markdown);
    let body =
        prose_or_code(prose, &code, |text| !highlighter.match_ranges(text, language).is_empty());
    FoundNote {
        title_spans: highlight(title, &highlighter.match_ranges(title, language)),
        matched_words: choose(FoundText { title, markdown: text, matched_words }),
        snippet_spans: snippet(body, |text| highlighter.match_ranges(text, language)),
        heading_path: heading,
        first_line: hit.first_line,
        last_line: hit.last_line,
        score: hit.score,
        match_kind: hit.match_kind,
        is_linked_to_query_note: false,
        similarity: None,
        path: hit.path,
    }
}

/// The lines of a hit's passage in the text of its note.
pub fn passage_markdown<'t>(text: &'t str, hit: &Hit) -> &'t str {
    let lines = LineIndex::new(text).lines_byte_range(hit.first_line, hit.last_line);
    text.get(lines).unwrap_or_default()
}

/// Of a line that is longer than any passage, the first part with a match: the rest of it is never shown.
fn shown_part<'t>(markdown: &'t str, highlighter: &Highlighter, language: Language) -> &'t str {
    let (mut part, mut rest) = split_first_part(markdown);
    let first = part;
    while !rest.is_empty() && highlighter.match_ranges(part, language).is_empty() {
        (part, rest) = split_first_part(rest);
    }
    match part.len() == markdown.len() || !highlighter.match_ranges(part, language).is_empty() {
        true => part,
        false => first,
    }
}

/// Splits after a space, so that no word is cut in two.
fn split_first_part(text: &str) -> (&str, &str) {
    if text.len() <= MAX_SHOWN_BYTES {
        return (text, "");
    }
    let (head, _) = text.split_at(text.floor_char_boundary(MAX_SHOWN_BYTES));
    text.split_at(head.rfind(' ').map_or(head.len(), |at| at + 1))
}

/// Removes headings from the beginning of a passage if they are shown above it, as its heading path
/// or as the note's title.
fn without_shown_headings<'p>(passage: &'p str, heading_trail: &str, title: &str) -> &'p str {
    let trail = prose::plain_text(&format!("# {heading_trail}"));
    let shown = format!("> {title} > {trail} >");
    let mut rest = passage;
    while !rest.is_empty() {
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        if !shown.contains(&format!("> {line} >")) {
            break;
        }
        rest = below;
    }
    rest
}

/// Returns the lines of a passage that are inside fenced code blocks.
fn fenced_code(markdown: &str) -> String {
    let mut inside = false;
    let is_code = |line: &&str| {
        let is_fence = ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
        inside ^= is_fence;
        inside && !is_fence
    };
    markdown.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// Returns the prose of a passage. Returns its code if there is no prose, or if only the code has a
/// match.
fn prose_or_code<'p>(prose: &'p str, code: &'p str, has_match: impl Fn(&str) -> bool) -> &'p str {
    let is_code = !code.is_empty() && !has_match(prose) && (prose.is_empty() || has_match(code));
    if is_code { code } else { prose }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_endless_line_the_part_with_the_match_is_shown() {
        let tea = Highlighter::new(BTreeSet::from(["tea".to_owned()]));
        let line = |end: &str| format!("{}{end}", "water ".repeat(10_000));
        let shown = |text: &str| shown_part(text, &tea, Language::English).to_owned();
        assert!(shown(&line("tea")).ends_with("water tea"));
        assert!(shown(&line("tea")).len() <= MAX_SHOWN_BYTES);
        assert!(line("").starts_with(&shown(&line(""))));
        assert!(shown(&line("")).len() <= MAX_SHOWN_BYTES);
        assert_eq!(shown("water"), "water");
    }

    fn check_body(trail: &str, passage: &str, expected: &str) {
        let body = without_shown_headings(&prose::plain_text(passage), trail, "Tea").to_owned();
        assert_eq!(body, expected, "{trail}: {passage}");
    }

    #[test]
    fn a_heading_shown_above_is_not_repeated() {
        check_body("Water", "# Water\nSoft.", "Soft.");
        check_body("Tea > Water", "# Tea\n\n## Water\n\nSoft.\n\nHard.", "Soft.\nHard.");
        check_body("1. Heat > *Soft* [[water]]", "## *Soft* [[water]]\nLess.", "Less.");
        check_body("", "Tea\n\nis a drink", "is a drink");
        check_body("Water > Heat", "## Heat", "");
    }

    #[test]
    fn text_that_only_begins_like_a_heading_stays() {
        check_body("Water", "Water is soft.", "Water is soft.");
        check_body("Soft water", "water\n\nis wet", "water\nis wet");
        check_body("", "Soft.", "Soft.");
    }

    fn check_prose_or_code(passage: &str, expected: &str) {
        let best = prose_or_code(&prose::plain_text(passage), &fenced_code(passage), |t| {
            t.contains("tea")
        })
        .to_owned();
        assert_eq!(best, expected, "{passage}");
    }

    #[test]
    fn code_is_shown_if_only_it_has_a_match() {
        check_prose_or_code("Brew:\n```js\ntea();\nmilk();\n```\n[a](b)", "tea();\nmilk();");
        check_prose_or_code("Brew tea:\n\n```\ntea();\n```", "Brew tea:");
        check_prose_or_code("~~~\nmilk\n~~~", "milk");
        check_prose_or_code("Brew:\n```\nmilk\n```", "Brew:");
    }
}
