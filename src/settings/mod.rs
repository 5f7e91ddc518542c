//! The user's settings. `form` describes the settings tab; `saved_settings` reads the saved file,
//! even an old or damaged one.

mod chat_model;
pub mod form;
mod inbox;
pub(crate) mod note_path_check;
mod privacy;
mod report;
pub(crate) mod saved_settings;
mod search_choice;
mod search_sources;
mod transcription;

use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::model::llm::{
    DEFAULT_BUDGET_CENTS, DEFAULT_BUDGET_TOKENS, EmbeddingEndpoint, EmbeddingService, Provider,
};
use crate::notes::note::HeadingTitle;
use crate::web::http::{AllowedSchemes, Endpoint};

pub use form::{Action, SettingsForm};
pub(crate) use inbox::{GapSchedule, InboxPlace, MAX_FINDINGS_PER_RUN, ScheduledApproval};
pub(crate) use note_path_check::check_note_path;
pub(crate) use report::{
    CitationStyle, PartialReport, ReportLength, ReportPlace, TopicLayout, UnverifiedPolicy,
};
pub use saved_settings::LoadedSettings;
pub(crate) use search_choice::{OtherSources, PaperSearchChoice, WebSearchChoice};

/// Default heading of the section that Ibid writes.
pub const DEFAULT_SECTION_HEADING: &str = "## Research";

/// Maximum number of topics that are researched in parallel: services limit parallel requests.
pub const MAX_PARALLEL_TOPICS: usize = 8;

/// Lower limit of the duplicate threshold, in percent. A finding that shares less than half of its
/// words with a note is certainly new.
pub const MIN_DUPLICATE_THRESHOLD_PERCENT: usize = 50;

/// Maximum number of topics per run: nobody reads a longer section.
pub const MAX_TOPICS_PER_RUN: usize = 10;

/// Maximum number of results per search: no service returns more at once.
pub const MAX_RESULTS_PER_SEARCH: usize = 20;

/// Maximum number of steps of a model that answers a question.
pub const MAX_ASK_STEPS: usize = 20;

