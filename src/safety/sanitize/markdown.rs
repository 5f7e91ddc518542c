//! Sanitises Markdown in several passes. A replacement can change how the text around it is parsed,
//! so the text is checked again until a pass finds no problem. Therefore sanitised text stays
//! unchanged when it is sanitised again.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::safety::sanitize::link_allowlist::{AllowedLinks, LinkAllowlist};
use crate::safety::sanitize::markdown_scan::MarkdownScan;
use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::{code, html, inline_markup, invisible, line_markup};
use crate::values::text::add_steps;

/// Maximum number of passes over a text. After that, all markup is removed. Ordinary text needs one
/// pass, hostile text three or four; each takes linear time.
const MAX_SANITIZE_PASSES: usize = 12;

/// Maximum length of a text in bytes; a longer text loses all markup. It limits the time that users
/// wait. No response of a model is nearly as long.
pub const MAX_MARKDOWN_BYTES: usize = 500_000;

/// Markdown that is safe to write into a note, and what was removed from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Sanitized {
    /// The text without anything that could run, load, send data or break the note's structure.
    pub markdown: String,
    /// What was removed or escaped, in words for the user, without duplicates.
    #[serde(rename = "removed")]
    pub removal_descriptions: Vec<String>,
}

/// Sanitises Markdown that a model wrote.
pub fn sanitize_markdown(text: &str, allowed: &AllowedLinks<'_>) -> Sanitized {
    let allowlist = LinkAllowlist::new(allowed);
    let mut removed = BTreeSet::new();
    let mut text = invisible::remove_invisible(text, &mut removed);
    for _ in 0..MAX_SANITIZE_PASSES {
        if text.len() > MAX_MARKDOWN_BYTES {
            break;
        }
        let replacements = find_replacements(&text, &allowlist);
        if replacements.is_empty() {
            return sanitized_result(text, removed);
        }
        // Invisible characters are removed again, because a replacement may separate a carriage
        // return from its line feed.
        text = invisible::remove_invisible(&replacements.apply(&text, &mut removed), &mut removed);
    }
    removed.insert("markup that could not be made safe");
    sanitized_result(strip_all_markup(&text), removed)
}

/// Finds everything that must be replaced in one pass. HTML hides the markup inside it from the
/// Markdown parser, so it is removed first; a later pass then checks its content.
fn find_replacements(text: &str, allowlist: &LinkAllowlist) -> Replacements {
    add_steps(text.len());
    let mut replacements = Replacements::default();
    line_markup::limit_nesting_depth(text, &mut replacements);
    break_plugin_commands(text, &mut replacements);
    if !replacements.is_empty() {
        return replacements;
    }
    let mut scan = MarkdownScan::scan(text, allowlist);
    html::remove_html(text, &scan.handled_bytes, allowlist, &mut replacements);
    if !replacements.is_empty() {
        return replacements;
    }
    line_markup::escape_line_markup(text, &scan.handled_bytes, &mut scan.replacements);
    inline_markup::escape_inline_markup(
        text,
        &mut scan.handled_bytes,
        allowlist,
        &mut scan.replacements,
    );
    // This rule applies only if no other rule found a problem, because its changes are more
    // visible.
    if scan.replacements.is_empty() {
        code::escape_ambiguous_queries(text, &scan.handled_bytes, &mut scan.replacements);
    }
    scan.replacements
}

/// Breaks commands of plugins that search the whole file without parsing Markdown. They find
/// commands even in code and after a backslash.
fn break_plugin_commands(text: &str, replacements: &mut Replacements) {
    for at in plugin_triggers::pattern_last_char_offsets(text, TriggerContext::Anywhere) {
        replacements.insert(at, " ", code::PLUGIN_COMMAND_DESCRIPTION);
    }
}

/// Removes all markup: only letters, digits and the punctuation of sentences stay.
pub fn strip_all_markup(text: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || ".,;?'".contains(c) { c } else { ' ' };
    let lines = text.lines().map(|line| {
        let line: String = line.chars().map(plain).collect();
        // A space after every full stop makes sure that no URL remains.
        let line = line.replace('.', ". ");
        let words = line.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
        words.skip_while(|word| is_list_number(word)).collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a word is the number of a list item, such as `2.`.
fn is_list_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn sanitized_result(markdown: String, removed: BTreeSet<&'static str>) -> Sanitized {
    Sanitized { markdown, removal_descriptions: removed.into_iter().map(str::to_owned).collect() }
}
