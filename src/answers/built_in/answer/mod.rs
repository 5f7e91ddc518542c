//! Answers a topic with the few sentences of the evidence that fit it best. No two of these
//! sentences say the same thing, and none of them is already in the note.
//!
//! [`sentence_ranker`] ranks sentences for questions, [`topic_words`] finds sentences about claims and
//! concepts.

mod answer_level;
mod asked_number;
mod clear_answer;
mod parsed_passage;
mod question_in_note;
mod ranked_sentence;
mod sentence_ranker;
mod term_counts;
mod topic_words;

use std::collections::BTreeSet;

use crate::answers::built_in::answer::parsed_passage::{best_score, searched_passages};
use crate::answers::built_in::answer::question_in_note::QuestionInNote;
use crate::answers::built_in::answer::ranked_sentence::{Confidence, RankedSentence};
use crate::answers::built_in::answer::topic_words::TopicTerms;
use crate::answers::built_in::topic::{Topic, TopicKind};
use crate::answers::built_in::{question_or_claim, sentence_traits};
use crate::evidence::{Evidence, EvidenceId, LineMark};
use crate::language::{Language, sentence_split, tokenize};
use crate::notes::index::{CorpusStats, Query};
use crate::notes::note::NotePath;
use crate::values::StableSort;

pub use answer_level::{AnswerLevel, answer_levels};
pub use parsed_passage::SearchedPassage;
pub use topic_words::{FULL_RELEVANCE, TokenizedSentences, topic_relevance};

/// Maximum number of sentences that answer one topic. Sentences with lower scores are dropped,
/// because a long list is not an answer.
const MAX_ANSWER_SENTENCES: usize = 3;
/// A low search score of the passage lowers the score of its sentences by at most this share.
const PASSAGE_SHARE_OF_SENTENCE_SCORE: f32 = 0.3;
/// Minimum score of a further sentence that answers a question, as a share of the best score.
const MIN_SHARE_OF_BEST_SCORE: f32 = 0.8;
/// Two sentences are duplicates if at least this share of all their words is in both.
const MIN_DUPLICATE_WORD_SHARE: f32 = 0.6;
/// Allowed length of a quoted sentence, in bytes. Shorter and longer sentences are skipped.
const QUOTABLE_SENTENCE_BYTES: std::ops::RangeInclusive<usize> = 20..=1200;

/// A line of a note without a full stop counts as a statement if it is longer than this.
const MIN_BYTES_WITHOUT_FULL_STOP: usize = 60;
/// With what a whole sentence ends.
const SENTENCE_ENDS: [char; 11] = ['.', '!', '。', '！', ')', '”', '"', '।', '۔', '»', '’'];

/// The note in which a topic stands.
pub struct AskingNote<'n> {
    /// The user's own text of the note.
    pub text: &'n str,
    /// The title of the note.
    pub title: &'n str,
    /// The notes to which the note links.
    pub linked_notes: BTreeSet<NotePath>,
}

/// What the evidence says about a topic.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// These sentences answer the topic, best first.
    Sentences(Vec<AnswerSentence>),
    /// No sentence clearly answers the question; this one is closest.
    Closest(AnswerSentence),
    /// Nothing in the evidence has to do with the topic.
    Nothing,
}

impl Answer {
    /// The sentences that answer the topic, best first.
    pub fn into_sentences(self) -> Vec<AnswerSentence> {
        match self {
            Self::Sentences(sentences) => sentences,
            Self::Closest(_) | Self::Nothing => Vec::new(),
        }
    }
}

/// A sentence of the evidence that answers a topic.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSentence {
    /// The sentence exactly as in the source; with the one before it, if it can't be understood alone.
    pub text: String,
    /// The id of the evidence that contains the sentence.
    pub evidence_id: EvidenceId,
    /// Whether the user believes this and has not checked it.
    pub is_belief: bool,
    /// Whether there is little doubt that it answers a question, so that it may stand on top of the report.
    pub is_clear: bool,
    /// How well the sentence answers the topic: higher is better.
    pub score: f32,
}

