//! Parses the tags in the text of a note: `#word`, `#nested/word`.

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::notes::note::frontmatter;

/// The tags of a text, in order and without their `#`. A number is no tag, and a `#` inside a word
/// begins no tag. The caller must remove code first.
pub(crate) fn parse_tags(text: &str) -> impl Iterator<Item = &str> {
    tags_with_char_before(text)
        .filter(|(before, _)| before.is_none_or(char::is_whitespace))
        .map(|(_, tag)| tag)
}

/// The tags in the text of a note, in order and without their `#`: outside code and properties.
pub(crate) fn tags_outside_code(note_text: &str) -> Vec<String> {
    let body = frontmatter::text_after_frontmatter(note_text);
    let mut visible = body.as_bytes().to_vec();
    for (event, range) in Parser::new_ext(body, Options::ENABLE_WIKILINKS).into_offset_iter() {
        if matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)))
            && let Some(code) = visible.get_mut(range)
        {
            code.fill(b'`');
        }
    }
    parse_tags(&String::from_utf8_lossy(&visible)).map(str::to_owned).collect()
}

/// Everything that some program might parse as a tag, also after brackets and other markup.
pub(crate) fn possible_tags(text: &str) -> impl Iterator<Item = &str> {
    tags_with_char_before(text)
        .filter(|(before, _)| before.is_none_or(|c| !is_tag_char(c)))
        .map(|(_, tag)| tag)
}

/// The text after every `#` that can be a tag, with the character before the `#`.
fn tags_with_char_before(text: &str) -> impl Iterator<Item = (Option<char>, &str)> {
    text.match_indices('#').filter_map(|(at, _)| {
        let before = text.get(..at)?.chars().next_back();
        let rest = text.get(at + 1..)?;
        let tag = rest.get(..rest.find(|c| !is_tag_char(c)).unwrap_or(rest.len()))?;
        let named = tag.chars().any(|c| !c.is_numeric() && c != '/');
        named.then_some((before, tag))
    })
}

/// Whether a character can be part of a tag: letters, digits, `_`, `-` and `/`
/// (<https://help.obsidian.md/tags>), and other characters beyond ASCII, such as emoji.
fn is_tag_char(c: char) -> bool {
    c.is_alphanumeric()
        || "_-/".contains(c)
        || (!c.is_ascii() && !c.is_whitespace() && !is_tag_ending_punctuation(c))
}

/// Whether a character beyond ASCII ends a tag: general, Chinese and Japanese punctuation.
fn is_tag_ending_punctuation(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(parse_tags(text).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn tags_are_distinguished_from_other_hashes() {
        check("#tea and #black/tea-pot, #x_1.", &["tea", "black/tea-pot", "x_1"]);
        check("# Heading\n## Other #end", &["end"]);
        check("#1984 a#b c# #", &[]);
        check("(#a) **#b**", &[]);
        assert_eq!(possible_tags("(#a) **#b** >#c x#d").collect::<Vec<_>>(), ["a", "b", "c"]);
        check("#y1984\n#茶，水 #☕", &["y1984", "茶", "☕"]);
    }

    #[test]
    fn code_and_properties_have_no_tags() {
        let note = "---\ntitle: x #no\n---\n# Head #a_b\n`#no` ü #c\n\n```\n#no\n```\n\n- #d";
        assert_eq!(tags_outside_code(note), ["a_b", "c", "d"]);
    }
}
