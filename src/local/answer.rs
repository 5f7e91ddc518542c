//! Answers made of sentences that stand in the evidence: the best few for a topic, none twice,
//! none that the note says already.

use std::collections::BTreeSet;

use super::{Surroundings, Topic, TopicKind};
use crate::evidence::{Evidence, EvidenceId};
use crate::index::language::Language;
use crate::index::tokenize;
use crate::note::prose;

/// More quotations on one topic are a heap, not an answer.
const MAX_SENTENCES: usize = 3;
/// A sentence must carry this share of the topic's weight to speak to it.
const MIN_COVERAGE: f32 = 0.34;
/// Words of the context count less than words of the label.
const CONTEXT_WEIGHT: f32 = 0.5;
/// A word in the title or heading above a sentence counts this much of one in the sentence.
const PLACE_SHARE: f32 = 0.6;
/// How much of a sentence's score hangs on how well its passage matched.
const RANK_SHARE: f32 = 0.3;
/// Two sentences with this share of common words say the same.
const SAME_SHARE: f32 = 0.6;
/// Outside these lengths (in bytes) a sentence is a stub or does not quote well.
const QUOTABLE: std::ops::RangeInclusive<usize> = 20..=400;

/// A sentence and the evidence it stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The sentence exactly as read.
    pub sentence: String,
    /// Where it stands.
    pub evidence: EvidenceId,
    /// How well it speaks to the topic.
    pub score: f32,
}

/// How well a text speaks to a topic: the share of the topic's weight that it carries.
pub fn relevance(topic: &Topic, text: &str, around: &dyn Surroundings) -> f32 {
    let terms = tokenize::terms(text, Language::of(text)).distinct();
    Wanted::of(topic, around).coverage(&terms)
}

/// The words to search for: the label, and for a question or claim the sentence itself.
pub fn query(topic: &Topic) -> String {
    match topic.kind {
        TopicKind::Concept => topic.topic.clone(),
        TopicKind::Claim | TopicKind::Question => format!("{} {}", topic.topic, topic.context),
    }
}

/// The sentences of the evidence that answer a topic best, best first.
pub fn answer(
    topic: &Topic,
    evidence: &[Evidence],
    note: &str,
    around: &dyn Surroundings,
) -> Vec<Finding> {
    let wanted = Wanted::of(topic, around);
    let top = |of: &Evidence| {
        let alike = evidence.iter().filter(|piece| piece.note().is_some() == of.note().is_some());
        alike.map(|piece| piece.score).fold(f32::MIN_POSITIVE, f32::max)
    };
    let mut findings: Vec<(Finding, BTreeSet<String>)> = Vec::new();
    for piece in evidence {
        let rank = 1.0 - RANK_SHARE * (1.0 - piece.score / top(piece));
        findings
            .extend(speaking(&wanted, piece, rank).filter(|(f, _)| !note.contains(&f.sentence)));
    }
    findings.sort_by(|(a, _), (b, _)| {
        b.score.total_cmp(&a.score).then_with(|| a.evidence.cmp(&b.evidence))
    });
    without_repeats(findings)
}

/// The quotable sentences of one passage that speak to the topic, with their terms.
fn speaking<'a>(
    wanted: &'a Wanted,
    piece: &'a Evidence,
    rank: f32,
) -> impl Iterator<Item = (Finding, BTreeSet<String>)> + 'a {
    let language = Language::of(&piece.text);
    let place = tokenize::terms(&piece.place(), language).distinct();
    let quotable =
        prose::sentences(&piece.text).into_iter().filter(|sentence| is_quotable(sentence));
    quotable.filter_map(move |sentence| {
        let terms = tokenize::terms(sentence, language).distinct();
        let said = wanted.coverage(&terms);
        let with_place = wanted.coverage(&terms.union(&place).cloned().collect());
        let score = rank * (said + PLACE_SHARE * (with_place - said));
        let finding = Finding { sentence: sentence.to_owned(), evidence: piece.id.clone(), score };
        (said > 0.0 && score >= MIN_COVERAGE).then_some((finding, terms))
    })
}

