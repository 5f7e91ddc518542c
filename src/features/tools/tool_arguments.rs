//! The arguments of each tool, as tables.

use crate::features::tools::argument::{Argument, ArgumentKind, Presence};
use crate::features::tools::tool_name::ToolName;

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

/// The arguments of a tool.
pub(super) const fn arguments_of(tool: ToolName) -> &'static [Argument] {
    match tool {
        ToolName::SearchVault => &SEARCH_VAULT,
        ToolName::ReadNote => &READ_NOTE,
        ToolName::OpenLines => &OPEN_LINES,
        ToolName::ListFolder => &LIST_FOLDER,
        ToolName::ListByProperty => &LIST_BY_PROPERTY,
        ToolName::ListByDate => &LIST_BY_DATE,
        ToolName::Backlinks => &BACKLINKS,
        ToolName::Outlinks => &[PATH, LIMIT, OFFSET],
        ToolName::SearchWeb => &SEARCH_WEB,
        ToolName::OpenPage => &OPEN_PAGE,
        ToolName::CurrentDate | ToolName::ListPreferences => &[],
        ToolName::ContinueResult => &CONTINUE_RESULT,
        ToolName::CreateNote => &CREATE_NOTE,
        ToolName::MoveNote => &MOVE_NOTE,
        ToolName::MoveNotes => &MOVE_NOTES,
        ToolName::AppendToNote | ToolName::PrependToNote => &[PATH, TEXT],
        ToolName::ReplaceSection | ToolName::AppendToSection => &[PATH, HEADING, TEXT],
        ToolName::SetProperty | ToolName::AppendToProperty => {
            &[OPTIONAL_PATH, PATHS, PROPERTY, VALUE]
        }
        ToolName::RemoveProperty => &[OPTIONAL_PATH, PATHS, PROPERTY],
        ToolName::LogInteraction => &LOG_INTERACTION,
        ToolName::SavePreference => &SAVE_PREFERENCE,
        ToolName::RemovePreference => &REMOVE_PREFERENCE,
        ToolName::ResearchNote => &RESEARCH_NOTE,
        ToolName::AskVault => &ASK_VAULT,
        ToolName::SummarizeNote | ToolName::TranscribeAudio => &[PATH],
        ToolName::SummarizeEvidence => &SUMMARIZE_EVIDENCE,
        ToolName::Finish => &FINISH,
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

const TEXT: Argument = required("text", "The text, as Markdown.");

const HEADING: Argument =
    required("heading", "The heading with its #, exactly as in the note, for example `## Log`.");

const OPTIONAL_PATH: Argument = Argument { presence: Presence::Optional, ..PATH };

const PATHS: Argument = Argument {
    name: "paths",
    kind: ArgumentKind::TextList,
    description: "Several notes, instead of `path`.",
    presence: Presence::Optional,
};

const PROPERTY: Argument = required("property", "The name of the property, for example `status`.");

const VALUE: Argument = Argument {
    name: "value",
    kind: ArgumentKind::AnyValue,
    description: "The value: a text, a number, true, false or a list of them.",
    presence: Presence::Required,
};

const CREATE_NOTE: [Argument; 3] = [
    required("path", "The path of the new note in the vault, with or without .md."),
    Argument { kind: ArgumentKind::AnyText, ..TEXT },
    Argument {
        name: "properties",
        kind: ArgumentKind::Object,
        description: "The properties of the note.",
        presence: Presence::Optional,
    },
];

const MOVE_NOTE: [Argument; 2] =
    [Argument { name: "from", ..PATH }, required("to", "The new path, with or without .md.")];

const MOVE_NOTES: [Argument; 1] = [Argument {
    name: "moves",
    kind: ArgumentKind::Moves,
    description: "The notes to move, each with `from` and `to`.",
    presence: Presence::Required,
}];

const LOG_INTERACTION: [Argument; 5] = [
    required("task", "What was done, in a few words."),
    optional("query", "What the user asked."),
    optional("summary", "What came of it, in a sentence or two."),
    optional("response", "The whole answer, instead of `summary`."),
    Argument {
        name: "notes",
        kind: ArgumentKind::TextList,
        description: "The notes that were used.",
        presence: Presence::Optional,
    },
];

const SAVE_PREFERENCE: [Argument; 1] = [required("text", "What to remember, in one sentence.")];

const REMOVE_PREFERENCE: [Argument; 1] =
    [required_number("line", "The line of the preference, from list_preferences.")];

const RESEARCH_NOTE: [Argument; 3] = [
    PATH,
    optional("focus", "What the research is about; empty for the whole note."),
    Argument {
        name: "depth",
        kind: ArgumentKind::Choice(&["shallow", "deep"]),
        description: "shallow: search results; deep: also whole pages. Leave out for the user's setting.",
        presence: Presence::Optional,
    },
];

const ASK_VAULT: [Argument; 2] = [
    required("question", "The question, complete in itself."),
    optional("folder", "Answers only from this folder of the vault."),
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
