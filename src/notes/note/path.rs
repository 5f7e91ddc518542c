//! `NotePath`: the path of a note inside the vault, which Ibid may read and write.
//!
//! Only the host knows whether the file exists.

use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::notes::note::folder::FolderPattern;
use crate::values::text::quoted;
use crate::values::{Error, ErrorCode, Result};

/// File extensions of notes. Their case doesn't matter.
const NOTE_EXTENSIONS: [&str; 3] = ["md", "markdown", "txt"];

/// Folders with the files of an app, which never contain notes of the user.
const APP_FOLDERS: [&str; 4] = [".obsidian", ".git", ".trash", ".venv"];

/// The path of a note, relative to the vault, with `/` between its parts. It is reference-counted,
/// because a library of fifty thousand notes stores each path in several places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NotePath(Rc<str>);

impl NotePath {
    /// Parses a path of the vault. Fails if it leaves the vault or is not the path of a note.
    pub fn parse(path: &str) -> Result<Self> {
        if !stays_inside_vault(path) {
            return Err(Error::new(
                ErrorCode::PathOutside,
                format!("{} is not a path in this vault", quoted(path)),
            )
            .hint("Open a note in this vault and try again."));
        }
        let ending = extension(path);
        if !NOTE_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
            let message = format!("{} is not a note", quoted(path));
            return Err(Error::new(ErrorCode::NotANote, message)
                .hint("Ibid researches .md, .markdown and .txt files."));
        }
        Ok(Self(path.into()))
    }

    /// The path as text, relative to the vault.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file name without folder and extension, which Obsidian shows as the title.
    pub fn title(&self) -> &str {
        let name = self.0.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// The folder; empty for the root of the vault.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The path without its extension, as in a wikilink.
    pub fn linkpath(&self) -> &str {
        self.0.rsplit_once('.').map_or(self.as_str(), |(stem, _)| stem)
    }

    /// The folder because of which Ibid ignores this note: the folder of an app, or a folder that
    /// the settings exclude. `None` if the note is not excluded.
    pub fn excluded_by_folder<'a>(&'a self, excluded: &'a [FolderPattern]) -> Option<&'a str> {
        let app = self.folder().split('/').find(|part| APP_FOLDERS.contains(part));
        let excluded = || excluded.iter().find(|folder| folder.contains(&self.0));
        app.or_else(|| excluded().map(FolderPattern::settings_line))
    }
}

fn extension(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn stays_inside_vault(path: &str) -> bool {
    let absolute = path.starts_with('/') || path.contains('\\') || path.contains('\0');
    !path.is_empty() && !absolute && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

impl fmt::Display for NotePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for NotePath {
    type Error = Error;
    fn try_from(path: String) -> Result<Self> {
        Self::parse(&path)
    }
}

impl From<NotePath> for String {
    fn from(path: NotePath) -> Self {
        path.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: &str) {
        let got = NotePath::parse(path).map_or_else(|e| e.code.to_string(), |_| "ok".into());
        assert_eq!(got, expected, "{path}");
    }

    #[test]
    fn only_notes_inside_the_vault_are_accepted() {
        check("a.md", "ok");
        check("Folder/Über uns.MARKDOWN", "ok");
        check("log.Txt", "ok");
        check("photo.png", "not-a-note");
        check("md", "not-a-note");
        check("folder.md/photo", "not-a-note");
        check("", "path-outside");
        check("../a.md", "path-outside");
        check("/etc/a.md", "path-outside");
        check("a//b.md", "path-outside");
        check("C:\\a.md", "path-outside");
    }

    #[test]
    fn the_excluding_folder_is_returned() {
        let excluded =
            ["Templates/", "work/secret"].map(|line| FolderPattern::parse(line).unwrap());
        let by = |path: &str| {
            NotePath::parse(path).unwrap().excluded_by_folder(&excluded).map(str::to_owned)
        };
        assert_eq!(by("templates/Daily.md").as_deref(), Some("Templates/"));
        assert_eq!(by("Work/Secret/a/b.md").as_deref(), Some("work/secret"));
        assert_eq!(by("Work/Secrets.md"), None);
        assert_eq!(by("a/.trash/b.md").as_deref(), Some(".trash"));
        assert_eq!(by(".obsidian/x.md").as_deref(), Some(".obsidian"));
    }

    #[test]
    fn a_path_has_a_title_a_folder_and_a_linkpath() {
        let path = NotePath::parse("A/B/v1.2 notes.md").unwrap();
        assert_eq!(
            (path.title(), path.folder(), path.linkpath()),
            ("v1.2 notes", "A/B", "A/B/v1.2 notes")
        );
    }
}
