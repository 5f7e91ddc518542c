//! Turns the HTML of a page into a [`Page`]: parses it, reads its metadata, removes everything that
//! is not main text, and writes the rest as Markdown.

use crate::page::content::removed_parts;
use crate::page::content::select;
use crate::page::html::parse::parse;
use crate::page::markdown::{MarkdownInput, to_markdown};
use crate::page::metadata::Metadata;
use crate::page::output::Page;
use crate::page::plain_text;

/// Reads a page. Never fails: any text gives a result.
pub fn extract(html: &str, url: &str) -> Page {
    let dom = parse(html);
    let metadata = Metadata::read(&dom, url);
    let top = dom.body();
    let removals = select::remove_boilerplate(&dom, &metadata, url);
    let (title, base) = (metadata.title.as_str(), metadata.base.as_ref());
    let input = MarkdownInput { dom: &dom, removals: &removals, top, title, base };
    let markdown = markdown_or_article_body(to_markdown(&input), &metadata);
    Page {
        markdown,
        removed: removed_parts::list(&dom, top, &removals),
        title: metadata.title,
        author: metadata.author,
        published: metadata.published,
        site: metadata.site,
        language: metadata.language,
        canonical: metadata.canonical,
    }
}

/// Returns the Markdown, or the `articleBody` of the page's JSON-LD if it is much longer: then the
/// page shows its text by a script, and scripts are not run here.
fn markdown_or_article_body(markdown: String, metadata: &Metadata) -> String {
    const MUCH_LONGER: usize = 4;
    match &metadata.article_body {
        Some(body) if body.len() > MUCH_LONGER * markdown.len() => plain_text::to_markdown(body),
        _ => markdown,
    }
}
