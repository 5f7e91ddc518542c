//! What was found for the topics of a run.

use std::collections::BTreeMap;

use crate::evidence::{Evidence, Origin};
use crate::note::NotePath;

/// Something that was found, before it has a name in the run.
pub struct FoundPassage {
    pub origin: Origin,
    pub text: String,
    pub score: f32,
}

/// What the web says to a topic.
#[derive(Default)]
pub struct WebFindings {
    pub found: Vec<FoundPassage>,
    /// Services that answered.
    pub services: Vec<String>,
}

/// Private notes that may be named, with the topics to which they speak.
pub type NamedNotes = BTreeMap<NotePath, Vec<String>>;

/// Everything that was found.
#[derive(Debug, Default)]
pub struct GatheredEvidence {
    /// One list for each topic, in the topics' order.
    pub evidence: Vec<Vec<Evidence>>,
    /// Services of the web that answered.
    pub services: Vec<String>,
    /// Private notes that speak to topics and may be named in the report, with the topics' labels.
    pub named: BTreeMap<NotePath, Vec<String>>,
}

impl GatheredEvidence {
    /// The pieces of all topics.
    pub fn pieces(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().flatten()
    }
}
