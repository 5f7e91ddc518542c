//! Chooses which of the sentences that were found for a topic are worth a line in the user's note. What
//! is doubtful is left out: one line beside the point spoils the report around it.
//!
//! The demands on answers to questions were chosen so that no right answer of the questions in three
//! languages is lost (`tests/bench/answers.rs`).

use crate::answers::built_in::answer::{self, Answer, AnswerSentence};
use crate::answers::built_in::topic::{Topic, TopicKind};
use crate::answers::built_in::{number_question, sentence_traits};
use crate::evidence::Evidence;
use crate::language::{Language, sentence_split, tokenize};
use crate::notes::index::CorpusStats;

/// Minimum share of a claim's words in a sentence of a note that is about it; rare words count more.
const MIN_CLAIM_COVERAGE_IN_NOTE: f32 = 0.42;
/// The same for a web page, which the search service has already matched to the claim.
const MIN_CLAIM_COVERAGE_IN_PAGE: f32 = 0.36;
/// Minimum share of a question's words in the sentence that is closest to it. Of the sentences with
/// fewer hardly any had to do with the question.
const MIN_CLOSEST_COVERAGE: f32 = 0.6;
/// The same for a sentence with a number, if the question asks for one.
const MIN_CLOSEST_COVERAGE_WITH_NUMBER: f32 = 0.2;
/// Minimum score of a further answer from another note than the best one, as a share of the best score.
const MIN_SCORE_SHARE_OF_OTHER_NOTE: f32 = 0.95;
/// The same for a further answer from a page.
const MIN_SCORE_SHARE_OF_PAGE: f32 = 0.85;
/// Minimum coverage of the question by such answers, as a share of the best answer's coverage.
const MIN_COVERAGE_SHARE_OF_OTHER_SOURCE: f32 = 0.65;
/// Minimum coverage of the question by a further answer in the same passage, as a share of the best
/// answer's coverage.
const MIN_COVERAGE_SHARE_OF_SAME_PASSAGE: f32 = 0.4;
/// Minimum score of a doubtful answer in another passage of the same note, as a share of the best score.
const MIN_SCORE_SHARE_OF_OTHER_PASSAGE: f32 = 0.87;
/// A further answer without a number, to a question for a number, needs this share of the best score.
const MIN_SCORE_SHARE_WITHOUT_NUMBER: f32 = 0.88;

/// Maximum number of words before the name of a concept in a sentence that is about the concept.
const MAX_WORDS_BEFORE_NAME: usize = 2;
/// The same in characters, for scripts without spaces.
const MAX_CHARACTERS_BEFORE_NAME: usize = 4;

/// Maximum number of sentences that are added before one that refers to them.
const MAX_ADDED_SENTENCES: usize = 2;
/// Maximum length of a quotation with the sentences to which it refers, in bytes.
const MAX_QUOTATION_BYTES: usize = 900;

/// Chooses among the sentences that were found for one topic.
pub struct QuoteChoice<'a> {
    /// The topic for which the sentences were found.
    pub topic: &'a Topic,
    /// The evidence in which they were found.
    pub evidence: &'a [Evidence],
    /// How rare words are in the vault.
    pub stats: &'a dyn CorpusStats,
}

