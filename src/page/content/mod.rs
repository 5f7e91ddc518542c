//! Decides which parts of a page are its main text. Everything else is recorded as removed, with a
//! reason; the tree itself is not changed.
//!
//! **The steps**
//! - [`hidden`] removes elements that users cannot see.
//! - [`text_block`] splits the rest into blocks of text, such as paragraphs and list items.
//! - [`classifier`] decides for each block whether it is main text.
//! - [`select`] runs these steps and corrects the result by a few rules.
//!
//! **What the classifier knows about a block**
//! - [`analysis`] is the data that was collected about the page.
//! - [`element_stats`] counts words, links and siblings of each element.
//! - [`main_element`] guesses the element that contains the main text.
//! - [`name_hints`] reads class names and ids, [`phrases`] the typical words of boilerplate.
//! - [`page_type`] guesses from metadata and URL whether the page is an article, a product, ….
//! - [`article_body`] compares a block with the text in the page's JSON-LD.
//! - [`features`] turns all this into numbers, and [`forest`] evaluates the decision trees.
//!
//! **What was removed**
//! - [`removal`] stores the removed nodes and the reasons.
//! - [`removed_parts`] lists the removed nodes for the user.

pub mod hidden;
pub mod select;
pub mod text_block;

pub mod analysis;
pub mod article_body;
pub mod classifier;
pub mod element_stats;
pub mod features;
pub mod forest;
pub mod main_element;
pub mod name_hints;
pub mod page_type;
pub mod phrases;

pub mod removal;
pub mod removed_parts;
