//! The kept part of a page as Markdown that Obsidian shows well.
//!
//! The tree is first read into blocks ([`compose`], with one file for each kind of element), and
//! the blocks are then written ([`block`]). What comes out holds no HTML and no link but to the
//! web or to mail; images are left out. What is left out of the page, and which part of it is the
//! main text, is not decided here.

mod block;
mod callout;
mod code;
mod compose;
mod element;
mod escape;
mod figure;
mod footnote;
mod heading;
mod inline;
mod line;
mod link;
mod list;
mod math;
mod mathml;
mod pre;
mod script;
mod source;
mod style;
mod symbol;
mod table;
mod tex;
mod visible;

#[cfg(test)]
mod tests;

use url::Url;

use crate::page::dom::{Dom, NodeId};
use crate::page::marks::Marks;
use compose::Composer;
use source::Source;
use style::Style;

/// What is to be written.
pub struct Draft<'d> {
    /// The page.
    pub dom: &'d Dom,
    /// What is left out of it.
    pub marks: &'d Marks,
    /// The part to write.
    pub top: NodeId,
    /// The page's title: a heading that says the same is not repeated.
    pub title: &'d str,
    /// What links are relative to; without it they become plain text.
    pub base: Option<&'d Url>,
}

/// Writes the Markdown.
pub fn write(draft: &Draft<'_>) -> String {
    let source = Source::new(draft);
    let mut composer = Composer::new(&source);
    composer.node(draft.top, &Style::default());
    let mut blocks = composer.finish();
    blocks.extend(footnote::definitions(&source));
    block::write(&blocks)
}
