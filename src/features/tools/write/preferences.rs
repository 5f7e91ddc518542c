//! Proposes to remember or to forget a preference of the user: a bullet of `Preferences.md`.

use crate::features::tools::argument::invalid;
use crate::features::tools::small_tools::{PREFERENCES_PATH, parse_preferences};
use crate::features::tools::vault_files::VaultFiles;
use crate::features::tools::write::proposal::ProposedChange;
use crate::notes::note::{NoteEdit, apply};
use crate::safety::sanitize;
use crate::values::text::collapse_whitespace;
use crate::values::{Error, ErrorCode, Result};

/// Proposes a new preference at the end of the list.
pub async fn save_preference(files: &VaultFiles<'_>, text: &str) -> Result<ProposedChange> {
    let line = collapse_whitespace(text);
    let line = line.strip_prefix("- ").unwrap_or(&line);
    let line = sanitize::sanitize_sentence(line);
    if line.trim().is_empty() {
        return Err(invalid("The preference is empty").hint("Write it as one sentence."));
    }
    let bullet = format!("- {}", line.trim());
    let Some(note) = files.read_exact(PREFERENCES_PATH).await else {
        files.check_path_is_free(PREFERENCES_PATH).await?;
        return Ok(ProposedChange::create(PREFERENCES_PATH, format!("{bullet}\n")));
    };
    let after = match parse_preferences(&note.text).last().map(|last| last.line) {
        Some(last) => with_line_after(&note.text, last, &bullet),
        None => apply(&note.text, &NoteEdit::Append { content: bullet })?,
    };
    Ok(ProposedChange::edit(note.path.as_str(), note.text, after))
}

/// Proposes to remove the preference on a line.
pub async fn remove_preference(files: &VaultFiles<'_>, line: usize) -> Result<ProposedChange> {
    let missing = || {
        Error::new(ErrorCode::LinesOutOfRange, format!("Line {line} is no preference"))
            .hint("Find its line with list_preferences.")
    };
    let note = files.read_exact(PREFERENCES_PATH).await.ok_or_else(missing)?;
    if !parse_preferences(&note.text).iter().any(|known| known.line == line) {
        return Err(missing());
    }
    let kept = note.text.split_inclusive('\n').enumerate().filter(|(at, _)| at + 1 != line);
    let after = kept.map(|(_, line)| line).collect();
    Ok(ProposedChange::edit(note.path.as_str(), note.text, after))
}

/// Adds a line after another one, with the line end that the note uses.
fn with_line_after(text: &str, line: usize, added: &str) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut after = String::with_capacity(text.len() + added.len() + 2);
    for (at, existing) in text.split_inclusive('\n').enumerate() {
        after.push_str(existing);
        if at + 1 == line {
            if !existing.ends_with('\n') {
                after.push_str(end);
            }
            after.push_str(added);
            after.push_str(if existing.ends_with('\n') { end } else { "" });
        }
    }
    after
}
