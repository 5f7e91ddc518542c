//! Turns the response of a server into a page. HTML is reduced to its main text, other text and
//! data are converted as a whole, and everything else is rejected with a reason.

mod code_block;
mod response_kind;
mod sanitize_markdown;

use std::sync::LazyLock;

use url::Url;

use crate::language::{WordList, word_list};
use crate::notes::note::link;
use crate::values::text::one_line;
use crate::values::{Error, ErrorCode};
use crate::web::page::extract::extract;
use crate::web::page::extracted_page::Page;
use crate::web::page::plain_text;
use crate::web::page::response::response_kind::ResponseKind;

/// Maximum length in characters of the first line of a text that is used as its title. A longer
/// line is not used.
const MAX_TITLE_CHARS: usize = 120;

/// A response that cannot be converted to a page, such as a PDF document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Couldn't read {url}: {reason}")]
pub struct UnreadableResponse {
    /// The URL from which the response came.
    pub url: String,
    /// Why the response cannot be read, as text for the user.
    pub reason: String,
}

impl From<UnreadableResponse> for Error {
    fn from(response: UnreadableResponse) -> Self {
        Error::new(ErrorCode::PageNotText, response.to_string()).hint("Open it in a browser.")
    }
}

/// Converts the text that a server returned for `url` to a page; fails if it is not text, such as a
/// PDF document.
pub fn read_response(
    content_type: Option<&str>,
    url: &str,
    text: &str,
) -> Result<Page, UnreadableResponse> {
    let address = Url::parse(url).ok();
    let name = file_name_or_host(address.as_ref());
    let (title, markdown) = match response_kind::detect_response_kind(content_type, &name, text) {
        ResponseKind::Html => return Ok(extract(text, url)),
        ResponseKind::Other(description) => return Err(unreadable_response(url, description)),
        ResponseKind::Json => {
            (String::new(), code_block::fenced_code_block(&code_block::format_json(text), "json"))
        }
        ResponseKind::Code(language) => {
            (String::new(), code_block::fenced_code_block(text, language))
        }
        ResponseKind::Plain if looks_like_code(text) => {
            (String::new(), code_block::fenced_code_block(text, ""))
        }
        ResponseKind::Plain => {
            (title_from_first_line(text), plain_text::plain_text_to_markdown(text))
        }
        ResponseKind::Markdown => {
            let from_html =
                |html: &str| plain_text::html_fragment_to_markdown(html, address.as_ref());
            let sanitized = sanitize_markdown::sanitize_markdown(text, address.as_ref(), from_html);
            let has_title = !sanitized.first_heading.is_empty();
            let title_from_first_line = || title_from_first_line(&sanitized.markdown);
            let title = if has_title { sanitized.first_heading } else { title_from_first_line() };
            (title, sanitized.markdown)
        }
    };
    let site_name = address.as_ref().and_then(Url::host_str).unwrap_or_default().to_owned();
    let title = if title.is_empty() { name } else { title };
    Ok(Page { title, site_name, markdown, ..Page::default() })
}

/// Returns the error for a response that is not text; `description` says what it is, such as "a PDF
/// document".
fn unreadable_response(url: &str, description: &str) -> UnreadableResponse {
    let reason = match description {
        "not text" => "it is not text".to_owned(),
        description => format!("it is {description}; Ibid reads only web pages and text"),
    };
    UnreadableResponse { url: one_line::single_line(url), reason }
}

/// Returns the file name in a URL, or else the host.
fn file_name_or_host(address: Option<&Url>) -> String {
    let Some(address) = address else { return String::new() };
    let last = address.path_segments().and_then(|mut parts| parts.rfind(|part| !part.is_empty()));
    let last = last.map(link::percent_decoded).map(|name| one_line::single_line(&name));
    last.filter(|name| !name.is_empty())
        .unwrap_or_else(|| address.host_str().unwrap_or_default().to_owned())
}

