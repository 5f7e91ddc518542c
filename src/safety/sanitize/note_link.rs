//! Links to notes that Ibid writes. The names of notes and headings are foreign text too: a clipped
//! page brings its title and its headings along. Within a link they must be read as a name and as
//! nothing else.
//!
//! What a link leads to is never rewritten, because it would then lead nowhere. Without a safe heading
//! the link leads to the note, and a note without a safe name is named in plain text.

use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};
use crate::safety::sanitize::{braces, file_name, invisible, link_allowlist, quote};

/// Characters that end or divide a wikilink, or that could act together with the text around it.
const FORBIDDEN_CHARACTERS: [char; 11] = ['[', ']', '|', '#', '^', '\\', '$', '{', '}', '\n', '\t'];

/// The target of a wikilink: the name or path of a note, as Obsidian resolves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WikilinkTarget(String);

impl WikilinkTarget {
    /// Returns `None` if the name can't be written in a link.
    pub(crate) fn parse(target: &str) -> Option<Self> {
        let is_whole = !target.is_empty() && target.trim() == target;
        (is_whole && is_name_only(target)).then(|| Self(target.to_owned()))
    }

    /// The name or path.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The link without further words.
    pub(crate) fn link(&self) -> String {
        format!("[[{}]]", self.0)
    }

    /// The link that shows the title of the note, which differs from the target if that is a path.
    fn link_with_title(&self, title: &str) -> String {
        if self.0 == title { self.link() } else { self.link_with_words("", title) }
    }

    /// The link to a heading of the note. A heading that can't be written in a link is left out.
    fn link_to_heading(&self, heading: &str, title: &str) -> String {
        match heading_target(heading) {
            Some(heading) => self.link_with_words(&format!("#{heading}"), title),
            None => self.link_with_title(title),
        }
    }

    fn link_with_words(&self, subpath: &str, words: &str) -> String {
        format!("[[{}{subpath}|{}]]", self.0, shown_words(words))
    }
}

/// A link to a heading of a note, or to the note if `heading` is empty or can't be written in a link.
/// If the name of the note can't be written in a link, only its title is returned.
pub(crate) fn note_link(target: &str, title: &str, heading: &str) -> String {
    match WikilinkTarget::parse(target) {
        Some(target) => target.link_to_heading(heading, title),
        None => quote::escape_text(title),
    }
}

/// Whether a text can be written in a link as it is, as a name or as the words that are shown.
pub(crate) fn is_name_only(text: &str) -> bool {
    !text.contains(FORBIDDEN_CHARACTERS) && is_inert_in_link(text)
}

/// Whether nothing in a text is markup, a command of a plugin or an address when it stands within a
/// link.
pub(crate) fn is_inert_in_link(text: &str) -> bool {
    let marks = [TriggerContext::Prose, TriggerContext::Anywhere]
        .into_iter()
        .flat_map(plugin_triggers::trigger_patterns)
        .chain(["%%", "$$", "`", "<", "://", "-->", "%>"]);
    !marks.into_iter().any(|mark| text.contains(mark))
        && link_allowlist::www_host_offsets(text).next().is_none()
        && invisible::visible_text(text) == text
        && braces::replace_attribute_braces(text) == text
}

/// A heading as a link names it; `None` if there is none or a link can't contain it. Characters that
/// Obsidian replaces in such links become spaces.
fn heading_target(heading: &str) -> Option<String> {
    let divides = |c: char| matches!(c, '[' | ']' | '|' | '#' | '^' | '%' | ':' | '\\');
    let spaced: String = heading.chars().map(|c| if divides(c) { ' ' } else { c }).collect();
    let target = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    (!target.is_empty() && is_name_only(&target)).then_some(target)
}

/// The words that a link shows. They lead nowhere, so what can't be written in a link is left out.
fn shown_words(words: &str) -> String {
    if is_name_only(words) { words.to_owned() } else { file_name::plain_words(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(target: &str, heading: &str, expected: &str) {
        let title = target.rsplit('/').next().unwrap();
        assert_eq!(note_link(target, title, heading), expected, "{target} {heading}");
    }

    #[test]
    fn ordinary_names_and_headings_are_linked() {
        check("Tea", "", "[[Tea]]");
        check("Plants/Tea", "", "[[Plants/Tea|Tea]]");
        check("Tea", "A: [b] | c#d", "[[Tea#A b c d|Tea]]");
        check("50% off & more! (*new*) @home", "", "[[50% off & more! (*new*) @home]]");
        check("Tea", "a -> b, 5 > 4", "[[Tea#a -> b, 5 > 4|Tea]]");
    }

    #[test]
    fn a_heading_that_acts_is_left_out() {
        for heading in [
            "`= this.file`",
            "<img src=x onerror=y>",
            "{{date}}",
            "$$x$$",
            "$x$",
            "<% tp %>",
            "INPUT text www.evil.example",
            "start-multi-column: a --> b",
            "a\u{202e}b",
            "",
            "# :",
            "a {.hide}",
        ] {
            check("Tea", heading, "[[Tea]]");
        }
    }

    #[test]
    fn a_name_that_acts_is_plain_text() {
        check("`$= dv`", "Heading", "\\`\\$= dv\\`");
        check("<b>", "", "&lt;b>");
        check("a::b", "", "a:\\:b");
        check("{{x}}/Tea", "", "Tea");
        for target in ["", " a", "a|b", "a#b", "a^b", "[a]", "a\nb", "a%%b", "a\\"] {
            assert_eq!(WikilinkTarget::parse(target), None, "{target}");
        }
    }
}
