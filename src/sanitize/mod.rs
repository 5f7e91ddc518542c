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
//! - data: `address` (allowed links), `plugins` (patterns of plugins), `replacements`, `handled`
//! - rules with a parser: `markdown_scan`, which calls `code`, `fence`, `dataview_field`, `math`
//!   and `tex`
//! - rules without a parser: `invisible`, `html`, `line`, `word`, `braces`
//! - tests: `tests`, `position_tests`, and two independent checkers, `active` and `oracle`

mod address;
mod braces;
mod code;
mod dataview_field;
mod fence;
mod handled;
mod html;
mod invisible;
mod line;
mod markdown;
mod markdown_scan;
mod math;
mod plugins;
mod quote;
mod replacements;
mod scan;
mod sentence;
mod tex;
mod word;

#[cfg(test)]
mod active;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod position_tests;
#[cfg(test)]
mod tests;

pub use address::{AllowedLinks, encode_link_target};
pub use markdown::{Sanitized, sanitize_markdown};
pub use quote::{escape_text, wikilink_text};
pub use sentence::sanitize_sentence;
