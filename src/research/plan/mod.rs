//! From a note to an agenda: which topics it holds, what the vault says to them already, and what
//! it would take to look them up.

pub mod estimator;
pub mod note;
pub mod survey;

use crate::error::{Error, ErrorCode, Result};
use crate::evidence::Origin;
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::is_unspaced;
use crate::llm::budget::{Budget, Grouped, Spent};
use crate::local::answer::{self, Sentences};
use crate::local::{Topic, TopicKind, topics};
use crate::note::link::{self, Link};
use crate::note::prose;
use crate::progress::{Progress, Stage};
use crate::prompts::{NamedTopic, NamedTopics, Topics};
use crate::research::agenda::{Agenda, AgendaTopic, NoteRef};
use crate::research::agenda_update::{topic_from_user, updated};
use crate::research::context::RunContext;
use crate::research::cost_text::spent_text;
use crate::research::estimate::{AgendaTotal, TopicEstimate};
use crate::research::gather::note_reader::{NoteReader, Quoting, ReadPassage};
use crate::research::gather::vault::hits;
use crate::research::plan::estimator::{Estimator, TopicForecast};
use crate::research::plan::note::{SubjectNote, own_text};
use crate::research::request::{Permission, PlanRequest};
use crate::research::run_model::RunModel;
use crate::research::services::{chosen_model, web_services};
use crate::settings::{EngineChoice, Settings};

/// Notes that are named as answers to one topic.
const ANSWERS: usize = 2;

/// A passage answers a topic if it carries this share of the topic's weight.
const ANSWERING: f32 = 0.6;

/// A sentence of the note that carries less of a topic is not what the model meant.
const GROUNDING: f32 = 0.3;

/// Words of a label.
const MAX_LABEL_WORDS: usize = 5;

/// A small model tells a story where it should name a thing. A few words more than asked for are
/// still a name.
const MOST_NAMING_WORDS: usize = 8;

/// Characters of a label: a longer one is a sentence.
const MAX_LABEL: usize = 80;

/// A note's share of words with a focus that makes a topic serve it.
const SERVING: f32 = 0.2;

/// Names the note's topics, for a run of that name. Nothing is written, and nothing is sent but to
/// the model that the person allowed.
pub async fn agenda(
    context: &RunContext<'_>,
    note: SubjectNote,
    (run, request): (&str, &PlanRequest),
) -> Result<Agenda> {
    let (host, settings) = (context.client.host, context.settings);
    host.report(&Progress::step(Stage::Topics));
    let budget = settings.budget();
    let model =
        chosen_model(settings, note.private).filter(|_| request.model == Permission::Allowed);
    let mut warnings = note.warnings.clone();
    let request = &selected(request, settings, &mut warnings)?;
    if settings.engine == EngineChoice::Model && model.is_none() {
        warnings.push(without_model(&note, context));
    }
    let mut topics = match &model {
        Some(_) => named(context, &note, request, &budget, &mut warnings).await?,
        None => built_in(context, &note, request),
    };
    if topics.is_empty() {
        let message = format!("Nothing to research in “{}”", note.path.title());
        return Err(Error::new(ErrorCode::NoTopics, message)
            .hint("Add a question, a claim, or a link to a note that doesn't exist yet."));
    }
    topics.iter_mut().for_each(|item| item.name = item.topic.name().to_owned());
    untick(&mut topics, &context.store.unwanted(host, &note.path).await);
    let web_services = web_services(settings, note.private);
    for item in topics.iter_mut().filter(|_| !web_services.is_empty()) {
        item.queries = item.search_queries();
    }
    let estimator = Estimator::new(context, model.is_some(), !web_services.is_empty());
    answered(context, &note, (&mut topics, &estimator)).await?;
    let TopicEstimate { shallow, deep } = estimator.topic(TopicForecast::USUAL);
    let spent = budget.spent();
    Ok(updated(Agenda {
        run: run.to_owned(),
        private: note.private,
        depth: request.depth.unwrap_or(settings.depth),
        topics,
        section: note.section.state,
        section_content: note.section.content,
        shallow,
        deep,
        web_services,
        model,
        embedding_host: context.vault.knows_meanings(settings).filter(|_| !note.private),
        spent,
        spent_text: topics_cost_text(&spent),
        total: AgendaTotal::default(),
        budget_money: budget.money(),
        budget_tokens: budget.tokens(),
        path: note.path,
        warnings,
    }))
}

