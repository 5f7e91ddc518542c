//! What the writer of a note set apart, as it is compared.

use std::collections::BTreeSet;

use crate::note::prose;

/// Headings, bold words and links.
pub fn marked(note: &str) -> BTreeSet<String> {
    prose::emphasized_texts(note).iter().map(|text| compared(text)).collect()
}

/// A text without case and without the marks around it.
pub fn compared(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_apart_is_compared_without_case_and_marks() {
        let found = marked("# Cold Brew\n\n**\"Less acid.\"** and [[Albedo]]");
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, ["albedo", "cold brew", "less acid"]);
    }
}
