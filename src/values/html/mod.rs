//! The HTML of a page as a tree of nodes, as a browser builds it.
//!
//! - [`parse`] builds the tree; before that, `attribute_limit` shortens tags that would take
//!   minutes to parse, and after it `streamed_segments` puts parts that were sent late in their places.
//! - [`dom`] is the tree, and [`tag`] lists the names of its elements.
//! - [`html_text`] reads the text of an element or of a fragment of HTML.

mod attribute_limit;
mod dom;
pub(crate) mod html_text;
pub mod parse;
mod streamed_segments;
mod tag;

pub(crate) use attribute_limit::exceeds_attribute_limit;
pub use dom::Dom;
pub(crate) use dom::NodeId;
pub(crate) use html_text::html_to_text;
pub(crate) use parse::tokenize;
pub(crate) use tag::Tag;
