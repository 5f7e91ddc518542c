//! Files of the vault that are not searched: attachments, and notes that are excluded or too long.
//! They exist all the same: a link to one is not a link to nothing, and one may be private.

use std::collections::{BTreeMap, BTreeSet};

use crate::note::NotePath;
use crate::text::normalize::fold_case;

/// Paths by the name that a link to them ends with.
#[derive(Debug, Default)]
pub struct LeftOut {
    by_name: BTreeMap<String, BTreeSet<String>>,
}

impl LeftOut {
    /// Takes a file in.
    pub fn insert(&mut self, path: String) {
        self.by_name.entry(name(&path)).or_default().insert(path);
    }

    /// Forgets a file.
    pub fn remove(&mut self, path: &str) {
        if let Some(paths) = self.by_name.get_mut(&name(path)) {
            paths.remove(path);
        }
    }

    /// Forgets all files.
    pub fn clear(&mut self) {
        self.by_name.clear();
    }

    /// All paths.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.by_name.values().flatten().map(String::as_str)
    }

    /// Whether a link leads to one of them.
    pub fn has(&self, target: &str) -> bool {
        let wanted = without_ending(&fold_case(target.trim_start_matches(['.', '/'])));
        let leads = |path: &String| {
            let path = without_ending(&fold_case(path));
            path.strip_suffix(&wanted).is_some_and(|head| head.is_empty() || head.ends_with('/'))
        };
        self.by_name.get(&name(target)).into_iter().flatten().any(leads)
    }
}

fn name(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or_default();
    without_ending(&fold_case(file))
}

/// A note's path without its ending, as links name it.
fn without_ending(path: &str) -> String {
    NotePath::parse(path).map_or_else(|_| path.to_owned(), |note| note.linkpath().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_may_lead_to_what_is_not_searched() {
        let mut files = LeftOut::default();
        files.insert("Archive/Old plan.md".into());
        files.insert("img/a.png".into());
        let check = |target: &str, expected: bool| {
            assert_eq!(files.has(target), expected, "{target}");
        };
        check("old plan", true);
        check("Archive/Old plan.md", true);
        check("../Archive/Old plan", true);
        check("a.png", true);
        check("Other/Old plan", false);
        check("New plan", false);
    }
}
