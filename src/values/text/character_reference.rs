//! HTML character references: `&amp;`, `&#38;` and `&#x26;`.

use std::borrow::Cow;

use html5ever::data::NAMED_ENTITIES;

/// Maximum length of a reference. The longest name of the standard has 31 letters.
const MAX_REFERENCE_BYTES: usize = 34;

/// The character for which the reference at the beginning of a text stands, and the length of the
/// reference in bytes. A reference that was encoded again (`&amp;eacute;`) counts as one.
pub(crate) fn decoded_reference(text: &str) -> Option<(char, usize)> {
    let mut name_start = text.strip_prefix('&')?;
    while let Some(inner) = name_start.strip_prefix("amp;").filter(|inner| is_reference(inner)) {
        name_start = inner;
    }
    let name = reference_name(name_start)?;
    let encoded = text.len() - name_start.len();
    Some((referenced_char(name)?, encoded + name.len() + 1))
}

/// A text with the characters for which its references stand.
pub(crate) fn without_references(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (shown, length) = decoded_reference(rest).unwrap_or((first, first.len_utf8()));
        decoded.push(shown);
        rest = rest.get(length..).unwrap_or_default();
    }
    Cow::Owned(decoded)
}

fn is_reference(text_after_ampersand: &str) -> bool {
    text_after_ampersand.starts_with("amp;")
        || reference_name(text_after_ampersand).is_some_and(|name| referenced_char(name).is_some())
}

/// The text before the semicolon of a reference, given what follows its `&`.
fn reference_name(text: &str) -> Option<&str> {
    let head = text.get(..text.floor_char_boundary(MAX_REFERENCE_BYTES))?;
    let (name, _) = head.split_once(';')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#').then_some(name)
}

/// The character for which a reference stands, given what is between `&` and `;`. A few names stand
/// for two characters; then it is the first.
pub(crate) fn referenced_char(name: &str) -> Option<char> {
    let code = match name.strip_prefix('#').map(|code| (code, code.strip_prefix(['x', 'X']))) {
        Some((_, Some(hex))) => u32::from_str_radix(hex, 16).ok()?,
        Some((decimal, None)) => decimal.parse().ok()?,
        None => NAMED_ENTITIES.get(format!("{name};").as_str())?.0,
    };
    char::from_u32(code).filter(|c| *c != '\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_decoded() {
        assert_eq!(without_references("a&ndash;b & c&eacute;"), "a–b & cé");
        let check = |text: &str, expected: Option<(char, usize)>| {
            assert_eq!(decoded_reference(text), expected, "{text}");
        };
        check("&eacute; x", Some(('é', 8)));
        check("&ndash;", Some(('–', 7)));
        check("&#233;&", Some(('é', 6)));
        check("&#XE9;", Some(('é', 6)));
        check("&amp; b", Some(('&', 5)));
        check("&amp;eacute;", Some(('é', 12)));
        check("&amp;amp;#233;", Some(('é', 14)));
        check("&amp;x;", Some(('&', 5)));
        for text in ["&none;", "&eacute", "& b;", "&#x110000;", "&#;", "&;", "a", "&é;"] {
            check(text, None);
        }
    }
}
