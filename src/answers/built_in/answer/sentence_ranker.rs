//! Ranks the sentences of passages by how well they answer a question: by the words of the sentence,
//! of its passage with the title and headings above it, and of the sentence before it.
//!
//! The form of the score and its weights were chosen on questions with known answers in three
//! languages (`tests/bench/answers.rs`).

use crate::answers::built_in::answer::asked_number::AskedNumber;
use crate::answers::built_in::answer::clear_answer::{may_contain_clear_answer, says_enough};
use crate::answers::built_in::answer::parsed_passage::{
    ParsedPassage, SENTENCE_LENGTH_PENALTY, SearchedPassage, SearchedSentence,
};
use crate::answers::built_in::answer::question_in_note::QuestionInNote;
use crate::answers::built_in::answer::ranked_sentence::{RankedSentence, chance_score};
use crate::answers::built_in::answer::term_counts::{
    QuestionWord, TermCounts, question_words, total_weight, vocabulary,
};
use crate::answers::built_in::sentence_traits;
use crate::language::{Language, QUESTION_MARKS};
use crate::notes::index::CorpusStats;
use crate::values::StableSort;
use crate::values::text::fold_case;

/// The BM25 parameter b for passages.
const PASSAGE_LENGTH_PENALTY: f32 = 0.75;
/// Weight of the passage's score, relative to that of the sentence.
const PASSAGE_WEIGHT: f32 = 1.0;
/// Weight of the score of the sentence before, relative to that of the sentence.
const SENTENCE_BEFORE_WEIGHT: f32 = 0.3;
/// Added to the score of sentences below a heading that consists of the question's first word: “Why”.
const QUESTION_WORD_HEADING_BONUS: f32 = 0.25;

/// Weight of the share of the question's words that are in the title and headings above a sentence.
const HEADING_WEIGHT: f32 = 0.3;
/// Weight of how well the whole note or page matches the question.
const SOURCE_RELEVANCE_WEIGHT: f32 = 0.5;
/// Added to the score of sentences in a note to which the asking note links.
const LINKED_NOTE_BONUS: f32 = 0.15;
/// The part of this bonus that counts towards the confidence.
const LINKED_NOTE_CONFIDENCE: f32 = 0.05;
/// Weight of the words in the title of the asking note, relative to those of the question.
const TITLE_WORD_WEIGHT: f32 = 0.25;
/// Weight of the words in what a question continues, relative to those of the question.
const PRECEDING_WORD_WEIGHT: f32 = 0.6;
/// How much more a number counts that such a question asks for: “How much?” has no other words.
const SHORT_QUESTION_NUMBER_FACTOR: f32 = 2.0;
/// Subtracted from the score of a row of a table without the number that the question asks for: all rows have the
/// names of the columns, and a sentence says more.
const ROW_SCORE_PENALTY: f32 = 0.45;
// A part of a question is answered by itself, if it has this many words that are not general, and this
// share of the weight of all words.
const MIN_WORDS_OF_FIRST_PART: usize = 1;
const MIN_WORDS_OF_SECOND_PART: usize = 2;
const MIN_PART_SHARE: f32 = 0.3;

/// Shorter texts count as texts with this many words, so that fragments have no advantage.
const MIN_USUAL_LENGTH: f32 = 5.0;

