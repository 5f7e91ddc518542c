//! Measures how relevant texts and sentences are for a topic, by the words that they share with it.

use std::collections::BTreeSet;

use crate::answers::built_in::topic::{Topic, TopicKind};
use crate::answers::built_in::{number_question, sentence_traits};
use crate::evidence::Evidence;
use crate::language::{Language, sentence_split, tokenize};
use crate::notes::index::CorpusStats;

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
/// Minimum number of words that a sentence must have besides the words of the topic: a sentence with
/// fewer says hardly anything about it.
const MIN_WORDS_BEYOND_TOPIC: usize = 4;
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

/// The relevance of a text that has all words of a topic; the sum of their weights may be rounded.
pub const FULL_RELEVANCE: f32 = 0.99;

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
        Self(sentence_split::sentences(text).into_iter().map(terms).collect())
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

/// A sentence of a passage that is relevant for a topic.
pub struct RelevantSentence<'e> {
    pub text: &'e str,
    /// The share of the topic's words in the sentence and the headings above it, and more.
    pub score: f32,
}

/// Returns the sentences of a passage that are relevant for a topic. `factor` lowers their scores.
pub fn relevant_sentences<'e>(
    topic_terms: &TopicTerms,
    passage: &'e Evidence,
    factor: f32,
) -> Vec<RelevantSentence<'e>> {
    let language = Language::detect(&passage.text);
    let heading = tokenize::distinct_terms(&passage.title_and_heading(), language);
    let min_coverage = if passage.note_path().is_some() {
        MIN_TOPIC_WORD_SHARE_IN_NOTE
    } else {
        MIN_TOPIC_WORD_SHARE_IN_PAGE
    };
    let sentences = sentence_split::whole_sentences(&passage.text).into_iter();
    let relevant = sentences.filter_map(|text| {
        // Skips a sentence in another script: it may share names with the topic, but does not
        // answer it.
        if sentence_traits::is_mostly_spaced_script(text) != topic_terms.is_spaced {
            return None;
        }
        let terms = tokenize::distinct_terms(text, language);
        let sentence = CandidateSentence { text, terms: &terms, heading: &heading };
        let score = factor * topic_terms.answer_score(&sentence, min_coverage)?;
        Some(RelevantSentence { text, score })
    });
    relevant.collect()
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
pub struct TopicTerms {
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
    /// Finds the terms of a topic and their weights.
    pub fn new(topic: &Topic, stats: &dyn CorpusStats) -> Self {
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
            TopicKind::Question => (0.0, number_question::asks_for_number(&topic.context_sentence)),
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
        let shared = self.shared_term_count(terms);
        if shared == 0 || terms.len() < shared + MIN_WORDS_BEYOND_TOPIC {
            return None;
        }
        let with_heading: BTreeSet<String> = terms.union(sentence.heading).cloned().collect();
        let is_short_topic = self.weights.len() <= MIN_SHARED_TOPIC_WORDS;
        if !is_short_topic && self.shared_term_count(&with_heading) < MIN_SHARED_TOPIC_WORDS {
            return None;
        }
        let own = self.topic_word_share(terms);
        // A title that names a concept does not make every sentence below it one about the concept.
        if own < self.min_coverage {
            return None;
        }
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
