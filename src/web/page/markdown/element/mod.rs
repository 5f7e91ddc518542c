//! The methods of `MarkdownBuilder` that write single elements, such as lists and tables: one file
//! per kind of element. The files export nothing else.

mod callout;
mod code;
mod footnote;
mod formula;
mod heading;
mod inline;
mod list;
mod table;
