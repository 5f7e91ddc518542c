//! Finds JSON values in the lists of the frontmatter, also in long ones.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::notes::note::yaml::{YamlNode, YamlNodeKind};
use crate::notes::note::yaml_value::{equals_json_value, is_null, is_parsed_as_non_text};
use crate::values::text::add_steps;

/// The values that a property doesn't contain yet.
pub(crate) fn missing_values(node: &YamlNode, values: Vec<Value>) -> Vec<Value> {
    let listed = ListValues::new(node);
    let present = |value: &Value| match &listed {
        Some(listed) => listed.contains(value),
        None => equals_json_value(node, value) && !is_null(node),
    };
    let mut known: BTreeSet<String> = BTreeSet::new();
    let is_fresh = |value: &Value| known.insert(value.to_string()) && !present(value);
    values.into_iter().filter(is_fresh).collect()
}

/// Whether a list contains all these values.
pub(crate) fn contains_all_values(node: &YamlNode, values: &[Value]) -> bool {
    let listed = ListValues::new(node);
    listed.is_some_and(|listed| values.iter().all(|value| listed.contains(value)))
}

/// The values of a list in the frontmatter, searched without a look at each of them.
struct ListValues<'n> {
    items: &'n [YamlNode],
    texts: BTreeSet<&'n str>,
    /// The bits of the numbers.
    numbers: BTreeSet<u64>,
}

impl<'n> ListValues<'n> {
    /// The values of a list; `None` if the node is no list.
    fn new(node: &'n YamlNode) -> Option<Self> {
        let YamlNodeKind::List { items, .. } = &node.kind else { return None };
        let scalar = |item: &'n YamlNode| match &item.kind {
            YamlNodeKind::Scalar { text, plain } => Some((text.as_str(), *plain)),
            _ => None,
        };
        let scalars = || items.iter().filter_map(scalar);
        let texts = scalars().filter(|(text, plain)| !*plain || !is_parsed_as_non_text(text));
        let numbers = scalars().filter(|(_, plain)| *plain);
        Some(Self {
            items,
            texts: texts.map(|(text, _)| text).collect(),
            numbers: numbers.filter_map(|(text, _)| text.parse().ok()).map(number_bits).collect(),
        })
    }

    /// Whether one of the values equals a JSON value.
    fn contains(&self, value: &Value) -> bool {
        add_steps(1);
        match value {
            Value::String(text) => self.texts.contains(text.as_str()),
            Value::Number(number) => {
                number.as_f64().is_some_and(|it| self.numbers.contains(&number_bits(it)))
            }
            _ => self.items.iter().any(|item| equals_json_value(item, value)),
        }
    }
}

/// The same bits for numbers that are equal, also for zero and minus zero.
fn number_bits(number: f64) -> u64 {
    (number + 0.0).to_bits()
}
