//! What the person chose. `form` says how it is shown, `saved` reads any older or broken file.

pub mod admission;
pub mod form;
mod model;
mod privacy;
pub mod saved;
pub mod sources;

use serde::{Deserialize, Serialize};

use crate::index::language::Language;
use crate::llm::budget::{DEFAULT_CENTS, DEFAULT_TOKENS};
use crate::llm::embedding::{EmbeddingEndpoint, EmbeddingService};
use crate::llm::provider::Provider;
use crate::net::endpoint::Endpoint;
use crate::net::public_url::AllowedSchemes;
use crate::note::outline::HeadingTitle;

/// The heading of the one section that Ibid writes, unless the person names another.
pub const SECTION_HEADING: &str = "## Research";

/// Topics that are looked up at once, at the most: services do not like more.
pub const MAX_CONCURRENCY: usize = 8;

/// A finding whose words stand in a note to less than this share is surely new.
pub const LEAST_SIMILARITY: usize = 50;

/// Topics of one run at the most: more makes a section nobody reads.
pub const MAX_TOPICS: usize = 10;

/// Results of one search at the most: no service gives more at once.
pub const MAX_RESULTS: usize = 20;

/// All settings, with a default for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Who writes the report.
    pub engine: EngineChoice,
    /// Who runs the model.
    pub provider: Provider,
    /// The address of the model's service; empty for its usual one.
    pub model_url: String,
    /// The name of the secret that holds the model's key; the key itself is never here.
    pub api_key: String,
    /// The model for topics and pages; empty for the provider's usual one.
    pub model: String,
    /// The model that writes the report; empty for the same.
    pub report_model: String,
    /// Whether replies come word by word where the service lets them.
    pub streaming: bool,
    /// What one run may cost, in cents of a US dollar.
    pub budget_cents: u32,
    /// What one run may use where the price is unknown.
    pub budget_tokens: u64,
    /// How far a run looks.
    pub depth: Depth,
    /// Topics of one run at the most.
    pub topics: usize,
    /// Topics that are looked up at once.
    pub concurrency: usize,
    /// Whether the agenda is shown before anything is looked up.
    pub ask_before_run: bool,
    /// The heading of the section, with its hashes.
    pub section_heading: String,
    /// The language of the report.
    pub report_language: ReportLanguage,
    /// How sources are named.
    pub citations: CitationStyle,
    /// What happens to a sentence that its source does not support.
    pub unverified: Unverified,
    /// From this share of its words in one note on, a finding is nothing new; in hundredths.
    pub similarity: usize,
    /// Whether everything that a run asked and was told is kept on the device.
    pub keep_traces: bool,
    /// Where the web is searched.
    pub web_search: WebSearch,
    /// The name of the secret that holds that service's key.
    pub search_key: String,
    /// The address of the person's SearXNG.
    pub searxng_url: String,
    /// Where papers are searched.
    pub papers: Papers,
    /// The name of the secret that holds that service's key.
    pub papers_key: String,
    /// Results of one search.
    pub results: usize,
    /// Which pages may be read.
    pub pages: PageSchemes,
    /// Folders that are neither searched nor researched.
    pub excluded_folders: Vec<String>,
    /// Where a result goes whose note is gone.
    pub inbox_folder: String,
    /// Folders whose notes never leave the device.
    pub private_folders: Vec<String>,
    /// Tags whose notes never leave the device.
    pub private_tags: Vec<String>,
    /// Whether a report in a public note may name private notes among the related ones.
    pub name_private_notes: bool,
    /// Where the meaning of passages comes from.
    pub embeddings: EmbeddingService,
    /// The address of that service; empty for its usual one.
    pub embedding_url: String,
    /// The model there; empty for the usual one.
    pub embedding_model: String,
    /// The name of the secret that holds the service's key.
    pub embedding_key: String,
}

/// The engines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum EngineChoice {
    /// Works on the device: no key, no cost.
    #[default]
    BuiltIn,
    /// A language model behind the person's own key.
    Model,
}

/// How far a run looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// Search results and vault passages.
    #[default]
    Shallow,
    /// Also opens and reads pages.
    Deep,
}

/// How sources are named in a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum CitationStyle {
    /// By a link behind the sentence.
    #[default]
    Links,
    /// By a footnote.
    Footnotes,
}

/// What happens to a sentence that its source does not support.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Unverified {
    /// It is left out.
    #[default]
    Drop,
    /// It is marked.
    Mark,
}

