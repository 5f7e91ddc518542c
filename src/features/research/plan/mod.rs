//! Makes the agenda of a note: its topics, what the vault already says about each, and an estimate
//! of what a run would cost.

pub mod estimator;
pub mod researched_note;
pub mod survey;
mod topics_built_in;
mod topics_by_model;
mod vault_answers;

use std::cell::LazyCell;

use crate::answers::built_in::{TopicKind, texts_before_short_questions};
use crate::answers::run::{
    Agenda, AgendaTopic, AgendaTotal, ChosenModel, Connection, Permission, PlanRequest, RunContext,
    TopicEstimate, message_with_hint, spent_text, update_after_edit,
};
use crate::features::research::plan::estimator::{
    ModelUse, TopicEstimator, USUAL_PASSAGE_COUNT, WebUse,
};
use crate::features::research::plan::researched_note::{ResearchedNote, text_without_reports};
use crate::features::research::services::{chosen_model, web_service_names};
use crate::model::llm::{Spending, WithThousandsCommas};
use crate::settings::{EngineChoice, Settings};
use crate::values::{Error, ErrorCode, Progress, Result, Stage};

/// Finds the topics of a note and returns the agenda of a new run, which gets the id `run`. Writes
/// nothing, and sends nothing except to the model that the user allowed.
pub async fn create_agenda(
    context: &RunContext<'_>,
    note: ResearchedNote,
    run: &str,
    request: &PlanRequest,
) -> Result<Agenda> {
    let settings = context.settings;
    context.host.report(&Progress::in_stage(Stage::Topics));
    let budget = settings.budget();
    let PlannedServices { model, web_service_names, embedding_host } =
        planned_services(context, &note, request);
    let mut warnings = note.warnings.clone();
    let request = &with_cleaned_selection(request, settings, &mut warnings)?;
    if request.connection == Connection::Offline {
        warnings.push("No internet connection, notes only".into());
    } else if settings.engine == EngineChoice::Model && model.is_none() {
        warnings.push(no_model_warning(&note, context));
    }
    if request.connection == Connection::Online && web_service_names.is_empty() {
        warnings.extend(no_search_warning(&note, settings));
    }
    let mut topics = match &model {
        Some(_) => {
            topics_by_model::request_topics(context, &note, request, &budget, &mut warnings).await?
        }
        None => topics_built_in::find_topics(context, &note, request, &mut warnings),
    };
    if topics.is_empty() {
        let message = format!("Nothing to research in “{}”", note.path.title());
        return Err(Error::new(ErrorCode::NoTopics, message)
            .hint("Add a question, a claim, or a link to a note that doesn't exist yet."));
    }
    let preceding_texts =
        LazyCell::new(|| texts_before_short_questions(&note.user_text, note.path.title()));
    for item in &mut topics {
        if item.topic.kind == TopicKind::Question
            && let Some(text) = preceding_texts.get(&item.topic.context_sentence)
        {
            item.topic.preceding_text.clone_from(text);
        }
        item.name = item.topic.title().to_owned();
        item.found_name.clone_from(&item.name);
    }
    if !request.is_partial() {
        context.store.agenda_edits(context.host, &note.path).await.apply(&mut topics);
    }
    let spent = budget.spent();
    let planned = PlannedServices { model, web_service_names, embedding_host };
    let agenda = agenda_of_topics(context, note, topics, planned).await?;
    Ok(update_after_edit(Agenda {
        run_id: run.to_owned(),
        depth: request.depth.unwrap_or(settings.depth),
        is_partial: request.is_partial(),
        spent,
        spent_text: topics_cost_text(&spent),
        warnings,
        ..agenda
    }))
}

/// Returns the agenda of one topic that is not taken from the text of the note. Nothing is sent.
pub async fn create_topic_agenda(
    context: &RunContext<'_>,
    note: ResearchedNote,
    run: &str,
    topic: AgendaTopic,
) -> Result<Agenda> {
    let request = PlanRequest { model_permission: Permission::Allowed, ..PlanRequest::default() };
    let services = planned_services(context, &note, &request);
    let mut warnings = note.warnings.clone();
    if services.web_service_names.is_empty() {
        warnings.extend(no_search_warning(&note, context.settings));
    }
    let agenda = agenda_of_topics(context, note, vec![topic], services).await?;
    let run_id = run.to_owned();
    Ok(update_after_edit(Agenda { run_id, is_partial: true, warnings, ..agenda }))
}

