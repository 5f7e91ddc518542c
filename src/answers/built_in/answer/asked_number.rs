//! The number that a question asks for: whether a sentence has one says much about whether it answers.

use crate::answers::built_in::{number_question, sentence_traits};
use crate::evidence::support;
use crate::language::Language;

// Added to the score of a sentence with a number that the question asks for, and with one in a unit that
// fits the question or beside the quantity that it names.
const NUMBER_BONUS: f32 = 0.25;
const UNIT_BONUS: f32 = 0.5;
// Added to the confidence in such a sentence, if the question begins with “how many” or names a quantity.
const NUMBER_CONFIDENCE: f32 = 0.05;
const UNIT_CONFIDENCE: f32 = 0.2;

/// The name of the list of questions for which units of several dimensions may answer: “how long is”.
const ANY_DIMENSION: &str = "any";

/// The number that a question asks for.
pub struct AskedNumber<'q> {
    question: &'q str,
    language: Language,
    /// The dimension of the units with which it is given; `None` if any number may answer.
    dimension: Option<String>,
    /// The word for the quantity that it is: “dose”.
    quantity: Option<String>,
    /// Whether the question begins by asking for it. Elsewhere “when” and “costs” may mean other things.
    is_certain: bool,
}

/// What a number in a sentence, or its absence, adds to the score and to the confidence.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NumberEffect {
    pub bonus: f32,
    pub confidence: f32,
}

impl NumberEffect {
    /// Whether the sentence has a number for which the question certainly asks.
    pub fn raises_confidence(&self) -> bool {
        self.confidence > 0.0
    }
}

impl<'q> AskedNumber<'q> {
    /// Returns `None` if the question asks for no number.
    pub fn new(question: &'q str, language: Language) -> Option<Self> {
        let unit = || {
            let counted = number_question::counted_text(question)?;
            support::dimension_of_first_unit(&counted, language)
        };
        let by_phrase = number_question::asked_dimension(question).map(str::to_owned);
        let dimension = by_phrase.or_else(unit).filter(|dimension| dimension != ANY_DIMENSION);
        let is_asked = dimension.is_some() || number_question::asks_for_number(question);
        let is_certain = number_question::begins_as_number_question(question);
        let quantity = number_question::asked_quantity(question);
        is_asked.then_some(Self { question, language, dimension, quantity, is_certain })
    }

    /// What it means for a sentence that it has the number, or that it hasn't.
    pub fn effect(&self, sentence: &str) -> NumberEffect {
        let has_number = self.is_in(sentence);
        match (&self.dimension, has_number) {
            (Some(_), true) if self.is_certain => {
                NumberEffect { bonus: UNIT_BONUS, confidence: UNIT_CONFIDENCE }
            }
            (None, true) if self.names_quantity(sentence) => {
                NumberEffect { bonus: UNIT_BONUS, confidence: NUMBER_CONFIDENCE }
            }
            (None, true) if self.is_certain => {
                NumberEffect { bonus: NUMBER_BONUS, confidence: NUMBER_CONFIDENCE }
            }
            (_, true) => NumberEffect { bonus: NUMBER_BONUS, confidence: 0.0 },
            // “When?” is also answered by “in April”, but no other unit answers “how many litres”.
            (Some(_), false) if self.is_certain => {
                NumberEffect { bonus: 0.0, confidence: -UNIT_CONFIDENCE }
            }
            (_, false) => NumberEffect::default(),
        }
    }

    fn names_quantity(&self, sentence: &str) -> bool {
        let quantity = self.quantity.as_ref();
        quantity.is_some_and(|it| sentence_traits::has_word_or_compound(sentence, it))
    }

    fn is_in(&self, sentence: &str) -> bool {
        match &self.dimension {
            Some(dimension) => {
                let has_figure =
                    |text: &str| support::has_figure_of(dimension, text, self.language);
                let is_new =
                    || !has_figure(self.question) || has_new_number(sentence, self.question);
                has_figure(sentence) && is_new()
            }
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
        check("How many feet has a duck?", "It has two webbed feet.", Some(NUMBER_BONUS));
        check("How many times a week is it used?", "It runs for 90 minutes.", Some(NUMBER_BONUS));
        check("How many 500 ml bottles fill it?", "It takes 38 bottles.", Some(NUMBER_BONUS));
        check("How long is the trail?", "It is 12 km.", Some(NUMBER_BONUS));
        check("How long does rice soaked 30 minutes cook?", "Soak rice 30 minutes.", Some(0.0));
        check("Why did costs rise?", "It was 30 euros.", Some(NUMBER_BONUS));
        check("Which dose is safe?", "A dose of 400 mg is.", Some(UNIT_BONUS));
        check("Which dose is safe?", "400 mg are.", Some(NUMBER_BONUS));
        check("Which dose is safe?", "A small dose is.", Some(0.0));
        check("Welche Härte ist gut?", "Die Wasserhärte sei 8 °dH.", Some(UNIT_BONUS));
    }

    #[test]
    fn only_a_certain_question_for_a_unit_speaks_against_a_sentence() {
        let check = |question: &str, expected: f32| {
            let asked = AskedNumber::new(question, Language::English).unwrap();
            assert_eq!(asked.effect("Nobody knows.").confidence, expected, "{question}");
        };
        check("How many litres does it take?", -UNIT_CONFIDENCE);
        check("When do swallows return?", 0.0);
        check("What helps when the dough sticks?", 0.0);
        check("Why did costs rise?", 0.0);
    }
}
