//! Finds the names of a note as whole words in the text of other notes, where they may become
//! links. Case makes no difference.

use std::ops::Range;

use crate::language::is_unspaced_script;
use crate::notes::note::{LinkableSpan, linkable_spans};
use crate::safety::sanitize::{self, WikilinkTarget};
use crate::values::StableSort;
use crate::values::text::{to_halfwidth, to_nfc};

/// Maximum number of syllables of Korean particles after a name: `커피` in `커피에서`.
const MAX_PARTICLE_SYLLABLES: usize = 2;

/// A name of a note in the text of another note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMention {
    /// The byte range in the text.
    pub byte_range: Range<usize>,
    /// Whether the name is in a table.
    pub is_in_table: bool,
}

impl FoundMention {
    /// The link to a note that shows the words as they are written; `None` if a link can't show them.
    pub fn wikilink(&self, target: &WikilinkTarget, words: &str) -> Option<String> {
        if target.as_str() == words {
            return Some(target.link());
        }
        // In a table, a bar without a backslash would end the cell.
        let bar = if self.is_in_table { "\\|" } else { "|" };
        sanitize::is_name_only(words).then(|| format!("[[{}{bar}{words}]]", target.as_str()))
    }
}

/// Finds a few names in texts.
pub struct MentionFinder {
    /// The characters of the names, longest name first, as `comparable` returns them.
    names: Vec<Vec<char>>,
}

impl MentionFinder {
    /// Creates a finder for names. If one name begins with another, the longer one is found.
    pub fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut names: Vec<Vec<char>> =
            names.map(|name| comparable_text(name).chars().collect()).collect();
        names.retain(|name| !name.is_empty());
        names.stable_sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self { names }
    }

    /// The mentions in a text, in order, without those that cannot become a link.
    pub fn find(&self, text: &str) -> Vec<FoundMention> {
        let mut found = Vec::new();
        for LinkableSpan { byte_range, is_in_table } in linkable_spans(text) {
            let mut at = byte_range.start;
            while let Some(character) = text.get(at..byte_range.end).and_then(|t| t.chars().next())
            {
                match self.match_end_offset(text, at, byte_range.end) {
                    Some(end) => {
                        found.push(FoundMention { byte_range: at..end, is_in_table });
                        at = end;
                    }
                    None => at += character.len_utf8(),
                }
            }
        }
        found
    }

    /// The byte offset at which a mention that begins at `start` ends; `None` if none begins there.
    fn match_end_offset(&self, text: &str, start: usize, limit: usize) -> Option<usize> {
        let rest = text.get(start..limit)?;
        let name_end = |name: &Vec<char>| {
            let end = start + matching_prefix_length(rest, name)?;
            (is_whole_word(text, &(start..end)) && brackets_make_a_link(text, &(start..end)))
                .then_some(end)
        };
        let end = self.names.iter().find_map(name_end)?;
        (!is_in_address_or_tag(text, start)).then_some(end)
    }
}

/// A text as `MentionFinder` compares it: two spellings of one name are equal.
pub fn comparable_text(text: &str) -> String {
    to_nfc(text).chars().flat_map(comparable).collect()
}

/// The characters by which two spellings of one character are compared.
fn comparable(character: char) -> impl Iterator<Item = char> {
    let plain = match to_halfwidth(character) {
        '’' => '\'',
        '\u{a0}' => ' ',
        other => other,
    };
    plain.to_lowercase()
}

/// The number of bytes of a text that spell a name, if the text begins with it.
fn matching_prefix_length(text: &str, name: &[char]) -> Option<usize> {
    let mut rest = name;
    for (at, character) in text.char_indices() {
        if rest.is_empty() {
            return Some(at);
        }
        for part in comparable(character) {
            rest = rest.strip_prefix(&[part])?;
        }
    }
    rest.is_empty().then_some(text.len())
}

/// Whether the text around a range does not continue its first or last word.
fn is_whole_word(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let name = text.get(range.clone()).unwrap_or_default();
    let (Some(first), Some(last)) = (name.chars().next(), name.chars().next_back()) else {
        return false;
    };
    let continues_before = joined(before.chars().rev(), first);
    let continues_after = if is_hangul(last) {
        let syllables = after.chars().take_while(|c| is_hangul(*c));
        syllables.count() > MAX_PARTICLE_SYLLABLES
    } else {
        joined(after.chars(), last)
    };
    !continues_before && !continues_after
}

