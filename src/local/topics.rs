//! What in a note is worth looking up, found without a model: its questions, links to notes
//! that do not exist yet, sentences that can be checked, highlights, and its most telling phrases.

use std::collections::BTreeSet;

use crate::index::corpus_stats::CorpusStats;
use crate::index::language::Language;
use crate::index::tokenize;
use crate::local::label::Labels;
use crate::local::phrase::Phrase;
use crate::local::phrasing::Wording;
use crate::local::{Topic, TopicKind, context_dependence, statement};
use crate::note::link::{self, NoteLink};
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

/// Phrases that stand in the note only once fill up to one topic for so many words of it, but to
/// a few in any note: what a short note says in passing is no topic yet.
const FEW: usize = 3;
const WORDS_FOR_ONE: usize = 8;

/// A line of fewer words without a full stop is a heading: what it is about stands in the next.
const MIN_CONTEXT_WORDS: usize = 5;

/// The topics of a note, most promising first.
pub fn topics(note: &str, limit: usize, around: &dyn CorpusStats) -> Vec<Topic> {
    let plain = prose::plain_text_by_cell(note);
    let sentences = prose::sentences(&plain);
    let language = Language::detect(&plain);
    let wording = Wording::of(&sentences, language);
    let labels = Labels::of(&wording, note, language, around);
    let links = link::parse_links(note);
    let exists = |link: &&NoteLink| around.missing_note(&link.target).is_none();
    let finder = Finder {
        language,
        around,
        structured: !links.is_empty() || labels.has_marks(),
        notes: links.iter().filter(exists).map(|link| link.target.to_lowercase()).collect(),
        links,
        note,
        sentences: &sentences,
        labels,
    };
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
    let once = |phrase: &Phrase<'_>| phrase.count == 1;
    chosen
        .take(limit, finder.phrases(|phrase| finder.structured && once(phrase) && phrase.distinct));
    let room = finder.enough().saturating_sub(chosen.topics.len());
    chosen.take(room, finder.phrases(once));
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
    around: &'a dyn CorpusStats,
    note: &'a str,
    sentences: &'a [&'a str],
    labels: Labels<'a>,
    links: Vec<NoteLink>,
    /// The notes that it links to and that exist, in lower case.
    notes: BTreeSet<String>,
    /// Whether its writer set anything apart: what is not is then hardly a topic.
    structured: bool,
}

