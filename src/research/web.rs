//! Evidence for a topic from the web: what search services show of pages, and in a deep run what
//! the best of the pages themselves say. What fails is listed and costs only itself.

use futures_util::future::join_all;

use super::estimate::PAGES;
use super::extract;
use super::gather::Search;
use super::{AgendaTopic, Means};
use crate::evidence::{Origin, WebPlace, WebRead};
use crate::index::language::Language;
use crate::local::Surroundings;
use crate::net::public_url::PublicUrl;
use crate::progress::TopicState;
use crate::settings::Depth;
use crate::web::merge::{Ranking, merge};
use crate::web::{Query, WebHit};

/// Something that was found, before it has a name in the run.
pub struct Found {
    pub origin: Origin,
    pub text: String,
    pub score: f32,
}

/// What the web says to a topic.
#[derive(Default)]
pub struct FromWeb {
    pub found: Vec<Found>,
    /// Services that answered.
    pub services: Vec<String>,
}

/// Searches, and in a deep run opens the best pages.
pub async fn search(
    means: &Means<'_>,
    search: &Search<'_>,
    (number, item): (usize, &AgendaTopic),
    around: &dyn Surroundings,
) -> FromWeb {
    search.board.topic(number, TopicState::Searching);
    let (hits, services) = hits(means, search, (number, item)).await;
    let opened = match search.depth {
        Depth::Shallow => 0,
        Depth::Deep => PAGES.min(hits.len()),
    };
    if opened > 0 {
        search.board.topic(number, TopicState::Reading);
    }
    let schemes = means.settings.schemes();
    let pages = hits.iter().take(opened).map(|(url, _)| means.desk.page(url, schemes));
    let mut pages = join_all(pages).await.into_iter();
    let mut found = Vec::new();
    for (rank, (url, hit)) in hits.into_iter().enumerate() {
        let score = 1.0 / (rank as f32 + 1.0);
        let place = place(means, &url, &hit);
        match pages.next() {
            Some(Ok(page)) => {
                let reading = extract::Reading { number, item, place, page, score };
                let passages = extract::passages(search, reading, around).await;
                // A model was paid for them.
                if search.model.is_some() {
                    search.keep(means).await;
                }
                // A page that says nothing to the topic may still be shown with something on it.
                if passages.is_empty() {
                    found.extend(snippet(self::place(means, &url, &hit), hit, score));
                }
                found.extend(passages);
            }
            Some(Err(error)) => {
                search.board.failed(number, &error);
                found.extend(snippet(place, hit, score));
            }
            None => found.extend(snippet(place, hit, score)),
        }
    }
    search.board.found(number, found.len());
    FromWeb { found, services }
}

/// What the services found for the searches of a topic, public addresses only.
async fn hits(
    means: &Means<'_>,
    search: &Search<'_>,
    (number, item): (usize, &AgendaTopic),
) -> (Vec<(PublicUrl, WebHit)>, Vec<String>) {
    let settings = means.settings;
    let sources = settings.sources();
    sources.unusable.iter().for_each(|error| search.board.skip(error.message.clone()));
    let mut rankings = Vec::new();
    let mut services = Vec::new();
    for words in item.searches() {
        let redactor = match search.redactor(means, &[&words]).await {
            Ok(redactor) => redactor,
            Err(error) => {
                search.board.failed(number, &error);
                break;
            }
        };
        let Some(text) = redactor.query(&words) else { continue };
        let language = Some(Language::of(&words).code().to_owned());
        let query = Query { language, text, limit: settings.results };
        let searched = match means.desk.search(&sources.lists, &query).await {
            Ok(searched) => searched,
            Err(error) => {
                search.board.failed(number, &error);
                continue;
            }
        };
        searched.skipped.iter().for_each(|error| search.board.failed(number, error));
        services.extend(searched.answered);
        rankings.push(Ranking { hits: searched.hits, weight: 1.0 });
    }
    let schemes = settings.schemes();
    let public = |hit: &WebHit| PublicUrl::parse_with(&hit.url, schemes).ok();
    let merged = merge(rankings, settings.results).into_iter();
    (merged.filter_map(|hit| Some((public(&hit)?, hit))).collect(), services)
}

fn place(means: &Means<'_>, url: &PublicUrl, hit: &WebHit) -> WebPlace {
    WebPlace {
        url: url.to_string(),
        title: if hit.title.is_empty() { url.host().to_owned() } else { hit.title.clone() },
        published: hit.published.clone(),
        read: WebRead::Snippet,
        fetched: means.desk.host.now(),
    }
}

fn snippet(place: WebPlace, hit: WebHit, score: f32) -> Option<Found> {
    let says = !hit.snippet.is_empty();
    says.then_some(Found { origin: Origin::Web(place), text: hit.snippet, score })
}
