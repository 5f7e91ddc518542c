//! Changes where one link of a note leads. The heading, the shown words and the mark of an embed stay, as
//! does every other byte of the note.

use std::ops::Range;

use crate::notes::note::{
    LinkStyle, NoteLink, frontmatter, linkable_spans, parse_links_with_ranges,
    parse_property_links, percent_encoded,
};
use crate::values::text::{LineIndex, fold_case};

/// A link that leads to no file, and what was probably meant.
pub struct LinkFix<'f> {
    /// The number of the line that the link is on, counted from one. If the line has no such link, the
    /// first one of the note changes.
    pub line: Option<usize>,
    /// The target of the link as written.
    pub target: &'f str,
    /// The target that a wikilink gets.
    pub new_target: &'f str,
    /// Whether the link keeps the old target as its words.
    pub words: LinkWords,
}

/// What a wikilink without display text shows afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkWords {
    /// The name of the note, because the old words were misspelt.
    NewName,
    /// The old words, because they are another name of the note.
    OldWords,
}

impl LinkFix<'_> {
    /// The text of a note after the change; `None` if it has no such link, or if the link can't be
    /// changed without changing something else.
    pub fn apply(&self, text: &str) -> Option<String> {
        let lines = LineIndex::new(text);
        let mut changes = self.changes_in_properties(text);
        changes.extend(self.changes_in_body(text, &lines));
        let is_on_line =
            |(place, _): &(Range<usize>, String)| Some(lines.line_number(place.start)) == self.line;
        let at = changes.iter().position(is_on_line).unwrap_or(0);
        let (place, replacement) = changes.get(at)?.clone();
        let mut changed = text.to_owned();
        changed.replace_range(place, &replacement);
        self.changes_one_link(text, &changed).then_some(changed)
    }

    /// For each link that may be meant, the bytes that are replaced, and by what.
    fn changes_in_body(&self, text: &str, lines: &LineIndex) -> Vec<(Range<usize>, String)> {
        let links = parse_links_with_ranges(text).into_iter();
        let meant = links.filter(|(_, link)| self.is_meant(&link.target));
        let change = |(range, link): (Range<usize>, NoteLink)| {
            let source = text.get(range.clone())?;
            let (place, replacement) = match link.style {
                LinkStyle::Wiki => {
                    let bar = if is_in_table(text, lines, range.start) { "\\|" } else { "|" };
                    (wikilink_target_range(source)?, self.wikilink_target(&link, bar))
                }
                LinkStyle::Markdown => {
                    (markdown_target_range(source)?, percent_encoded(&self.markdown_target()))
                }
            };
            Some((range.start + place.start..range.start + place.end, replacement))
        };
        meant.filter_map(change).collect()
    }

    fn changes_in_properties(&self, text: &str) -> Vec<(Range<usize>, String)> {
        // A quotation mark in the name would end the value of the property.
        let range = frontmatter::frontmatter_byte_range(text)
            .filter(|_| !self.new_target.contains(['"', '\'']));
        let Some(range) = range else { return Vec::new() };
        let properties = text.get(range.clone()).unwrap_or_default();
        let change = |(start, _): (usize, &str)| {
            let rest = properties.get(start..)?;
            let source = rest.get(..rest.find("]]")? + "]]".len())?;
            let link = NoteLink::parse_wikilink(source)?;
            let place = wikilink_target_range(source)?;
            let begin = range.start + start;
            let replacement = self.wikilink_target(&link, "|");
            let is_meant = self.is_meant(&link.target) && !source.contains('\n');
            is_meant.then_some((begin + place.start..begin + place.end, replacement))
        };
        properties.match_indices("[[").filter_map(change).collect()
    }

    fn is_meant(&self, target: &str) -> bool {
        fold_case(target) == fold_case(self.target)
    }

    /// The new target of a wikilink, with the old words if the link has no other words.
    fn wikilink_target(&self, link: &NoteLink, bar: &str) -> String {
        let keeps_words = self.words == LinkWords::OldWords
            && link.display_text.is_none()
            && link.subpath.is_none()
            && !link.is_embed;
        match keeps_words {
            true => format!("{}{bar}{}", self.new_target, link.target),
            false => self.new_target.to_owned(),
        }
    }

    /// The new target of a Markdown link, which has the extension of the file.
    fn markdown_target(&self) -> String {
        let has_extension = self.new_target.to_lowercase().ends_with(".txt")
            || self.new_target.to_lowercase().ends_with(".markdown");
        if has_extension { self.new_target.to_owned() } else { format!("{}.md", self.new_target) }
    }

    /// Whether the two texts have the same links but for one, which leads to the new target.
    fn changes_one_link(&self, before: &str, after: &str) -> bool {
        let all = |text: &str| {
            let in_body = parse_links_with_ranges(text).into_iter().map(|(_, link)| link);
            parse_property_links(text).into_iter().chain(in_body).collect::<Vec<NoteLink>>()
        };
        let (old, new) = (all(before), all(after));
        let changed: Vec<(&NoteLink, &NoteLink)> =
            old.iter().zip(&new).filter(|(old, new)| old != new).collect();
        let [(old_link, new_link)] = changed.as_slice() else { return false };
        let is_new_target =
            new_link.target == self.new_target || new_link.target == self.markdown_target();
        old.len() == new.len()
            && is_new_target
            && old_link.subpath == new_link.subpath
            && old_link.is_embed == new_link.is_embed
    }
}

/// The byte range of the target in `![[ target #heading|words]]`, without spaces around it.
fn wikilink_target_range(source: &str) -> Option<Range<usize>> {
    let start = source.find("[[")? + "[[".len();
    let inner = source.get(start..)?;
    let end = inner.find(['#', '|', ']'])?;
    let address = inner.get(..end)?;
    // In a table, the bar is written `\|`.
    let address = address.strip_suffix('\\').unwrap_or(address);
    let begin = start + (address.len() - address.trim_start().len());
    Some(begin..begin + address.trim().len())
}

/// The byte range of the target in `[words](target#heading "title")`; `None` for a link whose address
/// is elsewhere in the note.
fn markdown_target_range(source: &str) -> Option<Range<usize>> {
    let start = source.rfind("](")? + "](".len();
    let inner = source.get(start..)?;
    let address = inner.trim_start();
    let begin = start + (inner.len() - address.len());
    let (begin, address) = match address.strip_prefix('<') {
        Some(address) => (begin + 1, address.split('>').next()?),
        None => (begin, address.split(|c: char| c.is_whitespace() || c == ')').next()?),
    };
    let target = address.split('#').next()?;
    Some(begin..begin + target.len())
}

/// Whether an offset is on a line of a table, where a bar would end the cell.
fn is_in_table(text: &str, lines: &LineIndex, offset: usize) -> bool {
    let number = lines.line_number(offset);
    let line = lines.lines_byte_range(number, number);
    let begins_with_bar =
        text.get(line.clone()).is_some_and(|line| line.trim_start().starts_with('|'));
    let has_cell = || {
        linkable_spans(text).iter().any(|it| it.is_in_table && line.contains(&it.byte_range.start))
    };
    begins_with_bar || has_cell()
}
