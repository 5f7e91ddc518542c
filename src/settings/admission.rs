//! Which notes Ibid may work on at all.

use crate::error::{Error, ErrorCode, Result};
use crate::note::NotePath;
use crate::note::folder::FolderPattern;
use crate::settings::Settings;

/// Whether a path may be researched at all; asked before anything is read.
pub fn admit(path: &str, settings: &Settings) -> Result<NotePath> {
    admit_unless(path, &settings.excluded_folder_patterns())
}

/// The same for many paths, with the excluded folders read once.
pub fn admit_unless(path: &str, excluded: &[FolderPattern]) -> Result<NotePath> {
    let path = NotePath::parse(path)?;
    if let Some(folder) = path.excluded_by(excluded) {
        let message = format!("“{path}” is in the excluded folder “{folder}”");
        return Err(Error::new(ErrorCode::NoteExcluded, message)
            .hint("Move the note, or change the excluded folders in settings."));
    }
    Ok(path)
}
