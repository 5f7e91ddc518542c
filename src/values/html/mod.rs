//! The HTML of a page as a tree of nodes, as a browser builds it.
//!
//! - [`parse`] builds the tree; before that, `attribute_limit` shortens tags that would take
//!   minutes to parse, and after it `streamed_segments` puts parts that were sent late in their places.
//! - [`dom`] is the tree, and [`tag`] lists the names of its elements.
//! - [`html_text`] reads the text of an element or of a fragment of HTML.

pub mod attribute_limit;
pub mod dom;
pub mod html_text;
pub mod parse;
mod streamed_segments;
pub mod tag;
