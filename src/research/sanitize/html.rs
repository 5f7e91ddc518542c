//! HTML: tags and comments go, the words between them stay.

use std::ops::Range;

use super::address::{self, Known};
use super::change::Changes;
use super::span::{Covered, is_escaped};

const WHAT: &str = "HTML";

/// The longest tag that is looked for. What goes on for longer is disarmed, not removed.
const MAX_TAG: usize = 2000;

/// Elements whose content is no text.
const SILENT: [&str; 2] = ["script", "style"];

/// Takes HTML out of everything that is not covered.
pub fn remove(text: &str, covered: &Covered, known: &Known, changes: &mut Changes) {
    let mut ends = Ends::default();
    let mut done = 0;
    for (at, _) in text.match_indices('<') {
        if at < done || covered.has(at) {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let begins = |c: char| c.is_ascii_alphabetic() || "!/?".contains(c);
        if !rest.chars().nth(1).is_some_and(begins) {
            continue;
        }
        let start = if is_escaped(text, at) { at - 1 } else { at };
        match element(text, at, &mut ends) {
            Some(range) => {
                done = range.end;
                changes.replace(start..range.end, shown(text, &range, known), WHAT);
            }
            None => changes.replace(start..at + 1, "&lt;", WHAT),
        }
    }
}

/// Whether an end mark is still ahead, so that looking for it does not take a look over the whole
/// text for every beginning.
#[derive(Default)]
struct Ends {
    missing: Vec<&'static str>,
}

impl Ends {
    fn after(&mut self, text: &str, at: usize, end: &'static str) -> Option<usize> {
        if self.missing.contains(&end) {
            return None;
        }
        let found = text.get(at..).and_then(|rest| rest.find(end));
        if found.is_none() {
            self.missing.push(end);
        }
        found.map(|length| at + length + end.len())
    }
}

/// The tag or comment that begins at a byte; with its content, if that is no text.
fn element(text: &str, at: usize, ends: &mut Ends) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    if rest.starts_with("<!--") {
        let end = ends.after(text, at + 4, "-->").unwrap_or(at + 4);
        return Some(at..end);
    }
    let end = at + tag_length(rest)?;
    let name = rest.get(1..)?.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let silent = SILENT.iter().find(|silent| silent.eq_ignore_ascii_case(name));
    let close = silent.and_then(|name| {
        ends.after(text, end, if *name == "script" { "</script>" } else { "</style>" })
    });
    Some(at..close.unwrap_or(end))
}

/// The bytes of a tag, a `>` between quotes left out.
fn tag_length(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in rest.char_indices().skip(1).take_while(|(at, _)| *at < MAX_TAG) {
        match (quote, c) {
            (None, '>') => return Some(at + 1),
            (None, '<') => return None,
            (None, '"' | '\'') if before == '=' => quote = Some(c),
            (None, '\n') if before == '\n' => return None,
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        if c == '\n' || !c.is_whitespace() {
            before = c;
        }
    }
    None
}

/// What is said in place of an element: the address between angle brackets, or nothing.
fn shown(text: &str, range: &Range<usize>, known: &Known) -> String {
    let source = text.get(range.clone()).unwrap_or_default();
    let inside = source.trim_start_matches('<').trim_end_matches('>');
    if inside.contains(char::is_whitespace) {
        return String::new();
    }
    match known.url(inside) {
        Some(url) => address::target(&url),
        None if inside.contains("://") => address::owner(inside),
        None if inside.contains('@') && !inside.contains(['=', '"', '\'']) => inside.to_owned(),
        None => String::new(),
    }
}
