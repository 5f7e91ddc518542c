//! A call of a tool: as a program or a model writes it, and with its arguments checked.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answers::run::Permission;
use crate::features::tools::argument::{CheckedArguments, check_arguments, invalid};
use crate::features::tools::note_date::parse_day;
use crate::features::tools::product_call::ProductCall;
use crate::features::tools::tool_name::ToolName;
use crate::features::tools::write_call::WriteCall;
use crate::notes::index::SearchMode;
use crate::values::text::quoted;
use crate::values::{Date, Error, ErrorCode, Result};

/// A call of a tool as a program writes it; nothing of it is checked yet.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(rename = "ToolCall"))]
pub struct ToolRequest {
    /// The name of the tool.
    pub name: String,
    /// The arguments of the tool.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional, type = "object"))]
    pub arguments: Value,
    /// Whether the tool may send a request to the web.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether the tool may call the model in the settings.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
    /// Whether the tool may send audio files to the transcription service in the settings.
    #[serde(rename = "audio", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub audio_permission: Permission,
}

/// A call of a tool with valid arguments.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the tables in `tool_arguments` describe the arguments")]
pub enum ToolCall {
    SearchVault { query: String, limit: usize, mode: SearchMode, folder: Option<String> },
    ReadNote { path: String, offset: usize, length: usize },
    OpenLines { path: String, first: usize, last: usize },
    ListFolder { folder: String, depth: FolderDepth, page: ListPage },
    ListByProperty { property: String, value: String, matching: PropertyMatch, page: ListPage },
    ListByDate { from: Date, to: Date, date: NoteDateKind, page: ListPage },
    Backlinks { note: String, page: ListPage },
    Outlinks { path: String, page: ListPage },
    SearchWeb { query: String, limit: usize },
    OpenPage { url: String },
    CurrentDate,
    ListPreferences,
    ContinueResult { next: String },
    Write(WriteCall),
    Product(ProductCall),
    SummarizeEvidence { goal: String },
    Finish { answer: String, confidence: ToolConfidence },
}

/// Which part of a list to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPage {
    /// Maximum number of entries.
    pub limit: usize,
    /// Number of entries to skip.
    pub offset: usize,
}

/// Whether a folder is listed with its subfolders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderDepth {
    /// Only the notes directly in the folder.
    OneFolder,
    /// Also the notes of all subfolders.
    AllSubfolders,
}

/// How the value of a property is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyMatch {
    /// An item of a list, or a part of a text; case does not matter.
    Contains,
    /// The whole value, or the only item of a list.
    Equals,
}

/// Which date of a note counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteDateKind {
    /// The last change of the file.
    Modified,
    /// The property `date` or `created`, else the creation of the file.
    Created,
}

/// How sure the answer of the agent is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolConfidence {
    /// There is little doubt.
    High,
    /// The evidence probably answers the question.
    Medium,
    /// The evidence hardly answers the question.
    Low,
}

impl ToolCall {
    /// Parses a call. Fails with `tool-unknown` or `argument-invalid`.
    pub fn parse(name: &str, arguments: &Value) -> Result<Self> {
        let tool = ToolName::parse(name).ok_or_else(|| unknown_tool(name))?;
        let checked = check_arguments(tool.as_str(), tool.arguments(), arguments)?;
        Self::from_checked(tool, &checked)
    }