impl Finder<'_> {
    /// How many topics a note should have before phrases that it uses but once are left out.
    fn enough(&self) -> usize {
        if self.structured { FEW } else { FEW.max(self.labels.words() / WORDS_FOR_ONE) }
    }

    /// Whether the writer has a note on it already, which the note links to.
    fn has_note(&self, label: &str) -> bool {
        let label = label.to_lowercase();
        self.notes.iter().take(MAX_TRIED).any(|note| note.contains(&label))
    }

    fn questions(&self) -> impl Iterator<Item = Candidate> {
        let asked = (0..self.sentences.len()).filter(|number| self.is_question(*number));
        asked.filter(|number| !self.asks_on(*number)).map(|number| Candidate {
            labels: self.labels.of_question(number),
            kind: TopicKind::Question,
            reason: "Question in this note".to_owned(),
            place: Place::Sentence(number),
        })
    }

    fn is_question(&self, number: usize) -> bool {
        self.sentences.get(number).is_some_and(|sentence| statement::is_question(sentence))
    }

    /// Whether a sentence is a question that belongs to the one before.
    fn asks_on(&self, number: usize) -> bool {
        let follows = number.checked_sub(1).is_some_and(|before| self.is_question(before));
        let asks_on = |said: &&str| context_dependence::asks_on(statement::bare_question(said));
        follows && self.is_question(number) && self.sentences.get(number).is_some_and(asks_on)
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
        let mut missing: Vec<(usize, NoteLink)> = Vec::new();
        let mut known = BTreeSet::new();
        for link in &self.links {
            let named = link.target.chars().any(char::is_alphabetic) && !link.target.contains('.');
            if !named || !known.insert(link.target.to_lowercase()) {
                continue;
            }
            if let Some(count) = self.around.missing_note(&link.target) {
                missing.push((count, link.clone()));
            }
        }
        missing.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        missing.into_iter().map(|(count, link)| {
            let label = link.target.rsplit('/').next().unwrap_or(&link.target).to_owned();
            let shown = link.display_text.unwrap_or_else(|| label.clone());
            Candidate { place: Place::Named(shown), ..named(label, missing_reason(count)) }
        })
    }

    fn highlights(&self) -> impl Iterator<Item = Candidate> {
        // What was joined from several lines stands nowhere and is no name.
        let plain = prose::plain_text(self.note);
        let marked = prose::highlights(self.note).into_iter().take(MAX_TOPICS);
        let stands = move |text: &String| self.note.contains(text) || plain.contains(text);
        let labels = marked.filter(stands).filter_map(|text| self.labels.of_highlight(&text));
        labels.map(|label| named(label, "Highlighted in this note".to_owned()))
    }

    /// Telling phrases of a sort.
    fn phrases(&self, wanted: impl Fn(&Phrase<'_>) -> bool) -> impl Iterator<Item = Candidate> {
        let unknown = |phrase: &&Phrase<'_>| !self.has_note(phrase.text);
        self.labels.phrases().filter(move |phrase| wanted(phrase)).filter(unknown).map(|phrase| {
            Candidate {
                labels: vec![phrase.text.to_owned()],
                kind: TopicKind::Concept,
                reason: "Key term in this note".to_owned(),
                place: Place::Within(phrase.sentence),
            }
        })
    }

    /// What the note says of a topic.
    fn context(&self, place: &Place) -> String {
        let sentence = |number: usize| self.sentences.get(number).copied().unwrap_or_default();
        match place {
            Place::Sentence(number) => capitalised(statement::bare_question(sentence(*number))),
            Place::Within(number) => {
                let (said, next) = (sentence(*number), sentence(number + 1));
                let is_heading = self.labels.words_of(*number) < MIN_CONTEXT_WORDS
                    && said.ends_with(char::is_alphanumeric);
                match is_heading && !next.is_empty() {
                    true => format!("{said}: {next}"),
                    false => said
                        .replace(prose::CELL_SEPARATOR, " ")
                        .trim_end_matches([' ', '|'])
                        .to_owned(),
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
        0 | 1 => "Unresolved link".to_owned(),
        many => format!("Unresolved link in {many} notes"),
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
                topic: capitalised(label.trim_end_matches("'s").trim_end_matches("’s")),
                context: self.finder.context(&candidate.place),
                kind: candidate.kind,
                reason: candidate.reason,
            });
            self.seen.push(terms);
        }
    }

    /// The terms of a label, unless it is the topic of an earlier one.
    fn new_terms(&self, label: &str) -> Option<BTreeSet<String>> {
        let terms = tokenize::distinct_terms(label, self.finder.language);
        let known = terms.is_empty() || self.seen.iter().any(|seen| overlap(seen, &terms));
        (!known).then_some(terms)
    }
}

/// Two labels are the same topic when one's words are all in the other, or most are shared.
fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    shared > 0 && shared * 3 >= a.len().min(b.len()) * 2
}

