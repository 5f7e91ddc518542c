//! Finds the part of a note that a link with a subpath leads to: the section of a heading, or a
//! block with an id.

use std::ops::Range;

use crate::notes::note::link::Subpath;
use crate::notes::note::outline::{Heading, Outline, OutlineBlockKind};
use crate::values::text::LineIndex;

/// The byte range that a subpath leads to; `None` if the note has no such heading or block.
pub fn subpath_range(text: &str, subpath: &Subpath) -> Option<Range<usize>> {
    let outline = Outline::parse(text);
    match subpath {
        Subpath::Heading(headings) => heading_range(text, &outline, headings),
        Subpath::Block(id) => block_range(text, &outline, id),
    }
}

/// The section of a heading. In `Heading#Subheading`, each heading is below the one before it.
fn heading_range(text: &str, outline: &Outline, headings: &str) -> Option<Range<usize>> {
    let mut section = 0..text.len();
    for name in headings.split('#').map(heading_key).filter(|name| !name.is_empty()) {
        let is_inside = |heading: &&Heading| section.contains(&heading.byte_range.start);
        let mut inside = outline.headings.iter().filter(is_inside);
        let found = inside.find(|heading| heading_key(&heading.text) == name)?;
        section = outline.section_range(found, text);
    }
    Some(section)
}

/// The text of a heading by which Obsidian compares it with a link: in lower case, and without the
/// punctuation that a link can't contain.
fn heading_key(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let words = letters.split(|c: char| c.is_whitespace() || is_link_punctuation(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether Obsidian replaces a character of a heading by a space in a link to it.
fn is_link_punctuation(c: char) -> bool {
    "!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\".contains(c)
}

/// The block that ends with `^id`, or the block above a line that is only `^id`.
fn block_range(text: &str, outline: &Outline, id: &str) -> Option<Range<usize>> {
    let (line_start, line) = lines_with_offsets(text).find(|(_, line)| has_block_id(line, id))?;
    let line_end = line_start + line.len();
    let is_alone = line.trim().strip_prefix('^').is_some();
    let holds = |range: &Range<usize>| match is_alone {
        true => range.start < line_start,
        false => range.start <= line_end && line_start < range.end.max(range.start + 1),
    };
    let mut blocks = outline.blocks.iter().rev();
    let block = blocks.find(|block| holds(&block.byte_range))?;
    match block.kind == OutlineBlockKind::List && !is_alone {
        true => Some(list_item_start(text, &block.byte_range, line_start)..line_end),
        false => Some(block.byte_range.start..line_end),
    }
}

fn lines_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    })
}

/// Whether a line ends with this block id. The case of an id doesn't matter.
fn has_block_id(line: &str, id: &str) -> bool {
    let last = line.split_whitespace().next_back().and_then(|word| word.strip_prefix('^'));
    last.is_some_and(|found| found.to_lowercase() == id.to_lowercase())
}

/// The start of the list item whose last line begins at `line_start`.
fn list_item_start(text: &str, list: &Range<usize>, line_start: usize) -> usize {
    let lines = LineIndex::new(text);
    let mut start = line_start;
    while start > list.start && !begins_list_item(text.get(start..).unwrap_or_default()) {
        start = lines.line_start_offset(start - 1);
    }
    start
}

fn begins_list_item(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = number.len() < line.len() && number.starts_with(['.', ')']);
    is_numbered || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = "# Tea\n\nIntro. ^intro\n\n## Green: the *leaf*\n\nGreen text.\n\n### How\n\nHot.\n\n## Black\n\n- one\n- two\n  more ^two\n\n> a quote\n\n^quote\n\n### How\n\nHotter.\n";

    fn check(subpath: &str, expected: Option<&str>) {
        let subpath = match subpath.strip_prefix('^') {
            Some(id) => Subpath::Block(id.to_owned()),
            None => Subpath::Heading(subpath.to_owned()),
        };
        let got = subpath_range(NOTE, &subpath).and_then(|range| NOTE.get(range)).map(str::trim);
        assert_eq!(got, expected, "{subpath:?}");
    }

    #[test]
    fn a_heading_leads_to_its_section() {
        check("how", Some("### How\n\nHot."));
        check("Black#How", Some("### How\n\nHotter."));
        check("Green the leaf#How", Some("### How\n\nHot."));
        check("Green", None);
        check("How#Black", None);
    }

    #[test]
    fn a_block_id_leads_to_its_block() {
        check("^intro", Some("Intro. ^intro"));
        check("^TWO", Some("- two\n  more ^two"));
        check("^quote", Some("> a quote\n\n^quote"));
        check("^none", None);
    }
}
