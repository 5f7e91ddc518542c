//! Ranks the sentences of passages by how well they answer a question: by the words of the sentence,
//! of its passage with the title and headings above it, and of the sentence before it.
//!
//! The form of the score and its weights were chosen on questions with known answers in three
//! languages (`tests/bench/answers.rs`).

use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::local::answer::asked_number::{AskedNumber, NumberEffect};
use crate::local::answer::clear_answer::{may_contain_clear_answer, says_enough};
use crate::local::answer::parsed_passage::{
    ParsedPassage, SENTENCE_LENGTH_PENALTY, SearchedPassage, SearchedSentence,
};
use crate::local::answer::question_in_note::QuestionInNote;
use crate::local::answer::term_counts::{QuestionWord, TermCounts, question_words, total_weight};
use crate::local::sentence_traits;
use crate::note::sentence_split::is_thai;
use crate::text::normalize::fold_case;

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
/// Factor for the score of a sentence that the user only believes.
const BELIEF_SCORE_FACTOR: f32 = 0.75;

// The score from which a sentence counts as an answer was chosen so that most questions without an
// answer in the vault get none. It was fitted on two of three languages and checked on the third, in
// turn (`tests/bench/answers.rs`).
const MIN_ANSWER_CONFIDENCE: f32 = 1.875;
/// Below this score about half of the answers are wrong, above it about one of six.
const MIN_CLEAR_ANSWER_CONFIDENCE: f32 = 2.15;
/// The same for a question with at most one word that is not general: “Is eight hours a need?”
const MIN_CLEAR_CONFIDENCE_FOR_GENERAL_QUESTION: f32 = 2.4;
const MIN_CLOSEST_CONFIDENCE: f32 = 1.55;
const SCORE_PER_LOG_WORD: f32 = 0.3;
// How much higher wrong sentences score in languages for which the thresholds were not chosen. In Vietnamese and Thai
// parts of words are compared: Vietnamese writes the syllables of a word apart, Thai has no spaces between words. In
// Turkish different words often have the same stem. Of 256 questions in Russian, Spanish, Greek, Arabic and Turkish that
// were answered right, none is lost by it; in Chinese, and in German with its compounds, two or three of a hundred
// would be. Japanese and Korean are compared by pairs of characters, like Chinese.
const CHANCE_SCORE_OF_SYLLABLES: f32 = 0.2;
const CHANCE_SCORE_IN_TURKISH: f32 = 0.2;
const CHANCE_SCORE: f32 = 0.1;

// A part of a question is answered by itself, if it has this many words that are not general, and this
// share of the weight of all words.
const MIN_WORDS_OF_FIRST_PART: usize = 1;
const MIN_WORDS_OF_SECOND_PART: usize = 2;
const MIN_PART_SHARE: f32 = 0.3;
/// Subtracted from the score of a sentence that answers only a part of the question.
const PART_SCORE_PENALTY: f32 = 0.3;

/// Shorter texts count as texts with this many words, so that fragments have no advantage.
const MIN_USUAL_LENGTH: f32 = 5.0;

/// A sentence with its score as an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedSentence<'p> {
    /// The index of the passage.
    pub passage_index: usize,
    pub text: &'p str,
    /// The sentence before it in the same paragraph.
    sentence_before: Option<&'p str>,
    /// From 0; about 2 for a sentence that has all words of the question.
    pub score: f32,
    /// Whether the sentence has a word of the question, or refers to a sentence before it that may, and
    /// says more than the question.
    pub may_answer: bool,
    /// The score by the words of the question and by its source. What else speaks for a sentence, such as
    /// the title of the asking note, says nothing about whether the question is answered.
    word_score: f32,
    /// What the number that the question asks for, or its absence, adds to the score and the confidence.
    number_effect: NumberEffect,
    question_word_count: usize,
    /// The part of the score that sentences reach by chance.
    chance_score: f32,
    /// Whether it may be a clear answer, if the score is high enough.
    says_enough: bool,
    has_general_question: bool,
}

/// What a sentence is for a question, judged by its score, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// It probably is about something else.
    Unrelated,
    /// It is about the same thing.
    Closest,
    /// It probably answers the question.
    Answer,
    /// There is little doubt that it is about what was asked.
    ClearAnswer,
}

