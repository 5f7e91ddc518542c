//! Shortens tags with thousands of attributes before the page is parsed. The parser compares each
//! attribute with all previous ones, so that a tag of one megabyte would take minutes.

use std::borrow::Cow;

/// Maximum number of attributes of a tag; further attributes are removed. Real pages have fewer
/// than a hundred.
const MAX_TAG_ATTRIBUTES: usize = 256;

/// Shortens each tag of a page to at most `MAX_TAG_ATTRIBUTES` attributes. Returns the text
/// unchanged if all tags are short enough.
pub(super) fn limit_attributes(html: &str) -> Cow<'_, str> {
    let mut shortened = String::new();
    let mut copied = 0;
    let mut position = 0;
    while let Some(found) = html.get(position..).and_then(|rest| rest.find('<')) {
        position += found + 1;
        let rest = html.get(position..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("!--") {
            position = html.len() - comment.find("-->").map_or(0, |end| comment.len() - end);
            continue;
        }
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let tag = find_tag_offsets(rest);
        if let Some(cut) = tag.cut {
            shortened.push_str(html.get(copied..position + cut).unwrap_or_default());
            copied = position + tag.end;
        }
        position += tag.end;
        position += raw_text_byte_length(rest, html.get(position..).unwrap_or_default());
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    shortened.push_str(html.get(copied..).unwrap_or_default());
    Cow::Owned(shortened)
}

/// Whether a tag has too many attributes to be parsed as a whole.
pub(crate) fn exceeds_attribute_limit(html: &str) -> bool {
    matches!(limit_attributes(html), Cow::Owned(_))
}

struct TagOffsets {
    /// The byte position in the tag at which the kept attributes end; `None` if all are kept.
    cut: Option<usize>,
    /// The byte position of the closing `>` of the tag, or the end of the text if there is none.
    end: usize,
}

/// Finds the end of a tag, and the position at which its attributes have to be cut. `text` begins
/// with the name of the tag.
fn find_tag_offsets(text: &str) -> TagOffsets {
    let mut quote = None;
    let mut before = b'<';
    let mut attributes = 0;
    let mut cut = None;
    for (position, byte) in text.bytes().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') && before == b'=' => quote = Some(byte),
            None if byte == b'>' => return TagOffsets { cut, end: position },
            None if byte.is_ascii_whitespace() || byte == b'/' => {
                if !before.is_ascii_whitespace() && before != b'=' {
                    attributes += 1;
                }
                if attributes == MAX_TAG_ATTRIBUTES && cut.is_none() {
                    cut = Some(position);
                }
            }
            None => {}
        }
        // Spaces after an equals sign do not separate attributes.
        if !(byte.is_ascii_whitespace() && before == b'=') {
            before = byte;
        }
    }
    TagOffsets { cut, end: text.len() }
}

/// Returns the length of the text inside an element such as `script`, in which no tags are parsed;
/// 0 for other elements.
fn raw_text_byte_length(tag: &str, text: &str) -> usize {
    /// Elements whose content is text without tags.
    const RAW_TEXT_TAGS: [&str; 3] = ["script", "style", "textarea"];
    let name_end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let name = tag.get(..name_end).unwrap_or_default();
    if !RAW_TEXT_TAGS.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
        return 0;
    }
    let closes = |position: &usize| {
        text.get(position + 2..position + 2 + name.len())
            .is_some_and(|end| end.eq_ignore_ascii_case(name))
    };
    let mut ends = text.match_indices("</").map(|(position, _)| position);
    ends.find(closes).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(limit_attributes(html), expected);
    }

    #[test]
    fn ordinary_pages_are_not_changed() {
        for html in [
            "",
            "<",
            "<p class=a>1 < 2</p>",
            "<a title=\"x > y\" href = '/a b'>",
            "<script>if (a<b && c) { d }</script><p>",
            "<!-- <a b c -->",
            "<p",
        ] {
            check(html, html);
        }
    }

    #[test]
    fn a_tag_with_too_many_attributes_ends_early() {
        let many = |count: usize| (0..count).map(|n| format!(" a{n}=1")).collect::<String>();
        let html = format!("x<p{}>y<b{}>z", many(300), many(2));
        let expected = format!("x<p{}>y<b{}>z", many(255), many(2));
        check(&html, &expected);
    }

    #[test]
    fn a_script_may_contain_text_that_looks_like_a_long_tag() {
        let html = format!("<script>a<b{}</SCRIPT><p>text</p>", " c".repeat(1000));
        check(&html, &html);
    }
}