/// Ranks the sentences of passages as answers to a question, best first.
pub fn rank_sentences<'p>(
    asked: &QuestionInNote<'_>,
    passages: &[SearchedPassage<'p>],
    stats: &dyn CorpusStats,
) -> Vec<RankedSentence<'p>> {
    let QuestionInNote { text: question, preceding_text, .. } = *asked;
    let language = Language::detect(&format!("{preceding_text} {question}"));
    let parsed: Vec<ParsedPassage<'_>> =
        passages.iter().map(|passage| ParsedPassage::new(passage, language)).collect();
    let vocabulary = vocabulary(parsed.iter().map(|passage| &passage.whole));
    let ranker = SentenceRanker { language, asked, passages, parsed: &parsed, vocabulary, stats };
    let mut words = ranker.words(question);
    words.extend(ranker.further_words(preceding_text, &words, |word| {
        // A figure is as specific there as in the question.
        if word.is_number() { 1.0 } else { PRECEDING_WORD_WEIGHT }
    }));
    let mut ranked = ranker.score_sentences(question, &words);
    for (part, part_words) in ranker.parts_with_words(question, &words) {
        let by_part = ranker.score_sentences(part, &part_words);
        for (sentence, mut by_part) in ranked.iter_mut().zip(by_part) {
            by_part.lower_for_part();
            if by_part.score > sentence.score {
                *sentence = by_part;
            }
        }
    }
    ranked.stable_sort_by(|a, b| b.score.total_cmp(&a.score));
    ranked
}

/// Scores the sentences of passages for a question, or for a part of it.
struct SentenceRanker<'r, 'p> {
    language: Language,
    asked: &'r QuestionInNote<'r>,
    passages: &'r [SearchedPassage<'p>],
    parsed: &'r [ParsedPassage<'p>],
    /// All terms of the passages.
    vocabulary: Vec<&'r String>,
    stats: &'r dyn CorpusStats,
}

impl<'p> SentenceRanker<'_, 'p> {
    fn words(&self, question: &str) -> Vec<QuestionWord> {
        question_words(question, self.language, &self.vocabulary, self.stats)
    }

    /// The words of a text beside the question that are not in the question, such as the title of its note, with
    /// another weight.
    fn further_words(
        &self,
        text: &str,
        question: &[QuestionWord],
        weight_factor: impl Fn(&QuestionWord) -> f32,
    ) -> Vec<QuestionWord> {
        let is_new = |word: &QuestionWord| !question.iter().any(|known| known.terms == word.terms);
        let words = self.words(text).into_iter().filter(is_new);
        words
            .map(|word| QuestionWord { weight: weight_factor(&word) * word.weight, ..word })
            .collect()
    }

    /// The parts of a question that ask enough to be answered by themselves, with their words. The second
    /// part often only repeats what the first one asks (“…, or only the feeling of it?”).
    fn parts_with_words<'q>(
        &self,
        question: &'q str,
        words: &[QuestionWord],
    ) -> Vec<(&'q str, Vec<QuestionWord>)> {
        let Some((first, second)) = sentence_traits::question_parts(question) else {
            return Vec::new();
        };
        let parts = [(first, MIN_WORDS_OF_FIRST_PART), (second, MIN_WORDS_OF_SECOND_PART)];
        let parts = parts.into_iter().filter_map(|(part, min_words)| {
            let part_words = self.words(part);
            let own_words = part_words.iter().filter(|word| !word.is_general).count();
            let min_weight = MIN_PART_SHARE * total_weight(words);
            (own_words >= min_words && total_weight(&part_words) >= min_weight)
                .then_some((part, part_words))
        });
        parts.collect()
    }

    /// Scores all sentences, in the order of the passages.
    fn score_sentences(&self, question: &str, words: &[QuestionWord]) -> Vec<RankedSentence<'p>> {
        let (language, parsed) = (self.language, self.parsed);
        let title_words = self.further_words(self.asked.note_title, words, |_| TITLE_WORD_WEIGHT);
        let total = total_weight(words).max(f32::MIN_POSITIVE);
        let asked_number = AskedNumber::new(question, language);
        let number_factor =
            if self.asked.continues_text() { SHORT_QUESTION_NUMBER_FACTOR } else { 1.0 };
        let chance_score = chance_score(question, language);
        let has_general_question = words.iter().filter(|word| !word.is_general).count() <= 1;
        let usual_passage = usual_length(parsed.iter().map(|passage| passage.whole.word_count));
        let all_sentences = parsed.iter().flat_map(|passage| &passage.sentences);
        let usual_sentence = usual_length(all_sentences.map(|it| it.counts.word_count));
        let mut ranked = Vec::new();
        for (passage_index, (passage, searched)) in parsed.iter().zip(self.passages).enumerate() {
            let passage_score = |words: &[QuestionWord]| {
                passage.whole.score(words, usual_passage, PASSAGE_LENGTH_PENALTY)
            };
            let by_passage = PASSAGE_WEIGHT * passage_score(words);
            let title_by_passage = passage_score(&title_words);
            let source = SourceScore::new(searched, &passage.heading, question, words);
            let may_be_clear = may_contain_clear_answer(self.asked, words, passage);
            let has_heading_words = passage.heading.covered_weight(words) > 0.0;
            let mut before = (None, 0.0);
            for sentence in &passage.sentences {
                let SearchedSentence { text, counts, .. } = sentence;
                let own = counts.score(words, usual_sentence, SENTENCE_LENGTH_PENALTY);
                let with_heading = |words| sentence.score(&passage.heading, words, usual_sentence);
                let by_heading = match has_heading_words {
                    true => (with_heading(words) - own) / total,
                    false => 0.0,
                };
                let word_score = (own + by_passage + SENTENCE_BEFORE_WEIGHT * before.1) / total
                    + source.confidence;
                let by_title = (with_heading(&title_words) + title_by_passage) / total;
                let number = asked_number.as_ref().map(|it| it.effect(text)).unwrap_or_default();
                let row_penalty = match sentence.is_table_row && number.bonus == 0.0 {
                    true => ROW_SCORE_PENALTY,
                    false => 0.0,
                };
                ranked.push(RankedSentence {
                    passage_index,
                    text,
                    sentence_before: before.0.filter(|_| !sentence.is_first),
                    score: word_score + by_heading + by_title + source.bonus - row_penalty
                        + number_factor * number.bonus,
                    may_answer: counts.may_answer(words, text),
                    word_score,
                    number_effect: number,
                    question_word_count: words.len(),
                    chance_score,
                    says_enough: may_be_clear
                        && says_enough(self.asked, words, sentence, passage, number),
                    has_general_question,
                });
                before = (Some(*text), own);
            }
        }
        ranked
    }
}

