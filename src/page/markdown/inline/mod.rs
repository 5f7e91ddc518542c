//! A paragraph of text with its formatting.
//!
//! - [`style`] lists the kinds of formatting, [`piece`] is a piece of text with one style.
//! - [`paragraph`] collects the pieces of a paragraph, [`render`] writes them as Markdown.
//! - [`escape`] escapes characters that have a meaning in Markdown.
//! - [`superscript`] writes superscripts and subscripts with Unicode characters.

pub mod escape;
pub mod paragraph;
pub mod piece;
pub mod render;
pub mod style;
pub mod superscript;
