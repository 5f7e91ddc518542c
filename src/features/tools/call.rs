//! Carries a call out: checks the permission, and passes the call to the file of its tool.

use serde_json::json;

use crate::answers::run::Permission;
use crate::features::tools::link_tools::{backlinks, outlinks};
use crate::features::tools::list_tools::{list_by_date, list_by_property, list_folder};
use crate::features::tools::read_tools::{continue_note, open_lines, read_note};
use crate::features::tools::result_block::Continuation;
use crate::features::tools::result_text::TextPart;
use crate::features::tools::search_vault::search_vault;
use crate::features::tools::session::ToolSession;
use crate::features::tools::small_tools::{current_date, list_preferences};
use crate::features::tools::tool_call::ToolCall;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_name::{ToolEffect, ToolName};
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::web_tools::{open_page, search_web};
use crate::features::tools::write::propose::propose;
use crate::values::{Error, ErrorCode, Result};

/// Carries a call out. What the call reads becomes evidence of the session.
pub async fn call_tool(
    context: &ToolContext<'_>,
    session: &ToolSession,
    call: &ToolCall,
) -> Result<ToolResult> {
    check_permission(context, call.tool())?;
    match call {
        ToolCall::SearchVault { .. } => search_vault(context, session, call).await,
        ToolCall::ReadNote { path, offset, length } => {
            read_note(context, session, path, *offset..offset.saturating_add(*length)).await
        }
        ToolCall::OpenLines { path, first, last } => {
            open_lines(context, session, path, *first..=*last).await
        }
        ToolCall::ListFolder { folder, depth, page } => {
            list_folder(context, session, folder, *depth, *page).await
        }
        ToolCall::ListByProperty { property, value, matching, page } => {
            list_by_property(context, session, (property, value, *matching), *page).await
        }
        ToolCall::ListByDate { from, to, date, page } => {
            list_by_date(context, session, (*from..=*to, *date), *page).await
        }
        ToolCall::Backlinks { note, page } => backlinks(context, session, note, *page).await,
        ToolCall::Outlinks { path, page } => outlinks(context, session, path, *page).await,
        ToolCall::SearchWeb { query, limit } => search_web(context, session, query, *limit).await,
        ToolCall::OpenPage { url } => open_page(context, session, url).await,
        ToolCall::CurrentDate => Ok(current_date(context)),
        ToolCall::ListPreferences => list_preferences(context, session).await,
        ToolCall::ContinueResult { next } => {
            let continuation = session.continuation(next)?;
            continue_result(context, session, continuation).await
        }
        ToolCall::Write(call) => propose(context, session, call).await,
        // The engine carries these out.
        ToolCall::Product(_) => Err(not_allowed(call.tool(), "in a conversation")),
        ToolCall::SummarizeEvidence { .. } | ToolCall::Finish { .. } => {
            Err(not_allowed(call.tool(), "while a question is answered"))
        }
    }
}

async fn continue_result(
    context: &ToolContext<'_>,
    session: &ToolSession,
    continuation: Continuation,
) -> Result<ToolResult> {
    if continuation.note.is_some() {
        return continue_note(context, session, continuation).await;
    }
    let part = TextPart::take(continuation, session, context.host.random());
    let data = json!({ "text": part.text.as_str() });
    Ok(ToolResult { text: part.text, data, next: part.next, proposal: None })
}

fn check_permission(context: &ToolContext<'_>, tool: ToolName) -> Result<()> {
    match (tool.effect(), context.web_permission) {
        (ToolEffect::Web, Permission::Off) => {
            let message = format!("`{}` is not allowed: web access is off", tool.as_str());
            Err(Error::new(ErrorCode::NotAllowed, message)
                .hint("Use the notes of the vault, or ask the user to allow web access."))
        }
        _ => Ok(()),
    }
}

fn not_allowed(tool: ToolName, place: &str) -> Error {
    let message = format!("`{}` can only be used {place}", tool.as_str());
    Error::new(ErrorCode::NotAllowed, message).hint("Use another tool.")
}