/// The language of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReportLanguage {
    /// That of the note.
    #[default]
    Note,
    /// English.
    En,
    /// Deutsch.
    De,
    /// Français.
    Fr,
    /// Español.
    Es,
    /// Português.
    Pt,
    /// Italiano.
    It,
    /// Nederlands.
    Nl,
    /// Русский.
    Ru,
    /// 中文.
    Zh,
    /// 日本語.
    Ja,
    /// 한국어.
    Ko,
}

impl ReportLanguage {
    /// The language in which a report on a note is written.
    pub fn of(self, note: &str) -> Language {
        match self {
            Self::Note => Language::detect(note),
            Self::En => Language::English,
            Self::De => Language::German,
            Self::Fr => Language::French,
            Self::Es => Language::Spanish,
            Self::Pt => Language::Portuguese,
            Self::It => Language::Italian,
            Self::Nl => Language::Dutch,
            Self::Ru => Language::Russian,
            Self::Zh => Language::Chinese,
            Self::Ja => Language::Japanese,
            Self::Ko => Language::Korean,
        }
    }
}

/// Where the web is searched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum WebSearch {
    /// Without a key: Wikipedia, Tavily's free access, and DuckDuckGo's page as the last resort.
    #[default]
    Keyless,
    /// Brave, with a key.
    Brave,
    /// Tavily, with a key.
    Tavily,
    /// Exa, with a key.
    Exa,
    /// A SearXNG of the person's choice.
    Searxng,
    /// Nowhere.
    Off,
}

/// Where papers are searched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Papers {
    /// Without a key: arXiv and Crossref.
    #[default]
    Keyless,
    /// Also OpenAlex, with a key.
    OpenAlex,
    /// Also Semantic Scholar, with a key or without.
    SemanticScholar,
    /// Nowhere.
    Off,
}

/// Which pages may be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PageSchemes {
    /// Those whose server proves who it is.
    #[default]
    Https,
    /// Also those that anybody on the way can read and change.
    HttpToo,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: EngineChoice::default(),
            provider: Provider::default(),
            model_url: String::new(),
            api_key: String::new(),
            model: String::new(),
            report_model: String::new(),
            streaming: true,
            budget_cents: DEFAULT_CENTS,
            budget_tokens: DEFAULT_TOKENS,
            depth: Depth::default(),
            topics: MAX_TOPICS,
            concurrency: 4,
            ask_before_run: true,
            section_heading: SECTION_HEADING.to_owned(),
            report_language: ReportLanguage::default(),
            citations: CitationStyle::default(),
            unverified: Unverified::default(),
            similarity: 85,
            keep_traces: false,
            web_search: WebSearch::default(),
            search_key: String::new(),
            searxng_url: String::new(),
            papers: Papers::default(),
            papers_key: String::new(),
            results: 5,
            pages: PageSchemes::default(),
            excluded_folders: Vec::new(),
            inbox_folder: "Research inbox".to_owned(),
            private_folders: Vec::new(),
            private_tags: Vec::new(),
            name_private_notes: false,
            embeddings: EmbeddingService::default(),
            embedding_url: String::new(),
            embedding_model: String::new(),
            embedding_key: String::new(),
        }
    }
}

impl Settings {
    /// The heading of the section. Its topics stand one level below, so it leaves room for them.
    pub fn heading(&self) -> HeadingTitle {
        let named = HeadingTitle::parse(&self.section_heading).filter(|title| title.level < 6);
        let usual = || HeadingTitle { level: 2, text: "Research".to_owned() };
        named.unwrap_or_else(usual)
    }

    /// How pages may be fetched.
    pub fn schemes(&self) -> AllowedSchemes {
        match self.pages {
            PageSchemes::Https => AllowedSchemes::HttpsOnly,
            PageSchemes::HttpToo => AllowedSchemes::HttpAndHttps,
        }
    }

    /// Where the meaning of passages comes from, if the person chose a service. The usual address
    /// of a service that wants a key is taken only with a key: whoever chose the kind of service
    /// may still be about to name their own.
    pub fn embedding_endpoint(&self) -> Option<EmbeddingEndpoint> {
        let unnamed = self.embedding_url.trim().is_empty() && self.embedding_key.is_empty();
        match self.embeddings {
            EmbeddingService::Off => return None,
            EmbeddingService::OpenAi if unnamed => return None,
            EmbeddingService::OpenAi | EmbeddingService::Ollama => {}
        }
        let (url, model) = self.embeddings.defaults();
        let typed = self.embedding_url.trim();
        let chosen = self.embedding_model.trim();
        Some(EmbeddingEndpoint {
            service: self.embeddings,
            url: if typed.is_empty() { url } else { Endpoint::parse(typed)? },
            model: if chosen.is_empty() { model.to_owned() } else { chosen.to_owned() },
            secret: self.embedding_key.clone(),
        })
    }
}
