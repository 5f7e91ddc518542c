//! The services that search the web: their names, how often they may be asked, and what a person
//! can do when one of them gives nothing.

use serde::{Deserialize, Serialize};

use crate::net::rate_limit::RateLimit;
use crate::net::service::ServiceError;

const ELSEWHERE: &str = "Try again later, or choose another search service in settings.";

/// A service that searches the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SearchService {
    /// The whole web, by the page that is made for browsers without scripts.
    #[serde(rename = "duckduckgo")]
    DuckDuckGo,
    /// Articles in the language of the query.
    Wikipedia,
    /// Preprints.
    Arxiv,
    /// Whatever has a DOI.
    Crossref,
    /// Papers and books with their abstracts.
    #[serde(rename = "openalex")]
    OpenAlex,
    /// Papers with their abstracts.
    SemanticScholar,
    /// The whole web, with a key.
    Brave,
    /// The whole web, a little also without a key.
    Tavily,
    /// The whole web by meaning, with a key.
    Exa,
    /// Many engines through a server of the person's choice.
    Searxng,
}

impl SearchService {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::DuckDuckGo,
        Self::Wikipedia,
        Self::Arxiv,
        Self::Crossref,
        Self::OpenAlex,
        Self::SemanticScholar,
        Self::Brave,
        Self::Tavily,
        Self::Exa,
        Self::Searxng,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::DuckDuckGo => "DuckDuckGo",
            Self::Wikipedia => "Wikipedia",
            Self::Arxiv => "arXiv",
            Self::Crossref => "Crossref",
            Self::OpenAlex => "OpenAlex",
            Self::SemanticScholar => "Semantic Scholar",
            Self::Brave => "Brave Search",
            Self::Tavily => "Tavily",
            Self::Exa => "Exa",
            Self::Searxng => "SearXNG",
        }
    }

    /// How often it may be asked.
    pub fn rate_limit(self) -> RateLimit {
        match self {
            // About as fast as a person clicks: faster readers meet the wall against robots.
            Self::DuckDuckGo => RateLimit::new(1_500, 1),
            // "Make your requests in series rather than in parallel" (API:Etiquette).
            Self::Wikipedia => RateLimit::new(0, 1),
            // "No more than one request every three seconds", one connection (terms of use).
            Self::Arxiv => RateLimit::new(3_000, 1),
            // Five a second, one at once, for those who name no mail address (its headers).
            Self::Crossref => RateLimit::new(200, 1),
            // One a second with a key; without, all the world shares one allowance.
            Self::SemanticScholar => RateLimit::new(1_000, 1),
            // One a second in the free plan; the other plans say more in no header we may count on.
            Self::Brave => RateLimit::new(1_000, 1),
            // Far above what one person asks.
            Self::OpenAlex | Self::Tavily | Self::Exa | Self::Searxng => RateLimit::new(0, 4),
        }
    }

    /// What a person can do about an error of this service, where it is more than one could say
    /// of any service.
    pub fn hint(self, error: &ServiceError) -> Option<&'static str> {
        match (self, error) {
            (Self::Searxng, ServiceError::Forbidden { .. }) => Some(
                "Enable the JSON format on the server: add “json” to search.formats in settings.yml. Most public servers don't allow it.",
            ),
            (Self::Searxng, ServiceError::Refused { status: 200, .. }) => Some(
                "Its search engines returned nothing. Choose other engines in the SearXNG settings, or try again later.",
            ),
            (Self::DuckDuckGo, ServiceError::Walled | ServiceError::Forbidden { .. }) => Some(
                "DuckDuckGo blocks automated searches. Try again later, or choose Tavily, Brave Search or SearXNG.",
            ),
            (Self::Tavily, ServiceError::RateLimited { .. }) => Some(
                "Only a few searches are free without an API key. Add your own key in settings.",
            ),
            (Self::SemanticScholar, ServiceError::RateLimited { .. }) => Some(
                "Without an API key, all users share one rate limit. Get a free key for your own.",
            ),
            (
                Self::OpenAlex,
                ServiceError::RateLimited { .. }
                | ServiceError::NoCredit
                | ServiceError::Unauthorized
                | ServiceError::Forbidden { .. },
            ) => Some(
                "OpenAlex needs a valid API key. Get one for free at openalex.org/settings/api.",
            ),
            // At a fixed address and without a key, there is nothing that a person could set.
            (
                Self::Wikipedia | Self::Arxiv | Self::Crossref,
                ServiceError::Unauthorized | ServiceError::Forbidden { .. },
            ) => Some(ELSEWHERE),
            (service, ServiceError::Refused { .. } | ServiceError::Unreadable { .. })
                if service != Self::Searxng =>
            {
                Some(ELSEWHERE)
            }
            _ => None,
        }
    }
}
