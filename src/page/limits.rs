//! Tags with thousands of attributes, cut short before the parser sees them: it compares each
//! attribute with all that came before it, so that one tag of a megabyte would take minutes.
//! No page that is meant to be read has such a tag.

use std::borrow::Cow;

/// Attributes of a tag. The most seen on a real page is below a hundred.
const MOST_ATTRIBUTES: usize = 256;

/// The page with every tag cut behind its first attributes. Mostly the page itself.
pub fn shorten_tags(html: &str) -> Cow<'_, str> {
    let mut short = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = html.get(at..).and_then(|rest| rest.find('<')) {
        at += found + 1;
        let rest = html.get(at..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("!--") {
            at = html.len() - comment.find("-->").map_or(0, |end| comment.len() - end);
            continue;
        }
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let tag = read_tag(rest);
        if let Some(cut) = tag.cut {
            short.push_str(html.get(kept..at + cut).unwrap_or_default());
            kept = at + tag.end;
        }
        at += tag.end;
        at += raw_text(rest, html.get(at..).unwrap_or_default());
    }
    if kept == 0 {
        return Cow::Borrowed(html);
    }
    short.push_str(html.get(kept..).unwrap_or_default());
    Cow::Owned(short)
}

struct TagEnd {
    /// Where its last attribute ends that is kept, if there are too many.
    cut: Option<usize>,
    /// Where its `>` stands, or the text ends.
    end: usize,
}

/// Reads a tag from its name on.
fn read_tag(text: &str) -> TagEnd {
    let mut quote = None;
    let mut before = b'<';
    let mut attributes = 0;
    let mut cut = None;
    for (at, byte) in text.bytes().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') && before == b'=' => quote = Some(byte),
            None if byte == b'>' => return TagEnd { cut, end: at },
            None if byte.is_ascii_whitespace() || byte == b'/' => {
                if !before.is_ascii_whitespace() && before != b'=' {
                    attributes += 1;
                }
                if attributes == MOST_ATTRIBUTES && cut.is_none() {
                    cut = Some(at);
                }
            }
            None => {}
        }
        // Blanks may stand around the sign of equality.
        if !(byte.is_ascii_whitespace() && before == b'=') {
            before = byte;
        }
    }
    TagEnd { cut, end: text.len() }
}

/// How long the text is behind a tag in which no other tag is read.
fn raw_text(tag: &str, behind: &str) -> usize {
    const RAW: [&str; 3] = ["script", "style", "textarea"];
    let name_end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let name = tag.get(..name_end).unwrap_or_default();
    if !RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
        return 0;
    }
    let closes = |at: &usize| {
        behind.get(at + 2..at + 2 + name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name))
    };
    let mut ends = behind.match_indices("</").map(|(at, _)| at);
    ends.find(closes).unwrap_or(behind.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(shorten_tags(html), expected);
    }

    #[test]
    fn ordinary_pages_stay_as_they_are() {
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
    fn a_script_may_hold_what_looks_like_a_long_tag() {
        let html = format!("<script>a<b{}</SCRIPT><p>text</p>", " c".repeat(1000));
        check(&html, &html);
    }
}