/// The weight of each term a sentence could share with the topic.
struct Wanted {
    terms: Vec<(String, f32)>,
    total: f32,
}

impl Wanted {
    fn of(topic: &Topic, around: &dyn Surroundings) -> Self {
        let language = Language::of(&format!("{} {}", topic.context, topic.topic));
        let label = tokenize::terms(&topic.topic, language).distinct();
        let context = match topic.kind {
            TopicKind::Concept => BTreeSet::new(),
            _ => tokenize::terms(&topic.context, language).distinct(),
        };
        let mut terms: Vec<(String, f32)> = Vec::new();
        for term in context.difference(&label) {
            terms.push((term.clone(), CONTEXT_WEIGHT * around.rarity(term)));
        }
        for term in label {
            let weight = around.rarity(&term);
            terms.push((term, weight));
        }
        let total = terms.iter().map(|(_, weight)| weight).sum();
        Self { terms, total }
    }

    /// The share of the topic's weight found in a sentence's terms.
    fn coverage(&self, sentence: &BTreeSet<String>) -> f32 {
        let found = self.terms.iter().filter(|(term, _)| sentence.contains(term));
        let weight: f32 = found.map(|(_, weight)| weight).sum();
        if self.total > 0.0 { weight / self.total } else { 0.0 }
    }
}

fn is_quotable(sentence: &str) -> bool {
    let asks = sentence.ends_with(['?', '？']);
    let complete =
        sentence.ends_with(['.', '!', '。', '！', ')', '”', '"', ':']) || sentence.len() > 60;
    QUOTABLE.contains(&sentence.len()) && !asks && complete
}

fn without_repeats(findings: Vec<(Finding, BTreeSet<String>)>) -> Vec<Finding> {
    let mut kept: Vec<(Finding, BTreeSet<String>)> = Vec::new();
    for (finding, terms) in findings {
        if kept.len() >= MAX_SENTENCES {
            break;
        }
        if !kept.iter().any(|(_, other)| same(other, &terms)) {
            kept.push((finding, terms));
        }
    }
    kept.into_iter().map(|(finding, _)| finding).collect()
}

fn same(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count() as f32;
    shared >= SAME_SHARE * a.union(b).count() as f32
}

#[cfg(test)]
mod tests {
    use super::super::Alone;
    use super::*;
    use crate::evidence::{NotePlace, Origin};
    use crate::note::NotePath;

    fn evidence(texts: &[&str]) -> Vec<Evidence> {
        let piece = |(number, text): (usize, &&str)| Evidence {
            id: EvidenceId::new("r", number + 1),
            origin: Origin::Note(NotePlace {
                path: NotePath::parse("a.md").unwrap(),
                heading: String::new(),
                first_line: 1,
                last_line: 1,
            }),
            text: (*text).to_owned(),
            score: 1.0,
        };
        texts.iter().enumerate().map(piece).collect()
    }

    fn check(question: &str, note: &str, texts: &[&str], expected: &[&str]) {
        let topic = Topic {
            topic: question.trim_end_matches('?').to_owned(),
            context: question.to_owned(),
            kind: TopicKind::Question,
            reason: String::new(),
        };
        let found = answer(&topic, &evidence(texts), note, &Alone);
        let got: Vec<&str> = found.iter().map(|finding| finding.sentence.as_str()).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn the_sentences_that_speak_to_it_are_quoted() {
        check(
            "How late is coffee safe?",
            "",
            &[
                "The sky is blue today. Coffee six hours before bed costs an hour. Late coffee is never quite safe.",
            ],
            &["Late coffee is never quite safe.", "Coffee six hours before bed costs an hour."],
        );
    }

    #[test]
    fn nothing_is_said_twice_asked_back_or_repeated_from_the_note() {
        check(
            "coffee late?",
            "Coffee is late in this note.",
            &[
                "Coffee is late in this note. Is coffee ever too late?",
                "Late coffee delays deep sleep.",
                "Late coffee delays the deep sleep.",
            ],
            &["Late coffee delays deep sleep."],
        );
    }
}
