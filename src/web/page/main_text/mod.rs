//! Decides which parts of a page are its main text. Everything else is recorded as removed, with a
//! reason; the tree itself is not changed.
//!
//! **The steps**
//! - [`hidden_elements`] removes elements that users cannot see, and [`openable_elements`] finds
//!   those among them that users can open.
//! - [`consent_dialogs`] removes the dialogs that ask for consent to cookies.
//! - [`text_block`] splits the rest into blocks of text, such as paragraphs and list items.
//! - [`block_classifier`] decides for each block whether it is main text.
//! - [`main_text_selection`] runs these steps and corrects the result by a few rules.
//! - [`repeated_text`], [`secondary_parts`] and [`inner_parts`] are three of them: second copies of the
//!   same text, the footer of the page and what is beside a product are removed, and small parts that
//!   belong to kept text are kept.
//!
//! **What the classifier knows about a block**
//! - [`page_analysis`] is the data that was collected about the page.
//! - [`element_stats`] counts words, links and siblings of each element.
//! - [`main_element`] guesses the element that contains the main text.
//! - [`purpose_hints`] reads class names and ids, [`boilerplate_phrases`] the typical words of
//!   boilerplate.
//! - [`page_type`] guesses from metadata and URL whether the page is an article, a product, ….
//! - [`article_body`] compares a block with the text in the page's JSON-LD.
//! - [`block_features`] turns all this into numbers, and [`decision_forest`] evaluates the decision
//!   trees.
//! - [`probability_features`] compares the results of the blocks of a page, for a second decision, with
//!   the help of [`similar_blocks`]; [`expected_f1`] chooses the threshold.
//!
//! **What was removed**
//! - [`removals`] stores the removed nodes and the reasons.
//! - [`removed_parts`] lists the removed nodes for the user.

pub(super) mod consent_dialogs;
pub(super) mod hidden_elements;
pub(super) mod inner_parts;
pub mod main_text_selection;
pub(super) mod openable_elements;
pub(super) mod repeated_text;
pub(super) mod secondary_parts;
pub(super) mod text_block;

pub(super) mod article_body;
pub(super) mod block_classifier;
pub mod block_features;
pub(super) mod boilerplate_phrases;
pub(super) mod decision_forest;
pub(super) mod element_stats;
pub(super) mod expected_f1;
pub(super) mod main_element;
pub(super) mod page_analysis;
pub(super) mod page_type;
pub mod probability_features;
pub(super) mod purpose_hints;
pub(super) mod similar_blocks;

pub(super) mod removals;
pub(super) mod removed_parts;
