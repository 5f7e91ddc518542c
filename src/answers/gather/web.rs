//! Finds evidence for a topic on the web: the snippets of search results, and in a deep run
//! passages of the best pages. If a request fails, the report says so, and the other requests go
//! on.

use futures_util::future::join_all;

use crate::answers::gather::findings::{FoundPassage, WebFindings};
use crate::answers::gather::passage_selection;
use crate::answers::gather::web_topic::WebTopic;
use crate::answers::run::{ActiveRun, message_with_hint};
use crate::evidence::{Origin, WebLocation, WebTextSource};
use crate::language::Language;
use crate::notes::index::{CorpusStats, Ranking};
use crate::safety::privacy::OutgoingText;
use crate::settings::Depth;
use crate::values::{Error, Result, TopicState};
use crate::web::http::PublicUrl;
use crate::web::page::Page;
use crate::web::search::merge;
use crate::web::search::{SearchQuery, WebHit};

/// Number of pages that a deep run opens for one topic.
pub(crate) const MAX_PAGES_PER_TOPIC: usize = 2;

/// The results of all searches for a topic.
#[derive(Default)]
struct TopicHits {
    /// Hits with public addresses, the best first.
    hits: Vec<(PublicUrl, WebHit)>,
    /// Names of the search services that responded.
    services: Vec<String>,
}

/// Searches the web for a topic; a deep run also reads the best pages.
pub(super) async fn search_topic(
    run: &ActiveRun<'_>,
    topic: WebTopic<'_>,
    stats: &dyn CorpusStats,
) -> WebFindings {
    run.progress.set_topic_state(topic.topic_index, TopicState::Searching);
    let TopicHits { hits, services } = search_services(run, topic).await;
    let mut pages = open_pages(run, topic, &hits).await.into_iter();
    let mut findings = WebFindings { passages: Vec::new(), responding_services: services };
    for (rank, (url, hit)) in hits.into_iter().enumerate() {
        let score = 1.0 / (rank as f32 + 1.0);
        let place = web_location(run, &url, &hit);
        let passages = match pages.next() {
            Some(Ok(page)) => {
                let page = passage_selection::TopicPage {
                    topic,
                    location: place.clone(),
                    page,
                    rank_score: score,
                };
                page_passages(run, page, stats).await
            }
            Some(Err(error)) => {
                run.progress.record_topic_failure(topic.topic_index, &error);
                Vec::new()
            }
            None => Vec::new(),
        };
        // If no passage of the page is about the topic, the snippet of the search result is used
        // instead.
        match passages.is_empty() {
            true => findings.passages.extend(snippet_passage(place, hit, score)),
            false => findings.passages.extend(passages),
        }
    }
    run.progress.add_evidence_count(topic.topic_index, findings.passages.len());
    findings
}

/// Reads the best pages among the search results in a deep run, and none in a shallow run.
async fn open_pages(
    run: &ActiveRun<'_>,
    topic: WebTopic<'_>,
    hits: &[(PublicUrl, WebHit)],
) -> Vec<Result<Page>> {
    let count = match run.depth {
        Depth::Shallow => 0,
        Depth::Deep => MAX_PAGES_PER_TOPIC.min(hits.len()),
    };
    if count > 0 {
        run.progress.set_topic_state(topic.topic_index, TopicState::Reading);
    }
    let schemes = run.context.settings.allowed_schemes();
    let pages = hits.iter().take(count).map(|(url, _)| run.context.client.read_page(url, schemes));
    join_all(pages).await
}

async fn page_passages(
    run: &ActiveRun<'_>,
    page: passage_selection::TopicPage<'_>,
    stats: &dyn CorpusStats,
) -> Vec<FoundPassage> {
    let passages = passage_selection::most_relevant_passages(run, page, stats).await;
    // Saves the model's selection at once, because the user paid for it.
    if run.model.is_some() {
        run.save().await;
    }
    passages
}

/// Sends the searches of a topic to the search services. Results without a public address are
/// dropped.
async fn search_services(run: &ActiveRun<'_>, topic: WebTopic<'_>) -> TopicHits {
    let settings = run.context.settings;
    let sources = settings.search_sources();
    sources
        .configuration_errors
        .iter()
        .for_each(|error| run.progress.record_run_skip(message_with_hint(error)));
    let mut rankings = Vec::new();
    let mut services = Vec::new();
    for words in topic.agenda_topic.search_queries() {
        let text = match outgoing_query(run, &words).await {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(error) => {
                run.progress.record_topic_failure(topic.topic_index, &error);
                break;
            }
        };
        let note_text = &run.subject.user_text;
        let context = format!("{}\n{note_text}", topic.agenda_topic.topic.context_sentence);
        let language = Some(Language::detect_in_context(&words, &context).iso_code().to_owned());
        let query = SearchQuery { language, text, max_hits: settings.results_per_search };
        let searched = match run.context.client.search_web(&sources.fallback_lists, &query).await {
            Ok(searched) => searched,
            Err(error) => {
                run.progress.record_topic_failure(topic.topic_index, &error);
                continue;
            }
        };
        for error in searched.service_errors {
            let error = match settings.is_only_service_chosen() {
                true => without_other_sources(error),
                false => error,
            };
            run.progress.record_topic_failure(topic.topic_index, &error);
        }
        services.extend(searched.responding_services);
        rankings.push(Ranking { items: searched.hits, weight: 1.0 });
    }
    let schemes = settings.allowed_schemes();
    let public = |hit: &WebHit| PublicUrl::parse_with_schemes(&hit.url, schemes).ok();
    let merged = merge::merge(rankings, settings.results_per_search).into_iter();
    TopicHits { hits: merged.filter_map(|hit| Some((public(&hit)?, hit))).collect(), services }
}

/// Adds to the error of the only service that is searched why no other one was.
fn without_other_sources(error: Error) -> Error {
    let reason = "No other source is searched; to change that, see Other sources in settings";
    Error { message: format!("{}. {reason}", error.message), ..error }
}

/// Removes what is private from the words of a search; `None` if nothing is left.
async fn outgoing_query(run: &ActiveRun<'_>, words: &str) -> Result<Option<OutgoingText>> {
    let private = run.private_words().await?;
    let redactor = run.redactor_for_texts(&[words]).await?;
    Ok(redactor.redact_query(&redactor.without_private_words(words, &private)))
}

fn web_location(run: &ActiveRun<'_>, url: &PublicUrl, hit: &WebHit) -> WebLocation {
    WebLocation {
        url: url.to_string(),
        title: if hit.title.is_empty() { url.host().to_owned() } else { hit.title.clone() },
        publication_date: hit.published_date.clone(),
        text_source: WebTextSource::Snippet,
        fetched_at: run.context.host.now(),
    }
}

/// Returns the excerpt in a search hit as a passage; `None` if it is empty.
fn snippet_passage(location: WebLocation, hit: WebHit, score: f32) -> Option<FoundPassage> {
    let has_text = !hit.snippet.is_empty();
    has_text.then_some(FoundPassage {
        origin: Origin::Web(location),
        text: hit.snippet,
        search_score: score,
        marked_lines: Vec::new(),
    })
}
