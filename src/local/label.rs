//! What a topic may be called: the most telling phrase of a sentence, or what comes closest to
//! one where a sentence has none.

use std::collections::BTreeSet;

use super::phrase::{self, Phrase, Phrases};
use super::wording::{Sentence, WORD, Word, Wording};
use super::{Surroundings, idle, marked};
use crate::index::language::Language;
use crate::index::tokenize;

/// A label has this many words at the most.
const MAX_WORDS: usize = 5;

/// And this many characters of a script without spaces.
const MAX_RUN: usize = 8;

/// Another label than these is not sought for a sentence: the phrases behind are fragments.
const MAX_LABELS: usize = 6;

/// What each small word inside costs: a label names a thing, it does not retell the sentence.
const SMALL_WORD_COST: f32 = 0.15;
const LENGTH_COST: f32 = 0.25;

/// Names for what a note speaks of.
pub struct Labels<'a> {
    wording: &'a Wording<'a>,
    phrases: Phrases<'a>,
    language: Language,
    around: &'a dyn Surroundings,
    marks: bool,
}

impl<'a> Labels<'a> {
    /// Weighs the phrases of a note.
    pub fn of(
        wording: &'a Wording<'a>,
        note: &str,
        language: Language,
        around: &'a dyn Surroundings,
    ) -> Self {
        let marked = marked::marked(note);
        let phrases = Phrases::of(wording, &marked, language, around);
        Self { wording, phrases, language, around, marks: !marked.is_empty() }
    }

    /// Whether the writer set anything apart by headings, bold words or links.
    pub fn has_marks(&self) -> bool {
        self.marks
    }

    /// All phrases, most telling first.
    pub fn phrases(&self) -> impl Iterator<Item = &Phrase<'a>> {
        self.phrases.all.iter()
    }

    /// How telling the best phrase of a sentence is.
    pub fn best_score(&self, sentence: usize) -> Option<f32> {
        self.phrases.of_sentence(sentence).next().map(|phrase| phrase.score)
    }

    /// What a claim may be called, best first. Where it names a thing in full no lesser label
    /// will do: if the thing is a topic already, so is the claim.
    pub fn of_claim(&self, number: usize) -> Vec<String> {
        let telling: Vec<String> = self.telling(number).map(str::to_owned).collect();
        if !telling.is_empty() {
            return telling;
        }
        let labels = self.joined(number, Ends::Naming).into_iter().chain(self.singles(number));
        labels.map(str::to_owned).collect()
    }

    /// What a question may be called, best first. It is shown in its own words, so that a label
    /// that names nothing in full is better than none.
    pub fn of_question(&self, number: usize) -> Vec<String> {
        let labels = self.telling(number).chain(self.joined(number, Ends::Naming));
        let labels = labels.chain(self.joined(number, Ends::Any));
        labels.chain(self.singles(number)).map(str::to_owned).collect()
    }

    fn telling(&self, number: usize) -> impl Iterator<Item = &str> {
        self.phrases.of_sentence(number).take(MAX_LABELS).map(|phrase| phrase.text)
    }

    /// What a highlight may be called: itself if it is one word or two, else its most telling
    /// phrase or, where it has none, all from its first naming word to its last.
    pub fn of_highlight(&self, text: &str) -> Option<String> {
        let wording = Wording::of(&[text], self.language);
        let sentence = wording.sentences.first()?;
        let naming = |word: &Word| word.stem.is_some();
        let first = sentence.words.iter().position(naming)?;
        let last = sentence.words.iter().rposition(naming)?;
        if size(&sentence.words) <= 2 * WORD {
            return phrase::stretch(sentence.text, &sentence.words).map(str::to_owned);
        }
        let phrases = Phrases::of(&wording, &BTreeSet::new(), self.language, self.around);
        if let Some(phrase) = phrases.all.first() {
            return Some(phrase.text.to_owned());
        }
        let words = sentence.words.get(first..=last)?;
        let fits = size(words) <= MAX_WORDS * WORD;
        phrase::stretch(sentence.text, words).filter(|_| fits).map(str::to_owned)
    }

    /// How many words a note has; two characters of a script without spaces are one.
    pub fn words(&self) -> usize {
        (0..self.wording.sentences.len()).map(|number| self.words_of(number)).sum()
    }

    /// How many words a sentence has.
    pub fn words_of(&self, number: usize) -> usize {
        let sentence = self.wording.sentences.get(number);
        sentence.map_or(0, |sentence| size(&sentence.words) / WORD)
    }

    /// Telling words with small words between them: “late for coffee”.
    fn joined(&self, number: usize, ends: Ends) -> Option<&str> {
        let sentence = self.wording.sentences.get(number)?;
        let roles: Vec<Role> =
            sentence.words.iter().map(|word| self.role(sentence, word, ends)).collect();
        let mut best: Option<(f32, &str)> = None;
        for first in 0..roles.len() {
            for last in first + 1..roles.len().min(first + MAX_WORDS) {
                let words = sentence.words.get(first..=last).unwrap_or_default();
                let score = roles.get(first..=last).and_then(|roles| joined_score(roles, words));
                let score = score.filter(|_| is_whole(&roles, &sentence.words, first, last));
                if let Some(score) =
                    score.filter(|score| best.is_none_or(|(known, _)| *score > known))
                {
                    best = phrase::stretch(sentence.text, words).map(|text| (score, text));
                }
            }
        }
        best.map(|(_, text)| text)
    }

    /// Words that name something, or such runs of a script without spaces: those first that come
    /// back most often, of several the longest.
    fn singles(&self, number: usize) -> Vec<&str> {
        let Some(sentence) = self.wording.sentences.get(number) else { return Vec::new() };
        let spaced = sentence.words.iter().filter(|word| word.stem.is_some() && word.size >= WORD);
        let unspaced = sentence.runs().filter(|run| run.iter().any(|word| word.size < WORD));
        let runs = unspaced.filter_map(|run| run.get(..run.len().min(MAX_RUN)));
        let stretches = spaced.map(std::slice::from_ref).chain(runs);
        let weighed = stretches.filter_map(|words| {
            let text = phrase::stretch(sentence.text, words)?;
            let count = words.iter().map(|word| self.wording.count(word)).min()?;
            text.chars().nth(1).map(|_| ((count, text.len()), text))
        });
        let mut found: Vec<_> = weighed.collect();
        found.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        found.into_iter().take(MAX_LABELS).map(|(_, text)| text).collect()
    }

    fn role(&self, sentence: &Sentence<'_>, word: &Word, ends: Ends) -> Role {
        let text = sentence.text.get(word.start..word.end).unwrap_or_default();
        let lower = text.to_lowercase();
        let is_word = text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
        let naming = word.stem.is_some();
        match tokenize::term(text, self.language) {
            Some(term) if is_word && (naming || ends == Ends::Any) => {
                Role::Telling { rarity: self.around.rarity(&term), naming }
            }
            _ if idle::is_joint(&lower, self.language) => Role::Joint,
            _ => Role::Apart,
        }
    }
}

