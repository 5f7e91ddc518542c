//! Which search services are asked, and in which order.

use crate::error::{Error, ErrorCode};
use crate::net::endpoint::Endpoint;
use crate::settings::{Papers, Settings, WebSearch};
use crate::web::{SearchEndpoint, SearchService};

/// Which services are asked.
#[derive(Debug, Default)]
pub struct Sources {
    /// Asked at once; of each list the next only if the one before gave nothing.
    pub lists: Vec<Vec<SearchEndpoint>>,
    /// Chosen, but cannot be asked.
    pub unusable: Vec<Error>,
}

impl Settings {
    /// Which services are asked.
    pub fn sources(&self) -> Sources {
        let searxng = self.web_search == WebSearch::Searxng;
        let unusable = searxng && Endpoint::parse(&self.searxng_url).is_none();
        let lists = [self.web_chain(), self.encyclopaedia(), self.papers_chain(), self.preprints()];
        Sources {
            lists: lists.into_iter().filter(|list| !list.is_empty()).collect(),
            unusable: unusable.then(no_searxng).into_iter().collect(),
        }
    }

    /// The service that the person chose, then those that need no key, the least reliable last.
    fn web_chain(&self) -> Vec<SearchEndpoint> {
        let keyed = |service| SearchEndpoint::with_key(service, &self.search_key);
        let chosen = match self.web_search {
            WebSearch::Off => return Vec::new(),
            WebSearch::Keyless => None,
            WebSearch::Brave => Some(keyed(SearchService::Brave)),
            WebSearch::Tavily => Some(keyed(SearchService::Tavily)),
            WebSearch::Exa => Some(keyed(SearchService::Exa)),
            WebSearch::Searxng => Endpoint::parse(&self.searxng_url).map(SearchEndpoint::searxng),
        };
        let keyless =
            [SearchService::Tavily, SearchService::DuckDuckGo].map(SearchEndpoint::keyless);
        chosen.into_iter().chain(keyless).collect()
    }

    fn encyclopaedia(&self) -> Vec<SearchEndpoint> {
        match self.web_search {
            WebSearch::Off => Vec::new(),
            _ => vec![SearchEndpoint::keyless(SearchService::Wikipedia)],
        }
    }

    fn papers_chain(&self) -> Vec<SearchEndpoint> {
        let crossref = SearchEndpoint::keyless(SearchService::Crossref);
        let chosen = match self.papers {
            Papers::Off => return Vec::new(),
            Papers::Keyless => return vec![crossref],
            Papers::OpenAlex => SearchService::OpenAlex,
            Papers::SemanticScholar => SearchService::SemanticScholar,
        };
        vec![SearchEndpoint::with_key(chosen, &self.papers_key), crossref]
    }

    fn preprints(&self) -> Vec<SearchEndpoint> {
        match self.papers {
            Papers::Off => Vec::new(),
            _ => vec![SearchEndpoint::keyless(SearchService::Arxiv)],
        }
    }
}

fn no_searxng() -> Error {
    Error::new(ErrorCode::NoAddress, "SearXNG was skipped: its URL is missing or invalid")
        .hint("Enter a URL such as https://searx.example.org in settings.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: Settings, expected: &str) {
        let sources = settings.sources();
        let name = |source: &SearchEndpoint| {
            let key = if source.secret.is_empty() { "" } else { "+key" };
            format!("{}{key}", source.service.name())
        };
        let list =
            |list: &Vec<SearchEndpoint>| list.iter().map(name).collect::<Vec<_>>().join(" > ");
        let lists = sources.lists.iter().map(list).collect::<Vec<_>>().join("; ");
        let unusable: Vec<&str> =
            sources.unusable.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(format!("{lists} {}", unusable.join(" ")).trim_end(), expected);
    }

    #[test]
    fn the_chosen_service_comes_first_and_those_without_a_key_after_it() {
        let keyless = "Tavily > DuckDuckGo; Wikipedia; Crossref; arXiv";
        check(Settings::default(), keyless);
        let key = || "k".to_owned();
        check(
            Settings { web_search: WebSearch::Brave, search_key: key(), ..Settings::default() },
            "Brave Search+key > Tavily > DuckDuckGo; Wikipedia; Crossref; arXiv",
        );
        check(
            Settings { papers: Papers::OpenAlex, papers_key: key(), ..Settings::default() },
            "Tavily > DuckDuckGo; Wikipedia; OpenAlex+key > Crossref; arXiv",
        );
        let off =
            Settings { web_search: WebSearch::Off, papers: Papers::Off, ..Settings::default() };
        check(off, "");
    }

    #[test]
    fn a_server_without_an_address_is_told() {
        let searxng = |url: &str| Settings {
            web_search: WebSearch::Searxng,
            searxng_url: url.into(),
            papers: Papers::Off,
            ..Settings::default()
        };
        check(searxng("searx.example.org"), "SearXNG > Tavily > DuckDuckGo; Wikipedia");
        let told =
            "Tavily > DuckDuckGo; Wikipedia SearXNG was skipped: its URL is missing or invalid";
        check(searxng(""), told);
        check(searxng("my searx"), told);
    }
}
