//! The settings group "Chat": the user's prompts, and the service that transcribes audio.

use crate::settings::form::field::{Control, Field, new_field};

/// The fields of the group "Chat".
pub(super) fn chat_fields() -> Vec<Field> {
    vec![
        new_field(
            "promptsFolder",
            "Folder of prompts",
            Control::Text { placeholder: "No folder" },
            "A folder of notes that are your own prompts; type / in the chat to use one. {{selection}}, {{note}} and {{date}} are filled in.",
        ),
        new_field(
            "transcriptionUrl",
            "Transcription URL",
            Control::Text { placeholder: "https://…/v1" },
            "A service with OpenAI's API for Whisper. The chat can send the audio files of a note there, except those of private notes. Leave empty for the default: https://api.openai.com/v1 once an API key is set.",
        )
        .resets_fields(&["transcriptionKey"]),
        new_field(
            "transcriptionModel",
            "Transcription model",
            Control::Text { placeholder: "" },
            "Leave empty for the default: whisper-1.",
        ),
        new_field(
            "transcriptionKey",
            "Transcription API key",
            Control::Secret,
            "Stored in the app's secret storage on this device. Leave empty if the service needs no key.",
        ),
    ]
}
