//! The one error that leaves the crate: a stable code for programs, a message
//! and a hint for people.
//!
//! It never carries a key, note text or a debug print.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The code of a request that was not sent because of a note that is private by now.
pub const NOTE_PRIVATE: &str = "note-private";

/// What went wrong, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Error {
    /// Stable kebab-case name that callers branch on.
    pub code: Cow<'static, str>,
    /// Names the thing that failed and why.
    pub message: String,
    /// What the person can do about it; empty when there is nothing to do.
    #[serde(default)]
    pub hint: String,
    /// One-based lines of the note the error speaks of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<usize>,
}

/// A result whose error can be shown.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with no hint and no lines.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code: Cow::Borrowed(code),
            message: message.into(),
            hint: String::new(),
            lines: Vec::new(),
        }
    }

    /// Adds what the person can do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Adds the one-based lines the error is about.
    pub fn lines(mut self, lines: impl IntoIterator<Item = usize>) -> Self {
        self.lines = lines.into_iter().collect();
        self
    }

    /// Whether a service that was asked gave no answer: it was not there, broke off, or was too slow.
    pub fn is_no_answer(&self) -> bool {
        matches!(&*self.code, "unreachable" | "broke-off" | "timeout")
    }

    /// Something was not sent because of a note that may not be sent any more. Which one is not
    /// said: its name is private too.
    pub fn note_private() -> Self {
        let message =
            "A note became private or was deleted during the run, so no more of it was sent";
        Self::new(NOTE_PRIVATE, message).hint("Research the note again.")
    }

    /// Nobody was asked, because the run's time was over.
    pub fn time_up() -> Self {
        Self::new("time-up", "the time of the run was over")
    }

    /// The run was stopped by the person; nothing was written.
    pub fn cancelled() -> Self {
        Self::new("cancelled", "Stopped. The note is unchanged")
    }
}
