//! Writes the part of the report on one topic without a model. It quotes the sentences that answer
//! the topic best, each with all sources that say the same.

use std::collections::BTreeSet;

use crate::answers::built_in::{
    Answer, AnswerSentence, AskingNote, QuoteChoice, TopicKind, answer, sentence_traits,
};
use crate::answers::run::{
    AgendaTopic, ReportAuthor, Statement, StatementLayout, SupportStatus, TopicReport,
};
use crate::answers::writing::sentence_checker::SentenceChecker;
use crate::evidence::support::{self, SubjectSentence};
use crate::evidence::{Evidence, EvidenceId, covered_finding_share};
use crate::language::{Language, sentence_split, tokenize};
use crate::notes::index::CorpusStats;

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
    note: &AskingNote<'_>,
    checker: &SentenceChecker<'_>,
    stats: &dyn CorpusStats,
) -> TopicReport<'a> {
    let contradictions = contradicting_sentences(item, evidence, note);
    let contradicts =
        |finding: &AnswerSentence| contradictions.iter().any(|s| finding.text.contains(&s.text));
    let quote = |finding: AnswerSentence| quotation(finding, evidence, checker, stats);
    let mut part = TopicReport {
        agenda_topic: item,
        author: ReportAuthor::BuiltIn,
        statements: Vec::new(),
        is_clear: false,
        closest: None,
        contradictions: Vec::new(),
        already_in_vault: Vec::new(),
        has_dropped_repetitions: false,
    };
    let said = answer::answer_topic(&item.topic, evidence, note, stats);
    let choice = QuoteChoice { topic: &item.topic, evidence, stats };
    match choice.choose(said) {
        Answer::Sentences(found) => {
            part.is_clear = found.first().is_some_and(|finding| finding.is_clear);
            let found = found.into_iter().filter(|finding| !contradicts(finding));
            part.statements = found.map(quote).collect();
        }
        Answer::Closest(found) => part.closest = Some(quote(found)),
        Answer::Nothing => {}
    }
    part.contradictions = contradictions;
    part
}

/// Returns a sentence of the evidence as a statement that cites all sources which say the same.
fn quotation(
    finding: AnswerSentence,
    evidence: &[Evidence],
    checker: &SentenceChecker<'_>,
    stats: &dyn CorpusStats,
) -> Statement {
    let rarity = |term: &str| stats.rarity(term);
    let terms = tokenize::distinct_terms(&finding.text, Language::detect(&finding.text));
    let is_comparable = terms.len() >= MIN_COMPARED_WORDS && !finding.is_belief;
    let says_same = |piece: &Evidence| {
        is_comparable
            && sentence_traits::has_time_words_of(&piece.text, &finding.text)
            && covered_finding_share(&finding.text, &piece.text, &rarity) >= MIN_SHARED_WORD_RATIO
            && checker.text_supports_sentence(&piece.text, &finding.text)
    };
    let cited_evidence = agreeing_sources(&finding.evidence_id, evidence, &says_same);
    let is_belief = finding.is_belief;
    Statement {
        text: finding.text,
        layout: StatementLayout::ListItem,
        cited_evidence,
        support_status: if is_belief { SupportStatus::Belief } else { SupportStatus::Verified },
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
/// note. What the user only believes contradicts nothing.
fn contradicting_sentences(
    item: &AgendaTopic,
    evidence: &[Evidence],
    note: &AskingNote<'_>,
) -> Vec<Statement> {
    if item.topic.kind != TopicKind::Claim {
        return Vec::new();
    }
    let claim =
        SubjectSentence { sentence: &item.topic.context_sentence, titles: vec![note.title] };
    let statements = evidence.iter().flat_map(|piece| {
        let titles = piece.title_and_heading();
        let sentences = sentence_split::whole_sentences(&piece.text).into_iter();
        let against = sentences.filter(|sentence| {
            let said = SubjectSentence { sentence, titles: vec![&titles] };
            piece.line_mark(sentence).is_none()
                && support::find_contradiction(&claim, &said).is_some()
        });
        let statement = |said: &str| Statement {
            text: said.to_owned(),
            layout: StatementLayout::ListItem,
            cited_evidence: vec![piece.id.clone()],
            support_status: SupportStatus::Verified,
        };
        against.map(statement).collect::<Vec<_>>()
    });
    statements.take(MAX_CONTRADICTIONS).collect()
}