/// Returns the first line with words, if it is short enough for a title; else an empty text.
fn title_from_first_line(text: &str) -> String {
    let line = text
        .lines()
        .map(one_line::single_line)
        .find(|line| line.chars().any(char::is_alphanumeric));
    let line = line.filter(|line| line.chars().count() <= MAX_TITLE_CHARS);
    line.map(|line| line.trim_matches(['#', '*', '=', '_', ' ']).to_owned()).unwrap_or_default()
}

/// Words and characters that lines of source code typically begin with.
static CODE_LINE_STARTS: WordList =
    LazyLock::new(|| word_list::phrases(include_str!("code_line_starts.txt"), "starts"));

/// Whether most lines of a text look like source code.
fn looks_like_code(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(200);
    let (code, all) = lines.fold((0, 0), |(code, all), line| {
        let ends =
            line.ends_with([';', '{', '}', ')']) || line.ends_with("};") || line.ends_with(");");
        let is_code = ends || CODE_LINE_STARTS.iter().any(|start| line.starts_with(start));
        (code + usize::from(is_code), all + 1)
    });
    all >= 3 && code * 2 > all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content_type: &str, url: &str, text: &str, expected: (&str, &str)) {
        let page = read_response(Some(content_type), url, text).unwrap();
        assert_eq!((page.title.as_str(), page.markdown.as_str()), expected, "{text}");
    }

    #[test]
    fn html_goes_through_the_extractor() {
        let page = read_response(None, "https://e.org/", "<html><title>T</title><p>Words").unwrap();
        assert_eq!((page.title.as_str(), page.markdown.trim()), ("T", "Words"));
    }

    #[test]
    fn texts_are_read_as_texts() {
        let url = "https://e.org/a/my%20notes.txt";
        check("text/plain", url, "A title\n\nSome words.", ("A title", "A title\n\nSome words."));
        check("text/plain", url, &"long ".repeat(50), ("my notes.txt", "long ".repeat(50).trim()));
        check(
            "text/markdown",
            url,
            "Intro\n\n# Title\n\n*Text*",
            ("Title", "Intro\n\n# Title\n\n*Text*"),
        );
        check("text/plain", "https://e.org/", "", ("e.org", ""));
    }

    #[test]
    fn data_and_source_code_become_code_blocks() {
        check(
            "application/json",
            "https://e.org/a.json",
            "{\"b\":1}",
            ("a.json", "```json\n{\n  \"b\": 1\n}\n```"),
        );
        check(
            "text/plain",
            "https://e.org/a.rs",
            "fn main() {}",
            ("a.rs", "```rust\nfn main() {}\n```"),
        );
        let program = "int main() {\n  run();\n}\n";
        check(
            "text/plain",
            "https://e.org/x",
            program,
            ("x", "```\nint main() {\n  run();\n}\n```"),
        );
    }

    #[test]
    fn binary_responses_are_rejected_with_a_reason() {
        let rejection = |content_type: &str, text: &str| {
            read_response(Some(content_type), "https://e.org/a", text).unwrap_err().to_string()
        };
        assert_eq!(
            rejection("text/html", "%PDF-1.4"),
            "Couldn't read https://e.org/a: it is a PDF document; Ibid reads only web pages and text"
        );
        assert_eq!(rejection("", "\0\0"), "Couldn't read https://e.org/a: it is not text");
        let error = Error::from(UnreadableResponse { url: "a".to_owned(), reason: "b".to_owned() });
        assert_eq!(
            (error.code.as_str(), error.message.as_str()),
            ("page-not-text", "Couldn't read a: b")
        );
    }

    proptest::proptest! {
        #[test]
        fn any_response_gives_a_page_or_a_reason(
            text in "[a-z<>/!\\[\\](){}\"'`*#&;:,.=$|~\\\\ \n\u{0}\u{fffd}é界-]{0,200}",
            name in "(a|a.md|a.json|%ff%41)",
            content_type in "(text/plain|text/markdown|text/html|application/json|)",
        ) {
            let read = read_response(Some(&content_type), &format!("https://e.org/{name}"), &text);
            proptest::prop_assert!(read.map_or_else(|response| response.reason, |page| page.title).lines().count() <= 1);
        }
    }
}
