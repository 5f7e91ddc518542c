//! Answers a topic with the few sentences of the evidence that fit it best. No two of these
//! sentences say the same thing, and none of them is already in the note.

use std::collections::BTreeSet;

use crate::evidence::{Evidence, EvidenceId};
use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::tokenize;
use crate::local::sentence_traits;
use crate::local::topic::{Topic, TopicKind};
use crate::note::prose;

/// Maximum number of sentences that answer one topic. Sentences with lower scores are dropped,
/// because a long list is not an answer.
const MAX_ANSWER_SENTENCES: usize = 3;
/// Minimum share of the topic's words that a sentence of a web page must contain; rare words count
/// more. It is low because the search service has already matched the page to the topic.
const MIN_TOPIC_WORD_SHARE_IN_PAGE: f32 = 0.34;
/// Minimum share of the topic's words that a sentence of a note must contain; rare words count
/// more. It is higher than for web pages, because a search in the vault always finds some note,
/// even if none is relevant.
const MIN_TOPIC_WORD_SHARE_IN_NOTE: f32 = 0.42;
/// Minimum share of the words in a concept's label that a sentence must contain. It is high,
/// because a sentence with only one of these words is often about something else.
const MIN_LABEL_WORD_SHARE: f32 = 0.6;
/// Minimum number of the topic's words that a sentence and the headings above it must contain
/// together. A topic that has no more words than this is exempt.
const MIN_SHARED_TOPIC_WORDS: usize = 2;
/// For a sentence of a note with at least this many of the topic's words, the lower minimum share
/// for web pages applies.
const TOPIC_WORDS_FOR_LOWER_MINIMUM: usize = 3;
/// Minimum number of words that a sentence must have besides the words of the topic: a sentence
/// without any only repeats the topic.
const MIN_WORDS_BEYOND_TOPIC: usize = 1;
/// Added to the score of a sentence that contains a number, if the topic asks for a number or
/// claims one.
const NUMBER_SCORE_BONUS: f32 = 0.15;
/// Factor for the score of a sentence that can't be understood without the sentence before it.
const CONTEXT_DEPENDENT_SCORE_FACTOR: f32 = 0.7;
/// Factor for the score of a sentence in which the writer talks about themselves (“I”, “my”).
const FIRST_PERSON_SCORE_FACTOR: f32 = 0.85;
/// Weight of a word in the note's sentence about the topic, relative to a word in the topic's
/// label.
const CONTEXT_SENTENCE_WORD_WEIGHT: f32 = 0.5;
/// Weight of a word in the title or heading above a sentence, relative to one in the sentence.
const HEADING_WORD_WEIGHT: f32 = 0.6;
/// A low search score of the passage lowers the score of its sentences by at most this share.
const PASSAGE_SHARE_OF_SENTENCE_SCORE: f32 = 0.3;
/// Two sentences are duplicates if at least this share of all their words is in both.
const MIN_DUPLICATE_WORD_SHARE: f32 = 0.6;
/// Allowed length of a quoted sentence, in bytes. Shorter and longer sentences are skipped.
const QUOTABLE_SENTENCE_BYTES: std::ops::RangeInclusive<usize> = 30..=400;

/// A sentence of the evidence that answers a topic.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSentence {
    /// The sentence exactly as in the source.
    pub sentence: String,
    /// The id of the evidence that contains the sentence.
    pub evidence_id: EvidenceId,
    /// How well the sentence answers the topic: higher is better.
    pub score: f32,
}

/// Returns how relevant a text is for a topic, from 0 to 1: the share of the topic's words that
/// occur in the text, rare words counting more.
pub fn topic_relevance(topic: &Topic, text: &str, stats: &dyn CorpusStats) -> f32 {
    let terms = tokenize::distinct_terms(text, Language::detect(text));
    TopicTerms::new(topic, stats).topic_word_share(&terms)
}

