//! From evidence to the section's text: drafted by a model or quoted by the built-in engine, every
//! sentence checked against its evidence, then written as Markdown.

mod built_in;
pub mod markdown;
mod novelty;
pub mod phrases;
pub mod related;
mod relevance;
pub mod statement;
pub mod synthesis;
mod verify;

use crate::error::{ErrorCode, Result};
use crate::evidence::{Evidence, EvidenceId};
use crate::host::Pace;
use crate::note::NotePath;
use crate::progress::{Stage, TopicState};
use crate::research::agenda::AgendaTopic;
use crate::research::context::RunContext;
use crate::research::gather::found::GatheredEvidence;
use crate::research::gather::search::Search;
use crate::research::report::relevance::RelevanceFilter;
use crate::research::report::statement::{Statement, TopicReport, WrittenBy};
use crate::research::report::verify::SentenceChecker;
use crate::research::subject::Subject;
use futures_util::stream::{self, StreamExt};
use std::collections::BTreeSet;

/// Drops the evidence of notes that became private since it was gathered, or all private evidence
/// if the researched note became public: nothing of a private note is written into a public one.
pub async fn drop_private(
    context: &RunContext<'_>,
    subject: &Subject<'_>,
    gathered: &mut GatheredEvidence,
) -> BTreeSet<EvidenceId> {
    if subject.private && context.privacy.is_private(&subject.path).await {
        return BTreeSet::new();
    }
    let quoted: BTreeSet<&NotePath> = gathered.pieces().filter_map(Evidence::note).collect();
    let private = context.privacy.private_of(quoted).await;
    let is_private = |piece: &Evidence| piece.note().is_some_and(|note| private.contains(note));
    let mut dropped = BTreeSet::new();
    for evidence in &mut gathered.evidence {
        dropped.extend(evidence.iter().filter(|it| is_private(it)).map(|it| it.id.clone()));
        evidence.retain(|piece| !is_private(piece));
    }
    dropped
}

/// The parts of the report, in the topics' order, and the sentences that did not hold.
pub async fn parts<'t>(
    context: &RunContext<'_>,
    search: &Search<'_>,
    subject: &Subject<'t>,
    gathered: &mut GatheredEvidence,
) -> Result<(Vec<TopicReport<'t>>, Vec<String>)> {
    search.progress.stage(Stage::Synthesize);
    let drafts = drafts(context, search, subject, gathered).await?;
    drop_private(context, subject, gathered).await;
    let around = context.vault.corpus_stats(&subject.path);
    let around = around.as_ref();
    let note = (subject.own.as_str(), subject.language);
    let checker = SentenceChecker::new(gathered.pieces(), note, context.settings.unverified);
    let relevance = RelevanceFilter::of(context.vault, &subject.path, &subject.own);
    let mut said = BTreeSet::new();
    let mut parts = Vec::new();
    let found = subject.topics.iter().zip(&gathered.evidence).zip(drafts);
    let pace = Pace::new(context.client.host);
    for ((item, evidence), draft) in found {
        pace.step().await?;
        let written = draft.map(|draft| prose(item, draft, &checker));
        // What a model says without support is nothing; the sources still speak for themselves.
        let quoted = || {
            let known = relevance.known(item, evidence, around);
            built_in::part(item, &known, (&subject.own, around), &checker)
        };
        let part = written.filter(|part| !part.is_silent()).unwrap_or_else(quoted);
        parts.push(part.once(&mut said));
    }
    let meant = novelty::meant(context, search, parts.iter().zip(&gathered.evidence)).await;
    let known = novelty::NoveltyFilter { checker: &checker, around, meant: &meant };
    for (number, (part, evidence)) in parts.iter_mut().zip(&gathered.evidence).enumerate() {
        known.leave_out(part, evidence, context.settings.similarity);
        let state = if part.is_silent() { TopicState::Nothing } else { TopicState::Done };
        search.progress.topic(number, state);
    }
    // A topic on which others said all there is has no part of its own, nor one that nobody was
    // asked about.
    let mut numbers = 0..parts.len();
    parts.retain(|part| {
        let is_left_out = numbers.next().is_some_and(|number| search.progress.is_left_out(number));
        !part.is_silent() || !(part.repeats || is_left_out)
    });
    Ok((parts, checker.failed()))
}

/// What the model says to each topic, some at once; nothing where it is not asked or failed.
async fn drafts(
    context: &RunContext<'_>,
    search: &Search<'_>,
    subject: &Subject<'_>,
    gathered: &GatheredEvidence,
) -> Result<Vec<Option<synthesis::TopicDraft>>> {
    let Some(model) = search.model else {
        return Ok(gathered.evidence.iter().map(|_| None).collect());
    };
    let topics = subject.topics.iter().zip(&gathered.evidence).enumerate();
    let drafts = topics.map(|(number, (item, evidence))| async move {
        if evidence.is_empty() {
            return Ok(None);
        }
        search.progress.topic(number, TopicState::Writing);
        let draft = synthesis::draft(model, item, evidence, subject.language).await;
        search.keep(context).await;
        search.progress.topic(number, TopicState::Done);
        match draft {
            Ok(draft) => Ok(Some(draft)),
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                search.progress.taken_over(number, &error);
                Ok(None)
            }
        }
    });
    let together = context.settings.concurrency.max(1);
    let drafts: Vec<Result<Option<synthesis::TopicDraft>>> =
        stream::iter(drafts).buffered(together).collect().await;
    drafts.into_iter().collect()
}

/// The model's sentences that hold.
fn prose<'t>(
    item: &'t AgendaTopic,
    draft: synthesis::TopicDraft,
    checker: &SentenceChecker<'_>,
) -> TopicReport<'t> {
    let checked = |said| checker.check(said);
    let mut statements: Vec<Statement> = draft.sentences.into_iter().filter_map(checked).collect();
    // Something speaks against the note only if it comes from elsewhere and the note does not say it.
    let is_against = |said: &Statement| {
        !said.cites.is_empty() && !checker.bears_out(&said.text, &item.topic.context)
    };
    let against = draft.contradictions.into_iter().filter_map(checked);
    let (contradictions, others): (Vec<Statement>, Vec<Statement>) = against.partition(is_against);
    statements.extend(others);
    TopicReport {
        item,
        voice: WrittenBy::Prose,
        statements,
        contradictions,
        known: Vec::new(),
        repeats: false,
    }
}
