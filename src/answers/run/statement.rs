//! The statements of a report, each with the evidence that supports it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::answers::built_in::TopicKind;
use crate::answers::run::agenda::AgendaTopic;
use crate::evidence::EvidenceId;
use crate::language::sentence_split;
use crate::notes::note::TableRow;
use crate::safety::sanitize;

/// A sentence, list item or table row of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The text as quoted or as written by a model. It is sanitised when it is written into the
    /// note.
    pub text: String,
    /// Whether it is a sentence, an item or a row.
    pub layout: StatementLayout,
    /// The evidence that supports the statement.
    pub cited_evidence: Vec<EvidenceId>,
    /// Whether the evidence supports the statement.
    pub support_status: SupportStatus,
}

/// How a statement is laid out in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementLayout {
    /// A sentence of a paragraph.
    Sentence,
    /// An item of a list.
    ListItem,
    /// A row of a table.
    TableRow(TableRow),
}

/// A sentence of a model that is not in the report, because its evidence doesn't support it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct LeftOutSentence {
    /// The sentence.
    pub text: String,
    /// Why it was left out, for the user.
    pub reason: String,
}

/// Something found on the web that a note of the user already says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownFinding {
    /// What was found.
    pub text: String,
    /// The passage of the note that says it.
    pub evidence_id: EvidenceId,
    /// The page on which it was found.
    pub found_in: Option<EvidenceId>,
}

/// Whether evidence supports a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SupportStatus {
    /// The evidence supports the statement.
    Verified,
    /// The evidence doesn't support the statement, and the user chose to see such statements
    /// marked.
    Unverified,
    /// The user believes the statement and has not checked it: so it stands in one of their notes.
    Belief,
}

/// Who wrote a part of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAuthor {
    /// The built-in engine: it quotes the sources word for word.
    BuiltIn,
    /// The model that the user chose: it writes sentences of its own and cites their sources.
    Model,
}

impl ReportAuthor {
    /// A sentence as safe Markdown. A quotation is plain text; a model writes Markdown.
    pub fn sentence_markdown(self, text: &str) -> String {
        match self {
            Self::BuiltIn => sanitize::escape_text(text),
            Self::Model => sanitize::sanitize_sentence(text),
        }
    }
}

/// The part of the report on one topic.
#[derive(Debug, Clone)]
pub struct TopicReport<'a> {
    /// The topic that the part is about.
    pub agenda_topic: &'a AgendaTopic,
    /// Who wrote the statements.
    pub author: ReportAuthor,
    /// What is said on the topic.
    pub statements: Vec<Statement>,
    /// Whether there is little doubt that the first statement answers a question, so that it may stand on top.
    pub is_clear: bool,
    /// The statement closest to a question that no statement answers.
    pub closest: Option<Statement>,
    /// Statements that contradict the note.
    pub contradictions: Vec<Statement>,
    /// What was found on the web and is already in the user's notes.
    pub already_in_vault: Vec<KnownFinding>,
    /// Whether a statement was left out because the part on an earlier topic already has it.
    pub has_dropped_repetitions: bool,
}

