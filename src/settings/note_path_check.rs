//! Which notes Ibid may use: all notes outside the excluded folders.

use crate::notes::note::{FolderPattern, NotePath};
use crate::settings::Settings;
use crate::values::text::quoted;
use crate::values::{Error, ErrorCode, Result};

/// Parses the path of a note and checks that the note is not excluded. To be called before the note
/// is read.
pub fn check_note_path(path: &str, settings: &Settings) -> Result<NotePath> {
    check_path_not_excluded(path, &settings.excluded_folder_patterns())
}

/// Parses the path of a note and checks that the note is in none of the excluded folders. For
/// callers that check many paths and parse the folders only once.
pub fn check_path_not_excluded(path: &str, excluded_folders: &[FolderPattern]) -> Result<NotePath> {
    let path = NotePath::parse(path)?;
    if let Some(folder) = path.excluded_by_folder(excluded_folders) {
        let message = format!("{} is in the excluded folder “{folder}”", quoted(path.as_str()));
        return Err(Error::new(ErrorCode::NoteExcluded, message)
            .hint("Move the note, or change the excluded folders in settings."));
    }
    Ok(path)
}
