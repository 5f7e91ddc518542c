//! Finds the text of a note in which words may be turned into links: prose outside headings, code,
//! math, links, comments, HTML, properties and Ibid's own reports.
//!
//! A link in a heading would change the name by which other notes link to that heading, and a link
//! in a report would make the report count as edited by the user.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::notes::note::{comments_and_math, frontmatter, report_section};
use crate::values::text::byte_order_mark_length;

/// A part of a line in which words may be turned into links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkableSpan {
    /// The byte range in the note.
    pub byte_range: Range<usize>,
    /// Whether the text is in a table, where the bar of a wikilink must be written `\|`.
    pub is_in_table: bool,
}

const PARSER_OPTIONS: Options = Options::ENABLE_WIKILINKS
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_MATH);

/// The linkable parts of a note, in order. None of them contains a line break.
pub fn linkable_spans(text: &str) -> Vec<LinkableSpan> {
    let properties = frontmatter::frontmatter_byte_range(text);
    let start = properties.map_or_else(|| byte_order_mark_length(text), |range| range.end);
    let body = text.get(start..).unwrap_or_default();
    let without_reports = report_section::with_blank_reports(body);
    let visible = comments_and_math::without_comments(&without_reports);
    let blanked = comments_and_math::blank_comments_and_math(&visible);
    let mut spans: Vec<LinkableSpan> = Vec::new();
    let (mut excluded, mut tables) = (0_usize, 0_usize);
    for (event, range) in Parser::new_ext(&blanked.text, PARSER_OPTIONS).into_offset_iter() {
        match event {
            Event::Start(tag) if starts_excluded_element(&tag) => excluded += 1,
            Event::End(end) if ends_excluded_element(end) => excluded = excluded.saturating_sub(1),
            Event::Start(Tag::Table(_)) => tables += 1,
            Event::End(TagEnd::Table) => tables = tables.saturating_sub(1),
            Event::Text(_) if excluded == 0 => {
                for part in unchanged_ranges(body, &blanked.text, range) {
                    add_span(&mut spans, part.start + start..part.end + start, tables);
                }
            }
            _ => {}
        }
    }
    spans
}

/// For each character of a text that is no white space, whether it is linkable.
pub fn linkable_characters(text: &str) -> Vec<bool> {
    let spans = linkable_spans(text);
    let is_linkable = |at: usize| {
        let next = spans.partition_point(|span| span.byte_range.end <= at);
        spans.get(next).is_some_and(|span| span.byte_range.contains(&at))
    };
    let characters = text.char_indices().filter(|(_, c)| !c.is_whitespace());
    characters.map(|(at, _)| is_linkable(at)).collect()
}

/// The parts of a range in which nothing was replaced by spaces.
fn unchanged_ranges(text: &str, blanked: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let bytes = |text: &str| text.as_bytes().get(range.clone()).unwrap_or_default().to_vec();
    let pairs = bytes(text).into_iter().zip(bytes(blanked)).zip(range.clone());
    for (_, at) in pairs.filter(|((before, after), _)| before == after) {
        match parts.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => parts.push(at..at + 1),
        }
    }
    parts
}

/// Adds a range of text. The parser splits text at every character that might be markup, so a range
/// that continues the last one is joined to it.
fn add_span(spans: &mut Vec<LinkableSpan>, byte_range: Range<usize>, open_tables: usize) {
    let is_in_table = open_tables > 0;
    match spans.last_mut() {
        Some(last)
            if last.byte_range.end == byte_range.start && last.is_in_table == is_in_table =>
        {
            last.byte_range.end = byte_range.end;
        }
        _ => spans.push(LinkableSpan { byte_range, is_in_table }),
    }
}

fn starts_excluded_element(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. }
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::MetadataBlock(_)
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

fn ends_excluded_element(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::MetadataBlock(_)
            | TagEnd::Link
            | TagEnd::Image
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the linkable texts, joined by bars; text in tables is in parentheses.
    fn check(text: &str, expected: &str) {
        let show = |span: LinkableSpan| {
            let words = text.get(span.byte_range).unwrap();
            if span.is_in_table { format!("({words})") } else { words.to_owned() }
        };
        let shown: Vec<String> = linkable_spans(text).into_iter().map(show).collect();
        assert_eq!(shown.join("|"), expected, "{text}");
    }

    #[test]
    fn prose_is_linkable() {
        check(
            "An okapi.\n\n- [ ] One **okapi** here\n> quoted",
            "An okapi.|One |okapi| here|quoted",
        );
        check("a [b] *c _d", "a [b] *c _d");
        check("One\ntwo\r\nthree", "One|two|three");
        check("|a|b|\n|-|-|\n|okapi|x|\n", "(a)|(b)|(okapi)|(x)");
        check("\u{feff}okapi", "okapi");
    }

    #[test]
    fn headings_code_links_and_hidden_text_are_not() {
        check("---\nokapi: okapi\n---\n# Okapi\n\nSeen", "Seen");
        check("a `okapi` b\n\n```\nokapi\n```\n\n    okapi\n", "a | b");
        check("[[okapi]] ![[okapi]] [okapi](https://okapi.org) <https://okapi.org> x", " | | | x");
        check("a %%okapi%% b\n\n%%\nokapi\n%%\n\n<div>okapi</div>", "a | b");
        check("$okapi$ and\n\n$$\nokapi\n$$\n", " and");
        check("a[^okapi]\n\n[^okapi]: note", "a|note");
    }

    #[test]
    fn white_space_is_not_counted() {
        let linkable = linkable_characters("a `b` c\n\n~~~\nd\n~~~");
        let expected = [&[true][..], &[false; 3], &[true], &[false; 7]].concat();
        assert_eq!(linkable, expected);
    }

    #[test]
    fn reports_are_not_linkable() {
        let report = report_section::add_report_comments("r1", "Okapi in a report.");
        check(&format!("Before\n\n## Research\n\n{report}\n\nAfter"), "Before|After");
    }
}
