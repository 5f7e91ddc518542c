//! Checks the draft on one topic: by rules, then by a second reading of a model, and lets the model
//! that wrote it correct what failed, once. What fails again is left out or marked, as the user chose.

use std::collections::BTreeMap;

use crate::error::{ErrorCode, Result};
use crate::evidence::{Evidence, EvidenceId};
use crate::local::sentence_traits;
use crate::research::active_run::ActiveRun;
use crate::research::agenda::AgendaTopic;
use crate::research::report::draft::{CitedSource, CitingSentence, TopicDraft};
use crate::research::report::outgoing_evidence::still_public_pieces;
use crate::research::report::repair::{self, FailedSentence};
use crate::research::report::second_reading::{self, ReadingResult};
use crate::research::report::sentence_checker::{RuleResult, SentenceChecker, is_checkable};
use crate::research::report::statement::{
    LeftOutSentence, Statement, StatementLayout, SupportStatus,
};
use crate::research::report::synthesis::select_evidence;
use crate::research::run_model::RunModel;
use crate::settings::UnverifiedPolicy;
use crate::support::check::CheckVerdict;

/// Maximum number of citations per sentence.
const MAX_CITATIONS_PER_SENTENCE: usize = 4;

/// The reason if a sentence can't be understood without one that was left out.
const DEPENDENT_REASON: &str = "it depends on a sentence that was left out";

/// A draft of which every sentence was checked.
#[derive(Default)]
pub struct CheckedDraft {
    pub statements: Vec<Statement>,
    pub contradictions: Vec<Statement>,
    pub left_out: Vec<LeftOutSentence>,
    /// Whether the model read all sentences again that the rules did not reject.
    pub is_read_again: bool,
}

/// What a draft is checked with.
pub struct DraftCheck<'a> {
    pub run: &'a ActiveRun<'a>,
    pub model: &'a RunModel<'a>,
    pub checker: &'a SentenceChecker<'a>,
    pub topic_index: usize,
    pub topic: &'a AgendaTopic,
    /// The evidence on the topic.
    pub evidence: &'a [Evidence],
}

/// The result of all checks of one sentence.
enum Outcome {
    Kept { cited_evidence: Vec<EvidenceId> },
    Failed { reason: String },
}

/// A sentence of the draft and what the checks found.
struct AssessedSentence {
    sentence: CitingSentence,
    outcome: Outcome,
}

