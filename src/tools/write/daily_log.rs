//! Proposes an entry at the end of today's daily note.

use crate::error::Result;
use crate::host::DailyNote;
use crate::note::NotePath;
use crate::note::edit::{NoteEdit, apply};
use crate::tools::session::ToolSession;
use crate::tools::tool_context::ToolContext;
use crate::tools::vault_files::VaultFiles;
use crate::tools::write::model_text::sanitize_model_text;
use crate::tools::write::proposal::ProposedChange;
use crate::tools::write_call::LogEntry;

/// Proposes an entry at the end of today's daily note, which is created if there is none.
pub async fn log_interaction(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    session: &ToolSession,
    entry: &LogEntry,
) -> Result<ProposedChange> {
    let daily = match context.host.daily_note().await? {
        Some(daily) => daily,
        None => default_daily_note(context)?,
    };
    let content = entry_markdown(context, files, session, entry).await;
    let edit = NoteEdit::Append { content };
    match files.open_note(daily.path.as_str()).await {
        Ok(note) => {
            let after = apply(&note.text, &edit)?;
            Ok(ProposedChange::edit(note.path.as_str(), note.text, after))
        }
        Err(_) => {
            files.check_path_is_free(daily.path.as_str()).await?;
            Ok(ProposedChange::create(daily.path.as_str(), apply(&daily.new_text, &edit)?))
        }
    }
}

/// The daily note of an app that doesn't say where it is: as Obsidian names it by default.
fn default_daily_note(context: &ToolContext<'_>) -> Result<DailyNote> {
    let path = NotePath::parse(&format!("{}.md", context.host.now().local_date()))?;
    Ok(DailyNote { path, new_text: String::new() })
}

/// The entry: the time and the task, then what was asked, what came of it, and the notes.
async fn entry_markdown(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    session: &ToolSession,
    entry: &LogEntry,
) -> String {
    let (hour, minute) = context.host.now().local_hour_and_minute();
    let mut lines = vec![format!("- {hour:02}:{minute:02} **{}**", one_line(&entry.task))];
    let rows = [("Asked", &entry.query), ("Outcome", &entry.outcome)];
    for (label, text) in rows.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
        lines.push(format!("    - {label}: {}", one_line(text)));
    }
    let mut links = Vec::new();
    for name in &entry.notes {
        if let Ok(note) = files.open_note(name).await {
            links.push(format!("[[{}]]", note.path.linkpath()));
        }
    }
    if !links.is_empty() {
        lines.push(format!("    - Notes: {}", links.join(", ")));
    }
    sanitize_model_text(files, session, &lines.join("\n"), "").await
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
