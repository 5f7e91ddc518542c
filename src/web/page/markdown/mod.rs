//! Writes the main text of a page as Markdown for Obsidian.
//!
//! The output contains no HTML, and its links lead only to websites and mail addresses. Images are
//! removed. This module does not decide which part of a page is the main text.
//!
//! **The conversion**
//! - [`input`] is the page to convert, and [`convert`] runs the conversion.
//! - `conversion_context` holds what is found out about the page before the conversion starts.
//! - `markdown_builder` walks through the tree and collects blocks; `element` has its methods for
//!   lists, tables, headings, callouts and other elements.
//! - `block` holds the blocks and writes them as text.
//!
//! **What the elements of a page mean**
//! - `code_text` and `code_language` read code, `math` reads formulas, `footnote` finds footnotes.
//! - `link_target` cleans up the address of a link.
//!
//! **Lines of text**
//! - `inline` collects the text of one paragraph with its formatting, and escapes it.
//! - `whitespace` removes invisible characters and repeated spaces.

pub(super) mod convert;
pub(super) mod input;

mod block;
mod conversion_context;
mod element;
mod markdown_builder;

mod code_language;
mod code_text;
mod footnote;
mod link_target;
mod math;

mod inline;
mod whitespace;

pub(super) use convert::to_markdown;
pub(super) use input::MarkdownInput;

#[cfg(test)]
mod tests;