/// The search query for a topic: the question or claim as it is written, or the label of a concept.
pub fn search_query(topic: &Topic) -> String {
    match topic.kind {
        TopicKind::Concept => topic.label.clone(),
        TopicKind::Claim | TopicKind::Question => {
            format!("{} {}", topic.label, topic.context_sentence)
        }
    }
}

/// The query for a topic in the index of the vault: with what a short question leaves out.
pub fn vault_query(topic: &Topic) -> Query {
    Query::from_plain_text(&format!("{} {}", topic.preceding_text.as_str(), search_query(topic)))
}

/// Returns the indices of the passages that contain the best answers to a question, best first.
pub fn best_passages(
    topic: &Topic,
    passages: &[SearchedPassage<'_>],
    max_passages: usize,
    stats: &dyn CorpusStats,
) -> Vec<usize> {
    let mut best = Vec::new();
    for sentence in
        sentence_ranker::rank_sentences(&QuestionInNote::new(topic, ""), passages, stats)
    {
        if best.len() < max_passages && !best.contains(&sentence.passage_index) {
            best.push(sentence.passage_index);
        }
    }
    best
}

/// Returns what the evidence says about a topic.
pub fn answer_topic(
    topic: &Topic,
    evidence: &[Evidence],
    note: &AskingNote<'_>,
    stats: &dyn CorpusStats,
) -> Answer {
    match topic.kind {
        TopicKind::Question => answer_question(topic, evidence, note, stats),
        TopicKind::Claim | TopicKind::Concept => {
            match sentences_about(topic, evidence, note, stats) {
                sentences if sentences.is_empty() => Answer::Nothing,
                sentences => Answer::Sentences(sentences),
            }
        }
    }
}

/// Returns the sentences about a claim or concept, best first.
fn sentences_about(
    topic: &Topic,
    evidence: &[Evidence],
    note: &AskingNote<'_>,
    stats: &dyn CorpusStats,
) -> Vec<AnswerSentence> {
    let topic_terms = TopicTerms::new(topic, stats);
    let mut found: Vec<AnswerSentence> = Vec::new();
    for passage in evidence {
        let relevance = passage.score / best_score(evidence, passage);
        let factor = 1.0 - PASSAGE_SHARE_OF_SENTENCE_SCORE * (1.0 - relevance);
        let relevant = topic_words::relevant_sentences(&topic_terms, passage, factor);
        let quotable = relevant.into_iter().filter(|it| is_quotable(it.text, passage, note));
        found.extend(quotable.map(|it| AnswerSentence {
            text: it.text.to_owned(),
            evidence_id: passage.id.clone(),
            is_belief: passage.line_mark(it.text) == Some(LineMark::Belief),
            is_clear: true,
            score: it.score,
        }));
    }
    found.stable_sort_by(|a, b| {
        b.score.total_cmp(&a.score).then_with(|| a.evidence_id.cmp(&b.evidence_id))
    });
    best_distinct_sentences(found)
}

/// Returns the sentences that answer a question; or the closest one, if none is good enough.
fn answer_question(
    topic: &Topic,
    evidence: &[Evidence],
    note: &AskingNote<'_>,
    stats: &dyn CorpusStats,
) -> Answer {
    let properties = asked_properties(evidence);
    if !properties.is_empty() {
        return Answer::Sentences(properties);
    }
    let headings: Vec<String> = evidence.iter().map(Evidence::title_and_heading).collect();
    let passages = searched_passages(evidence, &headings, &note.linked_notes);
    let question = QuestionInNote::new(topic, note.title);
    let mut ranked = sentence_ranker::rank_sentences(&question, &passages, stats);
    ranked.retain_mut(|sentence| {
        let Some(piece) = evidence.get(sentence.passage_index) else { return false };
        if piece.line_mark(sentence.text) == Some(LineMark::Belief) {
            sentence.lower_for_belief();
        }
        sentence.may_answer && is_quotable(sentence.text, piece, note)
    });
    ranked.stable_sort_by(|a, b| b.score.total_cmp(&a.score));
    let found = |sentence: &RankedSentence<'_>| {
        let piece = evidence.get(sentence.passage_index)?;
        Some(AnswerSentence {
            text: sentence.text_with_context(),
            evidence_id: piece.id.clone(),
            is_belief: piece.line_mark(sentence.text) == Some(LineMark::Belief),
            is_clear: sentence.is_clear(),
            score: sentence.score,
        })
    };
    // A search of the web always finds some page, so what a page says must clearly answer the question.
    let confidence = |sentence: &RankedSentence<'_>| {
        let piece = evidence.get(sentence.passage_index);
        match sentence.confidence() {
            Confidence::Answer if piece.is_some_and(|it| it.note_path().is_none()) => {
                Confidence::Closest
            }
            confidence => confidence,
        }
    };
    match ranked.first().map(confidence) {
        Some(Confidence::Answer | Confidence::StrongAnswer) => {
            let further = further_sentences(&ranked, evidence);
            Answer::Sentences(best_distinct_sentences(further.filter_map(found).collect()))
        }
        Some(Confidence::Closest) => {
            ranked.first().and_then(found).map_or(Answer::Nothing, Answer::Closest)
        }
        Some(Confidence::Possible | Confidence::Unrelated) | None => Answer::Nothing,
    }
}

