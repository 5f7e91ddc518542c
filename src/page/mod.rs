//! A web page as clean Markdown: what a person would read on it, without what stands around it.
//!
//! The way of a page: [`parse`] makes the tree; [`metadata`] reads what it says about itself;
//! what is left out is put down in [`marks`]; [`markdown`] writes the rest.

pub mod block;
pub mod body;
pub mod candidate;
pub mod charset;
pub mod choose;
pub mod classifier;
pub mod cut;
pub mod dom;
pub mod feature;
pub mod forest;
pub mod hidden;
pub mod html_text;
pub mod kind;
mod limits;
pub mod markdown;
pub mod marks;
pub mod metadata;
pub mod names;
pub mod parse;
pub mod phrases;
pub mod removed;
pub mod response;
pub mod surroundings;
pub mod tag;
pub(crate) mod tracking;

use serde::{Deserialize, Serialize};

use metadata::Metadata;
use removed::Removed;

/// What was read on a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Its title, without the site's name.
    pub title: String,
    /// Who wrote it; empty if it does not say.
    pub author: String,
    /// When it was published, as `2026-11-15`; empty if it does not say.
    pub published: String,
    /// The name of the site.
    pub site: String,
    /// The language of the text, as `en` or `pt-BR`.
    pub language: String,
    /// The address that the page gives itself.
    pub canonical: String,
    /// The main text.
    pub markdown: String,
    /// What was left out.
    pub removed: Vec<Removed>,
}

/// Reads a page. Any text gives a result.
pub fn extract(html: &str, url: &str) -> Page {
    let dom = parse::parse(html);
    let metadata = Metadata::of(&dom, url);
    let top = dom.body();
    let marks = choose::leave_out_clutter(&dom, &metadata, url);
    let (title, base) = (metadata.title.as_str(), metadata.base.as_ref());
    let draft = markdown::Draft { dom: &dom, marks: &marks, top, title, base };
    let markdown = or_body(markdown::write(&draft), &metadata);
    Page {
        markdown,
        removed: removed::list(&dom, top, &marks),
        title: metadata.title,
        author: metadata.author,
        published: metadata.published,
        site: metadata.site,
        language: metadata.language,
        canonical: metadata.canonical,
    }
}

/// A page whose text is made by a script may still give it to machines: that is better than
/// nothing, though not better than what people see.
fn or_body(markdown: String, metadata: &Metadata) -> String {
    const MUCH_LONGER: usize = 4;
    match &metadata.body {
        Some(body) if body.len() > MUCH_LONGER * markdown.len() => response::of_plain(body),
        _ => markdown,
    }
}
