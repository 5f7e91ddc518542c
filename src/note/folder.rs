//! Folders as a user writes them in the settings: `Diary`, `/Diary/`, `./Diary`, `Diary/*`,
//! `Diary\Old` name the same kind of thing, and `/` is the whole vault.

use crate::text::normalize::caseless;

/// A folder of the settings with everything below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPattern {
    /// As it is written.
    line: String,
    /// The parts of its path, each perhaps with `*` for any characters. None is the whole vault.
    parts: Vec<String>,
}

impl FolderPattern {
    /// Reads a line of the settings; an empty one names no folder.
    pub fn parse(line: &str) -> Option<Self> {
        let written = line.trim();
        let name = written.trim_matches(['"', '\'', '`']);
        if name.is_empty() {
            return None;
        }
        let line = caseless(&name.replace('\\', "/"));
        let is_named = |part: &&str| !part.is_empty() && *part != ".";
        let mut parts: Vec<String> =
            line.split('/').map(str::trim).filter(is_named).map(str::to_owned).collect();
        // Everything below is meant anyway.
        while parts.last().is_some_and(|part| part.chars().all(|c| c == '*')) {
            parts.pop();
        }
        Some(Self { line: written.to_owned(), parts })
    }

    /// The folder as it is written.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Whether a path of the vault is in the folder, however deep.
    pub fn contains(&self, path: &str) -> bool {
        let path = caseless(path);
        let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
        let folders: Vec<&str> = folders.split('/').map(str::trim).collect();
        begins(&self.parts, &folders)
    }

    /// Whether an address may lead into the folder: it goes through it from wherever it begins, or
    /// it begins with the end of the folder's path, relative to a note inside the folder above.
    pub fn may_contain(&self, address: &str) -> bool {
        let address = caseless(address);
        let Some((folders, _)) = address.rsplit_once('/') else { return false };
        let folders: Vec<&str> = folders.split('/').collect();
        let is_at = |parts: &[String], at: usize| {
            let folders = folders.get(at..).unwrap_or_default();
            !parts.is_empty()
                && parts.len() <= folders.len()
                && parts.iter().zip(folders).all(|(part, folder)| fits(part, folder))
        };
        let ends = (0..self.parts.len()).filter_map(|start| self.parts.get(start..));
        (0..folders.len()).any(|at| is_at(&self.parts, at))
            || ends.into_iter().any(|end| is_at(end, 0))
    }
}

/// Whether folders begin with the parts of a pattern; `**` stands for any number of them.
fn begins(parts: &[String], folders: &[&str]) -> bool {
    match (parts.split_first(), folders.split_first()) {
        (None, _) => true,
        (Some((part, rest)), _) if part == "**" => {
            (0..=folders.len()).any(|at| begins(rest, folders.get(at..).unwrap_or_default()))
        }
        (Some(_), None) => false,
        (Some((part, parts)), Some((folder, folders))) => {
            fits(part, folder) && begins(parts, folders)
        }
    }
}

/// Whether a name fits a part with `*` for any characters.
fn fits(part: &str, name: &str) -> bool {
    let Some((before, after)) = part.split_once('*') else { return part == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    starts.into_iter().any(|at| rest.get(at..).is_some_and(|rest| fits(after, rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, path: &str, expected: bool) {
        let pattern = FolderPattern::parse(line);
        let contains = pattern.is_some_and(|pattern| pattern.contains(path));
        assert_eq!(contains, expected, "{line} {path}");
    }

    #[test]
    fn a_folder_is_found_however_it_is_written() {
        for line in
            ["Priv", "/Priv", "Priv/", "./Priv", "Priv/*", "Priv/**", "PRIV", " \"Priv\" ", "Pr*"]
        {
            check(line, "Priv/a.md", true);
            check(line, "priv/Sub/a.md", true);
            check(line, "a.md", false);
            check(line, "Other/Priv/a.md", false);
        }
        check("Priv", "Private/a.md", false);
        check("Priv\\Sub", "Priv/Sub/a.md", true);
        check("Priv\\Sub", "Priv/a.md", false);
        check("*/Diary", "Ana/Diary/a.md", true);
        check("**/Diary", "Diary/a.md", true);
        check("**/Diary", "a/b/Diary/c/d.md", true);
        check("**/Diary", "a/b/Diaries/d.md", false);
        check("Trail", "Trail /a.md", true);
        check("Cafe\u{301}", "Café/a.md", true);
        check("", "a.md", false);
    }

    #[test]
    fn the_root_is_the_whole_vault() {
        for line in ["/", "*", "./", "/*", "**", "."] {
            check(line, "a.md", true);
            check(line, "x/a.md", true);
        }
    }

    #[test]
    fn a_relative_address_may_lead_into_a_folder() {
        let folder = FolderPattern::parse("Ana/Priv").unwrap();
        for (address, expected) in [
            ("Priv/x.png", true),
            ("Vault/Ana/Priv/x.png", true),
            ("x.png", false),
            ("Ana/x.png", false),
        ] {
            assert_eq!(folder.may_contain(address), expected, "{address}");
        }
    }
}