impl QuoteChoice<'_> {
    /// Leaves out the sentences that are not worth a line. Adds to the others what they refer to.
    pub fn choose(&self, found: Answer) -> Answer {
        let sentences = match found {
            Answer::Sentences(sentences) => sentences,
            Answer::Closest(closest) if self.is_close(&closest) => {
                return Answer::Closest(self.with_antecedent(closest));
            }
            Answer::Closest(_) | Answer::Nothing => return Answer::Nothing,
        };
        let sentences = sentences.into_iter().filter(|sentence| self.is_prose(sentence));
        let chosen: Vec<AnswerSentence> = match self.topic.kind {
            TopicKind::Question => self.choose_answers(sentences),
            TopicKind::Claim => sentences.filter(|it| self.is_about_claim(it)).collect(),
            TopicKind::Concept => sentences.filter(|it| self.is_about_concept(it)).collect(),
        };
        match chosen.is_empty() {
            true => Answer::Nothing,
            false => Answer::Sentences(
                chosen.into_iter().map(|sentence| self.with_antecedent(sentence)).collect(),
            ),
        }
    }

    /// Keeps the best answer to a question, and of the others those that add to it.
    fn choose_answers(
        &self,
        mut sentences: impl Iterator<Item = AnswerSentence>,
    ) -> Vec<AnswerSentence> {
        let Some(best) = sentences.next() else { return Vec::new() };
        let further: Vec<AnswerSentence> =
            sentences.filter(|sentence| self.adds_to(&best, sentence)).collect();
        std::iter::once(best).chain(further).collect()
    }

    /// Whether a further answer is worth a line beside the best one. One of the same passage nearly
    /// always is, because the passage as a whole answers the question.
    fn adds_to(&self, best: &AnswerSentence, further: &AnswerSentence) -> bool {
        let score_share = further.score / best.score.max(f32::MIN_POSITIVE);
        let coverage_share = self.coverage(further) / self.coverage(best).max(f32::MIN_POSITIVE);
        let adds_number =
            self.begins_as_number_question() && !has_number(best) && has_number(further);
        match () {
            () if self.is_property(further) || adds_number => true,
            () if !self.is_from_note(further) || !self.is_same_source(best, further) => {
                let min_score_share = match self.is_from_note(further) {
                    true => MIN_SCORE_SHARE_OF_OTHER_NOTE,
                    false => MIN_SCORE_SHARE_OF_PAGE,
                };
                score_share >= min_score_share
                    && coverage_share >= MIN_COVERAGE_SHARE_OF_OTHER_SOURCE
                    && !sentence_traits::points_to_neighbours(&further.text)
            }
            () if further.evidence_id != best.evidence_id => {
                further.is_clear || score_share >= MIN_SCORE_SHARE_OF_OTHER_PASSAGE
            }
            () => {
                let lacks_number =
                    self.begins_as_number_question() && has_number(best) && !has_number(further);
                coverage_share >= MIN_COVERAGE_SHARE_OF_SAME_PASSAGE
                    && (!lacks_number || score_share >= MIN_SCORE_SHARE_WITHOUT_NUMBER)
            }
        }
    }

    fn is_about_claim(&self, sentence: &AnswerSentence) -> bool {
        let min_coverage = match self.is_from_note(sentence) {
            true => MIN_CLAIM_COVERAGE_IN_NOTE,
            false => MIN_CLAIM_COVERAGE_IN_PAGE,
        };
        !sentence.is_belief
            && self.coverage(sentence) >= min_coverage
            && !sentence_traits::points_to_neighbours(&sentence.text)
    }

    /// Whether a sentence is about a concept. A term that was only guessed from the words of the note may
    /// occur anywhere, so that the sentence must begin with it or stand below a heading with it.
    fn is_about_concept(&self, sentence: &AnswerSentence) -> bool {
        let is_named = || {
            let headings = self.source(sentence).map(Evidence::title_and_heading);
            let headings = headings.unwrap_or_default();
            begins_with_name(&sentence.text, &self.topic.label)
                || answer::topic_relevance(self.topic, &headings, self.stats)
                    >= answer::FULL_RELEVANCE
        };
        !sentence_traits::points_to_neighbours(&sentence.text)
            && (!self.topic.is_guess() || is_named())
    }

    /// Whether the sentence that is closest to a question is about the same thing.
    fn is_close(&self, closest: &AnswerSentence) -> bool {
        let coverage = self.coverage(closest);
        let has_asked_number = self.begins_as_number_question() && has_number(closest);
        let is_about = match has_asked_number {
            true => coverage >= MIN_CLOSEST_COVERAGE_WITH_NUMBER,
            false => coverage >= MIN_CLOSEST_COVERAGE && self.has_rarest_word(&closest.text),
        };
        is_about && self.is_prose(closest)
    }

    fn begins_as_number_question(&self) -> bool {
        number_question::begins_as_number_question(&self.topic.context_sentence)
    }

    /// Whether a text has the rarest word of the topic, or one that is as rare. In scripts without spaces the rarest pair of
    /// characters is often no word.
    fn has_rarest_word(&self, text: &str) -> bool {
        let question = &self.topic.context_sentence;
        let language = Language::detect(question);
        let terms = tokenize::distinct_terms(question, language);
        let highest = terms.iter().map(|term| self.stats.rarity(term)).fold(f32::MIN, f32::max);
        let found = tokenize::distinct_terms(text, language);
        let is_rarest = |term: &&String| self.stats.rarity(term) >= highest;
        !sentence_traits::is_mostly_spaced_script(question)
            || terms.iter().filter(is_rarest).any(|term| found.contains(term))
    }

    /// Whether a sentence is neither code nor what a page says about itself.
    fn is_prose(&self, sentence: &AnswerSentence) -> bool {
        let is_boilerplate = || sentence_traits::is_page_boilerplate(&sentence.text);
        !sentence_traits::is_code(&sentence.text)
            && (self.is_from_note(sentence) || !is_boilerplate())
    }

    /// Adds the sentences before a sentence that refers to them.
    fn with_antecedent(&self, sentence: AnswerSentence) -> AnswerSentence {
        let passage = self.source(&sentence).map(|piece| piece.text.as_str()).unwrap_or_default();
        AnswerSentence { text: with_antecedent(&sentence.text, passage), ..sentence }
    }

    /// The share of the topic's words that a sentence has, from 0 to 1; rare words count more.
    fn coverage(&self, sentence: &AnswerSentence) -> f32 {
        answer::topic_relevance(self.topic, &sentence.text, self.stats)
    }

    fn source(&self, sentence: &AnswerSentence) -> Option<&Evidence> {
        self.evidence.iter().find(|piece| piece.id == sentence.evidence_id)
    }

    /// Whether a sentence is a property that the question asks for, which has none of its words.
    fn is_property(&self, sentence: &AnswerSentence) -> bool {
        self.source(sentence).is_some_and(Evidence::is_asked_property)
    }

    fn is_from_note(&self, sentence: &AnswerSentence) -> bool {
        self.source(sentence).is_some_and(|piece| piece.note_path().is_some())
    }

    fn is_same_source(&self, a: &AnswerSentence, b: &AnswerSentence) -> bool {
        self.source(a).map(Evidence::path_or_url) == self.source(b).map(Evidence::path_or_url)
    }
}

