//! What the user sees of a step: the call in words, and what came of it.

use crate::features::agent::loop_messages::returns_passages;
use crate::features::tools::{NamedNotes, ProductCall, ToolCall, ToolName, WriteCall};
use crate::values::text::truncated_line;

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
        ToolCall::Write(call) => format!("Wants to {}", write_text(call)),
        ToolCall::Product(call) => product_text(call),
        ToolCall::SummarizeEvidence { goal } => {
            format!("Sum up what was found on {}", quote(goal))
        }
        ToolCall::Finish { .. } => "Write the answer".to_owned(),
    }
}

/// A call in words for the user, who decides about it: a query is shown as it would be sent.
pub fn whole_call_text(call: &ToolCall) -> String {
    match call {
        ToolCall::SearchWeb { query, .. } => format!("Search the web for “{}”", whole_line(query)),
        ToolCall::Product(ProductCall::ResearchNote { path, focus, .. }) if !focus.is_empty() => {
            format!("Research {}: {}", whole_line(path), whole_line(focus))
        }
        call => call_text(call),
    }
}

/// A text in one line, however long it is.
fn whole_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a call would change, in words for the user.
fn write_text(call: &WriteCall) -> String {
    let quote = |text: &str| format!("“{}”", truncated_line(text, MAX_ARGUMENT_CHARACTERS));
    let shown = |text: &str| truncated_line(text, MAX_ARGUMENT_CHARACTERS);
    match call {
        WriteCall::CreateNote { path, .. } => format!("create the note {}", shown(path)),
        WriteCall::MoveNote(it) => format!("move {} to {}", shown(&it.from), shown(&it.to)),
        WriteCall::MoveNotes(moves) => format!("move {} notes", moves.len()),
        WriteCall::AppendToNote { path, .. } => format!("add text at the end of {}", shown(path)),
        WriteCall::PrependToNote { path, .. } => {
            format!("add text at the beginning of {}", shown(path))
        }
        WriteCall::ReplaceSection { path, heading, .. } => {
            format!("replace the section {} of {}", quote(heading), shown(path))
        }
        WriteCall::AppendToSection { path, heading, .. } => {
            format!("add text to the section {} of {}", quote(heading), shown(path))
        }
        WriteCall::SetProperty { notes, property, .. } => {
            format!("set the property {} of {}", quote(property), notes_text(notes))
        }
        WriteCall::AppendToProperty { notes, property, .. } => {
            format!("add to the property {} of {}", quote(property), notes_text(notes))
        }
        WriteCall::RemoveProperty { notes, property } => {
            format!("remove the property {} of {}", quote(property), notes_text(notes))
        }
        WriteCall::SavePreference { text } => format!("remember {}", quote(text)),
        WriteCall::LogInteraction(_) | WriteCall::RemovePreference { .. } => {
            tool_text(call.tool()).to_owned()
        }
    }
}

fn notes_text(notes: &NamedNotes) -> String {
    match notes.names() {
        [name] => truncated_line(name, MAX_ARGUMENT_CHARACTERS),
        names => format!("{} notes", names.len()),
    }
}

/// A call that was not carried out because it was wrong, in words for the user.
pub fn wrong_call_text(tool_name: &str) -> String {
    match ToolName::parse(tool_name) {
        Some(tool) => format!("Tried to {}", tool_text(tool)),
        None => {
            let name = truncated_line(tool_name, MAX_ARGUMENT_CHARACTERS);
            format!("Tried to use “{name}”")
        }
    }
}

/// What a tool does, in words for the user.
pub const fn tool_text(tool: ToolName) -> &'static str {
    match tool {
        ToolName::SearchVault => "search your notes",
        ToolName::ReadNote => "read a note",
        ToolName::OpenLines => "read lines of a note",
        ToolName::ListFolder => "list a folder",
        ToolName::ListByProperty => "list notes by a property",
        ToolName::ListByDate => "list notes by date",
        ToolName::Backlinks => "find links to a note",
        ToolName::Outlinks => "follow the links of a note",
        ToolName::SearchWeb => "search the web",
        ToolName::OpenPage => "read a web page",
        ToolName::CurrentDate => "look up today's date",
        ToolName::ListPreferences => "read your preferences",
        ToolName::ContinueResult => "read on",
        ToolName::CreateNote => "create a note",
        ToolName::MoveNote => "move a note",
        ToolName::MoveNotes => "move notes",
        ToolName::AppendToNote => "add text at the end of a note",
        ToolName::PrependToNote => "add text at the beginning of a note",
        ToolName::ReplaceSection => "replace a section of a note",
        ToolName::AppendToSection => "add text to a section of a note",
        ToolName::SetProperty => "set a property of notes",
        ToolName::AppendToProperty => "add to a property of notes",
        ToolName::RemoveProperty => "remove a property of notes",
        ToolName::LogInteraction => "write into today's daily note",
        ToolName::SavePreference => "remember a preference",
        ToolName::RemovePreference => "forget a preference",
        ToolName::ResearchNote => "research a note",
        ToolName::AskVault => "ask the vault",
        ToolName::SummarizeNote => "sum up a note",
        ToolName::TranscribeAudio => "transcribe audio",
        ToolName::SummarizeEvidence => "sum up what was found",
        ToolName::Finish => "write the answer",
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
