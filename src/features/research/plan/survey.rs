//! Examines a note before anything is sent: whether it can be researched, what its Research section
//! contains, and which services would be called.

use crate::answers::run::ChosenModel;
use crate::features::research::plan::estimator;
use crate::features::research::plan::researched_note::read_note;
use crate::features::research::services::{chosen_model, web_service_names};
use serde::{Deserialize, Serialize};

use crate::answers::run::{ResearchStore, TopicsCallEstimate};
use crate::host::Host;
use crate::model::llm::PriceList;
use crate::notes::note::{SectionState, report_section};
use crate::settings::Settings;
use crate::values::Result;

/// What the user must know about a note before anything is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteSurvey {
    /// Who wrote the note's Research section.
    #[serde(rename = "section")]
    pub section_state: SectionState,
    /// Whether the section has a report of Ibid.
    pub has_report: bool,
    /// Whether the user's changes to the section can be merged with a new report. This requires
    /// that Ibid's previous report is still stored on this device.
    #[serde(rename = "mergeable")]
    pub can_merge_section: bool,
    /// Names of the search services that a run would call; empty if the note is private.
    #[serde(rename = "asks")]
    pub web_service_names: Vec<String>,
    /// The model to which the note would be sent; `None` if the note is private, or for the
    /// built-in engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ChosenModel>,
    /// The call that asks a model for the topics, with its estimated cost. It is sent before the
    /// user approves the agenda. `None` without a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "topicsCall")]
    pub topics_call_estimate: Option<TopicsCallEstimate>,
}

/// Reads a note and returns what the user must know before anything is sent.
pub async fn survey_note(
    host: &dyn Host,
    store: &ResearchStore,
    settings: &Settings,
    prices: &PriceList,
    path: &str,
) -> Result<NoteSurvey> {
    let note = read_note(host, settings, path).await?;
    let previous_run = report_section::last_report_run_id(&note.section.content);
    let mergeable = match previous_run {
        Some(run) => store.written_report(host, run).await.is_some(),
        None => false,
    };
    let model = chosen_model(settings, note.privacy);
    let topics_call = model.as_ref().and(estimator::estimate_topics_call(settings, prices, &note));
    Ok(NoteSurvey {
        section_state: note.section.state,
        has_report: previous_run.is_some(),
        can_merge_section: mergeable,
        web_service_names: web_service_names(settings, note.privacy),
        model,
        topics_call_estimate: topics_call,
    })
}
