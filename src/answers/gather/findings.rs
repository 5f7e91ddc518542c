//! The passages that were found for the topics of a run.

use std::collections::BTreeMap;

use crate::evidence::{Evidence, MarkedLine, Origin};
use crate::notes::note::NotePath;

/// A passage that was found in a note or on a web page. Later it gets an id and becomes evidence.
#[derive(Clone)]
pub struct FoundPassage {
    pub origin: Origin,
    pub text: String,
    pub search_score: f32,
    /// The lines of the passage that are no plain statements.
    pub marked_lines: Vec<MarkedLine>,
}

/// The passages that were found on the web for one topic.
#[derive(Default)]
pub(super) struct WebFindings {
    pub passages: Vec<FoundPassage>,
    /// Names of the search services that responded.
    pub responding_services: Vec<String>,
}

/// Private notes that the report may name but not quote, each with the labels of the topics that it
/// matches.
pub(super) type PrivateNoteTopicLabels = BTreeMap<NotePath, Vec<String>>;

/// Everything that was found for the topics of a run.
#[derive(Debug, Default)]
pub struct GatheredEvidence {
    /// The evidence of each topic, in the order of the topics.
    pub evidence_by_topic: Vec<Vec<Evidence>>,
    /// Names of the search services that responded.
    pub responding_services: Vec<String>,
    /// Private notes that the report may name but not quote.
    pub nameable_private_notes: PrivateNoteTopicLabels,
}

impl GatheredEvidence {
    /// The evidence of all topics.
    pub fn all_evidence(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence_by_topic.iter().flatten()
    }
}
