//! Finds labels for topics: the best key phrase of a sentence or, if it has none, a phrase with
//! connectors (“Bank of England”) or a single noun.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::answers::built_in::emphasis;
use crate::answers::built_in::key_phrase::{self, KeyPhrase, KeyPhrases};
use crate::answers::built_in::note_words::{
    HALF_WORDS_PER_WORD, NoteSentence, NoteWord, NoteWords,
};
use crate::language::{Language, is_unspaced_script, stop_words, tokenize};
use crate::notes::index::CorpusStats;
use crate::values::StableSort;

/// Maximum number of words of a label; a longer phrase is not used as a label.
const MAX_LABEL_WORDS: usize = 5;

/// Maximum number of characters of a label in a script without spaces, such as Chinese.
const MAX_UNSPACED_LABEL_CHARACTERS: usize = 8;

/// Maximum number of labels per sentence, best first. Phrases with lower scores are mostly
/// fragments.
const MAX_LABELS_PER_SENTENCE: usize = 6;

/// How often a single word must occur in the note to be the label of a claim.
const MIN_SINGLE_WORD_OCCURRENCES: u32 = 3;

/// How much each stop word lowers the score of a label: the score is divided by 1 plus all
/// penalties. A label should name a thing and not retell a sentence.
const STOP_WORD_SCORE_PENALTY: f32 = 0.15;
/// The penalty for each content word after the second; it works like `STOP_WORD_SCORE_PENALTY`.
const EXTRA_WORD_SCORE_PENALTY: f32 = 0.25;

/// Finds labels for the sentences and highlights of a note.
pub struct TopicLabeler<'a> {
    words: &'a NoteWords<'a>,
    phrases: KeyPhrases<'a>,
    language: Language,
    stats: &'a dyn CorpusStats,
    has_emphasis: bool,
}

impl<'a> TopicLabeler<'a> {
    /// Finds and scores the key phrases of a note.
    pub fn new(
        words: &'a NoteWords<'a>,
        note: &str,
        language: Language,
        stats: &'a dyn CorpusStats,
    ) -> Self {
        let emphasized = emphasis::emphasized_texts(note);
        let phrases = KeyPhrases::new(words, &emphasized, language, stats);
        Self { words, phrases, language, stats, has_emphasis: !emphasized.is_empty() }
    }

    /// Whether the note has headings, bold words or links.
    pub fn note_has_emphasis(&self) -> bool {
        self.has_emphasis
    }

