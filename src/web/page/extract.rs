//! Turns the HTML of a page into a [`Page`]: parses it, reads its metadata, removes everything that
//! is not main text, and writes the rest as Markdown.

use crate::values::html::parse;
use crate::web::page::extracted_page::Page;
use crate::web::page::main_text::block_classifier::{self, BlockForests};
use crate::web::page::main_text::{main_text_selection, removed_parts};
use crate::web::page::markdown::{MarkdownInput, to_markdown};
use crate::web::page::metadata::Metadata;
use crate::web::page::plain_text;

/// Returns the metadata and the main text of a page that was loaded from `url`. Never fails: any
/// text gives a result.
pub fn extract(html: &str, url: &str) -> Page {
    extract_with_forests(html, url, block_classifier::trained_forests())
}

/// Does the same with other decision trees than the trained ones, to measure pages with trees that
/// were trained without them.
pub fn extract_with_forests(html: &str, url: &str, forests: Option<&BlockForests>) -> Page {
    let dom = parse::parse(html);
    let metadata = Metadata::read(&dom, url);
    let top = dom.body();
    let removals = main_text_selection::remove_boilerplate(&dom, &metadata, url, forests);
    let (title, base_url) = (metadata.title.as_str(), metadata.base_url.as_ref());
    let input =
        MarkdownInput { dom: &dom, removals: &removals, content_root: top, title, base_url };
    let markdown = markdown_or_article_body(to_markdown(&input), &metadata);
    Page {
        markdown,
        removed_parts: removed_parts::list_removed_parts(&dom, top, &removals),
        title: metadata.title,
        author: metadata.author,
        publication_date: metadata.publication_date,
        site_name: metadata.site_name,
        language_code: metadata.language,
        canonical_url: metadata.canonical_url,
    }
}

/// Returns the Markdown, or the `articleBody` of the page's JSON-LD if that is much longer. In this
/// case a script of the page loads the main text, and Ibid does not run scripts.
fn markdown_or_article_body(markdown: String, metadata: &Metadata) -> String {
    /// The `articleBody` is used only if it is more than this many times as long as the Markdown.
    const MIN_ARTICLE_BODY_LENGTH_RATIO: usize = 4;
    match &metadata.article_body {
        Some(body) if body.len() > MIN_ARTICLE_BODY_LENGTH_RATIO * markdown.len() => {
            plain_text::plain_text_to_markdown(body)
        }
        _ => markdown,
    }
}
