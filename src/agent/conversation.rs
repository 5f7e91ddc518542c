//! The messages of a loop. Everything that the model wrote is redacted before it is sent back,
//! because it may name a private note by chance.

use serde_json::Value;

use crate::error::{Error, Result};
use crate::llm::chat::{Message, RequestedCall, SentCall, SentResult};
use crate::privacy::OutgoingText;
use crate::research::run_model::RunModel;
use crate::tools::ToolName;

/// Replaces the result of a step whose evidence was summed up later.
const SUMMED_UP_TEXT: &str = "(The passages of this step are in the summary below.)";

/// The messages of a loop so far.
pub struct Conversation {
    messages: Vec<Message>,
    call_count: usize,
}

impl Conversation {
    /// Begins with the messages of the prompt.
    pub fn new(first_messages: Vec<Message>) -> Self {
        Self { messages: first_messages, call_count: 0 }
    }

    /// The messages so far.
    pub fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    /// Adds a call of a tool that exists, and its result.
    pub async fn add_result(
        &mut self,
        model: &RunModel<'_>,
        tool: ToolName,
        call: &RequestedCall,
        text: OutgoingText,
    ) -> Result<()> {
        self.call_count += 1;
        // Gemini and Ollama give no ids; the services that need one give it.
        let id = match call.id.is_empty() {
            true => format!("call_{}", self.call_count),
            false => call.id.clone(),
        };
        let arguments_json = redacted_arguments(model, &call.arguments).await?;
        self.messages.push(Message::ToolCall(SentCall {
            id: id.clone(),
            tool_name: tool.as_str(),
            arguments_json,
            signature: call.signature.clone(),
        }));
        let tool_name = tool.as_str();
        self.messages.push(Message::ToolResult(SentResult { call_id: id, tool_name, text }));
        Ok(())
    }

    /// Tells the model what was wrong with a reply that called no tool that exists.
    pub fn add_correction(&mut self, text: OutgoingText) {
        self.messages.push(Message::from_user(text));
    }

    /// Drops the texts of earlier results, because a summary has what matters of them.
    pub fn drop_earlier_results(&mut self) {
        for message in &mut self.messages {
            if let Message::ToolResult(result) = message {
                result.text = OutgoingText::from_constant(SUMMED_UP_TEXT);
            }
        }
    }
}

/// Writes an error for the model. It names arguments of the model, so it is redacted.
pub async fn error_text(model: &RunModel<'_>, error: &Error) -> Result<OutgoingText> {
    let text = format!("{}: {}. {}", error.code, error.message.trim_end_matches('.'), error.hint);
    Ok(model.redactor_for_texts(&[], &[&text]).await?.redact(text.trim()))
}

/// The arguments of a call as JSON in which every text is redacted.
async fn redacted_arguments(model: &RunModel<'_>, arguments: &Value) -> Result<OutgoingText> {
    let all = arguments.to_string();
    let redactor = model.redactor_for_texts(&[], &[&all]).await?;
    Ok(match arguments {
        Value::Object(_) => redactor.redact_json(arguments),
        _ => OutgoingText::from_constant("{}"),
    })
}