impl DraftCheck<'_> {
    /// Checks a draft.
    pub async fn check(&self, draft: TopicDraft) -> Result<CheckedDraft> {
        let first_contradiction = draft.sentences.len();
        let all: Vec<CitingSentence> =
            draft.sentences.into_iter().chain(draft.contradictions).collect();
        let mut checked = CheckedDraft { is_read_again: true, ..CheckedDraft::default() };
        let mut assessed = self.assess(all, &mut checked).await?;
        self.repair_failed(&mut assessed, &mut checked).await?;
        let contradictions = assessed.split_off(first_contradiction.min(assessed.len()));
        let mut is_last_left_out = false;
        for mut it in assessed {
            if is_last_left_out && it.depends_on_last() {
                it.outcome = Outcome::Failed { reason: DEPENDENT_REASON.to_owned() };
            }
            let statement = self.statement(it, &mut checked.left_out);
            is_last_left_out = statement.is_none();
            checked.statements.extend(statement);
        }
        for it in contradictions {
            checked.contradictions.extend(self.statement(it, &mut checked.left_out));
        }
        Ok(checked)
    }

    /// Checks sentences by rules, and by a second reading those that the rules do not reject.
    /// Sentences that say nothing that can be checked are dropped.
    async fn assess(
        &self,
        sentences: Vec<CitingSentence>,
        checked: &mut CheckedDraft,
    ) -> Result<Vec<AssessedSentence>> {
        let by_rules: Vec<(CitingSentence, RuleResult)> = sentences
            .into_iter()
            .map(|sentence| {
                let result = match is_checkable(&sentence.text) {
                    true => self.checker.check_by_rules(&sentence),
                    false => RuleResult::too_short(),
                };
                (sentence, result)
            })
            .collect();
        let mut readings = self.read_again(&by_rules, checked).await?;
        let assess = |(index, (sentence, mut by_rules)): (usize, (CitingSentence, RuleResult))| {
            let reading = readings.remove(&index).unwrap_or(ReadingResult::NoVerdict);
            if matches!(reading, ReadingResult::Supported { .. }) {
                // The quotes show which pieces say it. Others are cited if they say it alone.
                by_rules.cited_evidence.retain(|id| {
                    let piece = self.checker.find_evidence(&CitedSource::Evidence(id.clone()));
                    piece.is_some_and(|it| self.checker.piece_supports_sentence(it, &sentence.text))
                });
            }
            AssessedSentence { outcome: outcome(by_rules, reading), sentence }
        };
        Ok(by_rules.into_iter().enumerate().map(assess).collect())
    }

    /// Lets the model read sentences again. Returns its results by the index of the sentence; none if
    /// the user turned the second reading off or the model failed.
    async fn read_again(
        &self,
        sentences: &[(CitingSentence, RuleResult)],
        checked: &mut CheckedDraft,
    ) -> Result<BTreeMap<usize, ReadingResult>> {
        let indexed = sentences.iter().enumerate();
        // A sentence about the note alone is compared with the whole note, which is not sent.
        let cites_evidence = |sentence: &CitingSentence| {
            sentence.cited_sources.iter().any(|it| self.checker.find_evidence(it).is_some())
        };
        let open = indexed.filter(|(_, (sentence, result))| {
            result.verdict != CheckVerdict::Refuted && cites_evidence(sentence)
        });
        let (indexes, to_read): (Vec<usize>, Vec<&CitingSentence>) =
            open.map(|(index, (sentence, _))| (index, sentence)).unzip();
        if to_read.is_empty() {
            return Ok(BTreeMap::new());
        }
        if !self.run.context.settings.uses_second_reading {
            checked.is_read_again = false;
            return Ok(BTreeMap::new());
        }
        let pieces = still_public_pieces(self.model, self.cited_evidence(&to_read)).await;
        let context = &self.topic.topic.context_sentence;
        match second_reading::read_sentences(self.model, context, &to_read, pieces).await {
            Ok(results) => {
                if results.contains(&ReadingResult::NoVerdict) {
                    checked.is_read_again = false;
                }
                Ok(indexes.into_iter().zip(results).collect())
            }
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                checked.is_read_again = false;
                self.run.progress.record_failed_reading(self.topic_index, &error);
                Ok(BTreeMap::new())
            }
        }
    }

    /// Returns the pieces of evidence that sentences cite, each once, in the order of the evidence.
    fn cited_evidence(&self, sentences: &[&CitingSentence]) -> Vec<&Evidence> {
        let is_cited = |piece: &&Evidence| {
            let source = CitedSource::Evidence(piece.id.clone());
            sentences.iter().any(|sentence| sentence.cited_sources.contains(&source))
        };
        self.evidence.iter().filter(is_cited).collect()
    }

    /// Sends the sentences that failed back to the model once, and checks what it returns.
    async fn repair_failed(
        &self,
        assessed: &mut [AssessedSentence],
        checked: &mut CheckedDraft,
    ) -> Result<()> {
        let failed: Vec<(usize, FailedSentence<'_>)> = assessed
            .iter()
            .enumerate()
            .filter_map(|(index, it)| match &it.outcome {
                Outcome::Failed { reason } if is_checkable(&it.sentence.text) => {
                    Some((index, FailedSentence { sentence: &it.sentence, reason }))
                }
                _ => None,
            })
            .collect();
        let (indexes, failed): (Vec<usize>, Vec<FailedSentence<'_>>) = failed.into_iter().unzip();
        if failed.is_empty() {
            return Ok(());
        }
        let pieces =
            select_evidence(still_public_pieces(self.model, self.evidence.iter().collect()).await);
        let (topic, language) = (&self.topic.topic, self.run.subject.report_language);
        let repaired =
            match repair::request_repairs(self.model, topic, &failed, pieces, language).await {
                Ok(repaired) => repaired,
                Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
                // Without a correction, the failed sentences are left out.
                Err(_) => return Ok(()),
            };
        let (indexes, repaired): (Vec<usize>, Vec<CitingSentence>) =
            indexes.into_iter().zip(repaired).filter_map(|(at, it)| Some((at, it?))).unzip();
        let second = self.assess(repaired, checked).await?;
        for (index, again) in indexes.into_iter().zip(second) {
            if let Some(slot) = assessed.get_mut(index)
                && matches!(again.outcome, Outcome::Kept { .. })
            {
                *slot = again;
            }
        }
        Ok(())
    }

    /// Returns the statement that the report shows for a sentence; `None` if it is left out.
    fn statement(
        &self,
        assessed: AssessedSentence,
        left_out: &mut Vec<LeftOutSentence>,
    ) -> Option<Statement> {
        let CitingSentence { text, layout, .. } = assessed.sentence;
        let reason = match assessed.outcome {
            Outcome::Kept { cited_evidence } => {
                let support_status = SupportStatus::Verified;
                return Some(Statement { text, layout, cited_evidence, support_status });
            }
            Outcome::Failed { reason } => reason,
        };
        if is_checkable(&text) {
            left_out.push(LeftOutSentence { text: text.clone(), reason });
        }
        let marks = self.run.context.settings.unverified_policy == UnverifiedPolicy::Mark;
        // The marked sentence has no citations, because they don't support it.
        (marks && is_checkable(&text)).then(|| Statement {
            text,
            layout,
            cited_evidence: Vec::new(),
            support_status: SupportStatus::Unverified,
        })
    }
}

impl AssessedSentence {
    /// Whether the sentence refers to the one before it.
    fn depends_on_last(&self) -> bool {
        self.sentence.layout == StatementLayout::Sentence
            && sentence_traits::depends_on_context(&self.sentence.text)
    }
}

/// Decides by the rules and the second reading. What the rules reject, the reading can't save; what
/// the reading rejects, the rules can't. Without a verdict, the rules decide alone.
fn outcome(by_rules: RuleResult, reading: ReadingResult) -> Outcome {
    match (by_rules.verdict, reading) {
        (CheckVerdict::Refuted, _) => Outcome::Failed { reason: by_rules.reason },
        (_, ReadingResult::Rejected { reason }) => Outcome::Failed { reason: reason.to_owned() },
        (_, ReadingResult::Supported { quoted_evidence }) => {
            let mut cited_evidence = quoted_evidence;
            cited_evidence.extend(by_rules.cited_evidence);
            Outcome::Kept { cited_evidence: without_repeated_ids(cited_evidence) }
        }
        (CheckVerdict::Supported, ReadingResult::NoVerdict) => {
            Outcome::Kept { cited_evidence: without_repeated_ids(by_rules.cited_evidence) }
        }
        (CheckVerdict::Undecided, ReadingResult::NoVerdict) => {
            Outcome::Failed { reason: by_rules.reason }
        }
    }
}

/// Drops repeated ids, and those above the limit.
fn without_repeated_ids(ids: Vec<EvidenceId>) -> Vec<EvidenceId> {
    let mut distinct: Vec<EvidenceId> = Vec::new();
    for id in ids {
        if !distinct.contains(&id) {
            distinct.push(id);
        }
    }
    distinct.truncate(MAX_CITATIONS_PER_SENTENCE);
    distinct
}
