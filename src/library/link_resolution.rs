//! Resolves the target of a link in a note: to a note of the vault, to another file, or to nothing.

use crate::library::Library;
use crate::notes::note::NotePath;

/// What the target of a link is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResolvedLink {
    /// A note that is indexed.
    Note(NotePath),
    /// A file of the vault that is not indexed: an attachment, or a note that is excluded or too
    /// long.
    UnindexedFile,
    /// The vault has no such file.
    Missing,
}

impl Library {
    /// Finds what a link target is, as if the link were written in the note `source`.
    pub fn find_link_target(&self, target: &str, source: &NotePath) -> ResolvedLink {
        let state = self.state.borrow();
        let target = without_relative_parts(target, source.folder());
        match state.graph.resolve(&target, source) {
            Some(path) => ResolvedLink::Note(path.clone()),
            None if state.unindexed.contains_link_target(&target) => ResolvedLink::UnindexedFile,
            None => ResolvedLink::Missing,
        }
    }
}

/// Resolves `./` and `../` at the start of a target, which Markdown links may have. They are relative
/// to the folder of the note.
fn without_relative_parts(target: &str, folder: &str) -> String {
    if !target.starts_with("./") && !target.starts_with("../") {
        return target.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let mut rest = target;
    loop {
        if let Some(after) = rest.strip_prefix("./") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix("../") {
            parts.pop();
            rest = after;
        } else {
            parts.push(rest);
            return parts.join("/");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_targets_start_at_the_folder_of_the_note() {
        let check = |target: &str, folder: &str, expected: &str| {
            assert_eq!(without_relative_parts(target, folder), expected);
        };
        check("Tea", "a/b", "Tea");
        check("./Tea.md", "a/b", "a/b/Tea.md");
        check("../c/Tea.md", "a/b", "a/c/Tea.md");
        check("../../../Tea.md", "a", "Tea.md");
    }
}
