//! The functions and classes that `pkg` exports to JavaScript. They only convert values.

mod call;
pub mod engine;
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
use crate::wasm::call::{JsParameter, JsResult, to_js};
use crate::web::http::PublicUrl;
use crate::web::page::{self, Page};

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
pub fn apply_edit(text: &str, edit: Ts<NoteEdit>) -> JsResult<String> {
    to_js(edit::apply(text, &edit.into_value()?))
}

/// Returns the headings of a note, in order.
#[wasm_bindgen]
pub fn outline(text: &str) -> JsResult<Vec<Ts<Heading>>> {
    to_js(Outline::parse(text).headings)
}

/// Splits a note into passages, in order. Joined, the passages are the whole note.
#[wasm_bindgen(unchecked_return_type = "Passage[]")]
pub fn passages(text: &str) -> JsResult<Vec<JsValue>> {
    chunk::passages(text).iter().map(|passage| Ok(passage.into_js()?.into())).collect()
}

/// Extracts the main text and the metadata of a web page.
#[wasm_bindgen(js_name = "extractPage")]
pub fn extract_page(html: &str, url: &str) -> JsResult<Ts<Page>> {
    to_js(page::extract(html, url))
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
pub fn check_url(url: &str) -> JsResult<Ts<UrlVerdict>> {
    let url = PublicUrl::parse(url);
    to_js(UrlVerdict {
        may_be_fetched: url.is_ok(),
        rejection_reason: url.as_ref().err().map(ToString::to_string),
        normalized_url: url.ok().map(|url| url.to_string()),
    })
}

/// Checks whether a piece of evidence supports a claim.
#[wasm_bindgen]
pub fn verify(claim: &str, evidence: &str) -> JsResult<Ts<Support>> {
    to_js(support::check_support(claim, evidence))
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
pub fn check(claim: &str, evidence: Vec<Ts<ClaimEvidence>>) -> JsResult<Ts<CheckResult>> {
    let evidence = evidence.into_value()?;
    let pieces: Vec<CitedPiece<'_>> =
        evidence.iter().map(|it| CitedPiece { title: &it.title, text: &it.text }).collect();
    to_js(support::check::check(claim, &pieces))
}

/// Removes everything from Markdown that must not be written into a note. Without a list of allowed
/// notes, all wikilinks stay.
#[wasm_bindgen]
pub fn sanitize(
    markdown: &str,
    #[wasm_bindgen(js_name = "allowedUrls")] allowed_urls: Vec<String>,
    #[wasm_bindgen(js_name = "allowedNotes")] allowed_notes: Option<Vec<String>>,
) -> JsResult<Ts<Sanitized>> {
    let allowed =
        AllowedLinks { allowed_urls: &allowed_urls, allowed_notes: allowed_notes.as_deref() };
    to_js(sanitize::sanitize_markdown(markdown, &allowed))
}

/// The name of a file for a title or a question, without its extension.
#[wasm_bindgen(js_name = "fileName")]
pub fn file_name(title: &str) -> String {
    sanitize::file_name(title, "Untitled")
}

/// Finds topics in a note with the built-in engine, without the statistics of a vault.
#[wasm_bindgen]
pub fn topics(note: &str, limit: usize) -> JsResult<Vec<Ts<Topic>>> {
    to_js(local::topic_finder::find_topics(note, limit, &FallbackCorpusStats).topics)
}

/// Returns an agenda after the user edited it: renamed topics are replaced, and the cost of the
/// ticked topics is computed.
#[wasm_bindgen(js_name = "updateAgenda")]
pub fn update_agenda(agenda: Ts<Agenda>) -> JsResult<Ts<Agenda>> {
    to_js(agenda_update::update_after_edit(agenda.into_value()?))
}

/// Combines the agendas of several notes into one with all topics and one price; `undefined` without
/// agendas.
#[wasm_bindgen(js_name = "combineAgendas")]
pub fn combine_agendas(agendas: Vec<Ts<Agenda>>) -> JsResult<Option<Ts<Agenda>>> {
    to_js(combined_agenda::combine_agendas(agendas.into_value()?))
}

/// Replays a run from its trace, without network or vault.
#[wasm_bindgen]
pub async fn replay(trace: &str) -> JsResult<Ts<ReplayedRun>> {
    let trace: RunTrace = serde_json::from_str(trace)?;
    to_js(trace::replay(&trace).await)
}

/// Answers the question of a trace again, without network or vault. Returns the same files.
#[wasm_bindgen(js_name = "replayAsk")]
pub async fn replay_ask(trace: &str) -> JsResult<Ts<AskFiles>> {
    let trace: AskTrace = serde_json::from_str(trace)?;
    to_js(AskFiles::new(&trace, &ask::replay_question(&trace).await?))
}

/// Returns the groups of settings from which the plugin builds its settings form.
#[wasm_bindgen(js_name = "settingsForm")]
pub fn settings_form() -> JsResult<Ts<SettingsForm>> {
    to_js(form::settings_form())
}