/// Whether the characters next to a word, nearest first, belong to the same word as `edge`. A
/// hyphen, underscore or dot between letters joins them: `okapi-like`, `okapi.png`.
fn joined(mut neighbours: impl Iterator<Item = char>, edge: char) -> bool {
    match neighbours.next() {
        Some('-' | '_' | '.') => {
            neighbours.next().is_some_and(|c| c.is_alphanumeric() && !is_unspaced_script(c))
                && !is_unspaced_script(edge)
        }
        Some(next) if is_unspaced_script(next) || is_unspaced_script(edge) => {
            (is_hangul(next) && is_hangul(edge)) || (is_katakana(next) && is_katakana(edge))
        }
        Some(next) => next.is_alphanumeric(),
        None => false,
    }
}

/// Whether double brackets around a range become a link to the words: no bracket is next to it or in
/// it, no backslash escapes the first one, and no exclamation mark turns the link into an embed.
fn brackets_make_a_link(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let words = text.get(range.clone()).unwrap_or_default();
    !before.ends_with(['[', '!', '\\'])
        && !after.starts_with(']')
        && !words.contains(['[', ']', '|'])
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}')
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | 'ー')
}

/// Whether an offset is inside a URL, an e-mail address, a tag or a block id.
fn is_in_address_or_tag(text: &str, offset: usize) -> bool {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let head = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let tail = after.split(char::is_whitespace).next().unwrap_or_default();
    let word_before = head.rsplit(['(', '"', '\'', ',', ';']).next().unwrap_or_default();
    word_before.starts_with(['#', '^'])
        || word_before.starts_with("www.")
        || head.contains("://")
        || tail.contains("://")
        || head.contains('@')
        || tail.contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a text, in which the found mentions are in angle brackets, with `expected`.
    fn check(names: &str, text: &str, expected: &str) {
        let finder = MentionFinder::new(names.split('|'));
        let mut shown = text.to_owned();
        for mention in finder.find(text).into_iter().rev() {
            shown.insert(mention.byte_range.end, '>');
            shown.insert(mention.byte_range.start, '<');
        }
        assert_eq!(shown, expected, "{names} in {text}");
    }

    #[test]
    fn names_are_found_as_whole_words() {
        check("Okapi", "An okapi, OKAPI's and l'okapi.", "An <okapi>, <OKAPI>'s and l'<okapi>.");
        check(
            "Okapi",
            "okapis, myokapi, okapi-like, my_okapi",
            "okapis, myokapi, okapi-like, my_okapi",
        );
        check("Okapi", "**Okapi** _okapi_ (okapi)", "**<Okapi>** _<okapi>_ (<okapi>)");
        check("Cold brew|Brew", "Cold brew is no brew.", "<Cold brew> is no <brew>.");
        check("Alzheimer's", "Alzheimer’s", "<Alzheimer’s>");
        check("Straße", "Auf der STRASSE, Straße", "Auf der STRASSE, <Straße>");
        check("Okapi", "[okapi] !okapi \\okapi", "[okapi] !okapi \\okapi");
        check("C++", "In C++, not C+++.", "In <C++>, not <C++>+.");
    }

    #[test]
    fn names_in_links_code_addresses_and_tags_are_not_found() {
        check(
            "Okapi",
            "[[Okapi]] `okapi` #okapi #zoo/okapi",
            "[[Okapi]] `okapi` #okapi #zoo/okapi",
        );
        check(
            "Okapi",
            "https://okapi.org/okapi www.okapi.org",
            "https://okapi.org/okapi www.okapi.org",
        );
        check(
            "Okapi",
            "okapi@zoo.org x@okapi.org okapi.png",
            "okapi@zoo.org x@okapi.org okapi.png",
        );
        check("Okapi", "Seen. ^okapi", "Seen. ^okapi");
        check("Okapi", "# Okapi\n\ntea/okapi", "# Okapi\n\ntea/<okapi>");
    }

    #[test]
    fn scripts_without_spaces_have_no_word_boundaries() {
        check("堆肥", "做堆肥需要水", "做<堆肥>需要水");
        check("コーヒー", "コーヒーを飲む。アイスコーヒー", "<コーヒー>を飲む。アイスコーヒー");
        check(
            "커피",
            "커피는 커피에서 아이스커피 커피하우스점",
            "<커피>는 <커피>에서 아이스커피 커피하우스점",
        );
        check("Python", "Python에서", "<Python>에서");
    }
}
