//! Escapes code that a plugin would run, or that some Markdown parsers would not read as code. All
//! other code stays unchanged. A backslash would be visible in code, so a space is inserted
//! instead.

use std::ops::Range;
use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::html_block::{self, MarkupEffect};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::line_ranges;
use crate::safety::sanitize::{dataview_field, line_markup, plugin_triggers};

/// Tells the user that a Dataview query was removed.
const INLINE_QUERY_DESCRIPTION: &str = "an inline query";
/// Tells the user that a command of another plugin was removed.
pub const PLUGIN_COMMAND_DESCRIPTION: &str = "a command of another plugin";

/// Languages of code blocks that no plugin is known to run or render.
static KNOWN_LANGUAGES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("known_names.txt"), "languages"));

/// Languages that people write and that some plugin runs or renders.
static RENDERED_LANGUAGES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("known_names.txt"), "rendered_languages"));

/// Languages of tags. What a block does if it is rendered depends on its tags.
const TAG_LANGUAGES: [&str; 4] = ["html", "xhtml", "svg", "xml"];

/// What happens to a code block of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeLanguage {
    /// The language stays. A block without a language is one too.
    Inert,
    /// The language is removed, and the code stays.
    Rendered,
    /// The language is removed, and the code is broken where it might act.
    Unknown,
}

/// Decides what happens to a code block. Any name that is not listed may belong to a plugin, which would
/// run or render the block.
pub fn classify_language(language: &str, content: &str) -> CodeLanguage {
    let name = language.to_ascii_lowercase();
    // The website MDN adds this suffix to the language if an example is wrong on purpose.
    let known = name.strip_suffix("-nolint").unwrap_or(&name);
    match known {
        "" => CodeLanguage::Inert,
        _ if plugin_triggers::is_plugin_language(&name) => CodeLanguage::Unknown,
        _ if TAG_LANGUAGES.contains(&known) => match html_block::markup_effect(content) {
            MarkupEffect::None => CodeLanguage::Inert,
            MarkupEffect::Foreign if known == "xml" => CodeLanguage::Rendered,
            MarkupEffect::Foreign | MarkupEffect::Active => CodeLanguage::Unknown,
        },
        _ if KNOWN_LANGUAGES.contains(known) => CodeLanguage::Inert,
        _ if RENDERED_LANGUAGES.contains(known) && !may_load(content) => CodeLanguage::Rendered,
        _ => CodeLanguage::Unknown,
    }
}

/// Whether code has a tag, a link or an image, which would act if the code was rendered.
fn may_load(content: &str) -> bool {
    let leads = |mark: &str| matches!(mark, "![" | "](" | "[[" | "://") || mark.starts_with('<');
    markup_starts_with_offsets(content).any(|(_, mark)| leads(mark))
}

/// Whether a word after the language of a code block has no meaning for a plugin, unlike `run` or
/// `eval`.
pub fn is_harmless_info_word(word: &str) -> bool {
    let in_word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let runs = ["run", "eval", "exec", "auto"].iter().any(|start| word.starts_with(start));
    word.chars().all(in_word)
        && !runs
        && !plugin_triggers::is_plugin_language(&word.to_ascii_lowercase())
}

/// Finds every pair of characters that can begin markup, such as `[[` or `<a`, and every `://`.
/// Returns each with its offset.
pub fn markup_starts_with_offsets(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = source.as_bytes();
    (0..bytes.len()).filter_map(move |at| {
        let length = match bytes.get(at..at + 2)? {
            b"![" | b"](" | b"[[" | b"{{" | b"%%" | b"$$" | b"::" => 2,
            b":/" if bytes.get(at + 2) == Some(&b'/') => 3,
            [b'<', next] if next.is_ascii_alphabetic() || b"!/?%".contains(next) => 2,
            _ => return None,
        };
        Some((at, source.get(at..at + length)?))
    })
}

