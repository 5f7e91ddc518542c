//! Checks the draft on one topic: by rules, then by a second reading of a model, and lets the model
//! that wrote it correct what failed, once. What fails again is left out or marked, as the user chose.

use std::collections::BTreeMap;

use crate::answers::built_in::{Topic, sentence_traits};
use crate::answers::run::{LeftOutSentence, RunModel, Statement, StatementLayout, SupportStatus};
use crate::answers::writing::draft::{CitedSource, CitingSentence, TopicDraft};
use crate::answers::writing::outgoing_evidence::still_public_pieces;
use crate::answers::writing::repair::{self, FailedSentence};
use crate::answers::writing::second_reading::{self, ReadingResult};
use crate::answers::writing::sentence_checker::{RuleResult, SentenceChecker, is_checkable};
use crate::answers::writing::synthesis::select_evidence;
use crate::evidence::support::CheckVerdict;
use crate::evidence::{Evidence, EvidenceId};
use crate::language::Language;
use crate::settings::{Settings, UnverifiedPolicy};
use crate::values::{Error, ErrorCode, Result};

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
    pub settings: &'a Settings,
    pub model: &'a RunModel<'a>,
    pub checker: &'a SentenceChecker<'a>,
    pub topic: &'a Topic,
    /// The language of the draft.
    pub language: Language,
    /// The evidence on the topic.
    pub evidence: &'a [Evidence],
    /// Called if the model fails during the check, which goes on without it.
    pub on_failure: &'a dyn Fn(FailedCheckStep, &Error),
}

/// A step of the check for which the model was needed and failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailedCheckStep {
    /// Sentences were checked by rules only.
    SecondReading,
    /// Sentences that failed were not corrected.
    Repair,
}

/// The result of all checks of one sentence.
enum Outcome {
    Kept {
        cited_evidence: Vec<EvidenceId>,
    },
    Failed {
        reason: String,
    },
    /// The sentence cites a note that became private during the run. It is neither sent nor shown.
    Private,
}

/// A sentence of the draft and what the checks found.
struct AssessedSentence {
    sentence: CitingSentence,
    outcome: Outcome,
    /// Whether the model read the sentence again.
    is_read_again: bool,
}

