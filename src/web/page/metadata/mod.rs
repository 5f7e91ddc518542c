//! Reads the metadata of a page: title, author, date, site, language and canonical URL.
//!
//! A page has each of these in several places, some of which may be wrong. The value that most
//! places have is used; if there is a tie, the value of the most reliable place.
//!
//! **Where metadata is found**
//! - `metadata_elements` collects the elements that may contain metadata.
//! - `json_ld` reads the JSON-LD blocks, which `json_repair` parses even if they have errors.
//!
//! **Which value is used**
//! - `metadata_sources` compares all places; `page_authors` and `publication_date` do so for authors
//!   and dates.
//! - `title_cleaner`, `author_name`, `language_tag` and `page_url` clean up the values.

mod json_ld;
mod json_repair;
mod metadata_elements;

mod metadata_sources;
mod page_authors;
mod publication_date;

mod author_name;
mod language_tag;
mod page_url;
mod title_cleaner;

use url::Url;

use crate::values::html::Dom;
use crate::web::page::metadata::json_ld::JsonLd;
use crate::web::page::metadata::metadata_elements::MetadataElements;
use crate::web::page::metadata::metadata_sources::MetadataSources;

/// The metadata of a page. Unknown values are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title, without the name of the site.
    pub title: String,
    /// The names of the authors, separated by commas.
    pub author: String,
    /// The publication date, such as `2026-11-15`.
    pub publication_date: String,
    /// The name of the website that the page belongs to.
    pub site_name: String,
    /// The language of the text as a tag, such as `en` or `pt-BR`.
    pub language: String,
    /// The URL that the page declares as its permanent address.
    pub canonical_url: String,
    /// The URL that the links of the page are relative to.
    pub base_url: Option<Url>,
    /// The main text in the JSON-LD of the page, without markup.
    pub article_body: Option<String>,
    /// The schema.org and OpenGraph types of the page in lower case, such as `newsarticle` or
    /// `product`.
    pub schema_types: Vec<String>,
}

impl Metadata {
    /// Reads the metadata of a page that was loaded from `url`.
    pub fn read(dom: &Dom, url: &str) -> Self {
        let elements = MetadataElements::collect(dom);
        let loaded_from = page_url::resolve_web_url(url, None);
        let base_url = Some(elements.base_href.as_str()).filter(|href| !href.trim().is_empty());
        let base_url = base_url
            .and_then(|href| page_url::resolve_web_url(href, loaded_from.as_ref()))
            .or(loaded_from.clone());
        let canonical_url = canonical_url(&elements, base_url.as_ref(), loaded_from.as_ref());
        let json_ld = JsonLd::read(&elements.json_ld_blocks);
        let schema_types = schema_types(&elements, &json_ld);
        let sources = MetadataSources::new(dom, elements, json_ld, loaded_from.as_ref());
        Self {
            title: sources.title(),
            author: sources.author_names(),
            publication_date: sources.publication_date(),
            site_name: sources.site_name(),
            language: sources.language(),
            canonical_url,
            base_url,
            schema_types,
            article_body: sources.into_article_body(),
        }
    }
}

/// Returns the canonical URL that the page declares; empty if it declares none, or wrongly declares
/// the front page of its site.
fn canonical_url(
    elements: &MetadataElements,
    base: Option<&Url>,
    loaded_from: Option<&Url>,
) -> String {
    let declared = [
        elements.canonical_href.as_str(),
        elements.first_meta_content(&["og:url"]).unwrap_or_default(),
    ];
    let urls = declared.iter().filter(|href| !href.trim().is_empty());
    let urls = urls.filter_map(|href| page_url::resolve_web_url(href, base));
    let mut urls = urls.filter(|url| !page_url::is_wrong_canonical_url(url, loaded_from));
    urls.next().map(|url| page_url::normalize_url(url).to_string()).unwrap_or_default()
}

fn schema_types(elements: &MetadataElements, json_ld: &JsonLd) -> Vec<String> {
    let mut types = json_ld.object_types.clone();
    let open_graph = elements.first_meta_content(&["og:type"]).map(str::to_lowercase);
    types.extend(open_graph.filter(|name| !types.contains(name)));
    types
}

#[cfg(test)]
mod tests;
