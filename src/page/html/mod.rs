//! The HTML of a page as a tree of nodes, as a browser builds it before any script runs.
//!
//! - [`parse`] builds the tree; before that, `attribute_limit` shortens tags that would take
//!   minutes to parse.
//! - [`dom`] is the tree, and [`tag`] lists the names of its elements.
//! - [`html_text`] reads the text of an element or of a fragment of HTML.

mod attribute_limit;
pub mod dom;
pub mod html_text;
pub mod parse;
pub mod tag;
