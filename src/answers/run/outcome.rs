//! The result of a run, and its intermediate results.

use serde::{Deserialize, Serialize};

use crate::answers::run::statement::{LeftOutSentence, TopicReport};
use crate::evidence::{Evidence, Origin};
use crate::model::llm::Spending;
use crate::notes::note::NotePath;

/// The result of a finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Identifier of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// Path of the note with the section.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Path of the researched note.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string", optional))]
    pub note: Option<NotePath>,
    /// Text of the section's heading.
    #[serde(rename = "heading")]
    pub section_heading: String,
    /// Number of topics for which something was found, even if the user's notes already contain it.
    #[serde(rename = "topicsResearched")]
    pub researched_topic_count: usize,
    /// Number of different notes and pages that the report cites.
    #[serde(rename = "sources")]
    pub source_count: usize,
    /// Number of sentences left out because their evidence does not support them.
    #[serde(rename = "unverified")]
    pub unsupported_sentence_count: usize,
    /// The first characters of the section.
    #[serde(rename = "preview")]
    pub section_preview: String,
    /// Cost in US dollars; zero for the built-in engine.
    #[serde(rename = "cost")]
    pub cost_dollars: f64,
    /// The cost as text, for example `$0.03` or `free`.
    #[serde(default)]
    pub cost_text: String,
    /// Tokens and money that models used.
    pub spent: Spending,
    /// Duration of the run in milliseconds.
    pub elapsed_millis: u64,
    /// The duration as text, for example `12 s`.
    #[serde(default)]
    pub elapsed_text: String,
    /// Messages about steps that were skipped or done differently than planned.
    pub warnings: Vec<String>,
    /// What was found about each topic, in the order of the report.
    #[serde(default)]
    pub topics: Vec<TopicOutcome>,
    /// Sentences of the model that are not in the report, because their evidence does not support
    /// them.
    #[serde(default)]
    pub left_out: Vec<LeftOutSentence>,
    /// The steps of the run with their duration and cost, in the order of the run.
    #[serde(default)]
    pub steps: Vec<RunStep>,
}

/// A step of a run, such as the search of the web.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunStep {
    /// What the step does, in words for the user.
    pub name: String,
    /// The duration as text, for example `12 s`.
    pub elapsed_text: String,
    /// The cost as text; empty if the step called no model.
    pub cost_text: String,
}

/// What a run found about one topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicOutcome {
    /// The question, claim or concept.
    pub name: String,
    /// How well the topic was answered.
    pub found: TopicFindings,
    /// The notes and pages that the report cites on the topic.
    pub sources: Vec<ReportSource>,
    /// The text of a new note with what was found on the topic, and a link to the researched note;
    /// empty if nothing was found.
    #[serde(default)]
    pub note_text: String,
}

/// How well a topic was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TopicFindings {
    /// The report says something about the topic.
    Answered,
    /// The report only quotes what comes closest.
    Closest,
    /// Nothing was found.
    Nothing,
}

/// A note or page that a report cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReportSource {
    /// The title of the note or page.
    pub title: String,
    /// The path of the note; absent for a page.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: Option<NotePath>,
    /// The address of the page; absent for a note.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<String>,
}

impl From<&Evidence> for ReportSource {
    fn from(evidence: &Evidence) -> Self {
        match &evidence.origin {
            Origin::Note(location) => Self {
                title: location.path.title().to_owned(),
                path: Some(location.path.clone()),
                url: None,
            },
            Origin::Web(location) => {
                Self { title: location.title.clone(), path: None, url: Some(location.url.clone()) }
            }
        }
    }
}

impl TopicOutcome {
    /// Describes what a part of the report says. `evidence` is the evidence of the run.
    pub fn new(part: &TopicReport<'_>, evidence: &[&Evidence]) -> Self {
        let mut sources: Vec<ReportSource> = Vec::new();
        let cited = part.all_statements().flat_map(|statement| &statement.cited_evidence);
        let known = part.already_in_vault.iter().map(|known| &known.evidence_id);
        for id in cited.chain(known) {
            let piece = evidence.iter().find(|piece| piece.id == *id);
            let source = piece.map(|piece| ReportSource::from(*piece));
            sources.extend(source.filter(|source| !sources.contains(source)));
        }
        let found = match () {
            () if part.is_answered() => TopicFindings::Answered,
            () if part.is_empty() => TopicFindings::Nothing,
            () => TopicFindings::Closest,
        };
        let name = part.agenda_topic.topic.title().to_owned();
        Self { name, found, sources, note_text: String::new() }
    }
}

/// Intermediate results of a run, for its trace.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunOutput {
    /// The evidence that sentences could cite.
    pub evidence: Vec<Evidence>,
    /// Sentences of the model that are not in the report, because their evidence does not support
    /// them.
    #[serde(default)]
    pub left_out: Vec<LeftOutSentence>,
    /// Messages about sources and steps that were skipped, with the reasons.
    #[serde(rename = "skipped")]
    pub skip_messages: Vec<String>,
    /// Tokens and money that models used.
    pub spent: Spending,
}
