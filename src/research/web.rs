//! Evidence for a topic from the web: what search services show of pages, and in a deep run what
//! the best of the pages themselves say. What fails is listed and costs only itself.

use futures_util::future::join_all;

use super::Means;
use crate::chunk;
use crate::error::Error;
use crate::evidence::{Origin, WebPlace, WebRead};
use crate::index::language::Language;
use crate::local::{Surroundings, Topic, TopicKind, answer};
use crate::net::public_url::PublicUrl;
use crate::note::prose;
use crate::page::Page;
use crate::settings::Depth;
use crate::web::{Query, WebHit};

/// Pages that a deep run opens for one topic.
const PAGES: usize = 2;

/// Passages of one page that are evidence: more of the same page is not more evidence.
const PASSAGES: usize = 2;

/// A passage that carries less of a topic does not speak of it.
const LEAST_RELEVANCE: f32 = 0.2;

/// Something that was found, before it has a name in the run.
pub struct Found {
    pub origin: Origin,
    pub text: String,
    pub score: f32,
}

/// What the web says to a topic, and what failed.
#[derive(Default)]
pub struct FromWeb {
    pub found: Vec<Found>,
    pub skipped: Vec<String>,
    /// Services that answered.
    pub services: Vec<String>,
}

/// What a search on the web looks for: words that all stand in a text on the topic. A question is
/// asked as it is; a claim is searched by what it is about, and not by what it says of it.
fn words(topic: &Topic) -> &str {
    match topic.kind {
        TopicKind::Question => &topic.context,
        TopicKind::Claim | TopicKind::Concept => &topic.topic,
    }
}

/// Searches, and in a deep run opens the best pages.
pub async fn search(
    means: &Means<'_>,
    topic: &Topic,
    depth: Depth,
    around: &dyn Surroundings,
) -> FromWeb {
    let (host, settings) = (means.host, means.settings);
    let sources = settings.sources();
    let language = Language::of(&format!("{} {}", topic.context, topic.topic)).code();
    let query = Query {
        text: words(topic).to_owned(),
        language: Some(language.to_owned()),
        limit: settings.results,
    };
    let searched = means.courier.search(host, &sources.lists, &query).await;
    let failed = sources.unusable.iter().chain(&searched.skipped);
    let mut from_web = FromWeb {
        skipped: failed.map(|error| error.message.clone()).collect(),
        services: searched.answered,
        ..FromWeb::default()
    };
    let schemes = settings.schemes();
    let public = |hit: &WebHit| PublicUrl::parse_with(&hit.url, schemes).ok();
    let hits: Vec<(PublicUrl, WebHit)> =
        searched.hits.into_iter().filter_map(|hit| Some((public(&hit)?, hit))).collect();
    let opened = match depth {
        Depth::Shallow => 0,
        Depth::Deep => PAGES.min(hits.len()),
    };
    let pages = hits.iter().take(opened).map(|(url, _)| means.courier.page(host, url, schemes));
    let mut pages = join_all(pages).await.into_iter();
    for (rank, (url, hit)) in hits.into_iter().enumerate() {
        let score = 1.0 / (rank as f32 + 1.0);
        match pages.next() {
            Some(Ok(page)) => from_web.found.extend(passages(topic, &url, page, (score, around))),
            Some(Err(error)) => {
                from_web.skipped.push(said(error));
                from_web.found.extend(snippet(&url, hit, score));
            }
            None => from_web.found.extend(snippet(&url, hit, score)),
        }
    }
    from_web
}

fn said(error: Error) -> String {
    error.message
}

fn snippet(url: &PublicUrl, hit: WebHit, score: f32) -> Option<Found> {
    let place = WebPlace {
        url: url.to_string(),
        title: hit.title,
        published: hit.published,
        read: WebRead::Snippet,
    };
    (!hit.snippet.is_empty()).then_some(Found {
        origin: Origin::Web(place),
        text: hit.snippet,
        score,
    })
}

/// The passages of a page that speak to a topic most, in the page's order.
fn passages(
    topic: &Topic,
    url: &PublicUrl,
    page: Page,
    (score, around): (f32, &dyn Surroundings),
) -> Vec<Found> {
    let place = WebPlace {
        url: url.to_string(),
        title: if page.title.is_empty() { url.host().to_owned() } else { page.title },
        published: Some(page.published).filter(|day| !day.is_empty()),
        read: WebRead::Page,
    };
    let texts = chunk::quotable(&page.markdown).map(|passage| prose::plain(passage.text));
    let weighed = texts.map(|text| (answer::relevance(topic, &text, around), text)).enumerate();
    let mut best: Vec<(usize, (f32, String))> =
        weighed.filter(|(_, (relevance, _))| *relevance >= LEAST_RELEVANCE).collect();
    best.sort_by(|(at, (a, _)), (other, (b, _))| b.total_cmp(a).then(at.cmp(other)));
    best.truncate(PASSAGES);
    best.sort_by_key(|(at, _)| *at);
    let found = |(_, (relevance, text)): (usize, (f32, String))| Found {
        origin: Origin::Web(place.clone()),
        text,
        score: score * (0.5 + 0.5 * relevance),
    };
    best.into_iter().map(found).collect()
}
