//! What accepting a finding changes in the vault, and how that is taken back.

use crate::features::inbox::finding::{Finding, FindingState, WritableFinding};
use crate::features::inbox::finding_note::{
    appended_text, is_note_of, link_by_path, note_path, note_text,
};
use crate::host::Host;
use crate::notes::note::{NoteEdit, NotePath};
use crate::settings::{Settings, check_note_path};
use crate::values::{Error, ErrorCode, Result};

/// How many names are tried for a new note.
const MAX_NAMES: usize = 100;

/// Whether the note that a finding reserved was created.
pub async fn is_created(host: &dyn Host, finding: &Finding) -> bool {
    let FindingState::Accepting { path } = &finding.state else { return false };
    let Ok(path) = NotePath::parse(path) else { return false };
    host.read(&path).await.is_ok_and(|text| is_note_of(finding, &text))
}

/// A path for the note of a finding that no note has.
pub async fn free_path(
    host: &dyn Host,
    settings: &Settings,
    finding: &WritableFinding,
) -> Result<NotePath> {
    let wanted = note_path(&settings.inbox_folder, finding.finding())?;
    for number in 0..MAX_NAMES {
        let path = match number {
            0 => wanted.clone(),
            number => NotePath::parse(&format!("{} {number}.md", wanted.linkpath()))?,
        };
        match host.read(&path).await {
            Err(error) if error.code == ErrorCode::NoteMissing => return Ok(path),
            _ => {}
        }
    }
    Ok(wanted)
}

/// Creates the note of a finding.
pub async fn create_note(
    host: &dyn Host,
    finding: &WritableFinding,
    path: &str,
) -> Result<NotePath> {
    host.create(&NotePath::parse(path)?, note_text(finding.finding())?).await
}

/// Adds a finding to the end of a note, unless the app closed after it was added.
pub async fn append_to_note(
    host: &dyn Host,
    finding: &WritableFinding,
    path: NotePath,
) -> Result<NotePath> {
    let content = appended_text(finding.finding());
    match host.read(&path).await?.contains(&content) {
        true => Ok(path),
        false => host.edit(&path, NoteEdit::Append { content }).await,
    }
}

/// Removes a finding that was added to a note.
pub async fn remove_from_note(host: &dyn Host, finding: &Finding, path: &str) -> Result<()> {
    remove_text(host, &NotePath::parse(path)?, &appended_text(finding)).await
}

/// Adds a link to the new note at the end of the note with the gap.
pub async fn add_link(
    host: &dyn Host,
    settings: &Settings,
    finding: &Finding,
    new_note: &str,
) -> Result<()> {
    let Ok(note) = check_note_path(&finding.note, settings) else { return Ok(()) };
    let link = link_by_path(&NotePath::parse(new_note)?);
    if !host.read(&note).await?.contains(&link) {
        host.edit(&note, NoteEdit::Append { content: link }).await?;
    }
    Ok(())
}

/// Moves the note of a finding to the trash if nobody changed it, and removes the link to it.
pub async fn remove_note(host: &dyn Host, finding: &Finding, path: &str) -> Result<()> {
    let path = NotePath::parse(path)?;
    match host.read(&path).await {
        Ok(text) if text == note_text(finding)? => host.trash(&path).await?,
        Ok(_) => {
            let message = format!("“{}” was changed since it was created", path.title());
            return Err(Error::new(ErrorCode::NoteChanged, message)
                .hint("Delete the note yourself if you don't want it."));
        }
        Err(error) if error.code == ErrorCode::NoteMissing => {}
        Err(error) => return Err(error),
    }
    if let Ok(note) = NotePath::parse(&finding.note) {
        // A link that the user moved into the text stays.
        let _ = remove_text(host, &note, &link_by_path(&path)).await;
    }
    Ok(())
}

/// Removes text that was added as the last paragraph or between paragraphs of a note.
async fn remove_text(host: &dyn Host, path: &NotePath, added: &str) -> Result<()> {
    let before = match host.read(path).await {
        Err(error) if error.code == ErrorCode::NoteMissing => return Ok(()),
        before => before?,
    };
    let paragraph = format!("\n\n{added}");
    let start = before.rfind(&paragraph).ok_or_else(|| {
        let message = format!("The text in “{}” was changed since it was added", path.title());
        Error::new(ErrorCode::NoteChanged, message).hint("Remove it yourself.")
    })?;
    let mut after = before.clone();
    after.replace_range(start..start + paragraph.len(), "");
    host.edit(path, NoteEdit::ReplaceText { before, after }).await?;
    Ok(())
}
