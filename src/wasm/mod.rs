//! The border: what `pkg` exports. Translation only; every decision is made elsewhere.

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
use crate::library::{Answer, Change, LibraryStatus, RelatedRequest};
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
use crate::sanitize::{self, Allowed, Sanitized};
use crate::settings::form::{self, Action, Form};
use crate::settings::saved::Loaded;
use crate::support::{self, Support};
use border_error::{thrown, unreadable};
use js_host::{HostObject, JsHost, Task};

type Thrown = JsValue;

/// Makes a panic say where it happened before the instance dies.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the core.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A note's text after an edit.
#[wasm_bindgen(js_name = "applyEdit")]
pub fn apply_edit(text: &str, edit: Ts<NoteEdit>) -> Result<String, Thrown> {
    let edit = edit.to_rust().map_err(unreadable)?;
    edit::apply(text, &edit).map_err(thrown)
}

/// The headings of a note, in order.
#[wasm_bindgen]
pub fn outline(text: &str) -> Result<Vec<Ts<Heading>>, Thrown> {
    Outline::of(text).headings.iter().map(|heading| heading.into_ts().map_err(unreadable)).collect()
}

/// The passages of a note, in order; together they are the note.
#[wasm_bindgen(unchecked_return_type = "Passage[]")]
pub fn passages(text: &str) -> Result<Vec<JsValue>, Thrown> {
    let passages = chunk::passages(text);
    passages.iter().map(|passage| Ok(passage.into_js().map_err(unreadable)?.into())).collect()
}

/// The main text of a web page, and what the page says about itself.
#[wasm_bindgen(js_name = "extractPage")]
pub fn extract_page(html: &str, url: &str) -> Result<Ts<Page>, Thrown> {
    page::extract(html, url).into_ts().map_err(unreadable)
}

/// What is decided of an address.
#[derive(Serialize, Tsify)]
pub struct UrlVerdict {
    /// Whether it is fetched.
    pub allowed: bool,
    /// Why not, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The normalised address that is fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Whether an address is one of the public web, by https.
#[wasm_bindgen(js_name = "checkUrl")]
pub fn check_url(url: &str) -> Result<Ts<UrlVerdict>, Thrown> {
    let verdict = match PublicUrl::parse(url) {
        Ok(url) => UrlVerdict { allowed: true, reason: None, url: Some(url.to_string()) },
        Err(why) => UrlVerdict { allowed: false, reason: Some(why.to_string()), url: None },
    };
    verdict.into_ts().map_err(unreadable)
}

/// Whether a piece of evidence supports a claim.
#[wasm_bindgen]
pub fn verify(claim: &str, evidence: &str) -> Result<Ts<Support>, Thrown> {
    support::support(claim, evidence).into_ts().map_err(unreadable)
}

/// Markdown as it may be written into a note; without a list of notes, wikilinks stay.
#[wasm_bindgen]
pub fn sanitize(
    markdown: &str,
    #[wasm_bindgen(js_name = "allowedUrls")] allowed_urls: Vec<String>,
    #[wasm_bindgen(js_name = "allowedNotes")] allowed_notes: Option<Vec<String>>,
) -> Result<Ts<Sanitized>, Thrown> {
    let allowed = Allowed { urls: &allowed_urls, notes: allowed_notes.as_deref() };
    sanitize::markdown(markdown, &allowed).into_ts().map_err(unreadable)
}

/// The built-in extractor, on a note by itself.
#[wasm_bindgen]
pub fn topics(note: &str, limit: usize) -> Result<Vec<Ts<Topic>>, Thrown> {
    let topics = local::topics::topics(note, limit, &NoCorpus);
    topics.iter().map(|topic| topic.into_ts().map_err(unreadable)).collect()
}

/// Returns an agenda after the user changed it: edited names become topics, and the cost is that of
/// the ticked topics.
#[wasm_bindgen(js_name = "updateAgenda")]
pub fn update_agenda(agenda: Ts<Agenda>) -> Result<Ts<Agenda>, Thrown> {
    let agenda = agenda.to_rust().map_err(unreadable)?;
    agenda_update::updated(agenda).into_ts().map_err(unreadable)
}

/// A run told again from its trace, without network or vault.
#[wasm_bindgen]
pub async fn replay(trace: &str) -> Result<Ts<ReplayedRun>, Thrown> {
    let trace: RunTrace = serde_json::from_str(trace).map_err(unreadable)?;
    trace::replay(&trace).await.map_err(thrown)?.into_ts().map_err(unreadable)
}

/// The settings tab as data.
#[wasm_bindgen(js_name = "settingsForm")]
pub fn settings_form() -> Result<Ts<Form>, Thrown> {
    form::form().into_ts().map_err(unreadable)
}

/// Finding passages; holds no note text.
#[wasm_bindgen(js_name = Index)]
#[derive(Default)]
pub struct JsIndex {
    inner: crate::index::VaultIndex,
}

#[wasm_bindgen(js_class = Index)]
impl JsIndex {
    /// An empty index.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a note in, in place of what it was.
    pub fn upsert(&mut self, path: &str, text: &str, modified: f64) -> Result<(), Thrown> {
        self.inner.upsert(&note_path(path)?, text, modified as i64);
        Ok(())
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &str) -> Result<(), Thrown> {
        self.inner.remove(&note_path(path)?);
        Ok(())
    }