/// Inserts spaces into code, so that a parser that doesn't read it as code finds no markup in it.
/// The code begins at offset `source_offset` of the text.
pub fn break_markup(source: &str, source_offset: usize, replacements: &mut Replacements) {
    for (at, _) in markup_starts_with_offsets(source) {
        replacements.insert(source_offset + at + 1, " ", "markup inside code");
    }
    for (at, _) in source.match_indices('#') {
        if line_markup::is_tag_start(source, at) {
            // At the start of a line, a `#` with a space after it would begin a heading, so a `|`
            // is inserted before it.
            let before = source.get(..at).unwrap_or_default();
            let rest = before.trim_end_matches([' ', '\t', '>', '#']);
            if rest.is_empty() || rest.ends_with('\n') {
                let hashes = before.len() - before.trim_end_matches('#').len();
                replacements.insert(source_offset + at - hashes, "| ", "a tag");
            }
            replacements.insert(source_offset + at + 1, " ", "a tag");
        }
    }
    for (at, _) in source.match_indices('`').filter(|(at, _)| query_follows_backtick(source, *at)) {
        replacements.replace(
            source_offset + at..source_offset + at + 1,
            "'",
            INLINE_QUERY_DESCRIPTION,
        );
    }
}

/// Whether the text after the backtick at this offset begins a query or command that a plugin would
/// run if the text were code.
pub fn query_follows_backtick(text: &str, backtick_offset: usize) -> bool {
    let code = text.get(backtick_offset + 1..).unwrap_or_default().trim_start();
    code.trim_start_matches('$').starts_with('=')
        || plugin_triggers::command_prefix_length(code).is_some()
}

/// Escapes every query and command after a backtick, but only in lines in which parsers disagree on
/// which text is code.
pub fn escape_ambiguous_queries(
    text: &str,
    handled: &HandledBytes,
    replacements: &mut Replacements,
) {
    for range in line_ranges(text) {
        let line = text.get(range.clone()).unwrap_or_default();
        if handled.is_in_handled_block(range.start) || !has_ambiguous_backticks(line) {
            continue;
        }
        for (at, _) in line.match_indices('`').filter(|(at, _)| query_follows_backtick(line, *at)) {
            let behind = line.get(at + 1..).unwrap_or_default();
            let blank = behind.len() - behind.trim_start().len();
            replacements.insert(range.start + at + 1 + blank, "\\", INLINE_QUERY_DESCRIPTION);
        }
    }
}

fn has_ambiguous_backticks(line: &str) -> bool {
    !line.matches('`').count().is_multiple_of(2) || line.contains("``") || line.contains("\\`")
}

/// Breaks a command at the start of a code block. Plugins that run commands in inline code find
/// them in blocks too. Returns whether there was a command.
pub fn break_leading_command(
    content: &str,
    content_offset: usize,
    replacements: &mut Replacements,
) -> bool {
    let code = content.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let at = content_offset + content.len() - code.len();
    // A `=` begins a Dataview query. It is broken even if no query follows it in the block, because
    // parsers disagree on where the block ends.
    if code.trim_start_matches('$').starts_with('=') {
        replacements.insert(at, "| ", INLINE_QUERY_DESCRIPTION);
        return true;
    }
    match plugin_triggers::command_prefix_length(code) {
        Some(mark) => replacements.insert(at + mark - 1, " ", PLUGIN_COMMAND_DESCRIPTION),
        None => return false,
    }
    true
}

/// Breaks lines of code that would be headings, rules, tasks or block ids for a parser that doesn't
/// read them as code.
pub fn break_line_markup(source: &str, source_offset: usize, replacements: &mut Replacements) {
    for range in line_ranges(source) {
        let line = source.get(range.clone()).unwrap_or_default();
        let content = line.trim_start_matches([' ', '\t', '>']);
        let at = source_offset + range.end - content.len();
        let content = content.trim_end();
        let alone = |mark: u8| !content.is_empty() && content.bytes().all(|byte| byte == mark);
        if alone(b'=') || (alone(b'-') && content.len() > 2) {
            let spaced: Vec<String> = content.chars().map(String::from).collect();
            replacements.replace(
                at..at + content.len(),
                format!("| {}", spaced.join(" ")),
                "a rule",
            );
        } else if at - source_offset - range.start < 4
            && line_markup::heading_level(content).is_some_and(|n| n < 3)
        {
            replacements.insert(at, "| ", "a heading");
        } else if let Some(place) = line_markup::checkbox_offset(line) {
            replacements.replace(
                source_offset + range.start + place..source_offset + range.start + place + 1,
                "(",
                "a task",
            );
        }
        if let Some(place) = line_markup::block_id_offset(line) {
            replacements.insert(source_offset + range.start + place + 1, " ", "a block id");
        }
    }
}

