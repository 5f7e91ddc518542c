//! The result of reading a web page. This file contains only data;
//! [`extract`](crate::web::page::extract::extract) and [`response`](crate::web::page::response) create it.

use serde::{Deserialize, Serialize};

/// The metadata and the main text of a web page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The title, without the name of the site.
    pub title: String,
    /// The names of the authors; empty if the page names none.
    pub author: String,
    /// The publication date, such as `2026-11-15`; empty if the page has none.
    #[serde(rename = "published")]
    pub publication_date: String,
    /// The name of the site; its host if the page does not name it.
    #[serde(rename = "site")]
    pub site_name: String,
    /// The language of the text, such as `en` or `pt-BR`.
    #[serde(rename = "language")]
    pub language_code: String,
    /// The canonical URL that the page declares; empty if it declares none.
    #[serde(rename = "canonical")]
    pub canonical_url: String,
    /// The main text as Markdown.
    pub markdown: String,
    /// The parts of the page that were removed, because they are not main text.
    #[serde(rename = "removed")]
    pub removed_parts: Vec<RemovedPart>,
}

/// A part of a page that was removed because it is not main text; users can see the list of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct RemovedPart {
    /// The name and class of the removed element, such as `div.sidebar`.
    #[serde(rename = "element")]
    pub element_name: String,
    /// Why the part was removed, as text for the user.
    #[serde(rename = "reason")]
    pub removal_reason: String,
    /// The beginning of the removed text, so that users recognise the part.
    #[serde(rename = "text")]
    pub opening_text: String,
}
