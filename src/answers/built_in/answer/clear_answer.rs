//! Whether a sentence says enough of a question to be a clear answer. A high score alone is no proof: it may come
//! from the title of the note, from one of two words or from the rest of the passage.

use crate::answers::built_in::answer::asked_number::NumberEffect;
use crate::answers::built_in::answer::parsed_passage::{ParsedPassage, SearchedSentence};
use crate::answers::built_in::answer::question_in_note::QuestionInNote;
use crate::answers::built_in::answer::term_counts::{QuestionWord, total_weight};

/// Minimum share of the weight of the question's words in the sentence and in the title and heading above it.
const MIN_WEIGHT_SHARE: f32 = 0.35;
/// The same for a question with the words of what stands before it: a sentence needs fewer of them.
const MIN_WEIGHT_SHARE_WITH_TEXT_BEFORE: f32 = 0.25;
/// If a question has so few words that are not general, all of these must be in the passage.
const FEW_WORDS: usize = 2;

/// Whether any sentence of a passage may be a clear answer to the question with these words.
pub fn may_contain_clear_answer(
    asked: &QuestionInNote<'_>,
    words: &[QuestionWord],
    passage: &ParsedPassage<'_>,
) -> bool {
    // The title of the asking note may be about more than the question.
    !asked.has_only_title_as_subject()
        && has_all_of_few_words(words, passage)
        && is_about_more_than_title(words, passage)
}

/// Whether a sentence of such a passage may be a clear answer to the question with these words.
pub fn says_enough(
    asked: &QuestionInNote<'_>,
    words: &[QuestionWord],
    sentence: &SearchedSentence<'_>,
    passage: &ParsedPassage<'_>,
    number: NumberEffect,
) -> bool {
    let min_share = match asked.continues_text() {
        true => MIN_WEIGHT_SHARE_WITH_TEXT_BEFORE,
        false => MIN_WEIGHT_SHARE,
    };
    let has_enough_words = || word_weight_share(words, sentence, passage) >= min_share;
    number.raises_confidence() || (has_enough_words() && !sentence.is_table_row)
}

/// The share of the weight of the question's words that are in the sentence or in the title and heading above it.
fn word_weight_share(
    words: &[QuestionWord],
    sentence: &SearchedSentence<'_>,
    passage: &ParsedPassage<'_>,
) -> f32 {
    let frequency =
        |word: &QuestionWord| word.frequency(&sentence.counts) + word.frequency(&passage.heading);
    let covered: f32 = words.iter().map(|word| word.weight * frequency(word).min(1.0)).sum();
    covered / total_weight(words).max(f32::MIN_POSITIVE)
}

/// “Does caffeine reach the roots?” is not answered by a passage on roots.
fn has_all_of_few_words(words: &[QuestionWord], passage: &ParsedPassage<'_>) -> bool {
    let mut specific = words.iter().filter(|word| !word.is_general);
    specific.clone().count() > FEW_WORDS
        || specific.all(|word| word.frequency(&passage.whole) > 0.0)
}

/// Whether the passage has any of the words that the title of its note leaves open. “How late is too late for afternoon
/// coffee?” is not answered by a passage of the note “Afternoon coffee” in which nothing is late.
fn is_about_more_than_title(words: &[QuestionWord], passage: &ParsedPassage<'_>) -> bool {
    let is_open =
        |word: &&QuestionWord| !word.is_light_verb && word.frequency(&passage.title) == 0.0;
    let mut open = words.iter().filter(is_open).peekable();
    open.peek().is_none() || open.any(|word| word.frequency(&passage.whole) > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::built_in::answer::asked_number::AskedNumber;
    use crate::answers::built_in::answer::parsed_passage::SearchedPassage;
    use crate::answers::built_in::answer::term_counts::{question_words, vocabulary};
    use crate::evidence::{LineMark, MarkedLine};
    use crate::language::Language;
    use crate::notes::index::FallbackCorpusStats;

    /// Whether a note with this title and only this sentence says enough.
    fn check_note(title: &str, text: &str, asked: &QuestionInNote<'_>, expected: bool) {
        let row =
            MarkedLine { text: "Tea: 30 mg; Coffee: 90 mg.".into(), mark: LineMark::TableRow };
        let passage = SearchedPassage {
            text,
            marked_lines: &[row],
            title,
            heading: title,
            innermost_heading: "",
            is_linked: false,
            source_relevance: 1.0,
        };
        let question = asked.text;
        let language = Language::English;
        let passage = ParsedPassage::new(&passage, language);
        let vocabulary = vocabulary(std::iter::once(&passage.whole));
        let words = question_words(question, language, &vocabulary, &FallbackCorpusStats);
        let sentence = passage.sentences.first().unwrap();
        let number = AskedNumber::new(question, language).map(|it| it.effect(text));
        let got = may_contain_clear_answer(asked, &words, &passage)
            && says_enough(asked, &words, sentence, &passage, number.unwrap_or_default());
        assert_eq!(got, expected, "{title}: {text}");
    }

    #[test]
    fn a_clear_answer_says_more_than_one_word_of_the_question() {
        let check = |question: &str, title: &str, text: &str, expected: bool| {
            let asked = QuestionInNote { text: question, preceding_text: "", note_title: "" };
            check_note(title, text, &asked, expected);
        };
        let question = "Does caffeine harm the fungus?";
        check(question, "Roots", "Caffeine slows the fungus.", true);
        check(question, "Roots", "The fungus grows in oaks.", false);
        check(question, "Caffeine", "The fungus dies of it.", true);
        let question = "How late is too late for green tea?";
        check(question, "Green tea", "Nobody should drink it so late.", true);
        check(question, "Green tea", "Harvest is in spring.", false);
        check("What is green tea?", "Green tea", "It is dried at once.", true);
        check("How do I make green tea?", "Green tea", "The leaves are dried at once.", true);
        let question = "Is coffee stronger than tea?";
        check(question, "Drinks", "Tea: 30 mg; Coffee: 90 mg.", false);
        check("How many mg have coffee and tea?", "Drinks", "Tea: 30 mg; Coffee: 90 mg.", true);
        let question = "Which bicycle lock survives a thief with an angle grinder in winter?";
        check(question, "Sports", "Skis survive.", false);
    }

    #[test]
    fn a_title_is_not_enough_to_know_what_a_question_is_about() {
        let check = |preceding_text: &str, expected: bool| {
            let asked =
                QuestionInNote { text: "Acid or not?", preceding_text, note_title: "Grounds" };
            check_note("Coffee", "The grounds are acid.", &asked, expected);
        };
        check("Grounds", false);
        check("Lin composts grounds.", true);
    }
}
