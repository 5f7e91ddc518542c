//! Makes quoted text harmless before it is written into a note: it reads as the same words, and
//! nothing in it is markup, a link, a tag, a query or a command of another plugin.
//!
//! Quotations are plain text, so every character that could start something is escaped.

use std::collections::BTreeSet;

use crate::sanitize::change::Changes;
use crate::sanitize::plugins::{self, Form};
use crate::sanitize::{braces, code, invisible, word};

/// Characters that a backslash disarms anywhere in a line.
const ACTIVE: [char; 13] = ['\\', '`', '*', '_', '[', ']', '>', '$', '#', '|', '~', '^', '{'];

/// Plain text as Markdown that shows exactly those words.
pub fn escape_text(plain: &str) -> String {
    let folded = braces::without(&folded(plain));
    let web: BTreeSet<usize> = word::web_names(&folded).map(|at| at + 3).collect();
    let mut out = String::with_capacity(folded.len() + 8);
    let mut previous = ' ';
    for (at, c) in folded.char_indices() {
        let doubled = c == previous && matches!(c, '%' | '=' | ':');
        // An address becomes a link by itself, and to a place that was never read.
        let address = (c == '/' && previous == ':') || web.contains(&at);
        if ACTIVE.contains(&c) || doubled || address {
            out.push('\\');
        }
        match c {
            // Templater runs `<%` wherever it stands, behind a backslash too.
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
        previous = c;
    }
    disarm_line_start(without_commands(out))
}

/// Breaks what plugins look for in plain words.
fn without_commands(text: String) -> String {
    let mut changes = Changes::default();
    for form in [Form::Text, Form::Prose] {
        for at in plugins::last_characters(&text, form) {
            changes.insert(at, "\\", code::PLUGIN);
        }
    }
    if changes.is_empty() { text } else { changes.apply(&text, &mut BTreeSet::new()) }
}

/// Text that may stand inside a wikilink: the characters that end or divide one become spaces,
/// which is how Obsidian itself writes such headings into links.
pub fn wikilink_text(plain: &str) -> String {
    let divides = |c: char| matches!(c, '[' | ']' | '|' | '#' | '^' | '%' | ':' | '\\');
    let spaced = plain.chars().map(|c| if divides(c) { ' ' } else { c });
    folded(&spaced.collect::<String>())
}

/// A text on one line, without what cannot be seen.
pub fn folded(text: &str) -> String {
    invisible::visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line that would begin a list, a rule or a numbered item begins with an escape instead.
fn disarm_line_start(line: String) -> String {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    if digits > 0 && rest.starts_with(['.', ')']) {
        return format!("{}\\{rest}", line.get(..digits).unwrap_or_default());
    }
    if line.starts_with(['-', '+', '=', ':']) { format!("\\{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::prose;

    fn check(plain: &str, expected: &str) {
        assert_eq!(escape_text(plain), expected, "{plain}");
    }

    #[test]
    fn ordinary_sentences_stay_as_they_are() {
        for sentence in [
            "Coffee at 93 °C, 15 g to 250 ml: fine.",
            "It’s 50% (or so) — really!",
            "堆肥需要氧气。",
            "می\u{200c}خواهم",
        ] {
            check(sentence, sentence);
        }
    }

    #[test]
    fn nothing_active_survives() {
        check("![x](https://e.org) [[Note]]", "!\\[x\\](https:\\//e.org) \\[\\[Note\\]\\]");
        check("`= this.file` <% tp %> #tag $x$", "\\`= this.file\\` &lt;% tp %\\> \\#tag \\$x\\$");
        check("%%hidden%% key:: value ==h==", "%\\%hidden%\\% key:\\: value =\\=h=\\=");
        check("- item", "\\- item");
        check("1. item", "1\\. item");
        check("a\u{200b}b\u{202e}c", "abc");
    }

    #[test]
    fn headings_fit_into_links() {
        assert_eq!(wikilink_text("A: [b] | c#d"), "A b c d");
    }

    proptest::proptest! {
        #[test]
        fn a_quotation_is_words_and_nothing_else(plain in "(www\\.|\\{|\\}|::|<%|INPUT\\[|[-a-z*_`#<>\\[\\]|$%=:.!(){}~^ 0-9&;+\\\\]){0,40}") {
            let line = format!("a {}", escape_text(&plain));
            proptest::prop_assert_eq!(super::super::oracle::markup(&line), None, "{:?}", line);
        }

            #[test]
            fn what_is_written_reads_as_what_was_quoted(plain in "[a-z*_`#<>\\[\\]|$%=:.!(){}~^ 0-9-]{0,40}") {
                let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    // What `plain` itself takes for an address, a highlight, a block id, a comment or a callout.
                let other = ["://", "==", "^", "%%", "[!"];
                let attributes = super::braces::without(&words) != words;
                if !attributes && !other.iter().any(|mark| words.contains(mark)) {
                    proptest::prop_assert_eq!(prose::plain_text(&escape_text(&plain)), words);
                }
            }
        }
}
