//! Whether a reply must be JSON, and how JSON is requested.

/// Whether a reply must be JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyFormat {
    /// Any text.
    Text,
    /// JSON that follows a schema.
    Json,
}

/// Ways to request JSON, from the strictest to the one that always works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JsonMode {
    /// By a schema that the service enforces.
    Schema,
    /// As a JSON object with the schema beside it, for llama.cpp's Python server and Fireworks.
    ObjectWithSchema,
    /// As any JSON object.
    Object,
    /// By the prompt alone.
    Plain,
}
