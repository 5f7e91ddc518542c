//! What a report says: statements, each with the evidence it rests on.

use std::collections::BTreeSet;

use crate::evidence::EvidenceId;
use crate::research::agenda::AgendaTopic;

/// A sentence of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// As quoted or as written; made harmless when it is put into the note.
    pub text: String,
    /// What it rests on.
    pub cites: Vec<EvidenceId>,
    /// Whether its evidence bears it out.
    pub standing: SupportStatus,
}

/// Whether evidence bears a statement out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SupportStatus {
    /// It does.
    Verified,
    /// It does not, and the person wants to see it all the same.
    Unverified,
}

/// Who speaks in a part of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenBy {
    /// The sources, word for word.
    Quotes,
    /// A model.
    Prose,
}

/// The part of the report on one topic.
#[derive(Debug, Clone)]
pub struct TopicReport<'a> {
    pub item: &'a AgendaTopic,
    pub voice: WrittenBy,
    pub statements: Vec<Statement>,
    /// What speaks against the note.
    pub contradictions: Vec<Statement>,
    /// Passages of notes that say what was found already.
    pub known: Vec<EvidenceId>,
    /// Whether something was left out because an earlier part says it.
    pub repeats: bool,
}

impl TopicReport<'_> {
    /// Whether it says anything.
    pub fn is_silent(&self) -> bool {
        self.statements.is_empty() && self.contradictions.is_empty() && self.known.is_empty()
    }

    /// Leaves out what earlier parts said, and adds to it what this one says.
    pub fn once(mut self, said: &mut BTreeSet<String>) -> Self {
        let before = self.statements.len();
        self.statements.retain(|statement| said.insert(statement.text.clone()));
        self.repeats = self.statements.len() < before;
        self
    }

    /// Leaves out whatever rests on some evidence.
    pub fn leave_out(&mut self, gone: &BTreeSet<EvidenceId>) {
        let stays = |statement: &Statement| !statement.cites.iter().any(|id| gone.contains(id));
        self.statements.retain(stays);
        self.contradictions.retain(stays);
        self.known.retain(|id| !gone.contains(id));
    }

    /// Everything that it says.
    pub fn all(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().chain(&self.contradictions)
    }
}
