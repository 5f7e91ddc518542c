//! The group "Your vault": which notes are used, and what may leave the device.

use crate::settings::form::field::{Action, Confirmation, Control, Field, choice, field};

pub(super) fn fields() -> Vec<Field> {
    vec![
        field(
            "excludedFolders",
            "Excluded folders",
            Control::Lines { placeholder: "Templates" },
            "Notes in these folders are neither searched nor researched. One folder a line.",
        ),
        field(
            "privateFolders",
            "Private folders",
            Control::Lines { placeholder: "Diary" },
            "Notes in these folders never leave this device. They are found by local search. One folder per line, with everything below it; / is the whole vault. The same holds for every note with the property “private”.",
        ),
        field(
            "privateTags",
            "Private tags",
            Control::Lines { placeholder: "private" },
            "Notes with these tags, or with tags below them, never leave this device. One tag a line.",
        ),
        field(
            "namePrivateNotes",
            "Name private notes",
            Control::Toggle,
            "Lists private notes by name among the related notes of a report in a public note. Their text is never quoted there, and a report that a model wrote never names them.",
        ),
        field(
            "inboxFolder",
            "Inbox folder",
            Control::Text { placeholder: "Research inbox" },
            "Where a finished report goes if its note was deleted meanwhile.",
        ),
        field(
            "embeddings",
            "Search by meaning",
            choice(&[("off", "Off"), ("openai", "OpenAI-compatible"), ("ollama", "Ollama")]),
            "Finds notes also by what they mean. For this the text of your notes, but for private ones, and the words you search for are sent to the service you choose here. Off sends nothing.",
        )
        .resetting(&["embeddingUrl", "embeddingModel", "embeddingKey"]),
        field(
            "embeddingUrl",
            "Address of the embedding service",
            Control::Text { placeholder: "https://…/v1" },
            "Left empty: https://api.openai.com/v1 once a key is set, or http://localhost:11434 for Ollama.",
        )
        .resetting(&["embeddingKey"])
        .shown_when("embeddings", &["openai", "ollama"]),
        field(
            "embeddingModel",
            "Embedding model",
            Control::Text { placeholder: "" },
            "Left empty: text-embedding-3-small, or nomic-embed-text for Ollama. With another model all notes are read anew.",
        )
        .shown_when("embeddings", &["openai", "ollama"]),
        field(
            "embeddingKey",
            "Key of the embedding service",
            Control::Secret,
            "The key stays in the app's secret storage on this device. Leave it empty for a service that needs none.",
        )
        .shown_when("embeddings", &["openai"]),
        field(
            "forget",
            "Forget everything on this device",
            Control::Action {
                action: Action::ClearLocalData,
                label: "Forget",
                confirmation: Some(CLEAR_LOCAL_DATA),
            },
            "Drops the search index, what services answered, the list of what was sent, traces, unfinished runs and earlier sections. Your notes stay as they are.",
        ),
    ]
}

const CLEAR_LOCAL_DATA: Confirmation = Confirmation {
    title: "Forget everything on this device?",
    deleted: "Ibid drops what it keeps of this vault here: the search index, answers of services, the list of what was sent, traces, unfinished runs, earlier sections, and what you agreed to. A run that is on is stopped. This cannot be undone.",
    unchanged: "Your notes and Ibid's settings stay as they are, and so do the keys in the app's secret storage. The index is made anew when it is needed.",
    confirm: "Forget everything",
};
