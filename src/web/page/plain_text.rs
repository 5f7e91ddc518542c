//! Writes plain text and fragments of HTML as Markdown. Unlike on web pages, all of their text
//! counts as main text.

use url::Url;

use crate::values::html::parse;
use crate::web::page::main_text::removals::Removals;
use crate::web::page::markdown::{self, MarkdownInput};

/// If all lines of a paragraph have fewer characters than this, its line breaks are kept, because
/// the author chose them. Otherwise the lines were wrapped at a fixed width and are joined.
const MIN_WRAPPED_LINE_CHARS: usize = 60;

/// Writes text without markup as Markdown. Its special characters are escaped, so that Markdown
/// shows the same text.
pub(super) fn plain_text_to_markdown(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim).chain(std::iter::once("")) {
        if !line.is_empty() {
            paragraph.push(line);
        } else if !paragraph.is_empty() {
            let is_short =
                paragraph.iter().all(|line| line.chars().count() < MIN_WRAPPED_LINE_CHARS);
            let lines = paragraph.drain(..).map(escape_html).collect::<Vec<_>>();
            let joined = lines.join(if is_short { "<br>" } else { "\n" });
            html.push_str(&format!("<p>{joined}</p>"));
        }
    }
    html_fragment_to_markdown(&html, None)
}

/// Writes a fragment of HTML as Markdown; `base_url` is the URL that its links are relative to.
pub(super) fn html_fragment_to_markdown(html: &str, base_url: Option<&Url>) -> String {
    let dom = parse::parse(html);
    let removals = Removals::new(&dom);
    let input = MarkdownInput {
        dom: &dom,
        removals: &removals,
        content_root: dom.body(),
        title: "",
        base_url,
    };
    markdown::to_markdown(&input).trim().to_owned()
}

fn escape_html(line: &str) -> String {
    line.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_looks_the_same_as_markdown() {
        let check = |text: &str, expected: &str| assert_eq!(plain_text_to_markdown(text), expected);
        check("*a* [[b]] <c> & d", "\\*a\\* \\[\\[b\\]\\] \\<c> & d");
        check("one\ntwo", "one\ntwo");
    }
}
