//! Finds TeX formulas in text, and changes them so that Markdown neither ends them too early nor
//! takes their characters for markup.

use crate::web::page::markdown::whitespace::{collapse_whitespace, is_hidden_char};

/// A segment of a text: plain text, a formula within a line, or a formula on lines of its own.
#[derive(Debug, PartialEq)]
pub(crate) enum TextOrFormula<'t> {
    Text(&'t str),
    InlineMath(String),
    DisplayMath(String),
}

/// Maximum length of a formula in bytes. The closing delimiter is searched for only up to this
/// distance; otherwise each opening delimiter without a closing one would cost a search to the end
/// of the text.
const MAX_FORMULA_BYTES: usize = 2000;

/// Splits a text into formulas and the text between them. Formulas are in the delimiters that
/// scripts such as MathJax recognise: `\(…\)`, `\[…\]`, `$…$` and `$$…$$`.
pub(crate) fn split_formulas(text: &str) -> Vec<TextOrFormula<'_>> {
    let mut segments = Vec::new();
    let mut done = 0;
    let mut position = 0;
    while let Some(found) = text.get(position..).and_then(|rest| rest.find(['$', '\\'])) {
        position += found;
        let rest = text.get(position..).unwrap_or_default();
        let Some((formula, length)) =
            leading_formula_and_length(rest, text.get(..position).unwrap_or_default())
        else {
            // `\$` is an escaped dollar sign and begins no formula.
            position += if rest.starts_with("\\$") { 2 } else { 1 };
            continue;
        };
        if let Some(before) = text.get(done..position).filter(|before| !before.is_empty()) {
            segments.push(TextOrFormula::Text(before));
        }
        segments.push(formula);
        position += length;
        done = position;
    }
    if let Some(rest) = text.get(done..).filter(|rest| !rest.is_empty()) {
        segments.push(TextOrFormula::Text(rest));
    }
    segments
}

/// Returns the formula that a text begins with, and its length in bytes with delimiters;
/// `text_before` is the text before it.
fn leading_formula_and_length<'t>(
    text: &'t str,
    text_before: &str,
) -> Option<(TextOrFormula<'t>, usize)> {
    let inside = |open: &str, close: &str| {
        let rest = text.strip_prefix(open)?;
        let near = rest.get(..floor_char_boundary(rest, MAX_FORMULA_BYTES))?;
        let inner = near.get(..near.find(close)?)?;
        Some((inner, open.len() + inner.len() + close.len()))
    };
    if let Some((inner, length)) = inside("\\(", "\\)") {
        return (!inner.trim().is_empty())
            .then(|| (TextOrFormula::InlineMath(inner.to_owned()), length));
    }
    if let Some((inner, length)) = inside("\\[", "\\]") {
        return (!inner.trim().is_empty())
            .then(|| (TextOrFormula::DisplayMath(inner.to_owned()), length));
    }
    if let Some((formula, length)) = leading_environment(text) {
        return Some((TextOrFormula::DisplayMath(formula.to_owned()), length));
    }
    if let Some((inner, length)) = inside("$$", "$$") {
        let is_alone = text_before.trim().is_empty() && text.get(length..)?.trim().is_empty();
        let segment = if is_alone {
            TextOrFormula::DisplayMath(inner.to_owned())
        } else {
            TextOrFormula::InlineMath(inner.to_owned())
        };
        return looks_like_tex(inner).then_some((segment, length));
    }
    let (inner, length) = inside("$", "$")?;
    let is_tight = !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
    let is_price = text.get(length..)?.starts_with(|c: char| c.is_ascii_digit());
    let ends_well =
        !inner.ends_with('\\') && !text_before.ends_with(|c: char| c.is_ascii_alphanumeric());
    (is_tight && !is_price && ends_well && looks_like_tex(inner))
        .then(|| (TextOrFormula::InlineMath(inner.to_owned()), length))
}

/// Environments of TeX that MathJax shows as formulas on lines of their own, without delimiters.
const DISPLAY_ENVIRONMENTS: [&str; 5] = ["equation", "align", "gather", "multline", "eqnarray"];

/// Returns the formula of the environment that a text begins with, such as `\\begin{align}`, and the
/// length of the environment in bytes.
fn leading_environment(text: &str) -> Option<(&str, usize)> {
    let rest = text.strip_prefix("\\begin{")?;
    let name = rest.get(..rest.find('}')?)?;
    if !DISPLAY_ENVIRONMENTS.contains(&name.trim_end_matches('*')) {
        return None;
    }
    let near = text.get(..floor_char_boundary(text, MAX_FORMULA_BYTES))?;
    let start = "\\begin{}".len() + name.len();
    let inner = near.get(start..near.find("\\end{")?)?;
    let length = start + inner.len() + "\\end{}".len() + name.len();
    let end = near.get(start + inner.len()..length)?;
    if end.get("\\end{".len()..end.len() - 1) != Some(name) {
        return None;
    }
    // A formula on lines of its own is an equation already.
    let formula = if name.starts_with("equation") { inner } else { near.get(..length)? };
    (!inner.trim().is_empty()).then_some((formula, length))
}

/// Returns the largest byte position up to `byte_offset` at which the text can be cut without
/// splitting a character.
fn floor_char_boundary(text: &str, byte_offset: usize) -> usize {
    (0..=byte_offset.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0)
}

/// Whether a text between dollar signs is a formula and not the words between two prices.
fn looks_like_tex(text: &str) -> bool {
    let has_sign = text.contains(['\\', '^', '_', '=', '{']);
    let mut runs =
        text.split(|c: char| !c.is_alphabetic()).filter(|run| !run.is_empty()).peekable();
    let has_letter = runs.peek().is_some();
    has_sign || (has_letter && runs.all(|run| run.chars().count() == 1))
}

/// Returns a formula on one line, changed so that Markdown does not read any of it as markup.
pub(crate) fn formula_on_one_line(tex: &str) -> String {
    protect_from_markdown(&collapse_whitespace(tex))
}

/// Returns a formula with its line breaks but without blank lines, changed so that Markdown does
/// not read any of it as markup.
pub(crate) fn formula_on_own_lines(tex: &str) -> String {
    let tex: String = tex.chars().filter(|c| !is_hidden_char(*c)).collect();
    let lines = tex.lines().map(str::trim).filter(|line| !line.is_empty());
    protect_from_markdown(&lines.collect::<Vec<_>>().join("\n"))
}

/// Changes a formula so that Markdown reads nothing in it as markup or as the end of the formula:
/// inserts spaces, which have no meaning in TeX, removes dollar signs, and replaces backticks.
fn protect_from_markdown(tex: &str) -> String {
    let mut safe = String::with_capacity(tex.len());
    for c in tex.chars() {
        let before = safe.chars().next_back();
        let needs_space = match (before, c) {
            (Some('<'), c) => !c.is_whitespace(),
            (Some('['), '[') | (Some(']'), '(' | '[' | ':') | (Some('!'), '[') => true,
            (Some('['), '^' | '!') | (Some('%'), '%') => true,
            _ => false,
        };
        if needs_space {
            safe.push(' ');
        }
        match c {
            '$' if before != Some('\\') => {}
            '`' => safe.push('\''),
            c => safe.push(c),
        }
    }
    let slashes = safe.len() - safe.trim_end_matches('\\').len();
    if slashes % 2 == 1 {
        safe.pop();
    }
    safe.trim().to_owned()
}
