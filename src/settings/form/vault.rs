//! The settings group "Vault and privacy": which notes are used, and what may leave the device.

use crate::settings::form::field::{Action, Confirmation, Control, Field, new_field};

pub(super) fn vault_fields() -> Vec<Field> {
    [note_fields(), vec![clear_data_field()]].concat()
}

fn note_fields() -> Vec<Field> {
    vec![
        new_field(
            "excludedFolders",
            "Excluded folders",
            Control::Lines { placeholder: "Templates" },
            "Notes in these folders are neither searched nor researched. One folder per line.",
        ),
        new_field(
            "privateFolders",
            "Private folders",
            Control::Lines { placeholder: "Diary" },
            "Notes in these folders never leave this device, but local search finds them. One folder per line, including its subfolders; / is the whole vault. Notes with the property “private” are always private.",
        ),
        new_field(
            "privateTags",
            "Private tags",
            Control::Lines { placeholder: "private" },
            "Notes with these tags or their nested tags never leave this device. One tag per line.",
        ),
        new_field(
            "namePrivateNotes",
            "Show names of private notes",
            Control::Toggle,
            "Lists private notes by name under related notes in the report of a public note. Their text is never quoted, and reports written by a model never name them.",
        ),
    ]
}

fn clear_data_field() -> Field {
    new_field(
        "forget",
        "Clear local data",
        Control::Action {
            action: Action::ClearLocalData,
            label: "Clear",
            confirmation: Some(CLEAR_DATA_CONFIRMATION),
        },
        "Deletes the search index, cached responses, the list of what was sent, run logs, interrupted runs, previous sections, conversations, and an inbox that is kept on this device. Your notes don't change.",
    )
}

const CLEAR_DATA_CONFIRMATION: Confirmation = Confirmation {
    title: "Clear local data?",
    deleted_data_text: "Deletes what Ibid stores for this vault on this device: the search index, cached responses, the list of what was sent, run logs, interrupted runs, previous sections, conversations, an inbox that is kept on this device, and your permissions to send data. Stops any run in progress. You can't undo this.",
    unchanged_data_text: "Your notes, Ibid's settings and your API keys don't change. The index is rebuilt when needed.",
    confirm_button_label: "Clear local data",
};
