//! Edits single properties of the frontmatter. Only the lines of the property change; comments,
//! order, quoting, anchors and everything else in the frontmatter stay.
//!
//! Every edit is checked by parsing the result: the property must have its new value and all other
//! properties their old ones. Otherwise the edit fails.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use crate::notes::note::list_values::{contains_all_values, missing_values};
use crate::notes::note::yaml::{self, YamlEntry, YamlMapping, YamlNode, YamlNodeKind};
use crate::notes::note::{frontmatter, yaml_value};
use crate::values::text::{LineIndex, quoted};
use crate::values::{Error, ErrorCode, Result};

/// Indent of the items of a new list, as Obsidian writes it.
const LIST_INDENT: &str = "  ";

/// Sets a property of the frontmatter. A new property is added at the end.
pub fn set_property(text: &str, key: &str, value: &Value, eol: &str) -> Result<String> {
    let Some(editor) = FrontmatterEditor::parse(text)? else {
        return Ok(with_new_frontmatter(text, &property_lines(key, value, "", eol), eol));
    };
    let yaml = match editor.find_entry(key) {
        Some(entry) => editor.with_replaced_value(entry, value, eol),
        None => editor.with_new_entry(key, value, eol),
    };
    editor.note_with_checked_yaml(yaml, key, |node| yaml_value::equals_json_value(node, value))
}

/// Sets several properties; of two with the same name the later one counts.
pub fn set_properties(text: &str, properties: &[(String, Value)], eol: &str) -> Result<String> {
    if properties.is_empty() || frontmatter::frontmatter_byte_range(text).is_some() {
        let set =
            |text: String, (key, value): &(String, Value)| set_property(&text, key, value, eol);
        return properties.iter().try_fold(text.to_owned(), set);
    }
    let values: BTreeMap<&str, &Value> =
        properties.iter().map(|(key, value)| (key.as_str(), value)).collect();
    let mut left = values.clone();
    let in_order = properties.iter().filter_map(|(key, _)| left.remove_entry(key.as_str()));
    let lines: String = in_order.map(|(key, value)| property_lines(key, value, "", eol)).collect();
    let written = with_new_frontmatter(text, &lines, eol);
    let parsed = FrontmatterEditor::parse(&written)?;
    let entries = parsed.as_ref().map(|it| it.mapping.entries.as_slice()).unwrap_or_default();
    let wrong = entries.iter().find(|entry| {
        let wanted = values.get(entry.key.as_str());
        !wanted.is_some_and(|value| yaml_value::equals_json_value(&entry.value, value))
    });
    match wrong {
        None if entries.len() == values.len() => Ok(written),
        _ => Err(other_property_error(wrong.map_or("", |entry| &entry.key))),
    }
}

fn other_property_error(key: &str) -> Error {
    let message = format!("Changing {} would change another property", quoted(key));
    Error::new(ErrorCode::FrontmatterInvalid, message).hint("Change it in source mode.")
}

/// Adds values to a list property, creating the list if there is none. Values that are already in
/// it are skipped.
pub fn append_values(text: &str, key: &str, value: &Value, eol: &str) -> Result<String> {
    let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let Some(editor) = FrontmatterEditor::parse(text)? else {
        return set_property(text, key, &Value::Array(values), eol);
    };
    let Some(entry) = editor.find_entry(key) else {
        return set_property(text, key, &Value::Array(values), eol);
    };
    let fresh = missing_values(&entry.value, values);
    if fresh.is_empty() {
        return Ok(text.to_owned());
    }
    let yaml = editor.with_appended_values(entry, &fresh, eol)?;
    editor.note_with_checked_yaml(yaml, key, |node| contains_all_values(node, &fresh))
}

/// Removes a property. Removing the last one removes the frontmatter.
pub fn remove_property(text: &str, key: &str) -> Result<String> {
    let Some(editor) = FrontmatterEditor::parse(text)? else { return Ok(text.to_owned()) };
    let Some(entry) = editor.find_entry(key) else { return Ok(text.to_owned()) };
    let yaml = editor.without_entry(entry);
    if yaml.trim().is_empty() {
        let before = text.get(..editor.whole.start).unwrap_or_default();
        let after = text.get(editor.whole.end..).unwrap_or_default();
        return Ok(format!("{before}{after}"));
    }
    editor.note_with_checked_yaml(yaml, key, |_| false)
}

