//! What the user sees of a step: the call in words, and what came of it.

use crate::agent::loop_messages::returns_passages;
use crate::text::one_line::truncated_line;
use crate::tools::{ProductCall, ToolCall, ToolName};

/// Maximum number of characters of an argument that the user sees.
const MAX_ARGUMENT_CHARACTERS: usize = 120;

/// A call in words for the user.
pub fn call_text(call: &ToolCall) -> String {
    let quote = |text: &str| format!("“{}”", truncated_line(text, MAX_ARGUMENT_CHARACTERS));
    let shown = |text: &str| truncated_line(text, MAX_ARGUMENT_CHARACTERS);
    match call {
        ToolCall::SearchVault { query, folder: None, .. } => {
            format!("Search your notes for {}", quote(query))
        }
        ToolCall::SearchVault { query, folder: Some(folder), .. } => {
            format!("Search {} for {}", shown(folder), quote(query))
        }
        ToolCall::ReadNote { path, .. } => format!("Read {}", shown(path)),
        ToolCall::OpenLines { path, first, last } => {
            format!("Read lines {first}–{last} of {}", shown(path))
        }
        ToolCall::ListFolder { folder, .. } if folder.is_empty() => "List your folders".to_owned(),
        ToolCall::ListFolder { folder, .. } => format!("List the folder {}", shown(folder)),
        ToolCall::ListByProperty { property, value, .. } => {
            format!("List notes whose {} is {}", shown(property), quote(value))
        }
        ToolCall::ListByDate { from, to, .. } => format!("List notes from {from} to {to}"),
        ToolCall::Backlinks { note, .. } => format!("Find links to {}", shown(note)),
        ToolCall::Outlinks { path, .. } => format!("Follow the links of {}", shown(path)),
        ToolCall::SearchWeb { query, .. } => format!("Search the web for {}", quote(query)),
        ToolCall::OpenPage { url } => format!("Read {}", shown(url)),
        ToolCall::CurrentDate => "Look up today's date".to_owned(),
        ToolCall::ListPreferences => "Read your preferences".to_owned(),
        ToolCall::ContinueResult { .. } => "Read on".to_owned(),
        ToolCall::Write(call) => format!("Propose {}", call.tool().as_str().replace('_', " ")),
        ToolCall::Product(call) => product_text(call),
        ToolCall::SummarizeEvidence { goal } => {
            format!("Sum up what was found on {}", quote(goal))
        }
        ToolCall::Finish { .. } => "Write the answer".to_owned(),
    }
}

fn product_text(call: &ProductCall) -> String {
    let shown = |text: &str| truncated_line(text, MAX_ARGUMENT_CHARACTERS);
    match call {
        ProductCall::ResearchNote { path, focus, .. } if focus.is_empty() => {
            format!("Research {}", shown(path))
        }
        ProductCall::ResearchNote { path, focus, .. } => {
            format!("Research {}: {}", shown(path), shown(focus))
        }
        ProductCall::AskVault { question, .. } => {
            format!("Ask the vault: “{}”", shown(question))
        }
        ProductCall::SummarizeNote { path } => format!("Sum up {}", shown(path)),
        ProductCall::TranscribeAudio { path } => format!("Transcribe the audio of {}", shown(path)),
    }
}

/// What a call found: the number of new passages. A list has none, so nothing is said of it.
pub fn found_text(tool: ToolName, new_passages: usize) -> String {
    match new_passages {
        0 if returns_passages(tool) => "Nothing new".to_owned(),
        0 => String::new(),
        1 => "1 passage".to_owned(),
        count => format!("{count} passages"),
    }
}
