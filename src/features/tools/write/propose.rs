//! Turns a call of a writing tool into a proposal. Nothing changes.

use serde_json::json;

use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::VaultFiles;
use crate::features::tools::write::daily_log::log_interaction;
use crate::features::tools::write::model_text::sanitize_property_value;
use crate::features::tools::write::move_notes::{move_note, move_notes};
use crate::features::tools::write::note_text::{
    TextPlace, change_properties, change_text, checked_property_name, create_note,
};
use crate::features::tools::write::preferences::{remove_preference, save_preference};
use crate::features::tools::write::proposal::{ChangeKind, FailedChange, Proposal, ProposedChange};
use crate::features::tools::write_call::WriteCall;
use crate::notes::note::{NoteEdit, NotePath};
use crate::safety::privacy::OutgoingText;
use crate::values::Result;

/// Maximum number of changes that the text for a model lists.
const MAX_LISTED_CHANGES: usize = 40;

/// Returns the proposal of a writing tool.
pub async fn propose(
    context: &ToolContext<'_>,
    session: &ToolSession,
    call: &WriteCall,
) -> Result<ToolResult> {
    let files = &VaultFiles::load(context).await?;
    let (changes, failed) = proposed_changes(context, files, session, call).await?;
    let text = proposal_text(context, &changes, &failed).await?;
    let paths: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    let data = json!({ "changed": paths, "failed": failed });
    Ok(ToolResult { text, data, next: None, proposal: Some(Proposal { changes }) })
}

async fn proposed_changes(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    session: &ToolSession,
    call: &WriteCall,
) -> Result<(Vec<ProposedChange>, Vec<FailedChange>)> {
    let text_change = |path, text, place| change_text(files, session, path, text, place);
    let change = match call {
        WriteCall::CreateNote { path, text, properties } => {
            create_note(files, session, path, text, properties).await?
        }
        WriteCall::MoveNote(wanted) => move_note(files, wanted).await?,
        WriteCall::MoveNotes(moves) => return Ok(move_notes(files, moves).await),
        WriteCall::AppendToNote { path, text } => text_change(path, text, TextPlace::End).await?,
        WriteCall::PrependToNote { path, text } => {
            text_change(path, text, TextPlace::Beginning).await?
        }
        WriteCall::ReplaceSection { path, heading, text } => {
            text_change(path, text, TextPlace::SectionContent(heading)).await?
        }
        WriteCall::AppendToSection { path, heading, text } => {
            text_change(path, text, TextPlace::SectionEnd(heading)).await?
        }
        WriteCall::SetProperty { notes, property, value } => {
            let key = checked_property_name(property)?;
            let edit = NoteEdit::SetProperty { key, value: sanitize_property_value(value) };
            return change_properties(files, notes, &edit).await;
        }
        WriteCall::AppendToProperty { notes, property, value } => {
            let key = checked_property_name(property)?;
            let edit = NoteEdit::AppendProperty { key, value: sanitize_property_value(value) };
            return change_properties(files, notes, &edit).await;
        }
        WriteCall::RemoveProperty { notes, property } => {
            let edit = NoteEdit::RemoveProperty { key: property.clone() };
            return change_properties(files, notes, &edit).await;
        }
        WriteCall::LogInteraction(entry) => log_interaction(context, files, session, entry).await?,
        WriteCall::SavePreference { text } => save_preference(files, text).await?,
        WriteCall::RemovePreference { line } => remove_preference(files, *line).await?,
    };
    Ok((vec![change], Vec::new()))
}

/// The proposal in words for a model. New paths are not repeated: the model knows them, and if a private
/// name in them were hidden, it would learn that the note exists.
pub async fn proposal_text(
    context: &ToolContext<'_>,
    changes: &[ProposedChange],
    failed: &[FailedChange],
) -> Result<OutgoingText> {
    let change_line = |change: &ProposedChange| match change.kind {
        ChangeKind::Create => "create a note".to_owned(),
        ChangeKind::Edit => format!("change {}", change.path),
        ChangeKind::Move => format!("move {}", change.path),
    };
    let lines: Vec<String> =
        changes.iter().map(change_line).chain(FailedChange::lines(failed)).collect();
    let more = lines.len().saturating_sub(MAX_LISTED_CHANGES);
    let mut list = lines.into_iter().take(MAX_LISTED_CHANGES).collect::<Vec<_>>().join("\n");
    if more > 0 {
        list = format!("{list}\nand {more} more");
    }
    let named: Vec<NotePath> = changes
        .iter()
        .filter(|change| change.kind != ChangeKind::Create)
        .filter_map(|change| NotePath::parse(&change.path).ok())
        .collect();
    let named: Vec<&NotePath> = named.iter().collect();
    let redactor = context.privacy.build_redactor(&named, &[&list], "").await?;
    let head = match changes.is_empty() {
        true => OutgoingText::from_constant("There is nothing to change:"),
        false => OutgoingText::from_constant("Proposed, and waiting for the user's yes:"),
    };
    Ok(OutgoingText::join([&head, &redactor.redact(&list)], "\n"))
}
