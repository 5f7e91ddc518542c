//! Finds the character encoding of a response. The platform decodes the bytes; this module only
//! returns the name of the encoding.
//!
//! The encoding is searched for in the order of the HTML standard: in the byte order mark, in the
//! header, in the page. If none declares it, it is guessed.

mod encoding_detection;
mod encoding_label;

/// Number of bytes at the beginning of a page that are searched for its declared encoding. The HTML
/// standard says 1024, but some pages declare their encoding after that.
const MAX_ENCODING_SEARCH_BYTES: usize = 4096;

/// Returns the name of the encoding of a response, as JavaScript's `TextDecoder` accepts it.
/// `first_bytes` is the beginning of the response; a longer `first_bytes` makes the guess better
/// for pages that do not declare their encoding.
pub fn detect_charset(content_type: Option<&str>, first_bytes: &[u8]) -> String {
    let start = first_bytes.get(..MAX_ENCODING_SEARCH_BYTES).unwrap_or(first_bytes);
    // The declaration is ASCII, and every encoding that a page can declare in its text has the same
    // bytes for ASCII. So each byte can be read as one character.
    let text: String = start.iter().map(|byte| char::from(*byte)).collect();
    let declared = encoding_from_bom(first_bytes)
        .or_else(|| content_type.and_then(encoding_from_content_type))
        .or_else(|| {
            encoding_from_xml(&text)
                .or_else(|| encoding_from_meta(&text))
                .map(correct_declared_encoding)
        });
    declared
        .unwrap_or_else(|| encoding_detection::detect_encoding(first_bytes, html_language(&text)))
        .to_owned()
}

/// Returns the encoding that a byte order mark at the beginning of the bytes stands for; `None` if
/// there is no byte order mark.
fn encoding_from_bom(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("utf-8"),
        [0xfe, 0xff, ..] => Some("utf-16be"),
        [0xff, 0xfe, ..] => Some("utf-16le"),
        _ => None,
    }
}

/// Replaces a declared encoding that must be wrong, as the HTML standard does. A page that declares
/// UTF-16 is UTF-8, because its declaration could be read as single bytes.
fn correct_declared_encoding(encoding: &'static str) -> &'static str {
    match encoding {
        "utf-16le" | "utf-16be" => "utf-8",
        "x-user-defined" => "windows-1252",
        name => name,
    }
}

/// Returns the encoding that a content type names, as in `text/html; charset=utf-8`.
fn encoding_from_content_type(content_type: &str) -> Option<&'static str> {
    let lower = content_type.to_ascii_lowercase();
    let mut rests = lower.split("charset").skip(1);
    rests.find_map(|rest| {
        let value = rest.trim_start().strip_prefix('=')?.trim_start();
        let value = match value.strip_prefix(['"', '\'']) {
            Some(quoted) => quoted.split(['"', '\'']).next()?,
            None => value.split([';', ',', ' ']).next()?,
        };
        encoding_label::encoding_for_label(value)
    })
}

/// Returns the encoding that the XML declaration at the beginning of a page names, as in `<?xml
/// encoding="utf-8"?>`.
fn encoding_from_xml(text: &str) -> Option<&'static str> {
    let (declaration, _) = text.trim_start().strip_prefix("<?xml")?.split_once("?>")?;
    encoding_label::encoding_for_label(attribute_value(declaration, "encoding")?)
}

/// Returns the encoding in the first `meta` element that declares one.
fn encoding_from_meta(text: &str) -> Option<&'static str> {
    let mut rest = text;
    while let Some((_, content)) = rest.split_once('<') {
        if let Some(comment) = content.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let (tag, after) = content.split_once('>').unwrap_or((content, ""));
        let is_meta = tag.get(..5).is_some_and(|name| {
            name.to_ascii_lowercase()
                .strip_prefix("meta")
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '/'))
        });
        let encoding = tag.get(4..).filter(|_| is_meta).and_then(encoding_from_meta_attributes);
        if encoding.is_some() {
            return encoding;
        }
        rest = if is_meta { after } else { content };
    }
    None
}

/// Returns the encoding that the attributes of a `meta` element declare, in `charset` or in
/// `http-equiv` and `content`.
fn encoding_from_meta_attributes(attributes: &str) -> Option<&'static str> {
    if let Some(name) = attribute_value(attributes, "charset") {
        return encoding_label::encoding_for_label(name);
    }
    let is_type =
        attribute_value(attributes, "http-equiv")?.trim().eq_ignore_ascii_case("content-type");
    attribute_value(attributes, "content").filter(|_| is_type).and_then(encoding_from_content_type)
}

/// Returns the language that the `html` element declares; empty if it declares none.
fn html_language(text: &str) -> &str {
    let (_, html) =
        text.split_once("<html").or_else(|| text.split_once("<HTML")).unwrap_or_default();
    let tag = html.split('>').next().unwrap_or_default();
    attribute_value(tag, "lang").or_else(|| attribute_value(tag, "xml:lang")).unwrap_or_default()
}

