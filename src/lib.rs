//! The core of Ibid. It holds all knowledge and every decision, and performs no I/O.
//!
//! In reading order, lowest first; a module uses only those above it in this list:
//!
//! - values: [`error`], [`time`], [`text`], [`net`], [`progress`]
//! - text: [`note`] one note · [`graph`] links between notes · [`chunk`] passages ·
//!   [`index`] finding passages · [`privacy`] what may leave the device · [`page`] a web page as Markdown · [`evidence`] a quoted passage and where it came from ·
//!   [`support`] whether it supports a claim
//! - protocols: [`web`] services that search the web · [`llm`] services that run models
//! - choices: [`settings`]
//! - the door: [`host`], the only way to the outside world
//! - work: [`courier`] requests to services, by one policy · [`checkup`] whether they
//!   answer · [`prices`] what models cost · [`local`] the built-in engine · [`research`] plan and run ·
//!   [`library`] the vault's notes, kept up to date
//! - handle: [`engine`], all that the plugin calls
//! - border: `wasm`, translation only
//!
//! Invariants, held by `tests/architecture.rs`: values and text know no host, no clock and no
//! randomness; only `wasm` names JavaScript; note text changes only through
//! [`note::edit::apply`]; nothing is written to a note except through [`research::sanitize`];
//! no panic can be reached from input; order never depends on a hash map.

// No panic can be reached from input, and nothing is printed. Tests may do both.
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

pub mod audit;
pub mod checkup;
pub mod chunk;
pub mod client;
pub mod engine;
pub mod error;
pub mod evidence;
pub mod graph;
pub mod host;
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
pub mod session;
pub mod settings;
pub mod support;
pub mod text;
pub mod time;
#[cfg(target_family = "wasm")]
pub mod wasm;
pub mod web;
