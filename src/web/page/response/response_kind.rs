//! Detects whether a response is HTML, Markdown, plain text, code or no text at all. Its content
//! type decides, unless the text itself clearly is something else: servers often send HTML with
//! other content types, especially for error pages.

use serde::de::IgnoredAny;

/// Number of characters at the beginning of a response that are examined to recognise a binary file
/// or HTML.
const MAX_EXAMINED_CHARS: usize = 1024;

/// The format of a response, which decides how it is converted to Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResponseKind {
    /// An HTML page, of which only the main text is used.
    Html,
    /// Markdown, which is sanitized and otherwise kept.
    Markdown,
    /// Text without markup, in which the special characters of Markdown are escaped.
    Plain,
    /// Source code or a data table. The value is the language of the code block.
    Code(&'static str),
    /// JSON data, which becomes a formatted code block.
    Json,
    /// Something that is not text. The value is a description for the user.
    Other(&'static str),
}

/// Detects the format of a response from its content type, from the file name in its URL, and from
/// its text.
pub(super) fn detect_response_kind(
    content_type: Option<&str>,
    file_name: &str,
    text: &str,
) -> ResponseKind {
    let declared = content_type.unwrap_or_default().split(';').next().unwrap_or_default();
    let declared = declared.trim().to_ascii_lowercase();
    let detected = kind_of_text(text);
    match kind_of_content_type(&declared, file_name) {
        // If the text looks like HTML or a binary file, the content type is ignored, because both
        // are recognised reliably.
        _ if matches!(detected, Some(ResponseKind::Html | ResponseKind::Other(_))) => {
            detected.unwrap_or(ResponseKind::Html)
        }
        Some(ResponseKind::Json) if detected == Some(ResponseKind::Json) => ResponseKind::Json,
        Some(ResponseKind::Json) => ResponseKind::Code(""),
        Some(ResponseKind::Html) if detected == Some(ResponseKind::Json) => ResponseKind::Json,
        Some(ResponseKind::Html) if !has_html_tags(text) => {
            kind_of_file_name(file_name).unwrap_or(ResponseKind::Plain)
        }
        Some(kind) => kind,
        None => detected.or_else(|| kind_of_file_name(file_name)).unwrap_or(ResponseKind::Plain),
    }
}

/// Returns the format that a content type stands for; `None` if it does not say, such as
/// `application/octet-stream`.
fn kind_of_content_type(content_type: &str, file_name: &str) -> Option<ResponseKind> {
    let (family, subtype) = content_type.split_once('/')?;
    Some(match (family, subtype) {
        (_, "html" | "xhtml+xml" | "vnd.wap.xhtml+xml") => ResponseKind::Html,
        (_, "markdown" | "x-markdown") => ResponseKind::Markdown,
        (_, "json") => ResponseKind::Json,
        (_, subtype) if subtype.ends_with("+json") => ResponseKind::Json,
        (_, "pdf" | "x-pdf") => ResponseKind::Other("a PDF document"),
        (_, "svg+xml") | ("image", _) => ResponseKind::Other("a picture"),
        (_, "rss+xml" | "atom+xml") => ResponseKind::Other("a news feed"),
        (_, "xml") => ResponseKind::Other("XML data"),
        (_, subtype) if subtype.ends_with("+xml") => ResponseKind::Other("XML data"),
        ("audio", _) => ResponseKind::Other("an audio file"),
        ("video", _) => ResponseKind::Other("a video"),
        ("font", _) => ResponseKind::Other("a font"),
        (_, "zip" | "gzip" | "x-gzip" | "x-tar" | "x-7z-compressed" | "vnd.rar" | "x-bzip2") => {
            ResponseKind::Other("an archive")
        }
        ("application", subtype) if subtype.starts_with("vnd.") || subtype == "msword" => {
            ResponseKind::Other("an office document")
        }
        (_, "javascript" | "x-javascript" | "ecmascript") => ResponseKind::Code("js"),
        ("text", "css") => ResponseKind::Code("css"),
        ("text", "csv" | "tab-separated-values") => ResponseKind::Code("csv"),
        ("text", "plain") => kind_of_file_name(file_name).unwrap_or(ResponseKind::Plain),
        ("text", _) => kind_of_file_name(file_name).unwrap_or(ResponseKind::Code("")),
        _ => return None,
    })
}

/// Returns the format that the extension of a file name stands for, such as Markdown for
/// `README.md`; `None` if it is unknown.
fn kind_of_file_name(name: &str) -> Option<ResponseKind> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdown" => ResponseKind::Markdown,
        "rs" => ResponseKind::Code("rust"),
        "py" => ResponseKind::Code("python"),
        "js" | "mjs" => ResponseKind::Code("js"),
        "ts" => ResponseKind::Code("ts"),
        "c" | "h" => ResponseKind::Code("c"),
        "cpp" | "cc" | "hpp" => ResponseKind::Code("cpp"),
        "go" => ResponseKind::Code("go"),
        "java" => ResponseKind::Code("java"),
        "rb" => ResponseKind::Code("ruby"),
        "sh" => ResponseKind::Code("sh"),
        "css" => ResponseKind::Code("css"),
        "toml" => ResponseKind::Code("toml"),
        "yml" | "yaml" => ResponseKind::Code("yaml"),
        "csv" => ResponseKind::Code("csv"),
        "log" | "ini" | "cfg" | "tex" | "r" | "sql" => ResponseKind::Code(""),
        _ => return None,
    })
}

