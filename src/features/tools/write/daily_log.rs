//! Proposes an entry at the end of today's daily note.

use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::vault_files::VaultFiles;
use crate::features::tools::write::model_text::sanitize_model_text;
use crate::features::tools::write::name_links::link_note_names;
use crate::features::tools::write::proposal::ProposedChange;
use crate::features::tools::write_call::LogEntry;
use crate::host::DailyNote;
use crate::notes::note::{NoteEdit, NotePath, apply};
use crate::safety::sanitize::{WikilinkTarget, escape_text};
use crate::values::Result;

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
    let content = entry_markdown(context, files, session, (entry, &daily.path)).await?;
    let edit = NoteEdit::Append { content };
    match files.read_exact(daily.path.as_str()).await {
        Some(note) => {
            let after = apply(&note.text, &edit)?;
            Ok(ProposedChange::edit(note.path.as_str(), note.text, after))
        }
        None => {
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

/// The entry: the time and the task, then what was asked, what came of it, and the notes. The names of
/// other notes become links.
async fn entry_markdown(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    session: &ToolSession,
    (entry, daily_note): (&LogEntry, &NotePath),
) -> Result<String> {
    let mut notes = Vec::new();
    for name in &entry.notes {
        notes.extend(files.open_note(name).await.ok().map(|note| note.path));
    }
    let texts = [entry.task.as_str(), &entry.query, &entry.outcome];
    let linked = link_note_names(context, files, daily_note, &texts, &notes).await?;
    let (hour, minute) = context.host.now().local_hour_and_minute();
    let mut linked = linked.into_iter();
    let task = linked.next().unwrap_or_default();
    let mut lines = vec![format!("- {hour:02}:{minute:02} **{task}**")];
    for (label, text) in ["Asked", "Outcome"].into_iter().zip(linked) {
        if !text.is_empty() {
            lines.push(format!("    - {label}: {text}"));
        }
    }
    if !notes.is_empty() {
        let links: Vec<String> = notes.iter().map(link_by_path).collect();
        lines.push(format!("    - Notes: {}", links.join(", ")));
    }
    Ok(sanitize_model_text(files, session, &lines.join("\n"), "").await)
}

/// A link to a note by its path, or its title if the path can't be written in a link.
fn link_by_path(note: &NotePath) -> String {
    WikilinkTarget::parse(note.linkpath()).map_or_else(|| escape_text(note.title()), |it| it.link())
}
