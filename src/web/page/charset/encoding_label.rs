//! Maps the names that pages use for a character encoding, such as `latin1`, to its standard name.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::word_list;

/// Maps each label of an encoding, in lower case, to the standard name of the encoding.
static ENCODING_NAMES_BY_LABEL: LazyLock<BTreeMap<&'static str, &'static str>> =
    LazyLock::new(|| {
        let sections = word_list::parse_sections(include_str!("encoding_labels.txt")).into_iter();
        let names = sections.flat_map(|encoding| {
            let labels = encoding.words.into_iter().chain([encoding.name]);
            labels.map(move |label| (label, encoding.name))
        });
        names.collect()
    });

/// Returns the standard name of the encoding that a page calls `label`; `None` if the label is
/// unknown.
pub(super) fn encoding_for_label(label: &str) -> Option<&'static str> {
    let label = label.trim_matches(|c: char| c.is_ascii_whitespace()).to_ascii_lowercase();
    ENCODING_NAMES_BY_LABEL.get(label.as_str()).copied()
}
