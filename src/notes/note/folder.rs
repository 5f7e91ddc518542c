//! Folder patterns as users write them in the settings: `Diary`, `/Diary/`, `./Diary` and `Diary/*`
//! mean the same folder, `Diary\Old` a subfolder, and `/` the whole vault.

use crate::values::text::fold_case;

/// A folder from the settings, with everything below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPattern {
    /// The line of the settings, as the user wrote it.
    line: String,
    /// The folder names of the pattern. `*` in a name matches any characters. An empty list means
    /// the whole vault.
    parts: Vec<String>,
}

impl FolderPattern {
    /// Parses a line of the settings. Returns `None` for an empty line.
    pub fn parse(line: &str) -> Option<Self> {
        let written = line.trim();
        let name = written.trim_matches(['"', '\'', '`']);
        if name.is_empty() {
            return None;
        }
        let line = fold_case(&name.replace('\\', "/"));
        let is_named = |part: &&str| !part.is_empty() && *part != ".";
        let mut parts: Vec<String> =
            line.split('/').map(str::trim).filter(is_named).map(str::to_owned).collect();
        // `*` at the end has no effect: a pattern includes everything below its folder anyway.
        while parts.last().is_some_and(|part| part.chars().all(|c| c == '*')) {
            parts.pop();
        }
        Some(Self { line: written.to_owned(), parts })
    }

    /// The line of the settings, as the user wrote it.
    pub fn settings_line(&self) -> &str {
        &self.line
    }

    /// Whether a path of the vault is in the folder or below it. A pattern that ends in `.md` also
    /// means the note with this path.
    pub fn contains(&self, path: &str) -> bool {
        let path = fold_case(path);
        if self.parts.last().is_some_and(|name| name.ends_with(".md")) {
            let names: Vec<&str> = path.split('/').map(str::trim).collect();
            return folders_begin_with_pattern(&self.parts, &names);
        }
        let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
        let folders: Vec<&str> = folders.split('/').map(str::trim).collect();
        folders_begin_with_pattern(&self.parts, &folders)
    }

    /// Whether a path that starts in an unknown folder may lead into this folder: it contains the
    /// whole path of this folder, or begins with the last names of that path.
    pub fn may_contain_relative_path(&self, relative_path: &str) -> bool {
        let path = fold_case(relative_path);
        let Some((folders, _)) = path.rsplit_once('/') else { return false };
        let folders: Vec<&str> = folders.split('/').collect();
        let is_at = |parts: &[String], at: usize| {
            let folders = folders.get(at..).unwrap_or_default();
            !parts.is_empty()
                && parts.len() <= folders.len()
                && parts.iter().zip(folders).all(|(part, folder)| matches_folder_name(part, folder))
        };
        let ends = (0..self.parts.len()).filter_map(|start| self.parts.get(start..));
        (0..folders.len()).any(|at| is_at(&self.parts, at))
            || ends.into_iter().any(|end| is_at(end, 0))
    }
}

/// Whether a list of folders begins with the parts of a pattern. `**` matches any number of
/// folders.
fn folders_begin_with_pattern(pattern_parts: &[String], folder_names: &[&str]) -> bool {
    match (pattern_parts.split_first(), folder_names.split_first()) {
        (None, _) => true,
        (Some((part, rest)), _) if part == "**" => (0..=folder_names.len())
            .any(|at| folders_begin_with_pattern(rest, folder_names.get(at..).unwrap_or_default())),
        (Some(_), None) => false,
        (Some((part, parts)), Some((folder, folders))) => {
            matches_folder_name(part, folder) && folders_begin_with_pattern(parts, folders)
        }
    }
}

/// Whether a folder name matches a part of a pattern. `*` matches any characters.
fn matches_folder_name(pattern_part: &str, name: &str) -> bool {
    let Some((before, after)) = pattern_part.split_once('*') else { return pattern_part == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    starts.into_iter().any(|at| rest.get(at..).is_some_and(|rest| matches_folder_name(after, rest)))
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
    fn every_spelling_of_a_folder_is_recognised() {
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
    fn a_relative_path_may_lead_into_a_folder() {
        let folder = FolderPattern::parse("Ana/Priv").unwrap();
        for (path, expected) in [
            ("Priv/x.png", true),
            ("Vault/Ana/Priv/x.png", true),
            ("x.png", false),
            ("Ana/x.png", false),
        ] {
            assert_eq!(folder.may_contain_relative_path(path), expected, "{path}");
        }
    }
}
