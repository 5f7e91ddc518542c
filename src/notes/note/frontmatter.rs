//! Reads the frontmatter of a note: the YAML block at its start. Only top-level scalars and lists
//! are read, which is what search and links need.
//!
//! This module never rewrites the block. Invalid YAML is no error; it just yields fewer values.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::notes::note::yaml;
use crate::values::text::{byte_order_mark_length, lone_cr_to_lf};

/// Properties in which programs that save web pages as notes write the address of the page, beside those
/// with `url` in their name.
const ORIGIN_PROPERTIES: [&str; 5] = ["source", "sources", "link", "origin", "original"];

/// The properties of a note, in their order in the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frontmatter {
    properties: Vec<(String, Vec<String>)>,
}

/// The byte range of the frontmatter with its two `---` lines. `None` if there is no closed block.
pub fn frontmatter_byte_range(text: &str) -> Option<Range<usize>> {
    let start = byte_order_mark_length(text);
    let body = text.get(start..)?;
    let mut lines = body.split_inclusive('\n');
    let opening = lines.next()?;
    if opening.trim_end() != "---" || !opening.ends_with('\n') {
        return None;
    }
    let mut end = start + opening.len();
    for line in lines {
        end += line.len();
        if line.trim_end() == "---" {
            return Some(start..end);
        }
    }
    None
}

/// The lines of a property in a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyLines {
    /// The name of the property.
    pub key: String,
    /// Its first line in the note, counted from one.
    pub first_line: usize,
    /// Its last line, counted from one, inclusive.
    pub last_line: usize,
}

/// The lines of each property of a note, in order.
pub fn property_lines(text: &str) -> Vec<PropertyLines> {
    let block = frontmatter_byte_range(text).and_then(|range| text.get(range)).unwrap_or_default();
    let mut properties: Vec<PropertyLines> = Vec::new();
    let is_part = |line: &str| !line.trim().is_empty() && line.trim_end() != "---";
    for (line, line_number) in block.lines().zip(1..).filter(|(line, _)| is_part(line)) {
        match parse_property_line(line).filter(|_| !line.starts_with("- ")) {
            Some((key, _)) => properties.push(PropertyLines {
                key,
                first_line: line_number,
                last_line: line_number,
            }),
            None => properties.last_mut().into_iter().for_each(|it| it.last_line = line_number),
        }
    }
    properties
}

/// The text of a note after its frontmatter.
pub fn text_after_frontmatter(text: &str) -> &str {
    frontmatter_byte_range(text).and_then(|range| text.get(range.end..)).unwrap_or(text)
}

/// Whether a note was clipped from the web: it has a property for the address from which its text was
/// taken, such as `source` or `url`.
pub fn is_clipped_from_web(text: &str) -> bool {
    let names_origin = |key: &str| {
        let key: String = key.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        key.starts_with("url")
            || key.ends_with("url")
            || key.ends_with("urls")
            || ORIGIN_PROPERTIES.contains(&key.as_str())
    };
    let is_address = |value: &String| value.contains("http://") || value.contains("https://");
    let properties = Frontmatter::parse(text).properties;
    properties.iter().any(|(key, values)| names_origin(key) && values.iter().any(is_address))
}

impl Frontmatter {
    /// Parses the properties of a note. A note without frontmatter has none.
    pub fn parse(text: &str) -> Self {
        let block =
            frontmatter_byte_range(text).and_then(|range| text.get(range)).unwrap_or_default();
        let mut properties: Vec<(String, Vec<String>)> = Vec::new();
        for line in block.lines().filter(|line| line.trim_end() != "---") {
            if let Some(item) = line.trim_start().strip_prefix("- ") {
                if let Some((_, values)) = properties.last_mut() {
                    values.push(unquote(item));
                }
            } else if let Some((key, value)) = parse_property_line(line) {
                properties.push((key, parse_scalar_or_list(value)));
            }
        }
        Self { properties }
    }

    /// Pairs of a key and one of its values, in order. A key with a list occurs several times.
    pub fn key_value_pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.properties.iter().flat_map(|(key, values)| {
            values.iter().map(move |value| (key.as_str(), value.as_str()))
        })
    }

    /// The values of a key, ignoring its case. Empty if the key is missing.
    pub fn values(&self, key: &str) -> impl Iterator<Item = &str> {
        let found = self.properties.iter().filter(move |(name, _)| name.eq_ignore_ascii_case(key));
        found.flat_map(|(_, values)| values.iter().map(String::as_str))
    }
}

