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

pub mod charset;
pub mod response;

pub mod extract;
pub mod extracted_page;
pub mod main_text;
pub mod markdown;
pub mod metadata;

pub mod plain_text;
pub(crate) mod tracking_parameters;
pub mod truncate;

pub use extract::extract;
pub use extracted_page::Page;
