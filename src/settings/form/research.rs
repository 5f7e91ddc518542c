//! The groups "Research" and "Report": what a run does and what its section looks like.

use crate::settings::form::field::{Control, Field, choice, field};
use crate::settings::{MAX_CONCURRENCY, MAX_RESULTS, MAX_TOPICS, MIN_SIMILARITY};

/// The fields of the group "Research".
pub(super) fn fields() -> Vec<Field> {
    vec![
        field(
            "depth",
            "Depth",
            choice(&[("shallow", "Shallow"), ("deep", "Deep")]),
            "Shallow uses search results and passages of your notes. Deep also opens and reads the best two pages for each topic.",
        ),
        field(
            "topics",
            "Topics",
            Control::Number { min: 1, max: MAX_TOPICS },
            "How many topics, claims and questions of a note one run takes up at the most.",
        ),
        field(
            "results",
            "Results of a search",
            Control::Number { min: 1, max: MAX_RESULTS },
            "How many results of each web search are used.",
        ),
        field(
            "askBeforeRun",
            "Show the agenda first",
            Control::Toggle,
            "Before anything is looked up you see the topics, what they may cost and how long it takes, and can change them.",
        ),
        field(
            "concurrency",
            "Topics at once",
            Control::Number { min: 1, max: MAX_CONCURRENCY },
            "How many topics are looked up at the same time.",
        ),
        field(
            "similarity",
            "Already known from",
            Control::Number { min: MIN_SIMILARITY, max: 100 },
            "Of a hundred words of a finding, how many must stand in one of your notes for it to be nothing new. With search by meaning, a note that is as near in meaning counts as well.",
        ),
    ]
}

/// The fields of the group "Report".
pub(super) fn report_fields() -> Vec<Field> {
    vec![
        field(
            "sectionHeading",
            "Heading of the section",
            Control::Text { placeholder: "## Research" },
            "Ibid writes under this heading and nowhere else. Sections under an earlier heading stay as they are.",
        ),
        field(
            "reportLanguage",
            "Language",
            choice(&[
                ("note", "That of the note"),
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
            "The language of headings and phrases, and of what a model writes. Quotations stay as they were read.",
        ),
        field(
            "citations",
            "Sources",
            choice(&[("links", "Links in the text"), ("footnotes", "Footnotes")]),
            "How the source of each statement is named.",
        ),
        field(
            "unverified",
            "Statements without support",
            choice(&[("drop", "Leave out"), ("mark", "Mark as unverified")]),
            "What happens to a sentence that its source does not bear out. The report counts them either way.",
        ),
        field(
            "keepTraces",
            "Keep traces",
            Control::Toggle,
            "Keeps everything that a run asked and was told on this device, so that it can be looked at and replayed. Keys are never part of it.",
        ),
    ]
}