fn size(words: &[Word]) -> usize {
    words.iter().map(|word| word.size).sum()
}

/// With what a joined label begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Words that name something.
    Naming,
    /// Any but small words.
    Any,
}

/// What a word does in a joined label.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Telling { rarity: f32, naming: bool },
    Joint,
    Apart,
}

/// Whether no telling word stands right before a stretch or right behind it.
fn is_whole(roles: &[Role], words: &[Word], first: usize, last: usize) -> bool {
    let told = |at: usize| matches!(roles.get(at), Some(Role::Telling { .. }));
    let joined = |at: usize| words.get(at).is_some_and(|word| word.joined);
    let before = joined(first) && first.checked_sub(1).is_some_and(told);
    let behind = joined(last + 1) && told(last + 1);
    !before && !behind
}

/// How telling a stretch is; none if it is no label.
fn joined_score(roles: &[Role], words: &[Word]) -> Option<f32> {
    let (mut weight, mut telling, mut names) = (0.0, 0_usize, false);
    for role in roles {
        match role {
            Role::Telling { rarity, naming } => {
                weight += rarity;
                telling += 1;
                names |= naming;
            }
            Role::Joint => {}
            Role::Apart => return None,
        }
    }
    let told = |role: Option<&Role>| matches!(role, Some(Role::Telling { .. }));
    let ends = told(roles.first()) && told(roles.last());
    let joined = words.iter().skip(1).all(|word| word.joined);
    let longer = telling.saturating_sub(2) as f32;
    let small = roles.len().saturating_sub(telling) as f32;
    let cost = 1.0 + LENGTH_COST * longer + SMALL_WORD_COST * small;
    (ends && joined && names).then_some(weight / cost)
}

#[cfg(test)]
mod tests {
    use super::super::Alone;
    use super::*;

    fn with_labels<T>(sentence: &str, ask: impl Fn(&Labels<'_>) -> T) -> T {
        let language = Language::of(sentence);
        let wording = Wording::of(&[sentence], language);
        ask(&Labels::of(&wording, sentence, language, &Alone))
    }

    #[test]
    fn a_question_always_has_a_name_if_it_names_anything() {
        let check = |sentence: &str, expected: &[&str]| {
            let got = with_labels(sentence, |labels| labels.of_question(0));
            assert_eq!(got, expected, "{sentence}");
        };
        check("How late is too late for coffee?", &["late for coffee", "coffee"]);
        check(
            "Is there a threshold for the canopy?",
            &["threshold for the canopy", "threshold for the canopy", "threshold", "canopy"],
        );
        check("堆肥？", &["堆肥"]);
        check("Is it so?", &[]);
    }

    #[test]
    fn a_highlight_is_cut_to_what_it_names() {
        let check = |text: &str, expected: Option<&str>| {
            let got = with_labels(text, |labels| labels.of_highlight(text));
            assert_eq!(got.as_deref(), expected, "{text}");
        };
        check("first crack", Some("first crack"));
        check("the eyes on the street", Some("eyes on the street"));
        check("dried inoculants rarely help", Some("dried inoculants"));
        check("which channelling explains", Some("channelling"));
        check("only so much", None);
    }
}
