//! Removes HTML tags and comments. The text between them stays.

use std::ops::Range;
use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::link_allowlist::{self, LinkAllowlist};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::{ParagraphSearch, is_escaped};
use crate::values::text::add_steps;

const REMOVAL_DESCRIPTION: &str = "HTML";

/// Maximum length of a tag. A longer tag is not removed; its `<` is escaped instead.
const MAX_TAG_BYTES: usize = 2000;

/// Elements whose content is code. They are removed together with their content; of other elements
/// only the tags are removed.
const RAW_TEXT_ELEMENTS: [&str; 2] = ["script", "style"];

/// The elements of HTML, SVG and MathML. Any other name between angle brackets is shown as text:
/// `Vec<String>`, `<your name>`.
static ELEMENT_NAMES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("known_names.txt"), "elements"));

/// Removes HTML, except in bytes that an earlier rule has handled (code, formulas and links).
pub fn remove_html(
    text: &str,
    handled: &HandledBytes,
    allowlist: &LinkAllowlist,
    replacements: &mut Replacements,
) {
    let mut ends = HtmlEndSearch::default();
    let mut closing = ParagraphSearch::new(">");
    let mut done = 0;
    for (at, _) in text.match_indices('<') {
        if at < done || handled.is_handled(at) {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let begins = |c: char| c.is_ascii_alphabetic() || "!/?".contains(c);
        if !rest.chars().nth(1).is_some_and(begins) && !begins_with_mail_address(rest) {
            continue;
        }
        if is_escaped(text, at) {
            replacements.replace(at - 1..at + 1, "&lt;", REMOVAL_DESCRIPTION);
            continue;
        }
        match tag_or_comment_range(text, at, &mut ends) {
            Some(range) if is_allowed_url(text, &range, allowlist) => done = range.end,
            Some(range)
                if !is_angle_bracket_placeholder(text.get(range.clone()).unwrap_or_default()) =>
            {
                done = range.end;
                replacements.replace(
                    at..range.end,
                    angle_bracket_replacement(text, &range, allowlist),
                    REMOVAL_DESCRIPTION,
                );
            }
            None if is_char_between_words(text, at)
                && !begins_with_element_tag(rest)
                && !closing.search_after(text, at) => {}
            _ => replacements.replace(at..at + 1, "&lt;", REMOVAL_DESCRIPTION),
        }
    }
}

/// Whether an e-mail address follows the `<` at the start of a text. Such an address may begin with
/// almost any character. <https://spec.commonmark.org/0.31.2/#email-autolink>
fn begins_with_mail_address(rest: &str) -> bool {
    let is_local = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    let inside = rest.get(1..).unwrap_or_default();
    let domain = inside.trim_start_matches(is_local);
    domain.len() < inside.len() && domain.starts_with('@')
}

/// Whether the text between angle brackets is an allowed URL that can stay as it is written.
fn is_allowed_url(text: &str, range: &Range<usize>, allowlist: &LinkAllowlist) -> bool {
    let inside = text.get(range.start + 1..range.end.saturating_sub(1)).unwrap_or_default();
    allowlist
        .allowed_url(inside)
        .is_some_and(|url| link_allowlist::is_safe_without_encoding(inside, &url))
}

/// The name of the element whose tag begins a text: `div` for `<div id=x>` and for `</div>`.
fn element_name(rest: &str) -> &str {
    let rest = rest.get(1..).unwrap_or_default();
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.bytes().take(32).take_while(u8::is_ascii_alphanumeric).count();
    rest.get(..end).unwrap_or_default()
}

/// Whether HTML, SVG or MathML has an element with this name.
pub fn is_element_name(name: &str) -> bool {
    ELEMENT_NAMES.contains(name.to_ascii_lowercase().as_str())
}

/// Whether the text between angle brackets is neither an element nor an address, as in
/// `<your name>`.
fn is_angle_bracket_placeholder(source: &str) -> bool {
    let name = element_name(source);
    !name.is_empty() && !is_element_name(name) && !source.contains("://") && !source.contains('@')
}

/// Whether a `<` is directly between words, as in `a<b`.
fn is_char_between_words(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let next = text.as_bytes().get(at + 1);
    before.is_some_and(|c| c.is_alphanumeric() || ")}|".contains(c))
        && next.is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a `<` is a comparison, as in `a<b`, although a `>` follows later. It is one if the word
/// after it is followed by neither the end of a tag nor an attribute.
pub fn is_less_than_sign(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let name = element_name(rest);
    let behind = rest.get(1 + name.len()..).unwrap_or_default().trim_start_matches(' ');
    let tag = |c: char| "/>=:-".contains(c);
    let attribute = |c: char| is_element_name(name) && (c.is_alphabetic() || c.is_whitespace());
    is_char_between_words(text, at)
        && !behind.chars().next().is_some_and(|c| tag(c) || attribute(c))
}

/// Whether a text begins with `<` and the name of an HTML element. Names of one letter don't count:
/// `a<b` is more likely a comparison.
fn begins_with_element_tag(rest: &str) -> bool {
    let name = element_name(rest);
    name.len() > 1 && is_element_name(name)
}

/// Searches for texts that end HTML, such as `-->`. It remembers which of them don't occur in the
/// rest of the text, so that many unclosed comments don't take quadratic time.
#[derive(Default)]
struct HtmlEndSearch {
    missing: Vec<&'static str>,
}

impl HtmlEndSearch {
    /// The offset after the next occurrence of `end_text`; `None` if there is none.
    fn find_end_offset(&mut self, text: &str, at: usize, end_text: &'static str) -> Option<usize> {
        if self.missing.contains(&end_text) {
            return None;
        }
        let found = text.get(at..).and_then(|rest| rest.find(end_text));
        add_steps(found.unwrap_or(text.len().saturating_sub(at)));
        if found.is_none() {
            self.missing.push(end_text);
        }
        found.map(|length| at + length + end_text.len())
    }
}

/// The byte range of the tag or comment at an offset. A script or style is included as a whole.
fn tag_or_comment_range(text: &str, at: usize, ends: &mut HtmlEndSearch) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    if rest.starts_with("<!--") {
        // The search begins inside `<!--`, because `<!-->` is a complete comment.
        let end = ends.find_end_offset(text, at + 2, "-->").unwrap_or(at + 4);
        return Some(at..end);
    }
    let end = at + tag_length(rest)?;
    let name = element_name(rest);
    let raw_text = RAW_TEXT_ELEMENTS.iter().find(|element| element.eq_ignore_ascii_case(name));
    let close = raw_text.and_then(|name| {
        ends.find_end_offset(text, end, if *name == "script" { "</script>" } else { "</style>" })
    });
    Some(at..close.unwrap_or(end))
}

/// The number of bytes of the tag that begins a text. A `>` inside quotes doesn't end the tag.
fn tag_length(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in rest.char_indices().skip(1).take_while(|(at, _)| *at < MAX_TAG_BYTES) {
        add_steps(1);
        match (quote, c) {
            (None, '>') => return Some(at + 1),
            (None, '<') => return None,
            (None, '"' | '\'') if before == '=' => quote = Some(c),
            (_, '\n') if before == '\n' => return None,
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        if c == '\n' || !c.is_whitespace() {
            before = c;
        }
    }
    None
}

/// The text that replaces the angle brackets and their content: the URL, host name or e-mail
/// address inside, or nothing.
fn angle_bracket_replacement(
    text: &str,
    range: &Range<usize>,
    allowlist: &LinkAllowlist,
) -> String {
    let source = text.get(range.clone()).unwrap_or_default();
    let inside = source.trim_start_matches('<').trim_end_matches('>');
    if inside.contains(char::is_whitespace) {
        return String::new();
    }
    match allowlist.allowed_url(inside) {
        Some(url) => link_allowlist::encode_url(&url),
        None if inside.contains("://") => link_allowlist::host_name(inside),
        None if inside.contains('@') && !inside.contains(['=', '"', '\'']) => inside.to_owned(),
        None => String::new(),
    }
}
