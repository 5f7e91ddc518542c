//! Which search services a run queries, and in which order.

use crate::error::{Error, ErrorCode};
use crate::net::endpoint::Endpoint;
use crate::settings::{PaperSearchChoice, Settings, WebSearchChoice};
use crate::web::{SearchEndpoint, SearchService};

/// The search services that a run queries.
#[derive(Debug, Default)]
pub struct SearchSources {
    /// Lists of services. All lists are queried in parallel. Within a list, a service is queried
    /// only if the service before it had no results.
    pub fallback_lists: Vec<Vec<SearchEndpoint>>,
    /// Errors for services that are chosen but not completely configured.
    pub configuration_errors: Vec<Error>,
}

impl Settings {
    /// The names of the web services in the settings, without repetitions.
    pub fn web_service_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for source in self.search_sources().fallback_lists.iter().flatten() {
            let name = source.service.name().to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the search services that a run queries, as the user chose them.
    pub fn search_sources(&self) -> SearchSources {
        let is_searxng = self.web_search == WebSearchChoice::Searxng;
        let is_unusable = is_searxng && Endpoint::parse(&self.searxng_url).is_none();
        let lists = [
            self.web_services(),
            self.encyclopedia_services(),
            self.paper_services(),
            self.preprint_services(),
        ];
        SearchSources {
            fallback_lists: lists.into_iter().filter(|list| !list.is_empty()).collect(),
            configuration_errors: is_unusable
                .then(missing_searxng_address_error)
                .into_iter()
                .collect(),
        }
    }

    /// The web search service that the user chose, followed by the services that need no key, as
    /// fallbacks. The least reliable one is last.
    fn web_services(&self) -> Vec<SearchEndpoint> {
        let keyed = |service| SearchEndpoint::with_api_key(service, &self.search_key_secret_name);
        let chosen = match self.web_search {
            WebSearchChoice::Off => return Vec::new(),
            WebSearchChoice::Keyless => None,
            WebSearchChoice::Brave => Some(keyed(SearchService::Brave)),
            WebSearchChoice::Tavily => Some(keyed(SearchService::Tavily)),
            WebSearchChoice::Exa => Some(keyed(SearchService::Exa)),
            WebSearchChoice::Searxng => {
                Endpoint::parse(&self.searxng_url).map(SearchEndpoint::searxng)
            }
        };
        let keyless =
            [SearchService::Tavily, SearchService::DuckDuckGo].map(SearchEndpoint::without_api_key);
        chosen.into_iter().chain(keyless).collect()
    }

    fn encyclopedia_services(&self) -> Vec<SearchEndpoint> {
        match self.web_search {
            WebSearchChoice::Off => Vec::new(),
            _ => vec![SearchEndpoint::without_api_key(SearchService::Wikipedia)],
        }
    }

    fn paper_services(&self) -> Vec<SearchEndpoint> {
        let crossref = SearchEndpoint::without_api_key(SearchService::Crossref);
        let chosen = match self.paper_search {
            PaperSearchChoice::Off => return Vec::new(),
            PaperSearchChoice::Keyless => return vec![crossref],
            PaperSearchChoice::OpenAlex => SearchService::OpenAlex,
            PaperSearchChoice::SemanticScholar => SearchService::SemanticScholar,
        };
        vec![SearchEndpoint::with_api_key(chosen, &self.papers_key_secret_name), crossref]
    }

    fn preprint_services(&self) -> Vec<SearchEndpoint> {
        match self.paper_search {
            PaperSearchChoice::Off => Vec::new(),
            _ => vec![SearchEndpoint::without_api_key(SearchService::Arxiv)],
        }
    }
}

fn missing_searxng_address_error() -> Error {
    Error::new(ErrorCode::NoAddress, "SearXNG was skipped: its URL is missing or invalid")
        .hint("Enter a URL such as https://searx.example.org in settings.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: Settings, expected: &str) {
        let sources = settings.search_sources();
        let name = |source: &SearchEndpoint| {
            let key = if source.secret_name.is_empty() { "" } else { "+key" };
            format!("{}{key}", source.service.name())
        };
        let list =
            |list: &Vec<SearchEndpoint>| list.iter().map(name).collect::<Vec<_>>().join(" > ");
        let lists = sources.fallback_lists.iter().map(list).collect::<Vec<_>>().join("; ");
        let unusable: Vec<&str> =
            sources.configuration_errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(format!("{lists} {}", unusable.join(" ")).trim_end(), expected);
    }

    #[test]
    fn the_chosen_service_comes_first_and_those_without_a_key_after_it() {
        let keyless = "Tavily > DuckDuckGo; Wikipedia; Crossref; arXiv";
        check(Settings::default(), keyless);
        let key = || "k".to_owned();
        check(
            Settings {
                web_search: WebSearchChoice::Brave,
                search_key_secret_name: key(),
                ..Settings::default()
            },
            "Brave Search+key > Tavily > DuckDuckGo; Wikipedia; Crossref; arXiv",
        );
        check(
            Settings {
                paper_search: PaperSearchChoice::OpenAlex,
                papers_key_secret_name: key(),
                ..Settings::default()
            },
            "Tavily > DuckDuckGo; Wikipedia; OpenAlex+key > Crossref; arXiv",
        );
        let off = Settings {
            web_search: WebSearchChoice::Off,
            paper_search: PaperSearchChoice::Off,
            ..Settings::default()
        };
        check(off, "");
    }

    #[test]
    fn searxng_without_a_valid_address_is_an_error() {
        let searxng = |url: &str| Settings {
            web_search: WebSearchChoice::Searxng,
            searxng_url: url.into(),
            paper_search: PaperSearchChoice::Off,
            ..Settings::default()
        };
        check(searxng("searx.example.org"), "SearXNG > Tavily > DuckDuckGo; Wikipedia");
        let expected =
            "Tavily > DuckDuckGo; Wikipedia SearXNG was skipped: its URL is missing or invalid";
        check(searxng(""), expected);
        check(searxng("my searx"), expected);
    }
}
