//! The settings groups "Research" and "Report": what a run does, and what its report looks like.

use crate::settings::form::field::{Control, Field, choice, field};
use crate::settings::{MAX_CONCURRENCY, MAX_RESULTS, MAX_TOPICS, MIN_SIMILARITY};

/// The fields of the group "Research".
pub(super) fn fields() -> Vec<Field> {
    vec![
        field(
            "depth",
            "Depth",
            choice(&[("shallow", "Shallow"), ("deep", "Deep")]),
            "Shallow uses search results and passages from your notes. Deep also opens and reads the two best pages for each topic.",
        ),
        field(
            "topics",
            "Maximum topics per run",
            Control::Number { min: 1, max: MAX_TOPICS },
            "Topics, claims and questions to research in one note.",
        ),
        field(
            "results",
            "Results per search",
            Control::Number { min: 1, max: MAX_RESULTS },
            "Web results to use for each search.",
        ),
        field(
            "askBeforeRun",
            "Show agenda first",
            Control::Toggle,
            "Review and edit the topics, and see the estimated cost and time, before a run starts.",
        ),
        field(
            "concurrency",
            "Parallel topics",
            Control::Number { min: 1, max: MAX_CONCURRENCY },
            "Topics to research at the same time.",
        ),
        field(
            "similarity",
            "Duplicate threshold (%)",
            Control::Number { min: MIN_SIMILARITY, max: 100 },
            "Hide findings that mostly repeat one of your notes. Lower values hide more.",
        ),
    ]
}

/// The fields of the group "Report".
pub(super) fn report_fields() -> Vec<Field> {
    vec![
        field(
            "sectionHeading",
            "Section heading",
            Control::Text { placeholder: "## Research" },
            "Ibid writes only under this heading. Sections under a previous heading stay unchanged.",
        ),
        field(
            "reportLanguage",
            "Report language",
            choice(&[
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
        ),
        field(
            "citations",
            "Citations",
            choice(&[("links", "Inline links"), ("footnotes", "Footnotes")]),
            "How each statement links to its source.",
        ),
        field(
            "unverified",
            "Unsupported statements",
            choice(&[("drop", "Leave out"), ("mark", "Mark as unverified")]),
            "What to do with a sentence that its source doesn't support. The report counts them either way.",
        ),
        field(
            "keepTraces",
            "Keep run logs",
            Control::Toggle,
            "Record each run on this device so that it can be exported and replayed. API keys are never recorded.",
        ),
    ]
}
