//! The tools: name, description, effect and arguments of each.

use serde::Serialize;
use serde_json::Value;

use crate::tools::argument::{Argument, ArgumentKind, Presence, json_schema};

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

/// Maximum number of entries of one page of a list.
const MAX_LIST_LIMIT: usize = 1_000;

/// Maximum offset of a list or a note. It is larger than every vault and every note.
const MAX_OFFSET: usize = 1_000_000_000;

const PATH: Argument = required(
    "path",
    "The note: its path in the vault, with or without .md, or its name if only one note has it.",
);
const LIMIT: Argument =
    number("limit", 100, 1, MAX_LIST_LIMIT, "Maximum number of entries of the list.");
const OFFSET: Argument =
    number("offset", 0, 0, MAX_OFFSET, "Number of entries to skip, to read a long list in parts.");

impl ToolName {
    /// All tools, in the order in which a model sees them.
    pub const ALL: [Self; 15] = [
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
            Self::SummarizeEvidence => "summarize_evidence",
            Self::Finish => "finish",
        }
    }

    /// What the tool does outside the conversation.
    pub const fn effect(self) -> ToolEffect {
        match self {
            Self::SearchWeb | Self::OpenPage => ToolEffect::Web,
            _ => ToolEffect::Read,
        }
    }

    /// Whether the tool exists only inside the agent's loop, which carries it out itself.
    pub const fn is_of_agent_loop(self) -> bool {
        matches!(self, Self::SummarizeEvidence | Self::Finish)
    }

    /// The tool as a program or a model sees it.
    pub fn declaration(self) -> ToolDeclaration {
        ToolDeclaration {
            name: self.as_str(),
            description: self.description(),
            parameters: json_schema(self.arguments()),
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
            Self::SummarizeEvidence => {
                "Condenses the evidence found so far to what matters for a goal."
            }
            Self::Finish => "Gives the final answer and ends the work.",
        }
    }

    /// The arguments of the tool.
    pub const fn arguments(self) -> &'static [Argument] {
        match self {
            Self::SearchVault => &SEARCH_VAULT,
            Self::ReadNote => &READ_NOTE,
            Self::OpenLines => &OPEN_LINES,
            Self::ListFolder => &LIST_FOLDER,
            Self::ListByProperty => &LIST_BY_PROPERTY,
            Self::ListByDate => &LIST_BY_DATE,
            Self::Backlinks => &BACKLINKS,
            Self::Outlinks => &[PATH, LIMIT, OFFSET],
            Self::SearchWeb => &SEARCH_WEB,
            Self::OpenPage => &OPEN_PAGE,
            Self::CurrentDate | Self::ListPreferences => &[],
            Self::ContinueResult => &CONTINUE_RESULT,
            Self::SummarizeEvidence => &SUMMARIZE_EVIDENCE,
            Self::Finish => &FINISH,
        }
    }
}

const SEARCH_VAULT: [Argument; 4] = [
    required("query", "The words or the question to search for."),
    number("limit", 5, 1, 50, "Maximum number of notes to return."),
    choice(
        "mode",
        &["hybrid", "keyword", "semantic"],
        "hybrid",
        "Search by words, by meaning or by both.",
    ),
    optional("folder", "Searches only this folder of the vault."),
];

const READ_NOTE: [Argument; 3] = [
    PATH,
    number("offset", 0, 0, MAX_OFFSET, "Number of characters to skip."),
    number("length", 4_000, 1, 1_000_000, "Number of characters to read."),
];

const OPEN_LINES: [Argument; 3] = [
    PATH,
    required_number("first", "The first line, counted from 1."),
    required_number("last", "The last line, inclusive; at most 400 lines at once."),
];

const LIST_FOLDER: [Argument; 4] = [
    optional("folder", "The path of the folder; left out or empty for the top of the vault."),
    Argument {
        name: "recursive",
        kind: ArgumentKind::Boolean,
        description: "Whether to list the notes of subfolders too.",
        presence: Presence::DefaultFalse,
    },
    LIMIT,
    OFFSET,
];

const LIST_BY_PROPERTY: [Argument; 5] = [
    required("property", "The name of the property, for example `status` or `tags`."),
    Argument {
        name: "value",
        kind: ArgumentKind::Scalar,
        description: "The value to look for.",
        presence: Presence::Required,
    },
    choice(
        "match",
        &["contains", "equals"],
        "contains",
        "contains: an item of a list or a part of a text, ignoring case; equals: the whole value.",
    ),
    LIMIT,
    OFFSET,
];

const LIST_BY_DATE: [Argument; 5] = [
    required("from", "The first day, as YYYY-MM-DD."),
    required("to", "The last day, inclusive, as YYYY-MM-DD."),
    choice(
        "date",
        &["modified", "created"],
        "modified",
        "modified: the last change of the file; created: the property `date` or `created`, else \
         the creation of the file.",
    ),
    LIMIT,
    OFFSET,
];

const BACKLINKS: [Argument; 3] = [Argument { name: "note", ..PATH }, LIMIT, OFFSET];

const SEARCH_WEB: [Argument; 2] = [
    required("query", "The words to search for."),
    number("limit", 5, 1, 20, "Maximum number of results to return."),
];

const OPEN_PAGE: [Argument; 1] =
    [required("url", "The address, exactly as a search returned it or as the user wrote it.")];

const CONTINUE_RESULT: [Argument; 1] =
    [required("next", "The value of `next` that a cut result gave.")];

const SUMMARIZE_EVIDENCE: [Argument; 1] = [required("goal", "What the summary is for.")];

const FINISH: [Argument; 2] = [
    Argument {
        name: "answer",
        kind: ArgumentKind::AnyText,
        description: "The answer, with the ids of its evidence in brackets, as [ev-run-001]; empty \
                      if the evidence has none.",
        presence: Presence::Required,
    },
    choice("confidence", &["high", "medium", "low"], "medium", "How sure the answer is."),
];

const fn required(name: &'static str, description: &'static str) -> Argument {
    Argument { name, kind: ArgumentKind::Text, description, presence: Presence::Required }
}

const fn optional(name: &'static str, description: &'static str) -> Argument {
    Argument { name, kind: ArgumentKind::AnyText, description, presence: Presence::Optional }
}

const fn required_number(name: &'static str, description: &'static str) -> Argument {
    let kind = ArgumentKind::Integer { min: 1, max: MAX_OFFSET };
    Argument { name, kind, description, presence: Presence::Required }
}

const fn number(
    name: &'static str,
    default: usize,
    min: usize,
    max: usize,
    description: &'static str,
) -> Argument {
    let kind = ArgumentKind::Integer { min, max };
    Argument { name, kind, description, presence: Presence::DefaultNumber(default) }
}

const fn choice(
    name: &'static str,
    words: &'static [&'static str],
    default: &'static str,
    description: &'static str,
) -> Argument {
    let presence = Presence::DefaultText(default);
    Argument { name, kind: ArgumentKind::Choice(words), description, presence }
}
