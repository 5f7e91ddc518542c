//! The settings group "Gaps and inbox".

use crate::settings::MAX_FINDINGS_PER_RUN;
use crate::settings::form::field::{Control, Field, choice_control, new_field};

/// The fields of the group "Gaps and inbox".
pub(super) fn inbox_fields() -> Vec<Field> {
    vec![
        new_field(
            "inboxFolder",
            "Inbox folder",
            Control::Text { placeholder: "Research inbox" },
            "Where Ibid creates the notes of findings that you accept, and saves a report if its note was deleted during the run.",
        ),
        new_field(
            "inboxPlace",
            "Keep the research inbox",
            choice_control(&[
                ("vault", "In a note of the inbox folder"),
                ("device", "On this device"),
            ]),
            "A note syncs with your vault, and you can read it anywhere.",
        ),
        new_field(
            "maxFindings",
            "Maximum findings per run",
            Control::Number { min: 1, max: MAX_FINDINGS_PER_RUN },
            "The best findings of a run are kept.",
        ),
        new_field(
            "gapSchedule",
            "Research gaps every week",
            choice_control(&[
                ("off", "Off"),
                ("monday", "On Monday"),
                ("tuesday", "On Tuesday"),
                ("wednesday", "On Wednesday"),
                ("thursday", "On Thursday"),
                ("friday", "On Friday"),
                ("saturday", "On Saturday"),
                ("sunday", "On Sunday"),
            ]),
            "Only while the app is open.",
        ),
        new_field(
            "scheduledApproval",
            "On that day",
            choice_control(&[
                ("ask", "Propose an agenda"),
                ("run", "Run without asking, within the budget"),
            ]),
            "Without asking, Ibid uses only services that you have allowed before.",
        )
        .shown_when(
            "gapSchedule",
            &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
        ),
    ]
}
