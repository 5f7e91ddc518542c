//! What a page says about itself: title, author, date, site, language, address.

use url::Url;

use super::dom::Dom;
use super::tag::Tag;

/// What a page says about itself. What it does not say is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Its title, without the site's name.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// When it was published, as `2026-11-15`.
    pub published: String,
    /// The name of the site.
    pub site: String,
    /// The language of the text.
    pub language: String,
    /// The address that the page gives itself.
    pub canonical: String,
    /// What its links are relative to.
    pub base: Option<Url>,
}

impl Metadata {
    /// Reads it from the tree; the address is where the page was found.
    pub fn of(dom: &Dom, url: &str) -> Self {
        let title = dom.find(dom.root(), Tag::Title).map(|id| dom.all_text(id)).unwrap_or_default();
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { title, base: Url::parse(url).ok(), ..Self::default() }
    }
}
