//! The settings group "Chat".

use crate::settings::form::field::{Control, Field, new_field};

/// The fields of the group "Chat".
pub(super) fn chat_fields() -> Vec<Field> {
    vec![
        new_field(
            "promptsFolder",
            "Folder of prompts",
            Control::Text { placeholder: "No folder" },
            "Type / in the chat to insert the text of a note in this folder. {{selection}}, {{note}} and {{date}} are filled in.",
        )
        .shown_when("engine", &["model"]),
    ]
}
