//! The headings and block ids of a note that links can lead to. More counts as one than Obsidian would
//! take for one, so that no working link is called broken.

use crate::health::link_guess::NameGuesser;
use crate::note::link::{Subpath, links_as_words};
use crate::text::hash::fnv1a;
use crate::text::normalize::fold_case;
use crate::text::one_line::comparison_hash;

/// What links can lead to inside a note.
#[derive(Debug, Default)]
pub struct NoteAnchors {
    /// The headings, in order.
    headings: Vec<NoteHeading>,
    /// The hashes of the block ids, sorted.
    block_ids: Vec<u64>,
    /// The ids that HTML or `{#id}` gives to places of the note.
    html_ids: Vec<String>,
}

/// A heading of a note.
#[derive(Debug)]
struct NoteHeading {
    /// The heading as typed.
    text: String,
    /// The hash of its letters and digits, and the same without the addresses of its links.
    keys: [u64; 2],
}

impl NoteHeading {
    fn new(text: &str) -> Self {
        let key = comparison_hash(text);
        let words_key = match text.contains(['[', '<', '{', '&', '\\']) {
            true => comparison_hash(&links_as_words(text)),
            false => key,
        };
        Self { text: text.to_owned(), keys: [key, words_key] }
    }

    /// Whether the heading has the letters and digits with this hash.
    fn is_called(&self, key: u64) -> bool {
        self.keys.contains(&key)
    }
}

impl NoteAnchors {
    /// Finds the headings and block ids of a note, also those in quotes, lists and code.
    pub fn new(text: &str) -> Self {
        let mut anchors = Self::default();
        let mut last = "";
        let has_block_ids = text.contains('^');
        for line in text.lines() {
            let bare = line.trim().trim_start_matches(['>', '-', '*', '+', ' ', '\t']);
            let is_underline =
                bare.is_empty() && line.contains('-') || line.starts_with('=') && !last.is_empty();
            if is_underline {
                anchors.add_heading(last);
            } else if let Some(heading) = bare.strip_prefix('#') {
                let heading = heading.trim_start_matches('#').trim_end_matches('#').trim();
                anchors.add_heading(heading);
            }
            if has_block_ids {
                let id = line.rfind('^').and_then(|at| line.get(at + 1..)).map(str::trim);
                anchors.block_ids.extend(id.map(block_id_hash));
            }
            last = line.trim();
        }
        anchors.html_ids = html_ids(text);
        anchors.block_ids.sort_unstable();
        anchors
    }

    fn add_heading(&mut self, heading: &str) {
        if !heading.is_empty() {
            self.headings.push(NoteHeading::new(heading));
        }
    }

    /// Whether a link with this subpath leads to a part of the note. In `Heading#Subheading`, each
    /// heading comes after the one before it.
    pub fn has(&self, subpath: &Subpath) -> bool {
        match subpath {
            Subpath::Block(id) => self.block_ids.binary_search(&block_id_hash(id)).is_ok(),
            Subpath::Heading(names) => {
                let mut rest = self.headings.iter();
                let names = names.split('#').filter(|name| name.contains(char::is_alphanumeric));
                let mut keys = names.map(comparison_hash);
                keys.all(|key| rest.any(|heading| heading.is_called(key)))
            }
        }
    }

    /// Whether a web site made of the note has a place with this address, such as `my-heading` or, for
    /// the second heading with this name, `my-heading-1`. Letters beyond ASCII are written differently
    /// by each program, so that they count as found.
    pub fn has_web_anchor(&self, anchor: &str) -> bool {
        let base =
            anchor.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_']);
        let keys = [comparison_hash(anchor), comparison_hash(base)];
        let is_beyond_ascii = |text: &str| {
            !text.is_ascii() && text.contains(|c: char| !c.is_ascii() && c.is_alphanumeric())
        };
        let is_same = |heading: &NoteHeading| {
            keys.iter().any(|key| heading.is_called(*key)) || is_beyond_ascii(&heading.text)
        };
        self.html_ids.iter().any(|id| id.eq_ignore_ascii_case(anchor))
            || self.headings.iter().any(is_same)
    }

    /// The heading that a link to a missing one probably means.
    pub fn closest_heading(&self, names: &str) -> Option<String> {
        let mut guesser = NameGuesser::default();
        self.headings.iter().for_each(|heading| guesser.add_name(&heading.text, 0));
        guesser.guess(names.rsplit('#').next()?).map(|guess| guess.name)
    }
}

fn html_ids(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut add = |start: usize| {
        let rest = text.get(start..).unwrap_or_default().trim_start_matches(['"', '\'']);
        let end = rest.find(|c: char| "\"'}> ".contains(c) || c.is_whitespace());
        ids.push(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().to_owned());
    };
    // A search for one character is much faster than one for several.
    for (at, _) in text.match_indices('{') {
        if text.as_bytes().get(at + 1) == Some(&b'#') {
            add(at + 2);
        }
    }
    if text.contains('<') {
        let names = text.match_indices('=').filter(|(at, _)| {
            let before = text.as_bytes().get(..*at).unwrap_or_default();
            before.ends_with(b"id") || before.ends_with(b"name")
        });
        names.for_each(|(at, _)| add(at + 1));
    }
    ids
}

fn block_id_hash(id: &str) -> u64 {
    fnv1a(fold_case(id).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = "---\na: b\n---\n# Tea: the *leaf*\nText ^Intro\n\n## How\n\n> ### In a quote\n\nUnderlined\n===\n\n## [[Milk|White]] and [x](y.md)\n\n- item\n\n^two-3\n";

    fn check(subpath: &str, expected: bool) {
        let subpath = match subpath.strip_prefix('^') {
            Some(id) => Subpath::Block(id.to_owned()),
            None => Subpath::Heading(subpath.to_owned()),
        };
        assert_eq!(NoteAnchors::new(NOTE).has(&subpath), expected, "{subpath:?}");
    }

    #[test]
    fn headings_and_blocks_are_found() {
        check("tea the leaf", true);
        check("Tea the leaf#How", true);
        check("How#Tea the leaf", false);
        check("In a quote", true);
        check("underlined", true);
        check("White and x", true);
        check("Milk White and x y.md", true);
        check("Why", false);
        check("^intro", true);
        check("^two-3", true);
        check("^none", false);
    }

    #[test]
    fn the_closest_heading_is_guessed() {
        let anchors = NoteAnchors::new("# Brewing tea\n# Other\n");
        assert_eq!(anchors.closest_heading("Brewing tee").as_deref(), Some("Brewing tea"));
        assert_eq!(anchors.closest_heading("Planting"), None);
    }
}
