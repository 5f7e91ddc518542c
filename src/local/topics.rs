//! What in a note is worth looking up, found without a model: its questions, links to notes
//! that do not exist yet, sentences that can be checked, highlights, and its most telling phrases.

use std::collections::BTreeSet;

use super::label::Labels;
use super::phrase::Phrase;
use super::wording::Wording;
use super::{Surroundings, Topic, TopicKind, statement};
use crate::index::language::Language;
use crate::index::tokenize;
use crate::note::link::{self, Link};
use crate::note::prose;

/// Of each sort no more than this, so that one sort does not crowd the others out.
const MAX_QUESTIONS: usize = 4;
const MAX_MISSING: usize = 3;
const MAX_CLAIMS: usize = 3;
const MAX_HIGHLIGHTS: usize = 3;

/// Nobody reads a longer list, whatever limit is asked for; each topic is compared with all.
const MAX_TOPICS: usize = 50;

/// Candidates of one sort that are looked at: a note may say the same thing ten thousand times.
const MAX_TRIED: usize = 1000;

/// Phrases that stand in the note only once fill up to one topic for so many words of it; what
/// a shorter note says once is no topic yet.
const WORDS_FOR_ONE: usize = 9;

/// A line of fewer words without a full stop is a heading: what it is about stands in the next.
const MIN_CONTEXT_WORDS: usize = 5;

/// The topics of a note, most promising first.
pub fn topics(note: &str, limit: usize, around: &dyn Surroundings) -> Vec<Topic> {
    let plain = prose::plain(note);
    let sentences = prose::sentences(&plain);
    let language = Language::of(&plain);
    let wording = Wording::of(&sentences, language);
    let labels = Labels::of(&wording, note, language, around);
    let finder = Finder { language, around, note, sentences: &sentences, labels };
    let mut chosen = Chosen {
        topics: Vec::new(),
        seen: Vec::new(),
        finder: &finder,
        limit: limit.min(MAX_TOPICS),
    };
    chosen.take(MAX_QUESTIONS, finder.questions());
    chosen.take(MAX_MISSING, finder.missing_notes());
    chosen.take(MAX_CLAIMS, finder.claims());
    chosen.take(MAX_HIGHLIGHTS, finder.highlights());
    chosen.take(limit, finder.phrases(|phrase| phrase.count > 1));
    let enough = finder.labels.words() / WORDS_FOR_ONE;
    let room = enough.saturating_sub(chosen.topics.len());
    chosen.take(room, finder.phrases(|phrase| phrase.count == 1));
    chosen.topics
}

/// Something that may become a topic.
struct Candidate {
    /// The best first; the first that is not yet taken becomes the label.
    labels: Vec<String>,
    kind: TopicKind,
    reason: String,
    place: Place,
}

/// Where a candidate stands; what is said there is looked up only if it is taken.
enum Place {
    /// It is the sentence itself.
    Sentence(usize),
    /// The sentence speaks of it.
    Within(usize),
    /// The first sentence with these words.
    Named(String),
}

struct Finder<'a> {
    language: Language,
    around: &'a dyn Surroundings,
    note: &'a str,
    sentences: &'a [&'a str],
    labels: Labels<'a>,
}

