//! The number that a question asks for: whether a sentence has one says much about whether it answers.

use crate::index::language::Language;
use crate::local::sentence_traits;
use crate::support;

// Added to the score of a sentence with a number that the question asks for, and with one in a unit that
// fits the question.
const NUMBER_BONUS: f32 = 0.25;
const UNIT_BONUS: f32 = 0.5;
// Added to the confidence in such a sentence, and subtracted for every other sentence.
const NUMBER_CONFIDENCE: f32 = 0.1;
const UNIT_CONFIDENCE: f32 = 0.2;

/// The number that a question asks for.
pub struct AskedNumber<'q> {
    question: &'q str,
    language: Language,
    /// The dimension of the units with which it is given; `None` if any number may answer.
    dimension: Option<String>,
}

/// What a number in a sentence, or its absence, adds to the score and to the confidence.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NumberEffect {
    pub bonus: f32,
    pub confidence: f32,
}

impl<'q> AskedNumber<'q> {
    /// Returns `None` if the question asks for no number.
    pub fn new(question: &'q str, language: Language) -> Option<Self> {
        let unit = sentence_traits::counted_text(question)
            .and_then(|counted| support::dimension_of_first_unit(&counted, language));
        let by_phrase = || sentence_traits::asked_dimension(question).map(str::to_owned);
        let dimension = unit.or_else(by_phrase);
        let is_asked = dimension.is_some() || sentence_traits::asks_for_number(question);
        is_asked.then_some(Self { question, language, dimension })
    }

    /// What it means for a sentence that it has the number, or that it hasn't.
    pub fn effect(&self, sentence: &str) -> NumberEffect {
        let (bonus, confidence) = match self.dimension {
            Some(_) => (UNIT_BONUS, UNIT_CONFIDENCE),
            None => (NUMBER_BONUS, NUMBER_CONFIDENCE),
        };
        match self.is_in(sentence) {
            true => NumberEffect { bonus, confidence },
            false => NumberEffect { bonus: 0.0, confidence: -confidence },
        }
    }

    fn is_in(&self, sentence: &str) -> bool {
        match &self.dimension {
            Some(dimension) => support::has_figure_of(dimension, sentence, self.language),
            None => has_new_number(sentence, self.question),
        }
    }
}

/// Whether a sentence has a number that the question doesn't have, in digits or in words.
fn has_new_number(sentence: &str, question: &str) -> bool {
    let asked = sentence_traits::numbers(question);
    sentence_traits::numbers(sentence).iter().any(|number| !asked.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_with_the_asked_unit_is_preferred() {
        let check = |question: &str, sentence: &str, expected: Option<f32>| {
            let asked = AskedNumber::new(question, Language::detect(question));
            assert_eq!(
                asked.map(|it| it.effect(sentence).bonus),
                expected,
                "{question} {sentence}"
            );
        };
        let question = "How many litres of juice come out of 100 kg of apples?";
        check(question, "We put 142 kg in and carried home 88 litres.", Some(UNIT_BONUS));
        check(question, "The press is ours from 9 to 13 h.", Some(0.0));
        check("Wie viele Minuten zieht der Tee?", "Er zieht drei Minuten.", Some(UNIT_BONUS));
        check("How many films were used?", "Twenty rolls.", Some(NUMBER_BONUS));
        check("How many films were used?", "Some rolls.", Some(0.0));
        check("Why is the press slow?", "It is from 1950.", None);
    }
}
