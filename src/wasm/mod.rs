//! The functions and classes that `pkg` exports to JavaScript. They only convert values.

mod border_error;
mod border_value;
pub mod js_host;
mod note_list;
mod stream;

use js_sys::Function;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::audit::AuditLog;
use crate::checkup::Checkup;
use crate::chunk;
use crate::client::WebSearchResult;
use crate::engine::{ChatRequest, Chatted, WebSearchRequest};
use crate::error::{Error, ErrorCode};
use crate::index::corpus_stats::NoCorpus;
use crate::index::{Hit, Query, store};
use crate::library::{LibraryStatus, NoteChange, NoteSearchResults, RelatedRequest};
use crate::local::{self, Topic};
use crate::net::public_url::PublicUrl;
use crate::note::NotePath;
use crate::note::edit::{self, NoteEdit};
use crate::note::outline::{Heading, Outline};
use crate::page::{self, Page};
use crate::research::agenda::Agenda;
use crate::research::agenda_update;
use crate::research::outcome::Report;
use crate::research::plan::survey::Survey;
use crate::research::request::{PlanRequest, ResumeRequest, RunRequest};
use crate::research::services::ServiceCheck;
use crate::research::started_run::UnfinishedRun;
use crate::research::store::StoredSection;
use crate::research::trace::{self, ReplayedRun, RunTrace};
use crate::sanitize::{self, AllowedLinks, Sanitized};
use crate::settings::form::{self, Action, SettingsForm};
use crate::settings::saved::LoadedSettings;
use crate::support::{self, Support};
use border_error::{thrown, unreadable};
use js_host::{HostObject, JsHost, Task};

type Thrown = JsValue;

/// Logs the place of a panic to the console before the instance stops.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the core.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns a note's text after an edit.
#[wasm_bindgen(js_name = "applyEdit")]
pub fn apply_edit(text: &str, edit: Ts<NoteEdit>) -> Result<String, Thrown> {
    let edit = edit.to_rust().map_err(unreadable)?;
    edit::apply(text, &edit).map_err(thrown)
}

/// Returns the headings of a note, in order.
#[wasm_bindgen]
pub fn outline(text: &str) -> Result<Vec<Ts<Heading>>, Thrown> {
    Outline::parse(text)
        .headings
        .iter()
        .map(|heading| heading.into_ts().map_err(unreadable))
        .collect()
}

/// Splits a note into passages, in order; joined they are the note.
#[wasm_bindgen(unchecked_return_type = "Passage[]")]
pub fn passages(text: &str) -> Result<Vec<JsValue>, Thrown> {
    let passages = chunk::passages(text);
    passages.iter().map(|passage| Ok(passage.into_js().map_err(unreadable)?.into())).collect()
}

/// Extracts the main text and the metadata of a web page.
#[wasm_bindgen(js_name = "extractPage")]
pub fn extract_page(html: &str, url: &str) -> Result<Ts<Page>, Thrown> {
    page::extract(html, url).into_ts().map_err(unreadable)
}

/// Whether an address may be fetched.
#[derive(Serialize, Tsify)]
pub struct UrlVerdict {
    /// Whether it may be fetched.
    pub allowed: bool,
    /// Why not, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The normalised address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Checks whether an address belongs to the public web and uses https.
#[wasm_bindgen(js_name = "checkUrl")]
pub fn check_url(url: &str) -> Result<Ts<UrlVerdict>, Thrown> {
    let verdict = match PublicUrl::parse(url) {
        Ok(url) => UrlVerdict { allowed: true, reason: None, url: Some(url.to_string()) },
        Err(why) => UrlVerdict { allowed: false, reason: Some(why.to_string()), url: None },
    };
    verdict.into_ts().map_err(unreadable)
}

/// Checks whether a piece of evidence supports a claim.
#[wasm_bindgen]
pub fn verify(claim: &str, evidence: &str) -> Result<Ts<Support>, Thrown> {
    support::check_support(claim, evidence).into_ts().map_err(unreadable)
}

/// Removes everything from Markdown that must not be written into a note. Without a list of allowed
/// notes, all wikilinks stay.
#[wasm_bindgen]
pub fn sanitize(
    markdown: &str,
    #[wasm_bindgen(js_name = "allowedUrls")] allowed_urls: Vec<String>,
    #[wasm_bindgen(js_name = "allowedNotes")] allowed_notes: Option<Vec<String>>,
) -> Result<Ts<Sanitized>, Thrown> {
    let allowed = AllowedLinks { urls: &allowed_urls, notes: allowed_notes.as_deref() };
    sanitize::sanitize_markdown(markdown, &allowed).into_ts().map_err(unreadable)
}

/// Finds topics in a note with the built-in engine, without the statistics of a vault.
#[wasm_bindgen]
pub fn topics(note: &str, limit: usize) -> Result<Vec<Ts<Topic>>, Thrown> {
    let topics = local::topic_finder::find_topics(note, limit, &NoCorpus);
    topics.iter().map(|topic| topic.into_ts().map_err(unreadable)).collect()
}

/// Returns an agenda after the user changed it: edited names become topics, and the cost is that of
/// the ticked topics.
#[wasm_bindgen(js_name = "updateAgenda")]
pub fn update_agenda(agenda: Ts<Agenda>) -> Result<Ts<Agenda>, Thrown> {
    let agenda = agenda.to_rust().map_err(unreadable)?;
    agenda_update::updated(agenda).into_ts().map_err(unreadable)
}

/// Replays a run from its trace, without network or vault.
#[wasm_bindgen]
pub async fn replay(trace: &str) -> Result<Ts<ReplayedRun>, Thrown> {
    let trace: RunTrace = serde_json::from_str(trace).map_err(unreadable)?;
    trace::replay(&trace).await.map_err(thrown)?.into_ts().map_err(unreadable)
}

/// Returns the description of the settings tab.
#[wasm_bindgen(js_name = "settingsForm")]
pub fn settings_form() -> Result<Ts<SettingsForm>, Thrown> {
    form::form().into_ts().map_err(unreadable)
}

/// A search index of passages. It contains no note text.
#[wasm_bindgen(js_name = Index)]
#[derive(Default)]
pub struct JsIndex {
    inner: crate::index::VaultIndex,
}

#[wasm_bindgen(js_class = Index)]
impl JsIndex {
    /// Creates an empty index.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a note, or replaces its old version.
    pub fn upsert(&mut self, path: &str, text: &str, modified: f64) -> Result<(), Thrown> {
        self.inner.upsert(&note_path(path)?, text, modified as i64);
        Ok(())
    }

