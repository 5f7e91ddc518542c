//! The messages of a loop: the calls of the model as it wrote them, and their results.

use serde_json::Value;

use crate::answers::run::RunModel;
use crate::features::tools::ToolName;
use crate::model::llm::{Message, RequestedCall, SentCall, SentResult};
use crate::safety::privacy::OutgoingText;
use crate::values::{Error, Result};

/// Replaces the result of a step whose evidence was summed up later.
const SUMMED_UP_TEXT: &str = "(The passages of this step are in the summary below.)";

/// The messages of a loop so far.
pub struct LoopMessages {
    messages: Vec<Message>,
    call_count: usize,
}

impl LoopMessages {
    /// Begins with the messages of the prompt.
    pub fn new(first_messages: Vec<Message>) -> Self {
        Self { messages: first_messages, call_count: 0 }
    }

    /// The messages so far.
    pub fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    /// Adds a call of a tool that exists, and its result.
    pub fn add_result(&mut self, tool: ToolName, call: &RequestedCall, text: OutgoingText) {
        self.call_count += 1;
        // Gemini and Ollama give no ids; the services that need one give it.
        let id = match call.id.is_empty() {
            true => format!("call_{}", self.call_count),
            false => call.id.clone(),
        };
        let arguments_json = sent_arguments(&call.arguments);
        self.messages.push(Message::ToolCall(SentCall {
            id: id.clone(),
            tool_name: tool.as_str(),
            arguments_json,
            signature: call.signature.clone(),
        }));
        let tool_name = tool.as_str();
        self.messages.push(Message::ToolResult(SentResult { call_id: id, tool_name, text }));
    }

    /// Tells the model what was wrong with a reply that called no tool that exists.
    pub fn add_correction(&mut self, text: OutgoingText) {
        self.messages.push(Message::from_user(text));
    }

    /// Drops the texts of earlier passages, because a summary has what matters of them. Lists stay.
    pub fn drop_earlier_passages(&mut self) {
        for message in &mut self.messages {
            if let Message::ToolResult(result) = message
                && ToolName::parse(result.tool_name).is_some_and(returns_passages)
            {
                result.text = OutgoingText::from_constant(SUMMED_UP_TEXT);
            }
        }
    }
}

/// Whether the results of a tool are passages, which a summary can replace.
pub fn returns_passages(tool: ToolName) -> bool {
    matches!(
        tool,
        ToolName::SearchVault
            | ToolName::SearchWeb
            | ToolName::ReadNote
            | ToolName::OpenLines
            | ToolName::OpenPage
    )
}

/// Writes an error for the model. A path that doesn't exist is not repeated: if a private name in it were
/// hidden, the model would learn that the note exists.
pub async fn error_text(model: &RunModel<'_>, error: &Error) -> Result<OutgoingText> {
    if error.code.repeats_path() {
        let own = format!("{}: {}. {}", error.code, error.message, error.hint);
        return Ok(own_words(&own));
    }
    let text = format!("{}: {}. {}", error.code, error.message.trim_end_matches('.'), error.hint);
    Ok(model.redactor_for_texts(&[], &[&text]).await?.redact(text.trim()))
}

/// A text that repeats what the model wrote, for the service that runs this model.
pub fn own_words(text: &str) -> OutgoingText {
    OutgoingText::from_model_reply(text)
}

/// The arguments of a call as a JSON object, as the model wrote them.
pub fn sent_arguments(arguments: &Value) -> OutgoingText {
    match arguments {
        Value::Object(_) => OutgoingText::from_model_reply(&arguments.to_string()),
        _ => OutgoingText::from_constant("{}"),
    }
}
