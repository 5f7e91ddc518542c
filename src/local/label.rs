//! What a topic may be called: the most telling phrase of a sentence, or what comes closest to
//! one where a sentence has none.

use std::collections::BTreeSet;

use crate::index::corpus_stats::CorpusStats;
use crate::index::language::{Language, is_unspaced};
use crate::index::tokenize;
use crate::local::phrase::{self, Phrase, Phrases};
use crate::local::phrasing::{Sentence, WORD, Word, Wording};
use crate::local::{emphasis, stop_words};

/// A label has this many words at the most.
const MAX_WORDS: usize = 5;

/// And this many characters of a script without spaces.
const MAX_RUN: usize = 8;

/// Another label than these is not sought for a sentence: the phrases behind are fragments.
const MAX_LABELS: usize = 6;

/// A single word names a claim if the note says it so often.
const MIN_SINGLE: u32 = 3;

/// What each small word inside costs: a label names a thing, it does not retell the sentence.
const SMALL_WORD_COST: f32 = 0.15;
const LENGTH_COST: f32 = 0.25;

/// Names for what a note speaks of.
pub struct Labels<'a> {
    wording: &'a Wording<'a>,
    phrases: Phrases<'a>,
    language: Language,
    around: &'a dyn CorpusStats,
    marks: bool,
}

impl<'a> Labels<'a> {
    /// Weighs the phrases of a note.
    pub fn of(
        wording: &'a Wording<'a>,
        note: &str,
        language: Language,
        around: &'a dyn CorpusStats,
    ) -> Self {
        let marked = emphasis::marked(note);
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
        let subjects = self.subjects(number).into_iter().filter(|phrase| self.is_sure(phrase));
        let telling: Vec<String> = subjects.map(|phrase| phrase.text.to_owned()).collect();
        if !telling.is_empty() {
            return telling;
        }
        // Other small words than this one tell what happens rather than what a thing is.
        let joined = self
            .joined(number, Ends::Naming)
            .filter(|label| self.language != Language::English || label.contains(" of "));
        joined.into_iter().chain(self.singles(number, MIN_SINGLE)).map(str::to_owned).collect()
    }

    /// What a question may be called, best first. It is shown in its own words, so that a label
    /// that names nothing in full is better than none.
    pub fn of_question(&self, number: usize) -> Vec<String> {
        let subjects = self.subjects(number);
        let labels = subjects.iter().map(|phrase| self.with_head(number, phrase.text));
        let labels = labels.chain(self.joined(number, Ends::Naming));
        let labels = labels.chain(self.joined(number, Ends::Any));
        labels.chain(self.singles(number, 1)).map(str::to_owned).collect()
    }