impl RankedSentence<'_> {
    /// Returns the sentence, with the one before it if it can't be understood alone (“It …”).
    pub fn text_with_context(&self) -> String {
        let depends = sentence_traits::refers_to_sentence_before(self.text);
        match self.sentence_before.filter(|_| depends) {
            Some(before) if before.ends_with(|c: char| !c.is_ascii()) => {
                format!("{before}{}", self.text)
            }
            Some(before) => format!("{before} {}", self.text),
            None => self.text.to_owned(),
        }
    }

    /// Lowers the score of a sentence that the user only believes, so that what is known comes first.
    pub fn lower_for_belief(&mut self) {
        self.score *= BELIEF_SCORE_FACTOR;
        self.word_score *= BELIEF_SCORE_FACTOR;
    }

    /// Judges the score.
    pub fn confidence(&self) -> Confidence {
        match self.confidence_score() {
            score if score >= MIN_CLEAR_ANSWER_CONFIDENCE => Confidence::ClearAnswer,
            score if score >= MIN_ANSWER_CONFIDENCE => Confidence::Answer,
            score if score >= MIN_CLOSEST_CONFIDENCE => Confidence::Closest,
            _ => Confidence::Unrelated,
        }
    }

    /// Whether the sentence may stand on top of a report as the answer: the score is high, and it says enough.
    pub fn is_clear(&self) -> bool {
        let min_score = match self.has_general_question {
            true => MIN_CLEAR_CONFIDENCE_FOR_GENERAL_QUESTION,
            false => MIN_CLEAR_ANSWER_CONFIDENCE,
        };
        self.says_enough && self.confidence_score() >= min_score
    }

    /// The more words a question has, the fewer of them does a sentence that answers it usually have, so long
    /// questions need a lower score.
    fn confidence_score(&self) -> f32 {
        let words = self.question_word_count.max(1) as f32;
        self.word_score + SCORE_PER_LOG_WORD * words.ln() + self.number_effect.confidence
            - self.chance_score
    }
}

/// Ranks the sentences of passages as answers to a question, best first.
pub fn rank_sentences<'p>(
    asked: &QuestionInNote<'_>,
    passages: &[SearchedPassage<'p>],
    stats: &dyn CorpusStats,
) -> Vec<RankedSentence<'p>> {
    let QuestionInNote { text: question, preceding_text, .. } = *asked;
    let language = Language::detect(&format!("{preceding_text} {question}"));
    let parsed = passages.iter().map(|passage| ParsedPassage::new(passage, language)).collect();
    let ranker = SentenceRanker { language, asked, passages, parsed, stats };
    let mut words = ranker.words(question);
    words.extend(ranker.further_words(preceding_text, &words, |word| {
        // A figure is as specific there as in the question.
        if word.is_number() { 1.0 } else { PRECEDING_WORD_WEIGHT }
    }));
    let mut ranked = ranker.score_sentences(question, &words);
    for (part, part_words) in ranker.parts_with_words(question, &words) {
        let by_part = ranker.score_sentences(part, &part_words);
        for (sentence, by_part) in ranked.iter_mut().zip(by_part) {
            if by_part.score - PART_SCORE_PENALTY > sentence.score {
                *sentence = by_part;
                sentence.score -= PART_SCORE_PENALTY;
                sentence.word_score -= PART_SCORE_PENALTY;
            }
        }
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    ranked
}

/// Scores the sentences of passages for a question, or for a part of it.
struct SentenceRanker<'r, 'p> {
    language: Language,
    asked: &'r QuestionInNote<'r>,
    passages: &'r [SearchedPassage<'p>],
    parsed: Vec<ParsedPassage<'p>>,
    stats: &'r dyn CorpusStats,
}

impl<'p> SentenceRanker<'_, 'p> {
    fn words(&self, question: &str) -> Vec<QuestionWord> {
        let passages = self.parsed.iter().map(|passage| &passage.whole);
        question_words(question, self.language, passages, self.stats)
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
        let (language, parsed) = (self.language, &self.parsed);
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
                let word_score =
                    (own + by_passage + SENTENCE_BEFORE_WEIGHT * before.1) / total + source.certain;
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
    certain: f32,
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
        let certain = HEADING_WEIGHT * heading.covered_weight(words) / total
            + SOURCE_RELEVANCE_WEIGHT * passage.source_relevance
            + link_confidence;
        Self { certain, bonus: link_bonus + heading_bonus }
    }
}

/// The part of the score that sentences reach by chance.
fn chance_score(question: &str, language: Language) -> f32 {
    match language {
        _ if question.contains(is_thai) => CHANCE_SCORE_OF_SYLLABLES,
        Language::English
        | Language::German
        | Language::Chinese
        | Language::Japanese
        | Language::Korean => 0.0,
        Language::Vietnamese => CHANCE_SCORE_OF_SYLLABLES,
        Language::Turkish => CHANCE_SCORE_IN_TURKISH,
        _ => CHANCE_SCORE,
    }
}

/// Whether a heading consists of the first word of a question.
fn is_first_word(heading: &str, question: &str) -> bool {
    let first = question.split_whitespace().next().unwrap_or_default();
    let heading = heading.trim_end_matches(['?', ':', '？']);
    !heading.is_empty() && fold_case(heading) == fold_case(first)
}

fn usual_length(lengths: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = lengths.fold((0.0, 0.0), |(sum, count), length| (sum + length, count + 1.0));
    if count > 0.0 { f32::max(sum / count, MIN_USUAL_LENGTH) } else { MIN_USUAL_LENGTH }
}
