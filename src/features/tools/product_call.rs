//! A call of one of the product's own tools: research, questions, summaries and transcripts. These tools
//! use what lies above this module, so that the engine carries them out.

use crate::features::tools::argument::CheckedArguments;
use crate::features::tools::tool_name::ToolName;
use crate::settings::Depth;
use crate::values::Result;

/// A call of one of the product's own tools, with valid arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the tables in `tool_arguments` describe the arguments")]
pub enum ProductCall {
    ResearchNote { path: String, focus: String, depth: Option<Depth> },
    AskVault { question: String, folder: Option<String> },
    SummarizeNote { path: String },
    TranscribeAudio { path: String },
}

impl ProductCall {
    /// The call of one of the product's own tools; `None` for every other tool.
    pub(super) fn from_checked(
        tool: ToolName,
        arguments: &CheckedArguments,
    ) -> Result<Option<Self>> {
        Ok(Some(match tool {
            ToolName::ResearchNote => Self::ResearchNote {
                path: arguments.text("path")?,
                focus: arguments.optional_text("focus").unwrap_or_default(),
                depth: arguments.optional_text("depth").map(|word| depth(&word)),
            },
            ToolName::AskVault => Self::AskVault {
                question: arguments.text("question")?,
                folder: arguments.optional_text("folder"),
            },
            ToolName::SummarizeNote => Self::SummarizeNote { path: arguments.text("path")? },
            ToolName::TranscribeAudio => Self::TranscribeAudio { path: arguments.text("path")? },
            _ => return Ok(None),
        }))
    }

    /// The tool that is called.
    pub const fn tool(&self) -> ToolName {
        match self {
            Self::ResearchNote { .. } => ToolName::ResearchNote,
            Self::AskVault { .. } => ToolName::AskVault,
            Self::SummarizeNote { .. } => ToolName::SummarizeNote,
            Self::TranscribeAudio { .. } => ToolName::TranscribeAudio,
        }
    }
}

fn depth(word: &str) -> Depth {
    match word {
        "deep" => Depth::Deep,
        _ => Depth::Shallow,
    }
}
