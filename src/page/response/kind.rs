//! What kind of thing a server answered: by what it says, unless the text itself says otherwise.
//! Servers often send pages as something else, and error pages as everything.

use serde::de::IgnoredAny;

/// Characters in which a text shows what it is.
const HEAD: usize = 1024;

/// What was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A page.
    Html,
    /// A text in Markdown.
    Markdown,
    /// A text without markup.
    Plain,
    /// A program, a table or the like, in the language that a fence may name.
    Code(&'static str),
    /// Data.
    Json,
    /// Something that has no text, in words for a person.
    Other(&'static str),
}

/// What an answer is; `name` is that of the file in its address.
pub fn kind(content_type: Option<&str>, name: &str, text: &str) -> Kind {
    let said = content_type.unwrap_or_default().split(';').next().unwrap_or_default();
    let said = said.trim().to_ascii_lowercase();
    let shown = shown(text);
    match by_type(&said, name) {
        // A page and data show themselves without doubt, whatever the server calls them.
        _ if matches!(shown, Some(Kind::Html | Kind::Other(_))) => shown.unwrap_or(Kind::Html),
        Some(Kind::Json) if shown == Some(Kind::Json) => Kind::Json,
        Some(Kind::Json) => Kind::Code(""),
        Some(Kind::Html) if shown == Some(Kind::Json) => Kind::Json,
        Some(Kind::Html) if !has_tags(text) => by_name(name).unwrap_or(Kind::Plain),
        Some(said) => said,
        None => shown.or_else(|| by_name(name)).unwrap_or(Kind::Plain),
    }
}

/// What a content type means; nothing if it means any bytes.
fn by_type(said: &str, name: &str) -> Option<Kind> {
    let (family, form) = said.split_once('/')?;
    Some(match (family, form) {
        (_, "html" | "xhtml+xml" | "vnd.wap.xhtml+xml") => Kind::Html,
        (_, "markdown" | "x-markdown") => Kind::Markdown,
        (_, "json") => Kind::Json,
        (_, form) if form.ends_with("+json") => Kind::Json,
        (_, "pdf" | "x-pdf") => Kind::Other("a PDF document"),
        (_, "svg+xml") | ("image", _) => Kind::Other("a picture"),
        (_, "rss+xml" | "atom+xml") => Kind::Other("a news feed"),
        (_, "xml") => Kind::Other("XML data"),
        (_, form) if form.ends_with("+xml") => Kind::Other("XML data"),
        ("audio", _) => Kind::Other("an audio file"),
        ("video", _) => Kind::Other("a video"),
        ("font", _) => Kind::Other("a font"),
        (_, "zip" | "gzip" | "x-gzip" | "x-tar" | "x-7z-compressed" | "vnd.rar" | "x-bzip2") => {
            Kind::Other("an archive")
        }
        ("application", form) if form.starts_with("vnd.") || form == "msword" => {
            Kind::Other("an office document")
        }
        (_, "javascript" | "x-javascript" | "ecmascript") => Kind::Code("js"),
        ("text", "css") => Kind::Code("css"),
        ("text", "csv" | "tab-separated-values") => Kind::Code("csv"),
        ("text", "plain") => by_name(name).unwrap_or(Kind::Plain),
        ("text", _) => by_name(name).unwrap_or(Kind::Code("")),
        _ => return None,
    })
}

/// What the ending of a file's name means.
fn by_name(name: &str) -> Option<Kind> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdown" => Kind::Markdown,
        "rs" => Kind::Code("rust"),
        "py" => Kind::Code("python"),
        "js" | "mjs" => Kind::Code("js"),
        "ts" => Kind::Code("ts"),
        "c" | "h" => Kind::Code("c"),
        "cpp" | "cc" | "hpp" => Kind::Code("cpp"),
        "go" => Kind::Code("go"),
        "java" => Kind::Code("java"),
        "rb" => Kind::Code("ruby"),
        "sh" => Kind::Code("sh"),
        "css" => Kind::Code("css"),
        "toml" => Kind::Code("toml"),
        "yml" | "yaml" => Kind::Code("yaml"),
        "csv" => Kind::Code("csv"),
        "log" | "ini" | "cfg" | "tex" | "r" | "sql" => Kind::Code(""),
        _ => return None,
    })
}

/// What a text shows itself to be.
fn shown(text: &str) -> Option<Kind> {
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
    if let Some(other) = signature(text) {
        return Some(Kind::Other(other));
    }
    if text.starts_with('<') {
        return markup(text);
    }
    let is_data = text.starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok();
    is_data.then_some(Kind::Json)
}

