//! The functions and classes that `pkg` exports to JavaScript. They only convert values.

pub mod engine;
mod engine_chat;
mod engine_health;
mod engine_inbox;
mod engine_tools;
mod fetch_stream;
pub mod index;
mod js_error;
pub mod js_host;
mod js_value;
mod note_list;
mod platform_timer;

use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::answers::built_in as local;
use crate::answers::built_in::Topic;
use crate::answers::run::{Agenda, agenda_update};
use crate::evidence::support::{self, CheckResult, CitedPiece, Support};
use crate::features::ask::{self, AskFiles, AskTrace};
use crate::features::research::{ReplayedRun, RunTrace, combined_agenda, trace};
use crate::notes::chunk;
use crate::notes::index::FallbackCorpusStats;
use crate::notes::note::{Heading, NoteEdit, Outline, edit};
use crate::safety::sanitize::{self, AllowedLinks, Sanitized};
use crate::settings::{SettingsForm, form};
use crate::web::http::PublicUrl;
use crate::web::page::{self, Page};
use js_error::{conversion_error, to_js_error};

type JsException = JsValue;

/// Makes a panic log its location to the console before the wasm instance stops.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the core, such as `1.2.0`.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Applies an edit to a note's text and returns the new text.
#[wasm_bindgen(js_name = "applyEdit")]
pub fn apply_edit(text: &str, edit: Ts<NoteEdit>) -> Result<String, JsException> {
    let edit = edit.to_rust().map_err(conversion_error)?;
    edit::apply(text, &edit).map_err(to_js_error)
}

/// Returns the headings of a note, in order.
#[wasm_bindgen]
pub fn outline(text: &str) -> Result<Vec<Ts<Heading>>, JsException> {
    Outline::parse(text)
        .headings
        .iter()
        .map(|heading| heading.into_ts().map_err(conversion_error))
        .collect()
}

/// Splits a note into passages, in order. Joined, the passages are the whole note.
#[wasm_bindgen(unchecked_return_type = "Passage[]")]
pub fn passages(text: &str) -> Result<Vec<JsValue>, JsException> {
    let passages = chunk::passages(text);
    passages.iter().map(|passage| Ok(passage.into_js().map_err(conversion_error)?.into())).collect()
}

/// Extracts the main text and the metadata of a web page.
#[wasm_bindgen(js_name = "extractPage")]
pub fn extract_page(html: &str, url: &str) -> Result<Ts<Page>, JsException> {
    page::extract(html, url).into_ts().map_err(conversion_error)
}

/// The result of `checkUrl`: whether an address may be fetched.
#[derive(Serialize, Tsify)]
pub struct UrlVerdict {
    /// Whether the address may be fetched.
    #[serde(rename = "allowed")]
    pub may_be_fetched: bool,
    /// Why the address may not be fetched, as text; `None` if it may be fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "reason")]
    pub rejection_reason: Option<String>,
    /// The normalised address; `None` if it may not be fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "url")]
    pub normalized_url: Option<String>,
}

/// Checks whether an address belongs to the public web and uses https.
#[wasm_bindgen(js_name = "checkUrl")]
pub fn check_url(url: &str) -> Result<Ts<UrlVerdict>, JsException> {
    let verdict = match PublicUrl::parse(url) {
        Ok(url) => UrlVerdict {
            may_be_fetched: true,
            rejection_reason: None,
            normalized_url: Some(url.to_string()),
        },
        Err(why) => UrlVerdict {
            may_be_fetched: false,
            rejection_reason: Some(why.to_string()),
            normalized_url: None,
        },
    };
    verdict.into_ts().map_err(conversion_error)
}

/// Checks whether a piece of evidence supports a claim.
#[wasm_bindgen]
pub fn verify(claim: &str, evidence: &str) -> Result<Ts<Support>, JsException> {
    support::check_support(claim, evidence).into_ts().map_err(conversion_error)
}

/// A piece of evidence that a claim cites.
#[derive(Deserialize, Tsify)]
pub struct ClaimEvidence {
    /// The title of the note or page that the text is from.
    title: String,
    /// The text that must support the claim.
    text: String,
}

