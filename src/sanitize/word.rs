//! What is dangerous in the words of a text wherever it stands. No parser is asked: what is
//! disarmed here cannot be read as something else by a program that parses differently.

use crate::sanitize::address::{self, Known};
use crate::sanitize::change::Changes;
use crate::sanitize::plugins::{self, Form};
use crate::sanitize::span::{Covered, is_escaped};
use crate::sanitize::{braces, code, line};
use crate::text::invisible;

/// Disarms the words that are not covered, and covers what may stay as it is.
pub fn mend(text: &str, covered: &mut Covered, known: &Known, changes: &mut Changes) {
    addresses(text, covered, known, changes);
    wikilinks(text, covered, known, changes);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if covered.has(at) {
            continue;
        }
        let doubled = bytes.get(at + 1) == Some(byte);
        let next = bytes.get(at + 1).copied().unwrap_or_default();
        match byte {
            b'!' if next == b'[' => changes.insert(at + 1, " ", "an image"),
            b'%' if doubled => changes.remove(at..at + 1, "a hidden comment"),
            b'$' => dollars(text, at, changes),
            b']' if next == b'(' => {
                changes.insert(at + 1, "\\", "a link to an address that is not in the evidence");
            }
            b'#' if line::is_tag(text, at) => changes.insert(at, "\\", "a tag"),
            b'`' => backtick(text, at, changes),
            b'&' => entity(text, at, changes),
            // Some readers make links after they have read the escapes.
            b'\\'
                if next == b'/'
                    && text.get(..at).is_some_and(|before| before.ends_with([':', '/'])) =>
            {
                changes.remove(at..at + 1, "an unusual address");
            }
            _ => {}
        }
    }
    for at in plugins::last_characters(text, Form::Prose).filter(|at| !covered.has(*at)) {
        changes.insert(at, "\\", code::PLUGIN);
    }
    braces::mend(text, covered, changes);
}

/// Two dollars that are no formula by themselves would make one of all that follows.
fn dollars(text: &str, at: usize, changes: &mut Changes) {
    let bytes = text.as_bytes();
    let beside = bytes.get(at + 1) == Some(&b'$') || (at > 0 && bytes.get(at - 1) == Some(&b'$'));
    if beside && !is_escaped(text, at) {
        changes.insert(at, "\\", "a formula that was left open");
    }
}

/// A backtick that closes nothing: code for some readers, a query for a plugin.
fn backtick(text: &str, at: usize, changes: &mut Changes) {
    if code::opens_query(text, at) || !is_escaped(text, at) {
        changes.replace(at..at + 1, "'", "code that was left open");
    }
}

/// Names of all characters that are not seen.
/// <https://html.spec.whatwg.org/multipage/named-characters.html>
const UNSEEN: &str = " shy zwj zwnj lrm rlm ZeroWidthSpace NegativeVeryThinSpace NegativeThinSpace NegativeMediumSpace NegativeThickSpace NoBreak ApplyFunction af InvisibleTimes it InvisibleComma ic ";

/// A character by its number or name that would not be seen, or that needs no such spelling
/// unless it is to hide an address.
fn entity(text: &str, at: usize, changes: &mut Changes) {
    let rest = text.as_bytes().get(at + 1..).unwrap_or_default();
    let length =
        rest.iter().take(32).take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
    let Some(name) = text.get(at + 1..at + 1 + length) else { return };
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    });
    let named = match name {
        "colon" => Some(':'),
        "sol" => Some('/'),
        "period" => Some('.'),
        "lcub" | "lbrace" => Some('{'),
        "rcub" | "rbrace" => Some('}'),
        _ => number.and_then(char::from_u32),
    };
    let range = at..at + length + 2;
    if rest.get(length) != Some(&b';') {
        return;
    }
    if named.is_some_and(invisible::is_invisible) || UNSEEN.contains(&format!(" {name} ")) {
        changes.remove(range, "invisible characters");
    } else if let Some(c) = named.filter(|c| c.is_ascii_alphanumeric() || ":/.{}".contains(*c)) {
        changes.replace(range, c.to_string(), "an unusual address");
    }
}

