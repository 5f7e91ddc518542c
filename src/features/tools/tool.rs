//! A tool as a program or a model sees it: name, description, effect and arguments.

use serde::Serialize;
use serde_json::Value;

use crate::features::tools::argument::{Argument, json_schema};
use crate::features::tools::tool_arguments::arguments_of;
use crate::features::tools::tool_name::{ToolEffect, ToolName};

/// A tool as a program or a model sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object, rename = "Tool"))]
pub struct ToolDeclaration {
    /// The name by which the tool is called.
    pub name: &'static str,
    /// What the tool does, for a model.
    pub description: &'static str,
    /// The JSON schema of the arguments.
    #[cfg_attr(target_family = "wasm", tsify(type = "object"))]
    pub parameters: Value,
    /// What the tool does outside the conversation.
    pub effect: ToolEffect,
}

impl ToolName {
    /// The arguments of the tool.
    pub const fn arguments(self) -> &'static [Argument] {
        arguments_of(self)
    }

    /// The tool as a program or a model sees it.
    pub fn declaration(self) -> ToolDeclaration {
        ToolDeclaration {
            name: self.as_str(),
            description: self.description(),
            parameters: json_schema(arguments_of(self)),
            effect: self.effect(),
        }
    }

    /// What the tool does, for a model.
    pub const fn description(self) -> &'static str {
        match self {
            Self::SearchVault => {
                "Searches the user's notes and returns the best passage of each matching note."
            }
            Self::ReadNote => "Reads a note, in parts if it is long.",
            Self::OpenLines => "Reads some lines of a note.",
            Self::ListFolder => "Lists the notes and the folders in a folder.",
            Self::ListByProperty => {
                "Lists the notes whose property has a value. The property `tags` also finds tags in \
                 the text."
            }
            Self::ListByDate => "Lists the notes that were changed or created in a period.",
            Self::Backlinks => "Lists the notes that link to a note.",
            Self::Outlinks => "Lists the links of a note and the notes they lead to.",
            Self::SearchWeb => "Searches the web.",
            Self::OpenPage => {
                "Reads a web page that a search returned or that the user wrote the address of."
            }
            Self::CurrentDate => "Tells today's date, the day of the week and the time.",
            Self::ListPreferences => "Lists the preferences that the user asked to remember.",
            Self::ContinueResult => "Returns the next part of a result that was cut.",
            Self::CreateNote => "Proposes a new note. It never overwrites one.",
            Self::MoveNote => "Proposes to move or rename a note. Links to it follow.",
            Self::MoveNotes => "Proposes to move or rename several notes. Links to them follow.",
            Self::AppendToNote => "Proposes to add text to the end of a note.",
            Self::PrependToNote => {
                "Proposes to add text to the beginning of a note, after its properties."
            }
            Self::ReplaceSection => "Proposes to replace the text under a heading of a note.",
            Self::AppendToSection => {
                "Proposes to add text to the end of the section under a heading."
            }
            Self::SetProperty => "Proposes to set a property of one or several notes.",
            Self::AppendToProperty => {
                "Proposes to add a value, or several, to a list property of one or several notes."
            }
            Self::RemoveProperty => "Proposes to remove a property of one or several notes.",
            Self::LogInteraction => {
                "Proposes an entry in today's daily note about what was asked and done. Names of notes become links."
            }
            Self::SavePreference => {
                "Proposes to remember something that the user prefers, for all conversations."
            }
            Self::RemovePreference => {
                "Proposes to forget a preference, by its line in list_preferences."
            }
            Self::ResearchNote => {
                "Researches the topics of a note and proposes the report as a section of the note. It takes a minute and costs money: call it only if the user asks for research."
            }
            Self::AskVault => {
                "Answers a question from the notes by several searches, with the passages that support the answer."
            }
            Self::SummarizeNote => "Sums up a note that is too long to read in parts.",
            Self::TranscribeAudio => "Writes down what the audio files embedded in a note say.",
            Self::SummarizeEvidence => {
                "Condenses the evidence found so far to what matters for a goal."
            }
            Self::Finish => "Gives the final answer and ends the work.",
        }
    }
}
