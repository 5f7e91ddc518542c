//! Finding notes by an address that need not be whole: `[[Tea]]` and `[[Drinks/Tea]]` both name
//! `Food/Drinks/Tea.md`. Which of several notes is meant is decided in `graph`.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::note::NotePath;

/// Endings of notes, which a link may leave out.
const ENDINGS: [&str; 3] = [".md", ".markdown", ".txt"];

/// Ends each part of a key. It sorts before every other character, and no path holds it.
const END: char = '\0';

/// Notes by address. A key has the parts of an address from the last to the first, so that all
/// addresses which end alike stand side by side: a vault may have ten thousand notes named `index`.
/// The notes of a key are in order of path, each once.
#[derive(Debug, Clone, Default)]
pub struct Addresses(BTreeMap<String, Vec<NotePath>>);

impl Addresses {
    /// Enters a note at an address.
    pub fn add(&mut self, address: &str, path: &NotePath) {
        let paths = self.0.entry(address_key(address)).or_default();
        if let Err(place) = paths.binary_search(path) {
            paths.insert(place, path.clone());
        }
    }

    /// Takes a note out, and the address with its last note.
    pub fn remove(&mut self, address: &str, path: &NotePath) {
        let key = address_key(address);
        if let Some(paths) = self.0.get_mut(&key) {
            if let Ok(place) = paths.binary_search(path) {
                paths.remove(place);
            }
            if paths.is_empty() {
                self.0.remove(&key);
            }
        }
    }

    /// The notes at exactly this key.
    pub fn at(&self, key: &str) -> impl ExactSizeIterator<Item = &NotePath> {
        self.0.get(key).map(|paths| paths.iter()).unwrap_or_default()
    }

    /// The notes at a key and at every longer one, each with its key.
    pub fn below(&self, key: &str) -> impl Iterator<Item = (&str, &NotePath)> {
        let from = self.0.range::<str, _>((Bound::Included(key), Bound::Unbounded));
        let same = from.take_while(move |(longer, _)| longer.starts_with(key));
        same.flat_map(|(key, paths)| paths.iter().map(move |path| (key.as_str(), path)))
    }
}

/// The key of an address: its parts in lower case, the last one first, without a note's ending.
pub fn address_key(address: &str) -> String {
    let address = without_ending(address);
    let mut key = String::with_capacity(address.len() + 1);
    for part in address.rsplit('/') {
        push_lower(&mut key, part);
        key.push(END);
    }
    key
}

/// The key of an address's last part.
pub fn name_key(address: &str) -> String {
    let name = without_ending(address).rsplit('/').next().unwrap_or_default();
    let mut key = String::with_capacity(name.len() + 1);
    push_lower(&mut key, name);
    key.push(END);
    key
}

/// Nearly all names are plain letters, for which nothing need be made in between.
fn push_lower(key: &mut String, part: &str) {
    if part.is_ascii() {
        key.extend(part.chars().map(|letter| letter.to_ascii_lowercase()));
    } else {
        key.push_str(&part.to_lowercase());
    }
}

/// A link's address without a note's ending and a leading slash; `Note 2.0` has no ending.
fn without_ending(address: &str) -> &str {
    let ends_with = |ending: &&str| {
        let start = address.len().checked_sub(ending.len());
        let end = start.and_then(|start| address.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
    };
    let ending = ENDINGS.iter().find(|ending| ends_with(ending)).map_or(0, |ending| ending.len());
    let end = address.len().saturating_sub(ending);
    address.get(..end).unwrap_or(address).trim_start_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_end_alike_are_found_together() {
        let mut notes = Addresses::default();
        for path in ["a/Index.md", "a/b/index.md", "a/bc/index.md", "b/index.txt", "indexes.md"] {
            notes.add(path, &NotePath::parse(path).unwrap());
        }
        let check = |address: &str, expected: &[&str]| {
            let key = address_key(address);
            let found: Vec<&str> = notes.below(&key).map(|(_, path)| path.as_str()).collect();
            assert_eq!(found, expected, "{address}");
        };
        check("INDEX", &["a/Index.md", "b/index.txt", "a/b/index.md", "a/bc/index.md"]);
        check("/b/index.MD", &["b/index.txt", "a/b/index.md"]);
        check("a/b/Index", &["a/b/index.md"]);
        check("c/index", &[]);
        check("", &[]);
        check("/.md", &[]);
        assert_eq!(notes.at(&address_key("b/index")).len(), 1);
        assert_eq!(name_key("x/Ü.markdown"), "ü\0");
    }
}