/// Escapes queries, commands and ambiguous backticks in inline code, which occupies `range` of the
/// text.
pub fn escape_inline_code(text: &str, range: Range<usize>, replacements: &mut Replacements) {
    let source = text.get(range.clone()).unwrap_or_default();
    let ticks = source.len() - source.trim_start_matches('`').len();
    let Some(content) = source.get(ticks..source.len().saturating_sub(ticks)) else { return };
    // Some parsers end code at the next backtick, even if it is one of several adjacent ones, so
    // single backticks are used.
    if ticks > 2 || (ticks == 1 && content.contains('`')) || content.contains("```") {
        replacements.replace(
            range,
            format!("`{}`", content.replace('`', "'")),
            "code between unusual marks",
        );
        return;
    }
    if content.contains('\n') && !is_harmless_multiline_code(content) {
        replacements.replace(range, join_lines(source), "code over lines");
        return;
    }
    if ticks == 2 {
        escape_following_query(text, range.end, replacements);
    }
    let start = range.start + ticks;
    let rest = content.trim_start_matches(|c: char| c.is_whitespace() || c == '=' || c == '$');
    let is_query = plugin_triggers::is_inline_query(content);
    if is_query && !rest.contains(char::is_alphanumeric) {
        replacements.replace(range, escape_punctuation(content), INLINE_QUERY_DESCRIPTION);
        return;
    }
    if is_query {
        let begins = start + content.len() - rest.len();
        replacements.remove(start..begins, INLINE_QUERY_DESCRIPTION);
        break_markup(rest, begins, replacements);
        return;
    }
    // Parsers disagree on where code ends if it contains a backtick, so nothing in it may be
    // markup.
    if content.contains('`') {
        break_markup(content, start, replacements);
    } else {
        dataview_field::break_inline_fields(text, content, start, replacements);
    }
    if let Some(mark) = plugin_triggers::command_prefix_length(content.trim_start()) {
        let blank = content.len() - content.trim_start().len();
        replacements.insert(start + blank + mark - 1, " ", PLUGIN_COMMAND_DESCRIPTION);
    }
}

/// Escapes a query after inline code that is enclosed by double backticks: some parsers read the
/// last backtick as the start of other code, which would contain the query.
fn escape_following_query(text: &str, end: usize, replacements: &mut Replacements) {
    let behind = text.get(end..).unwrap_or_default();
    let query = behind.trim_start_matches([' ', '\t']);
    if query.trim_start_matches('$').starts_with('=') {
        replacements.insert(end + behind.len() - query.len(), "\\", INLINE_QUERY_DESCRIPTION);
    }
}

/// Whether inline code over several lines is harmless for a parser that reads each line alone: the
/// lines begin with words or command-line options, and nothing in them is markup.
fn is_harmless_multiline_code(content: &str) -> bool {
    let begins_plainly = |line: &str| {
        let line = line.trim_start_matches(' ');
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let numbers =
            digits > 0 && line.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']));
        let option = line.trim_start_matches('-');
        let dashes = line.len() - option.len();
        dashes < 3 && !numbers && option.starts_with(char::is_alphanumeric)
    };
    let mut inert = Replacements::default();
    break_markup(content, 0, &mut inert);
    inert.is_empty()
        && !content.contains(['|', '\r', '\t'])
        && content.split('\n').skip(1).all(begins_plainly)
}

/// Joins several lines with spaces, and removes the quote markers (`>`) at their start.
pub fn join_lines(source: &str) -> String {
    let lines = source.split('\n').enumerate().map(|(number, line)| match number {
        0 => line.trim_end(),
        _ => line.trim_start_matches([' ', '\t', '>']).trim_end(),
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// Escapes all ASCII punctuation with backslashes, for a query that becomes plain text.
fn escape_punctuation(signs: &str) -> String {
    let mut out = String::new();
    for c in signs.trim().chars() {
        if c.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
