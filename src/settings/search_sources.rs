//! Which search services a run queries, and in which order.

use crate::settings::{OtherSources, PaperSearchChoice, Settings, WebSearchChoice};
use crate::values::{Error, ErrorCode};
use crate::web::http::Endpoint;
use crate::web::search::{SearchEndpoint, SearchService};

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
        let mut lists = vec![self.web_services()];
        if !self.is_only_service_chosen() {
            lists.push(self.encyclopedia_services());
            lists.push(self.paper_services());
            lists.push(self.preprint_services());
        }
        lists.retain(|list| !list.is_empty());
        SearchSources {
            fallback_lists: lists,
            configuration_errors: is_unusable
                .then(missing_searxng_address_error)
                .into_iter()
                .collect(),
        }
    }

    /// Whether the user chose a search service as the only one.
    pub fn is_only_service_chosen(&self) -> bool {
        self.has_chosen_service() && self.other_sources == OtherSources::None
    }

    fn has_chosen_service(&self) -> bool {
        !matches!(self.web_search, WebSearchChoice::Off | WebSearchChoice::Keyless)
    }

    /// The web search service that the user chose. Without one, or as fallbacks if the user wants them,
    /// the services that need no key; the least reliable one is last.
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
        let mut services: Vec<SearchEndpoint> = chosen.into_iter().collect();
        if !self.has_chosen_service() || self.other_sources == OtherSources::Fallback {
            let keyless = [SearchService::Tavily, SearchService::DuckDuckGo];
            services.extend(keyless.map(SearchEndpoint::without_api_key));
        }
        services
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
    fn services_without_a_key_replace_the_chosen_one_only_if_the_user_wants_it() {
        let keyless = "Tavily > DuckDuckGo; Wikipedia; Crossref; arXiv";
        check(Settings::default(), keyless);
        let key = || "k".to_owned();
        let brave = |other_sources| Settings {
            web_search: WebSearchChoice::Brave,
            search_key_secret_name: key(),
            other_sources,
            ..Settings::default()
        };
        check(brave(OtherSources::Reference), "Brave Search+key; Wikipedia; Crossref; arXiv");
        check(
            brave(OtherSources::Fallback),
            "Brave Search+key > Tavily > DuckDuckGo; Wikipedia; Crossref; arXiv",
        );
        check(brave(OtherSources::None), "Brave Search+key");
        check(Settings { other_sources: OtherSources::None, ..Settings::default() }, keyless);
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
        let searxng = |url: &str, other_sources| Settings {
            web_search: WebSearchChoice::Searxng,
            searxng_url: url.into(),
            other_sources,
            ..Settings::default()
        };
        let (with_reference, alone) = (OtherSources::Reference, OtherSources::None);
        check(searxng("searx.example.org", with_reference), "SearXNG; Wikipedia; Crossref; arXiv");
        check(searxng("searx.example.org", alone), "SearXNG");
        let skipped = "SearXNG was skipped: its URL is missing or invalid";
        check(searxng("", with_reference), &format!("Wikipedia; Crossref; arXiv {skipped}"));
        check(searxng("my searx", alone), &format!(" {skipped}"));
    }
}
