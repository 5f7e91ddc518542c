//! The names of the tools, and what each of them does outside the conversation.

use serde::Serialize;

/// The tools that a model, a script or another program may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolName {
    /// Finds passages of the notes.
    SearchVault,
    /// Reads a part of a note.
    ReadNote,
    /// Reads lines of a note.
    OpenLines,
    /// Lists the notes of a folder.
    ListFolder,
    /// Lists the notes with a property.
    ListByProperty,
    /// Lists the notes of a period.
    ListByDate,
    /// Lists the notes that link to a note.
    Backlinks,
    /// Lists the links of a note.
    Outlinks,
    /// Searches the web.
    SearchWeb,
    /// Reads a web page.
    OpenPage,
    /// Tells the date and the time.
    CurrentDate,
    /// Lists what the user wants to be remembered.
    ListPreferences,
    /// Returns the next part of a result.
    ContinueResult,
    /// Creates a note.
    CreateNote,
    /// Moves or renames a note.
    MoveNote,
    /// Moves or renames several notes.
    MoveNotes,
    /// Adds text to the end of a note.
    AppendToNote,
    /// Adds text to the beginning of a note.
    PrependToNote,
    /// Replaces the text under a heading.
    ReplaceSection,
    /// Adds text to the end of a section.
    AppendToSection,
    /// Sets a property of notes.
    SetProperty,
    /// Adds values to a property of notes.
    AppendToProperty,
    /// Removes a property of notes.
    RemoveProperty,
    /// Adds an entry to today's daily note.
    LogInteraction,
    /// Remembers something for the user.
    SavePreference,
    /// Forgets a remembered preference.
    RemovePreference,
    /// Researches a note and proposes the report.
    ResearchNote,
    /// Answers a question from the notes.
    AskVault,
    /// Sums up a note.
    SummarizeNote,
    /// Writes down what the audio files of a note say.
    TranscribeAudio,
    /// Condenses the evidence; only the agent's loop has this tool.
    SummarizeEvidence,
    /// Ends the agent's loop; only the agent's loop has this tool.
    Finish,
}

/// What a tool does outside the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolEffect {
    /// It reads the vault or this conversation.
    Read,
    /// It sends a request to the web.
    Web,
    /// It proposes a change of the vault, which the user approves first.
    Write,
}

impl ToolName {
    /// All tools, in the order in which a model sees them.
    pub const ALL: [Self; 32] = [
        Self::SearchVault,
        Self::ReadNote,
        Self::OpenLines,
        Self::ListFolder,
        Self::ListByProperty,
        Self::ListByDate,
        Self::Backlinks,
        Self::Outlinks,
        Self::SearchWeb,
        Self::OpenPage,
        Self::CurrentDate,
        Self::ListPreferences,
        Self::ContinueResult,
        Self::CreateNote,
        Self::MoveNote,
        Self::MoveNotes,
        Self::AppendToNote,
        Self::PrependToNote,
        Self::ReplaceSection,
        Self::AppendToSection,
        Self::SetProperty,
        Self::AppendToProperty,
        Self::RemoveProperty,
        Self::LogInteraction,
        Self::SavePreference,
        Self::RemovePreference,
        Self::ResearchNote,
        Self::AskVault,
        Self::SummarizeNote,
        Self::TranscribeAudio,
        Self::SummarizeEvidence,
        Self::Finish,
    ];

    /// Finds a tool by its name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.as_str() == name)
    }

    /// The name by which the tool is called.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SearchVault => "search_vault",
            Self::ReadNote => "read_note",
            Self::OpenLines => "open_lines",
            Self::ListFolder => "list_folder",
            Self::ListByProperty => "list_by_property",
            Self::ListByDate => "list_by_date",
            Self::Backlinks => "backlinks",
            Self::Outlinks => "outlinks",
            Self::SearchWeb => "search_web",
            Self::OpenPage => "open_page",
            Self::CurrentDate => "current_date",
            Self::ListPreferences => "list_preferences",
            Self::ContinueResult => "continue_result",
            Self::CreateNote => "create_note",
            Self::MoveNote => "move_note",
            Self::MoveNotes => "move_notes",
            Self::AppendToNote => "append_to_note",
            Self::PrependToNote => "prepend_to_note",
            Self::ReplaceSection => "replace_section",
            Self::AppendToSection => "append_to_section",
            Self::SetProperty => "set_property",
            Self::AppendToProperty => "append_to_property",
            Self::RemoveProperty => "remove_property",
            Self::LogInteraction => "log_interaction",
            Self::SavePreference => "save_preference",
            Self::RemovePreference => "remove_preference",
            Self::ResearchNote => "research_note",
            Self::AskVault => "ask_vault",
            Self::SummarizeNote => "summarize_note",
            Self::TranscribeAudio => "transcribe_audio",
            Self::SummarizeEvidence => "summarize_evidence",
            Self::Finish => "finish",
        }
    }

    /// What the tool does outside the conversation.
    pub const fn effect(self) -> ToolEffect {
        match self {
            Self::SearchWeb | Self::OpenPage => ToolEffect::Web,
            Self::CreateNote
            | Self::MoveNote
            | Self::MoveNotes
            | Self::AppendToNote
            | Self::PrependToNote
            | Self::ReplaceSection
            | Self::AppendToSection
            | Self::SetProperty
            | Self::AppendToProperty
            | Self::RemoveProperty
            | Self::LogInteraction
            | Self::SavePreference
            | Self::RemovePreference
            | Self::ResearchNote => ToolEffect::Write,
            _ => ToolEffect::Read,
        }
    }

    /// Whether the tool exists only inside the agent's loop, which carries it out itself.
    pub const fn is_of_agent_loop(self) -> bool {
        matches!(self, Self::SummarizeEvidence | Self::Finish)
    }
}