/// The sentences of a text with their terms, tokenized once for many topics.
pub struct TokenizedSentences<'t>(Vec<(&'t str, BTreeSet<String>)>);

impl<'t> TokenizedSentences<'t> {
    /// Splits a text into sentences and finds the search terms of each sentence.
    pub fn new(text: &'t str) -> Self {
        let language = Language::detect(text);
        let terms = |sentence: &'t str| (sentence, tokenize::distinct_terms(sentence, language));
        Self(prose::sentences(text).into_iter().map(terms).collect())
    }

    /// Returns the most relevant sentence for a topic, and its relevance.
    pub fn most_relevant_sentence(
        &self,
        topic: &Topic,
        stats: &dyn CorpusStats,
    ) -> Option<(f32, &'t str)> {
        let topic_terms = TopicTerms::new(topic, stats);
        let scored =
            self.0.iter().map(|(text, terms)| (topic_terms.topic_word_share(terms), *text));
        scored.max_by(|(a, _), (b, _)| a.total_cmp(b))
    }
}

/// The search query for a topic: its label, and for a question or claim also its sentence in the
/// note.
pub fn search_query(topic: &Topic) -> String {
    match topic.kind {
        TopicKind::Concept => topic.label.clone(),
        TopicKind::Claim | TopicKind::Question => {
            format!("{} {}", topic.label, topic.context_sentence)
        }
    }
}

/// Returns the sentences of the evidence that answer a topic, best first.
pub fn answer_sentences(
    topic: &Topic,
    evidence: &[Evidence],
    note: &str,
    stats: &dyn CorpusStats,
) -> Vec<AnswerSentence> {
    let topic_terms = TopicTerms::new(topic, stats);
    // Compares a score only with passages of the same origin: scores of notes and pages have
    // different scales.
    let best_score = |of: &Evidence| {
        let same_origin = evidence
            .iter()
            .filter(|passage| passage.note_path().is_some() == of.note_path().is_some());
        same_origin.map(|passage| passage.score).fold(f32::MIN_POSITIVE, f32::max)
    };
    let mut found: Vec<ScoredSentence> = Vec::new();
    for passage in evidence {
        let factor =
            1.0 - PASSAGE_SHARE_OF_SENTENCE_SCORE * (1.0 - passage.score / best_score(passage));
        let sentences = relevant_sentences(&topic_terms, passage, factor);
        found.extend(sentences.filter(|found| !note.contains(&found.answer.sentence)));
    }
    found.sort_by(|a, b| {
        let (a, b) = (&a.answer, &b.answer);
        b.score.total_cmp(&a.score).then_with(|| a.evidence_id.cmp(&b.evidence_id))
    });
    best_distinct_sentences(found)
}

/// A sentence that answers a topic, with its search terms, by which duplicates are found.
struct ScoredSentence {
    answer: AnswerSentence,
    terms: BTreeSet<String>,
}

/// The quotable sentences of a passage that are relevant for a topic.
fn relevant_sentences<'a>(
    topic_terms: &'a TopicTerms,
    passage: &'a Evidence,
    factor: f32,
) -> impl Iterator<Item = ScoredSentence> + 'a {
    let language = Language::detect(&passage.text);
    let heading = tokenize::distinct_terms(&passage.title_and_heading(), language);
    let min_coverage = if passage.note_path().is_some() {
        MIN_TOPIC_WORD_SHARE_IN_NOTE
    } else {
        MIN_TOPIC_WORD_SHARE_IN_PAGE
    };
    let sentences = prose::sentences(&passage.text).into_iter();
    sentences.filter(|text| is_quotable(text)).filter_map(move |text| {
        // Skips a sentence in another script: it may share names with the topic, but does not
        // answer it.
        if sentence_traits::is_mostly_spaced_script(text) != topic_terms.is_spaced {
            return None;
        }
        let terms = tokenize::distinct_terms(text, language);
        let sentence = CandidateSentence { text, terms: &terms, heading: &heading };
        let score = factor * topic_terms.answer_score(&sentence, min_coverage)?;
        let evidence = passage.id.clone();
        let answer = AnswerSentence { sentence: text.to_owned(), evidence_id: evidence, score };
        Some(ScoredSentence { answer, terms })
    })
}