/// The frontmatter of a note, ready to be edited.
struct FrontmatterEditor<'a> {
    text: &'a str,
    /// The byte range of the frontmatter, including its lines of dashes.
    whole: Range<usize>,
    /// The byte range between the lines of dashes.
    inner: Range<usize>,
    yaml: &'a str,
    mapping: YamlMapping,
}

impl<'a> FrontmatterEditor<'a> {
    fn parse(text: &'a str) -> Result<Option<Self>> {
        let Some(whole) = frontmatter::frontmatter_byte_range(text) else { return Ok(None) };
        let source = text.get(whole.clone()).unwrap_or_default();
        let start = whole.start + source.find('\n').map_or(source.len(), |at| at + 1);
        let body = source.trim_end_matches(['\n', '\r']);
        let end = whole.start + body.rfind('\n').map_or(0, |at| at + 1);
        let inner = start..end.max(start);
        let yaml = text.get(inner.clone()).unwrap_or_default();
        let mapping = yaml::parse(yaml).map_err(|invalid| {
            // The parser doesn't count the first line of dashes.
            let line = invalid.line_number + 1;
            let message =
                format!("The properties can't be read: {} on line {line}", invalid.reason);
            Error::new(ErrorCode::FrontmatterInvalid, message)
                .hint("Fix them in source mode first.")
                .line_numbers([line])
        })?;
        Ok(Some(Self { text, whole, inner, yaml, mapping }))
    }

    /// Returns the YAML entry of the property with this name.
    fn find_entry(&self, key: &str) -> Option<&YamlEntry> {
        self.mapping.entries.iter().find(|entry| entry.key == key)
    }

