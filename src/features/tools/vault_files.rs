//! The files of the vault as a tool may see them. A private or excluded note does not exist here,
//! however its path is written: every path is looked up in the list of files, never opened directly.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::features::tools::argument::invalid;
use crate::features::tools::note_catalog::NoteFacts;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::vault_path::{check_note_argument, note_missing};
use crate::host::NoteInfo;
use crate::notes::note::{FolderPattern, NotePath};
use crate::values::text::{fold_case, quoted};
use crate::values::{Error, ErrorCode, Result, StableSort};

/// Extensions that may be left out when a call names a note, the most frequent first.
const OPTIONAL_EXTENSIONS: [&str; 4] = ["", ".md", ".markdown", ".txt"];

/// Extensions of attachments that Obsidian opens (<https://help.obsidian.md/file-formats>).
const ATTACHMENT_EXTENSIONS: [&str; 24] = [
    "3gp", "avif", "base", "bmp", "canvas", "flac", "gif", "jpeg", "jpg", "json", "m4a", "mkv",
    "mov", "mp3", "mp4", "ogg", "ogv", "pdf", "png", "svg", "wav", "webm", "webp", "zip",
];

/// Maximum number of notes that the error for an ambiguous name lists.
const MAX_LISTED_MATCHES: usize = 5;

/// The files of the vault, in order of path, and the folders that hide some of them.
pub struct VaultFiles<'a> {
    context: &'a ToolContext<'a>,
    files: Vec<NoteInfo>,
    excluded: Vec<FolderPattern>,
    private: Vec<FolderPattern>,
}

/// A note that a tool may see, with its text at this moment.
pub struct OpenedNote {
    /// The path of the note.
    pub path: NotePath,
    /// The whole text of the note.
    pub text: String,
}

/// A note that a tool may see, as far as lists need it.
pub struct ListedNote<'f> {
    /// The path of the note.
    pub path: NotePath,
    /// The dates of the file.
    pub info: &'f NoteInfo,
    /// The properties and tags of the note.
    pub facts: Rc<NoteFacts>,
}