    /// The same note under another path.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), Thrown> {
        self.inner.rename(&note_path(from)?, &note_path(to)?);
        Ok(())
    }

    /// Best passage of each matching note, best note first.
    pub fn search(&self, query: Ts<Query>) -> Result<Vec<Ts<Hit>>, Thrown> {
        let query = query.to_rust().map_err(unreadable)?;
        self.inner.search(&query).iter().map(|hit| hit.into_ts().map_err(unreadable)).collect()
    }

    /// The index as bytes.
    pub fn encode(&self) -> Vec<u8> {
        store::encode(&self.inner)
    }

    /// The index that was encoded.
    pub fn decode(bytes: &[u8]) -> Result<JsIndex, Thrown> {
        let unusable = || {
            thrown(Error::new(
                ErrorCode::IndexUnusable,
                "This index was written by another version of Ibid",
            ))
        };
        Ok(Self { inner: store::decode(bytes).ok_or_else(unusable)? })
    }

    /// How many notes it holds.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> usize {
        self.inner.note_count()
    }
}

/// One vault, ready to work on.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine {
    inner: crate::engine::Engine,
    host: HostObject,
}

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// An engine over a host; its settings are the defaults until `configure` is called.
    #[wasm_bindgen(constructor)]
    pub fn new(host: HostObject) -> Self {
        Self { inner: crate::engine::Engine::default(), host }
    }

    /// Takes settings as saved, whatever their shape.
    pub fn configure(&self, saved: JsValue) -> Result<Ts<Loaded>, Thrown> {
        let saved = serde_wasm_bindgen::from_value(saved).map_err(unreadable)?;
        self.inner.configure(&saved).into_ts().map_err(unreadable)
    }

    /// Does what a button of the settings asks for.
    pub async fn act(&self, action: Ts<Action>, task: Task) -> Result<Ts<Checkup>, Thrown> {
        let action = action.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.act(&host, action).await.into_ts().map_err(unreadable)
    }

    /// Names of models to choose from.
    pub async fn models(&self, task: Task) -> Vec<String> {
        self.inner.models(&JsHost { host: &self.host, task: &task }).await
    }

    /// Asks the model that the person chose; `onText` is told the words as they come.
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
            // What goes wrong while the words are shown is not the model's fault.
            let _ = on_text.as_ref().map(|tell| tell.call1(&JsValue::NULL, &text.into()));
        };
        self.inner.chat(&host, &request, &tell).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Searches the web where the person chose to.
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

    /// Looks at a note before anything is spent.
    pub async fn survey(&self, path: &str, task: Task) -> Result<Ts<Survey>, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        self.inner.survey(&host, path).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Reads a note and answers with what a run would look up.
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

    /// Carries out an agenda and writes the section.
    pub async fn run(&self, request: Ts<RunRequest>, task: Task) -> Result<Ts<Report>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        let report = self.inner.run(&host, &request).await.map_err(thrown)?;
        report.into_ts().map_err(unreadable)
    }

    /// Goes on with a run that was not finished.
    pub async fn resume(
        &self,
        request: Ts<ResumeRequest>,
        task: Task,
    ) -> Result<Ts<Report>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.resume(&host, &request).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Runs that were begun and not finished, the newest first.
    pub async fn unfinished(&self, task: Task) -> Result<Vec<Ts<UnfinishedRun>>, Thrown> {
        let runs = self.inner.unfinished(&JsHost { host: &self.host, task: &task }).await;
        runs.iter().map(|run| run.into_ts().map_err(unreadable)).collect()
    }

    /// Forgets an unfinished run.
    pub async fn discard(&self, run: &str, task: Task) {
        self.inner.discard(&JsHost { host: &self.host, task: &task }, run).await;
    }

    /// What left the device, by run.
    #[wasm_bindgen(js_name = auditLog)]
    pub async fn audit_log(&self, task: Task) -> Result<Ts<AuditLog>, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        self.inner.audit_log(&host).await.into_ts().map_err(unreadable)
    }

    /// The sections of the last week, and what stood there before.
    pub async fn sections(&self, task: Task) -> Result<Vec<Ts<StoredSection>>, Thrown> {
        let sections = self.inner.sections(&JsHost { host: &self.host, task: &task }).await;
        sections.iter().map(|section| section.into_ts().map_err(unreadable)).collect()
    }

    /// Puts back what stood in a note's section before a run; answers with where the note is.
    pub async fn restore(&self, run: &str, task: Task) -> Result<String, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        let path = self.inner.restore(&host, run).await.map_err(thrown)?;
        Ok(path.to_string())
    }

    /// Everything that a run asked and was told, as JSON, if it was kept.
    pub async fn trace(&self, run: &str, task: Task) -> Option<String> {
        self.inner.trace(&JsHost { host: &self.host, task: &task }, run).await
    }

    /// Drops everything that was kept on this device. The engine is of no use afterwards.
    pub async fn forget(&self, task: Task) -> Result<(), Thrown> {
        self.inner.forget(&JsHost { host: &self.host, task: &task }).await.map_err(thrown)
    }

    /// Reads what is new in the vault.
    pub async fn sync(&self, task: Task) -> Result<Ts<LibraryStatus>, Thrown> {
        let host = JsHost { host: &self.host, task: &task };
        self.inner.sync(&host).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// Follows changes of single notes.
    pub async fn follow(
        &self,
        changes: Vec<Ts<Change>>,
        task: Task,
    ) -> Result<Ts<LibraryStatus>, Thrown> {
        let changes: Result<Vec<Change>, _> = changes.iter().map(Ts::to_rust).collect();
        let host = JsHost { host: &self.host, task: &task };
        let state = self.inner.follow(&host, changes.map_err(unreadable)?).await.map_err(thrown)?;
        state.into_ts().map_err(unreadable)
    }

    /// Asks what the vault's passages mean, if the person chose a service for that.
    pub async fn learn(&self, task: Task) -> Result<(), Thrown> {
        self.inner.learn(&JsHost { host: &self.host, task: &task }).await.map_err(thrown)
    }

    /// Looks for notes, in what has been read so far.
    pub async fn search(&self, query: Ts<Query>, task: Task) -> Result<Ts<Answer>, Thrown> {
        let query = query.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.search(&host, &query).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }

    /// The notes nearest to a note, in what has been read so far.
    pub async fn related(
        &self,
        request: Ts<RelatedRequest>,
        task: Task,
    ) -> Result<Ts<Answer>, Thrown> {
        let request = request.to_rust().map_err(unreadable)?;
        let host = JsHost { host: &self.host, task: &task };
        self.inner.related(&host, &request).await.map_err(thrown)?.into_ts().map_err(unreadable)
    }
}

fn note_path(path: &str) -> Result<NotePath, Thrown> {
    NotePath::parse(path).map_err(thrown)
}