/// A sentence of a passage, with the terms by which it is scored.
struct CandidateSentence<'s> {
    text: &'s str,
    terms: &'s BTreeSet<String>,
    /// The terms of the title and headings above the sentence.
    heading: &'s BTreeSet<String>,
}

/// The words of a topic as search terms with their weights, and what a sentence needs to answer the
/// topic.
struct TopicTerms {
    weights: Vec<(String, f32)>,
    total: f32,
    /// Minimum share of the topic's words that a sentence of any source must contain. It is 0 for
    /// claims and questions, for which only the minimum of the source (note or web page) applies.
    min_coverage: f32,
    wants_number: bool,
    /// Whether the topic is written in a script with spaces between words, unlike Chinese.
    is_spaced: bool,
}

impl TopicTerms {
    fn new(topic: &Topic, stats: &dyn CorpusStats) -> Self {
        let text = format!("{} {}", topic.context_sentence, topic.label);
        let language = Language::detect(&text);
        let label = tokenize::distinct_terms(&topic.label, language);
        let context = match topic.kind {
            TopicKind::Concept => BTreeSet::new(),
            _ => tokenize::distinct_terms(&topic.context_sentence, language),
        };
        let mut weights: Vec<(String, f32)> = Vec::new();
        // Numbers in the note's sentence about the topic are ignored: a sentence about the same
        // claim may have other numbers.
        let is_number = |term: &&String| term.starts_with(|c: char| c.is_numeric());
        let context_weight = match topic.kind {
            // The words of a question count as much as those of its label, because the label is
            // only a guess.
            TopicKind::Question => 1.0,
            TopicKind::Claim | TopicKind::Concept => CONTEXT_SENTENCE_WORD_WEIGHT,
        };
        for term in context.difference(&label).filter(|term| !is_number(term)) {
            weights.push((term.clone(), context_weight * term_weight(term, stats)));
        }
        for term in label {
            let weight = term_weight(&term, stats);
            weights.push((term, weight));
        }
        let total = weights.iter().map(|(_, weight)| weight).sum();
        let (min_coverage, wants_number) = match topic.kind {
            TopicKind::Concept => (MIN_LABEL_WORD_SHARE, false),
            TopicKind::Claim => (0.0, sentence_traits::has_number(&topic.context_sentence)),
            TopicKind::Question => (0.0, sentence_traits::asks_for_number(&topic.context_sentence)),
        };
        let is_spaced = sentence_traits::is_mostly_spaced_script(&text);
        Self { weights, total, min_coverage, wants_number, is_spaced }
    }

    /// Returns the share of the topic's terms that are in `terms`, from 0 to 1. Rare terms count
    /// more.
    fn topic_word_share(&self, terms: &BTreeSet<String>) -> f32 {
        let found = self.weights.iter().filter(|(term, _)| terms.contains(term));
        let weight: f32 = found.map(|(_, weight)| weight).sum();
        if self.total > 0.0 { weight / self.total } else { 0.0 }
    }

    /// Number of the topic's terms among `terms`.
    fn shared_term_count(&self, terms: &BTreeSet<String>) -> usize {
        self.weights.iter().filter(|(term, _)| terms.contains(term)).count()
    }

    /// Factor for the score of a sentence: below 1 if the sentence is about its writer, or if it
    /// can't be understood without the sentence before it and the heading doesn't name the topic
    /// either.
    fn context_or_first_person_factor(&self, sentence: &CandidateSentence<'_>) -> f32 {
        let depends = sentence_traits::depends_on_context(sentence.text);
        if depends && self.shared_term_count(sentence.heading) == 0 {
            CONTEXT_DEPENDENT_SCORE_FACTOR
        } else if sentence_traits::is_first_person(sentence.text) {
            FIRST_PERSON_SCORE_FACTOR
        } else {
            1.0
        }
    }

