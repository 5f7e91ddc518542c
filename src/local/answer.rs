//! Answers made of sentences that stand in the evidence: the best few for a topic, none twice,
//! none that the note says already.

use std::collections::BTreeSet;

use crate::evidence::{Evidence, EvidenceId};
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::tokenize;
use crate::local::{Topic, TopicKind, context_dependence};
use crate::note::prose;

/// More quotations on one topic are a heap, not an answer.
const MAX_SENTENCES: usize = 3;
/// A sentence of a page must carry this share of the topic's weight to speak to it. That the page
/// has to do with the topic, a search service vouches for.
const MIN_COVERAGE: f32 = 0.34;
/// For a note nobody does: of a small vault something always matches best.
const NOTE_COVERAGE: f32 = 0.42;
/// Of a concept a sentence must name more: a word of its label alone is another thing's.
const CONCEPT_COVERAGE: f32 = 0.6;
/// Words of a longer topic that must stand in a sentence, or above it.
const MIN_WORDS: usize = 2;
/// So many words of a topic in one sentence are no chance.
const MANY_WORDS: usize = 3;
/// Words that a sentence must add to those of the topic, or it says nothing new.
const MIN_NEWS: usize = 1;
/// What a figure adds where one is asked for or claimed.
const FIGURE_BONUS: f32 = 0.15;
/// What is left for a sentence that leans on the one before.
const LEANING_SHARE: f32 = 0.7;
/// What is left for one that speaks of the writer's own day.
const OWN_SHARE: f32 = 0.85;
/// Words of the context count less than words of the label.
const CONTEXT_WEIGHT: f32 = 0.5;
/// A word in the title or heading above a sentence counts this much of one in the sentence.
const PLACE_SHARE: f32 = 0.6;
/// How much of a sentence's score hangs on how well its passage matched.
const RANK_SHARE: f32 = 0.3;
/// Two sentences with this share of common words say the same.
const SAME_SHARE: f32 = 0.6;
/// Outside these lengths (in bytes) a sentence is a stub or does not quote well.
const QUOTABLE: std::ops::RangeInclusive<usize> = 30..=400;

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
pub fn relevance(topic: &Topic, text: &str, around: &dyn CorpusStats) -> f32 {
    let terms = tokenize::distinct_terms(text, Language::detect(text));
    Wanted::of(topic, around).coverage(&terms)
}

/// The sentences of a text, read once for many topics.
pub struct Sentences<'t>(Vec<(&'t str, BTreeSet<String>)>);

impl<'t> Sentences<'t> {
    /// Those of a text.
    pub fn of(text: &'t str) -> Self {
        let language = Language::detect(text);
        let terms = |said: &'t str| (said, tokenize::distinct_terms(said, language));
        Self(prose::sentences(text).into_iter().map(terms).collect())
    }

    /// The one that speaks to a topic most, and how well.
    pub fn nearest(&self, topic: &Topic, around: &dyn CorpusStats) -> Option<(f32, &'t str)> {
        let wanted = Wanted::of(topic, around);
        let weighed = self.0.iter().map(|(said, terms)| (wanted.coverage(terms), *said));
        weighed.max_by(|(a, _), (b, _)| a.total_cmp(b))
    }
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
    around: &dyn CorpusStats,
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
    let language = Language::detect(&piece.text);
    let place = tokenize::distinct_terms(&piece.context(), language);
    let quotable =
        prose::sentences(&piece.text).into_iter().filter(|sentence| is_quotable(sentence));
    quotable.filter_map(move |sentence| {
        let terms = tokenize::distinct_terms(sentence, language);
        // Names of another script in a sentence do not make it one that answers.
        if context_dependence::is_spaced(sentence) != wanted.is_spaced {
            return None;
        }
        let least = if piece.note().is_some() { NOTE_COVERAGE } else { MIN_COVERAGE };
        let score = rank * wanted.answered(sentence, &terms, (&place, least))?;
        let finding = Finding { sentence: sentence.to_owned(), evidence: piece.id.clone(), score };
        Some((finding, terms))
    })
}

/// The weight of each term a sentence could share with the topic.
struct Wanted {
    terms: Vec<(String, f32)>,
    total: f32,
    least: f32,
    wants_figure: bool,
    /// Whether it is written in a script with spaces.
    is_spaced: bool,
}