    /// Removes a note.
    pub fn remove(&mut self, path: &str) -> Result<(), Thrown> {
        self.inner.remove(&note_path(path)?);
        Ok(())
    }

    /// Changes the path of a note.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), Thrown> {
        self.inner.rename(&note_path(from)?, &note_path(to)?);
        Ok(())
    }

    /// Returns the best passage of each matching note, best note first.
    pub fn search(&self, query: Ts<Query>) -> Result<Vec<Ts<Hit>>, Thrown> {
        let query = query.to_rust().map_err(unreadable)?;
        self.inner.search(&query).iter().map(|hit| hit.into_ts().map_err(unreadable)).collect()
    }

    /// Serialises the index.
    pub fn encode(&self) -> Vec<u8> {
        store::encode(&self.inner)
    }

    /// Restores an index from the bytes of `encode`.
    pub fn decode(bytes: &[u8]) -> Result<JsIndex, Thrown> {
        let unusable = || {
            thrown(Error::new(
                ErrorCode::IndexUnusable,
                "This index was written by another version of Ibid",
            ))
        };
        Ok(Self { inner: store::decode(bytes).ok_or_else(unusable)? })
    }

    /// Number of notes in the index.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> usize {
        self.inner.note_count()
    }
}

/// The engine for one vault.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine {
    inner: crate::engine::Engine,
    host: HostObject,
}

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Creates an engine with default settings; `configure` changes them.
    #[wasm_bindgen(constructor)]
    pub fn new(host: HostObject) -> Self {
        Self { inner: crate::engine::Engine::default(), host }
    }

    /// Loads saved settings of any shape; returns warnings about invalid ones.
    pub fn configure(&self, saved: JsValue) -> Result<Ts<LoadedSettings>, Thrown> {
        let saved = serde_wasm_bindgen::from_value(saved).map_err(unreadable)?;
        self.inner.configure(&saved).into_ts().map_err(unreadable)
    }

    /// Runs the action of a settings button.
    pub async fn act(&self, action: Ts<Action>, task: Task) -> Result<Ts<Checkup>, Thrown> {
        let action = action.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.act(&host, action).await.into_ts().map_err(unreadable)
    }

    /// Returns the names of the available models.
    pub async fn models(&self, task: Task) -> Vec<String> {
        self.inner.models(&JsHost { host: &self.host, task: &task }).await
    }

    /// Sends a request to the chosen model; `onText` gets the reply while it is streamed.
    pub async fn chat(
        &self,
        request: Ts<ChatRequest>,
        task: Task,
        #[wasm_bindgen(
            js_name = "onText",
            unchecked_optional_param_type = "(text: string) => void"
        )]
        on_text: Option<Function>,
    ) -> Result<Ts<Chatted>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        let tell = |text: &str| {
            // An error of the listener must not fail the request.
            let _ = on_text.as_ref().map(|tell| tell.call1(&JsValue::NULL, &text.into()));
        };
        self.inner.chat(&host, &request, &tell).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Searches the web with the chosen services.
    #[wasm_bindgen(js_name = "searchWeb")]
    pub async fn search_web(
        &self,
        request: Ts<WebSearchRequest>,
        task: Task,
    ) -> Result<Ts<WebSearchResult>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        let searched = self.inner.search_web(&host, &request).await.map_err(thrown)?;
        searched.into_ts().map_err(unreadable)
    }

    /// Checks a note before anything is sent: its section, and the services that would be used.
    pub async fn survey(&self, path: &str, task: Task) -> Result<Ts<Survey>, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        self.inner.survey(&host, path).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Reads a note and returns the agenda of a run.
    pub async fn plan(&self, request: Ts<PlanRequest>, task: Task) -> Result<Ts<Agenda>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        let agenda = self.inner.plan(&host, &request).await.map_err(thrown)?;
        agenda.into_ts().map_err(unreadable)
    }

    /// Compares the services of an approved agenda with the current settings, right before the run.
    #[wasm_bindgen(js_name = "checkServices")]
    pub async fn check_services(
        &self,
        agenda: Ts<Agenda>,
        task: Task,
    ) -> Result<Ts<ServiceCheck>, Thrown> {
        let agenda = agenda.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        let check = self.inner.check_services(&host, &agenda).await.map_err(thrown)?;
        check.into_ts().map_err(unreadable)
    }

    /// Runs an agenda and writes the section.
    pub async fn run(&self, request: Ts<RunRequest>, task: Task) -> Result<Ts<Report>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        let report = self.inner.run(&host, &request).await.map_err(thrown)?;
        report.into_ts().map_err(unreadable)
    }

    /// Resumes an interrupted run.
    pub async fn resume(
        &self,
        request: Ts<ResumeRequest>,
        task: Task,
    ) -> Result<Ts<Report>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.resume(&host, &request).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Returns the interrupted runs, newest first.
    pub async fn unfinished(&self, task: Task) -> Result<Vec<Ts<UnfinishedRun>>, Thrown> {
        let runs = self.inner.unfinished(&JsHost { host: &self.host, task: &task }).await;
        runs.iter().map(|run| run.into_ts().map_err(unreadable)).collect()
    }

    /// Deletes an interrupted run.
    pub async fn discard(&self, run: &str, task: Task) {
        self.inner.discard(&JsHost { host: &self.host, task: &task }, run).await;
    }

    /// Returns what was sent from this device, by run.
    #[wasm_bindgen(js_name = auditLog)]
    pub async fn audit_log(&self, task: Task) -> Result<Ts<AuditLog>, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        self.inner.audit_log(&host).await.into_ts().map_err(unreadable)
    }

    /// Returns the sections written in the last week, with their previous content.
    pub async fn sections(&self, task: Task) -> Result<Vec<Ts<StoredSection>>, Thrown> {
        let sections = self.inner.sections(&JsHost { host: &self.host, task: &task }).await;
        sections.iter().map(|section| section.into_ts().map_err(unreadable)).collect()
    }

    /// Restores a note's section to its content before a run; returns the path of the note.
    pub async fn restore(&self, run: &str, task: Task) -> Result<String, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        let path = self.inner.restore(&host, run).await.map_err(thrown)?;
        Ok(path.to_string())
    }

    /// Returns all requests and responses of a run as JSON, if they were recorded.
    pub async fn trace(&self, run: &str, task: Task) -> Option<String> {
        self.inner.trace(&JsHost { host: &self.host, task: &task }, run).await
    }

    /// Deletes all data on this device. The engine must not be used afterwards.
    pub async fn forget(&self, task: Task) -> Result<(), Thrown> {
        self.inner.forget(&JsHost { host: &self.host, task: &task }).await.map_err(thrown)
    }

    /// Brings the index up to date with the vault.
    pub async fn sync(&self, task: Task) -> Result<Ts<LibraryStatus>, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        self.inner.sync(&host).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Applies changes of single notes to the index.
    pub async fn follow(
        &self,
        changes: Vec<Ts<NoteChange>>,
        task: Task,
    ) -> Result<Ts<LibraryStatus>, Thrown> {
        let changes: Result<Vec<NoteChange>, _> = changes.iter().map(Ts::to_rust).collect();
        let host = JsHost { host: &self.host, task: &task };
        let state = self.inner.follow(&host, changes.map_err(unreadable)?).await.map_err(thrown)?;
        state.into_ts().map_err(unreadable)
    }

    /// Computes missing embeddings, if the user chose an embedding service.
    pub async fn learn(&self, task: Task) -> Result<(), Thrown> {
        self.inner.learn(&JsHost { host: &self.host, task: &task }).await.map_err(thrown)
    }

    /// Searches the notes indexed so far.
    pub async fn search(
        &self,
        query: Ts<Query>,
        task: Task,
    ) -> Result<Ts<NoteSearchResults>, Thrown> {
        let query = query.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.search(&host, &query).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Returns the notes related to a note, among those indexed so far.
    pub async fn related(
        &self,
        request: Ts<RelatedRequest>,
        task: Task,
    ) -> Result<Ts<NoteSearchResults>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.related(&host, &request).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }
}

fn note_path(path: &str) -> Result<NotePath, Thrown> {
    NotePath::parse(path).map_err(thrown)
}
