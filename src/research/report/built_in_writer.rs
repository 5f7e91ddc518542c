//! Writes the part of the report on one topic without a model. It quotes the sentences that answer
//! the topic best, each with all sources that say the same.

use std::collections::BTreeSet;

use crate::evidence::coverage::covered_finding_share;
use crate::evidence::{Evidence, EvidenceId};
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::tokenize;
use crate::local::TopicKind;
use crate::local::answer::{self, AnswerSentence};
use crate::note::prose;
use crate::research::agenda::AgendaTopic;
use crate::research::report::sentence_checker::SentenceChecker;
use crate::research::report::statement::{
    ReportAuthor, Statement, StatementLayout, SupportStatus, TopicReport,
};
use crate::support;

/// Maximum number of sources that are cited for one quoted sentence.
const MAX_CITATIONS_PER_QUOTE: usize = 3;

/// Another source says the same as a sentence if it contains at least this share of the sentence's
/// words.
const MIN_SHARED_WORD_RATIO: f32 = 0.75;

/// Minimum number of different words of a sentence that is compared with other sources: shorter
/// sentences match by chance.
const MIN_COMPARED_WORDS: usize = 4;

/// Maximum number of quoted sentences that contradict a claim.
const MAX_CONTRADICTIONS: usize = 2;

/// Writes the part of the report on one topic from sentences of the evidence that answer it.
pub fn quote_evidence<'a>(
    item: &'a AgendaTopic,
    evidence: &[Evidence],
    checker: &SentenceChecker<'_>,
    stats: &dyn CorpusStats,
    note: &str,
) -> TopicReport<'a> {
    let contradictions = contradicting_sentences(item, evidence);
    let contradicts =
        |finding: &AnswerSentence| contradictions.iter().any(|s| s.text == finding.sentence);
    let found = answer::answer_sentences(&item.topic, evidence, note, stats).into_iter();
    let statements = found.filter(|finding| !contradicts(finding)).map(|finding| {
        let rarity = |term: &str| stats.rarity(term);
        let terms =
            tokenize::distinct_terms(&finding.sentence, Language::detect(&finding.sentence));
        let is_comparable = terms.len() >= MIN_COMPARED_WORDS;
        let says_same = |piece: &Evidence| {
            is_comparable
                && covered_finding_share(&finding.sentence, &piece.text, &rarity)
                    >= MIN_SHARED_WORD_RATIO
                && checker.text_supports_sentence(&piece.text, &finding.sentence)
        };
        let cites = agreeing_sources(&finding.evidence_id, evidence, &says_same);
        Statement {
            text: finding.sentence,
            layout: StatementLayout::ListItem,
            cited_evidence: cites,
            support_status: SupportStatus::Verified,
        }
    });
    let statements = statements.collect();
    TopicReport {
        agenda_topic: item,
        author: ReportAuthor::BuiltIn,
        statements,
        contradictions,
        already_in_vault: Vec::new(),
        has_dropped_repetitions: false,
    }
}

/// Returns the source of a sentence and other sources that say the same, one per publisher.
fn agreeing_sources(
    source: &EvidenceId,
    evidence: &[Evidence],
    says_same: &dyn Fn(&Evidence) -> bool,
) -> Vec<EvidenceId> {
    let own = evidence.iter().find(|piece| piece.id == *source);
    let mut publishers: BTreeSet<String> = own.map(Evidence::publisher).into_iter().collect();
    let mut cites = vec![source.clone()];
    for piece in evidence {
        let publisher = piece.publisher();
        if cites.len() < MAX_CITATIONS_PER_QUOTE
            && !publishers.contains(&publisher)
            && says_same(piece)
        {
            publishers.insert(publisher);
            cites.push(piece.id.clone());
        }
    }
    cites
}

/// Returns the sentences of the evidence that contradict the topic, if the topic is a claim of the
/// note.
fn contradicting_sentences(item: &AgendaTopic, evidence: &[Evidence]) -> Vec<Statement> {
    if item.topic.kind != TopicKind::Claim {
        return Vec::new();
    }
    let statements = evidence.iter().flat_map(|piece| {
        let sentences = prose::sentences(&piece.text).into_iter();
        let against = sentences
            .filter(|said| support::find_conflict(&item.topic.context_sentence, said).is_some());
        against.map(|said| Statement {
            text: said.to_owned(),
            layout: StatementLayout::ListItem,
            cited_evidence: vec![piece.id.clone()],
            support_status: SupportStatus::Verified,
        })
    });
    statements.take(MAX_CONTRADICTIONS).collect()
}
