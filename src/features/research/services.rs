//! Decides which services a run would call, and whether the user approved each of them. Runs,
//! resumed runs and the plugin's questions all use `service_approvals`.

use serde::{Deserialize, Serialize};

use crate::answers::run::{Agenda, ChosenModel, NotePrivacy};
use crate::features::research::plan::researched_note::read_note;
use crate::host::Host;
use crate::model::llm::ChatModel;
use crate::settings::{EngineChoice, Settings};
use crate::values::Result;

/// Whether the user approved a service when they started the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Approval {
    /// The run would not call any service for which this approval is needed.
    Unused,
    /// The approved agenda named all services that would be called.
    Approved,
    /// The settings changed after the agenda was made and name another service now.
    Changed,
}

/// Approval of all services to which a run could send text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceApprovals {
    /// Approval of the search services.
    pub web_approval: Approval,
    /// Approval of the model that writes the report.
    pub model_approval: Approval,
}

/// Whether the services of an approved agenda are still those of the settings, checked right before
/// the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ServiceCheck {
    /// The agenda with the services of the current settings. A run with this agenda may call them
    /// if the user agrees.
    #[serde(rename = "agenda")]
    pub updated_agenda: Agenda,
    /// Whether the user approved the web searches.
    #[serde(rename = "web")]
    pub web_approval: Approval,
    /// Whether the user approved the model.
    #[serde(rename = "model")]
    pub model_approval: Approval,
}

/// Returns the names of the web services in the settings, without repetitions; none for a private
/// note.
pub fn web_service_names(settings: &Settings, privacy: NotePrivacy) -> Vec<String> {
    if privacy.is_private() { Vec::new() } else { settings.web_service_names() }
}

/// Returns the model that would be called; `None` for a private note, or if no usable model is set.
pub fn chosen_model(settings: &Settings, privacy: NotePrivacy) -> Option<ChosenModel> {
    if privacy.is_private() || settings.engine != EngineChoice::Model {
        return None;
    }
    settings.report_model().ok().map(to_chosen_model)
}

/// Returns the model for quick steps that would be called for a question; `None` if no usable model
/// is set.
pub fn chosen_quick_model(settings: &Settings) -> Option<ChosenModel> {
    let model = match settings.engine {
        EngineChoice::Model => settings.chat_model().ok(),
        EngineChoice::BuiltIn => None,
    };
    model.map(to_chosen_model)
}

fn to_chosen_model(model: ChatModel) -> ChosenModel {
    ChosenModel {
        name: model.model_name,
        model_host: model.endpoint.host().to_owned(),
        is_local_model: model.endpoint.is_on_this_device(),
    }
}

/// Returns whether the user approved the services that a run would call now. If the agenda was made
/// without a model, the run uses none.
pub fn service_approvals(
    settings: &Settings,
    privacy: NotePrivacy,
    agenda: &Agenda,
) -> ServiceApprovals {
    let services = web_service_names(settings, privacy);
    let model = chosen_model(settings, privacy);
    ServiceApprovals {
        web_approval: match services
            .iter()
            .all(|service| agenda.web_service_names.contains(service))
        {
            true if services.is_empty() => Approval::Unused,
            true => Approval::Approved,
            false => Approval::Changed,
        },
        model_approval: match (&agenda.model, &model) {
            (None, _) | (_, None) => Approval::Unused,
            (Some(approved), Some(model)) if approved == model => Approval::Approved,
            _ => Approval::Changed,
        },
    }
}

/// Compares the services of an agenda with the settings. The note is read again, because it may
/// have become private.
pub async fn check_services(
    host: &dyn Host,
    settings: &Settings,
    agenda: &Agenda,
) -> Result<ServiceCheck> {
    let privacy = read_note(host, settings, agenda.path.as_str()).await?.privacy;
    let ServiceApprovals { web_approval: web, model_approval: model } =
        service_approvals(settings, privacy, agenda);
    let mut agenda = agenda.clone();
    if web == Approval::Changed {
        agenda.web_service_names = web_service_names(settings, privacy);
    }
    if model == Approval::Changed {
        agenda.model = chosen_model(settings, privacy);
    }
    Ok(ServiceCheck { updated_agenda: agenda, web_approval: web, model_approval: model })
}