/// Bare addresses, which Obsidian turns into links.
fn addresses(text: &str, covered: &mut Covered, known: &Known, changes: &mut Changes) {
    let mut done = 0;
    for (at, _) in text.match_indices("://") {
        if at < done || covered.has(at) {
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
        if !before.is_some_and(u8::is_ascii_alphanumeric) {
            changes.insert(at + 1, " ", "an address that is not in the evidence");
            continue;
        }
        let Some(range) = address::around(text, at) else { continue };
        if range.start < done {
            continue;
        }
        done = range.end;
        let written = text.get(range.clone()).unwrap_or_default();
        match known.url(written) {
            Some(url) if address::is_plain(written, &url) => {
                let rest = text.get(range.end..).unwrap_or_default();
                let ends_link = rest.starts_with(']') && covered.has(range.end);
                if !ends_link && address::goes_on(rest) {
                    changes.insert(range.end, " ", "an unusual address");
                }
            }
            Some(url) => {
                changes.replace(range.clone(), address::target(&url), "an unusual address")
            }
            None => changes.replace(
                range.clone(),
                address::owner(written),
                "an address that is not in the evidence",
            ),
        }
        covered.cover(range);
    }
    for at in web_names(text).filter(|at| !covered.has(*at)) {
        changes.remove(at..at + 4, "an address that is not in the evidence");
    }
}

/// Where a `www.` begins the name of a place, which becomes a link by itself.
pub fn web_names(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('.').filter_map(move |(dot, _)| {
        let at = dot.checked_sub(3)?;
        let before = text.get(..at)?.chars().next_back();
        let named = text.get(dot + 1..)?.starts_with(char::is_alphanumeric);
        let is_web = text.get(at..dot)?.eq_ignore_ascii_case("www");
        (is_web && named && !before.is_some_and(char::is_alphanumeric)).then_some(at)
    })
}

/// The longest wikilink that is looked for.
const MAX_LINK: usize = 500;

/// The paragraph looked at last: where it ends, and where its last `]]` stands.
#[derive(Default)]
struct Paragraph {
    end: usize,
    last: Option<usize>,
}

impl Paragraph {
    /// Whether a `]]` follows in the same paragraph, so that some reader could see a link.
    fn closes_link(&mut self, text: &str, at: usize) -> bool {
        if at >= self.end {
            let rest = text.get(at..).unwrap_or_default();
            let length = rest.find("\n\n").unwrap_or(rest.len());
            self.end = at + length + 1;
            self.last = rest.get(..length).and_then(|rest| rest.rfind("]]")).map(|last| at + last);
        }
        self.last.is_some_and(|last| at < last)
    }
}

/// Wikilinks to notes that may be named; others become their words.
fn wikilinks(text: &str, covered: &mut Covered, known: &Known, changes: &mut Changes) {
    let mut done = 0;
    let mut paragraph = Paragraph::default();
    for (at, _) in text.match_indices('[') {
        // Three brackets may open a link behind the first one as well.
        if text.as_bytes().get(at + 1) != Some(&b'[') {
            continue;
        }
        // One of the brackets may be that of a link; in code and formulas both are covered.
        if at < done || (covered.has(at) && covered.has(at + 1)) {
            continue;
        }
        let inside = text.get(at + 2..).unwrap_or_default();
        let limit = inside.char_indices().find(|(end, c)| "[]\n".contains(*c) || *end > MAX_LINK);
        let length = limit.map_or(inside.len(), |(end, _)| end);
        let inside = inside.get(..length).unwrap_or_default();
        let end = at + 2 + length;
        if text.get(end..end + 2) != Some("]]") || covered.has(end) {
            if paragraph.closes_link(text, at) {
                changes.insert(at + 1, "\\", "a link to a note");
            }
            continue;
        }
        done = end + 2;
        let is_embed =
            at > 0 && text.as_bytes().get(at - 1) == Some(&b'!') && !is_escaped(text, at - 1);
        let (target, words) = inside.split_once('|').unwrap_or((inside, inside));
        let note = target.trim_end_matches('\\').split('#').next().unwrap_or_default();
        let mut marks = plugins::patterns(Form::Prose).chain(["%%", "$$", "`", "://", "<"]);
        let odd = marks.any(|mark| inside.contains(mark)) || braces::without(inside) != inside;
        if is_embed || odd || !known.has_note(note) {
            let start = if is_embed { at - 1 } else { at };
            let what =
                if is_embed { "an embedded note" } else { "a link to a note that is not known" };
            changes.replace(start..done, words, what);
        }
        // The outer brackets may be part of something else, too.
        covered.cover(at + 1..done - 1);
    }
}
