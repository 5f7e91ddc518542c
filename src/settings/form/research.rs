//! The settings groups "Research" and "Report": what a run does, and what its report looks like.

use crate::settings::form::field::{Control, Field, choice_control, new_field};
use crate::settings::{
    MAX_PARALLEL_TOPICS, MAX_RESULTS_PER_SEARCH, MAX_TOPICS_PER_RUN,
    MIN_DUPLICATE_THRESHOLD_PERCENT,
};

/// The fields of the group "Research".
pub(super) fn research_fields() -> Vec<Field> {
    vec![
        new_field(
            "depth",
            "Depth",
            choice_control(&[("shallow", "Shallow"), ("deep", "Deep")]),
            "Shallow uses search results and passages from your notes. Deep also opens and reads the two best pages for each topic.",
        ),
        new_field(
            "topics",
            "Maximum topics per run",
            Control::Number { min: 1, max: MAX_TOPICS_PER_RUN },
            "Topics, claims and questions to research in one note.",
        ),
        new_field(
            "results",
            "Results per search",
            Control::Number { min: 1, max: MAX_RESULTS_PER_SEARCH },
            "Web results to use for each search.",
        ),
        new_field(
            "askBeforeRun",
            "Show agenda first",
            Control::Toggle,
            "Review and edit the topics, and see the estimated cost and time, before a run starts.",
        ),
        new_field(
            "concurrency",
            "Parallel topics",
            Control::Number { min: 1, max: MAX_PARALLEL_TOPICS },
            "Topics to research at the same time.",
        ),
        new_field(
            "similarity",
            "Duplicate threshold (%)",
            Control::Number { min: MIN_DUPLICATE_THRESHOLD_PERCENT, max: 100 },
            "Hide findings that mostly repeat one of your notes. Lower values hide more.",
        ),
    ]
}

/// The fields of the group "Report".
pub(super) fn report_fields() -> Vec<Field> {
    [layout_fields(), place_fields(), check_fields()].concat()
}

/// What a report looks like.
fn layout_fields() -> Vec<Field> {
    vec![
        new_field(
            "sectionHeading",
            "Section heading",
            Control::Text { placeholder: "## Research" },
            "Ibid writes only under this heading. Sections under a previous heading stay unchanged.",
        ),
        language_field(),
        new_field(
            "citations",
            "Citations",
            choice_control(&[("links", "Inline links"), ("footnotes", "Footnotes")]),
            "How each statement links to its source.",
        ),
        new_field(
            "reportLength",
            "Length of the report",
            choice_control(&[("full", "Full"), ("short", "Short")]),
            "Short: the best answer to each question and one sentence on every other topic. Full: the short answers first, then the details.",
        ),
        new_field(
            "topicLayout",
            "Topics",
            choice_control(&[("headings", "Headings"), ("folded", "Folded")]),
            "Folded: each topic is a callout that you open with a click. Contradictions are always visible.",
        ),
    ]
}

/// Where a report is written.
fn place_fields() -> Vec<Field> {
    vec![
        new_field(
            "reportPlace",
            "Write the report to",
            choice_control(&[("note", "The note"), ("separate", "A separate note")]),
            "A separate note has the name of the note and the heading, for example “Tea – Research”, and is in the same folder. The note itself stays unchanged.",
        ),
        new_field(
            "partialReport",
            "Selection or focus",
            choice_control(&[
                ("ask", "Ask the first time"),
                ("add", "Add to the report"),
                ("replace", "Replace the report"),
            ]),
            "What to do with an existing report when you research a selection, or a note with a focus.",
        ),
    ]
}

/// How the sentences of a report are checked, and what is kept of a run.
fn check_fields() -> Vec<Field> {
    vec![
        new_field(
            "unverified",
            "Unsupported statements",
            choice_control(&[("drop", "Leave out"), ("mark", "Mark as unverified")]),
            "What to do with a sentence that its source doesn't support. The report counts them either way.",
        ),
        new_field(
            "secondReading",
            "Second reading",
            Control::Toggle,
            "Let the model check each sentence against its source alone before it is written. Uses the cheaper model; without it, only the built-in check is made.",
        )
        .shown_when("engine", &["model"]),
        new_field(
            "keepTraces",
            "Keep run logs",
            Control::Toggle,
            "Record each run on this device so that it can be exported and replayed. API keys are never recorded.",
        ),
    ]
}

fn language_field() -> Field {
    new_field(
        "reportLanguage",
        "Report language",
        choice_control(&[
            ("note", "Same as note"),
            ("en", "English"),
            ("de", "Deutsch"),
            ("fr", "Français"),
            ("es", "Español"),
            ("pt", "Português"),
            ("it", "Italiano"),
            ("nl", "Nederlands"),
            ("ru", "Русский"),
            ("zh", "中文"),
            ("ja", "日本語"),
            ("ko", "한국어"),
        ]),
        "Language of headings, phrases and text written by a model. Quotations keep their original language.",
    )
}