/// Returns what naming the topics has cost; empty if no model was called.
fn topics_cost_text(spent: &Spent) -> String {
    match spent_text(spent) {
        _ if spent.calls == 0 => String::new(),
        text if text == "free" => format!("{} tokens, free", Grouped(spent.tokens)),
        text => text,
    }
}

fn without_model(note: &SubjectNote, context: &RunContext<'_>) -> String {
    match context.settings.report_model() {
        _ if note.private => "The note is private: no model is used and nothing is sent".into(),
        Err(error) => format!("{}; using the built-in engine", error.message),
        Ok(_) => "Model not allowed; using the built-in engine".into(),
    }
}

/// What is selected without the reports in it, and not longer than we use.
fn selected(
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

/// The part of the note that is researched.
fn subject<'a>(note: &'a SubjectNote, request: &'a PlanRequest) -> &'a str {
    if request.selection.trim().is_empty() { &note.own } else { &request.selection }
}

/// Topics by the model; by the built-in engine if it fails.
async fn named(
    context: &RunContext<'_>,
    note: &SubjectNote,
    request: &PlanRequest,
    budget: &Budget,
    warnings: &mut Vec<String>,
) -> Result<Vec<AgendaTopic>> {
    let (title, text) = (note.path.title(), subject(note, request));
    let language = context.settings.report_language.of(&note.own);
    let reply = async {
        let model = RunModel::of(context, (&note.path, &note.own), budget)?;
        let redactor = model.redactor(&[], &[title, text, &request.focus]).await?;
        let question = Topics {
            title: redactor.text(title),
            note: redactor.text(text),
            focus: redactor.text(&request.focus),
            limit: context.settings.topics,
            language: language.name(),
        };
        model.quick::<NamedTopics>(&question).await
    };
    match reply.await {
        Ok(reply) => {
            let says_some = !reply.topics.is_empty();
            let named = usable(context, note, reply);
            if named.is_empty() && says_some {
                warnings.push(
                    "The model returned no usable topics; the built-in engine found them".into(),
                );
                return Ok(built_in(context, note, request));
            }
            Ok(named)
        }
        Err(error) if error.code == ErrorCode::Cancelled => Err(error),
        Err(error) => {
            warnings.push(format!("{}; the built-in engine found the topics", error.message));
            Ok(built_in(context, note, request))
        }
    }
}

/// The topics that a model named, in the note's own words.
fn usable(context: &RunContext<'_>, note: &SubjectNote, reply: NamedTopics) -> Vec<AgendaTopic> {
    let around = context.vault.around(&note.path);
    let says = prose::plain(&note.own);
    let sentences = Sentences::of(&says);
    let ground = |item| grounded(item, (&says, &sentences), around.as_ref());
    let topics = reply.topics.into_iter().filter_map(topic).map(ground);
    topics.take(context.settings.topics).collect()
}

/// A topic as the model put it, if there is one.
fn topic(named: NamedTopic) -> Option<AgendaTopic> {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let label = one_line(&named.topic);
    if label.split(' ').count() > MOST_NAMING_WORDS {
        return None;
    }
    let label: String = label.chars().take(MAX_LABEL).collect();
    let kind = match named.kind.trim() {
        "claim" => TopicKind::Claim,
        "question" => TopicKind::Question,
        _ => TopicKind::Concept,
    };
    let context = one_line(&named.context);
    let context = if context.is_empty() { label.clone() } else { context };
    let queries = named.queries.iter().map(|query| one_line(query));
    let queries: Vec<String> = queries.filter(|query| !query.is_empty()).collect();
    let topic = Topic { topic: label, context, kind, reason: one_line(&named.reason) };
    (!topic.topic.is_empty()).then(|| AgendaTopic { queries, ..AgendaTopic::new(topic) })
}

/// A topic whose context is the note's own words: the report shows them as such. Where the model
/// put it otherwise, the sentence of the note stands that speaks to the topic most; a claim that no
/// sentence makes is none.
fn grounded(
    mut item: AgendaTopic,
    (says, sentences): (&str, &Sentences<'_>),
    around: &dyn CorpusStats,
) -> AgendaTopic {
    if says.contains(&item.topic.context) {
        return item;
    }
    let best = sentences.nearest(&item.topic, around);
    match best.filter(|(relevance, _)| *relevance >= GROUNDING) {
        Some((_, said)) => item.topic.context = said.to_owned(),
        None => {
            item.topic.context.clone_from(&item.topic.topic);
            item.topic.kind = TopicKind::Concept;
            item.added = true;
        }
    }
    item
}

/// Topics by structure and statistics. A focus is itself the first topic, and of the others those
/// stay that serve it.
fn built_in(
    context: &RunContext<'_>,
    note: &SubjectNote,
    request: &PlanRequest,
) -> Vec<AgendaTopic> {
    let around = context.vault.around(&note.path);
    let mut found =
        topics::topics(subject(note, request), context.settings.topics, around.as_ref());
    found.iter_mut().for_each(|topic| qualify(topic, note));
    let focus = request.focus.trim();
    if focus.is_empty() {
        return found.into_iter().map(AgendaTopic::new).collect();
    }
    let wanted = topic_from_user(focus, "Your focus");
    let serves = |topic: &Topic| serves(&wanted, topic, around.as_ref());
    let serving: Vec<Topic> = found.into_iter().filter(serves).collect();
    let wanted = AgendaTopic { added: true, ..AgendaTopic::new(wanted) };
    let all = std::iter::once(wanted).chain(serving.into_iter().map(AgendaTopic::new));
    all.take(context.settings.topics).collect()
}

/// A single word that the note does not link to names something only together with what the note
/// is about: “Composting: heap”.
fn qualify(topic: &mut Topic, note: &SubjectNote) {
    let (label, title) = (topic.topic.to_lowercase(), note.path.title());
    let is_word = !label.contains(char::is_whitespace) && !label.chars().any(is_unspaced);
    // The title of a day's note says nothing.
    let is_subject = !title.contains(|c: char| c.is_ascii_digit())
        && title.split_whitespace().count() < MAX_LABEL_WORDS;
    let leads_there = |link: &Link| link.target.to_lowercase() == label;
    let is_named =
        title.to_lowercase().contains(&label) || link::links(&note.own).iter().any(leads_there);
    if topic.kind != TopicKind::Question && is_word && is_subject && !is_named {
        let word = if note.own.contains(&label) { &label } else { &topic.topic };
        topic.topic = format!("{title}: {word}");
    }
}

fn serves(wanted: &Topic, topic: &Topic, around: &dyn CorpusStats) -> bool {
    let said = format!("{} {}", topic.topic, topic.context);
    answer::relevance(wanted, &said, around) >= SERVING
}

/// What the person did not want last time is not ticked this time.
fn untick(topics: &mut [AgendaTopic], unwanted: &[String]) {
    let unwanted: Vec<String> = unwanted.iter().map(|label| label.to_lowercase()).collect();
    for topic in topics.iter_mut() {
        topic.ticked = !unwanted.contains(&topic.topic.topic.to_lowercase());
    }
    // An agenda on which nothing is left is one that the person would have to tick anew.
    if topics.iter().all(|topic| !topic.ticked) {
        topics.iter_mut().for_each(|topic| topic.ticked = true);
    }
}

/// Notes of the vault that answer topics already, and what each topic takes.
async fn answered(
    context: &RunContext<'_>,
    note: &SubjectNote,
    (topics, estimator): (&mut [AgendaTopic], &Estimator),
) -> Result<()> {
    let around = context.vault.around(&note.path);
    let mut reader = NoteReader::new(context, Quoting::AllNotes);
    for item in topics {
        let found = hits(context.vault, &note.path, &item.topic);
        let prospect = TopicForecast { passages: found.len(), searches: item.queries.len() };
        item.estimate = Some(estimator.topic(prospect));
        for hit in found.into_iter().take(ANSWERS) {
            let ReadPassage::Passage(found) = reader.evidence(hit).await else { continue };
            let Origin::Note(place) = found.origin else { continue };
            if answer::relevance(&item.topic, &found.text, around.as_ref()) >= ANSWERING {
                let title = place.path.title().to_owned();
                item.answered_by.push(NoteRef { path: place.path, title, heading: place.heading });
            }
        }
        if context.client.host.cancelled() {
            return Err(Error::cancelled());
        }
    }
    Ok(())
}

/// The name of a new run.
pub fn run_id(random: u64) -> String {
    format!("{:08x}", random & 0xffff_ffff)
}