/// Returns the format of a text if its content shows that it is a binary file, HTML, XML or JSON;
/// otherwise `None`.
fn kind_of_text(text: &str) -> Option<ResponseKind> {
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
    if let Some(other) = binary_file_description(text) {
        return Some(ResponseKind::Other(other));
    }
    if text.starts_with('<') {
        return kind_of_markup(text);
    }
    let is_data = text.starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok();
    is_data.then_some(ResponseKind::Json)
}

/// Returns a description for the user, such as "a picture", if the text is a binary file that was
/// decoded as text; `None` if it is real text.
fn binary_file_description(text: &str) -> Option<&'static str> {
    let head: String = text.chars().take(MAX_EXAMINED_CHARS).collect();
    let starts_with = |start: &str| head.starts_with(start);
    if starts_with("%PDF-") {
        return Some("a PDF document");
    }
    let is_picture =
        ["GIF87a", "GIF89a", "\u{fffd}PNG", "\u{89}PNG"].iter().any(|start| starts_with(start));
    let in_head = |word: &str| head.chars().take(16).collect::<String>().contains(word);
    if is_picture || in_head("JFIF") || in_head("WEBP") && starts_with("RIFF") {
        return Some("a picture");
    }
    if ["PK\u{3}\u{4}", "Rar!", "7z", "\u{1f}\u{fffd}\u{8}", "\u{1f}\u{8b}\u{8}"]
        .iter()
        .any(|start| starts_with(start))
        && is_binary(&head)
    {
        return Some("an archive");
    }
    is_binary(&head).then_some("not text")
}

/// Whether a text contains zero bytes, many control characters, or many undecodable bytes.
fn is_binary(text_start: &str) -> bool {
    let is_binary_char = |c: &char| {
        *c == '\u{fffd}' || c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}')
    };
    let binary_chars = text_start.chars().filter(is_binary_char).count();
    text_start.contains('\0') || binary_chars * 10 > text_start.chars().count()
}

