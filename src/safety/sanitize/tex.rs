//! Escapes TeX commands inside a formula, as MathJax reads them: commands that link, load,
//! redefine, hide text or draw over it lose their backslash, so that MathJax shows their name
//! instead.

use std::sync::LazyLock;

use crate::language::{WordList, WordSet, word_list};
use crate::safety::sanitize::replacements::Replacements;

const REMOVAL_DESCRIPTION: &str = "a command inside a formula";

const TEX_COMMANDS: &str = include_str!("tex_commands.txt");

/// Commands that link, load or run something outside the formula, attach hidden text, or redefine
/// other commands.
static EXTERNAL_COMMANDS: WordSet = LazyLock::new(|| word_list::word_set(TEX_COMMANDS, "external"));

/// Commands that hide text or draw over it.
static HIDING_COMMANDS: WordSet = LazyLock::new(|| word_list::word_set(TEX_COMMANDS, "hiding"));

/// Every command whose name begins with one of these prefixes is forbidden too.
static FORBIDDEN_COMMAND_PREFIXES: WordList =
    LazyLock::new(|| word_list::words(TEX_COMMANDS, "forbidden_prefixes"));

/// Commands that move the following text by a given length. They are forbidden if the length is too
/// large.
const SPACING_COMMANDS: &str = " hspace hskip kern mkern mskip mspace ";

/// Commands that cross text out. They are forbidden if they have options, which may contain
/// colours.
const CROSS_OUT_COMMANDS: &str = " cancel bcancel xcancel cancelto ";

/// Maximum number of consecutive negative spaces `\!`. More of them would move text over its
/// neighbours, so they are escaped.
const MAX_NEGATIVE_SPACES: usize = 3;

/// Escapes the forbidden commands of a formula. The formula begins at offset `source_offset` of the
/// text.
pub fn escape_forbidden_commands(
    source: &str,
    source_offset: usize,
    replacements: &mut Replacements,
) {
    let mut at = 0;
    let mut steps = 0;
    while let Some(found) = source.get(at..).and_then(|rest| rest.find('\\')) {
        let between = source.get(at..at + found).unwrap_or_default();
        at += found;
        let rest = source.get(at + 1..).unwrap_or_default();
        let name = rest.get(..rest.bytes().take_while(u8::is_ascii_alphabetic).count());
        let name = name.unwrap_or_default();
        let behind = rest.get(name.len()..).unwrap_or_default();
        let step = rest.starts_with('!');
        steps = if step && between.trim().is_empty() { steps + 1 } else { usize::from(step) };
        if is_forbidden_command(name, behind) || steps > MAX_NEGATIVE_SPACES {
            replacements.remove(source_offset + at..source_offset + at + 1, REMOVAL_DESCRIPTION);
        } else if let Some(bracket) = long_line_skip_offset(rest) {
            let bracket = source_offset + at + 1 + bracket;
            replacements.replace(bracket..bracket + 1, "(", REMOVAL_DESCRIPTION);
        }
        // The second backslash of `\\`, a line break, begins no command, so it is skipped.
        let sign = if name.is_empty() {
            rest.chars().next().map_or(0, char::len_utf8)
        } else {
            name.len()
        };
        at += 1 + sign;
    }
}

/// Whether a command must not be rendered. `text_after_name` is the text after its name.
fn is_forbidden_command(name: &str, text_after_name: &str) -> bool {
    let listed = |names: &str| names.contains(&format!(" {name} "));
    if name.is_empty() {
        return false;
    }
    EXTERNAL_COMMANDS.contains(name)
        || HIDING_COMMANDS.contains(name)
        || FORBIDDEN_COMMAND_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || (listed(CROSS_OUT_COMMANDS) && text_after_name.trim_start().starts_with('['))
        || (listed(SPACING_COMMANDS) && !begins_with_short_length(text_after_name))
}

/// Finds a line break that moves the next line too far, as in `\\[-5em]`, and returns the offset of
/// its bracket. `rest` is the text after the first backslash.
fn long_line_skip_offset(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix('\\')?;
    let behind = behind.strip_prefix('*').unwrap_or(behind).trim_start();
    let length = behind.strip_prefix('[')?;
    let measures =
        length.trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    (measures && !begins_with_short_length(length)).then_some(rest.len() - behind.len())
}

/// Whether a text begins with a small TeX length, such as `2em`, which moves text neither over its
/// neighbours nor far away from them.
fn begins_with_short_length(behind: &str) -> bool {
    let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || c == '*' || c == '{');
    let digits = behind.bytes().take_while(|b| b.is_ascii_digit() || b"+-. ".contains(b)).count();
    let number = behind.get(..digits).unwrap_or_default().replace(' ', "");
    let unit = behind.get(digits..digits + 2).unwrap_or_default();
    let em = match unit {
        "em" => 1.0,
        "ex" => 0.45,
        "mu" => 1.0 / 18.0,
        "pt" => 0.1,
        "pc" => 1.2,
        "px" => 1.0 / 16.0,
        "cm" => 2.9,
        "mm" => 0.29,
        "in" => 7.2,
        _ => return false,
    };
    number.parse::<f64>().is_ok_and(|number| (-0.5..=8.0).contains(&(number * em)))
}
