//! A paragraph of text with its formatting.
//!
//! - [`style`] lists the kinds of formatting, [`piece`] is a piece of text with one style.
//! - [`line`] collects the pieces of a paragraph, [`render`] writes them as Markdown.
//! - [`escape`] escapes characters that have a meaning in Markdown.
//! - [`script`] writes superscripts and subscripts with Unicode characters.

pub mod escape;
pub mod line;
pub mod piece;
pub mod render;
pub mod script;
pub mod style;
