//! Lets a model answer a question from the results of a web search, in one call. Every sentence is
//! checked against the results that it cites, by the rules that a report is checked with.

use crate::answers::built_in::sentence_traits;
use crate::answers::run::{RunContext, RunModel, StatementLayout};
use crate::answers::writing::{
    CitingSentence, OutgoingEvidence, SentenceChecker, is_checkable, parse_citing_sentences,
    select_evidence,
};
use crate::evidence::support::CheckVerdict;
use crate::evidence::{Evidence, EvidenceId};
use crate::features::answer::filler::is_filler;
use crate::language::Language;
use crate::model::prompts::{QuickAnswerPrompt, QuickAnswerReply};
use crate::values::{ErrorCode, Result};

/// What the introduction of a list ends with.
const INTRODUCTION_ENDS: [char; 2] = [':', '：'];

/// An answer that a model wrote.
pub struct ModelAnswer {
    /// The supported sentences, as one paragraph.
    pub text: String,
    /// The address of the page that supports most of them.
    pub source_url: String,
}

/// Lets the model of the settings answer a question. Returns `None` if it failed, if it is not sure,
/// or if the results do not support its answer. A cancelled call is an error.
pub async fn write_answer(
    context: &RunContext<'_>,
    question: &str,
    evidence: &[Evidence],
    max_sentences: usize,
) -> Result<Option<ModelAnswer>> {
    let pieces = select_evidence(evidence.iter().collect());
    match request_sentences(context, question, pieces).await {
        Ok(sentences) => Ok(checked_answer(question, sentences, evidence, max_sentences)),
        Err(error) if error.code == ErrorCode::Cancelled => Err(error),
        // The results are quoted instead. Why the model failed is in the audit log.
        Err(_) => Ok(None),
    }
}

/// Sends the question and the results to the model, once. Returns the sentences of the reply; none if
/// it can't be read or the model is not sure.
async fn request_sentences(
    context: &RunContext<'_>,
    question: &str,
    pieces: Vec<&Evidence>,
) -> Result<Vec<CitingSentence>> {
    let budget = context.settings.budget();
    let model = RunModel::new(context, None, "", &budget)?;
    let results = OutgoingEvidence::new(&model, pieces, &[question]).await?;
    let prompt = QuickAnswerPrompt {
        question: results.redact(question),
        today: model.today(),
        results: results.texts(),
    };
    let reply: Option<QuickAnswerReply> = model.ask_quick_model_once(&prompt).await?;
    let reply = reply.filter(|reply| reply.is_confident).unwrap_or_default();
    let sentences = reply.sentences.iter();
    let sentences = sentences
        .flat_map(|said| parse_citing_sentences(&said.text, &said.evidence_ids, &results.pieces));
    Ok(sentences.collect())
}

/// Joins the sentences that their results support. Returns `None` if the first one is not supported:
/// it answers the question most directly, and the others only add to it.
fn checked_answer(
    question: &str,
    sentences: Vec<CitingSentence>,
    evidence: &[Evidence],
    max_sentences: usize,
) -> Option<ModelAnswer> {
    let checker = SentenceChecker::new(evidence.iter(), "", Language::detect(question));
    let mut kept: Vec<(String, Vec<EvidenceId>)> = Vec::new();
    let mut is_after_dropped = false;
    for sentence in sentences.into_iter().filter(is_statement) {
        // A sentence that begins with “It” can't be understood without the one before it.
        let is_dependent =
            is_after_dropped && sentence_traits::refers_to_sentence_before(&sentence.text);
        let cited = supporting_evidence(&checker, &sentence).filter(|_| !is_dependent);
        is_after_dropped = cited.is_none();
        if is_after_dropped && kept.is_empty() {
            return None;
        }
        let is_repeated = kept.iter().any(|(text, _)| *text == sentence.text);
        kept.extend(cited.filter(|_| !is_repeated).map(|cited| (sentence.text, cited)));
    }
    kept.truncate(max_sentences);
    let (texts, cited): (Vec<String>, Vec<Vec<EvidenceId>>) = kept.into_iter().unzip();
    let source_url = most_cited_url(evidence, &cited.concat())?;
    Some(ModelAnswer { text: texts.join(" "), source_url })
}

/// Whether a text of a model is a sentence that can be part of an answer. The only address in an
/// answer is that of its source.
fn is_statement(sentence: &CitingSentence) -> bool {
    sentence.layout == StatementLayout::Sentence
        && !sentence.text.ends_with(INTRODUCTION_ENDS)
        && !sentence.text.contains("://")
        && !is_filler(&sentence.text)
        && is_checkable(&sentence.text)
}

/// The results that support a sentence; `None` if none does.
fn supporting_evidence(
    checker: &SentenceChecker<'_>,
    sentence: &CitingSentence,
) -> Option<Vec<EvidenceId>> {
    let result = checker.check_by_rules(sentence);
    let is_supported =
        result.verdict == CheckVerdict::Supported && !result.cited_evidence.is_empty();
    is_supported.then_some(result.cited_evidence)
}

/// The address that is cited most often; of several, the one that is cited first.
fn most_cited_url(evidence: &[Evidence], cited: &[EvidenceId]) -> Option<String> {
    let url =
        |id: &EvidenceId| evidence.iter().find(|piece| piece.id == *id).map(Evidence::path_or_url);
    let urls: Vec<&str> = cited.iter().filter_map(url).collect();
    let count = |wanted: &str| urls.iter().filter(|url| **url == wanted).count();
    // `max_by_key` returns the last of several, so the order is reversed.
    urls.iter().rev().max_by_key(|url| count(url)).map(|url| (*url).to_owned())
}
