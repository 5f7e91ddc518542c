//! What in a note is worth looking up, found without a model: its questions, links to notes
//! that do not exist yet, sentences with figures, highlights, and its most telling phrases.

use std::collections::BTreeSet;

use super::phrase;
use super::{Surroundings, Topic, TopicKind};
use crate::index::language::Language;
use crate::index::tokenize;
use crate::note::{link, prose};

/// Of each sort no more than this, so that one sort does not crowd the others out.
const MAX_QUESTIONS: usize = 4;
const MAX_MISSING: usize = 3;
const MAX_CLAIMS: usize = 3;
const MAX_HIGHLIGHTS: usize = 2;

/// Phrases that stand in the note only once fill up to this many topics, no further.
const ENOUGH: usize = 5;

/// A highlight of so many words is a label as it stands.
const MAX_LABEL_WORDS: usize = 5;

/// Shorter sentences with a figure are list entries or dates rather than claims.
const MIN_CLAIM_WORDS: usize = 6;

/// The topics of a note, most promising first.
pub fn topics(note: &str, limit: usize, around: &dyn Surroundings) -> Vec<Topic> {
    let plain = prose::plain(note);
    let sentences = prose::sentences(&plain);
    let finder = Finder { language: Language::of(&plain), around, note, sentences };
    let mut chosen = Chosen { topics: Vec::new(), seen: Vec::new(), finder: &finder, limit };
    chosen.take(MAX_QUESTIONS, finder.questions());
    chosen.take(MAX_MISSING, finder.missing_notes());
    chosen.take(MAX_CLAIMS, finder.claims());
    chosen.take(MAX_HIGHLIGHTS, finder.highlights());
    let (repeated, single) = finder.phrases();
    chosen.take(limit, repeated);
    chosen.take(ENOUGH.saturating_sub(chosen.topics.len()), single);
    chosen.topics
}

/// Something that may become a topic.
struct Candidate {
    label: String,
    kind: TopicKind,
    reason: String,
    /// The sentence it was found in; looked up only if the candidate is taken.
    sentence: Option<String>,
}

struct Finder<'a> {
    language: Language,
    around: &'a dyn Surroundings,
    note: &'a str,
    sentences: Vec<&'a str>,
}

impl Finder<'_> {
    fn questions(&self) -> Vec<Candidate> {
        let asked = self.sentences.iter().filter(|sentence| is_question(sentence));
        asked
            .filter_map(|sentence| {
                self.stated(sentence, TopicKind::Question, "Your note asks this")
            })
            .collect()
    }

    fn claims(&self) -> Vec<Candidate> {
        let stated = self.sentences.iter().filter(|sentence| is_claim(sentence));
        stated
            .filter_map(|sentence| {
                self.stated(sentence, TopicKind::Claim, "Your note gives a figure")
            })
            .collect()
    }

    fn stated(&self, sentence: &str, kind: TopicKind, reason: &str) -> Option<Candidate> {
        let label = phrase::best(sentence, self.language, self.around)?.text.to_owned();
        Some(Candidate {
            label,
            kind,
            reason: reason.to_owned(),
            sentence: Some(sentence.to_owned()),
        })
    }

    fn missing_notes(&self) -> Vec<Candidate> {
        let mut missing: Vec<(usize, String)> = Vec::new();
        for link in link::links(self.note) {
            let Some(count) = self.around.missing_note(&link.target) else { continue };
            let known = missing.iter().any(|(_, name)| name.eq_ignore_ascii_case(&link.target));
            if !known && !link.target.is_empty() && !link.target.contains('.') {
                missing.push((count, link.target));
            }
        }
        missing.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        missing.into_iter().map(|(count, name)| missing_note(&name, count)).collect()
    }

    fn highlights(&self) -> Vec<Candidate> {
        let label = |text: String| {
            if text.split_whitespace().count() <= MAX_LABEL_WORDS {
                return Some(text);
            }
            phrase::best(&text, self.language, self.around).map(|best| best.text.to_owned())
        };
        let marked = prose::highlights(self.note).into_iter().filter_map(label);
        marked.map(|label| concept(label, "You highlighted it".to_owned())).collect()
    }

    /// Telling phrases: those that come back, and those that stand only once.
    fn phrases(&self) -> (Vec<Candidate>, Vec<Candidate>) {
        let phrases = phrase::frequent(&self.sentences, self.language, self.around);
        let (repeated, single): (Vec<_>, Vec<_>) = phrases.into_iter().partition(|p| p.count > 1);
        let telling = |found: Vec<phrase::Phrase<'_>>| {
            let reason = "Rare in your vault, telling in this note";
            found.iter().map(|p| concept(p.text.to_owned(), reason.to_owned())).collect()
        };
        (telling(repeated), telling(single))
    }

    /// The first sentence of the note that speaks of a thing.
    fn context(&self, label: &str) -> String {
        let wanted = label.to_lowercase();
        let found = self.sentences.iter().find(|s| s.to_lowercase().contains(&wanted));
        found.map(|sentence| (*sentence).to_owned()).unwrap_or_default()
    }
}

fn missing_note(name: &str, count: usize) -> Candidate {
    let label = name.rsplit('/').next().unwrap_or(name).to_owned();
    match count {
        0 | 1 => concept(label, "Linked here, but the note does not exist yet".to_owned()),
        many => {
            concept(label, format!("Linked from {many} notes, but the note does not exist yet"))
        }
    }
}

fn concept(label: String, reason: String) -> Candidate {
    Candidate { label, kind: TopicKind::Concept, reason, sentence: None }
}

struct Chosen<'f> {
    topics: Vec<Topic>,
    seen: Vec<BTreeSet<String>>,
    finder: &'f Finder<'f>,
    limit: usize,
}

impl Chosen<'_> {
    fn take(&mut self, most: usize, candidates: Vec<Candidate>) {
        let mut taken = 0;
        for candidate in candidates {
            if self.topics.len() >= self.limit || taken >= most {
                return;
            }
            let terms = tokenize::terms(&candidate.label, self.finder.language).distinct();
            if terms.is_empty() || self.seen.iter().any(|seen| overlap(seen, &terms)) {
                continue;
            }
            self.seen.push(terms);
            self.topics.push(Topic {
                context: candidate
                    .sentence
                    .unwrap_or_else(|| self.finder.context(&candidate.label)),
                topic: capitalised(&candidate.label),
                kind: candidate.kind,
                reason: candidate.reason,
            });
            taken += 1;
        }
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

fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', ')', '*']).ends_with(['?', '？'])
}

fn is_claim(sentence: &str) -> bool {
    let figures = sentence.split_whitespace().any(|word| word.chars().any(|c| c.is_ascii_digit()));
    let words = sentence.split_whitespace().count().max(sentence.chars().count() / 6);
    figures && words >= MIN_CLAIM_WORDS && !is_question(sentence)
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