    fn from_checked(tool: ToolName, arguments: &CheckedArguments) -> Result<Self> {
        if let Some(call) = WriteCall::from_checked(tool, arguments)? {
            return Ok(Self::Write(call));
        }
        if let Some(call) = ProductCall::from_checked(tool, arguments)? {
            return Ok(Self::Product(call));
        }
        Ok(match tool {
            ToolName::SearchVault => Self::SearchVault {
                query: arguments.text("query")?,
                limit: arguments.number("limit")?,
                mode: search_mode(&arguments.text("mode")?),
                folder: arguments.optional_text("folder"),
            },
            ToolName::ReadNote => Self::ReadNote {
                path: arguments.text("path")?,
                offset: arguments.number("offset")?,
                length: arguments.number("length")?,
            },
            ToolName::OpenLines => Self::OpenLines {
                path: arguments.text("path")?,
                first: arguments.number("first")?,
                last: arguments.number("last")?,
            },
            ToolName::ListFolder => list_folder(arguments)?,
            ToolName::ListByProperty => list_by_property(arguments)?,
            ToolName::ListByDate => list_by_date(arguments)?,
            ToolName::Backlinks => {
                Self::Backlinks { note: arguments.text("note")?, page: page(arguments)? }
            }
            ToolName::Outlinks => {
                Self::Outlinks { path: arguments.text("path")?, page: page(arguments)? }
            }
            ToolName::SearchWeb => Self::SearchWeb {
                query: arguments.text("query")?,
                limit: arguments.number("limit")?,
            },
            ToolName::OpenPage => Self::OpenPage { url: arguments.text("url")? },
            ToolName::CurrentDate => Self::CurrentDate,
            ToolName::ListPreferences => Self::ListPreferences,
            ToolName::ContinueResult => Self::ContinueResult { next: arguments.text("next")? },
            ToolName::SummarizeEvidence => {
                Self::SummarizeEvidence { goal: arguments.text("goal")? }
            }
            ToolName::Finish => Self::Finish {
                answer: arguments.text("answer")?,
                confidence: confidence(&arguments.text("confidence")?),
            },
            _ => return Err(unknown_tool(tool.as_str())),
        })
    }

    /// The tool that is called.
    pub const fn tool(&self) -> ToolName {
        match self {
            Self::SearchVault { .. } => ToolName::SearchVault,
            Self::ReadNote { .. } => ToolName::ReadNote,
            Self::OpenLines { .. } => ToolName::OpenLines,
            Self::ListFolder { .. } => ToolName::ListFolder,
            Self::ListByProperty { .. } => ToolName::ListByProperty,
            Self::ListByDate { .. } => ToolName::ListByDate,
            Self::Backlinks { .. } => ToolName::Backlinks,
            Self::Outlinks { .. } => ToolName::Outlinks,
            Self::SearchWeb { .. } => ToolName::SearchWeb,
            Self::OpenPage { .. } => ToolName::OpenPage,
            Self::CurrentDate => ToolName::CurrentDate,
            Self::ListPreferences => ToolName::ListPreferences,
            Self::ContinueResult { .. } => ToolName::ContinueResult,
            Self::Write(call) => call.tool(),
            Self::Product(call) => call.tool(),
            Self::SummarizeEvidence { .. } => ToolName::SummarizeEvidence,
            Self::Finish { .. } => ToolName::Finish,
        }
    }
}

fn list_folder(arguments: &CheckedArguments) -> Result<ToolCall> {
    let depth = match arguments.boolean("recursive")? {
        true => FolderDepth::AllSubfolders,
        false => FolderDepth::OneFolder,
    };
    let folder = arguments.optional_text("folder").unwrap_or_default();
    Ok(ToolCall::ListFolder { folder, depth, page: page(arguments)? })
}

fn list_by_property(arguments: &CheckedArguments) -> Result<ToolCall> {
    let matching = match arguments.text("match")?.as_str() {
        "equals" => PropertyMatch::Equals,
        _ => PropertyMatch::Contains,
    };
    Ok(ToolCall::ListByProperty {
        property: arguments.text("property")?,
        value: arguments.text("value")?,
        matching,
        page: page(arguments)?,
    })
}

