//! A paragraph of text with its formatting.
//!
//! - [`text_style`] lists the kinds of formatting, [`inline_piece`] is a piece of text with one
//!   style.
//! - [`paragraph`] collects the pieces of a paragraph, [`render`] writes them as Markdown.
//! - [`escape`] escapes characters that have a meaning in Markdown.
//! - [`superscript`] writes superscripts and subscripts with Unicode characters.
//! - [`word_boundary`] finds words that touch in the HTML, but not on the page.

pub(super) mod escape;
pub(super) mod inline_piece;
pub(super) mod paragraph;
pub(super) mod render;
pub(super) mod superscript;
pub(super) mod text_style;
pub(super) mod word_boundary;