/// Returns the value of an attribute in the text of a tag; `None` if the tag does not have it.
fn attribute_value<'t>(tag_text: &'t str, attribute_name: &str) -> Option<&'t str> {
    let mut rest = tag_text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/'));
        let (name, remaining) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        let (value, after) = match remaining.trim_start().strip_prefix('=') {
            Some(value) => split_after_attribute_value(value.trim_start()),
            None => ("", remaining),
        };
        if !name.is_empty() && name.eq_ignore_ascii_case(attribute_name) {
            return Some(value);
        }
        if after.is_empty() || after.len() == rest.len() {
            return None;
        }
        rest = after;
    }
}

/// Splits a text into the attribute value that it begins with, without quotes, and the text after
/// this value.
fn split_after_attribute_value(text: &str) -> (&str, &str) {
    let quoted = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.split_once(*quote));
    quoted.unwrap_or_else(|| {
        let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
        text.split_at_checked(end).unwrap_or((text, ""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content_type: &str, bytes: &[u8], expected: &str) {
        let header = Some(content_type).filter(|text| !text.is_empty());
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(detect_charset(header, bytes), expected, "{content_type} {shown:.200}");
    }

    #[test]
    fn the_byte_order_mark_comes_first() {
        check("text/html; charset=koi8-r", b"\xef\xbb\xbf<p>", "utf-8");
        check("text/html; charset=utf-8", b"\xff\xfea\0", "utf-16le");
        check("", b"\xfe\xff\0a", "utf-16be");
    }

    #[test]
    fn the_header_comes_before_the_page() {
        let page = b"<meta charset=koi8-r>";
        check("text/html; charset=UTF-8", page, "utf-8");
        check("text/html;charset=\"iso-8859-1\"; x=y", page, "windows-1252");
        check("text/html; charset = gb2312", page, "gbk");
        check("text/html; charset=nonsense", page, "koi8-r");
        check("text/html", page, "koi8-r");
    }

    #[test]
    fn a_page_declares_its_encoding_in_many_ways() {
        let check = |page: &str, expected: &str| check("", page.as_bytes(), expected);
        check("<META CHARSET='Shift_JIS'>", "shift_jis");
        check(
            "<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>",
            "windows-1251",
        );
        check("<meta content='text/html; charset=big5' http-equiv=content-type />", "big5");
        check("<?xml version='1.0' encoding='EUC-JP'?><html>", "euc-jp");
        check("<meta charset=utf-16>", "utf-8");
        check("<meta charset=x-user-defined>", "windows-1252");
        check("<meta name=a><title>1 < 2</title><meta charset=koi8-u>", "koi8-u");
    }

    #[test]
    fn other_texts_are_no_declarations() {
        let check = |page: &str| check("", page.as_bytes(), "utf-8");
        check("<!-- <meta charset=big5> -->");
        check("<meta name=description content='charset=big5'>");
        check("<meta charset=unheard-of>");
        check("<metal charset=big5>");
        check("<meta");
        check("<meta charset");
        check("<meta charset=\"big5");
        check(&format!("{}<meta charset=big5>", " ".repeat(5000)));
        check("");
    }

    #[test]
    fn undeclared_encodings_are_detected() {
        let check = |bytes: &[u8], expected: &str| check("", bytes, expected);
        check("Füße".as_bytes(), "utf-8");
        check("Füße".as_bytes().get(..2).unwrap(), "utf-8");
        check(b"F\xfc\xdfe, sch\xf6n und gr\xfcn", "windows-1252");
        check(b"h\0e\0l\0l\0o\0", "utf-16le");
        check(b"\0h\0e\0l\0l\0o", "utf-16be");
        // "Привет, как дела", "こんにちは", "안녕하세요", "你好，世界", "Zażółć gęślą jaźń".
        check(b"\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0", "windows-1251");
        check(b"\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1", "koi8-r");
        check(b"\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd", "shift_jis");
        check(b"\xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf", "euc-jp");
        check(b"\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4", "euc-kr");
        check(b"\xc4\xe3\xba\xc3\xa3\xac\xca\xc0\xbd\xe7", "gbk");
        check(b"\xa7A\xa6n\xa1A\xa5@\xac\xc9", "big5");
        check(b"Za\xbf\xf3\xb3\xe6 g\xea\xb6l\xb1 ja\xbc\xf1", "iso-8859-2");
    }

    #[test]
    fn the_language_helps_detection() {
        let check = |page: &[u8], expected: &str| check("", page, expected);
        check(b"<html lang=el><p>\xe1.", "iso-8859-7");
        check(b"<html lang=\"tr\"><p>g\xfc\xfe.", "windows-1254");
        check(b"<html lang=cs><p>\x9akola", "windows-1250");
        check(b"<html lang=zh-TW><p>\xa4\xa4\xa4\xe5", "big5");
        check(b"<html lang=en><p>caf\xe9.", "windows-1252");
    }

    #[test]
    fn any_bytes_give_an_encoding() {
        let bytes: Vec<u8> =
            (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        assert!(encoding_label::encoding_for_label(&detect_charset(None, &bytes)).is_some());
        check("", &b"<meta charset='".repeat(300), "utf-8");
        check("", &b"<!--".repeat(1000), "utf-8");
    }

    proptest::proptest! {
        #[test]
        fn random_bytes_give_an_encoding(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            proptest::prop_assert!(encoding_label::encoding_for_label(&detect_charset(None, &bytes)).is_some());
        }
    }
}
