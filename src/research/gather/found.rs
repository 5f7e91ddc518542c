//! What was found for the topics of a run.

use std::collections::BTreeMap;

use crate::evidence::{Evidence, Origin};
use crate::note::NotePath;

/// A passage that was found, before it gets its id within the run.
pub struct FoundPassage {
    pub origin: Origin,
    pub text: String,
    pub score: f32,
}

/// What the web has on one topic.
#[derive(Default)]
pub struct WebFindings {
    pub passages: Vec<FoundPassage>,
    /// Names of the search services that responded.
    pub services: Vec<String>,
}

/// Private notes that may be named but not quoted, with the labels of the topics they match.
pub type NamedPrivateNotes = BTreeMap<NotePath, Vec<String>>;

/// Everything that was found.
#[derive(Debug, Default)]
pub struct GatheredEvidence {
    /// One list per topic, in the order of the topics.
    pub evidence: Vec<Vec<Evidence>>,
    /// Names of the search services that responded.
    pub services: Vec<String>,
    /// Private notes that the report may name.
    pub named_private: NamedPrivateNotes,
}

impl GatheredEvidence {
    /// The evidence of all topics.
    pub fn pieces(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().flatten()
    }
}
