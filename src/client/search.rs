//! Searches the web: several services at once, each list of them until one gives something, and
//! what was found as one list. A service that fails is told and costs nothing but itself.

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::error::Error;
use crate::host::Host;
use crate::net::service_error::ServiceError;
use crate::web::merge::{ServiceRanking, merge};
use crate::web::{self, SearchEndpoint, SearchQuery, SearchResults, SearchService, WebHit};

/// What a search came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Searched {
    /// The best first.
    pub hits: Vec<WebHit>,
    /// An answer in a service's own words, if one gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Services that answered, perhaps that there is nothing, by name.
    pub answered: Vec<String>,
    /// Services that were asked and failed, with the reason.
    pub skipped: Vec<Error>,
}

/// A text written in another language than this has hardly anything to say in it, so it is asked
/// beside the text's own.
const EVERYBODYS_LANGUAGE: &str = "en";

impl Client {
    /// Asks the first service of each list, and of each the next only if one gave nothing.
    pub async fn search(
        &self,
        host: &dyn Host,
        lists: &[Vec<SearchEndpoint>],
        query: &SearchQuery,
    ) -> Searched {
        let asked = lists.iter().map(|list| self.first_of(host, list, query));
        let mut searched = Searched::default();
        let mut rankings = Vec::new();
        for outcome in join_all(asked).await {
            searched.skipped.extend(outcome.skipped);
            if let Some((service, found)) = outcome.found {
                searched.answered.push(service.name().to_owned());
                searched.answer = searched.answer.or(found.answer);
                rankings.push(ServiceRanking { hits: found.hits, weight: 1.0 });
            }
        }
        searched.hits = merge(rankings, query.limit);
        self.cache.keep(host).await;
        searched
    }

    async fn first_of(
        &self,
        host: &dyn Host,
        list: &[SearchEndpoint],
        query: &SearchQuery,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        for source in list {
            match self.search_at(host, source, query).await {
                Ok(found) if found.hits.is_empty() => {
                    outcome.found = outcome.found.or(Some((source.service, found)));
                }
                Ok(found) => {
                    outcome.found = Some((source.service, found));
                    break;
                }
                Err(error) if error.is_cancelled() => break,
                Err(error) => outcome.skipped.push(told(source.service, &error)),
            }
        }
        outcome
    }

    async fn search_at(
        &self,
        host: &dyn Host,
        source: &SearchEndpoint,
        query: &SearchQuery,
    ) -> crate::client::ServiceResult<SearchResults> {
        let own = self.search_once(host, source, query).await;
        let foreign = query.language.as_deref().is_some_and(|own| own != EVERYBODYS_LANGUAGE);
        if source.service != SearchService::Wikipedia || !foreign {
            return own;
        }
        let english = SearchQuery { language: Some(EVERYBODYS_LANGUAGE.into()), ..query.clone() };
        let second = self.search_once(host, source, &english).await;
        let (own, second) = match (own, second) {
            (Ok(own), Ok(second)) => (own, second),
            (one, other) => return one.or(other),
        };
        let rankings = [own, second].map(|found| ServiceRanking { hits: found.hits, weight: 1.0 });
        Ok(SearchResults { hits: merge(rankings.into(), query.limit), answer: None })
    }

    /// What was asked today is not asked again.
    async fn search_once(
        &self,
        host: &dyn Host,
        source: &SearchEndpoint,
        query: &SearchQuery,
    ) -> crate::client::ServiceResult<SearchResults> {
        let request =
            web::request(query, source).purpose(format!("search for “{}”", query.text.as_str()));
        let body = request.body.as_deref().unwrap_or_default();
        // With a key a service may find more, and not all are told how much is wanted.
        let question = format!("search {} {} {} {body}", source.secret, query.limit, request.url);
        if let Some(found) = self.cache.get(host, &question).await {
            return Ok(found);
        }
        let parse = |response: &_| web::parse(response, source, query);
        let found = self.ask(host, request, source.service.rate_limit(), parse).await?;
        self.cache.put(host, &question, &found).await;
        Ok(found)
    }
}

/// What a list of services came to.
#[derive(Default)]
struct Outcome {
    found: Option<(SearchService, SearchResults)>,
    skipped: Vec<Error>,
}

fn told(service: SearchService, error: &ServiceError) -> Error {
    let told = error.to_user_error(service.name());
    match service.hint(error) {
        Some(hint) => told.hint(hint),
        None => told,
    }
}