    /// The score of a sentence as an answer; `None` if the sentence is not relevant.
    fn answer_score(&self, sentence: &CandidateSentence<'_>, min_coverage: f32) -> Option<f32> {
        let terms = sentence.terms;
        let with_heading: BTreeSet<String> = terms.union(sentence.heading).cloned().collect();
        let shared = self.shared_term_count(terms);
        let is_short_topic = self.weights.len() <= MIN_SHARED_TOPIC_WORDS;
        let shares_enough =
            is_short_topic || self.shared_term_count(&with_heading) >= MIN_SHARED_TOPIC_WORDS;
        if shared == 0 || !shares_enough || terms.len() < shared + MIN_WORDS_BEYOND_TOPIC {
            return None;
        }
        let own = self.topic_word_share(terms);
        let coverage = own + HEADING_WORD_WEIGHT * (self.topic_word_share(&with_heading) - own);
        let coverage = coverage * self.context_or_first_person_factor(sentence);
        let min_coverage = if shared >= TOPIC_WORDS_FOR_LOWER_MINIMUM {
            MIN_TOPIC_WORD_SHARE_IN_PAGE
        } else {
            min_coverage
        };
        if coverage < self.min_coverage.max(min_coverage) {
            return None;
        }
        let has_number = self.wants_number && sentence_traits::has_number(sentence.text);
        Some(if has_number { coverage + NUMBER_SCORE_BONUS } else { coverage })
    }
}

/// The weight of a term, from its rarity. The square root limits the weight of terms that no note
/// contains: they are extremely rare, but a sentence without them may still answer the topic.
fn term_weight(term: &str, stats: &dyn CorpusStats) -> f32 {
    stats.rarity(term).max(0.0).sqrt()
}

fn is_quotable(sentence: &str) -> bool {
    let is_question = sentence.ends_with(['?', '？']);
    let is_complete =
        sentence.ends_with(['.', '!', '。', '！', ')', '”', '"']) || sentence.len() > 60;
    let introduces_list = sentence.ends_with([':', '：']);
    QUOTABLE_SENTENCE_BYTES.contains(&sentence.len())
        && !is_question
        && !introduces_list
        && is_complete
}

/// The best sentences without duplicates, at most `MAX_ANSWER_SENTENCES`.
fn best_distinct_sentences(sentences: Vec<ScoredSentence>) -> Vec<AnswerSentence> {
    let mut chosen: Vec<ScoredSentence> = Vec::new();
    for sentence in sentences {
        if chosen.len() >= MAX_ANSWER_SENTENCES {
            break;
        }
        if !chosen.iter().any(|other| have_mostly_same_terms(&other.terms, &sentence.terms)) {
            chosen.push(sentence);
        }
    }
    chosen.into_iter().map(|sentence| sentence.answer).collect()
}

/// Whether two sentences are duplicates, judged by the terms that both contain.
fn have_mostly_same_terms(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count() as f32;
    shared >= MIN_DUPLICATE_WORD_SHARE * a.union(b).count() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{NoteLocation, Origin};
    use crate::index::corpus_stats::FallbackCorpusStats;
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
            label: question.trim_end_matches('?').to_owned(),
            context_sentence: question.to_owned(),
            kind: TopicKind::Question,
            selection_reason: String::new(),
        };
        let found = answer_sentences(&topic, &evidence(texts), note, &FallbackCorpusStats);
        let got: Vec<&str> = found.iter().map(|found| found.sentence.as_str()).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn relevant_sentences_are_quoted() {
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
    fn duplicates_questions_and_sentences_of_the_note_are_left_out() {
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