/// The properties that a question asks for. They answer it as no sentence does.
fn asked_properties(evidence: &[Evidence]) -> Vec<AnswerSentence> {
    let properties = evidence.iter().filter(|piece| piece.is_asked_property());
    let found = properties.map(|piece| AnswerSentence {
        text: piece.text.clone(),
        evidence_id: piece.id.clone(),
        is_belief: false,
        is_clear: true,
        score: piece.score,
    });
    found.take(MAX_ANSWER_SENTENCES).collect()
}

/// The best sentence and those that are nearly as good. Sentences of other sources must be strong answers
/// by themselves, and those of other passages too, unless the best one does.
fn further_sentences<'r, 'p>(
    ranked: &'r [RankedSentence<'p>],
    evidence: &'r [Evidence],
) -> impl Iterator<Item = &'r RankedSentence<'p>> {
    let best = ranked.first();
    let source =
        |it: &RankedSentence<'_>| evidence.get(it.passage_index).map(Evidence::path_or_url);
    let best_source = best.and_then(source);
    let best_passage = best.map(|it| it.passage_index);
    let is_best_strong = best.is_some_and(|it| it.confidence() == Confidence::StrongAnswer);
    let min_score = MIN_SHARE_OF_BEST_SCORE * best.map_or(0.0, |it| it.score);
    let related = ranked.iter().take_while(move |it| it.score >= min_score);
    related.filter(move |it| {
        Some(it.passage_index) == best_passage
            || (is_best_strong && source(it) == best_source)
            || it.confidence() == Confidence::StrongAnswer
    })
}

/// Whether a sentence states something that is not in the note already.
fn is_quotable(sentence: &str, passage: &Evidence, note: &AskingNote<'_>) -> bool {
    let is_question = question_or_claim::is_question(sentence)
        || question_or_claim::is_question_without_mark(sentence);
    let has_end = sentence.ends_with(SENTENCE_ENDS);
    let is_complete = match passage.note_path() {
        // Lists in notes often have no full stops.
        Some(_) => has_end || sentence.len() > MIN_BYTES_WITHOUT_FULL_STOP,
        // On a page, what has no full stop is a caption or a heading, or was cut off.
        None => has_end && !sentence.starts_with(['…', '.']) && !sentence.ends_with("..."),
    };
    let introduces_list = sentence.ends_with([':', '：']);
    // A long table is cut into passages, and only the first one has its header.
    let is_torn_row = sentence.starts_with('|');
    QUOTABLE_SENTENCE_BYTES.contains(&sentence.len())
        && !is_question
        && !introduces_list
        && !is_torn_row
        && is_complete
        && !sentence_traits::only_points_elsewhere(sentence)
        && passage.line_mark(sentence) != Some(LineMark::NoStatement)
        && !note.text.contains(sentence)
}

