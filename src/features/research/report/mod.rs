//! Turns evidence into the text of the section. A model drafts it or the built-in engine quotes
//! sources; every sentence is checked against its evidence; the result is rendered as Markdown.

pub mod markdown;
pub mod related_notes;

use std::collections::BTreeSet;

use futures_util::stream::{self, StreamExt};

use crate::answers::gather::GatheredEvidence;
use crate::answers::run::{
    ActiveRun, AgendaTopic, LeftOutSentence, ReportAuthor, Statement, TopicReport, asking_note,
};
use crate::answers::writing::{
    CheckedDraft, DraftCheck, FailedCheckStep, NoveltyFilter, RelevanceFilter, SentenceChecker,
    built_in_writer, novelty_filter, synthesis,
};
use crate::evidence::{Evidence, EvidenceId};
use crate::host::PeriodicYield;
use crate::host::session::CachedPrivacyCheck;
use crate::notes::note::NotePath;
use crate::values::{Error, ErrorCode, Result, Stage, TopicState};

/// A report of which every sentence was checked.
pub struct CheckedReport<'t> {
    /// The parts of the report in the order of the topics. Topics that need no part are left out.
    pub topic_reports: Vec<TopicReport<'t>>,
    /// Sentences that their evidence doesn't support.
    pub left_out: Vec<LeftOutSentence>,
    /// Whether a model read all sentences again that a model wrote.
    pub is_read_again: bool,
}

/// Drops the evidence from notes that became private after it was gathered, and the evidence that names such
/// notes. If the researched note became public, drops all private evidence: no text of a private note is written into
/// a public one. Returns the ids of the dropped evidence.
pub async fn drop_private_evidence(
    run: &ActiveRun<'_>,
    gathered: &mut GatheredEvidence,
) -> BTreeSet<EvidenceId> {
    let privacy = &run.context.privacy;
    if run.subject.privacy.is_private() && privacy.is_private(&run.subject.path).await {
        return BTreeSet::new();
    }
    let quoted: BTreeSet<&NotePath> =
        gathered.all_evidence().filter_map(Evidence::note_path).collect();
    let mut dropped = BTreeSet::new();
    let privacy = CachedPrivacyCheck::new(*privacy);
    for note in quoted {
        dropped.extend(private_evidence_of_note(&privacy, note, gathered).await);
    }
    for evidence in &mut gathered.evidence_by_topic {
        evidence.retain(|piece| !dropped.contains(&piece.id));
    }
    dropped
}

/// Returns the ids of the evidence from a note that is private now: all of it if the note is private,
/// otherwise what names private notes.
async fn private_evidence_of_note(
    privacy: &CachedPrivacyCheck<'_>,
    note: &NotePath,
    gathered: &GatheredEvidence,
) -> Vec<EvidenceId> {
    let evidence: Vec<(&Evidence, &str)> = gathered
        .all_evidence()
        .filter_map(|piece| Some((piece, piece.note_location()?)))
        .filter(|(_, location)| location.path == *note)
        .map(|(piece, location)| (piece, location.heading.as_str()))
        .collect();
    let texts: Vec<&str> =
        evidence.iter().flat_map(|(piece, heading)| [piece.text.as_str(), *heading]).collect();
    let redactor = privacy.build_redactor_for_note(note, &texts).await;
    let is_public = |text: &str| {
        redactor.as_ref().is_ok_and(|redactor| redactor.hide_private_names(text) == text)
    };
    let private =
        evidence.iter().filter(|(piece, heading)| !is_public(&piece.text) || !is_public(heading));
    private.map(|(piece, _)| piece.id.clone()).collect()
}

/// Writes a part of the report for each topic and checks every sentence.
pub async fn write_checked_report<'t>(
    run: &ActiveRun<'t>,
    gathered: &mut GatheredEvidence,
) -> Result<CheckedReport<'t>> {
    run.progress.set_stage(Stage::Synthesize);
    // What became private since it was gathered is not sent.
    if run.model.is_some() {
        drop_private_evidence(run, gathered).await;
    }
    let drafts = request_checked_drafts(run, gathered).await?;
    let dropped = match run.model {
        Some(_) => drop_private_evidence(run, gathered).await,
        None => BTreeSet::new(),
    };
    let (context, subject) = (run.context, run.subject);
    let stats = context.vault.corpus_stats(&subject.path);
    let stats = stats.as_ref();
    let checker = sentence_checker(run, gathered);
    let relevance = RelevanceFilter::new(context.vault, &subject.path, &subject.user_text);
    let asking_note = asking_note(context.vault, &subject.path, &subject.user_text);
    let mut report =
        CheckedReport { topic_reports: Vec::new(), left_out: Vec::new(), is_read_again: true };
    let mut written = BTreeSet::new();
    let topics = subject.topics.iter().zip(&gathered.evidence_by_topic).zip(drafts);
    let pace = PeriodicYield::new(context.host);
    for ((item, evidence), draft) in topics {
        pace.yield_if_due().await?;
        let by_model = draft.map(|draft| {
            report.is_read_again &= draft.is_read_again;
            report.left_out.extend(draft.left_out.iter().cloned());
            let mut part = model_part(item, draft, &checker);
            part.drop_statements_citing(&dropped);
            part
        });
        // The sources are quoted if there is no draft, or if no sentence of it is supported.
        let quoted = || {
            let evidence = relevance.evidence_to_quote(item, evidence, stats);
            built_in_writer::quote_evidence(item, &evidence, &asking_note, &checker, stats)
        };
        let part = by_model.filter(|part| !part.is_empty()).unwrap_or_else(quoted);
        report.topic_reports.push(part.without_repetitions(&mut written));
    }
    drop_known_statements(run, gathered, &checker, &mut report.topic_reports).await;
    Ok(report)
}

