//! The headings and block ids of a note that links can lead to. More counts as one than Obsidian would
//! take for one, so that no working link is called broken.

use crate::health::link_guess::NameGuesser;
use crate::note::link::{Subpath, links_as_words};
use crate::text::hash::fnv1a;
use crate::text::normalize::fold_case;
use crate::text::one_line::comparison_key;

/// What links can lead to inside a note.
#[derive(Debug, Default)]
pub struct NoteAnchors {
    /// The headings as typed, in order.
    headings: Vec<String>,
    /// The hashes of the block ids, sorted.
    block_ids: Vec<u64>,
}

impl NoteAnchors {
    /// Finds the headings and block ids of a note, also those in quotes, lists and code.
    pub fn new(text: &str) -> Self {
        let mut anchors = Self::default();
        let mut last = "";
        for line in text.lines() {
            let bare = line.trim().trim_start_matches(['>', '-', '*', '+', ' ', '\t']);
            let is_underline =
                bare.is_empty() && line.contains('-') || line.starts_with('=') && !last.is_empty();
            if is_underline {
                anchors.headings.push(last.to_owned());
            } else if let Some(heading) = bare.strip_prefix('#') {
                let heading = heading.trim_start_matches('#').trim_end_matches('#').trim();
                anchors.headings.push(heading.to_owned());
            }
            let id = line.rfind('^').and_then(|at| line.get(at + 1..)).map(str::trim);
            anchors.block_ids.extend(id.map(block_id_hash));
            last = line.trim();
        }
        anchors.headings.retain(|heading| !heading.is_empty());
        anchors.block_ids.sort_unstable();
        anchors
    }

    /// Whether a link with this subpath leads to a part of the note. In `Heading#Subheading`, each
    /// heading comes after the one before it.
    pub fn has(&self, subpath: &Subpath) -> bool {
        match subpath {
            Subpath::Block(id) => self.block_ids.binary_search(&block_id_hash(id)).is_ok(),
            Subpath::Heading(names) => {
                let mut rest = self.headings.iter();
                let keys = names.split('#').map(comparison_key).filter(|key| !key.is_empty());
                keys.into_iter().all(|key| rest.any(|heading| is_called(heading, &key)))
            }
        }
    }

    /// The heading that a link to a missing one probably means.
    pub fn closest_heading(&self, names: &str) -> Option<String> {
        let mut guesser = NameGuesser::default();
        self.headings.iter().for_each(|heading| guesser.add_name(heading, 0));
        guesser.guess(names.rsplit('#').next()?).map(|guess| guess.name)
    }
}

/// Whether a heading has these letters and digits, with or without the addresses of its links.
fn is_called(heading: &str, key: &str) -> bool {
    let has_markup = heading.contains(['[', '<', '{', '&', '\\']);
    comparison_key(heading) == *key
        || (has_markup && comparison_key(&links_as_words(heading)) == *key)
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