/// A label with a capital where its first letter has one of its own (`ß` has none).
fn capitalised(label: &str) -> String {
    let mut letters = label.chars();
    let capital = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    if capital.chars().nth(1).is_some() { label.to_owned() } else { capital + letters.as_str() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::corpus_stats::NoCorpus;

    fn check(note: &str, expected: &[&str]) {
        let got: Vec<String> = topics(note, 10, &NoCorpus)
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
    fn a_label_is_a_noun_phrase_as_it_stands_in_the_note() {
        check("A mug of filter coffee has about 95 mg of caffeine.", &["claim filter coffee"]);
        check("Does compost need mycorrhizal inoculation?", &["question mycorrhizal inoculation"]);
        check(
            "Tram tracks with grass stay cool. Grass along the tram tracks drinks rain, and then \
             the tram tracks cool the air.",
            &["concept tram tracks"],
        );
    }

    #[test]
    fn what_is_compared_can_be_checked() {
        check(
            "Iced tea keeps people awake for longer than green tea.",
            &["claim iced tea", "concept green tea"],
        );
    }

    #[test]
    fn a_label_is_not_taken_twice() {
        check(
            "Are coffee grounds acid? And why do coffee grounds smell so good?",
            &["question coffee grounds", "question smell"],
        );
        // A question about what the one before asks is no other.
        check("Are coffee grounds acid? Are they a green?", &["question coffee grounds acid"]);
        check("[[Hard water]] is ==hard water== is **hard waters**.", &["concept hard water"]);
    }

    #[test]
    fn other_languages_have_labels_of_their_own_shape() {
        check(
            "Wie misst man die Wasserhärte, und was macht der weiße Kalk mit dem Kaffee?",
            &["question wasserhärte", "concept weiße kalk"],
        );
        check(
            "Pourquoi le sol vivant est-il plus frais que le sol nu ?",
            &["question sol vivant", "concept sol nu"],
        );
        check("Почему мокрая почва не нагревается?", &["question мокрая почва"]);
        check("蚯蚓喜欢咖啡渣吗？", &["question 咖啡渣"]);
        check("コーヒーかすは土壌改良に使えますか？", &["question コーヒー", "concept 土壌改良"]);
        check("커피 찌꺼기는 흙에 좋은가?", &["question 커피 찌꺼기"]);
    }

    #[test]
    fn the_context_is_what_the_note_says() {
        let context = |note: &str| {
            topics(note, 1, &NoCorpus)
                .first()
                .map(|topic| topic.context.clone())
                .unwrap_or_default()
        };
        assert_eq!(
            context("Well. See [[Albedo|white roofs]] for that."),
            "See white roofs for that."
        );
        assert_eq!(
            context("# ==Cold brew==\n\nIt takes a night. It is mild."),
            "Cold brew: It takes a night."
        );
        assert_eq!(context("Hm. Is rain soft water?"), "Is rain soft water?");
    }

    #[test]
    fn a_note_that_says_nothing_has_no_topics() {
        check("", &[]);
        check("---\ntags: [a]\n---\n\n```\ncode here\n```\n", &[]);
    }

    #[test]
    fn no_more_topics_than_asked_for() {
        let note = "Why does bread rise? Why does yeast die? Why is rye sour? Why does dough tear? Why bake hot?";
        assert_eq!(topics(note, 2, &NoCorpus).len(), 2);
        assert_eq!(topics(note, 0, &NoCorpus).len(), 0);
    }

    /// Words of several languages, markup and marks, in any order.
    const NOTES: &str = "(([a-z]{1,9}|[A-Z][a-z]{2,8}|the|of|is|than|5 mg|[äöüß]{3}|[а-я]{4}|堆肥|咖啡渣|的|コーヒー|커피는|==|\\*\\*|\\[\\[Bog oak\\]\\]|- |# |```)( |\n|[.?,:-]|)){0,60}";

    proptest::proptest! {
        #[test]
        fn every_text_has_topics_within_the_limit_and_none_twice(note in NOTES, limit in 0_usize..12) {
            let found = topics(&note, limit, &NoCorpus);
            proptest::prop_assert!(found.len() <= limit);
            let language = Language::detect(&prose::plain_text(&note));
            let mut seen: Vec<BTreeSet<String>> = Vec::new();
            for topic in &found {
                let terms = tokenize::distinct_terms(&topic.topic, language);
                proptest::prop_assert!(!terms.is_empty() && !seen.contains(&terms), "{:?}", topic);
                seen.push(terms);
            }
        }

        #[test]
        fn every_label_stands_in_the_note(note in NOTES) {
            let plain = prose::plain_text(&note).to_lowercase();
            for topic in topics(&note, 10, &NoCorpus) {
                let label = topic.topic.to_lowercase();
                // A link is known by its target, whatever words are shown.
                let stands = plain.contains(&label) || note.to_lowercase().contains(&label);
                proptest::prop_assert!(stands, "{:?}", topic);
            }
        }

        #[test]
        fn no_text_is_too_odd(note in "\\PC{0,200}") {
            topics(&note, 10, &NoCorpus);
        }
    }
}