fn has_number(sentence: &AnswerSentence) -> bool {
    !sentence_traits::numbers(&sentence.text).is_empty()
}

/// Returns a text with the sentences before it in its paragraph, as long as it refers to them.
pub fn with_antecedent(text: &str, passage: &str) -> String {
    let Some((line, start)) = passage.lines().find_map(|line| Some((line, line.find(text)?)))
    else {
        return text.to_owned();
    };
    let end = start + text.len();
    let mut from = start;
    for _ in 0..MAX_ADDED_SENTENCES {
        let quoted = line.get(from..end).unwrap_or(text);
        let before = line.get(..from).unwrap_or_default();
        let last =
            sentence_split::whole_sentences(before).last().and_then(|last| before.rfind(last));
        match last {
            Some(at)
                if sentence_traits::refers_to_sentence_before(quoted)
                    && end - at <= MAX_QUOTATION_BYTES =>
            {
                from = at;
            }
            _ => break,
        }
    }
    line.get(from..end).unwrap_or(text).to_owned()
}

/// Whether all words of a name are among the first words of a sentence, in any form.
fn begins_with_name(sentence: &str, name: &str) -> bool {
    let language = Language::detect(sentence);
    let beginning = match sentence_traits::is_mostly_spaced_script(name) {
        true => {
            let word_count = name.split_whitespace().count() + MAX_WORDS_BEFORE_NAME;
            sentence.split_whitespace().take(word_count).collect::<Vec<_>>().join(" ")
        }
        false => sentence.chars().take(name.chars().count() + MAX_CHARACTERS_BEFORE_NAME).collect(),
    };
    let terms = tokenize::distinct_terms(name, language);
    !terms.is_empty() && terms.is_subset(&tokenize::distinct_terms(&beginning, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_about_a_concept_begins_with_its_name() {
        let check = |sentence: &str, name: &str, expected: bool| {
            assert_eq!(begins_with_name(sentence, name), expected, "{sentence}");
        };
        check("Alert rules are a special kind of rules.", "Alerting rules", true);
        check("The city heat island is warm at night.", "Heat island", true);
        check("People have gathered examples of alert rules.", "Alerting rules", false);
        check("画廊视图，则适合娱乐管理。", "画廊视图", true);
        check("全部导入微信读书，用微信读书的接口导出。", "用微信", false);
        check("Anything", "", false);
    }

    #[test]
    fn a_sentence_that_begins_with_a_pronoun_gets_what_it_refers_to() {
        let passage = "Heading\nTea is a drink. It is hot. Its leaves are green. Milk is white.";
        let check = |text: &str, expected: &str| {
            assert_eq!(with_antecedent(text, passage), expected);
        };
        check("Its leaves are green.", "Tea is a drink. It is hot. Its leaves are green.");
        check("Milk is white.", "Milk is white.");
        check("It is elsewhere.", "It is elsewhere.");
    }
}
