//! What the writer of a note set apart: its headings and its words in bold.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::note::frontmatter;

/// Headings and bold words, as they are compared.
pub fn marked(note: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = 0_usize;
    let mut text = String::new();
    for event in Parser::new_ext(frontmatter::body(note), Options::ENABLE_WIKILINKS) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Strong) => open += 1,
            Event::End(TagEnd::Heading(_) | TagEnd::Strong) => {
                open = open.saturating_sub(1);
                if open == 0 {
                    found.insert(compared(&text));
                    text.clear();
                }
            }
            Event::Text(words) | Event::Code(words) if open > 0 => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak if open > 0 => text.push(' '),
            _ => {}
        }
    }
    found
}

/// A text without case and without the marks around it.
pub fn compared(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_bold_words_are_found() {
        let found =
            marked("---\na: b\n---\n# Cold Brew\n\n**\"Less acid.\"** Only **so\nso**, `x`.");
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, ["cold brew", "less acid", "so so"]);
    }
}
