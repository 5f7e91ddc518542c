//! Escapes dangerous text anywhere in a line. It uses no Markdown parser, so the result doesn't
//! depend on how a program parses Markdown.

use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::link_allowlist::{self, LinkAllowlist};
use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::{ParagraphSearch, is_escaped};
use crate::safety::sanitize::{braces, code, line_markup, note_link};
use crate::values::text::{add_steps, invisible, referenced_char};

/// Escapes dangerous text, except in bytes that an earlier rule has handled. Links that may stay
/// are marked as handled.
pub fn escape_inline_markup(
    text: &str,
    handled: &mut HandledBytes,
    allowlist: &LinkAllowlist,
    replacements: &mut Replacements,
) {
    escape_urls(text, handled, allowlist, replacements);
    escape_wikilinks(text, handled, allowlist, replacements);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if handled.is_handled(at) {
            continue;
        }
        let doubled = bytes.get(at + 1) == Some(byte);
        let next = bytes.get(at + 1).copied().unwrap_or_default();
        match byte {
            b'!' if next == b'[' => replacements.insert(at + 1, " ", "an image"),
            b'%' if doubled => replacements.remove(at..at + 1, "a hidden comment"),
            b'$' => escape_dollar(text, at, replacements),
            b']' if next == b'(' => {
                replacements.insert(
                    at + 1,
                    "\\",
                    "a link to an address that is not in the evidence",
                );
            }
            b'#' if line_markup::is_tag_start(text, at) => replacements.insert(at, "\\", "a tag"),
            b'`' => replace_backtick(text, at, replacements),
            b'&' => replace_entity(text, at, replacements),
            // Some parsers remove backslashes before they look for URLs, so a backslash inside
            // `://` is removed.
            b'\\'
                if next == b'/'
                    && text.get(..at).is_some_and(|before| before.ends_with([':', '/'])) =>
            {
                replacements.remove(at..at + 1, "an unusual address");
            }
            _ => {}
        }
    }
    for at in plugin_triggers::pattern_last_char_offsets(text, TriggerContext::Prose)
        .filter(|at| !handled.is_handled(*at))
    {
        replacements.insert(at, "\\", code::PLUGIN_COMMAND_DESCRIPTION);
    }
    braces::add_brace_replacements(text, handled, replacements);
}

/// Escapes a dollar that is next to another one: `$$` would begin a formula that contains the
/// following text.
fn escape_dollar(text: &str, at: usize, replacements: &mut Replacements) {
    let bytes = text.as_bytes();
    let beside = bytes.get(at + 1) == Some(&b'$') || (at > 0 && bytes.get(at - 1) == Some(&b'$'));
    if beside && !is_escaped(text, at) {
        replacements.insert(at, "\\", "a formula that was left open");
    }
}

/// Replaces a backtick that encloses no code: some parsers would read the text after it as code,
/// and some plugins would read it as a query.
fn replace_backtick(text: &str, at: usize, replacements: &mut Replacements) {
    if code::query_follows_backtick(text, at) || !is_escaped(text, at) {
        replacements.replace(at..at + 1, "'", "code that was left open");
    }
}

/// Names of the HTML character references for invisible characters, such as `shy`.
static INVISIBLE_CHARACTER_ENTITIES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("known_names.txt"), "invisible_entities"));

/// Removes an HTML character reference (such as `&shy;`) for an invisible character. Decodes one
/// for a letter, a digit or a character of URLs and attributes, because it could only serve to hide
/// these.
fn replace_entity(text: &str, at: usize, replacements: &mut Replacements) {
    let rest = text.as_bytes().get(at + 1..).unwrap_or_default();
    let length =
        rest.iter().take(32).take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
    let Some(name) = text.get(at + 1..at + 1 + length) else { return };
    let named = referenced_char(name);
    let range = at..at + length + 2;
    if rest.get(length) != Some(&b';') {
        return;
    }
    if named.is_some_and(invisible::is_invisible) || INVISIBLE_CHARACTER_ENTITIES.contains(name) {
        replacements.remove(range, "invisible characters");
    } else if let Some(c) = named.filter(|c| c.is_ascii_alphanumeric() || ":/.{}".contains(*c)) {
        replacements.replace(range, c.to_string(), "an unusual address");
    }
}