    /// All key phrases of the note, highest score first.
    pub fn key_phrases(&self) -> impl Iterator<Item = &KeyPhrase<'a>> {
        self.phrases.phrases.iter()
    }

    /// The score of the best key phrase of a sentence; `None` if it has no key phrase.
    pub fn best_phrase_score(&self, sentence_index: usize) -> Option<f32> {
        self.phrases.phrases_in_sentence(sentence_index).next().map(|phrase| phrase.score)
    }

    /// Returns labels for a claim, best first; the caller takes the first that is not a topic yet.
    /// If some phrases certainly name a thing, only those are returned: if all of them are topics
    /// already, the claim is skipped instead of getting a weaker label.
    pub fn claim_labels(&self, sentence_index: usize) -> Vec<String> {
        let subjects = self.ranked_key_phrases(sentence_index).into_iter();
        let certain = subjects.filter(|phrase| self.certainly_names_thing(phrase));
        let certain: Vec<String> = certain.map(|phrase| phrase.text.to_owned()).collect();
        if !certain.is_empty() {
            return certain;
        }
        // In English only “of” joins nouns to a name (“Bank of England”). Other connectors describe
        // an event.
        let connected = self
            .label_with_connectors(sentence_index, AllowedFirstLabelWord::Content)
            .filter(|label| self.language != Language::English || label.contains(" of "));
        let single = self.single_word_labels(sentence_index, MIN_SINGLE_WORD_OCCURRENCES);
        connected.into_iter().chain(single).map(str::to_owned).collect()
    }

    /// Returns labels for a question, best first, including weak ones. A weak label does no harm,
    /// because the report shows the whole question.
    pub fn question_labels(&self, sentence_index: usize) -> Vec<String> {
        let subjects = self.ranked_key_phrases(sentence_index);
        let labels = subjects.iter().map(|phrase| self.with_head_noun(sentence_index, phrase.text));
        let labels = labels
            .chain(self.label_with_connectors(sentence_index, AllowedFirstLabelWord::Content));
        let labels =
            labels.chain(self.label_with_connectors(sentence_index, AllowedFirstLabelWord::Any));
        labels.chain(self.single_word_labels(sentence_index, 1)).map(str::to_owned).collect()
    }

    /// The key phrases of a sentence: first those that the note repeats or emphasizes, then the
    /// others in order of position, because a sentence mostly begins with its subject. Phrases in
    /// an introduction (“In a study of 1998, …”) come last.
    fn ranked_key_phrases(&self, sentence_index: usize) -> Vec<&KeyPhrase<'a>> {
        let text = self.words.sentences.get(sentence_index).map_or("", |sentence| sentence.text);
        let main_clause = introductory_phrase_bytes(text, self.language);
        let rank = |phrase: &KeyPhrase<'_>| {
            let at = text.find(phrase.text).unwrap_or(text.len());
            match phrase.occurrence_count > 1 || self.is_emphasized_without_own_note(phrase) {
                true => (0, 0),
                false => (if at < main_clause { 2 } else { 1 }, at),
            }
        };
        let mut found: Vec<&KeyPhrase<'a>> = self
            .phrases
            .phrases_in_sentence(sentence_index)
            .take(MAX_LABELS_PER_SENTENCE)
            .collect();
        found.sort_by_cached_key(|phrase| rank(phrase));
        found
    }

    /// Whether a phrase is a name or emphasized, and no note with this name exists. If such a note
    /// exists, the phrase may only refer to it.
    fn is_emphasized_without_own_note(&self, phrase: &KeyPhrase<'_>) -> bool {
        phrase.is_emphasized_or_name && self.stats.missing_note_link_count(phrase.text).is_some()
    }

    /// Whether a phrase is such a good label that weaker ones are not needed. The note repeats it,
    /// or it doesn't refer to an existing note and is emphasized, a name, or (in a script with
    /// spaces) ends with a specific noun.
    fn certainly_names_thing(&self, phrase: &KeyPhrase<'_>) -> bool {
        let is_reference =
            phrase.is_emphasized_or_name && !self.is_emphasized_without_own_note(phrase);
        let last = phrase.text.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let is_specific =
            !stop_words::is_generic_noun(&last) && !phrase.text.chars().any(is_unspaced_script);
        phrase.occurrence_count > 1
            || (!is_reference && (phrase.is_emphasized_or_name || is_specific))
    }

    /// Returns a phrase with the noun that it modifies, if there is one: “salt from winter service”
    /// for “winter service”.
    fn with_head_noun<'t>(&'t self, sentence_index: usize, phrase: &'t str) -> &'t str {
        self.head_noun_and_phrase(sentence_index, phrase).unwrap_or(phrase)
    }

    fn head_noun_and_phrase(&self, sentence_index: usize, phrase: &str) -> Option<&str> {
        let sentence = self.words.sentences.get(sentence_index)?;
        let start = sentence.text.find(phrase)?;
        let first = sentence.words.iter().position(|word| word.start_byte == start)?;
        let text = |at: usize| sentence.words.get(at).map(|word| sentence.word_text(word));
        let has_article = text(first.checked_sub(1)?).is_some_and(stop_words::opens_noun_phrase);
        let connector = first.checked_sub(1 + usize::from(has_article))?;
        let head = sentence.words.get(connector.checked_sub(1)?)?;
        let mut between = sentence.words.get(connector..=first)?.iter();
        let connects = self.language == Language::English
            && matches!(text(connector)?, "of" | "from" | "for")
            && between.all(|word| word.is_adjacent_to_previous);
        if !connects || !head.is_content_word() {
            return None;
        }
        let ends_at_head =
            |run: &&[NoteWord]| run.last().is_some_and(|last| last.end_byte == head.end_byte);
        let run = sentence.content_word_runs().find(ends_at_head)?;
        let label = sentence.text.get(run.first()?.start_byte..start + phrase.len())?;
        (label.split(' ').count() <= MAX_LABEL_WORDS).then_some(label)
    }

    /// Returns the label of a highlight: the whole highlight if it has one or two words, else its
    /// best key phrase, else the text from its first to its last content word.
    pub fn highlight_label(&self, text: &str) -> Option<String> {
        let words = NoteWords::new(&[text], self.language);
        let sentence = words.sentences.first()?;
        let first = sentence.words.iter().position(NoteWord::is_content_word)?;
        let last = sentence.words.iter().rposition(NoteWord::is_content_word)?;
        if length_in_half_words(&sentence.words) <= 2 * HALF_WORDS_PER_WORD {
            return key_phrase::text_spanned_by_words(sentence.text, &sentence.words)
                .map(str::to_owned);
        }
        let phrases = KeyPhrases::new(&words, &BTreeSet::new(), self.language, self.stats);
        if let Some(phrase) = phrases.phrases.first() {
            return Some(phrase.text.to_owned());
        }
        let span = sentence.words.get(first..=last)?;
        // A highlight with other words than content words and connectors is a sentence, not a name.
        let may_be_inside = |word: &NoteWord| {
            let lower = sentence.word_text(word).to_lowercase();
            word.is_content_word() || stop_words::is_allowed_inside_label(&lower, self.language)
        };
        let fits = length_in_half_words(span) <= MAX_LABEL_WORDS * HALF_WORDS_PER_WORD
            && span.iter().all(may_be_inside);
        key_phrase::text_spanned_by_words(sentence.text, span).filter(|_| fits).map(str::to_owned)
    }

    /// The number of words of the note; two characters of a script without spaces count as one.
    pub fn note_word_count(&self) -> usize {
        (0..self.words.sentences.len()).map(|index| self.sentence_word_count(index)).sum()
    }

    /// The number of words of a sentence, counted as in `note_word_count`.
    pub fn sentence_word_count(&self, sentence_index: usize) -> usize {
        let sentence = self.words.sentences.get(sentence_index);
        sentence.map_or(0, |sentence| length_in_half_words(&sentence.words) / HALF_WORDS_PER_WORD)
    }

    /// Returns the best label of a sentence in which function words may connect the content words:
    /// “late for coffee”.
    fn label_with_connectors(
        &self,
        sentence_index: usize,
        outer: AllowedFirstLabelWord,
    ) -> Option<&str> {
        let sentence = self.words.sentences.get(sentence_index)?;
        let roles: Vec<LabelWordRole> =
            sentence.words.iter().map(|word| self.label_word_role(sentence, word, outer)).collect();
        let mut best: Option<(f32, &str)> = None;
        for first in 0..roles.len() {
            for last in first + 1..roles.len().min(first + MAX_LABEL_WORDS) {
                let words = sentence.words.get(first..=last).unwrap_or_default();
                let score = roles
                    .get(first..=last)
                    .and_then(|roles| score_label_with_connectors(roles, words));
                let score =
                    score.filter(|_| is_complete_label(&roles, &sentence.words, first..=last));
                if let Some(score) =
                    score.filter(|score| best.is_none_or(|(known, _)| *score > known))
                {
                    let text = key_phrase::text_spanned_by_words(sentence.text, words);
                    let text = text.filter(|t| key_phrase::may_end_with_noun(t, self.language));
                    best = text.map(|text| (score, text)).or(best);
                }
            }
        }
        best.map(|(_, text)| text)
    }

    /// Returns the single nouns of a sentence (in a script without spaces: the sequences of content
    /// characters) that occur at least `min_count` times in the note. The most frequent come first,
    /// then the longest.
    fn single_word_labels(&self, sentence_index: usize, min_count: u32) -> Vec<&str> {
        let Some(sentence) = self.words.sentences.get(sentence_index) else { return Vec::new() };
        let is_noun = |word: &&NoteWord| self.may_be_noun(word, sentence.word_text(word));
        let is_spaced = |word: &&NoteWord| {
            word.is_content_word() && word.size_in_half_words >= HALF_WORDS_PER_WORD
        };
        let spaced = sentence.words.iter().filter(is_spaced).filter(is_noun);
        let unspaced = sentence
            .content_word_runs()
            .filter(|run| run.iter().any(|word| word.size_in_half_words < HALF_WORDS_PER_WORD))
            .filter_map(|run| run.get(..run.len().min(MAX_UNSPACED_LABEL_CHARACTERS)));
        let spans = spaced.map(std::slice::from_ref).chain(unspaced);
        let ranked = spans.filter_map(|words| {
            let text = key_phrase::text_spanned_by_words(sentence.text, words)?;
            let count = words.iter().map(|word| self.words.stem_count(word)).min()?;
            let is_label = count >= min_count && text.chars().nth(1).is_some();
            is_label.then_some(((count, text.len()), text))
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.stable_sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().take(MAX_LABELS_PER_SENTENCE).map(|(_, text)| text).collect()
    }

    fn may_be_noun(&self, word: &NoteWord, text: &str) -> bool {
        match self.language {
            Language::German => text.starts_with(char::is_uppercase),
            // A capital followed by small letters is probably the name of a person, which is no
            // topic.
            Language::English => {
                !word.is_capitalized || text.chars().skip(1).any(|c| !c.is_lowercase())
            }
            _ => true,
        }
    }

    /// Returns the role that a word could have in a label such as “late for coffee”.
    fn label_word_role(
        &self,
        sentence: &NoteSentence<'_>,
        word: &NoteWord,
        outer: AllowedFirstLabelWord,
    ) -> LabelWordRole {
        let text = sentence.word_text(word);
        let is_word = text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
        let is_content = word.is_content_word();
        match tokenize::stem_unless_stop_word(text, self.language) {
            Some(term) if is_word && (is_content || outer == AllowedFirstLabelWord::Any) => {
                LabelWordRole::Term { rarity: self.stats.rarity(&term), is_content }
            }
            _ if stop_words::is_allowed_inside_label(&text.to_lowercase(), self.language) => {
                LabelWordRole::Connector
            }
            _ => LabelWordRole::Break,
        }
    }
}

/// The length of all words together in half words: a word counts as two, a character of a script
/// without spaces as one.
fn length_in_half_words(words: &[NoteWord]) -> usize {
    words.iter().map(|word| word.size_in_half_words).sum()
}

/// Which words a label such as “late for coffee” may begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AllowedFirstLabelWord {
    /// Only content words: words that name something.
    Content,
    /// Every word except the stop words that the search ignores.
    Any,
}

