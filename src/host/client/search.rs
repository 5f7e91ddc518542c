//! Web search with several lists of services at the same time. In each list, services are called in
//! order until one has results. All results are merged. The failure of a service is recorded and
//! does not fail the search.

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::host::client::Client;
use crate::host::client::job::ServiceResult;
use crate::notes::index::Ranking;
use crate::values::Error;
use crate::web::http::ServiceError;
use crate::web::search as web;
use crate::web::search::merge;
use crate::web::search::{SearchEndpoint, SearchQuery, SearchService, WebHit, WebResults};

/// The merged results of all services that were queried for one web search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WebSearchResult {
    /// The merged hits of all services, best first.
    pub hits: Vec<WebHit>,
    /// The answer to the query that a service wrote itself, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "answer")]
    pub service_answer: Option<String>,
    /// Names of the services that responded, with or without results.
    #[serde(rename = "answered")]
    pub responding_services: Vec<String>,
    /// The errors of the services that failed, one per service.
    #[serde(rename = "skipped")]
    pub service_errors: Vec<Error>,
}

/// The language of the largest Wikipedia. It is searched in addition to the Wikipedia in the
/// language of the query.
const EXTRA_WIKIPEDIA_LANGUAGE: &str = "en";

impl Client {
    /// Queries all lists at the same time and merges the hits. Within a list, a service is queried
    /// only if the services before it failed or found nothing.
    pub async fn search_web(
        &self,
        host: &dyn Host,
        lists: &[Vec<SearchEndpoint>],
        query: &SearchQuery,
    ) -> WebSearchResult {
        let searches = lists.iter().map(|list| self.search_until_results(host, list, query));
        let mut result = WebSearchResult::default();
        let mut rankings = Vec::new();
        for outcome in join_all(searches).await {
            result.service_errors.extend(outcome.service_errors);
            if let Some((service, found)) = outcome.found {
                result.responding_services.push(service.name().to_owned());
                result.service_answer = result.service_answer.or(found.service_answer);
                rankings.push(Ranking { items: found.hits, weight: 1.0 });
            }
        }
        result.hits = merge::merge(rankings, query.max_hits);
        self.cache.save(host).await;
        result
    }

    /// Queries the services of one list in order until one has results.
    async fn search_until_results(
        &self,
        host: &dyn Host,
        list: &[SearchEndpoint],
        query: &SearchQuery,
    ) -> ServiceListResult {
        let mut outcome = ServiceListResult::default();
        for source in list {
            match self.query_service(host, source, query).await {
                Ok(found) if found.hits.is_empty() => {
                    outcome.found = outcome.found.or(Some((source.service, found)));
                }
                Ok(found) => {
                    outcome.found = Some((source.service, found));
                    break;
                }
                Err(error) if error.is_cancelled() => break,
                Err(error) => outcome.service_errors.push(to_user_error(source.service, &error)),
            }
        }
        outcome
    }

    async fn query_service(
        &self,
        host: &dyn Host,
        source: &SearchEndpoint,
        query: &SearchQuery,
    ) -> ServiceResult<WebResults> {
        let own = self.search_with_cache(host, source, query).await;
        let has_fallback =
            query.language.as_deref().is_some_and(|language| language != EXTRA_WIKIPEDIA_LANGUAGE);
        if source.service != SearchService::Wikipedia || !has_fallback {
            return own;
        }
        let english =
            SearchQuery { language: Some(EXTRA_WIKIPEDIA_LANGUAGE.into()), ..query.clone() };
        let second = self.search_with_cache(host, source, &english).await;
        let (own, second) = match (own, second) {
            (Ok(own), Ok(second)) => (own, second),
            (one, other) => return one.or(other),
        };
        let rankings = [own, second].map(|found| Ranking { items: found.hits, weight: 1.0 });
        Ok(WebResults { hits: merge::merge(rankings.into(), query.max_hits), service_answer: None })
    }

    /// Returns today's cached results of a query, or sends the query.
    async fn search_with_cache(
        &self,
        host: &dyn Host,
        source: &SearchEndpoint,
        query: &SearchQuery,
    ) -> ServiceResult<WebResults> {
        let request =
            web::request(query, source).purpose(format!("search for “{}”", query.text.as_str()));
        let key = format!("{} {}", query.cache_key(), source.cache_key_part());
        if let Some(found) = self.cache.get(host, &key).await {
            return Ok(found);
        }
        let parse = |response: &_| web::parse(response, source, query);
        let found = self.send_request(host, request, source.service.rate_limit(), parse).await?;
        self.cache.insert(host, &key, &found).await;
        Ok(found)
    }
}

/// The results of one list of services, and the errors of the services that failed.
#[derive(Default)]
struct ServiceListResult {
    found: Option<(SearchService, WebResults)>,
    service_errors: Vec<Error>,
}

fn to_user_error(service: SearchService, error: &ServiceError) -> Error {
    let user_error = error.to_user_error(service.name());
    match service.error_hint(error) {
        Some(hint) => user_error.hint(hint),
        None => user_error,
    }
}
