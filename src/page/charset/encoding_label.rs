//! The names of character encodings that browsers accept.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::text::word_list;

/// The standard names of the encodings by their labels.
static NAMES: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(include_str!("encoding_labels.txt")).into_iter();
    let names = sections.flat_map(|encoding| {
        let labels = encoding.words.into_iter().chain([encoding.name]);
        labels.map(move |label| (label, encoding.name))
    });
    names.collect()
});

/// Returns the standard name of an encoding; `None` if the name is unknown.
pub fn encoding_for_label(label: &str) -> Option<&'static str> {
    let label = label.trim_matches(|c: char| c.is_ascii_whitespace()).to_ascii_lowercase();
    NAMES.get(label.as_str()).copied()
}
