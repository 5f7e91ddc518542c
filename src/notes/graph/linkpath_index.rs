//! Finds notes by linkpath, the target of a link. A linkpath may be just the end of a path:
//! `[[Tea]]` and `[[Drinks/Tea]]` both match `Food/Drinks/Tea.md`. If several notes match,
//! `LinkGraph::resolve` chooses one.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::notes::note::NotePath;
use crate::values::text::to_nfc;

/// File extensions that may be omitted in a link.
const OPTIONAL_EXTENSIONS: [&str; 3] = [".md", ".markdown", ".txt"];

/// The character after each folder name and note name in a key of `LinkpathIndex`. It sorts before
/// every other character and occurs in no path.
const LINKPATH_PART_END: char = '\0';

/// Maps linkpaths to notes. A key is a linkpath with its folder and note names in reverse order, so
/// that linkpaths with the same end are adjacent and found quickly, even among ten thousand notes
/// named `index`. Each key has its notes in order of path, without repeats.
#[derive(Debug, Clone, Default)]
pub struct LinkpathIndex(BTreeMap<String, Vec<NotePath>>);

impl LinkpathIndex {
    /// Adds a note under a linkpath: its own path, or the target of a link in it.
    pub fn add(&mut self, linkpath: &str, path: &NotePath) {
        let paths = self.0.entry(linkpath_key(linkpath)).or_default();
        if let Err(at) = paths.binary_search(path) {
            paths.insert(at, path.clone());
        }
    }

    /// Removes a note that was added under this linkpath.
    pub fn remove(&mut self, linkpath: &str, path: &NotePath) {
        let key = linkpath_key(linkpath);
        if let Some(paths) = self.0.get_mut(&key) {
            if let Ok(at) = paths.binary_search(path) {
                paths.remove(at);
            }
            if paths.is_empty() {
                self.0.remove(&key);
            }
        }
    }

    /// The notes that were added under a linkpath with exactly this key.
    pub fn notes_with_key(&self, key: &str) -> impl ExactSizeIterator<Item = &NotePath> {
        self.0.get(key).map(|paths| paths.iter()).unwrap_or_default()
    }

    /// The notes that were added under a key that starts with `key_prefix`, each with its full key.
    /// Because keys are reversed, the linkpaths of these notes end with the linkpath of
    /// `key_prefix`.
    pub fn keys_and_notes_with_prefix(
        &self,
        key_prefix: &str,
    ) -> impl Iterator<Item = (&str, &NotePath)> {
        let from = self.0.range::<str, _>((Bound::Included(key_prefix), Bound::Unbounded));
        let same = from.take_while(move |(longer, _)| longer.starts_with(key_prefix));
        same.flat_map(|(key, paths)| paths.iter().map(move |path| (key.as_str(), path)))
    }
}

/// The key of a linkpath: its folders and name in lower case, in reverse order, without extension.
pub fn linkpath_key(linkpath: &str) -> String {
    let linkpath = without_extension(linkpath);
    let mut key = String::with_capacity(linkpath.len() + 1);
    for part in linkpath.rsplit('/') {
        push_lowercase(&mut key, part);
        key.push(LINKPATH_PART_END);
    }
    key
}

/// The key of the note name in a linkpath, without its folders.
pub fn note_name_key(linkpath: &str) -> String {
    let name = without_extension(linkpath).rsplit('/').next().unwrap_or_default();
    let mut key = String::with_capacity(name.len() + 1);
    push_lowercase(&mut key, name);
    key.push(LINKPATH_PART_END);
    key
}

/// Appends a folder or note name to a key in lower case and with composed characters, because macOS
/// writes file names with decomposed ones. Most names are ASCII and need no temporary
/// string.
fn push_lowercase(key: &mut String, part: &str) {
    if part.is_ascii() {
        key.extend(part.chars().map(|letter| letter.to_ascii_lowercase()));
    } else {
        key.push_str(&to_nfc(&to_nfc(part).to_lowercase()));
    }
}

/// A linkpath without its leading slash and without the extension of a note. The `.0` of `Note 2.0`
/// is not an extension.
fn without_extension(linkpath: &str) -> &str {
    let has_extension = |extension: &&&str| {
        let start = linkpath.len().checked_sub(extension.len());
        let end = start.and_then(|start| linkpath.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    let length =
        OPTIONAL_EXTENSIONS.iter().find(has_extension).map_or(0, |extension| extension.len());
    let end = linkpath.len().saturating_sub(length);
    linkpath.get(..end).unwrap_or(linkpath).trim_start_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linkpaths_with_the_same_end_are_found_together() {
        let mut notes = LinkpathIndex::default();
        for path in ["a/Index.md", "a/b/index.md", "a/bc/index.md", "b/index.txt", "indexes.md"] {
            notes.add(path, &NotePath::parse(path).unwrap());
        }
        let check = |linkpath: &str, expected: &[&str]| {
            let key = linkpath_key(linkpath);
            let found: Vec<&str> =
                notes.keys_and_notes_with_prefix(&key).map(|(_, path)| path.as_str()).collect();
            assert_eq!(found, expected, "{linkpath}");
        };
        check("INDEX", &["a/Index.md", "b/index.txt", "a/b/index.md", "a/bc/index.md"]);
        check("/b/index.MD", &["b/index.txt", "a/b/index.md"]);
        check("a/b/Index", &["a/b/index.md"]);
        check("c/index", &[]);
        check("", &[]);
        check("/.md", &[]);
        assert_eq!(notes.notes_with_key(&linkpath_key("b/index")).len(), 1);
        assert_eq!(note_name_key("x/Ü.markdown"), "ü\0");
    }
}
