//! Which notes Ibid may use: all notes outside the excluded folders.

use crate::error::{Error, ErrorCode, Result};
use crate::note::NotePath;
use crate::note::folder::FolderPattern;
use crate::settings::Settings;

/// Parses the path of a note and checks that the note is not excluded. To be called before the note
/// is read.
pub fn admit(path: &str, settings: &Settings) -> Result<NotePath> {
    admit_outside(path, &settings.excluded_folder_patterns())
}

/// Like `admit`, but with folders that are already parsed, for callers that check many paths.
pub fn admit_outside(path: &str, excluded: &[FolderPattern]) -> Result<NotePath> {
    let path = NotePath::parse(path)?;
    if let Some(folder) = path.excluding_folder(excluded) {
        let message = format!("“{path}” is in the excluded folder “{folder}”");
        return Err(Error::new(ErrorCode::NoteExcluded, message)
            .hint("Move the note, or change the excluded folders in settings."));
    }
    Ok(path)
}
