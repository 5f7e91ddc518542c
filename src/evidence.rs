//! Evidence: a sentence that was really read, and where it stands.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::note::NotePath;

/// Names one piece of evidence of one run: `ev-<run>-001`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct EvidenceId(String);

impl EvidenceId {
    /// The id of a run's n-th piece, counted from one.
    pub fn new(run: &str, number: usize) -> Self {
        Self(format!("ev-{run}-{number:03}"))
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A passage of a note that speaks to a topic.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Its name within the run.
    pub id: EvidenceId,
    /// The note it stands in.
    pub path: NotePath,
    /// The innermost heading above it, empty before the first one.
    pub heading: String,
    /// One-based first line.
    pub first_line: usize,
    /// One-based last line.
    pub last_line: usize,
    /// The passage as plain text, exactly as read.
    pub text: String,
    /// How well it matched, higher is better.
    pub score: f32,
}
