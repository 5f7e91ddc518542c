//! Tags in a note's text: `#word`, `#nested/word`.

/// The tags of a text in order, without their `#`. A number alone is none, and a `#` inside a word
/// begins none. Code is the caller's business.
pub fn inline(text: &str) -> impl Iterator<Item = &str> {
    possible(text).filter(|(before, _)| before.is_none_or(char::is_whitespace)).map(|(_, tag)| tag)
}

/// Everything that might be taken for a tag: also behind brackets, marks or inside markup.
pub fn anywhere(text: &str) -> impl Iterator<Item = &str> {
    possible(text).filter(|(before, _)| before.is_none_or(|c| !is_inside(c))).map(|(_, tag)| tag)
}

/// What stands behind every `#` and can be a tag, each with the character before the `#`.
fn possible(text: &str) -> impl Iterator<Item = (Option<char>, &str)> {
    text.match_indices('#').filter_map(|(at, _)| {
        let before = text.get(..at)?.chars().next_back();
        let rest = text.get(at + 1..)?;
        let tag = rest.get(..rest.find(|c| !is_inside(c)).unwrap_or(rest.len()))?;
        let named = tag.chars().any(|c| !c.is_numeric() && c != '/');
        named.then_some((before, tag))
    })
}

/// <https://help.obsidian.md/tags>: letters, digits, `_`, `-` and `/`; emoji and the like are
/// letters here.
fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || "_-/".contains(c) || (!c.is_ascii() && !c.is_whitespace() && !is_mark(c))
}

/// Punctuation beyond ASCII that ends a tag: general, and that of Chinese and Japanese.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(inline(text).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn tags_are_told_from_hashes() {
        check("#tea and #black/tea-pot, #x_1.", &["tea", "black/tea-pot", "x_1"]);
        check("# Heading\n## Other #end", &["end"]);
        check("#1984 a#b c# #", &[]);
        check("(#a) **#b**", &[]);
        assert_eq!(anywhere("(#a) **#b** >#c x#d").collect::<Vec<_>>(), ["a", "b", "c"]);
        check("#y1984\n#茶，水 #☕", &["y1984", "茶", "☕"]);
    }
}
