//! A first look at a note, before anything is spent: may it be researched, what stands in its
//! section, and who would be told something of it.

use crate::research::agenda::ChosenModel;
use crate::research::plan::estimator;
use crate::research::plan::note::read;
use crate::research::services::{chosen_model, web_services};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::host::Host;
use crate::llm::price::PriceList;
use crate::note::report_section::{self, SectionState};
use crate::research::estimate::TopicsCall;
use crate::research::store::ResearchStore;
use crate::settings::Settings;

/// What a first look found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Survey {
    /// What stands in the note's Research section now.
    pub section: SectionState,
    /// Whether what the person changed in it can be merged with a new report: what Ibid wrote is
    /// still known on this device.
    pub mergeable: bool,
    /// Services of the web that would be sent topics; none where the note is private.
    #[serde(rename = "asks")]
    pub web_services: Vec<String>,
    /// The model that would be sent the note; none where it is private, or for the built-in engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ChosenModel>,
    /// The call that names the topics, which comes before anything is approved; none where no model
    /// is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topics_call: Option<TopicsCall>,
}

/// Looks at a note.
pub async fn survey(
    host: &dyn Host,
    store: &ResearchStore,
    (settings, prices): (&Settings, &PriceList),
    path: &str,
) -> Result<Survey> {
    let note = read(host, settings, path).await?;
    let written = report_section::run_of(&note.section.content);
    let mergeable = match written {
        Some(run) => store.written(host, run).await.is_some(),
        None => false,
    };
    let model = chosen_model(settings, note.private);
    let topics_call = model.as_ref().and(estimator::topics_call(settings, prices, &note));
    Ok(Survey {
        section: note.section.state,
        mergeable,
        web_services: web_services(settings, note.private),
        model,
        topics_call,
    })
}