/// The role of a word in a label such as “late for coffee”.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LabelWordRole {
    /// A word that tells what the label names, such as “coffee”.
    Term { rarity: f32, is_content: bool },
    /// A function word that may occur between the terms of a label, such as “for”.
    Connector,
    /// A word that must not occur in a label, so that every label ends before it.
    Break,
}

impl LabelWordRole {
    fn is_term(&self) -> bool {
        matches!(self, Self::Term { .. })
    }

    fn is_content_word(&self) -> bool {
        matches!(self, Self::Term { is_content: true, .. })
    }
}

/// The length in bytes of the introduction at the start of an English sentence (“In a study of
/// 1998, …”); 0 if there is none.
fn introductory_phrase_bytes(sentence: &str, language: Language) -> usize {
    let first = sentence.split(' ').next().unwrap_or_default().to_lowercase();
    let has_introduction = language == Language::English
        && matches!(
            first.as_str(),
            "in" | "on" | "at" | "for" | "with" | "after" | "under" | "according"
        );
    sentence.find(", ").filter(|_| has_introduction).unwrap_or(0)
}

/// Whether a span is a whole label and not part of a longer one: no term directly precedes or
/// follows it.
fn is_complete_label(
    roles: &[LabelWordRole],
    words: &[NoteWord],
    span: RangeInclusive<usize>,
) -> bool {
    let is_term = |at: usize| roles.get(at).is_some_and(LabelWordRole::is_term);
    let is_joined = |at: usize| words.get(at).is_some_and(|word| word.is_adjacent_to_previous);
    let (first, behind) = (*span.start(), *span.end() + 1);
    let continues_before = is_joined(first) && first.checked_sub(1).is_some_and(is_term);
    let continues_behind = is_joined(behind) && is_term(behind);
    !continues_before && !continues_behind
}