/// The best sentences without duplicates, at most `MAX_ANSWER_SENTENCES`.
fn best_distinct_sentences(sentences: Vec<AnswerSentence>) -> Vec<AnswerSentence> {
    let mut chosen: Vec<(AnswerSentence, BTreeSet<String>)> = Vec::new();
    for sentence in sentences {
        if chosen.len() >= MAX_ANSWER_SENTENCES {
            break;
        }
        // What the user only believes adds nothing to what is known.
        if sentence.is_belief && !chosen.is_empty() {
            continue;
        }
        let terms = tokenize::distinct_terms(&sentence.text, Language::detect(&sentence.text));
        let is_told = |(other, other_terms): &(AnswerSentence, BTreeSet<String>)| {
            other.text.contains(&sentence.text) || have_mostly_same_terms(other_terms, &terms)
        };
        let is_continuation =
            chosen.iter().any(|(other, _)| continued_text(&other.text, &sentence.text).is_some());
        if is_continuation || !chosen.iter().any(is_told) {
            chosen.push((sentence, terms));
        }
    }
    join_continuations(chosen.into_iter().map(|(sentence, _)| sentence).collect())
}

/// Joins sentences that stand together in their source, so that none is quoted twice.
fn join_continuations(mut sentences: Vec<AnswerSentence>) -> Vec<AnswerSentence> {
    let mut at = 0;
    while let Some(text) = sentences.get(at).map(|sentence| sentence.text.clone()) {
        let continued = |other: &AnswerSentence| continued_text(&text, &other.text);
        let next = sentences
            .iter()
            .enumerate()
            .find_map(|(other, it)| Some((other, continued(it)?)).filter(|_| other != at));
        match next {
            Some((other, joined)) => {
                sentences.iter_mut().skip(at).take(1).for_each(|it| it.text = joined.clone());
                sentences.remove(other);
                at = 0;
            }
            None => at += 1,
        }
    }
    sentences
}

/// Returns a quoted text with the sentence that follows on it, if `next` is that sentence with the one
/// before it.
fn continued_text(text: &str, next: &str) -> Option<String> {
    let before =
        *sentence_split::whole_sentences(next).first().filter(|first| first.len() < next.len())?;
    let following = next.strip_prefix(before)?;
    text.ends_with(before).then(|| format!("{text}{following}"))
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
    use crate::notes::index::FallbackCorpusStats;
    use crate::notes::note::NotePath;

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
            marked_lines: Vec::new(),
        };
        texts.iter().enumerate().map(piece).collect()
    }

    fn check(question: &str, note: &str, texts: &[&str], expected: &[&str]) {
        let topic = Topic {
            label: question.trim_end_matches('?').to_owned(),
            context_sentence: question.to_owned(),
            kind: TopicKind::Question,
            selection_reason: String::new(),
            preceding_text: Default::default(),
        };
        let note = AskingNote { text: note, title: "", linked_notes: BTreeSet::new() };
        let found = answer_topic(&topic, &evidence(texts), &note, &FallbackCorpusStats);
        let found = found.into_sentences();
        let got: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn relevant_sentences_are_quoted() {
        check(
            "Does coffee in the evening cost sleep?",
            "",
            &[
                "The sky is blue today. Late coffee at six in the evening costs an hour. Coffee grows on trees in Ethiopia.",
            ],
            &[
                "Late coffee at six in the evening costs an hour.",
                "Coffee grows on trees in Ethiopia.",
            ],
        );
    }

    #[test]
    fn sentences_that_stand_together_are_quoted_once() {
        let sentence = |text: &str| AnswerSentence {
            text: text.to_owned(),
            evidence_id: EvidenceId::new("r", 1),
            is_belief: false,
            is_clear: true,
            score: 1.0,
        };
        let texts =
            ["Soil is old.", "It is gravel. It was made there.", "Soil is old. It is gravel."];
        let joined = best_distinct_sentences(texts.map(sentence).into());
        let got: Vec<&str> = joined.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(got, ["Soil is old. It is gravel. It was made there."]);
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