/// Checks, without asking a model, whether the pieces of evidence that a sentence cites support it.
#[wasm_bindgen]
pub fn check(
    claim: &str,
    evidence: Vec<Ts<ClaimEvidence>>,
) -> Result<Ts<CheckResult>, JsException> {
    let read = |piece: Ts<ClaimEvidence>| piece.to_rust().map_err(conversion_error);
    let evidence = evidence.into_iter().map(read).collect::<Result<Vec<_>, JsException>>()?;
    let pieces: Vec<CitedPiece<'_>> =
        evidence.iter().map(|it| CitedPiece { title: &it.title, text: &it.text }).collect();
    support::check::check(claim, &pieces).into_ts().map_err(conversion_error)
}

/// Removes everything from Markdown that must not be written into a note. Without a list of allowed
/// notes, all wikilinks stay.
#[wasm_bindgen]
pub fn sanitize(
    markdown: &str,
    #[wasm_bindgen(js_name = "allowedUrls")] allowed_urls: Vec<String>,
    #[wasm_bindgen(js_name = "allowedNotes")] allowed_notes: Option<Vec<String>>,
) -> Result<Ts<Sanitized>, JsException> {
    let allowed =
        AllowedLinks { allowed_urls: &allowed_urls, allowed_notes: allowed_notes.as_deref() };
    sanitize::sanitize_markdown(markdown, &allowed).into_ts().map_err(conversion_error)
}

/// The name of a file for a title or a question, without its extension.
#[wasm_bindgen(js_name = "fileName")]
pub fn file_name(title: &str) -> String {
    sanitize::file_name(title, "Untitled")
}

/// Finds topics in a note with the built-in engine, without the statistics of a vault.
#[wasm_bindgen]
pub fn topics(note: &str, limit: usize) -> Result<Vec<Ts<Topic>>, JsException> {
    let topics = local::topic_finder::find_topics(note, limit, &FallbackCorpusStats).topics;
    topics.iter().map(|topic| topic.into_ts().map_err(conversion_error)).collect()
}

/// Returns an agenda after the user edited it: renamed topics are replaced, and the cost of the
/// ticked topics is computed.
#[wasm_bindgen(js_name = "updateAgenda")]
pub fn update_agenda(agenda: Ts<Agenda>) -> Result<Ts<Agenda>, JsException> {
    let agenda = agenda.to_rust().map_err(conversion_error)?;
    agenda_update::update_after_edit(agenda).into_ts().map_err(conversion_error)
}

/// Combines the agendas of several notes into one with all topics and one price; `undefined` without
/// agendas.
#[wasm_bindgen(js_name = "combineAgendas")]
pub fn combine_agendas(agendas: Vec<Ts<Agenda>>) -> Result<Option<Ts<Agenda>>, JsException> {
    let agendas: Result<Vec<Agenda>, _> = agendas.iter().map(Ts::to_rust).collect();
    let combined = combined_agenda::combine_agendas(agendas.map_err(conversion_error)?);
    combined.map(|agenda| agenda.into_ts().map_err(conversion_error)).transpose()
}

/// Replays a run from its trace, without network or vault.
#[wasm_bindgen]
pub async fn replay(trace: &str) -> Result<Ts<ReplayedRun>, JsException> {
    let trace: RunTrace = serde_json::from_str(trace).map_err(conversion_error)?;
    trace::replay(&trace).await.map_err(to_js_error)?.into_ts().map_err(conversion_error)
}

/// Answers the question of a trace again, without network or vault. Returns the same files.
#[wasm_bindgen(js_name = "replayAsk")]
pub async fn replay_ask(trace: &str) -> Result<Ts<AskFiles>, JsException> {
    let trace: AskTrace = serde_json::from_str(trace).map_err(conversion_error)?;
    let answer = ask::replay_question(&trace).await.map_err(to_js_error)?;
    AskFiles::new(&trace, &answer).into_ts().map_err(conversion_error)
}

/// Returns the groups of settings from which the plugin builds its settings form.
#[wasm_bindgen(js_name = "settingsForm")]
pub fn settings_form() -> Result<Ts<SettingsForm>, JsException> {
    form::settings_form().into_ts().map_err(conversion_error)
}
