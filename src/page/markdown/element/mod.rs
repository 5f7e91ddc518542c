//! Methods of the builder for single elements, one file for each kind. They only add methods to
//! `MarkdownBuilder` and export nothing.

mod callout;
mod code;
mod footnote;
mod formula;
mod heading;
mod inline;
mod list;
mod table;