/// All settings. Secrets are not among them, only their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// What writes the report: the built-in engine or a model.
    pub engine: EngineChoice,
    /// The company or program that runs the model, such as OpenAI or Ollama.
    pub provider: Provider,
    /// The address of the model's service; empty for the provider's default.
    pub model_url: String,
    /// The name of the secret with the provider's API key; never the key itself.
    #[serde(rename = "apiKey")]
    pub api_key_secret_name: String,
    /// The model for topics and pages; empty for the provider's default.
    pub model: String,
    /// The model that writes the report; empty if it is the same as `model`.
    pub report_model: String,
    /// Whether replies of the model are streamed if the service allows it.
    #[serde(rename = "streaming")]
    pub streams_replies: bool,
    /// Budget per run in US cents.
    pub budget_cents: u32,
    /// Budget per run in tokens, for models whose price is unknown.
    pub budget_tokens: u64,
    /// Whether a run reads web pages (deep) or only search results (shallow).
    pub depth: Depth,
    /// Maximum number of topics per run.
    #[serde(rename = "topics")]
    pub max_topics: usize,
    /// Number of topics that are researched in parallel.
    #[serde(rename = "concurrency")]
    pub parallel_topics: usize,
    /// Whether the user reviews the agenda before a run starts.
    #[serde(rename = "askBeforeRun")]
    pub shows_agenda_first: bool,
    /// The heading of the section that Ibid writes, including the `#` characters.
    pub section_heading: String,
    /// The language of the report.
    pub report_language: ReportLanguage,
    /// How sources are cited.
    #[serde(rename = "citations")]
    pub citation_style: CitationStyle,
    /// How much of what was found a report shows.
    pub report_length: ReportLength,
    /// What happens to a report when a selection of its note is researched, or the note with a focus.
    pub partial_report: PartialReport,
    /// How the topics of a report are laid out.
    pub topic_layout: TopicLayout,
    /// The note into which a report is written.
    pub report_place: ReportPlace,
    /// What happens to a sentence that its source does not support.
    #[serde(rename = "unverified")]
    pub unverified_policy: UnverifiedPolicy,
    /// Whether a model reads the sentences of a report again, against their sources.
    #[serde(rename = "secondReading")]
    pub uses_second_reading: bool,
    /// Duplicate threshold in percent: a finding that shares at least this many of its words with
    /// one note is not new.
    #[serde(rename = "similarity")]
    pub duplicate_threshold_percent: usize,
    /// Whether all requests and responses of a run are stored on the device.
    #[serde(rename = "keepTraces")]
    pub keeps_traces: bool,
    /// Maximum number of steps of a model that answers a question.
    pub ask_steps: usize,
    /// The folder of the vault into which the files of each question are written; empty for none.
    pub ask_folder: String,
    /// The service for web search.
    pub web_search: WebSearchChoice,
    /// The name of the secret with the key of the web search service.
    #[serde(rename = "searchKey")]
    pub search_key_secret_name: String,
    /// The address of the user's SearXNG instance.
    pub searxng_url: String,
    /// What is searched besides the search service that the user chose.
    pub other_sources: OtherSources,
    /// The services that are searched for scientific papers.
    #[serde(rename = "papers")]
    pub paper_search: PaperSearchChoice,
    /// The name of the secret with the key of the paper search service.
    #[serde(rename = "papersKey")]
    pub papers_key_secret_name: String,
    /// Maximum number of web results that are used for one topic.
    #[serde(rename = "results")]
    pub results_per_search: usize,
    /// Whether web pages with an unencrypted `http` address may be read.
    #[serde(rename = "pages")]
    pub page_schemes: PageSchemes,
    /// Folders whose notes are neither indexed nor researched.
    pub excluded_folders: Vec<String>,
    /// The folder for accepted findings, for a report whose note was deleted during the run, and for
    /// exported run logs.
    pub inbox_folder: String,
    /// Folders whose notes never leave the device.
    pub private_folders: Vec<String>,
    /// Tags whose notes never leave the device.
    pub private_tags: Vec<String>,
    /// Whether a report in a public note may name private notes in its list of related notes.
    #[serde(rename = "namePrivateNotes")]
    pub may_name_private_notes: bool,
    /// The service that computes embeddings.
    #[serde(rename = "embeddings")]
    pub embedding_service: EmbeddingService,
    /// The address of the embedding service; empty for its default.
    pub embedding_url: String,
    /// The embedding model; empty for the service's default.
    pub embedding_model: String,
    /// The name of the secret with the key of the embedding service.
    #[serde(rename = "embeddingKey")]
    pub embedding_key_secret_name: String,
    /// The address of the service that transcribes audio; empty for OpenAI's, if there is a key.
    pub transcription_url: String,
    /// The model that transcribes audio; empty for the default.
    pub transcription_model: String,
    /// The name of the secret with the key of the transcription service.
    #[serde(rename = "transcriptionKey")]
    pub transcription_key_secret_name: String,
    /// The folder with the user's prompts for conversations; empty for none.
    pub prompts_folder: String,
    /// Where findings wait for the user.
    pub inbox_place: InboxPlace,
    /// Maximum number of findings of one run.
    pub max_findings: usize,
    /// The day on which gaps of the vault are researched.
    pub gap_schedule: GapSchedule,
    /// What happens on that day.
    pub scheduled_approval: ScheduledApproval,
}

/// What names topics and writes reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum EngineChoice {
    /// The built-in engine, which runs on the device: it needs no API key and costs nothing.
    #[default]
    BuiltIn,
    /// A language model of the user's choice, at a provider or on the user's own network.
    Model,
}

/// Whether a run reads web pages or only search results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// A run reads search results and passages of the vault.
    #[default]
    Shallow,
    /// A run also reads the full text of web pages.
    Deep,
}

/// The language in which a report is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReportLanguage {
    /// The report is in the language of the note.
    #[default]
    Note,
    /// The report is in English.
    En,
    /// The report is in German.
    De,
    /// The report is in French.
    Fr,
    /// The report is in Spanish.
    Es,
    /// The report is in Portuguese.
    Pt,
    /// The report is in Italian.
    It,
    /// The report is in Dutch.
    Nl,
    /// The report is in Russian.
    Ru,
    /// The report is in Chinese.
    Zh,
    /// The report is in Japanese.
    Ja,
    /// The report is in Korean.
    Ko,
}

