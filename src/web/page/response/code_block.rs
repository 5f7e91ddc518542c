//! Writes data and source code as Markdown code blocks.

use crate::values::text::invisible;

/// Maximum number of levels by which a line of JSON is indented; deeper values get the same
/// indentation.
const MAX_INDENT_LEVELS: usize = 20;

/// Returns a text as a Markdown code block. Its fences are longer than any run of backticks in the
/// text, so that the text cannot end the block. Invisible characters are left out, because some
/// show the code in another order than it has.
pub(super) fn fenced_code_block(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let is_shown = |c: &char| !invisible::is_invisible(*c) || invisible::is_joiner(*c);
    let shown: String = text.trim_matches(['\n', '\r']).chars().filter(is_shown).collect();
    format!("{fence}{language}\n{shown}\n{fence}")
}

/// Formats valid JSON with every value on a line of its own, in the original order.
pub(super) fn format_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut characters = json.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' => {
                out.push(c);
                copy_json_string(&mut characters, &mut out);
            }
            '{' | '[' => {
                out.push(c);
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                if characters.peek().is_some_and(|next| matches!(next, '}' | ']')) {
                    out.extend(characters.next());
                } else {
                    depth += 1;
                    start_indented_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                start_indented_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                start_indented_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

/// Copies a JSON string, whose opening quote was already read, from `characters` to `out`, up to
/// its closing quote.
fn copy_json_string(characters: &mut impl Iterator<Item = char>, out: &mut String) {
    while let Some(c) = characters.next() {
        out.push(c);
        match c {
            '\\' => out.extend(characters.next()),
            '"' => return,
            _ => {}
        }
    }
}

/// Starts a line of JSON that is indented by `depth` levels.
fn start_indented_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(MAX_INDENT_LEVELS)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_values_are_on_lines_in_the_original_order() {
        let check = |json: &str, expected: &str| assert_eq!(format_json(json), expected);
        check("{\"b\":[1,2],\"a\" : {}}", "{\n  \"b\": [\n    1,\n    2\n  ],\n  \"a\": {}\n}");
        check("\"a, {b}\\\" c\"", "\"a, {b}\\\" c\"");
        check("[ ]", "[]");
        check("null", "null");
    }

    #[test]
    fn deep_json_is_not_indented_without_limit() {
        let json = format!("{}{}{}", "[".repeat(100), "1,".repeat(999) + "1", "]".repeat(100));
        assert!(format_json(&json).len() < json.len() * 40);
    }

    #[test]
    fn a_fence_is_longer_than_the_backticks_inside() {
        let check = |text: &str, expected: &str| assert_eq!(fenced_code_block(text, "x"), expected);
        check("a\n", "```x\na\n```");
        check("a ````b", "`````x\na ````b\n`````");
        check("\"a\u{202e}b\u{2066}\u{200f}c\"", "```x\n\"abc\"\n```");
    }
}