    /// Returns the note with new frontmatter. Fails if another property has changed, or if `wanted`
    /// rejects the new value of the property.
    fn note_with_checked_yaml(
        &self,
        yaml: String,
        key: &str,
        wanted: impl Fn(&YamlNode) -> bool,
    ) -> Result<String> {
        let others = |mapping: &'_ YamlMapping| -> Vec<(String, YamlNode)> {
            let entries = mapping.entries.iter().filter(|entry| entry.key != key);
            entries.map(|entry| (entry.key.clone(), entry.value.clone())).collect()
        };
        let unchanged = yaml::parse(&yaml).is_ok_and(|after| {
            let now = after.entries.iter().find(|entry| entry.key == key);
            let (old, new) = (others(&self.mapping), others(&after));
            let same = old.len() == new.len()
                && old
                    .iter()
                    .zip(&new)
                    .all(|(a, b)| a.0 == b.0 && yaml_value::is_same_value(&a.1, &b.1));
            same && now.is_none_or(|entry| wanted(&entry.value))
        });
        if !unchanged {
            let line = self.find_entry(key).map_or(1, |entry| self.note_line_number(entry));
            return Err(other_property_error(key).line_numbers([line]));
        }
        let before = self.text.get(..self.inner.start).unwrap_or_default();
        let after = self.text.get(self.inner.end..).unwrap_or_default();
        Ok(format!("{before}{yaml}{after}"))
    }

    fn with_new_entry(&self, key: &str, value: &Value, eol: &str) -> String {
        if self.mapping.is_flow {
            let comma = if self.mapping.entries.is_empty() { "" } else { ", " };
            return splice(
                self.yaml,
                self.mapping.closing_brace_offset..self.mapping.closing_brace_offset,
                &format!(
                    "{comma}{}: {}",
                    yaml_value::to_yaml_key(key),
                    yaml_value::to_flow_yaml(value)
                ),
            );
        }
        let indent = self
            .mapping
            .entries
            .first()
            .map_or("", |entry| self.line_indent(entry.key_range.start));
        format!("{}{}", self.yaml, property_lines(key, value, indent, eol))
    }

    fn with_replaced_value(&self, entry: &YamlEntry, value: &Value, eol: &str) -> String {
        let node = &entry.value;
        let block_list =
            matches!(value, Value::Array(items) if !items.is_empty()) && !self.mapping.is_flow;
        match &node.kind {
            YamlNodeKind::List { items, flow: false } if block_list && !items.is_empty() => {
                let lines = self.line_start_offset(node.byte_range.start)..node.byte_range.end;
                let indent = self.line_indent(node.byte_range.start);
                splice(self.yaml, lines, &list_item_lines(value, indent).join(eol))
            }
            YamlNodeKind::List { flow: true, .. } => {
                splice(self.yaml, node.byte_range.clone(), &yaml_value::to_flow_yaml(value))
            }
            _ if block_list => self.with_block_value(
                entry,
                &list_item_lines(value, &self.list_indent(entry)).join(eol),
                eol,
            ),
            _ => self.with_inline_value(entry, &yaml_value::to_inline_yaml(value)),
        }
    }

    /// Writes a value on the line of its key. A comment after the key stays there.
    fn with_inline_value(&self, entry: &YamlEntry, value: &str) -> String {
        let node = &entry.value;
        let colon = self.offset_after_colon(entry);
        if !node.byte_range.is_empty()
            && !self.yaml.get(colon..node.byte_range.start).is_some_and(|gap| gap.contains('\n'))
        {
            return splice(self.yaml, node.byte_range.clone(), value);
        }
        let first_line = self.line_end_offset(colon);
        let rest = if node.byte_range.is_empty() {
            first_line..first_line
        } else {
            first_line..node.byte_range.end
        };
        let without_lines = splice(self.yaml, rest, "");
        let space = if value.is_empty() { "" } else { " " };
        splice(&without_lines, colon..colon, &format!("{space}{value}"))
    }

    /// Removes the value of an entry and inserts lines below its key.
    fn with_block_value(&self, entry: &YamlEntry, lines: &str, eol: &str) -> String {
        let cleared = self.with_inline_value(entry, "");
        let colon = self.offset_after_colon(entry);
        let cleared = trim_space_at(&cleared, colon);
        let end = line_end_offset(&cleared, colon);
        splice(&cleared, end..end, &format!("{eol}{lines}"))
    }

    fn with_appended_values(
        &self,
        entry: &YamlEntry,
        new_values: &[Value],
        eol: &str,
    ) -> Result<String> {
        let node = &entry.value;
        match &node.kind {
            YamlNodeKind::List { items, flow: true } => {
                let added: Vec<String> = new_values.iter().map(yaml_value::to_flow_yaml).collect();
                let Some(last) = items.last() else {
                    return Ok(splice(
                        self.yaml,
                        node.byte_range.clone(),
                        &format!("[{}]", added.join(", ")),
                    ));
                };
                let at = last.byte_range.end;
                Ok(splice(self.yaml, at..at, &format!(", {}", added.join(", "))))
            }
            YamlNodeKind::List { flow: false, .. } => {
                let indent = self.line_indent(node.byte_range.start);
                let lines = list_item_lines(&Value::Array(new_values.to_vec()), indent);
                let at = self.line_end_offset(node.byte_range.end);
                Ok(splice(self.yaml, at..at, &format!("{eol}{}", lines.join(eol))))
            }
            YamlNodeKind::Map(_) => {
                let line = self.note_line_number(entry);
                let message =
                    format!("{} contains nested properties, not a list", quoted(&entry.key));
                Err(Error::new(ErrorCode::FrontmatterInvalid, message).line_numbers([line]))
            }
            YamlNodeKind::Scalar { .. } | YamlNodeKind::Alias(_) => {
                Ok(self.with_scalar_as_list(entry, new_values, eol))
            }
        }
    }

    /// Turns a single value into a list and adds more values to it.
    fn with_scalar_as_list(&self, entry: &YamlEntry, new_values: &[Value], eol: &str) -> String {
        let node = &entry.value;
        let source = self.yaml.get(node.byte_range.clone()).unwrap_or_default();
        let first = match &node.kind {
            _ if yaml_value::is_null(node) => None,
            YamlNodeKind::Scalar { text, .. } if source.contains('\n') => {
                Some(yaml_value::to_flow_yaml(&Value::from(text.as_str())))
            }
            _ => Some(source.to_owned()),
        };
        if self.mapping.is_flow {
            let items: Vec<String> =
                first.into_iter().chain(new_values.iter().map(yaml_value::to_flow_yaml)).collect();
            return self.with_inline_value(entry, &format!("[{}]", items.join(", ")));
        }
        let indent = self.list_indent(entry);
        let old = first.map(|item| format!("{indent}- {item}"));
        let new = list_item_lines(&Value::Array(new_values.to_vec()), &indent);
        let lines: Vec<String> = old.into_iter().chain(new).collect();
        self.with_block_value(entry, &lines.join(eol), eol)
    }

    fn without_entry(&self, entry: &YamlEntry) -> String {
        if !self.mapping.is_flow {
            let end = entry.value.byte_range.end.max(self.offset_after_colon(entry));
            let lines = self.line_start_offset(entry.key_range.start)
                ..next_line_start_offset(self.yaml, end);
            return splice(self.yaml, lines, "");
        }
        let end = entry.value.byte_range.end.max(entry.key_range.end);
        let rest = self.yaml.get(end..).unwrap_or_default();
        let before = self.yaml.get(..entry.key_range.start).unwrap_or_default();
        match (rest.trim_start().strip_prefix(','), before.trim_end().strip_suffix(',')) {
            (Some(rest), _) => format!("{before}{}", rest.trim_start()),
            (None, Some(before)) => format!("{before}{rest}"),
            (None, None) => String::new(),
        }
    }

    /// The line number of an entry in the note, counting the first line of dashes.
    fn note_line_number(&self, entry: &YamlEntry) -> usize {
        1 + LineIndex::new(self.yaml).line_number(entry.key_range.start)
    }

    fn list_indent(&self, entry: &YamlEntry) -> String {
        format!("{}{LIST_INDENT}", self.line_indent(entry.key_range.start))
    }

    /// The white space at the start of the line that contains a byte offset.
    fn line_indent(&self, offset: usize) -> &str {
        let line = self.yaml.get(self.line_start_offset(offset)..).unwrap_or_default();
        let end = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..end).unwrap_or_default()
    }

    /// The byte offset after the colon between the key and the value of an entry.
    fn offset_after_colon(&self, entry: &YamlEntry) -> usize {
        let rest = self.yaml.get(entry.key_range.end..).unwrap_or_default();
        rest.find(':').map_or(entry.key_range.end, |at| entry.key_range.end + at + 1)
    }

    fn line_start_offset(&self, offset: usize) -> usize {
        self.yaml.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1)
    }

    fn line_end_offset(&self, offset: usize) -> usize {
        line_end_offset(self.yaml, offset)
    }
}

