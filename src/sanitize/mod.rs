//! Sanitises text from models and web pages before it is written into a note. The result contains
//! nothing that runs, loads, sends data or breaks the structure of the note.
//!
//! There are three entry points: [`sanitize_markdown`] for Markdown that a model wrote,
//! [`escape_text`] for a quotation, which is plain text, and [`sanitize_sentence`] for one sentence
//! within a line that Ibid writes.
//!
//! Markdown is not rendered anew: only dangerous parts are replaced, and all other bytes stay.
//! Programs parse Markdown differently, so most rules work without a parser; the parser only finds
//! code, formulas and links.
//!
//! In reading order:
//! - entry points: `markdown` (all passes), `sentence`, `quote`
//! - data: `link_allowlist`, `plugin_triggers` (patterns of plugins), `replacements`,
//!   `handled_bytes`
//! - rules with a parser: `markdown_scan`, which calls `code`, `fence`, `dataview_field`, `math`
//!   and `tex`
//! - rules without a parser: `invisible`, `html`, `line_markup`, `inline_markup`, `braces`
//! - tests: `tests`, `position_tests`, and two independent checkers, `active_content_checker` and
//!   `parsed_output_checker`

mod braces;
mod character_reference;
mod code;
mod dataview_field;
mod fence;
mod handled_bytes;
mod html;
mod inline_markup;
mod invisible;
mod line_markup;
mod link_allowlist;
mod markdown;
mod markdown_scan;
mod math;
mod plugin_triggers;
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

pub use link_allowlist::{AllowedLinks, encode_link_target};
pub use markdown::{Sanitized, sanitize_markdown};
pub use plugin_triggers::is_plugin_language;
pub use quote::{escape_text, wikilink_text};
pub use sentence::sanitize_sentence;