impl DraftCheck<'_> {
    /// Checks a draft.
    pub async fn check(&self, draft: TopicDraft) -> Result<CheckedDraft> {
        let first_contradiction = draft.sentences.len();
        let all: Vec<CitingSentence> =
            draft.sentences.into_iter().chain(draft.contradictions).collect();
        let mut assessed = self.assess(all).await?;
        self.repair_failed(&mut assessed).await?;
        let is_kept = |it: &&AssessedSentence| matches!(it.outcome, Outcome::Kept { .. });
        let is_read_again = assessed.iter().filter(is_kept).all(|it| it.is_read_again);
        let mut checked = CheckedDraft { is_read_again, ..CheckedDraft::default() };
        let contradictions = assessed.split_off(first_contradiction.min(assessed.len()));
        let mut last_left_out = String::new();
        for mut it in assessed {
            let text = it.sentence.text.clone();
            if it.depends_on(&last_left_out) {
                it.outcome = Outcome::Failed { reason: DEPENDENT_REASON.to_owned() };
            }
            let statement = self.statement(it, &mut checked.left_out);
            match &statement {
                Some(statement) if statement.layout != StatementLayout::ListItem => {
                    last_left_out.clear();
                }
                Some(_) => {}
                None if text.ends_with([':', '：']) || last_left_out.is_empty() => {
                    last_left_out = text;
                }
                None => {}
            }
            checked.statements.extend(statement);
        }
        drop_lone_introductions(&mut checked.statements);
        for it in contradictions {
            checked.contradictions.extend(self.statement(it, &mut checked.left_out));
        }
        Ok(checked)
    }

    /// Checks sentences by rules, and by a second reading those that the rules do not reject.
    /// Sentences that say nothing that can be checked are dropped.
    async fn assess(&self, sentences: Vec<CitingSentence>) -> Result<Vec<AssessedSentence>> {
        let check = |sentence: CitingSentence| {
            let result = match is_checkable(&sentence.checked_text()) {
                true => self.checker.check_by_rules(&sentence),
                false => RuleResult::too_short(),
            };
            (sentence, result)
        };
        let by_rules: Vec<(CitingSentence, RuleResult)> =
            sentences.into_iter().map(check).collect();
        let public = self.public_evidence().await;
        let mut readings = self.read_again(&by_rules, &public).await?;
        let assess = |(index, (sentence, mut by_rules)): (usize, (CitingSentence, RuleResult))| {
            let reading = readings.remove(&index).unwrap_or(ReadingResult::NoVerdict);
            if let ReadingResult::Supported { quoted_evidence } = &reading {
                by_rules.cited_evidence = self.cited_with_quoted(&sentence, quoted_evidence);
            }
            let is_read_again = reading != ReadingResult::NoVerdict;
            let outcome = match self.cites_private_note(&sentence, &public) {
                true => Outcome::Private,
                false => combined_outcome(by_rules, reading),
            };
            AssessedSentence { outcome, sentence, is_read_again }
        };
        Ok(by_rules.into_iter().enumerate().map(assess).collect())
    }

    /// Returns the evidence on the topic that is not from a note that became private.
    async fn public_evidence(&self) -> Vec<&Evidence> {
        still_public_pieces(self.model, self.evidence.iter().collect()).await
    }

    /// Whether a sentence cites a note that became private: then what it says must not be sent either.
    fn cites_private_note(&self, sentence: &CitingSentence, public: &[&Evidence]) -> bool {
        sentence.cited_sources.iter().any(|source| {
            let piece = self.checker.find_evidence(source);
            piece.is_some_and(|piece| !public.iter().any(|it| it.id == piece.id))
        })
    }

    /// Lets the model read sentences again. Returns its results by the index of the sentence; none if
    /// the user turned the second reading off or the model failed.
    async fn read_again(
        &self,
        sentences: &[(CitingSentence, RuleResult)],
        public: &[&Evidence],
    ) -> Result<BTreeMap<usize, ReadingResult>> {
        let indexed = sentences.iter().enumerate();
        // A sentence about the note alone is compared with the whole note, which is not sent.
        let cites_evidence = |sentence: &CitingSentence| {
            sentence.cited_sources.iter().any(|it| self.checker.find_evidence(it).is_some())
        };
        let open = indexed.filter(|(_, (sentence, result))| {
            result.verdict != CheckVerdict::Refuted
                && cites_evidence(sentence)
                && !self.cites_private_note(sentence, public)
        });
        let (indexes, to_read): (Vec<usize>, Vec<&CitingSentence>) =
            open.map(|(index, (sentence, _))| (index, sentence)).unzip();
        if to_read.is_empty() || !self.settings.uses_second_reading {
            return Ok(BTreeMap::new());
        }
        let pieces = cited_evidence(&to_read, public);
        let context = &self.topic.context_sentence;
        match second_reading::read_sentences(self.model, context, &to_read, pieces).await {
            Ok(results) => Ok(indexes.into_iter().zip(results).collect()),
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                (self.on_failure)(FailedCheckStep::SecondReading, &error);
                Ok(BTreeMap::new())
            }
        }
    }

    /// Returns the evidence that a sentence cites if the reader quoted some of it: the quoted pieces,
    /// and those that say it alone. If the rules find that the quoted pieces say something else, the
    /// sentence needs all that it cites.
    fn cited_with_quoted(
        &self,
        sentence: &CitingSentence,
        quoted: &[EvidenceId],
    ) -> Vec<EvidenceId> {
        let text = sentence.checked_text();
        let cited = sentence.cited_sources.iter().filter_map(|it| self.checker.find_evidence(it));
        let cited: Vec<&Evidence> = cited.collect();
        let quoted_pieces: Vec<&Evidence> =
            cited.iter().filter(|piece| quoted.contains(&piece.id)).copied().collect();
        let needs_all = self.checker.pieces_refute_sentence(&quoted_pieces, &text);
        let says_alone =
            |piece: &&&Evidence| needs_all || self.checker.piece_supports_sentence(piece, &text);
        let others = cited.iter().filter(says_alone).map(|piece| piece.id.clone());
        quoted.iter().cloned().chain(others).collect()
    }

    /// Sends the sentences that failed back to the model once, and checks what it returns.
    async fn repair_failed(&self, assessed: &mut [AssessedSentence]) -> Result<()> {
        let public = self.public_evidence().await;
        let failed: Vec<(usize, FailedSentence<'_>)> = assessed
            .iter()
            .enumerate()
            .filter_map(|(index, it)| match &it.outcome {
                Outcome::Failed { reason }
                    if is_checkable(&it.sentence.checked_text())
                        && !self.cites_private_note(&it.sentence, &public) =>
                {
                    Some((index, FailedSentence { sentence: &it.sentence, reason }))
                }
                _ => None,
            })
            .collect();
        let (indexes, failed): (Vec<usize>, Vec<FailedSentence<'_>>) = failed.into_iter().unzip();
        if failed.is_empty() {
            return Ok(());
        }
        let pieces = select_evidence(public);
        let repaired =
            match repair::request_repairs(self.model, self.topic, &failed, pieces, self.language)
                .await
            {
                Ok(repaired) => repaired,
                Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
                Err(error) => {
                    // Without a correction, the failed sentences are left out.
                    (self.on_failure)(FailedCheckStep::Repair, &error);
                    return Ok(());
                }
            };
        let (indexes, repaired): (Vec<usize>, Vec<CitingSentence>) =
            indexes.into_iter().zip(repaired).filter_map(|(at, it)| Some((at, it?))).unzip();
        let second = self.assess(repaired).await?;
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
        let is_checkable = is_checkable(&assessed.sentence.checked_text());
        let CitingSentence { text, layout, .. } = assessed.sentence;
        let reason = match assessed.outcome {
            Outcome::Kept { cited_evidence } => {
                let support_status = SupportStatus::Verified;
                return Some(Statement { text, layout, cited_evidence, support_status });
            }
            Outcome::Failed { reason } => reason,
            Outcome::Private => return None,
        };
        if is_checkable {
            left_out.push(LeftOutSentence { text: text.clone(), reason });
        }
        let marks = self.settings.unverified_policy == UnverifiedPolicy::Mark;
        // A marked sentence loses its citations: a link would say that the source supports it.
        (marks && is_checkable).then(|| Statement {
            text,
            layout,
            cited_evidence: Vec::new(),
            support_status: SupportStatus::Unverified,
        })
    }
}

impl AssessedSentence {
    /// Whether the sentence can't be understood without one that was left out: it refers to it, or is
    /// an item of the list that it introduces. `left_out` is empty if the last sentence stays.
    fn depends_on(&self, left_out: &str) -> bool {
        match self.sentence.layout {
            _ if left_out.is_empty() => false,
            StatementLayout::Sentence => {
                sentence_traits::refers_to_sentence_before(&self.sentence.text)
            }
            StatementLayout::ListItem => self.sentence.lead_in == left_out,
            StatementLayout::TableRow(_) => false,
        }
    }
}

/// Returns the pieces of evidence that sentences cite, each once, in the order of the evidence.
fn cited_evidence<'e>(
    sentences: &[&CitingSentence],
    evidence: &[&'e Evidence],
) -> Vec<&'e Evidence> {
    let is_cited = |piece: &&&Evidence| {
        let source = CitedSource::Evidence(piece.id.clone());
        sentences.iter().any(|sentence| sentence.cited_sources.contains(&source))
    };
    evidence.iter().filter(is_cited).copied().collect()
}

/// Drops sentences that introduce a list of which nothing is left.
fn drop_lone_introductions(statements: &mut Vec<Statement>) {
    let mut is_before_list = false;
    let mut kept: Vec<Statement> = Vec::new();
    for statement in std::mem::take(statements).into_iter().rev() {
        let introduces =
            statement.layout == StatementLayout::Sentence && statement.text.ends_with([':', '：']);
        let is_sentence = statement.layout == StatementLayout::Sentence;
        if !introduces || is_before_list {
            is_before_list = !is_sentence;
            kept.push(statement);
        }
    }
    kept.reverse();
    *statements = kept;
}

/// Decides by the rules and the second reading. What the rules reject, the reading can't save; what
/// the reading rejects, the rules can't. Without a verdict, the rules decide alone.
fn combined_outcome(by_rules: RuleResult, reading: ReadingResult) -> Outcome {
    match (by_rules.verdict, reading) {
        (CheckVerdict::Refuted, _) => Outcome::Failed { reason: by_rules.reason },
        (_, ReadingResult::Rejected { reason }) => Outcome::Failed { reason: reason.to_owned() },
        (_, ReadingResult::Supported { .. })
        | (CheckVerdict::Supported, ReadingResult::NoVerdict) => {
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