/// Obsidian turns bare URLs into links, so a URL that is not allowed is replaced by its host name.
/// Allowed URLs stay.
fn escape_urls(
    text: &str,
    handled: &mut HandledBytes,
    allowlist: &LinkAllowlist,
    replacements: &mut Replacements,
) {
    let mut done = 0;
    for (at, _) in text.match_indices("://") {
        if at < done || handled.is_handled(at) {
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
        if !before.is_some_and(u8::is_ascii_alphanumeric) {
            replacements.insert(at + 1, " ", "an address that is not in the evidence");
            continue;
        }
        let Some(range) = link_allowlist::bare_url_range(text, at) else { continue };
        if range.start < done {
            continue;
        }
        done = range.end;
        let written = text.get(range.clone()).unwrap_or_default();
        match allowlist.allowed_url(written) {
            Some(url) if link_allowlist::is_safe_without_encoding(written, &url) => {
                let rest = text.get(range.end..).unwrap_or_default();
                let ends_link = rest.starts_with(']') && handled.is_handled(range.end);
                if !ends_link && link_allowlist::may_continue_url(rest) {
                    replacements.insert(range.end, " ", "an unusual address");
                }
            }
            Some(url) => replacements.replace(
                range.clone(),
                link_allowlist::encode_url(&url),
                "an unusual address",
            ),
            None => replacements.replace(
                range.clone(),
                link_allowlist::host_name(written),
                "an address that is not in the evidence",
            ),
        }
        handled.mark_handled(range);
    }
    for at in link_allowlist::www_host_offsets(text).filter(|at| !handled.is_handled(*at)) {
        replacements.remove(at..at + 4, "an address that is not in the evidence");
    }
}

/// Maximum length of a wikilink in bytes. A longer text between brackets is not read as a link.
const MAX_WIKILINK_BYTES: usize = 500;

/// A wikilink to a note that is not allowed becomes plain text: only the text of the link stays.
fn escape_wikilinks(
    text: &str,
    handled: &mut HandledBytes,
    allowlist: &LinkAllowlist,
    replacements: &mut Replacements,
) {
    let mut done = 0;
    let mut closing = ParagraphSearch::new("]]");
    for (at, _) in text.match_indices('[') {
        // Every bracket is checked, because in `[[[` the link may begin at the first or the second
        // bracket.
        if text.as_bytes().get(at + 1) != Some(&b'[') {
            continue;
        }
        // If both brackets are handled, they are part of code or a formula. If only one is, it may
        // belong to a Markdown link, and the other one to a wikilink.
        if at < done || (handled.is_handled(at) && handled.is_handled(at + 1)) {
            continue;
        }
        let inside = text.get(at + 2..).unwrap_or_default();
        let limit =
            inside.char_indices().find(|(end, c)| "[]\n".contains(*c) || *end > MAX_WIKILINK_BYTES);
        let length = limit.map_or(inside.len(), |(end, _)| end);
        let inside = inside.get(..length).unwrap_or_default();
        add_steps(length);
        let end = at + 2 + length;
        if text.get(end..end + 2) != Some("]]") || handled.is_handled(end) {
            // Some parsers could read a link from here to a later `]]` of the paragraph, so the
            // brackets are separated.
            if closing.search_after(text, at) {
                replacements.insert(at + 1, "\\", "a link to a note");
            }
            continue;
        }
        done = end + 2;
        let is_embed =
            at > 0 && text.as_bytes().get(at - 1) == Some(&b'!') && !is_escaped(text, at - 1);
        let (target, words) = match inside.split_once('|') {
            // In a table the separator is written `\|`.
            Some((target, words)) => (target.strip_suffix('\\').unwrap_or(target), words),
            None => (inside, inside),
        };
        let note = target.split('#').next().unwrap_or_default();
        let acts = !note_link::is_inert_in_link(inside);
        if is_embed || acts || !allowlist.allows_note(note) {
            let start = if is_embed { at - 1 } else { at };
            let what =
                if is_embed { "an embedded note" } else { "a link to a note that is not known" };
            replacements.replace(start..done, words, what);
        }
        // Only the inner brackets are marked as handled, because the outer ones may also be part of
        // other markup.
        handled.mark_handled(at + 1..done - 1);
    }
}