impl Finder<'_> {
    fn questions(&self) -> impl Iterator<Item = Candidate> {
        let asked = self.sentences.iter().enumerate();
        asked.filter(|(_, sentence)| statement::is_question(sentence)).map(|(number, _)| {
            Candidate {
                labels: self.labels.of_question(number),
                kind: TopicKind::Question,
                reason: "Your note asks this".to_owned(),
                place: Place::Sentence(number),
            }
        })
    }

    /// Sentences that can be checked, those about the most telling things first.
    fn claims(&self) -> impl Iterator<Item = Candidate> {
        let mut stated: Vec<(f32, usize, &str)> = Vec::new();
        for (number, sentence) in self.sentences.iter().enumerate() {
            if let Some(reason) = statement::claim(sentence, self.language) {
                let score = self.labels.best_score(number).unwrap_or(f32::MIN);
                stated.push((score, number, reason));
            }
        }
        stated.sort_by(|a, b| b.0.total_cmp(&a.0));
        stated.into_iter().map(|(_, number, reason)| Candidate {
            labels: self.labels.of_claim(number),
            kind: TopicKind::Claim,
            reason: reason.to_owned(),
            place: Place::Within(number),
        })
    }

    fn missing_notes(&self) -> impl Iterator<Item = Candidate> {
        let mut missing: Vec<(usize, Link)> = Vec::new();
        let mut known = BTreeSet::new();
        for link in link::links(self.note) {
            let named = link.target.chars().any(char::is_alphabetic) && !link.target.contains('.');
            if !named || !known.insert(link.target.to_lowercase()) {
                continue;
            }
            if let Some(count) = self.around.missing_note(&link.target) {
                missing.push((count, link));
            }
        }
        missing.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        missing.into_iter().map(|(count, link)| {
            let label = link.target.rsplit('/').next().unwrap_or(&link.target).to_owned();
            let shown = link.alias.unwrap_or_else(|| label.clone());
            Candidate { place: Place::Named(shown), ..named(label, missing_reason(count)) }
        })
    }

    fn highlights(&self) -> impl Iterator<Item = Candidate> {
        let marked = prose::highlights(self.note).into_iter().take(MAX_TOPICS);
        let labels = marked.filter_map(|text| self.labels.of_highlight(&text));
        labels.map(|label| named(label, "You highlighted it".to_owned()))
    }

    /// Telling phrases of a sort.
    fn phrases(&self, wanted: impl Fn(&Phrase<'_>) -> bool) -> impl Iterator<Item = Candidate> {
        self.labels.phrases().filter(move |phrase| wanted(phrase)).map(|phrase| Candidate {
            labels: vec![phrase.text.to_owned()],
            kind: TopicKind::Concept,
            reason: "Rare in your vault, telling in this note".to_owned(),
            place: Place::Within(phrase.sentence),
        })
    }

    /// What the note says of a topic.
    fn context(&self, place: &Place) -> String {
        let sentence = |number: usize| self.sentences.get(number).copied().unwrap_or_default();
        match place {
            Place::Sentence(number) => sentence(*number).to_owned(),
            Place::Within(number) => {
                let (said, next) = (sentence(*number), sentence(number + 1));
                let is_heading = self.labels.words_of(*number) < MIN_CONTEXT_WORDS
                    && said.ends_with(char::is_alphanumeric);
                match is_heading && !next.is_empty() {
                    true => format!("{said}: {next}"),
                    false => said.to_owned(),
                }
            }
            Place::Named(words) => {
                let wanted = words.to_lowercase();
                let found = self.sentences.iter().position(|s| s.to_lowercase().contains(&wanted));
                found.map(|at| self.context(&Place::Within(at))).unwrap_or_default()
            }
        }
    }
}

fn named(label: String, reason: String) -> Candidate {
    let place = Place::Named(label.clone());
    Candidate { labels: vec![label], kind: TopicKind::Concept, reason, place }
}

fn missing_reason(count: usize) -> String {
    match count {
        0 | 1 => "Linked here, but the note does not exist yet".to_owned(),
        many => format!("Linked from {many} notes, but the note does not exist yet"),
    }
}

/// The topics so far.
struct Chosen<'f> {
    topics: Vec<Topic>,
    seen: Vec<BTreeSet<String>>,
    finder: &'f Finder<'f>,
    limit: usize,
}

impl Chosen<'_> {
    fn take(&mut self, most: usize, candidates: impl Iterator<Item = Candidate>) {
        let full = self.limit.min(self.topics.len().saturating_add(most));
        for candidate in candidates.take(MAX_TRIED) {
            if self.topics.len() >= full {
                return;
            }
            let new =
                candidate.labels.iter().find_map(|label| Some((label, self.new_terms(label)?)));
            let Some((label, terms)) = new else { continue };
            self.topics.push(Topic {
                topic: capitalised(label),
                context: self.finder.context(&candidate.place),
                kind: candidate.kind,
                reason: candidate.reason,
            });
            self.seen.push(terms);
        }
    }

    /// The terms of a label, unless it is the topic of an earlier one.
    fn new_terms(&self, label: &str) -> Option<BTreeSet<String>> {
        let terms = tokenize::terms(label, self.finder.language).distinct();
        let known = terms.is_empty() || self.seen.iter().any(|seen| overlap(seen, &terms));
        (!known).then_some(terms)
    }
}

/// Two labels are the same topic when one's words are all in the other, or most are shared.
fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    shared > 0 && shared * 3 >= a.len().min(b.len()) * 2
}

fn capitalised(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
#[cfg(test)]
mod tests {
    use super::super::Alone;
    use super::*;

    fn check(note: &str, expected: &[&str]) {
        let got: Vec<String> = topics(note, 10, &Alone)
            .iter()
            .map(|t| format!("{:?} {}", t.kind, t.topic).to_lowercase())
            .collect();
        assert_eq!(got, expected, "{note}");
    }

    #[test]
    fn questions_links_figures_and_highlights_become_topics() {
        check("How late is too late for coffee?", &["question late for coffee"]);
        check("See [[Adenosine]] and [[adenosine]].", &["concept adenosine"]);
        check(
            "The half-life of caffeine is about 5 hours in adults.",
            &["claim half-life of caffeine"],
        );
        check("So ==first crack== it is.", &["concept first crack"]);
    }

    #[test]
    fn a_note_that_says_nothing_has_no_topics() {
        check("", &[]);
        check("---\ntags: [a]\n---\n\n```\ncode here\n```\n", &[]);
    }

    #[test]
    fn no_more_topics_than_asked_for() {
        let note = "Why does bread rise? Why does yeast die? Why is rye sour? Why does dough tear? Why bake hot?";
        assert_eq!(topics(note, 2, &Alone).len(), 2);
        assert_eq!(topics(note, 0, &Alone).len(), 0);
    }
}
