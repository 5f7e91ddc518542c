//! The core of Ibid. It makes every decision and performs no I/O: the outside world is the trait
//! [`host::Host`].
//!
//! # Wings, lowest first
//!
//! A room uses only rooms above it in this list; `tests/architecture` has the same order. Walks through the
//! code by file and function, and the glossary, are in `docs/architecture.md`; where to add what is in
//! `docs/where-to-add.md`.
//!
//! | wing | room | what it does |
//! | --- | --- | --- |
//! | [`values`] | `error`, `time`, `progress` | the one error that leaves the crate and its codes; timestamps; the progress of a task |
//! | | `text`, `html`, `sorting`, `byte_encoding`, `string_pool` | lines, hashes, invisible characters; a page as a tree; sorting whose code is compiled once; compact lists |
//! | [`language`] | | everything that knows a language: words, stems, stop words, sentences, numbers, dates |
//! | [`notes`] | [`notes::note`] | one note: path, properties, outline, links, edits, secrets, Ibid's own section |
//! | | [`notes::graph`], [`notes::chunk`] | links between notes; a note split into passages |
//! | | [`notes::index`] | search for passages by words and by embeddings |
//! | [`safety`] | [`safety::privacy`] | what may be sent: redaction, and the type of text that may be sent |
//! | | [`safety::sanitize`] | which Markdown may be written into a note |
//! | [`web`] | [`web::http`] | requests and responses as values, public addresses, rate limits, retries |
//! | | [`web::page`], [`web::search`] | a web page as Markdown; search services: one request and one parser each |
//! | [`model`] | [`model::llm`], [`model::prompts`] | services that run models, prices, budgets; the texts of prompts and the shapes of their replies |
//! | [`evidence`] | [`evidence::support`] | a quoted passage and its source; whether it supports a sentence |
//! | [`settings`] | | the settings, their form, and how they are saved |
//! | [`host`] | | the trait through which everything outside is reached |
//! | | [`host::client`], [`host::audit`], [`host::session`] | sends requests; the log of everything sent; one run: deadline, privacy check, log of responses |
//! | | [`host::service_check`], [`host::prices`] | the test buttons of the settings; the current prices of models |
//! | [`library`] | | the index of the vault, kept up to date |
//! | [`answers`] | [`answers::built_in`] | topics and answers without a model |
//! | | `run`, `gather`, `writing` | what a run knows; collects evidence; writes statements and checks them |
//! | [`features`] | `research`, `tools`, `agent`, `ask`, `answer`, `citations`, `chat`, `health`, `inbox` | what a user can do |
//! | [`engine`] | | everything that the plugin calls |
//! | `wasm` | | the exports to JavaScript |
//!
//! # Invariants
//!
//! `tests/architecture` checks them: the wings up to `evidence` use no host, clock or randomness; only
//! `wasm` names JavaScript; a note changes only through [`notes::note::edit::apply`]; outside text is written
//! to a note only through [`safety::sanitize`]; no file imports in a circle; no two public types share a name;
//! no panic can be reached from input; order never depends on a hash map.

// Lints against panics, printing and what reaches outside (`.clippy.toml`). Tests may do all three.
#![cfg_attr(
    not(test),
    warn(
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::print_stdout,
        clippy::string_slice,
        clippy::unwrap_used
    )
)]

pub mod answers;
pub mod engine;
pub mod evidence;
pub mod features;
#[cfg(test)]
#[path = "../tests/golden/mod.rs"]
mod golden;
pub mod host;
pub mod language;
pub mod library;
pub mod model;
pub mod notes;
pub mod safety;
pub mod settings;
pub mod values;
#[cfg(target_family = "wasm")]
pub mod wasm;
pub mod web;
