//! Reads lists of natural-language words, which are text files beside the modules that use them.
//!
//! A line that begins with `#` is a comment, a line `[name]` begins a section, and every other line
//! holds words separated by white space.

use std::collections::BTreeSet;

/// A named section of a word list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordSection {
    /// The text between the brackets of the section's header.
    pub name: &'static str,
    /// The words in the order of the file.
    pub words: Vec<&'static str>,
}

/// Returns the sections of a word list in the order of the file. Words before the first header are
/// ignored.
pub fn parse_sections(list: &'static str) -> Vec<WordSection> {
    let mut sections: Vec<WordSection> = Vec::new();
    for line in list.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let header = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match (header, sections.last_mut()) {
            (Some(name), _) => sections.push(WordSection { name, words: Vec::new() }),
            (None, Some(section)) => section.words.extend(line.split_whitespace()),
            (None, None) => {}
        }
    }
    sections
}

/// Returns the words of one section as a set for lookups; empty if the list has no such section.
pub fn word_set(list: &'static str, section: &str) -> BTreeSet<&'static str> {
    let named = parse_sections(list).into_iter().filter(|candidate| candidate.name == section);
    named.flat_map(|section| section.words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str =
        "# What it is for.\n\n[en numbers]\ntwo three\n  four\n# Units.\n[units]\nkg\n";

    #[test]
    fn words_are_grouped_by_section_and_comments_are_skipped() {
        let section = |name, words: &[&'static str]| WordSection { name, words: words.to_vec() };
        let expected =
            [section("en numbers", &["two", "three", "four"]), section("units", &["kg"])];
        assert_eq!(parse_sections(LIST), expected);
    }

    #[test]
    fn a_section_is_found_by_its_name() {
        assert_eq!(word_set(LIST, "units"), BTreeSet::from(["kg"]));
        assert_eq!(word_set(LIST, "months"), BTreeSet::new());
    }
}
