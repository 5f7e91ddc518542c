//! The supported search services: their names, their rate limits, and advice for their errors.

use serde::{Deserialize, Serialize};

use crate::web::http::{RateLimit, ServiceError};

/// Advice for an error that no setting of the service can fix.
const TRY_LATER_HINT: &str = "Try again later, or choose another search service in settings.";

/// A service that searches the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SearchService {
    /// Searches the whole web, through DuckDuckGo's HTML page for browsers without JavaScript.
    #[serde(rename = "duckduckgo")]
    DuckDuckGo,
    /// Searches the Wikipedia in the language of the query.
    Wikipedia,
    /// Searches the preprints on arXiv.
    Arxiv,
    /// Searches papers, books and other works that have a DOI.
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
    /// All services; tests go through each of them.
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
            // One request every 1.5 seconds, about as fast as a user clicks: faster clients get a
            // CAPTCHA.
            Self::DuckDuckGo => RateLimit::new(1_500, 1),
            // "Make your requests in series rather than in parallel" (API:Etiquette).
            Self::Wikipedia => RateLimit::new(0, 1),
            // "No more than one request every three seconds", one connection (terms of use).
            Self::Arxiv => RateLimit::new(3_000, 1),
            // Five requests a second, one at a time: the limit in Crossref's response headers for
            // clients that send no e-mail address.
            Self::Crossref => RateLimit::new(200, 1),
            // One request a second with an API key. All users without a key share one quota.
            Self::SemanticScholar => RateLimit::new(1_000, 1),
            // One request a second, the limit of the free plan. Paid plans allow more, but no
            // response header reliably tells how many.
            Self::Brave => RateLimit::new(1_000, 1),
            // The limits of these services are far above what one user needs.
            Self::OpenAlex | Self::Tavily | Self::Exa | Self::Searxng => RateLimit::new(0, 4),
        }
    }

    /// Advice for an error of this service; `None` if the general advice of `ServiceError` is
    /// better.
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