impl ReportLanguage {
    /// Returns the language of a report on a note with this text.
    pub fn report_language(self, note_text: &str) -> Language {
        match self {
            Self::Note => Language::detect(note_text),
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

/// Whether only encrypted web pages may be read, or unencrypted ones too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PageSchemes {
    /// Only pages with an `https` address may be read.
    #[default]
    Https,
    /// Pages with an unencrypted `http` address may be read too.
    HttpToo,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: EngineChoice::default(),
            provider: Provider::default(),
            model_url: String::new(),
            api_key_secret_name: String::new(),
            model: String::new(),
            report_model: String::new(),
            streams_replies: true,
            budget_cents: DEFAULT_BUDGET_CENTS,
            budget_tokens: DEFAULT_BUDGET_TOKENS,
            depth: Depth::default(),
            max_topics: MAX_TOPICS_PER_RUN,
            parallel_topics: 4,
            shows_agenda_first: true,
            section_heading: DEFAULT_SECTION_HEADING.to_owned(),
            report_language: ReportLanguage::default(),
            citation_style: CitationStyle::default(),
            report_length: ReportLength::default(),
            partial_report: PartialReport::default(),
            topic_layout: TopicLayout::default(),
            report_place: ReportPlace::default(),
            unverified_policy: UnverifiedPolicy::default(),
            uses_second_reading: true,
            duplicate_threshold_percent: 85,
            keeps_traces: false,
            ask_steps: 10,
            ask_folder: String::new(),
            web_search: WebSearchChoice::default(),
            search_key_secret_name: String::new(),
            searxng_url: String::new(),
            other_sources: OtherSources::default(),
            paper_search: PaperSearchChoice::default(),
            papers_key_secret_name: String::new(),
            results_per_search: 5,
            page_schemes: PageSchemes::default(),
            excluded_folders: Vec::new(),
            inbox_folder: "Research inbox".to_owned(),
            inbox_place: InboxPlace::default(),
            max_findings: 5,
            gap_schedule: GapSchedule::default(),
            scheduled_approval: ScheduledApproval::default(),
            private_folders: Vec::new(),
            private_tags: Vec::new(),
            may_name_private_notes: false,
            embedding_service: EmbeddingService::default(),
            embedding_url: String::new(),
            embedding_model: String::new(),
            embedding_key_secret_name: String::new(),
            transcription_url: String::new(),
            transcription_model: String::new(),
            transcription_key_secret_name: String::new(),
            prompts_folder: String::new(),
        }
    }
}

impl Settings {
    /// The parsed heading of the section that Ibid writes. Its level is at most 5, because the
    /// headings of topics are one level below.
    pub fn section_title(&self) -> HeadingTitle {
        let chosen = HeadingTitle::parse(&self.section_heading).filter(|title| title.level < 6);
        let default = || HeadingTitle { level: 2, text: "Research".to_owned() };
        chosen.unwrap_or_else(default)
    }

    /// The URL schemes of pages that may be fetched.
    pub fn allowed_schemes(&self) -> AllowedSchemes {
        match self.page_schemes {
            PageSchemes::Https => AllowedSchemes::HttpsOnly,
            PageSchemes::HttpToo => AllowedSchemes::HttpAndHttps,
        }
    }

    /// The embedding service, if the user chose one. Without a key, OpenAI's default address is not
    /// used: the user may have just chosen the API and be about to enter another address.
    pub fn embedding_endpoint(&self) -> Option<EmbeddingEndpoint> {
        let is_incomplete =
            self.embedding_url.trim().is_empty() && self.embedding_key_secret_name.is_empty();
        match self.embedding_service {
            EmbeddingService::Off => return None,
            EmbeddingService::OpenAi if is_incomplete => return None,
            EmbeddingService::OpenAi | EmbeddingService::Ollama => {}
        }
        let (url, model) = self.embedding_service.default_endpoint_and_model();
        let chosen_url = self.embedding_url.trim();
        let chosen_model = self.embedding_model.trim();
        Some(EmbeddingEndpoint {
            service: self.embedding_service,
            base_url: if chosen_url.is_empty() { url } else { Endpoint::parse(chosen_url)? },
            model_name: if chosen_model.is_empty() { model } else { chosen_model }.to_owned(),
            secret_name: self.embedding_key_secret_name.clone(),
        })
    }
}
