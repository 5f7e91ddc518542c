//! Patterns by which plugins run, render or hide content when a note is opened: the table in
//! `plugins.txt`.

use std::sync::LazyLock;

/// Where in a note a pattern must be to trigger a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TriggerContext {
    /// The pattern is the language of a code block.
    FenceLanguage,
    /// The pattern is at the start of code, inline or in a block.
    CodeStart,
    /// The pattern is anywhere in the file, also in code.
    Anywhere,
    /// The pattern is anywhere outside code.
    Prose,
    /// The pattern is in a word between braces, outside code.
    Braces,
}

/// A text pattern that makes a plugin act. The table also contains the name of the plugin and an
/// example, which only docs/privacy.md and the tests use.
struct PluginTrigger {
    context: TriggerContext,
    pattern: &'static str,
}

static PLUGIN_TRIGGERS: LazyLock<Vec<PluginTrigger>> =
    LazyLock::new(|| include_str!("plugins.txt").lines().filter_map(parse_row).collect());

/// Maximum number of bytes that a `*` inside a pattern can stand for.
const MAX_WILDCARD_BYTES: usize = 16;

/// Parses a line of the table. Returns `None` for the explanations at the start of the table, which
/// have no columns.
fn parse_row(line: &'static str) -> Option<PluginTrigger> {
    let mut columns = line.splitn(4, " | ");
    let context = match columns.next()? {
        "fence" => TriggerContext::FenceLanguage,
        "code" => TriggerContext::CodeStart,
        "text" => TriggerContext::Anywhere,
        "prose" => TriggerContext::Prose,
        "braces" => TriggerContext::Braces,
        _ => return None,
    };
    Some(PluginTrigger { context, pattern: columns.next()? })
}

/// The patterns that trigger plugins in one context.
pub(super) fn trigger_patterns(context: TriggerContext) -> impl Iterator<Item = &'static str> {
    PLUGIN_TRIGGERS.iter().filter(move |row| row.context == context).map(|row| row.pattern)
}

/// Whether a plugin processes code blocks of this language, given in lower case.
pub(crate) fn is_plugin_language(language: &str) -> bool {
    trigger_patterns(TriggerContext::FenceLanguage).any(|pattern| match pattern.strip_suffix('*') {
        Some(beginning) => language.starts_with(beginning),
        None => language == pattern,
    })
}

/// The length of the prefix, such as `button-`, by which a plugin recognises code as its command.
/// Case is ignored, because a plugin may ignore it. The prefixes `=` and `$=` of Dataview queries
/// are not included.
pub(super) fn command_prefix_length(code: &str) -> Option<usize> {
    let named = trigger_patterns(TriggerContext::CodeStart)
        .filter(|pattern| !is_dataview_query_prefix(pattern));
    named.filter_map(|pattern| matched_prefix_length(code, pattern)).max()
}

/// Whether code is a Dataview query: it begins with `=` or `$=`, and something follows. Dataview
/// ignores these signs alone.
pub(super) fn is_inline_query(code: &str) -> bool {
    let code = code.trim();
    let sign = code.trim_start_matches('$').starts_with('=');
    sign && !trigger_patterns(TriggerContext::CodeStart).any(|pattern| pattern == code)
}

fn is_dataview_query_prefix(pattern: &str) -> bool {
    pattern.trim_start_matches('$') == "="
}

/// The number of bytes at the beginning of code that match a pattern; `None` if the code doesn't
/// match.
fn matched_prefix_length(code: &str, pattern: &str) -> Option<usize> {
    let Some((beginning, end)) = pattern.split_once('*') else {
        return begins_with_ignoring_case(code, pattern).then_some(pattern.len());
    };
    let rest =
        code.get(beginning.len()..).filter(|_| begins_with_ignoring_case(code, beginning))?;
    let at = (0..=MAX_WILDCARD_BYTES)
        .find(|at| rest.get(*at..).is_some_and(|rest| rest.starts_with(end)))?;
    let gap = rest.get(..at)?;
    (!gap.contains(char::is_whitespace)).then_some(beginning.len() + at + end.len())
}

fn begins_with_ignoring_case(code: &str, pattern: &str) -> bool {
    code.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
}

/// Finds every occurrence of the patterns of one context, and returns the offset of its last
/// character. A character inserted at that offset breaks the pattern.
pub(super) fn pattern_last_char_offsets(
    text: &str,
    context: TriggerContext,
) -> impl Iterator<Item = usize> {
    trigger_patterns(context).flat_map(move |pattern| {
        let beginnings = (0..text.len()).filter(move |at| {
            text.as_bytes().get(*at..).is_some_and(|rest| rest.starts_with(pattern.as_bytes()))
        });
        beginnings.map(move |at| at + pattern.len() - 1)
    })
}