/// The byte offset at which the line that contains `offset` ends, before its line break.
fn line_end_offset(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    offset + rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// The byte offset at which the line after the one that contains `offset` begins.
fn next_line_start_offset(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    offset + rest.find('\n').map_or(rest.len(), |line| line + 1)
}

fn splice(text: &str, range: Range<usize>, inserted: &str) -> String {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    format!("{before}{inserted}{after}")
}

/// Removes the spaces that a removed value leaves behind. A space before a comment stays.
fn trim_space_at(text: &str, offset: usize) -> String {
    let rest = text.get(offset..).unwrap_or_default();
    let spaces = rest.len() - rest.trim_start_matches(' ').len();
    let keep = usize::from(rest.trim_start_matches(' ').starts_with('#'));
    splice(text, offset..offset + spaces.saturating_sub(keep), "")
}

/// The note with a new frontmatter before its text.
fn with_new_frontmatter(text: &str, lines: &str, eol: &str) -> String {
    let (mark, body) = text.strip_prefix('\u{feff}').map_or(("", text), |body| ("\u{feff}", body));
    format!("{mark}---{eol}{lines}---{eol}{body}")
}

/// The YAML of a property: one line or, for a list, the line of the key and one line per item.
fn property_lines(key: &str, value: &Value, indent: &str, eol: &str) -> String {
    let key = yaml_value::to_yaml_key(key);
    match value {
        Value::Array(items) if !items.is_empty() => {
            let lines = list_item_lines(value, &format!("{indent}{LIST_INDENT}"));
            format!("{indent}{key}:{eol}{}{eol}", lines.join(eol))
        }
        Value::Null => format!("{indent}{key}:{eol}"),
        _ => format!("{indent}{key}: {}{eol}", yaml_value::to_inline_yaml(value)),
    }
}

/// The YAML lines of a list, one for each item.
fn list_item_lines(value: &Value, indent: &str) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| format!("{indent}- {}", yaml_value::to_flow_yaml(item))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;
    use serde_json::json;

    fn result_text(result: Result<String>) -> String {
        result.unwrap_or_else(|error| format!("{} {:?}", error.code, error.line_numbers))
    }

    fn check_set(text: &str, key: &str, value: Value, expected: &str) {
        assert_eq!(
            result_text(set_property(text, key, &value, "\n")),
            expected,
            "{text:?} {key}={value}"
        );
    }

    fn check_append(text: &str, value: Value, expected: &str) {
        assert_eq!(
            result_text(append_values(text, "k", &value, "\n")),
            expected,
            "{text:?} += {value}"
        );
    }

    fn check_remove(text: &str, expected: &str) {
        assert_eq!(result_text(remove_property(text, "k")), expected, "{text:?}");
    }

    #[test]
    fn many_properties_are_set_in_linear_time() {
        assert_linear("x", 500, |text| {
            let name = |number: usize| (format!("k{number}"), json!("v"));
            let properties: Vec<_> = (0..text.len()).map(name).collect();
            let written = set_properties("body", &properties, "\n").unwrap();
            assert!(written.starts_with("---\nk0: v\nk1: v\n") && written.ends_with("---\nbody"));
        });
    }

    #[test]
    fn a_long_list_gets_many_values_in_linear_time() {
        assert_linear("- a\n", 500, |list| {
            let values: Vec<Value> = (0..list.len()).map(|number| json!(number)).collect();
            let text = format!("---\nk:\n{list}---\n");
            append_values(&text, "k", &Value::Array(values), "\n").unwrap();
        });
    }

    #[test]
    fn of_two_properties_with_one_name_the_later_counts() {
        let pair = |name: &str, value: i32| (name.to_owned(), json!(value));
        let set =
            |text: &str| set_properties(text, &[pair("a", 1), pair("b", 2), pair("a", 3)], "\n");
        assert_eq!(result_text(set("body")), "---\na: 3\nb: 2\n---\nbody");
        assert_eq!(result_text(set("---\nb: 1\n---\n")), "---\nb: 2\na: 3\n---\n");
    }

    #[test]
    fn a_property_is_added_or_set_on_its_own_line() {
        check_set("body\n", "k", json!("v"), "---\nk: v\n---\nbody\n");
        check_set("\u{feff}body", "k", json!(1), "\u{feff}---\nk: 1\n---\nbody");
        check_set("---\na: b # c\n---\n", "k", json!(true), "---\na: b # c\nk: true\n---\n");
        check_set("---\n---\n", "k", json!(null), "---\nk:\n---\n");
        check_set(
            "---\nk: old  # why\nz: 1\n---\n",
            "k",
            json!("new"),
            "---\nk: new  # why\nz: 1\n---\n",
        );
        check_set("---\n\"k\":   'old'\n---\n", "k", json!("it's"), "---\n\"k\":   it's\n---\n");
        check_set("---\nk:\nz: 1\n---\n", "k", json!("v"), "---\nk: v\nz: 1\n---\n");
        check_set(
            "---\nk: |\n  one\n\n  two\nz: 1\n---\n",
            "k",
            json!("v"),
            "---\nk: v\nz: 1\n---\n",
        );
        check_set("---\nk: v\n---\n", "k", json!(null), "---\nk: \n---\n");
        check_set(
            "---\n{a: b}\n---\n",
            "k",
            json!([1, "x, y"]),
            "---\n{a: b, k: [1, \"x, y\"]}\n---\n",
        );
    }

    #[test]
    fn lists_keep_the_way_they_are_written() {
        check_set("---\nk: [a, b] # c\n---\n", "k", json!(["x"]), "---\nk: [x] # c\n---\n");
        check_set(
            "---\nk: # c\n- a\n- b\nz: 1\n---\n",
            "k",
            json!(["x", "y"]),
            "---\nk: # c\n- x\n- y\nz: 1\n---\n",
        );
        check_set("---\nk:\n    - a\n---\n", "k", json!("v"), "---\nk: v\n---\n");
        check_set("---\nk: # c\n    - a\n---\n", "k", json!("v"), "---\nk: v # c\n---\n");
        check_set("---\nk: v # c\n---\n", "k", json!(["a"]), "---\nk: # c\n  - a\n---\n");
        check_set("---\nk:\n  - a\n---\n", "k", json!([]), "---\nk: []\n---\n");
        check_set("a", "k", json!({"x": [1]}), "---\nk: {x: [1]}\n---\na");
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        for (value, written) in [
            ("plain words", "plain words"),
            ("[[Note]]", "\"[[Note]]\""),
            ("a: b", "\"a: b\""),
            ("12", "\"12\""),
            ("1e3", "\"1e3\""),
            ("true", "\"true\""),
            ("No", "\"No\""),
            ("2026-11-15", "2026-11-15"),
            ("", "\"\""),
            ("#tag", "\"#tag\""),
            ("a #b", "\"a #b\""),
            (" x", "\" x\""),
            ("two\nlines", "\"two\\nlines\""),
            ("über, alles", "über, alles"),
            ("https://x.org/a?b=c", "https://x.org/a?b=c"),
        ] {
            check_set("", "k", json!(value), &format!("---\nk: {written}\n---\n"));
        }
        check_set("", "a b: c", json!(1), "---\n\"a b: c\": 1\n---\n");
    }

    #[test]
    fn appending_creates_or_extends_a_list_without_duplicates() {
        check_append("x", json!("a"), "---\nk:\n  - a\n---\nx");
        check_append("---\nk:\n---\n", json!("a"), "---\nk:\n  - a\n---\n");
        check_append("---\nk: a # c\n---\n", json!("b"), "---\nk: # c\n  - a\n  - b\n---\n");
        check_append("---\nk: a\n---\n", json!("a"), "---\nk: a\n---\n");
        check_append(
            "---\nk: [a, 'b']\n---\n",
            json!(["b", "c", "c"]),
            "---\nk: [a, 'b', c]\n---\n",
        );
        check_append("---\nk: []\n---\n", json!("a"), "---\nk: [a]\n---\n");
        check_append(
            "---\nk:\n- a # one\n\nz: 1\n---\n",
            json!("b"),
            "---\nk:\n- a # one\n- b\n\nz: 1\n---\n",
        );
        check_append("---\nk:\n  x: y\n---\n", json!("b"), "frontmatter-invalid [2]");
        check_append(
            "---\nk: |\n  one\n  two\n---\n",
            json!("b"),
            "---\nk:\n  - \"one\\ntwo\\n\"\n  - b\n---\n",
        );
    }

    #[test]
    fn removing_a_property_removes_only_its_lines() {
        check_remove("---\nk: v\n---\nbody", "body");
        check_remove(
            "---\na: 1\nk:\n  - x\n  # inside\n  - y\n# outside\nz: 2\n---\n",
            "---\na: 1\n# outside\nz: 2\n---\n",
        );
        check_remove("---\n{a: 1, k: 2}\n---\n", "---\n{a: 1}\n---\n");
        check_remove("---\n{k: 2, a: 1}\n---\n", "---\n{a: 1}\n---\n");
        check_remove("---\na: 1\n---\n", "---\na: 1\n---\n");
        check_remove("---\n# only a comment\nk: v\n---\n", "---\n# only a comment\n---\n");
        check_remove("no frontmatter", "no frontmatter");
    }

    #[test]
    fn unsafe_edits_fail_with_a_line_number() {
        check_set("---\na: b: c\n---\n", "k", json!(1), "frontmatter-invalid [2]");
        check_set("---\na: 1\nb: 2\na: 3\n---\n", "k", json!(1), "frontmatter-invalid [4]");
        check_set("---\n- a\n---\n", "k", json!(1), "frontmatter-invalid [2]");
        check_set("---\nk: &x 1\nz: *x\n---\n", "k", json!(2), "frontmatter-invalid [2]");
        check_remove("---\nk: &x 1\nz: *x\n---\n", "frontmatter-invalid [2]");
    }

    #[test]
    fn windows_line_ends_and_unusual_yaml_stay() {
        let text = "---\r\na: 1\r\n? long key\r\n: v\r\n---\r\nbody\r\n";
        let after = set_property(text, "k", &json!(["x"]), "\r\n").unwrap();
        assert_eq!(after, "---\r\na: 1\r\n? long key\r\n: v\r\nk:\r\n  - x\r\n---\r\nbody\r\n");
        assert_eq!(remove_property(&after, "k").unwrap(), text);
        check_set("---\n  a: 1\n---\n", "k", json!(1), "---\n  a: 1\n  k: 1\n---\n");
    }
}
