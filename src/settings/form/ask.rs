//! The settings group "Ask the vault".

use crate::settings::MAX_ASK_STEPS;
use crate::settings::form::field::{Control, Field, new_field};

/// The fields of the group "Ask the vault".
pub(super) fn ask_fields() -> Vec<Field> {
    vec![
        new_field(
            "askSteps",
            "Maximum steps per question",
            Control::Number { min: 1, max: MAX_ASK_STEPS },
            "Searches and passages that the model may look up before it answers.",
        )
        .shown_when("engine", &["model"]),
        new_field(
            "askFolder",
            "Keep each question in",
            Control::Text { placeholder: "No folder" },
            "A folder of your vault for the answer (report.md), its evidence (evidence.json) and the run log (trace.json) of each question. Leave empty to keep nothing.",
        ),
    ]
}
