//! Sanitises text from models and web pages before it is written into a note. The result contains
//! nothing that runs, loads, sends data or breaks the structure of the note.
//!
//! There are five entry points: [`sanitize_markdown`] for Markdown that a model wrote,
//! [`escape_text`] for a quotation, which is plain text, [`sanitize_sentence`] for one sentence
//! within a line that Ibid writes, [`note_link()`] for a link to a note, and [`file_name()`] for the name
//! of a new file.
//!
//! Markdown is not rendered anew: only dangerous parts are replaced, and all other bytes stay.
//! Programs parse Markdown differently, so most rules work without a parser; the parser only finds
//! code, formulas and links.
//!
//! In reading order:
//! - entry points: `markdown` (all passes), `sentence`, `quote`, `note_link`, `file_name`
//! - data: `link_allowlist`, `plugin_triggers` (patterns of plugins), `replacements`,
//!   `handled_bytes`
//! - rules with a parser: `markdown_scan`, which calls `code`, `fence`, `html_block`,
//!   `dataview_field`, `math` and `tex`
//! - rules without a parser: `invisible`, `html`, `line_markup`, `inline_markup`, `braces`
//! - tests: `tests`, `position_tests`, and two independent checkers, `active_content_checker` and
//!   `parsed_output_checker`

mod braces;
mod code;
mod dataview_field;
mod fence;
pub mod file_name;
mod handled_bytes;
mod html;
mod html_block;
mod inline_markup;
mod invisible;
mod json_comment;
mod line_markup;
mod link_allowlist;
mod markdown;
mod markdown_scan;
mod math;
pub(crate) mod note_link;
mod plugin_triggers;
mod property;
mod quote;
mod replacements;
mod sentence;
mod tex;
mod text_scan;

#[cfg(test)]
mod active_content_checker;
#[cfg(test)]
mod parsed_output_checker;
#[cfg(test)]
mod position_tests;
#[cfg(test)]
mod tests;

pub use file_name::file_name;
pub(crate) use file_name::is_device_name;
pub(crate) use json_comment::inert_json;
pub use link_allowlist::AllowedLinks;
pub(crate) use link_allowlist::encode_link_target;
pub use markdown::{Sanitized, sanitize_markdown};
pub(crate) use note_link::WikilinkTarget;
pub(crate) use note_link::is_name_only;
pub(crate) use note_link::note_link;
pub(crate) use plugin_triggers::is_plugin_language;
pub(crate) use property::sanitize_property;
pub use quote::escape_text;
pub use sentence::sanitize_sentence;