/// Scores a sequence of words as a label: rare words raise the score, many words lower it. `None`
/// if the words can't be a label.
fn score_label_with_connectors(roles: &[LabelWordRole], words: &[NoteWord]) -> Option<f32> {
    let (mut weight, mut terms, mut has_content) = (0.0, 0_usize, false);
    for role in roles {
        match role {
            LabelWordRole::Term { rarity, is_content } => {
                weight += rarity;
                terms += 1;
                has_content |= is_content;
            }
            LabelWordRole::Connector => {}
            LabelWordRole::Break => return None,
        }
    }
    let (first, last) = (roles.first()?, roles.last()?);
    // In “late for coffee” the first word is no content word. That is allowed only before a
    // connector.
    let is_inner =
        |role: &LabelWordRole| *role == LabelWordRole::Connector || role.is_content_word();
    let begins = first.is_content_word()
        || (first.is_term() && roles.get(1) == Some(&LabelWordRole::Connector));
    let is_label = begins && roles.iter().skip(1).all(is_inner) && last.is_content_word();
    let is_joined = words.iter().skip(1).all(|word| word.is_adjacent_to_previous);
    let extra_terms = terms.saturating_sub(2) as f32;
    let connectors = roles.len().saturating_sub(terms) as f32;
    let cost = 1.0 + EXTRA_WORD_SCORE_PENALTY * extra_terms + STOP_WORD_SCORE_PENALTY * connectors;
    (is_label && is_joined && has_content).then_some(weight / cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::FallbackCorpusStats;

    fn with_labeler<T>(sentence: &str, call: impl Fn(&TopicLabeler<'_>) -> T) -> T {
        let language = Language::detect(sentence);
        let words = NoteWords::new(&[sentence], language);
        call(&TopicLabeler::new(&words, sentence, language, &FallbackCorpusStats))
    }

    #[test]
    fn a_question_has_a_label_if_it_names_anything() {
        let check = |sentence: &str, expected: &[&str]| {
            let got = with_labeler(sentence, |labeler| labeler.question_labels(0));
            assert_eq!(got, expected, "{sentence}");
        };
        check("How late is too late for coffee?", &["late for coffee", "coffee"]);
        check(
            "Is there a threshold for the canopy?",
            &["threshold for the canopy", "threshold for the canopy", "threshold", "canopy"],
        );
        check(
            "Does salt from winter service reach it?",
            &["salt from winter service", "salt from winter service", "service", "winter", "salt"],
        );
        check("Does a park cool the streets next to it?", &["streets", "park"]);
        check("堆肥？", &["堆肥"]);
        check("Is it so?", &[]);
    }

    #[test]
    fn the_label_of_a_claim_is_its_subject() {
        let check = |sentence: &str, expected: &str| {
            let got = with_labeler(sentence, |labeler| labeler.claim_labels(0));
            assert_eq!(got.first().map_or("", String::as_str), expected, "{sentence}");
        };
        check("A dark roast is milder, so it is the safe afternoon drink.", "dark roast");
        check("In Alpine valleys, stony ground is 8 °C warmer.", "stony ground");
        check("It was 38 °C in the middle.", "");
    }

    #[test]
    fn a_highlight_is_shortened_to_its_key_phrase() {
        let check = |text: &str, expected: Option<&str>| {
            let got = with_labeler(text, |labeler| labeler.highlight_label(text));
            assert_eq!(got.as_deref(), expected, "{text}");
        };
        check("first crack", Some("first crack"));
        check("the eyes on the street", Some("eyes on the street"));
        check("dried inoculants rarely help", Some("dried inoculants"));
        check("which channelling explains", Some("channelling"));
        check("only so much", None);
        check("size is the whole secret", None);
    }
}