/// Returns an agenda with what the vault says about each topic, and what the topics would cost.
async fn agenda_of_topics(
    context: &RunContext<'_>,
    note: ResearchedNote,
    mut topics: Vec<AgendaTopic>,
    services: PlannedServices,
) -> Result<Agenda> {
    let PlannedServices { model, web_service_names, embedding_host } = services;
    for item in topics.iter_mut().filter(|_| !web_service_names.is_empty()) {
        item.planned_queries = item.search_queries();
    }
    let model_use = if model.is_some() { ModelUse::Model } else { ModelUse::BuiltIn };
    let web_use = if web_service_names.is_empty() { WebUse::VaultOnly } else { WebUse::Web };
    let estimator = TopicEstimator::new(context, model_use, web_use);
    vault_answers::add_answers_and_estimates(context, &note, &mut topics, &estimator).await?;
    let TopicEstimate { shallow, deep } = estimator.estimate_topic(USUAL_PASSAGE_COUNT);
    let budget = context.settings.budget();
    Ok(Agenda {
        run_id: String::new(),
        is_note_private: note.privacy.is_private(),
        depth: context.settings.depth,
        is_partial: false,
        topics,
        section_state: note.section.state,
        section_content: note.section.content,
        added_topic_shallow_estimate: shallow,
        added_topic_deep_estimate: deep,
        web_service_names,
        model,
        embedding_host,
        spent: Spending::default(),
        spent_text: String::new(),
        ticked_topics_total: AgendaTotal::default(),
        budget_money: budget.money_limit(),
        budget_tokens: budget.token_limit(),
        path: note.path,
        warnings: Vec::new(),
    })
}

/// The services that a run would call.
struct PlannedServices {
    model: Option<ChosenModel>,
    web_service_names: Vec<String>,
    embedding_host: Option<String>,
}

/// Returns the services of the settings that the user allowed and the device can reach.
fn planned_services(
    context: &RunContext<'_>,
    note: &ResearchedNote,
    request: &PlanRequest,
) -> PlannedServices {
    let settings = context.settings;
    let model = chosen_model(settings, note.privacy)
        .filter(|_| request.model_permission == Permission::Allowed);
    match request.connection {
        Connection::Offline => PlannedServices {
            model: model.filter(|model| model.is_local_model),
            web_service_names: Vec::new(),
            embedding_host: None,
        },
        Connection::Online => PlannedServices {
            model,
            web_service_names: web_service_names(settings, note.privacy),
            embedding_host: context
                .vault
                .embedding_host_name(settings)
                .filter(|_| !note.privacy.is_private()),
        },
    }
}

/// Returns the cost of finding the topics as text; empty if no model was called.
fn topics_cost_text(spent: &Spending) -> String {
    match spent_text(spent) {
        _ if spent.call_count == 0 => String::new(),
        text if text == "free" => format!("{} tokens, free", WithThousandsCommas(spent.tokens)),
        text => text,
    }
}

fn no_model_warning(note: &ResearchedNote, context: &RunContext<'_>) -> String {
    match context.settings.report_model() {
        _ if note.privacy.is_private() => {
            "The note is private: no model is used and nothing is sent".into()
        }
        Err(error) => format!("{}; using the built-in engine", error.message),
        Ok(_) => "Model not allowed; using the built-in engine".into(),
    }
}

/// Says why nothing is searched although the user chose a search service; `None` for a private note.
fn no_search_warning(note: &ResearchedNote, settings: &Settings) -> Option<String> {
    let error = settings.search_sources().configuration_errors.into_iter().next();
    error.filter(|_| !note.privacy.is_private()).map(|error| message_with_hint(&error))
}

/// Removes Ibid's reports from the text that the user selected, and shortens it to the maximum
/// length.
fn with_cleaned_selection(
    request: &PlanRequest,
    settings: &Settings,
    warnings: &mut Vec<String>,
) -> Result<PlanRequest> {
    if request.selected_text.trim().is_empty() {
        return Ok(request.clone());
    }
    let nothing = |_| {
        Error::new(ErrorCode::SelectionEmpty, "Nothing to research in the selection")
            .hint("Select text that you wrote.")
    };
    let selection =
        text_without_reports(&request.selected_text, &settings.section_title(), warnings)
            .map_err(nothing)?;
    Ok(PlanRequest { selected_text: selection, ..request.clone() })
}

/// Makes the id of a new run, eight hexadecimal digits, from a random number.
pub fn create_run_id(random: u64) -> String {
    format!("{:08x}", random & 0xffff_ffff)
}