fn list_by_date(arguments: &CheckedArguments) -> Result<ToolCall> {
    let day = |name: &'static str| {
        let text = arguments.text(name)?;
        parse_day(text.trim()).ok_or_else(|| {
            invalid(format!("`{name}` is {}, but must be a day", quoted(&text)))
                .hint("Write the day as YYYY-MM-DD, for example 2026-11-15.")
        })
    };
    let (from, to) = (day("from")?, day("to")?);
    if from > to {
        return Err(invalid(format!("`from` is {from}, which is after `to`, {to}"))
            .hint("Give the first day as `from` and the last day as `to`."));
    }
    let date = match arguments.text("date")?.as_str() {
        "created" => NoteDateKind::Created,
        _ => NoteDateKind::Modified,
    };
    Ok(ToolCall::ListByDate { from, to, date, page: page(arguments)? })
}

fn page(arguments: &CheckedArguments) -> Result<ListPage> {
    Ok(ListPage { limit: arguments.number("limit")?, offset: arguments.number("offset")? })
}

fn search_mode(word: &str) -> SearchMode {
    match word {
        "keyword" => SearchMode::Keyword,
        "semantic" => SearchMode::Semantic,
        _ => SearchMode::Hybrid,
    }
}

fn confidence(word: &str) -> ToolConfidence {
    match word {
        "high" => ToolConfidence::High,
        "low" => ToolConfidence::Low,
        _ => ToolConfidence::Medium,
    }
}

fn unknown_tool(name: &str) -> Error {
    let callable = ToolName::ALL.into_iter().filter(|tool| !tool.is_of_agent_loop());
    let names: Vec<&str> = callable.map(ToolName::as_str).collect();
    Error::new(ErrorCode::ToolUnknown, format!("There is no tool {}", quoted(name)))
        .hint(format!("The tools are {}.", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::features::tools::argument::{ArgumentKind, Presence};

    /// A valid value for each argument of a tool.
    fn arguments(tool: ToolName, presence: fn(&Presence) -> bool) -> Value {
        // A property tool needs one of `path` and `paths`.
        let is_given = |argument: &&crate::features::tools::argument::Argument| match argument.name
        {
            "path" => true,
            "paths" => false,
            _ => presence(&argument.presence),
        };
        let declared = tool.arguments().iter().filter(is_given);
        let value = |kind: ArgumentKind| match kind {
            ArgumentKind::Text | ArgumentKind::AnyText | ArgumentKind::Scalar => {
                json!("2026-11-15")
            }
            ArgumentKind::Integer { min, .. } => json!(min),
            ArgumentKind::Boolean => json!(true),
            ArgumentKind::Choice(words) => json!(words[0]),
            ArgumentKind::TextList => json!(["Tea"]),
            ArgumentKind::Object => json!({ "status": "open" }),
            ArgumentKind::Moves => json!([{ "from": "Tea", "to": "Hot/Tea" }]),
            ArgumentKind::AnyValue => json!(7),
        };
        declared.map(|argument| (argument.name, value(argument.kind))).collect()
    }

    #[test]
    fn every_tool_is_called_with_all_arguments_and_with_the_required_ones() {
        for tool in ToolName::ALL {
            for presence in [|_: &Presence| true, |it: &Presence| matches!(it, Presence::Required)]
            {
                let call = ToolCall::parse(tool.as_str(), &arguments(tool, presence));
                assert_eq!(call.unwrap().tool(), tool);
            }
        }
    }

    #[test]
    fn a_day_must_exist_and_a_period_must_not_end_before_it_begins() {
        let check = |from: &str, to: &str, expected: &str| {
            let call = ToolCall::parse("list_by_date", &json!({ "from": from, "to": to }));
            assert_eq!(call.map_or_else(|error| error.message, |_| "ok".into()), expected);
        };
        check("2026-11-15", "2026-11-15", "ok");
        check("2026-02-30", "2026-11-15", "`from` is “2026-02-30”, but must be a day");
        check("2026-11-15", "today", "`to` is “today”, but must be a day");
        let backwards = "`from` is 2026-11-16, which is after `to`, 2026-11-15";
        check("2026-11-16", "2026-11-15", backwards);
    }
}
