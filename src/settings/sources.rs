//! Which search services are asked, and in which order.

use super::{Papers, Settings, WebSearch};
use crate::net::endpoint::Endpoint;
use crate::web::{SearchService, Source};

impl Settings {
    /// Services that are asked at once; of each list the next only if the one before gave nothing.
    pub fn sources(&self) -> Vec<Vec<Source>> {
        let chains =
            [self.web_chain(), self.encyclopaedia(), self.papers_chain(), self.preprints()];
        chains.into_iter().filter(|chain| !chain.is_empty()).collect()
    }

    /// The service that the person chose, then those that need no key, the least reliable last.
    fn web_chain(&self) -> Vec<Source> {
        let keyed = |service| Source::with_key(service, &self.search_key);
        let chosen = match self.web_search {
            WebSearch::Off => return Vec::new(),
            WebSearch::Keyless => None,
            WebSearch::Brave => Some(keyed(SearchService::Brave)),
            WebSearch::Tavily => Some(keyed(SearchService::Tavily)),
            WebSearch::Exa => Some(keyed(SearchService::Exa)),
            WebSearch::Searxng => Endpoint::typed(&self.searxng_url).map(Source::searxng),
        };
        let keyless = [SearchService::Tavily, SearchService::DuckDuckGo].map(Source::keyless);
        chosen.into_iter().chain(keyless).collect()
    }

    fn encyclopaedia(&self) -> Vec<Source> {
        match self.web_search {
            WebSearch::Off => Vec::new(),
            _ => vec![Source::keyless(SearchService::Wikipedia)],
        }
    }

    fn papers_chain(&self) -> Vec<Source> {
        let crossref = Source::keyless(SearchService::Crossref);
        let chosen = match self.papers {
            Papers::Off => return Vec::new(),
            Papers::Keyless => return vec![crossref],
            Papers::OpenAlex => SearchService::OpenAlex,
            Papers::SemanticScholar => SearchService::SemanticScholar,
        };
        vec![Source::with_key(chosen, &self.papers_key), crossref]
    }

    fn preprints(&self) -> Vec<Source> {
        match self.papers {
            Papers::Off => Vec::new(),
            _ => vec![Source::keyless(SearchService::Arxiv)],
        }
    }
}
