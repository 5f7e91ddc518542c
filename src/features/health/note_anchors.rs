//! The headings and block ids of a note that links can lead to. More counts as one than Obsidian would
//! take for one, so that no working link is called broken.

use std::collections::BTreeSet;

use crate::features::health::link_guess::NameGuesser;
use crate::notes::note::{Subpath, links_as_words};
use crate::values::text::{add_steps, comparison_hash, fnv1a, fold_case};

/// What links can lead to inside a note.
#[derive(Debug, Default)]
pub struct NoteAnchors {
    /// The headings as typed, in order.
    headings: Vec<String>,
    /// The hash of the letters and digits of each heading, and the same without the addresses of its
    /// links, with the place of the heading; sorted.
    keys: Vec<(u64, usize)>,
    /// Whether a heading has letters beyond ASCII.
    has_letters_beyond_ascii: bool,
    /// The hashes of the block ids, sorted.
    block_ids: Vec<u64>,
    /// The ids that HTML or `{#id}` gives to places of the note, in lower case.
    html_ids: BTreeSet<String>,
}

/// A longer id is cut off.
const MAX_ID_BYTES: usize = 200;

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
        anchors.keys.sort_unstable();
        anchors.block_ids.sort_unstable();
        anchors
    }

    fn add_heading(&mut self, heading: &str) {
        if heading.is_empty() {
            return;
        }
        let place = self.headings.len();
        self.keys.push((comparison_hash(heading), place));
        if heading.contains(['[', '<', '{', '&', '\\']) {
            self.keys.push((comparison_hash(&links_as_words(heading)), place));
        }
        self.has_letters_beyond_ascii |=
            heading.contains(|c: char| !c.is_ascii() && c.is_alphanumeric());
        self.headings.push(heading.to_owned());
    }

    /// The place of the first heading from `first` on that has the letters and digits with this hash.
    fn place_of(&self, key: u64, first: usize) -> Option<usize> {
        add_steps(1);
        let at = self.keys.partition_point(|known| *known < (key, first));
        self.keys.get(at).filter(|(known, _)| *known == key).map(|(_, place)| *place)
    }

    /// Whether a link with this subpath leads to a part of the note. In `Heading#Subheading`, each
    /// heading comes after the one before it.
    pub fn has(&self, subpath: &Subpath) -> bool {
        match subpath {
            Subpath::Block(id) => self.block_ids.binary_search(&block_id_hash(id)).is_ok(),
            Subpath::Heading(names) => {
                let names = names.split('#').filter(|name| name.contains(char::is_alphanumeric));
                let mut keys = names.map(comparison_hash);
                let after = |first, key| self.place_of(key, first).map(|place| place + 1);
                keys.try_fold(0, after).is_some()
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
        self.has_letters_beyond_ascii
            || self.html_ids.contains(&anchor.to_ascii_lowercase())
            || keys.iter().any(|key| self.place_of(*key, 0).is_some())
    }

    /// The heading that a link to a missing one probably means.
    pub fn closest_heading(&self, names: &str) -> Option<String> {
        let mut guesser = NameGuesser::default();
        add_steps(self.headings.len());
        self.headings.iter().for_each(|heading| guesser.add_name(heading, 0));
        guesser.guess(names.rsplit('#').next()?).map(|guess| guess.name)
    }
}

fn html_ids(text: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut add = |start: usize| {
        let rest = text.get(start..).unwrap_or_default();
        let rest = rest.get(..rest.floor_char_boundary(MAX_ID_BYTES)).unwrap_or_default();
        let rest = rest.trim_start_matches(['"', '\'']);
        let end = rest.find(|c: char| "\"'}> ".contains(c) || c.is_whitespace());
        let id = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        ids.insert(id.to_ascii_lowercase());
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
    use crate::values::text::assert_linear;

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
    fn many_links_to_many_headings_take_linear_work() {
        assert_linear("## Head\n", 500, |text| {
            let anchors = NoteAnchors::new(text);
            for number in 0..text.len() {
                assert!(!anchors.has(&Subpath::Heading(format!("Head#{number}"))));
                assert!(!anchors.has_web_anchor(&format!("no-{number}-head")));
            }
        });
    }

    #[test]
    fn the_closest_heading_is_guessed() {
        let anchors = NoteAnchors::new("# Brewing tea\n# Other\n");
        assert_eq!(anchors.closest_heading("Brewing tee").as_deref(), Some("Brewing tea"));
        assert_eq!(anchors.closest_heading("Planting"), None);
    }
}
