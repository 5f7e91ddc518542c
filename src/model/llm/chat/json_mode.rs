//! What kind of reply a request asks for, and how it asks for JSON.

/// What kind of reply a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyFormat {
    /// The reply may be any text.
    Text,
    /// The reply must be JSON that follows a schema.
    Json,
    /// The reply calls one of the offered tools.
    ToolCall,
}

/// The ways to request a JSON reply, from the strictest to the one that works with every service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JsonMode {
    /// The request contains a schema that the service enforces.
    Schema,
    /// The request asks for any JSON object, but also contains the schema, in the field in which
    /// llama.cpp's Python server and Fireworks expect it.
    ObjectWithSchema,
    /// The request asks for any JSON object.
    Object,
    /// Only the prompt asks for JSON.
    Plain,
}