impl Wanted {
    fn of(topic: &Topic, around: &dyn CorpusStats) -> Self {
        let language = Language::detect(&format!("{} {}", topic.context, topic.topic));
        let label = tokenize::distinct_terms(&topic.topic, language);
        let context = match topic.kind {
            TopicKind::Concept => BTreeSet::new(),
            _ => tokenize::distinct_terms(&topic.context, language),
        };
        let mut terms: Vec<(String, f32)> = Vec::new();
        // What speaks to a claim may well have other figures.
        let is_figure = |term: &&String| term.starts_with(|c: char| c.is_numeric());
        let share = match topic.kind {
            // A question is asked as a whole; which of its words name it is a guess.
            TopicKind::Question => 1.0,
            TopicKind::Claim | TopicKind::Concept => CONTEXT_WEIGHT,
        };
        for term in context.difference(&label).filter(|term| !is_figure(term)) {
            terms.push((term.clone(), share * weight(term, around)));
        }
        for term in label {
            let weight = weight(&term, around);
            terms.push((term, weight));
        }
        let total = terms.iter().map(|(_, weight)| weight).sum();
        let (least, wants_figure) = match topic.kind {
            TopicKind::Concept => (CONCEPT_COVERAGE, false),
            TopicKind::Claim => (0.0, context_dependence::has_figure(&topic.context)),
            TopicKind::Question => (0.0, context_dependence::asks_how_much(&topic.context)),
        };
        let is_spaced =
            context_dependence::is_spaced(&format!("{} {}", topic.context, topic.topic));
        Self { terms, total, least, wants_figure, is_spaced }
    }

    /// The share of the topic's weight found in a sentence's terms.
    fn coverage(&self, sentence: &BTreeSet<String>) -> f32 {
        let found = self.terms.iter().filter(|(term, _)| sentence.contains(term));
        let weight: f32 = found.map(|(_, weight)| weight).sum();
        if self.total > 0.0 { weight / self.total } else { 0.0 }
    }

    fn shared(&self, terms: &BTreeSet<String>) -> usize {
        self.terms.iter().filter(|(term, _)| terms.contains(term)).count()
    }

    /// What is left of a sentence that leans on one that is not quoted, unless what stands above it
    /// tells what it speaks of, or that tells of the writer's own day.
    fn stands(&self, sentence: &str, place: &BTreeSet<String>) -> f32 {
        match () {
            () if context_dependence::leans(sentence) && self.shared(place) == 0 => LEANING_SHARE,
            () if context_dependence::is_own(sentence) => OWN_SHARE,
            () => 1.0,
        }
    }

    /// How well a sentence answers, with what stands above it; nothing if it does not.
    fn answered(
        &self,
        sentence: &str,
        terms: &BTreeSet<String>,
        (place, least): (&BTreeSet<String>, f32),
    ) -> Option<f32> {
        let with_place: BTreeSet<String> = terms.union(place).cloned().collect();
        let (words, shared) = (self.shared(terms), self.shared(&with_place));
        let is_short = self.terms.len() <= MIN_WORDS;
        if words == 0 || (shared < MIN_WORDS && !is_short) || terms.len() < words + MIN_NEWS {
            return None;
        }
        let said = self.coverage(terms);
        let covered = said + PLACE_SHARE * (self.coverage(&with_place) - said);
        let least = if words >= MANY_WORDS { MIN_COVERAGE } else { least };
        let covered = covered * self.stands(sentence, place);
        if covered < self.least.max(least) {
            return None;
        }
        let figure = self.wants_figure && context_dependence::has_figure(sentence);
        Some(if figure { covered + FIGURE_BONUS } else { covered })
    }
}

/// How much a word counts. A word that no note has is as rare as can be, and yet no reason to take
/// a sentence for none that answers.
fn weight(term: &str, around: &dyn CorpusStats) -> f32 {
    around.rarity(term).max(0.0).sqrt()
}

fn is_quotable(sentence: &str) -> bool {
    let asks = sentence.ends_with(['?', '？']);
    let complete = sentence.ends_with(['.', '!', '。', '！', ')', '”', '"']) || sentence.len() > 60;
    let announces = sentence.ends_with([':', '：']);
    QUOTABLE.contains(&sentence.len()) && !asks && !announces && complete
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
    use super::*;
    use crate::evidence::{NoteLocation, Origin};
    use crate::index::corpus_stats::NoCorpus;
    use crate::note::NotePath;

    fn evidence(texts: &[&str]) -> Vec<Evidence> {
        let piece = |(number, text): (usize, &&str)| Evidence {
            id: EvidenceId::new("r", number + 1),
            origin: Origin::Note(NoteLocation {
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
        let found = answer(&topic, &evidence(texts), note, &NoCorpus);
        let got: Vec<&str> = found.iter().map(|finding| finding.sentence.as_str()).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn the_sentences_that_speak_to_it_are_quoted() {
        check(
            "How late is coffee safe?",
            "",
            &[
                "The sky is blue today. Late coffee at six in the evening costs an hour. Coffee grows on trees in Ethiopia.",
            ],
            &["Late coffee at six in the evening costs an hour."],
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
