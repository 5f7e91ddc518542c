//! Formulas in TeX: where they stand in a text, and how they stand in Markdown without ending too
//! early or meaning something else.

use crate::page::markdown::visible::{is_hidden, squeeze};

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(super) enum Part<'t> {
    Text(&'t str),
    Inline(String),
    Display(String),
}

/// The longest formula that is looked for in a text, in bytes: a sign that is never closed must
/// not be looked for to the end of the page.
const MOST_BYTES: usize = 2000;

/// A text with the formulas that a script of the page would draw.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['$', '\\'])) {
        at += found;
        let rest = text.get(at..).unwrap_or_default();
        let Some((formula, length)) = formula(rest, text.get(..at).unwrap_or_default()) else {
            // A backslash before a dollar says that it is one.
            at += if rest.starts_with("\\$") { 2 } else { 1 };
            continue;
        };
        if let Some(before) = text.get(kept..at).filter(|before| !before.is_empty()) {
            parts.push(Part::Text(before));
        }
        parts.push(formula);
        at += length;
        kept = at;
    }
    if let Some(rest) = text.get(kept..).filter(|rest| !rest.is_empty()) {
        parts.push(Part::Text(rest));
    }
    parts
}

/// A formula that a text begins with, and how long it is there.
fn formula<'t>(text: &'t str, before: &str) -> Option<(Part<'t>, usize)> {
    let inside = |open: &str, close: &str| {
        let rest = text.strip_prefix(open)?;
        let near = rest.get(..floor(rest, MOST_BYTES))?;
        let inner = near.get(..near.find(close)?)?;
        Some((inner, open.len() + inner.len() + close.len()))
    };
    if let Some((inner, length)) = inside("\\(", "\\)") {
        return (!inner.trim().is_empty()).then(|| (Part::Inline(inner.to_owned()), length));
    }
    if let Some((inner, length)) = inside("\\[", "\\]") {
        return (!inner.trim().is_empty()).then(|| (Part::Display(inner.to_owned()), length));
    }
    if let Some((inner, length)) = inside("$$", "$$") {
        let is_alone = before.trim().is_empty() && text.get(length..)?.trim().is_empty();
        let part =
            if is_alone { Part::Display(inner.to_owned()) } else { Part::Inline(inner.to_owned()) };
        return looks_like_tex(inner).then_some((part, length));
    }
    let (inner, length) = inside("$", "$")?;
    let is_tight = !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
    let is_price = text.get(length..)?.starts_with(|c: char| c.is_ascii_digit());
    let ends_well =
        !inner.ends_with('\\') && !before.ends_with(|c: char| c.is_ascii_alphanumeric());
    (is_tight && !is_price && ends_well && looks_like_tex(inner))
        .then(|| (Part::Inline(inner.to_owned()), length))
}

fn floor(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Whether a text between dollars is a formula and not words between prices.
fn looks_like_tex(text: &str) -> bool {
    let has_sign = text.contains(['\\', '^', '_', '=', '{']);
    let mut runs =
        text.split(|c: char| !c.is_alphabetic()).filter(|run| !run.is_empty()).peekable();
    let has_letter = runs.peek().is_some();
    has_sign || (has_letter && runs.all(|run| run.chars().count() == 1))
}

/// A formula on one line.
pub(super) fn in_line(tex: &str) -> String {
    tame(&squeeze(tex))
}

/// A formula on lines of its own, none of them blank.
pub(super) fn on_lines(tex: &str) -> String {
    let tex: String = tex.chars().filter(|c| !is_hidden(*c)).collect();
    let lines = tex.lines().map(str::trim).filter(|line| !line.is_empty());
    tame(&lines.collect::<Vec<_>>().join("\n"))
}

/// Sets blanks, which mean nothing in TeX, where signs would be taken for Markdown, HTML or the
/// end of the formula.
fn tame(tex: &str) -> String {
    let mut tame = String::with_capacity(tex.len());
    for c in tex.chars() {
        let before = tame.chars().next_back();
        let is_apart = match (before, c) {
            (Some('<'), c) => !c.is_whitespace(),
            (Some('['), '[') | (Some(']'), '(' | '[' | ':') | (Some('!'), '[') => true,
            (Some('['), '^' | '!') | (Some('%'), '%') => true,
            _ => false,
        };
        if is_apart {
            tame.push(' ');
        }
        match c {
            '$' if before != Some('\\') => {}
            '`' => tame.push('\''),
            c => tame.push(c),
        }
    }
    let slashes = tame.len() - tame.trim_end_matches('\\').len();
    if slashes % 2 == 1 {
        tame.pop();
    }
    tame.trim().to_owned()
}
