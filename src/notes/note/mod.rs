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
mod folder;
pub mod frontmatter;
mod inline_structure;
pub(crate) mod link;
mod linkable_text;
mod linked_text;
mod list_values;
mod note_edit;
mod note_property;
mod outline;
mod path;
mod placed_link;
pub(crate) mod problem_mark;
mod property;
pub mod prose;
pub(crate) mod report_section;
pub(crate) mod secret;
mod section_text;
mod subpath;
mod table_row;
pub(crate) mod tag;
mod whole_text;
mod word_link;
mod yaml;
mod yaml_value;

pub use edit::{NoteEdit, apply};
pub(crate) use edit::{WordLink, with_properties};
pub use folder::FolderPattern;
pub(crate) use frontmatter::{Frontmatter, PropertyLines, frontmatter_byte_range};
pub use link::{LinkStyle, parse_links};
pub(crate) use link::{
    NoteLink, Subpath, links_as_words, parse_links_with_ranges, parse_property_links,
    percent_decoded, percent_encoded,
};
pub(crate) use linkable_text::{LinkableSpan, linkable_characters, linkable_spans};
pub(crate) use linked_text::{LinkedBlock, LinkedBlockKind, LinkedText};
pub(crate) use note_property::{NoteProperty, read_properties};
pub use outline::{Heading, HeadingTitle, Outline};
pub(crate) use outline::{OutlineBlock, OutlineBlockKind};
pub use path::NotePath;
pub(crate) use placed_link::{LinkTarget, PlacedLink};
pub(crate) use problem_mark::{CitationProblem, ProblemMarks};
pub use report_section::SectionState;
pub(crate) use report_section::{ResearchSection, add_merged_report_comments, add_report_comments};
pub(crate) use subpath::subpath_range;
pub(crate) use table_row::{TableRow, lines_with_table_header};