    /// The telling phrases of a sentence: first what the note comes back to or sets apart, then
    /// what the sentence begins with, which is mostly what it is about.
    fn subjects(&self, number: usize) -> Vec<&Phrase<'a>> {
        let said = self.wording.sentences.get(number).map_or("", |sentence| sentence.text);
        let lead = lead_in(said, self.language);
        let rank = |phrase: &Phrase<'_>| {
            let at = said.find(phrase.text).unwrap_or(said.len());
            match phrase.count > 1 || self.is_set_apart(phrase) {
                true => (0, 0),
                false => (if at < lead { 2 } else { 1 }, at),
            }
        };
        let mut found: Vec<&Phrase<'a>> =
            self.phrases.of_sentence(number).take(MAX_LABELS).collect();
        found.sort_by_cached_key(|phrase| rank(phrase));
        found
    }

    /// Whether a phrase is a name or was set apart; a link to a note that exists only refers to it.
    fn is_set_apart(&self, phrase: &Phrase<'_>) -> bool {
        phrase.distinct && self.around.missing_note(phrase.text).is_some()
    }

    /// Whether a phrase is more than words that stand side by side: something that the note comes
    /// back to, or no reference, nothing that could be said of anything, and in a script in which
    /// one sees where words end.
    fn is_sure(&self, phrase: &Phrase<'_>) -> bool {
        let refers = phrase.distinct && !self.is_set_apart(phrase);
        let last = phrase.text.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let plain = !stop_words::is_general(&last) && !phrase.text.chars().any(is_unspaced);
        phrase.count > 1 || (!refers && (phrase.distinct || plain))
    }

    /// A phrase with the noun that it belongs to: “salt from winter service”.
    fn with_head<'t>(&'t self, number: usize, text: &'t str) -> &'t str {
        let whole = || {
            let sentence = self.wording.sentences.get(number)?;
            let start = sentence.text.find(text)?;
            let first = sentence.words.iter().position(|word| word.start == start)?;
            let said = |at: usize| {
                let word = sentence.words.get(at)?;
                sentence.text.get(word.start..word.end)
            };
            let article = said(first.checked_sub(1)?).is_some_and(stop_words::opens_noun_phrase);
            let link = first.checked_sub(1 + usize::from(article))?;
            let head = link.checked_sub(1)?;
            let joined = sentence.words.get(link..=first)?.iter().all(|word| word.joined);
            let joins =
                self.language == Language::English && matches!(said(link)?, "of" | "from" | "for");
            let names = sentence.words.get(head)?.stem.is_some();
            let mut run = sentence.runs().filter_map(|run| Some((run.first()?, run.last()?)));
            let ends = sentence.words.get(head)?.end;
            let head = run.find(|(_, last)| last.end == ends).map(|(first, _)| first.start)?;
            let label = sentence.text.get(head..start + text.len())?;
            let fits = label.split(' ').count() <= MAX_WORDS;
            (joined && joins && names && fits).then_some(label)
        };
        whole().unwrap_or(text)
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
        // With more than small words inside it is a sentence and names nothing.
        let names = |word: &Word| {
            let text = sentence.text.get(word.start..word.end).unwrap_or_default();
            naming(word) || stop_words::is_joint(&text.to_lowercase(), self.language)
        };
        let fits = size(words) <= MAX_WORDS * WORD && words.iter().all(names);
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
                    let text = phrase::stretch(sentence.text, words);
                    let text = text.filter(|text| phrase::ends_with_noun(text, self.language));
                    best = text.map(|text| (score, text)).or(best);
                }
            }
        }
        best.map(|(_, text)| text)
    }

    /// Words that name something, or such runs of a script without spaces: those first that come
    /// back most often, of several the longest. Those that stand in the note less often than
    /// `least` are left out.
    fn singles(&self, number: usize, least: u32) -> Vec<&str> {
        let Some(sentence) = self.wording.sentences.get(number) else { return Vec::new() };
        let is_noun = |word: &&Word| {
            let text = sentence.text.get(word.start..word.end).unwrap_or_default();
            let is_capital = text.starts_with(char::is_uppercase);
            match self.language {
                Language::German => is_capital,
                // A capital and nothing else to it is the name of somebody.
                Language::English => {
                    !word.capital || text.chars().skip(1).any(|c| !c.is_lowercase())
                }
                _ => true,
            }
        };
        let spaced = sentence.words.iter().filter(|word| word.stem.is_some() && word.size >= WORD);
        let spaced = spaced.filter(is_noun);
        let unspaced = sentence.runs().filter(|run| run.iter().any(|word| word.size < WORD));
        let runs = unspaced.filter_map(|run| run.get(..run.len().min(MAX_RUN)));
        let stretches = spaced.map(std::slice::from_ref).chain(runs);
        let weighed = stretches.filter_map(|words| {
            let text = phrase::stretch(sentence.text, words)?;
            let count = words.iter().map(|word| self.wording.count(word)).min()?;
            (count >= least && text.chars().nth(1).is_some()).then_some(((count, text.len()), text))
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
            _ if stop_words::is_joint(&lower, self.language) => Role::Joint,
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

/// Where the circumstances end with which a sentence opens: “In a study of 1998, …”.
fn lead_in(said: &str, language: Language) -> usize {
    let first = said.split(' ').next().unwrap_or_default().to_lowercase();
    let opens = language == Language::English
        && matches!(
            first.as_str(),
            "in" | "on" | "at" | "for" | "with" | "after" | "under" | "according"
        );
    said.find(", ").filter(|_| opens).unwrap_or(0)
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
    let named = |role: Option<&Role>| matches!(role, Some(Role::Telling { naming: true, .. }));
    // “Late for coffee”: only the first word may be one that names nothing.
    let inner = roles.iter().skip(1).all(|role| *role == Role::Joint || named(Some(role)));
    let begins = named(roles.first()) || roles.get(1) == Some(&Role::Joint);
    let ends = told(roles.first()) && begins && inner && named(roles.last());
    let joined = words.iter().skip(1).all(|word| word.joined);
    let longer = telling.saturating_sub(2) as f32;
    let small = roles.len().saturating_sub(telling) as f32;
    let cost = 1.0 + LENGTH_COST * longer + SMALL_WORD_COST * small;
    (ends && joined && names).then_some(weight / cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::corpus_stats::NoCorpus;

    fn with_labels<T>(sentence: &str, ask: impl Fn(&Labels<'_>) -> T) -> T {
        let language = Language::detect(sentence);
        let wording = Wording::of(&[sentence], language);
        ask(&Labels::of(&wording, sentence, language, &NoCorpus))
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
        check(
            "Does salt from winter service reach it?",
            &["salt from winter service", "salt from winter service", "service", "winter", "salt"],
        );
        check("Does a park cool the streets next to it?", &["streets", "park"]);
        check("堆肥？", &["堆肥"]);
        check("Is it so?", &[]);
    }

    #[test]
    fn a_claim_is_called_by_what_it_is_about() {
        let check = |sentence: &str, expected: &str| {
            let got = with_labels(sentence, |labels| labels.of_claim(0));
            assert_eq!(got.first().map_or("", String::as_str), expected, "{sentence}");
        };
        check("A dark roast is milder, so it is the safe afternoon drink.", "dark roast");
        check("In Alpine valleys, stony ground is 8 °C warmer.", "stony ground");
        check("It was 38 °C in the middle.", "");
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
        check("size is the whole secret", None);
    }
}