impl<'a> VaultFiles<'a> {
    /// Lists the files of the vault.
    pub async fn load(context: &'a ToolContext<'a>) -> Result<Self> {
        let mut files = context.host.notes().await?;
        files.stable_sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self {
            context,
            files,
            excluded: context.settings.excluded_folder_patterns(),
            private: context.settings.private_folder_patterns(),
        })
    }

    /// Whether a file or folder is in a folder that hides it. The last part of the path is the name
    /// of the file or folder itself.
    pub fn is_hidden_by_folder(&self, path: &str) -> bool {
        let folders = self.private.iter().chain(&self.excluded);
        let is_of_app = path.split('/').any(|part| part.starts_with('.'));
        is_of_app || folders.into_iter().any(|folder| folder.contains(path))
    }

    /// Whether a file is in a folder that hides it, or out of the scope of the tools.
    pub fn is_hidden(&self, path: &str) -> bool {
        self.is_hidden_by_folder(path) || !self.context.scope.contains(path)
    }

    /// The notes that are not hidden. Some of them may be private by their text.
    fn candidates(&self) -> impl Iterator<Item = (NotePath, &NoteInfo)> {
        let visible = self.files.iter().filter(|file| !self.is_hidden(&file.path));
        visible.filter_map(|file| Some((NotePath::parse(&file.path).ok()?, file)))
    }

    /// All files of the vault, also hidden ones.
    pub fn all_files(&self) -> impl Iterator<Item = &NoteInfo> {
        self.files.iter()
    }

    /// The paths of all files of the vault, also of hidden ones.
    pub fn all_paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    /// Returns the visible notes that a filter admits, in order of path. The filter comes first, so
    /// that no more notes than necessary are read.
    pub async fn visible_notes(
        &self,
        admits: impl Fn(&NotePath, &NoteInfo) -> bool,
    ) -> Result<Vec<ListedNote<'_>>> {
        let candidates: Vec<(NotePath, &NoteInfo)> =
            self.candidates().filter(|(path, info)| admits(path, info)).collect();
        let ToolContext { host, settings, catalog, .. } = *self.context;
        let facts = catalog.facts(host, settings, &candidates).await?;
        let listed = candidates.into_iter().zip(facts);
        let visible = listed.filter(|(_, facts)| !facts.is_private);
        Ok(visible.map(|((path, info), facts)| ListedNote { path, info, facts }).collect())
    }

    /// Returns the folders directly in `folder` that lead to a visible note, in order. Only as many
    /// notes of each are read as it takes to find one.
    pub async fn visible_subfolders(&self, folder: &str) -> Result<BTreeSet<String>> {
        let ToolContext { host, settings, catalog, .. } = *self.context;
        let mut folders = BTreeSet::new();
        for candidate in self.candidates() {
            let Some(subfolder) = direct_subfolder(folder, candidate.0.folder()) else { continue };
            if folders.contains(&subfolder) {
                continue;
            }
            let facts = catalog.facts(host, settings, &[candidate]).await?;
            if facts.iter().any(|facts| !facts.is_private) {
                folders.insert(subfolder);
            }
        }
        Ok(folders)
    }

    /// Finds the note that a call names: by its path, else by Obsidian's rules for links if only one
    /// note fits.
    pub async fn open_note(&self, argument: &str) -> Result<OpenedNote> {
        let wanted = check_note_argument(argument)?;
        let spellings = OPTIONAL_EXTENSIONS.map(|extension| format!("{wanted}{extension}"));
        for rule in [PathRule::Exact, PathRule::Folded, PathRule::EndOfPath] {
            for spelling in &spellings {
                let mut found = self.visible_matches(spelling, rule).await;
                match found.len() {
                    0 => {}
                    1 => return found.pop().ok_or_else(|| note_missing(argument)),
                    _ => return Err(ambiguous_name(argument, &found)),
                }
            }
        }
        Err(self.missing_note_error(argument, &wanted))
    }

    /// Reads the notes whose path matches, and returns those that are visible.
    async fn visible_matches(&self, wanted: &str, rule: PathRule) -> Vec<OpenedNote> {
        let folded = fold_case(wanted);
        // Few paths match, so that hardly any folder patterns are compared.
        let matching = self.all_paths().filter(|path| rule.matches(path, wanted, &folded));
        let matching: Vec<NotePath> =
            matching.filter_map(|path| NotePath::parse(path).ok()).collect();
        let mut visible = Vec::new();
        for path in matching {
            visible.extend(self.read_if_visible(path).await);
        }
        visible
    }

    /// Reads the note with exactly this path; `None` if there is none that a tool may see.
    pub async fn read_exact(&self, path: &str) -> Option<OpenedNote> {
        let is_there = self.all_paths().any(|other| other == path);
        let path = NotePath::parse(path).ok().filter(|_| is_there)?;
        self.read_if_visible(path).await
    }

    /// Fails if a visible file has this path, also if only case or Unicode form differs. A hidden file
    /// does not exist for a tool; if the user accepts the change, its path can't be written.
    pub async fn check_path_is_free(&self, path: &str) -> Result<()> {
        let folded = fold_case(path);
        for taken in self.all_paths().filter(|other| fold_case(other) == folded) {
            let is_visible = match NotePath::parse(taken) {
                Ok(note) => self.read_if_visible(note).await.is_some(),
                Err(_) => !self.is_hidden(taken),
            };
            if is_visible {
                return Err(Error::new(ErrorCode::NoteExists, format!("“{taken}” already exists"))
                    .hint("Choose another path, or change that note."));
            }
        }
        Ok(())
    }

    /// Whether a folder of this path has a file that is not hidden.
    pub fn has_folder(&self, folder: &str) -> bool {
        let is_inside = |path: &str| is_in_folder(path, folder);
        self.all_paths().any(|path| is_inside(path) && !self.is_hidden(path))
    }

    /// Reads a note; `None` if it is private or cannot be read.
    pub async fn read_if_visible(&self, path: NotePath) -> Option<OpenedNote> {
        if self.is_hidden(path.as_str()) {
            return None;
        }
        let text = self.context.host.read(&path).await.ok()?;
        let is_private = self.context.settings.is_private(&path, &text);
        (!is_private).then_some(OpenedNote { path, text })
    }

    /// The error for a name that no visible note has. Whether a name is that of an attachment is
    /// decided by the name alone, so that it tells nothing about the files of the vault.
    fn missing_note_error(&self, argument: &str, wanted: &str) -> Error {
        let name = wanted.rsplit('/').next().unwrap_or_default();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase();
        if !ATTACHMENT_EXTENSIONS.contains(&extension.as_str()) {
            return note_missing(argument);
        }
        Error::new(ErrorCode::NotANote, format!("{} is not a note", quoted(wanted)))
            .hint("Notes end with .md, .markdown or .txt.")
    }

    /// The folder of the vault that a call names, in its real spelling. A folder that does not exist
    /// stays as it is written.
    pub fn folder_spelling(&self, folder: &str) -> String {
        if folder.is_empty() || self.all_paths().any(|path| is_in_folder(path, folder)) {
            return folder.to_owned();
        }
        let folded = fold_case(folder);
        let depth = folder.split('/').count();
        let spelling = |path: &str| {
            let parts: Vec<&str> = path.split('/').collect();
            let parents = parts.get(..depth).filter(|_| parts.len() > depth)?;
            let parent = parents.join("/");
            (fold_case(&parent) == folded).then_some(parent)
        };
        self.all_paths().find_map(spelling).unwrap_or_else(|| folder.to_owned())
    }
}

/// Whether a path is below a folder.
pub fn is_in_folder(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The folder directly in `folder` that leads to the folder `below`; `None` if `below` is not below
/// it.
fn direct_subfolder(folder: &str, below: &str) -> Option<String> {
    let rest = match folder.is_empty() {
        true => below,
        false => below.strip_prefix(folder)?.strip_prefix('/')?,
    };
    let name = rest.split('/').next().filter(|name| !name.is_empty())?;
    Some(if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") })
}

/// How the path of a note is compared with what a call names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathRule {
    /// The same path.
    Exact,
    /// The same path, ignoring case and the form of Unicode characters.
    Folded,
    /// The end of the path, as in a link.
    EndOfPath,
}

impl PathRule {
    fn matches(self, path: &str, wanted: &str, folded: &str) -> bool {
        match self {
            Self::Exact => path == wanted,
            Self::Folded => fold_case(path) == folded,
            Self::EndOfPath => {
                let path = fold_case(path);
                path.strip_suffix(folded).is_some_and(|head| head.ends_with('/'))
            }
        }
    }
}

fn ambiguous_name(argument: &str, found: &[OpenedNote]) -> Error {
    let paths: Vec<&str> =
        found.iter().take(MAX_LISTED_MATCHES).map(|note| note.path.as_str()).collect();
    let (count, name) = (found.len(), quoted(argument));
    invalid(format!("{count} notes are named {name}: {}", paths.join(", ")))
        .hint("Give the whole path of the note.")
}
