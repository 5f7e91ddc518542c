//! What a page says about itself: title, author, date, site, language, address.
//!
//! A page says these things in many places, and not all of them are true. Each place is a witness;
//! what most of them say is believed, and if they are equal, the one who is trusted more.

mod address;
mod author;
mod byline;
mod clues;
mod language;
mod linked;
mod mend;
mod published;
mod source;
mod title;

use url::Url;

use crate::page::dom::Dom;
use clues::Clues;
use linked::Linked;
use source::MetadataSources;

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
    /// The main text as the page gives it to machines, without markup.
    pub body: Option<String>,
    /// What the page says that it is, in lower case, as `newsarticle` or `product`.
    pub kinds: Vec<String>,
}

impl Metadata {
    /// Reads it from the tree; the address is where the page was found.
    pub fn of(dom: &Dom, url: &str) -> Self {
        let clues = Clues::of(dom);
        let found_at = address::web(url, None);
        let base = Some(clues.base.as_str()).filter(|href| !href.trim().is_empty());
        let base = base.and_then(|href| address::web(href, found_at.as_ref())).or(found_at.clone());
        let canonical = canonical(&clues, base.as_ref(), found_at.as_ref());
        let linked = Linked::of(&clues.blocks);
        let kinds = kinds(&clues, &linked);
        let witnesses = MetadataSources::new(dom, clues, linked, found_at.as_ref());
        Self {
            title: witnesses.title(),
            author: witnesses.author(),
            published: witnesses.published(),
            site: witnesses.site(),
            language: witnesses.language(),
            canonical,
            base,
            kinds,
            body: witnesses.into_body(),
        }
    }
}

fn canonical(clues: &Clues, base: Option<&Url>, found_at: Option<&Url>) -> String {
    let given = [clues.canonical.as_str(), clues.meta(&["og:url"]).unwrap_or_default()];
    let urls = given.iter().filter(|href| !href.trim().is_empty());
    let urls = urls.filter_map(|href| address::web(href, base));
    let mut urls = urls.filter(|url| !address::is_mistaken(url, found_at));
    urls.next().map(|url| address::cleaned(url).to_string()).unwrap_or_default()
}

fn kinds(clues: &Clues, linked: &Linked) -> Vec<String> {
    let mut kinds = linked.kinds.clone();
    let open_graph = clues.meta(&["og:type"]).map(str::to_lowercase);
    kinds.extend(open_graph.filter(|kind| !kinds.contains(kind)));
    kinds
}

#[cfg(test)]
mod tests;
