//! Finds the texts that the writer of a note emphasized: headings, bold words and links.

use std::collections::BTreeSet;

use crate::notes::note::prose;

/// Returns a note's headings, bold words and links, each converted by `comparison_key`.
pub(super) fn emphasized_texts(note: &str) -> BTreeSet<String> {
    prose::emphasized_texts(note).iter().map(|text| comparison_key(text)).collect()
}

/// Converts a text to lower case and removes the punctuation around it, for comparison.
pub(super) fn comparison_key(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasized_texts_are_found_without_case_and_punctuation() {
        let found = emphasized_texts("# Cold Brew\n\n**\"Less acid.\"** and [[Albedo]]");
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, ["albedo", "cold brew", "less acid"]);
    }
}