/// The aliases (other names) of a note. They are read in two ways, by the YAML parser and line by
/// line, because a missed alias of a private note might be sent to a service.
pub fn aliases(text: &str) -> Vec<String> {
    let text = lone_cr_to_lf(text);
    let is_key = |key: &str| ["aliases", "alias"].contains(&key.to_lowercase().as_str());
    let block = frontmatter_byte_range(&text).and_then(|range| text.get(range)).unwrap_or_default();
    if !block.to_lowercase().contains("alias") {
        return Vec::new();
    }
    let block = block.trim_start_matches('\u{feff}').trim().trim_matches('-');
    let parsed = yaml::parse(block).map(|mapping| mapping.entries).unwrap_or_default();
    let parsed = parsed.iter().filter(|entry| is_key(&entry.key));
    let mut names: Vec<String> =
        parsed.flat_map(|entry| yaml::scalar_texts(&entry.value)).collect();
    let read = Frontmatter::parse(&text);
    let lines =
        read.key_value_pairs().filter(|(key, _)| is_key(key)).map(|(_, name)| name.to_owned());
    names.extend(lines);
    // Obsidian splits a text with commas into several aliases.
    let parts = names.iter().flat_map(|name| name.split(',')).map(|part| part.trim().to_owned());
    let all: BTreeSet<String> = parts.chain(names.iter().cloned()).collect();
    all.into_iter().filter(|name| !name.is_empty()).collect()
}

fn parse_property_line(line: &str) -> Option<(String, &str)> {
    if line.starts_with([' ', '\t', '#']) {
        return None;
    }
    let (key, value) = line.split_once(':')?;
    Some((unquote(key), value.trim()))
}

fn parse_scalar_or_list(value: &str) -> Vec<String> {
    let list = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let items: Vec<&str> = list.map_or_else(|| vec![value], |inner| inner.split(',').collect());
    items.into_iter().map(unquote).filter(|item| !item.is_empty()).collect()
}

fn unquote(value: &str) -> String {
    value.trim().trim_matches(['"', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, key: &str, expected: &[&str]) {
        let frontmatter = Frontmatter::parse(text);
        assert_eq!(frontmatter.values(key).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn aliases_are_read_in_every_notation() {
        let check = |yaml: &str, name: &str| {
            let names = aliases(&format!("---\n{yaml}\n---\n"));
            assert!(names.contains(&name.to_owned()), "{yaml}: {names:?}");
        };
        check("aliases: [Foo Bar] # why", "Foo Bar");
        check("aliases:\n  - Foo Bar # why", "Foo Bar");
        check("aliases: [A,\n  Foo Bar]", "Foo Bar");
        check("Aliases: >-\n  Foo\n  Bar", "Foo Bar");
        check("alias: Foo Bar, Baz", "Foo Bar");
        check("aliases: [\"Foo, Bar\"]", "Foo, Bar");
        check("{aliases: [Foo Bar]}", "Foo Bar");
        check("aliases: \"F\\u006fo Bar\"", "Foo Bar");
        check("x: [unclosed\naliases: Foo Bar", "Foo Bar");
        assert_eq!(aliases("---\raliases: Foo Bar\r---\r"), ["Foo Bar"]);
        assert_eq!(aliases("no properties"), Vec::<String>::new());
    }

    #[test]
    fn scalars_and_lists_are_read() {
        check("---\ntags: [a, \"b c\"]\n---\n", "tags", &["a", "b c"]);
        check("---\nTags:\n  - a\n  - b\nx: 1\n---\n", "tags", &["a", "b"]);
        check("---\r\nprivate: true\r\n---\r\nbody", "private", &["true"]);
        check("\u{feff}---\nalias: 'One'\n---", "alias", &["One"]);
    }

    #[test]
    fn text_without_a_frontmatter_block_has_no_properties() {
        check("text\n---\na: b\n---\n", "a", &[]);
        check("---\na: b\n", "a", &[]);
        check("----\na: b\n---\n", "a", &[]);
        check("", "a", &[]);
    }
}
