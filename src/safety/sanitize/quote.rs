//! Escapes quoted text before it is written into a note: it shows the same words, and nothing in it
//! is markup, a link, a tag, a query or a command of another plugin.
//!
//! Quotations are plain text, so every character that could begin markup is escaped.

use std::collections::BTreeSet;

use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::{braces, code, invisible, link_allowlist};

/// Characters that are escaped with a backslash wherever they occur. Others are escaped only in
/// some positions.
const MARKUP_CHARACTERS: [char; 11] = ['\\', '`', '*', '_', '[', ']', '$', '|', '~', '^', '{'];

/// Escapes plain text, so that Markdown shows exactly this text.
pub fn escape_text(plain: &str) -> String {
    let folded = braces::replace_attribute_braces(&single_visible_line(plain));
    let web: BTreeSet<usize> = link_allowlist::www_host_offsets(&folded).map(|at| at + 3).collect();
    let mut out = String::with_capacity(folded.len() + 8);
    let mut previous = ' ';
    for (at, c) in folded.char_indices() {
        let doubled = c == previous && matches!(c, '%' | '=' | ':');
        // Inside a word, no tag begins.
        let may_be_tag = c == '#' && !previous.is_alphanumeric();
        // Bare URLs are escaped: they would become links to pages that were never read.
        let address = (c == '/' && previous == ':') || web.contains(&at);
        // The end of a template or comment, which may begin in the user's text above.
        let is_end = c == '>' && (previous == '%' || out.ends_with("--"));
        if MARKUP_CHARACTERS.contains(&c) || doubled || address || may_be_tag || is_end {
            out.push('\\');
        }
        match c {
            // Written as an entity: the plugin Templater runs `<%` even after a backslash.
            '<' => out.push_str("&lt;"),
            '&' if may_begin_entity(folded.get(at + 1..).unwrap_or_default()) => {
                out.push_str("&amp;");
            }
            c => out.push(c),
        }
        previous = c;
    }
    escape_line_start(escape_plugin_commands(out))
}

/// Whether the text after `&` may be the rest of an entity such as `&lt;`. At its end it may be one too:
/// other text may follow.
fn may_begin_entity(after: &str) -> bool {
    let name = after.trim_start_matches('#');
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    rest.is_empty() || (rest.len() < after.len() && rest.starts_with(';'))
}

/// Escapes everything in a text that plugins would read as a command.
fn escape_plugin_commands(text: String) -> String {
    let mut replacements = Replacements::default();
    for form in [TriggerContext::Anywhere, TriggerContext::Prose] {
        for at in plugin_triggers::pattern_last_char_offsets(&text, form) {
            replacements.insert(at, "\\", code::PLUGIN_COMMAND_DESCRIPTION);
        }
    }
    if replacements.is_empty() { text } else { replacements.apply(&text, &mut BTreeSet::new()) }
}

/// A text on one line, with single spaces and without invisible characters.
pub(super) fn single_visible_line(text: &str) -> String {
    invisible::visible_text(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes the start of a line that would begin a list item, a quotation, a rule, the underline of a
/// heading or a definition.
fn escape_line_start(line: String) -> String {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    if digits > 0 && rest.starts_with(['.', ')']) {
        return format!("{}\\{rest}", line.get(..digits).unwrap_or_default());
    }
    if line.starts_with(['-', '+', '=', ':', '>']) { format!("\\{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::note::prose;

    fn check(plain: &str, expected: &str) {
        assert_eq!(escape_text(plain), expected, "{plain}");
    }

    #[test]
    fn ordinary_sentences_stay_unchanged() {
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
    fn all_markup_is_escaped() {
        check("![x](https://e.org) [[Note]]", "!\\[x\\](https:\\//e.org) \\[\\[Note\\]\\]");
        check("`= this.file` <% tp %> #tag $x$", "\\`= this.file\\` &lt;% tp %\\> \\#tag \\$x\\$");
        check("%%hidden%% key:: value ==h==", "%\\%hidden%\\% key:\\: value =\\=h=\\=");
        check("- item", "\\- item");
        check("> a -> b, c#d", "\\> a -> b, c#d");
        check("a --> b", "a --\\> b");
        check("1. item", "1\\. item");
        check("a\u{200b}b\u{202e}c", "abc");
    }

    proptest::proptest! {
    #[test]
    fn a_quotation_contains_no_markup(plain in "(www\\.|\\{|\\}|::|<%|INPUT\\[|[-a-z*_`#<>\\[\\]|$%=:.!(){}~^ 0-9&;+\\\\]){0,40}") {
        let line = format!("a {}", escape_text(&plain));
        proptest::prop_assert_eq!(crate::safety::sanitize::parsed_output_checker::find_markup(&line), None, "{:?}", line);
    }

        #[test]
        fn escaped_text_shows_the_quoted_words(plain in "[a-z*_`#<>\\[\\]|$%=:.!(){}~^ 0-9-]{0,40}") {
            let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
            // `plain_text` removes URLs, highlights, block ids, comments and callouts.
            let other = ["://", "==", "^", "%%", "[!"];
            let attributes = braces::replace_attribute_braces(&words) != words;
            if !attributes && !other.iter().any(|mark| words.contains(mark)) {
                proptest::prop_assert_eq!(prose::plain_text(&escape_text(&plain)), words);
            }
        }
    }
}
