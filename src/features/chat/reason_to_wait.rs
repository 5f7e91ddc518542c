//! Why a call waits for the user's yes, or is not carried out at all: text from the web may hold orders, and
//! queries may hold what the model read in notes.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::answers::run::RunModel;
use crate::features::chat::conversation::Conversation;
use crate::features::chat::conversation_turn::WaitReason;
use crate::features::chat::tool_round::{reveals_notes, sends_queries};
use crate::features::tools::{ToolCall, ToolEffect, ToolName};
use crate::host::Host;
use crate::notes::note::{NotePath, frontmatter};
use crate::values::{Error, ErrorCode, Result};

/// What the model had read when it called a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadBefore {
    /// No note of the user.
    Nothing,
    /// Notes, in this turn or in earlier ones.
    Notes,
}

/// Finds out whether the model now reads a note that was clipped from the web, which may hold orders.
pub async fn look_for_clippings(
    host: &dyn Host,
    looked_at: &RefCell<BTreeSet<NotePath>>,
    conversation: &mut Conversation,
    read: &BTreeSet<NotePath>,
) {
    for note in read {
        let is_new = looked_at.borrow_mut().insert(note.clone());
        if is_new && !conversation.has_web_text {
            let text = host.read(note).await.unwrap_or_default();
            conversation.has_web_text = frontmatter::is_clipped_from_web(&text);
        }
    }
}

/// Why a call waits for the user's yes before it is carried out.
pub fn reason_to_wait(
    offered: &[ToolName],
    conversation: &Conversation,
    call: &ToolCall,
    read: ReadBefore,
) -> Option<WaitReason> {
    // Without the web, what the model reads goes to its own service only.
    if !offered.contains(&ToolName::SearchWeb) {
        return None;
    }
    let why = match call.tool() {
        ToolName::SearchWeb if read == ReadBefore::Notes => WaitReason::WebQuery,
        ToolName::ResearchNote => WaitReason::WebQuery,
        tool if conversation.has_web_text && reveals_notes(tool) => WaitReason::WebText,
        _ => return None,
    };
    (!conversation.allows(why, call.tool())).then_some(why)
}

/// Fails if a call sends or writes words of the model that rest on a note which is not public any more.
pub async fn check_own_words(
    model: &RunModel<'_>,
    conversation: &Conversation,
    tool: ToolName,
) -> Result<()> {
    let is_used = sends_queries(tool) || tool.effect() == ToolEffect::Write;
    let Some(turn) = conversation.turns.last().filter(|_| is_used) else { return Ok(()) };
    let notes = model.public_notes(&turn.rests_on()).await;
    match turn.model_words(&notes) {
        Some(_) => Ok(()),
        None => Err(Error::new(ErrorCode::NotAllowed, "This is not possible any more")
            .hint("Answer without it.")),
    }
}

/// Fails if the model was not offered the tool.
pub fn check_offered(offered: &[ToolName], call: ToolCall) -> Result<ToolCall> {
    match offered.contains(&call.tool()) {
        true => Ok(call),
        false => {
            let message = format!("`{}` is not one of your tools", call.tool().as_str());
            Err(Error::new(ErrorCode::NotAllowed, message).hint("Use another tool."))
        }
    }
}
