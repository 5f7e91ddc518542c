//! Estimates how many tokens a completion request sends.

use crate::model::llm::chat::request::{CompletionRequest, Message};
use crate::model::llm::chat::tool_use::OfferedTool;
use crate::model::llm::chat::tools_as_json;
use crate::model::llm::tokens::estimate_tokens;

impl CompletionRequest {
    /// The estimated number of tokens that the request sends. A request with tools may be sent a
    /// second time with the tools as JSON, so the larger of both forms counts.
    pub fn estimated_tokens(&self) -> u64 {
        let tokens = tokens_as_it_is(self);
        match self.tools {
            None => tokens,
            Some(_) => tokens.max(tokens_as_it_is(&tools_as_json::convert_request(self))),
        }
    }
}

fn tokens_as_it_is(request: &CompletionRequest) -> u64 {
    let schema = request.reply_schema.as_ref();
    let schema = schema.map(|schema| estimate_tokens(&schema.schema.to_string()));
    let tools = request.tools.as_ref().map(|offered| {
        let native = offered.tools.iter().map(tool_tokens).fold(0, u64::saturating_add);
        native.max(estimate_tokens(&offered.to_prompt_text()))
    });
    request
        .messages
        .iter()
        .map(message_tokens)
        .chain(schema)
        .chain(tools)
        .fold(estimate_tokens(request.system_prompt.as_str()), u64::saturating_add)
}

fn tool_tokens(tool: &OfferedTool) -> u64 {
    estimate_tokens(&format!("{} {} {}", tool.name, tool.description, tool.parameters))
}

fn message_tokens(message: &Message) -> u64 {
    let text = estimate_tokens(message.outgoing_text().as_str());
    match message {
        Message::Text { .. } => text,
        Message::ToolCall(call) => {
            let signature = call.signature.as_deref().unwrap_or_default();
            text.saturating_add(estimate_tokens(&format!(
                "{} {} {signature}",
                call.id, call.tool_name
            )))
        }
        Message::ToolResult(result) => text
            .saturating_add(estimate_tokens(&format!("{} {}", result.call_id, result.tool_name))),
    }
}