/// What the source of a passage and the heading above it add to the score of its sentences.
struct SourceScore {
    /// The part that counts towards the confidence.
    confidence: f32,
    bonus: f32,
}

impl SourceScore {
    fn new(
        passage: &SearchedPassage<'_>,
        heading: &TermCounts,
        question: &str,
        words: &[QuestionWord],
    ) -> Self {
        let total = total_weight(words).max(f32::MIN_POSITIVE);
        let (link_bonus, link_confidence) = match passage.is_linked {
            true => (LINKED_NOTE_BONUS - LINKED_NOTE_CONFIDENCE, LINKED_NOTE_CONFIDENCE),
            false => (0.0, 0.0),
        };
        let heading_bonus = match is_first_word(passage.innermost_heading, question) {
            true => QUESTION_WORD_HEADING_BONUS,
            false => 0.0,
        };
        let confidence = HEADING_WEIGHT * heading.covered_weight(words) / total
            + SOURCE_RELEVANCE_WEIGHT * passage.source_relevance
            + link_confidence;
        Self { confidence, bonus: link_bonus + heading_bonus }
    }
}

/// Whether a heading consists of the first word of a question.
fn is_first_word(heading: &str, question: &str) -> bool {
    let first = question.split_whitespace().next().unwrap_or_default();
    let heading = heading.trim_end_matches(':').trim_end_matches(QUESTION_MARKS);
    !heading.is_empty() && fold_case(heading) == fold_case(first)
}

fn usual_length(lengths: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = lengths.fold((0.0, 0.0), |(sum, count), length| (sum + length, count + 1.0));
    if count > 0.0 { f32::max(sum / count, MIN_USUAL_LENGTH) } else { MIN_USUAL_LENGTH }
}
