//! The supported search services: their names, their rate limits, and advice for their errors.

use serde::{Deserialize, Serialize};

use crate::net::rate_limit::RateLimit;
use crate::net::service_error::ServiceError;

/// Advice for an error that the user cannot fix in the settings of the service.
const TRY_LATER_HINT: &str = "Try again later, or choose another search service in settings.";

/// A service that searches the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SearchService {
    /// Searches the whole web, by the HTML page for browsers without scripts.
    #[serde(rename = "duckduckgo")]
    DuckDuckGo,
    /// Searches the Wikipedia in the language of the query.
    Wikipedia,
    /// Searches preprints.
    Arxiv,
    /// Searches everything that has a DOI.
    Crossref,
    /// Searches papers and books, and returns their abstracts.
    #[serde(rename = "openalex")]
    OpenAlex,
    /// Searches papers, and returns their abstracts.
    SemanticScholar,
    /// Searches the whole web; needs an API key.
    Brave,
    /// Searches the whole web; a few searches are free without an API key.
    Tavily,
    /// Searches the whole web by meaning; needs an API key.
    Exa,
    /// A server of the user's choice that queries many search engines.
    Searxng,
}

impl SearchService {
    /// All services.
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

    /// The name shown to users.
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

    /// The rate limit that the service asks for.
    pub fn rate_limit(self) -> RateLimit {
        match self {
            // About as fast as a user clicks: faster clients get a robot check.
            Self::DuckDuckGo => RateLimit::new(1_500, 1),
            // "Make your requests in series rather than in parallel" (API:Etiquette).
            Self::Wikipedia => RateLimit::new(0, 1),
            // "No more than one request every three seconds", one connection (terms of use).
            Self::Arxiv => RateLimit::new(3_000, 1),
            // Crossref's headers for clients without an e-mail address: five a second, one at a
            // time.
            Self::Crossref => RateLimit::new(200, 1),
            // One request a second with a key; without a key, all users share one quota.
            Self::SemanticScholar => RateLimit::new(1_000, 1),
            // One request a second in the free plan; no header reliably tells the limit of others.
            Self::Brave => RateLimit::new(1_000, 1),
            // The limits of these services are far above what one user needs.
            Self::OpenAlex | Self::Tavily | Self::Exa | Self::Searxng => RateLimit::new(0, 4),
        }
    }

    /// Advice for an error of this service, if there is better advice than the general one.
    pub fn error_hint(self, error: &ServiceError) -> Option<&'static str> {
        match (self, error) {
            (Self::Searxng, ServiceError::Forbidden { .. }) => Some(
                "Enable the JSON format on the server: add “json” to search.formats in settings.yml. Most public servers don't allow it.",
            ),
            (Self::Searxng, ServiceError::Refused { status: 200, .. }) => Some(
                "Its search engines returned nothing. Choose other engines in the SearXNG settings, or try again later.",
            ),
            (Self::DuckDuckGo, ServiceError::RobotCheck | ServiceError::Forbidden { .. }) => Some(
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
            // These services have a fixed address and no key, so the user has nothing to correct.
            (
                Self::Wikipedia | Self::Arxiv | Self::Crossref,
                ServiceError::Unauthorized | ServiceError::Forbidden { .. },
            ) => Some(TRY_LATER_HINT),
            (service, ServiceError::Refused { .. } | ServiceError::Unreadable { .. })
                if service != Self::Searxng =>
            {
                Some(TRY_LATER_HINT)
            }
            _ => None,
        }
    }
}
