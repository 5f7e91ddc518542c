//! The part of the report on one topic without a model: the sentences of the sources that speak to
//! it best, word for word, each with all sources that say so.

use std::collections::BTreeSet;

use crate::evidence::coverage::coverage;
use crate::evidence::{Evidence, EvidenceId};
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::tokenize;
use crate::local::TopicKind;
use crate::local::answer::{self, Finding};
use crate::note::prose;
use crate::research::agenda::AgendaTopic;
use crate::research::report::statement::{Statement, SupportStatus, TopicReport, WrittenBy};
use crate::research::report::verify::SentenceChecker;
use crate::support;

/// Sources that are named for one sentence.
const MOST_CITES: usize = 3;

/// The share of a sentence's words that must stand in another source for it to say so too.
const AGREEING: f32 = 0.75;

/// Words that a sentence must have for that: a shorter one says what many texts say.
const TELLING_WORDS: usize = 4;

/// Sentences that speak against a claim: one is enough to make a person think.
const MOST_CONTRADICTIONS: usize = 2;

/// Quotes what answers a topic.
pub fn part<'a>(
    item: &'a AgendaTopic,
    evidence: &[Evidence],
    (note, around): (&str, &dyn CorpusStats),
    checker: &SentenceChecker<'_>,
) -> TopicReport<'a> {
    let contradictions = contradictions(item, evidence);
    let is_against = |finding: &Finding| contradictions.iter().any(|s| s.text == finding.sentence);
    let found = answer::answer(&item.topic, evidence, note, around).into_iter();
    let statements = found.filter(|finding| !is_against(finding)).map(|finding| {
        let rarity = |term: &str| around.rarity(term);
        let telling =
            tokenize::distinct_terms(&finding.sentence, Language::detect(&finding.sentence));
        let is_telling = telling.len() >= TELLING_WORDS;
        let says = |piece: &Evidence| {
            is_telling
                && coverage(&finding.sentence, &piece.text, &rarity) >= AGREEING
                && checker.bears_out(&finding.sentence, &piece.text)
        };
        let cites = agreeing(&finding.evidence, evidence, &says);
        Statement { text: finding.sentence, cites, standing: SupportStatus::Verified }
    });
    let statements = statements.collect();
    TopicReport {
        item,
        voice: WrittenBy::Quotes,
        statements,
        contradictions,
        known: Vec::new(),
        repeats: false,
    }
}

/// The source of a sentence, and others that say the same.
fn agreeing(
    source: &EvidenceId,
    evidence: &[Evidence],
    says: &dyn Fn(&Evidence) -> bool,
) -> Vec<EvidenceId> {
    let own = evidence.iter().find(|piece| piece.id == *source);
    let mut named: BTreeSet<String> = own.map(Evidence::publisher).into_iter().collect();
    let mut cites = vec![source.clone()];
    for piece in evidence {
        let publisher = piece.publisher();
        if cites.len() < MOST_CITES && !named.contains(&publisher) && says(piece) {
            named.insert(publisher);
            cites.push(piece.id.clone());
        }
    }
    cites
}

/// Sentences that speak of what the note claims, and say otherwise.
fn contradictions(item: &AgendaTopic, evidence: &[Evidence]) -> Vec<Statement> {
    if item.topic.kind != TopicKind::Claim {
        return Vec::new();
    }
    let against = evidence.iter().flat_map(|piece| {
        let sentences = prose::sentences(&piece.text).into_iter();
        let against =
            sentences.filter(|said| support::contradicts(&item.topic.context, said).is_some());
        against.map(|said| Statement {
            text: said.to_owned(),
            cites: vec![piece.id.clone()],
            standing: SupportStatus::Verified,
        })
    });
    against.take(MOST_CONTRADICTIONS).collect()
}
