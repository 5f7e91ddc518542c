//! Reads the properties of a note with their values, as a query for notes compares them.
//!
//! This module never rewrites properties; `property` does.

use crate::notes::note::frontmatter::{Frontmatter, frontmatter_byte_range};
use crate::notes::note::yaml::{self, YamlNode, YamlNodeKind};
use crate::values::text::lone_cr_to_lf;

/// One property of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteProperty {
    /// The name, as the note writes it.
    pub key: String,
    /// The text of the value, or of each item of a list. Numbers, dates and booleans are as written.
    pub values: Vec<String>,
    /// Whether the value is a list.
    pub is_list: bool,
}

/// Reads the properties of a note, in order. Properties that are no valid YAML are read line by
/// line as far as possible.
pub fn read_properties(note_text: &str) -> Vec<NoteProperty> {
    let text = lone_cr_to_lf(note_text);
    let Some(block) = frontmatter_byte_range(&text).and_then(|range| text.get(range)) else {
        return Vec::new();
    };
    let yaml = block.trim_start_matches('\u{feff}').trim().trim_matches('-');
    match yaml::parse(yaml) {
        Ok(mapping) => {
            let property = |entry: yaml::YamlEntry| to_property(entry.key, &entry.value);
            mapping.entries.into_iter().map(property).collect()
        }
        Err(_) => read_line_by_line(&text),
    }
}

fn to_property(key: String, value: &YamlNode) -> NoteProperty {
    let is_list = matches!(value.kind, YamlNodeKind::List { .. });
    let texts = match &value.kind {
        YamlNodeKind::List { items, .. } => items.iter().filter_map(item_text).collect(),
        _ => item_text(value).into_iter().collect(),
    };
    // A wikilink without quotes is a list in a list to YAML; the user means a link.
    let is_bare_link = match &value.kind {
        YamlNodeKind::List { items, flow: true } => {
            matches!(items.as_slice(), [YamlNode { kind: YamlNodeKind::List { .. }, .. }])
        }
        _ => false,
    };
    NoteProperty { key, values: texts, is_list: is_list && !is_bare_link }
}

/// The text of a value or of an item of a list; `None` for an empty one.
fn item_text(node: &YamlNode) -> Option<String> {
    let text = match &node.kind {
        YamlNodeKind::List { items, .. } => {
            let inner: Vec<String> = items.iter().flat_map(yaml::scalar_texts).collect();
            format!("[[{}]]", inner.join(", "))
        }
        _ => yaml::scalar_texts(node).join(" "),
    };
    (!text.is_empty()).then_some(text)
}

fn read_line_by_line(text: &str) -> Vec<NoteProperty> {
    let mut properties: Vec<NoteProperty> = Vec::new();
    for (key, value) in Frontmatter::parse(text).key_value_pairs() {
        match properties.last_mut().filter(|property| property.key == key) {
            Some(property) => {
                property.values.push(value.to_owned());
                property.is_list = true;
            }
            None => properties.push(NoteProperty {
                key: key.to_owned(),
                values: vec![value.to_owned()],
                is_list: false,
            }),
        }
    }
    properties
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(yaml: &str, expected: &str) {
        let shown = |property: NoteProperty| {
            let sign = if property.is_list { "*" } else { "" };
            format!("{}{sign}={}", property.key, property.values.join("|"))
        };
        let read = read_properties(&format!("---\n{yaml}\n---\ntext"));
        assert_eq!(read.into_iter().map(shown).collect::<Vec<_>>().join(" "), expected, "{yaml}");
    }

    #[test]
    fn scalars_lists_and_links_are_read() {
        check("a: one\nB: 2", "a=one B=2");
        check("a: [x, \"y, z\"]", "a*=x|y, z");
        check("a:\n  - x\n  - y", "a*=x|y");
        check("a: [x]", "a*=x");
        check("a: [[2023-08-11]]", "a=[[2023-08-11]]");
        check("a: \"[[Tea|t]]\"", "a=[[Tea|t]]");
        check("a:\nb: []", "a= b*=");
        check("a: 2023-08-11T10:00:00", "a=2023-08-11T10:00:00");
        check("a: [unclosed\nb: c", "a=[unclosed b=c");
        assert_eq!(read_properties("no properties"), []);
    }
}
