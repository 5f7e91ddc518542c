//! Evidence for a topic from the web: what search services show of pages, and in a deep run what
//! the best of the pages themselves say. What fails is listed and costs only itself.

use crate::research::gather::found::{FoundPassage, WebFindings};
use futures_util::future::join_all;

use crate::evidence::{Origin, WebContent, WebLocation};
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::rank_fusion::Ranking;
use crate::net::public_url::PublicUrl;
use crate::progress::TopicState;
use crate::research::agenda::AgendaTopic;
use crate::research::context::RunContext;
use crate::research::gather::extract;
use crate::research::gather::search::Search;
use crate::research::plan::estimator::PAGES;
use crate::settings::Depth;
use crate::web::merge::merge;
use crate::web::{Query, WebHit};

/// Searches, and in a deep run opens the best pages.
pub async fn search(
    context: &RunContext<'_>,
    search: &Search<'_>,
    (number, item): (usize, &AgendaTopic),
    around: &dyn CorpusStats,
) -> WebFindings {
    search.progress.topic(number, TopicState::Searching);
    let (hits, services) = hits(context, search, (number, item)).await;
    let opened = match search.depth {
        Depth::Shallow => 0,
        Depth::Deep => PAGES.min(hits.len()),
    };
    if opened > 0 {
        search.progress.topic(number, TopicState::Reading);
    }
    let schemes = context.settings.schemes();
    let pages = hits.iter().take(opened).map(|(url, _)| context.client.page(url, schemes));
    let mut pages = join_all(pages).await.into_iter();
    let mut found = Vec::new();
    for (rank, (url, hit)) in hits.into_iter().enumerate() {
        let score = 1.0 / (rank as f32 + 1.0);
        let place = place(context, &url, &hit);
        match pages.next() {
            Some(Ok(page)) => {
                let reading = extract::TopicPage { number, item, place, page, score };
                let passages = extract::passages(search, reading, around).await;
                // A model was paid for them.
                if search.model.is_some() {
                    search.keep(context).await;
                }
                // A page that says nothing to the topic may still be shown with something on it.
                if passages.is_empty() {
                    found.extend(snippet(self::place(context, &url, &hit), hit, score));
                }
                found.extend(passages);
            }
            Some(Err(error)) => {
                search.progress.failed(number, &error);
                found.extend(snippet(place, hit, score));
            }
            None => found.extend(snippet(place, hit, score)),
        }
    }
    search.progress.found(number, found.len());
    WebFindings { found, services }
}

/// What the services found for the searches of a topic, public addresses only.
async fn hits(
    context: &RunContext<'_>,
    search: &Search<'_>,
    (number, item): (usize, &AgendaTopic),
) -> (Vec<(PublicUrl, WebHit)>, Vec<String>) {
    let settings = context.settings;
    let sources = settings.sources();
    sources.unusable.iter().for_each(|error| search.progress.skip(error.message.clone()));
    let mut rankings = Vec::new();
    let mut services = Vec::new();
    for words in item.search_queries() {
        let redactor = match search.redactor(context, &[&words]).await {
            Ok(redactor) => redactor,
            Err(error) => {
                search.progress.failed(number, &error);
                break;
            }
        };
        let Some(text) = redactor.query(&words) else { continue };
        let language = Some(Language::detect(&words).code().to_owned());
        let query = Query { language, text, limit: settings.results };
        let searched = match context.client.search(&sources.lists, &query).await {
            Ok(searched) => searched,
            Err(error) => {
                search.progress.failed(number, &error);
                continue;
            }
        };
        searched.skipped.iter().for_each(|error| search.progress.failed(number, error));
        services.extend(searched.answered);
        rankings.push(Ranking { items: searched.hits, weight: 1.0 });
    }
    let schemes = settings.schemes();
    let public = |hit: &WebHit| PublicUrl::parse_with(&hit.url, schemes).ok();
    let merged = merge(rankings, settings.results).into_iter();
    (merged.filter_map(|hit| Some((public(&hit)?, hit))).collect(), services)
}

fn place(context: &RunContext<'_>, url: &PublicUrl, hit: &WebHit) -> WebLocation {
    WebLocation {
        url: url.to_string(),
        title: if hit.title.is_empty() { url.host().to_owned() } else { hit.title.clone() },
        published: hit.published.clone(),
        read: WebContent::Snippet,
        fetched: context.client.host.now(),
    }
}

fn snippet(place: WebLocation, hit: WebHit, score: f32) -> Option<FoundPassage> {
    let says = !hit.snippet.is_empty();
    says.then_some(FoundPassage { origin: Origin::Web(place), text: hit.snippet, score })
}
