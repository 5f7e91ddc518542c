//! A paragraph of text with its formatting.
//!
//! - [`text_style`] lists the kinds of formatting, [`inline_piece`] is a piece of text with one
//!   style.
//! - [`paragraph`] collects the pieces of a paragraph, [`render`] writes them as Markdown.
//! - [`escape`] escapes characters that have a meaning in Markdown.
//! - [`superscript`] writes superscripts and subscripts with Unicode characters.
//! - [`word_boundary`] finds words that touch in the HTML, but not on the page.

pub mod escape;
pub mod inline_piece;
pub mod paragraph;
pub mod render;
pub mod superscript;
pub mod text_style;
pub mod word_boundary;
