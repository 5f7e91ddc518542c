//! Files of the vault that are not indexed: attachments, and notes that are excluded or too long.
//! Their names are kept, so that a link to such a file does not count as broken, and so that the
//! name of a private file can be redacted.

use std::collections::{BTreeMap, BTreeSet};

use crate::notes::note::NotePath;
use crate::values::text::fold_case;

/// The paths of files that are not indexed, by file name in lower case.
#[derive(Debug, Default)]
pub struct UnindexedFiles {
    by_name: BTreeMap<String, BTreeSet<String>>,
}

impl UnindexedFiles {
    /// Adds a file that is in the vault but not in the index.
    pub fn insert(&mut self, path: String) {
        self.by_name.entry(file_name_key(&path)).or_default().insert(path);
    }

    /// Removes a file that was deleted or is indexed now; does nothing if the file is not listed.
    pub fn remove(&mut self, path: &str) {
        if let Some(paths) = self.by_name.get_mut(&file_name_key(path)) {
            paths.remove(path);
        }
    }

    /// Removes all files, before the whole vault is listed again.
    pub fn clear(&mut self) {
        self.by_name.clear();
    }

    /// The paths of all unindexed files, relative to the root folder of the vault.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.by_name.values().flatten().map(String::as_str)
    }

    /// Whether a link target is the name of one of these files, or the end of its path.
    pub fn contains_link_target(&self, target: &str) -> bool {
        let wanted = without_md_extension(&fold_case(target.trim_start_matches(['.', '/'])));
        let matches = |path: &String| {
            let path = without_md_extension(&fold_case(path));
            path.strip_suffix(&wanted).is_some_and(|head| head.is_empty() || head.ends_with('/'))
        };
        self.by_name.get(&file_name_key(target)).into_iter().flatten().any(matches)
    }
}

/// The file name of a path in lower case, without `.md`.
fn file_name_key(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or_default();
    without_md_extension(&fold_case(file))
}

/// Returns the path of a note without `.md`, as in a link; other paths are not changed.
fn without_md_extension(path: &str) -> String {
    NotePath::parse(path).map_or_else(|_| path.to_owned(), |note| note.linkpath().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_target_is_found_by_name_or_path() {
        let mut files = UnindexedFiles::default();
        files.insert("Archive/Old plan.md".into());
        files.insert("img/a.png".into());
        let check = |target: &str, expected: bool| {
            assert_eq!(files.contains_link_target(target), expected, "{target}");
        };
        check("old plan", true);
        check("Archive/Old plan.md", true);
        check("../Archive/Old plan", true);
        check("a.png", true);
        check("Other/Old plan", false);
        check("New plan", false);
    }
}
