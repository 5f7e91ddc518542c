//! The core of Ibid. It makes every decision and performs no I/O: the outside world is the trait
//! [`host::Host`].
//!
//! # Modules, lowest layer first
//!
//! A module uses only modules above it in this list.
//!
//! | layer | module | what it does |
//! | --- | --- | --- |
//! | values | [`error`] | the one error that leaves the crate, and its codes |
//! | | [`time`] | timestamps, dates, durations as text |
//! | | `sorting` | sorting whose code is compiled once |
//! | | [`text`] | normalisation, hashing, invisible characters, dates, one-line texts, word lists |
//! | | [`net`] | HTTP requests and responses as values, public addresses, rate limits, retries |
//! | | [`progress`] | progress of a task |
//! | text | [`note`] | one note: path, properties, outline, links, edits, secrets, Ibid's own section |
//! | | [`graph`] | links between notes |
//! | | [`chunk`] | a note split into passages |
//! | | [`index`] | search for passages by words and by embeddings |
//! | | [`privacy`] | what may be sent: redaction, and the type of text that may be sent |
//! | | [`page`] | a web page as Markdown |
//! | | [`evidence`] | a quoted passage and its source |
//! | | [`support`] | whether evidence supports a claim |
//! | | [`sanitize`] | which Markdown may be written into a note |
//! | protocols | [`web`] | search services: one request and one parser each |
//! | | [`llm`] | services that run models, prices, budgets |
//! | | [`prompts`] | the texts of prompts and the shapes of their replies |
//! | choices | [`settings`] | the settings, their form, and how they are saved |
//! | border | [`host`] | the trait through which everything outside is reached |
//! | services | [`client`] | sends requests: rate limits, retries, the cache of the day |
//! | | [`audit`] | the log of everything that was sent |
//! | | [`session`] | the host and client of one run: deadline, privacy check, log of responses |
//! | | [`service_check`] | the test buttons of the settings |
//! | | [`prices`] | the current prices of models |
//! | | [`library`] | the index of the vault, kept up to date |
//! | work | [`local`] | the built-in engine: topics and answers without a model |
//! | | [`research`] | plan, gather, report, write |
//! | | [`tools`] | what a model or a script may do with a vault |
//! | | [`agent`] | the loop in which a model calls tools, within steps, time and money |
//! | | [`ask`] | questions to the vault |
//! | | [`answer`] | quick answers from the web |
//! | | [`citations`] | whether the sentences of a note agree with the sources that they link to |
//! | | [`chat`] | conversations beside a note |
//! | | [`health`] | what the user may want to link, mend, fill in or answer in the vault |
//! | | [`inbox`] | the rules of an agenda for gaps of the vault, and of findings that wait for the user |
//! | handle | [`engine`] | everything that the plugin calls |
//! | border | `wasm` | the exports to JavaScript |
//!
//! # Three walks through the code
//!
//! A note, from the command to the written section:
//! `plugin/src/research.ts` `researchNote` → `wasm::JsEngine::plan` → `engine::Engine::plan` →
//! `research::plan::researched_note::read_note` → `research::plan::create_agenda` →
//! (the user approves) → `engine::Engine::run` → `research::run::run_agenda` →
//! `research::gather::gather_evidence` → `research::report::write_checked_report` →
//! `research::report::markdown::SectionDraft::to_markdown` →
//! `research::note_update::write_report` → `host::Host::edit` → `note::edit::apply`.
//!
//! A web page, from a search result to a sentence of the report:
//! `research::gather::web::search_topic` → `session::RunClient::search_web` →
//! `client::Client::search_web` → `web::request` and `web::parse` →
//! `session::RunClient::read_page` → `client::Client::fetch_page` → `page::extract` →
//! `research::gather::passage_selection::most_relevant_passages` →
//! `research::report::synthesis::request_draft` →
//! `research::report::draft_check::DraftCheck::check` →
//! `sanitize::sanitize_sentence`.
//!
//! A setting, from the saved file to its use:
//! `plugin/src/settings-store.ts` → `wasm::JsEngine::configure` →
//! `settings::saved_settings::load_settings` → `engine::Engine::settings` →
//! `research::run_context::RunContext::settings`, for example
//! `settings::Settings::search_sources` in `research::gather::web::search_services`.
//!
//! # Invariants
//!
//! `tests/architecture` checks them: values, text and protocols use no host, clock or randomness; only
//! `wasm` names JavaScript; a note changes only through [`note::edit::apply`]; outside text is written
//! to a note only through [`sanitize`]; no file imports in a circle; no two public types share a name;
//! no panic can be reached from input; order never depends on a hash map.
//!
//! # Glossary
//!
//! *Agenda*: the topics of a note that a run would research, for the user to approve. *Run*: the
//! research of one approved agenda. *Section*: the part of the note under the heading that Ibid writes.
//! *Topic*: a claim, question or concept of the note. *Passage*: a part of a note or page with a few
//! sentences. *Evidence*: a passage that a run may quote, with its source. *Statement*: a sentence of
//! the report with the evidence it cites. *Support*: whether evidence says what a statement says.
//! *Redact*: hide private names and secrets in a text before it is sent. *Sanitise*: escape everything
//! in a text that would act in a note. *Session*: what one run has of the outside world. *Audit log*:
//! everything that was sent. *Trace*: a finished run with all responses, which can be replayed.

// Lints against panics and printing. Tests may do both.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::print_stdout,
        clippy::string_slice,
        clippy::unwrap_used
    )
)]

pub mod agent;
pub mod answer;
pub mod ask;
pub mod audit;
pub mod chat;
pub mod chunk;
pub mod citations;
pub mod client;
pub mod engine;
pub mod error;
pub mod evidence;
#[cfg(test)]
#[path = "../tests/golden/mod.rs"]
mod golden;
pub mod graph;
pub mod health;
pub mod host;
pub mod inbox;
pub mod index;
pub mod library;
pub mod llm;
pub mod local;
pub mod net;
pub mod note;
pub mod page;
pub mod prices;
pub mod privacy;
pub mod progress;
pub mod prompts;
pub mod research;
pub mod sanitize;
pub mod service_check;
pub mod session;
pub mod settings;
pub(crate) mod sorting;
pub mod support;
pub mod text;
pub mod time;
pub mod tools;
#[cfg(target_family = "wasm")]
pub mod wasm;
pub mod web;
