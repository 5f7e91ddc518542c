//! Writes the part of the report on one topic without a model. It quotes the sentences that answer
//! the topic best, each with all sources that say the same.

use std::collections::BTreeSet;

use crate::evidence::coverage::coverage;
use crate::evidence::{Evidence, EvidenceId};
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::tokenize;
use crate::local::TopicKind;
use crate::local::answer::{self, AnswerSentence};
use crate::note::prose;
use crate::research::agenda::AgendaTopic;
use crate::research::report::statement::{Statement, SupportStatus, TopicReport, WrittenBy};
use crate::research::report::verify::SentenceChecker;
use crate::support;

/// Maximum number of citations per sentence.
const MAX_CITES: usize = 3;

/// Another source says the same as a sentence if it contains at least this share of the sentence's
/// words.
const MIN_AGREEMENT: f32 = 0.75;

/// Minimum number of different words of a sentence that is compared with other sources: shorter
/// sentences match by chance.
const MIN_COMPARED_WORDS: usize = 4;

/// Maximum number of quoted sentences that contradict a claim.
const MAX_CONTRADICTIONS: usize = 2;

/// Quotes the sentences that answer a topic.
pub fn quote<'a>(
    item: &'a AgendaTopic,
    evidence: &[Evidence],
    checker: &SentenceChecker<'_>,
    stats: &dyn CorpusStats,
    note: &str,
) -> TopicReport<'a> {
    let contradictions = contradictions(item, evidence);
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
                && coverage(&finding.sentence, &piece.text, &rarity) >= MIN_AGREEMENT
                && checker.supports(&piece.text, &finding.sentence)
        };
        let cites = cites(&finding.evidence_id, evidence, &says_same);
        Statement { text: finding.sentence, cites, status: SupportStatus::Verified }
    });
    let statements = statements.collect();
    TopicReport {
        item,
        written_by: WrittenBy::BuiltIn,
        statements,
        contradictions,
        known: Vec::new(),
        repeats: false,
    }
}

/// Returns the source of a sentence and other sources that say the same, one per publisher.
fn cites(
    source: &EvidenceId,
    evidence: &[Evidence],
    says_same: &dyn Fn(&Evidence) -> bool,
) -> Vec<EvidenceId> {
    let own = evidence.iter().find(|piece| piece.id == *source);
    let mut publishers: BTreeSet<String> = own.map(Evidence::publisher).into_iter().collect();
    let mut cites = vec![source.clone()];
    for piece in evidence {
        let publisher = piece.publisher();
        if cites.len() < MAX_CITES && !publishers.contains(&publisher) && says_same(piece) {
            publishers.insert(publisher);
            cites.push(piece.id.clone());
        }
    }
    cites
}

/// Returns the sentences of the evidence that contradict a claim of the note.
fn contradictions(item: &AgendaTopic, evidence: &[Evidence]) -> Vec<Statement> {
    if item.topic.kind != TopicKind::Claim {
        return Vec::new();
    }
    let statements = evidence.iter().flat_map(|piece| {
        let sentences = prose::sentences(&piece.text).into_iter();
        let against =
            sentences.filter(|said| support::find_conflict(&item.topic.context, said).is_some());
        against.map(|said| Statement {
            text: said.to_owned(),
            cites: vec![piece.id.clone()],
            status: SupportStatus::Verified,
        })
    });
    statements.take(MAX_CONTRADICTIONS).collect()
}
