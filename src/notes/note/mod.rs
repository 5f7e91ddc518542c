//! One note as text: its path, its structure, and the edits that may change it. This module
//! neither knows other notes (`graph` does) nor reads or writes files.
//!
//! - path: [`path`], [`folder`]
//! - structure: [`frontmatter`], [`note_property`], [`outline`], `comments_and_math`, `inline_structure`,
//!   [`report_section`]
//! - content: [`prose`], [`table_row`], [`link`], [`linkable_text`], [`linked_text`],
//!   [`placed_link`], [`subpath`], [`tag`], [`secret`]
//! - edits: `note_edit` (the data), [`edit`] (carries it out), `section_text`, `property`,
//!   `word_link`, [`problem_mark`], `yaml`, `yaml_value`, `list_values`

mod comments_and_math;
pub mod edit;
pub mod folder;
pub mod frontmatter;
mod inline_structure;
pub mod link;
pub mod linkable_text;
pub mod linked_text;
mod list_values;
mod note_edit;
pub mod note_property;
pub mod outline;
pub mod path;
pub mod placed_link;
pub mod problem_mark;
mod property;
pub mod prose;
pub mod report_section;
pub mod secret;
mod section_text;
pub mod subpath;
pub mod table_row;
pub mod tag;
mod whole_text;
mod word_link;
mod yaml;
mod yaml_value;

pub use path::NotePath;
