//! A sentence with its score as an answer to a question, and what the score says about it.

use crate::answers::built_in::answer::asked_number::NumberEffect;
use crate::answers::built_in::sentence_traits;
use crate::language::{Language, is_thai};

/// Factor for the score of a sentence that the user only believes.
const BELIEF_SCORE_FACTOR: f32 = 0.75;

/// Subtracted from the score of a sentence that answers only a part of the question.
const PART_SCORE_PENALTY: f32 = 0.3;

// The score from which a sentence counts as an answer was chosen so that most questions without an
// answer in the vault get none. It was fitted on two of three languages and checked on the third, in
// turn (`tests/bench/answers.rs`).
const MIN_ANSWER_CONFIDENCE: f32 = 1.875;
/// Below this score about half of the answers are wrong, above it about one of six.
const MIN_STRONG_ANSWER_CONFIDENCE: f32 = 2.15;
/// From this score a sentence is a clear answer to a question with at most one word that is not general: “Is eight hours
/// a need?”
const MIN_CLEAR_CONFIDENCE_FOR_GENERAL_QUESTION: f32 = 2.4;
const MIN_CLOSEST_CONFIDENCE: f32 = 1.55;
/// Below this score a sentence has hardly a word of the question, even if it is about the same subject.
const MIN_POSSIBLE_CONFIDENCE: f32 = 1.1;
const SCORE_PER_LOG_WORD: f32 = 0.3;

// How much higher wrong sentences score in languages for which the thresholds were not chosen. In Vietnamese and Thai
// parts of words are compared: Vietnamese writes the syllables of a word apart, Thai has no spaces between words. In
// Turkish different words often have the same stem. Of 256 questions in Russian, Spanish, Greek, Arabic and Turkish that
// were answered right, none is lost by it; in Chinese, and in German with its compounds, two or three of a hundred
// would be. Japanese and Korean are compared by pairs of characters, like Chinese.
const CHANCE_SCORE_OF_SYLLABLES: f32 = 0.2;
const CHANCE_SCORE_IN_TURKISH: f32 = 0.2;
const CHANCE_SCORE: f32 = 0.1;

/// A sentence with its score as an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedSentence<'p> {
    /// The index of the passage.
    pub passage_index: usize,
    pub text: &'p str,
    /// The sentence before it in the same paragraph.
    pub sentence_before: Option<&'p str>,
    /// From 0; about 2 for a sentence that has all words of the question.
    pub score: f32,
    /// Whether the sentence has a word of the question, or refers to a sentence before it that may, and
    /// says more than the question.
    pub may_answer: bool,
    /// The score by the words of the question and by its source. What else speaks for a sentence, such as
    /// the title of the asking note, says nothing about whether the question is answered.
    pub word_score: f32,
    /// What the number that the question asks for, or its absence, adds to the score and the confidence.
    pub number_effect: NumberEffect,
    pub question_word_count: usize,
    /// The part of the score that sentences reach by chance.
    pub chance_score: f32,
    /// Whether it may be a clear answer, if the score is high enough.
    pub says_enough: bool,
    pub has_general_question: bool,
}

/// What a sentence is for a question, judged by its score, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// It is about something else.
    Unrelated,
    /// It probably is about something else, unless its source is on the subject.
    Possible,
    /// It is about the same thing.
    Closest,
    /// It probably answers the question.
    Answer,
    /// Its score leaves little doubt. Whether it may stand on top of a report depends on its words as well.
    StrongAnswer,
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

    /// Makes a sentence that answers only a part of the question count less than one that answers all.
    pub fn lower_for_part(&mut self) {
        self.score -= PART_SCORE_PENALTY;
        self.word_score -= PART_SCORE_PENALTY;
    }

    /// Judges the score.
    pub fn confidence(&self) -> Confidence {
        match self.confidence_score() {
            score if score >= MIN_STRONG_ANSWER_CONFIDENCE => Confidence::StrongAnswer,
            score if score >= MIN_ANSWER_CONFIDENCE => Confidence::Answer,
            score if score >= MIN_CLOSEST_CONFIDENCE => Confidence::Closest,
            score if score >= MIN_POSSIBLE_CONFIDENCE => Confidence::Possible,
            _ => Confidence::Unrelated,
        }
    }

    /// Whether the sentence may stand on top of a report as the answer: the score is high, and it says enough.
    pub fn is_clear(&self) -> bool {
        let min_score = match self.has_general_question {
            true => MIN_CLEAR_CONFIDENCE_FOR_GENERAL_QUESTION,
            false => MIN_STRONG_ANSWER_CONFIDENCE,
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

/// The part of the score that sentences reach by chance.
pub fn chance_score(question: &str, language: Language) -> f32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(word_score: f32) -> RankedSentence<'static> {
        RankedSentence {
            passage_index: 0,
            text: "It is dried.",
            sentence_before: Some("Tea is a leaf."),
            score: word_score,
            may_answer: true,
            word_score,
            number_effect: NumberEffect::default(),
            question_word_count: 1,
            chance_score: 0.0,
            says_enough: true,
            has_general_question: false,
        }
    }

    #[test]
    fn a_sentence_is_judged_by_its_score() {
        let check = |sentence: &RankedSentence<'_>, expected: Confidence, is_clear: bool| {
            assert_eq!((sentence.confidence(), sentence.is_clear()), (expected, is_clear));
        };
        let strong = sentence(MIN_STRONG_ANSWER_CONFIDENCE);
        check(&strong, Confidence::StrongAnswer, true);
        check(&sentence(MIN_ANSWER_CONFIDENCE), Confidence::Answer, false);
        check(&sentence(MIN_CLOSEST_CONFIDENCE), Confidence::Closest, false);
        check(&sentence(MIN_POSSIBLE_CONFIDENCE), Confidence::Possible, false);
        check(&sentence(0.0), Confidence::Unrelated, false);
        let says_little = RankedSentence { says_enough: false, ..strong.clone() };
        check(&says_little, Confidence::StrongAnswer, false);
        let is_general = RankedSentence { has_general_question: true, ..strong.clone() };
        check(&is_general, Confidence::StrongAnswer, false);
        let by_chance = RankedSentence { chance_score: CHANCE_SCORE, ..strong.clone() };
        check(&by_chance, Confidence::Answer, false);
        let of_long_question = RankedSentence { question_word_count: 8, ..sentence(1.6) };
        check(&of_long_question, Confidence::StrongAnswer, true);
        let mut believed = strong.clone();
        believed.lower_for_belief();
        check(&believed, Confidence::Closest, false);
        let mut partial = strong;
        partial.lower_for_part();
        check(&partial, Confidence::Closest, false);
    }

    #[test]
    fn sentences_score_by_chance_where_parts_of_words_are_compared() {
        let check = |question: &str, expected: f32| {
            assert_eq!(chance_score(question, Language::detect(question)), expected, "{question}");
        };
        check("How long does black tea steep?", 0.0);
        check("红茶要泡多久才好喝？", 0.0);
        check("ชาดำต้องแช่นานเท่าไร", CHANCE_SCORE_OF_SYLLABLES);
        check("Trà đen phải ngâm trong bao lâu?", CHANCE_SCORE_OF_SYLLABLES);
        check("Siyah çay kaç dakika demlenmeli?", CHANCE_SCORE_IN_TURKISH);
        check("Combien de temps le thé noir doit-il infuser ?", CHANCE_SCORE);
    }
}
