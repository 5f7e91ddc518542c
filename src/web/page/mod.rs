//! Reads what a server returned and writes the main text of a web page as Markdown, without menus,
//! advertisements and other parts around it.
//!
//! The modules in the order in which a page passes through them:
//!
//! **From bytes to text**
//! - [`charset`] finds the character encoding of the response.
//! - [`response`] decides whether the response is HTML, Markdown, plain text or data.
//!
//! **From HTML to a page**
//! - [`html`](crate::values::html) parses the HTML into a tree of nodes.
//! - [`metadata`] reads title, author, date, site, language and address.
//! - [`main_text`] decides which parts of the tree are the main text, and records why others are
//!   not.
//! - [`markdown`] writes the remaining tree as Markdown.
//! - [`extract`](mod@extract) runs these four steps, and [`extracted_page`] is their result.
//!
//! **Helpers for texts and addresses**
//! - [`plain_text`] writes text without markup as Markdown.
//! - [`truncate`] shortens Markdown to a maximum length.
//! - `tracking_parameters` recognises URL parameters that only track visitors.

mod charset;
mod response;

mod extract;
mod extracted_page;
mod main_text;
mod markdown;
mod metadata;

mod plain_text;
mod tracking_parameters;
pub mod truncate;

pub use charset::detect_charset;
pub use extract::extract;
pub use extract::extract_with_forests;
pub use extracted_page::Page;
pub use main_text::block_classifier::BlockForests;
pub use main_text::block_features::BlockFeatures;
pub use main_text::page_analysis::PageAnalysis;
pub use main_text::text_block::TextBlock;
pub use main_text::{block_features, main_text_selection, probability_features};
pub use metadata::Metadata;
pub use response::read_response;
pub(crate) use tracking_parameters::is_tracking_parameter;