/// What files that are not text begin with, after they were read as one.
fn signature(text: &str) -> Option<&'static str> {
    let head: String = text.chars().take(HEAD).collect();
    let begins = |start: &str| head.starts_with(start);
    if begins("%PDF-") {
        return Some("a PDF document");
    }
    let is_picture =
        ["GIF87a", "GIF89a", "\u{fffd}PNG", "\u{89}PNG"].iter().any(|start| begins(start));
    let in_head = |word: &str| head.chars().take(16).collect::<String>().contains(word);
    if is_picture || in_head("JFIF") || in_head("WEBP") && begins("RIFF") {
        return Some("a picture");
    }
    if ["PK\u{3}\u{4}", "Rar!", "7z", "\u{1f}\u{fffd}\u{8}", "\u{1f}\u{8b}\u{8}"]
        .iter()
        .any(|start| begins(start))
        && is_binary(&head)
    {
        return Some("an archive");
    }
    is_binary(&head).then_some("not text")
}

/// Whether a text has bytes that no text has: zeros, or many that could not be read.
fn is_binary(head: &str) -> bool {
    let strange = |c: &char| {
        *c == '\u{fffd}' || c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}')
    };
    let strange = head.chars().filter(strange).count();
    head.contains('\0') || strange * 10 > head.chars().count()
}

/// What a text is that begins with a tag. Only what no other text begins with counts as a page.
fn markup(text: &str) -> Option<Kind> {
    const PAGE: [&str; 7] = ["!doctype html", "html", "head", "body", "title", "meta", "frameset"];
    const FEED: [&str; 3] = ["rss", "feed", "rdf:rdf"];
    let head: String = text.chars().take(HEAD).collect();
    let lower = head.to_ascii_lowercase();
    let mut tags =
        lower.split('<').skip(1).filter(|tag| !tag.starts_with("!--") && !tag.starts_with('?'));
    let is_xml = lower.starts_with("<?xml");
    let first = tags.next().unwrap_or_default();
    let is = |names: &[&str]| {
        names.iter().any(|name| {
            first
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        })
    };
    if is(&PAGE) {
        Some(Kind::Html)
    } else if is(&FEED) {
        Some(Kind::Other("a news feed"))
    } else if is(&["svg", "!doctype svg"]) {
        Some(Kind::Other("a picture"))
    } else {
        is_xml.then_some(Kind::Other("XML data"))
    }
}

/// Whether there is any tag in a text.
fn has_tags(text: &str) -> bool {
    let mut behind = text.split('<').skip(1);
    behind.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content_type: &str, name: &str, text: &str, expected: Kind) {
        let said = Some(content_type).filter(|given| !given.is_empty());
        assert_eq!(kind(said, name, text), expected, "{content_type} {name} {text:?}");
    }

    #[test]
    fn an_answer_is_what_it_says() {
        check("text/html; charset=utf-8", "a", "<p>Hello", Kind::Html);
        check("application/xhtml+xml", "a", "<?xml version='1.0'?><html>", Kind::Html);
        check("text/markdown", "a", "# Hello", Kind::Markdown);
        check("text/plain", "a.txt", "Hello", Kind::Plain);
        check("text/plain", "README.md", "# Hello", Kind::Markdown);
        check("text/plain", "a.py", "import os", Kind::Code("python"));
        check("application/ld+json", "a", "{}", Kind::Json);
        check("application/json", "a", "{broken", Kind::Code(""));
        check("text/css", "a", "p {}", Kind::Code("css"));
        check("image/png", "a", "x", Kind::Other("a picture"));
        check("application/rss+xml", "a", "x", Kind::Other("a news feed"));
    }

    #[test]
    fn a_text_that_shows_what_it_is_is_believed() {
        check("text/html", "a", "{\"a\": 1}", Kind::Json);
        check("text/html", "a", "just words", Kind::Plain);
        check("application/octet-stream", "a", "<!DOCTYPE html><p>", Kind::Html);
        check("application/pdf", "a", "<html><p>Not found", Kind::Html);
        check("text/html", "a", "%PDF-1.7", Kind::Other("a PDF document"));
        check("text/plain", "a", "GIF89a\u{1}\0", Kind::Other("a picture"));
        check("text/html", "a", "PK\u{3}\u{4}\0\u{fffd}", Kind::Other("an archive"));
        check("", "a", "a\0b", Kind::Other("not text"));
        check("text/html", "a", "<?xml version='1.0'?><rss>", Kind::Other("a news feed"));
        check("", "a", "<svg xmlns=''>", Kind::Other("a picture"));
        check("", "a", "<?xml version='1.0'?><data>", Kind::Other("XML data"));
    }

    #[test]
    fn an_answer_that_says_nothing_is_looked_at() {
        check("", "", "<!-- x --><html>", Kind::Html);
        check("", "", "\u{feff} [1]", Kind::Json);
        check("", "", "[link](x)", Kind::Plain);
        check("", "a.md", "Words", Kind::Markdown);
        check("", "", "", Kind::Plain);
        check("nonsense", "", "7z is an archiver", Kind::Plain);
    }
}
