//! A search service as the user configured it: which one, its API key, its address.

use crate::web::http::Endpoint;
use crate::web::search::search_service::SearchService;

/// A search service with the API key and the address that the user configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchEndpoint {
    /// Which service this is, such as Brave or arXiv.
    pub service: SearchService,
    /// The name of the secret that holds the API key; empty if there is none.
    pub secret_name: String,
    /// The address of the service; `None` for its default address. SearXNG usually needs one,
    /// because everybody can run a SearXNG server.
    pub custom_endpoint: Option<Endpoint>,
}

impl SearchEndpoint {
    /// Creates a service at its default address, without an API key.
    pub fn without_api_key(service: SearchService) -> Self {
        Self { service, secret_name: String::new(), custom_endpoint: None }
    }

    /// Creates a service at its default address, with the name of the secret that holds its API
    /// key.
    pub fn with_api_key(service: SearchService, secret_name: &str) -> Self {
        Self { secret_name: secret_name.to_owned(), ..Self::without_api_key(service) }
    }

    /// Creates a SearXNG server at this address, without an API key.
    pub fn searxng(endpoint: Endpoint) -> Self {
        Self { custom_endpoint: Some(endpoint), ..Self::without_api_key(SearchService::Searxng) }
    }

    /// The part of a cache key that identifies the service with its API key and address, because a
    /// service may find more with an API key.
    pub fn cache_key_part(&self) -> String {
        let address = self.custom_endpoint.as_ref().map(ToString::to_string).unwrap_or_default();
        format!("{} {} {address}", self.service.name(), self.secret_name)
    }

    /// The address that the user configured, or else `default`.
    pub(super) fn endpoint_or_default(&self, default: &'static str) -> Endpoint {
        self.custom_endpoint.clone().unwrap_or(Endpoint::fixed(default))
    }
}
