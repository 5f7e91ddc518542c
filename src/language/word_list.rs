//! Reads lists of natural-language words, which are text files beside the modules that use them.
//!
//! A line that begins with `#` is a comment, a line `[name]` begins a section, and every other line
//! holds words separated by white space. In a section of phrases, `|` separates the phrases, because
//! they contain spaces.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::language::phrase_set::PhraseSet;

/// A set of words that is read from its list when it is first used.
pub(crate) type WordSet = LazyLock<BTreeSet<&'static str>>;

/// Words or phrases in the order of their list, which is read when it is first used.
pub(crate) type WordList = LazyLock<Vec<&'static str>>;

/// Phrases that are searched in sentences; read from their list when they are first used.
pub(crate) type LazyPhraseSet = LazyLock<PhraseSet>;

/// A named section of a word list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordSection {
    /// The text between the brackets of the section's header.
    pub name: &'static str,
    /// The words in the order of the file.
    pub words: Vec<&'static str>,
}

/// Returns the sections of a word list in the order of the file. Words before the first header are
/// ignored.
pub(crate) fn parse_sections(list: &'static str) -> Vec<WordSection> {
    entries_by_section(list, |line| line.split_whitespace().collect())
}

/// Returns the sections of a list of phrases in the order of the file. Spaces beside a `|` belong to
/// the phrase, spaces at the ends of a line do not.
pub(crate) fn parse_phrase_sections(list: &'static str) -> Vec<WordSection> {
    entries_by_section(list, |line| phrases_of_line(line).collect())
}

/// Reads each line below a header with `entries`, which returns the words or phrases of the line.
fn entries_by_section(
    list: &'static str,
    entries: fn(&'static str) -> Vec<&'static str>,
) -> Vec<WordSection> {
    let mut sections: Vec<WordSection> = Vec::new();
    for line in lines(list) {
        match (section_name(line), sections.last_mut()) {
            (Some(name), _) => sections.push(WordSection { name, words: Vec::new() }),
            (None, Some(section)) => section.words.extend(entries(line)),
            (None, None) => {}
        }
    }
    sections
}

fn phrases_of_line(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split('|').filter(|entry| !entry.is_empty())
}

/// The lines of a list without comments.
fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().map(str::trim).filter(|line| !line.starts_with('#'))
}

/// The name of a section, if a line begins one.
fn section_name(line: &'static str) -> Option<&'static str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// The lines below the header of one section. Most sections are read one by one when they are first
/// needed, so the words of the others are not collected.
fn lines_of_section(list: &'static str, section: &str) -> impl Iterator<Item = &'static str> {
    let mut is_inside = false;
    lines(list).filter(move |line| match section_name(line) {
        Some(name) => {
            is_inside = name == section;
            false
        }
        None => is_inside,
    })
}

/// Returns the words of one section as a set for lookups; empty if the list has no such section.
pub(crate) fn word_set(list: &'static str, section: &str) -> BTreeSet<&'static str> {
    words(list, section).into_iter().collect()
}

/// Returns the words of one section in the order of the file; empty if the list has no such section.
pub(crate) fn words(list: &'static str, section: &str) -> Vec<&'static str> {
    lines_of_section(list, section).flat_map(str::split_whitespace).collect()
}

/// Returns the phrases of one section in the order of the file; empty if the list has no such
/// section.
pub(crate) fn phrases(list: &'static str, section: &str) -> Vec<&'static str> {
    lines_of_section(list, section).flat_map(phrases_of_line).collect()
}

/// Returns the phrases of one section for searches in sentences.
pub(crate) fn phrase_set(list: &'static str, section: &str) -> PhraseSet {
    PhraseSet::new(phrases(list, section))
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

    #[test]
    fn phrases_keep_the_spaces_at_their_ends() {
        let list = "[lead]\nby |written by|\n| on |@\n[other]\nx\n";
        assert_eq!(phrases(list, "lead"), ["by ", "written by", " on ", "@"]);
        assert_eq!(phrases(list, "none"), [""; 0]);
    }
}
