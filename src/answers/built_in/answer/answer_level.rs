//! How well passages answer a question, judged by their best sentences.

use std::collections::BTreeSet;

use crate::answers::built_in::answer::parsed_passage::searched_passages;
use crate::answers::built_in::answer::question_in_note::QuestionInNote;
use crate::answers::built_in::answer::ranked_sentence::Confidence;
use crate::answers::built_in::answer::sentence_ranker;
use crate::answers::built_in::topic::Topic;
use crate::evidence::Evidence;
use crate::notes::index::CorpusStats;

/// How well a passage answers a question, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerLevel {
    /// It is about something else.
    Unrelated,
    /// It probably is about something else, unless its source is on the subject.
    Possible,
    /// It is about the same thing.
    Related,
    /// There is little doubt that it answers the question.
    Clear,
}

/// For each piece of evidence, how well its best sentence answers a question.
pub fn answer_levels(
    topic: &Topic,
    evidence: &[Evidence],
    stats: &dyn CorpusStats,
) -> Vec<AnswerLevel> {
    let headings: Vec<String> = evidence.iter().map(Evidence::title_and_heading).collect();
    let passages = searched_passages(evidence, &headings, &BTreeSet::new());
    let mut levels = vec![AnswerLevel::Unrelated; evidence.len()];
    for sentence in
        sentence_ranker::rank_sentences(&QuestionInNote::new(topic, ""), &passages, stats)
    {
        let level = match sentence.confidence() {
            _ if sentence.is_clear() => AnswerLevel::Clear,
            Confidence::Unrelated => AnswerLevel::Unrelated,
            Confidence::Possible => AnswerLevel::Possible,
            Confidence::Closest | Confidence::Answer | Confidence::StrongAnswer => {
                AnswerLevel::Related
            }
        };
        if let Some(known) = levels.get_mut(sentence.passage_index) {
            *known = level.max(*known);
        }
    }
    levels
}