/// Returns the format of a text that begins with a tag of HTML, a news feed or SVG, or with an XML
/// declaration; `None` for other tags.
fn kind_of_markup(text: &str) -> Option<ResponseKind> {
    const HTML_TAGS: [&str; 7] =
        ["!doctype html", "html", "head", "body", "title", "meta", "frameset"];
    const FEED_TAGS: [&str; 3] = ["rss", "feed", "rdf:rdf"];
    let head: String = text.chars().take(MAX_EXAMINED_CHARS).collect();
    let lower = head.to_ascii_lowercase();
    let mut tags =
        lower.split('<').skip(1).filter(|tag| !tag.starts_with("!--") && !tag.starts_with('?'));
    let is_xml = lower.starts_with("<?xml");
    let first = tags.next().unwrap_or_default();
    let is_one_of = |names: &[&str]| {
        names.iter().any(|name| {
            first
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        })
    };
    if is_one_of(&HTML_TAGS) {
        Some(ResponseKind::Html)
    } else if is_one_of(&FEED_TAGS) {
        Some(ResponseKind::Other("a news feed"))
    } else if is_one_of(&["svg", "!doctype svg"]) {
        Some(ResponseKind::Other("a picture"))
    } else {
        is_xml.then_some(ResponseKind::Other("XML data"))
    }
}

/// Whether a text contains an HTML tag or comment.
fn has_html_tags(text: &str) -> bool {
    let mut rests = text.split('<').skip(1);
    rests.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content_type: &str, name: &str, text: &str, expected: ResponseKind) {
        let declared = Some(content_type).filter(|text| !text.is_empty());
        assert_eq!(
            detect_response_kind(declared, name, text),
            expected,
            "{content_type} {name} {text:?}"
        );
    }

    #[test]
    fn the_content_type_decides() {
        check("text/html; charset=utf-8", "a", "<p>Hello", ResponseKind::Html);
        check("application/xhtml+xml", "a", "<?xml version='1.0'?><html>", ResponseKind::Html);
        check("text/markdown", "a", "# Hello", ResponseKind::Markdown);
        check("text/plain", "a.txt", "Hello", ResponseKind::Plain);
        check("text/plain", "README.md", "# Hello", ResponseKind::Markdown);
        check("text/plain", "a.py", "import os", ResponseKind::Code("python"));
        check("application/ld+json", "a", "{}", ResponseKind::Json);
        check("application/json", "a", "{broken", ResponseKind::Code(""));
        check("text/css", "a", "p {}", ResponseKind::Code("css"));
        check("image/png", "a", "x", ResponseKind::Other("a picture"));
        check("application/rss+xml", "a", "x", ResponseKind::Other("a news feed"));
    }

    #[test]
    fn recognisable_content_overrides_the_content_type() {
        check("text/html", "a", "{\"a\": 1}", ResponseKind::Json);
        check("text/html", "a", "just words", ResponseKind::Plain);
        check("application/octet-stream", "a", "<!DOCTYPE html><p>", ResponseKind::Html);
        check("application/pdf", "a", "<html><p>Not found", ResponseKind::Html);
        check("text/html", "a", "%PDF-1.7", ResponseKind::Other("a PDF document"));
        check("text/plain", "a", "GIF89a\u{1}\0", ResponseKind::Other("a picture"));
        check("text/html", "a", "PK\u{3}\u{4}\0\u{fffd}", ResponseKind::Other("an archive"));
        check("", "a", "a\0b", ResponseKind::Other("not text"));
        check("text/html", "a", "<?xml version='1.0'?><rss>", ResponseKind::Other("a news feed"));
        check("", "a", "<svg xmlns=''>", ResponseKind::Other("a picture"));
        check("", "a", "<?xml version='1.0'?><data>", ResponseKind::Other("XML data"));
    }

    #[test]
    fn without_a_content_type_the_text_and_name_decide() {
        check("", "", "<!-- x --><html>", ResponseKind::Html);
        check("", "", "\u{feff} [1]", ResponseKind::Json);
        check("", "", "[link](x)", ResponseKind::Plain);
        check("", "a.md", "Words", ResponseKind::Markdown);
        check("", "", "", ResponseKind::Plain);
        check("nonsense", "", "7z is an archiver", ResponseKind::Plain);
    }
}
