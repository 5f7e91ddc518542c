//! Makes the agenda of a note: its topics, what the vault already says about each, and an estimate
//! of what a run would cost.

pub mod estimator;
pub mod note;
pub mod survey;
mod topics_built_in;
mod topics_by_model;

use crate::error::{Error, ErrorCode, Result};
use crate::evidence::Origin;
use crate::llm::budget::{Grouped, Spending};
use crate::local::answer;
use crate::progress::{Progress, Stage};
use crate::research::agenda::{Agenda, AgendaTopic, NoteRef};
use crate::research::agenda_update::updated;
use crate::research::context::RunContext;
use crate::research::cost_text::spent_text;
use crate::research::estimate::{AgendaTotal, TopicEstimate};
use crate::research::gather::note_reader::{NoteReader, Quoting, ReadPassage};
use crate::research::gather::vault::hits;
use crate::research::plan::estimator::{Estimator, ModelUse, TopicForecast, WebUse};
use crate::research::plan::note::{SubjectNote, own_text};
use crate::research::request::{Permission, PlanRequest};
use crate::research::services::{chosen_model, web_services};
use crate::settings::{EngineChoice, Settings};

/// Maximum number of notes that the agenda lists as already answering a topic.
const MAX_ANSWERS: usize = 2;

/// Minimum relevance of a passage that answers a topic.
const MIN_ANSWER_RELEVANCE: f32 = 0.6;

/// Finds the topics of a note and returns the agenda of a new run with this id. Writes nothing, and
/// sends nothing except to the model that the user allowed.
pub async fn agenda(
    context: &RunContext<'_>,
    note: SubjectNote,
    run: &str,
    request: &PlanRequest,
) -> Result<Agenda> {
    let settings = context.settings;
    context.host.report(&Progress::step(Stage::Topics));
    let budget = settings.budget();
    let model =
        chosen_model(settings, note.privacy).filter(|_| request.model == Permission::Allowed);
    let mut warnings = note.warnings.clone();
    let request = &with_own_selection(request, settings, &mut warnings)?;
    if settings.engine == EngineChoice::Model && model.is_none() {
        warnings.push(without_model(&note, context));
    }
    let mut topics = match &model {
        Some(_) => topics_by_model::topics(context, &note, request, &budget, &mut warnings).await?,
        None => topics_built_in::topics(context, &note, request),
    };
    if topics.is_empty() {
        let message = format!("Nothing to research in “{}”", note.path.title());
        return Err(Error::new(ErrorCode::NoTopics, message)
            .hint("Add a question, a claim, or a link to a note that doesn't exist yet."));
    }
    topics.iter_mut().for_each(|item| item.name = item.topic.name().to_owned());
    clear_unwanted(&mut topics, &context.store.unwanted(context.host, &note.path).await);
    let web_services = web_services(settings, note.privacy);
    for item in topics.iter_mut().filter(|_| !web_services.is_empty()) {
        item.queries = item.search_queries();
    }
    let model_use = if model.is_some() { ModelUse::Model } else { ModelUse::BuiltIn };
    let web_use = if web_services.is_empty() { WebUse::VaultOnly } else { WebUse::Web };
    let estimator = Estimator::new(context, model_use, web_use);
    add_answers_and_estimates(context, &note, &mut topics, &estimator).await?;
    let TopicEstimate { shallow, deep } = estimator.topic(TopicForecast::USUAL);
    let spent = budget.spent();
    Ok(updated(Agenda {
        run: run.to_owned(),
        private: note.privacy.is_private(),
        depth: request.depth.unwrap_or(settings.depth),
        topics,
        section: note.section.state,
        section_content: note.section.content,
        shallow,
        deep,
        web_services,
        model,
        embedding_host: context
            .vault
            .embedding_host(settings)
            .filter(|_| !note.privacy.is_private()),
        spent,
        spent_text: topics_cost_text(&spent),
        total: AgendaTotal::default(),
        budget_money: budget.money(),
        budget_tokens: budget.tokens(),
        path: note.path,
        warnings,
    }))
}

/// Returns the cost of finding the topics as text; empty if no model was called.
fn topics_cost_text(spent: &Spending) -> String {
    match spent_text(spent) {
        _ if spent.calls == 0 => String::new(),
        text if text == "free" => format!("{} tokens, free", Grouped(spent.tokens)),
        text => text,
    }
}

fn without_model(note: &SubjectNote, context: &RunContext<'_>) -> String {
    match context.settings.report_model() {
        _ if note.privacy.is_private() => {
            "The note is private: no model is used and nothing is sent".into()
        }
        Err(error) => format!("{}; using the built-in engine", error.message),
        Ok(_) => "Model not allowed; using the built-in engine".into(),
    }
}

/// Removes Ibid's reports from the text that the user selected, and shortens it to the maximum
/// length.
fn with_own_selection(
    request: &PlanRequest,
    settings: &Settings,
    warnings: &mut Vec<String>,
) -> Result<PlanRequest> {
    if request.selection.trim().is_empty() {
        return Ok(request.clone());
    }
    let nothing = |_| {
        Error::new(ErrorCode::SelectionEmpty, "Nothing to research in the selection")
            .hint("Select text that you wrote.")
    };
    let selection = own_text(&request.selection, &settings.heading(), warnings).map_err(nothing)?;
    Ok(PlanRequest { selection, ..request.clone() })
}

/// Unticks the topics that the user unticked the last time.
fn clear_unwanted(topics: &mut [AgendaTopic], unwanted: &[String]) {
    let unwanted: Vec<String> = unwanted.iter().map(|label| label.to_lowercase()).collect();
    for topic in topics.iter_mut() {
        topic.ticked = !unwanted.contains(&topic.topic.topic.to_lowercase());
    }
    // If no topic is ticked now, ticks all of them: otherwise the user would have to.
    if topics.iter().all(|topic| !topic.ticked) {
        topics.iter_mut().for_each(|topic| topic.ticked = true);
    }
}

/// Adds to each topic the notes that already answer it, and an estimate of its cost.
async fn add_answers_and_estimates(
    context: &RunContext<'_>,
    note: &SubjectNote,
    topics: &mut [AgendaTopic],
    estimator: &Estimator,
) -> Result<()> {
    let stats = context.vault.corpus_stats(&note.path);
    let mut reader = NoteReader::new(context, Quoting::AllNotes);
    for item in topics {
        let found = hits(context.vault, &note.path, &item.topic);
        let prospect = TopicForecast { passages: found.len(), searches: item.queries.len() };
        item.estimate = Some(estimator.topic(prospect));
        for hit in found.into_iter().take(MAX_ANSWERS) {
            let ReadPassage::Passage(found) = reader.evidence(hit).await else { continue };
            let Origin::Note(place) = found.origin else { continue };
            if answer::relevance(&item.topic, &found.text, stats.as_ref()) >= MIN_ANSWER_RELEVANCE {
                let title = place.path.title().to_owned();
                item.answered_by.push(NoteRef { path: place.path, title, heading: place.heading });
            }
        }
        if context.host.cancelled() {
            return Err(Error::cancelled());
        }
    }
    Ok(())
}

/// Makes the id of a new run.
pub fn run_id(random: u64) -> String {
    format!("{:08x}", random & 0xffff_ffff)
}