impl TopicReport<'_> {
    /// Whether the part has no statement and no known passage.
    pub fn is_empty(&self) -> bool {
        !self.is_answered() && self.closest.is_none()
    }

    /// Whether the part says something about the topic, and not only what comes close to it.
    pub fn is_answered(&self) -> bool {
        !(self.statements.is_empty()
            && self.contradictions.is_empty()
            && self.already_in_vault.is_empty())
    }

    /// The statement that answers a question best; `None` for other topics and without a clear answer.
    pub fn short_answer(&self) -> Option<&Statement> {
        let is_question = self.agenda_topic.topic.kind == TopicKind::Question && self.is_clear;
        let is_sentence =
            |statement: &&Statement| !matches!(statement.layout, StatementLayout::TableRow(_));
        self.statements.first().filter(|_| is_question).filter(is_sentence)
    }

    /// Leaves out statements whose sentences are all in `earlier_sentences`, which contains those of
    /// earlier parts. Adds the sentences of the remaining statements to it. The best answer to a question
    /// stays, because several questions may have the same answer.
    pub fn without_repetitions(mut self, earlier_sentences: &mut BTreeSet<String>) -> Self {
        let before = self.statements.len();
        let short_answer = self.short_answer().map(|statement| statement.text.clone());
        self.retain_statements(|statement| {
            let is_new = has_new_sentence(&statement.text, earlier_sentences);
            is_new || short_answer.as_ref() == Some(&statement.text)
        });
        let repeated =
            self.closest.take_if(|closest| !has_new_sentence(&closest.text, earlier_sentences));
        self.has_dropped_repetitions = self.statements.len() < before || repeated.is_some();
        self
    }

    /// Leaves out known findings that the report quotes anyway. `reported_sentences` contains the sentences
    /// of earlier parts; those of this part are added.
    pub fn drop_repeated_known_findings(&mut self, reported_sentences: &mut BTreeSet<String>) {
        for statement in &self.statements {
            has_new_sentence(&statement.text, reported_sentences);
        }
        let before = self.already_in_vault.len();
        self.already_in_vault.retain(|known| has_new_sentence(&known.text, reported_sentences));
        self.has_dropped_repetitions |= self.already_in_vault.len() < before;
    }

    /// Leaves out some statements. Without the first one, which answered the question, no answer is clear.
    pub fn retain_statements(&mut self, mut is_kept: impl FnMut(&Statement) -> bool) {
        let mut is_first_kept = None;
        self.statements.retain(|statement| {
            let is_kept = is_kept(statement);
            is_first_kept.get_or_insert(is_kept);
            is_kept
        });
        self.is_clear &= is_first_kept == Some(true);
    }

    /// Leaves out every statement that cites evidence in `evidence_ids`. An unverified statement cites
    /// nothing, so it may come from any evidence.
    pub fn drop_statements_citing(&mut self, evidence_ids: &BTreeSet<EvidenceId>) {
        let is_kept = |statement: &Statement| match statement.support_status {
            SupportStatus::Unverified => evidence_ids.is_empty(),
            SupportStatus::Verified | SupportStatus::Belief => {
                !statement.cited_evidence.iter().any(|id| evidence_ids.contains(id))
            }
        };
        self.retain_statements(is_kept);
        self.contradictions.retain(is_kept);
        self.closest.take_if(|statement| !is_kept(statement));
        self.already_in_vault.retain(|known| !evidence_ids.contains(&known.evidence_id));
    }

    /// All statements, including contradictions and the closest one.
    pub fn all_statements(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().chain(&self.contradictions).chain(&self.closest)
    }
}

/// Whether a text has a sentence that is not in `reported_sentences` yet. Adds its sentences to them.
fn has_new_sentence(text: &str, reported_sentences: &mut BTreeSet<String>) -> bool {
    let mut has_new = false;
    for sentence in sentence_split::whole_sentences(text) {
        has_new |= reported_sentences.insert(sentence.trim().to_owned());
    }
    has_new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::run::agenda_update::new_topic_from_user;

    fn statement(text: &str, evidence: &[EvidenceId], support_status: SupportStatus) -> Statement {
        let cited_evidence = evidence.to_vec();
        Statement {
            text: text.into(),
            layout: StatementLayout::Sentence,
            cited_evidence,
            support_status,
        }
    }

    fn report(topic: &AgendaTopic, statements: Vec<Statement>) -> TopicReport<'_> {
        TopicReport {
            agenda_topic: topic,
            author: ReportAuthor::Model,
            statements,
            is_clear: true,
            closest: None,
            contradictions: Vec::new(),
            already_in_vault: Vec::new(),
            has_dropped_repetitions: false,
        }
    }

    fn texts(report: &TopicReport<'_>) -> Vec<String> {
        report.statements.iter().map(|statement| statement.text.clone()).collect()
    }

    #[test]
    fn a_statement_that_cites_nothing_goes_with_any_evidence_that_became_private() {
        let topic = new_topic_from_user("How warm?");
        let [first, second] = [1, 2].map(|number| EvidenceId::new("run", number));
        let all = || {
            vec![
                statement("Cited.", std::slice::from_ref(&first), SupportStatus::Verified),
                statement("Marked.", &[], SupportStatus::Unverified),
            ]
        };
        let after_dropping = |dropped: &[&EvidenceId]| {
            let mut report = report(&topic, all());
            report.drop_statements_citing(&dropped.iter().copied().cloned().collect());
            texts(&report)
        };
        assert_eq!(after_dropping(&[]), ["Cited.", "Marked."]);
        assert_eq!(after_dropping(&[&second]), ["Cited."]);
        assert!(after_dropping(&[&first]).is_empty());
    }

    #[test]
    fn the_next_statement_is_no_clear_answer_if_the_first_one_is_left_out() {
        let topic = new_topic_from_user("How warm?");
        let all = ["Best.", "Next."].map(|text| statement(text, &[], SupportStatus::Verified));
        let short_answer_without = |left_out: &str| {
            let mut report = report(&topic, all.to_vec());
            report.retain_statements(|statement| statement.text != left_out);
            report.short_answer().map(|statement| statement.text.clone())
        };
        assert_eq!(short_answer_without("Next.").as_deref(), Some("Best."));
        assert_eq!(short_answer_without("Best."), None);
    }
}
