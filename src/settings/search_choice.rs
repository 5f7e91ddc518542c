//! The choices among search services.

use serde::{Deserialize, Serialize};

/// Which service searches the web.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum WebSearchChoice {
    /// Services that need no API key: Wikipedia, Tavily's free access, and DuckDuckGo's result page
    /// as the last fallback.
    #[default]
    Keyless,
    /// Brave Search, with an API key.
    Brave,
    /// Tavily, with an API key.
    Tavily,
    /// Exa, with an API key.
    Exa,
    /// A SearXNG instance of the user's choice.
    Searxng,
    /// The web is not searched.
    Off,
}

/// What is searched besides the search service that the user chose. Without a chosen service, this has
/// no effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum OtherSources {
    /// Wikipedia and papers, which are no substitute for a web search but add to it.
    #[default]
    Reference,
    /// Also the services that need no API key, if the chosen one fails or finds nothing.
    Fallback,
    /// Nothing: the chosen service is the only one that is searched.
    None,
}

/// The services that are searched for scientific papers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PaperSearchChoice {
    /// Services that need no API key: arXiv and Crossref.
    #[default]
    Keyless,
    /// OpenAlex, with an API key, in addition to arXiv and Crossref.
    OpenAlex,
    /// Semantic Scholar, with or without an API key, in addition to arXiv and Crossref.
    SemanticScholar,
    /// No papers are searched.
    Off,
}
