//! A call of a writing tool with valid arguments.

use serde_json::{Map, Value};

use crate::features::tools::argument::{CheckedArguments, invalid};
use crate::features::tools::tool_name::ToolName;
use crate::values::Result;

/// A call of a writing tool.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the tables in `tool_arguments` describe the arguments")]
pub enum WriteCall {
    CreateNote { path: String, text: String, properties: Map<String, Value> },
    MoveNote(NoteMove),
    MoveNotes(Vec<NoteMove>),
    AppendToNote { path: String, text: String },
    PrependToNote { path: String, text: String },
    ReplaceSection { path: String, heading: String, text: String },
    AppendToSection { path: String, heading: String, text: String },
    SetProperty { notes: NamedNotes, property: String, value: Value },
    AppendToProperty { notes: NamedNotes, property: String, value: Value },
    RemoveProperty { notes: NamedNotes, property: String },
    LogInteraction(LogEntry),
    SavePreference { text: String },
    RemovePreference { line: usize },
}

/// A note that is moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteMove {
    /// The note.
    pub from: String,
    /// Its new path.
    pub to: String,
}

/// The notes that a call names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedNotes {
    /// One note; if it can't be changed, the call fails.
    One(String),
    /// Several notes; those that can't be changed are reported, and the others are changed.
    Several(Vec<String>),
}

/// What is added to today's daily note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// What was done.
    pub task: String,
    /// What the user asked; may be empty.
    pub query: String,
    /// What came of it; may be empty.
    pub outcome: String,
    /// The notes that were used.
    pub notes: Vec<String>,
}

impl NamedNotes {
    /// The names of the notes.
    pub fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

impl WriteCall {
    /// Reads the arguments of a writing tool; `None` if the tool doesn't write.
    pub fn from_checked(tool: ToolName, arguments: &CheckedArguments) -> Result<Option<Self>> {
        let text = |name| arguments.text(name);
        let value = || arguments.json("value").cloned().unwrap_or_default();
        Ok(Some(match tool {
            ToolName::CreateNote => Self::CreateNote {
                path: text("path")?,
                text: text("text")?,
                properties: arguments
                    .json("properties")
                    .and_then(Value::as_object)
                    .cloned()
                    .unwrap_or_default(),
            },
            ToolName::MoveNote => Self::MoveNote(NoteMove { from: text("from")?, to: text("to")? }),
            ToolName::MoveNotes => Self::MoveNotes(moves(arguments)),
            ToolName::AppendToNote => {
                Self::AppendToNote { path: text("path")?, text: text("text")? }
            }
            ToolName::PrependToNote => {
                Self::PrependToNote { path: text("path")?, text: text("text")? }
            }
            ToolName::ReplaceSection => Self::ReplaceSection {
                path: text("path")?,
                heading: text("heading")?,
                text: text("text")?,
            },
            ToolName::AppendToSection => Self::AppendToSection {
                path: text("path")?,
                heading: text("heading")?,
                text: text("text")?,
            },
            ToolName::SetProperty => Self::SetProperty {
                notes: named_notes(tool, arguments)?,
                property: text("property")?,
                value: value(),
            },
            ToolName::AppendToProperty => Self::AppendToProperty {
                notes: named_notes(tool, arguments)?,
                property: text("property")?,
                value: value(),
            },
            ToolName::RemoveProperty => Self::RemoveProperty {
                notes: named_notes(tool, arguments)?,
                property: text("property")?,
            },
            ToolName::LogInteraction => Self::LogInteraction(log_entry(arguments)?),
            ToolName::SavePreference => Self::SavePreference { text: text("text")? },
            ToolName::RemovePreference => {
                Self::RemovePreference { line: arguments.number("line")? }
            }
            _ => return Ok(None),
        }))
    }

    /// The tool that is called.
    pub const fn tool(&self) -> ToolName {
        match self {
            Self::CreateNote { .. } => ToolName::CreateNote,
            Self::MoveNote(_) => ToolName::MoveNote,
            Self::MoveNotes(_) => ToolName::MoveNotes,
            Self::AppendToNote { .. } => ToolName::AppendToNote,
            Self::PrependToNote { .. } => ToolName::PrependToNote,
            Self::ReplaceSection { .. } => ToolName::ReplaceSection,
            Self::AppendToSection { .. } => ToolName::AppendToSection,
            Self::SetProperty { .. } => ToolName::SetProperty,
            Self::AppendToProperty { .. } => ToolName::AppendToProperty,
            Self::RemoveProperty { .. } => ToolName::RemoveProperty,
            Self::LogInteraction(_) => ToolName::LogInteraction,
            Self::SavePreference { .. } => ToolName::SavePreference,
            Self::RemovePreference { .. } => ToolName::RemovePreference,
        }
    }
}

/// The notes of a call: `path` or `paths`, but not both.
fn named_notes(tool: ToolName, arguments: &CheckedArguments) -> Result<NamedNotes> {
    let (one, several) = (arguments.optional_text("path"), arguments.text_list("paths"));
    match (one, several.is_empty()) {
        (Some(path), true) => Ok(NamedNotes::One(path)),
        (None, false) => Ok(NamedNotes::Several(several)),
        (Some(_), false) => {
            Err(invalid(format!("`{}` got both `path` and `paths`", tool.as_str()))
                .hint("Give `path` for one note or `paths` for several."))
        }
        (None, true) => {
            Err(invalid(format!("`{}` needs the argument `path` or `paths`", tool.as_str()))
                .hint("Give `path` for one note or `paths` for several."))
        }
    }
}

fn moves(arguments: &CheckedArguments) -> Vec<NoteMove> {
    let text = |item: &Value, name: &str| {
        item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let items = arguments.json("moves").and_then(Value::as_array).into_iter().flatten();
    items.map(|item| NoteMove { from: text(item, "from"), to: text(item, "to") }).collect()
}

fn log_entry(arguments: &CheckedArguments) -> Result<LogEntry> {
    let text = |name| arguments.optional_text(name).unwrap_or_default();
    let outcome = match text("summary") {
        summary if summary.trim().is_empty() => text("response"),
        summary => summary,
    };
    Ok(LogEntry {
        task: arguments.text("task")?,
        query: text("query"),
        outcome,
        notes: arguments.text_list("notes"),
    })
}