fn sentence_checker<'a>(
    run: &'a ActiveRun<'_>,
    gathered: &'a GatheredEvidence,
) -> SentenceChecker<'a> {
    let subject = run.subject;
    SentenceChecker::new(gathered.all_evidence(), &subject.user_text, subject.report_language)
}

/// Drops statements that the vault already contains. Then drops the empty parts of topics that
/// other parts cover or whose research was stopped.
async fn drop_known_statements(
    run: &ActiveRun<'_>,
    gathered: &GatheredEvidence,
    checker: &SentenceChecker<'_>,
    parts: &mut Vec<TopicReport<'_>>,
) {
    let (context, subject) = (run.context, run.subject);
    let stats = context.vault.corpus_stats(&subject.path);
    let by_embedding =
        novelty_filter::find_nearest_passages(run, parts.iter().zip(&gathered.evidence_by_topic))
            .await;
    let novelty = NoveltyFilter { checker, stats: stats.as_ref(), nearest_passages: &by_embedding };
    let mut reported = BTreeSet::new();
    for (number, (part, evidence)) in parts.iter_mut().zip(&gathered.evidence_by_topic).enumerate()
    {
        novelty.drop_known_statements(part, evidence, context.settings.duplicate_threshold_percent);
        part.drop_repeated_known_findings(&mut reported);
        let state = if part.is_empty() { TopicState::Nothing } else { TopicState::Done };
        run.progress.set_topic_state(number, state);
    }
    let mut numbers = 0..parts.len();
    parts.retain(|part| {
        let is_left_out =
            numbers.next().is_some_and(|number| run.progress.is_topic_incomplete(number));
        !part.is_empty() || !(part.has_dropped_repetitions || is_left_out)
    });
}

/// Asks the model for a draft on each topic, several at the same time, and checks it. The draft is
/// `None` if there is no model, the topic has no evidence, or the model failed.
async fn request_checked_drafts(
    run: &ActiveRun<'_>,
    gathered: &GatheredEvidence,
) -> Result<Vec<Option<CheckedDraft>>> {
    let Some(model) = run.model else {
        return Ok(gathered.evidence_by_topic.iter().map(|_| None).collect());
    };
    let (context, subject) = (run.context, run.subject);
    let relevance = RelevanceFilter::new(context.vault, &subject.path, &subject.user_text);
    let stats = context.vault.corpus_stats(&subject.path);
    let relevant = |(item, evidence): (&&AgendaTopic, &Vec<Evidence>)| {
        relevance.evidence_for_model(item, evidence, stats.as_ref())
    };
    // Notes on other subjects would only cost money, and reveal what the user didn't ask about.
    let evidence: Vec<Vec<Evidence>> =
        subject.topics.iter().zip(&gathered.evidence_by_topic).map(relevant).collect();
    let checker = &sentence_checker(run, gathered);
    let topics = subject.topics.iter().zip(&evidence).enumerate();
    let drafts = topics.map(|(topic_index, (topic, evidence))| async move {
        if evidence.is_empty() {
            return Ok(None);
        }
        let on_failure = |step: FailedCheckStep, error: &Error| match step {
            FailedCheckStep::SecondReading => {
                run.progress.record_failed_reading(topic_index, error);
            }
            FailedCheckStep::Repair => run.progress.record_topic_failure(topic_index, error),
        };
        let check = DraftCheck {
            settings: run.context.settings,
            model,
            checker,
            topic: &topic.topic,
            language: subject.report_language,
            evidence,
            on_failure: &on_failure,
        };
        run.progress.set_topic_state(topic_index, TopicState::Writing);
        let draft = request_checked_draft(run, topic_index, &check).await;
        run.progress.set_topic_state(topic_index, TopicState::Done);
        match draft {
            Ok(draft) => Ok(Some(draft)),
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                run.progress.record_built_in_fallback(topic_index, &error);
                Ok(None)
            }
        }
    });
    let parallel = run.context.settings.parallel_topics.max(1);
    let drafts: Vec<Result<Option<CheckedDraft>>> =
        stream::iter(drafts).buffered(parallel).collect().await;
    drafts.into_iter().collect()
}

/// Asks the model for a draft on one topic and checks it. Each reply is saved at once, because the
/// user paid for it.
async fn request_checked_draft(
    run: &ActiveRun<'_>,
    topic_index: usize,
    check: &DraftCheck<'_>,
) -> Result<CheckedDraft> {
    let DraftCheck { model, topic, evidence, language, .. } = check;
    let draft = synthesis::request_draft(model, topic, evidence, *language).await;
    run.save().await;
    run.progress.set_topic_state(topic_index, TopicState::Checking);
    let checked = check.check(draft?).await;
    run.save().await;
    checked
}

/// Returns the part of the report with the supported sentences of a draft.
fn model_part<'t>(
    item: &'t AgendaTopic,
    draft: CheckedDraft,
    checker: &SentenceChecker<'_>,
) -> TopicReport<'t> {
    // A sentence contradicts the note only if it cites a source and the note doesn't say the same.
    let contradicts = |statement: &Statement| {
        !statement.cited_evidence.is_empty()
            && !checker.text_supports_sentence(&item.topic.context_sentence, &statement.text)
    };
    let (contradictions, others): (Vec<Statement>, Vec<Statement>) =
        draft.contradictions.into_iter().partition(contradicts);
    TopicReport {
        agenda_topic: item,
        author: ReportAuthor::Model,
        statements: draft.statements.into_iter().chain(others).collect(),
        is_clear: true,
        closest: None,
        contradictions,
        already_in_vault: Vec::new(),
        has_dropped_repetitions: false,
    }
}
