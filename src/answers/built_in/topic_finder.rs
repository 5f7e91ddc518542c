//! Finds the topics of a note without a language model: its questions, links to notes that don't
//! exist, claims that can be checked, highlights, and key phrases.

use std::cell::{LazyCell, OnceCell};
use std::collections::BTreeSet;

use crate::answers::built_in::key_phrase::KeyPhrase;
use crate::answers::built_in::listed_claims::{self, ItemSentences};
use crate::answers::built_in::note_words::NoteWords;
use crate::answers::built_in::topic::{self, Topic, TopicKind, is_same_topic};
use crate::answers::built_in::topic_candidate::{ContextSentenceSource, TopicCandidate};
use crate::answers::built_in::topic_label::TopicLabeler;
use crate::answers::built_in::{question_or_claim, sentence_traits};
use crate::language::{Language, sentence_split, tokenize};
use crate::notes::index::CorpusStats;
use crate::notes::note::{NoteLink, link, prose};
use crate::values::StableSort;

// Maximum number of topics of each kind, so that no kind displaces the others. Questions and listed
// claims have no such limit, because the user wrote them down to be answered. A missing note is a note
// that is linked but doesn't exist.
const MAX_TOPICS_FROM_MISSING_NOTES: usize = 3;
const MAX_TOPICS_FROM_CLAIMS: usize = 3;
const MAX_TOPICS_FROM_HIGHLIGHTS: usize = 3;

/// Maximum number of topics, even if the caller allows more. Nobody reads a longer list, and each
/// topic is compared with all others.
const MAX_TOPICS: usize = 50;

/// Maximum number of candidates of each kind; further ones are ignored. A note may repeat the same
/// text ten thousand times, and each candidate is compared with all topics.
const MAX_CANDIDATES_PER_KIND: usize = 1000;

/// A phrase that occurs only once becomes a topic only while the note has fewer topics than this. A
/// note without links and emphasis may have more: one topic per `NOTE_WORDS_PER_TOPIC` words.
const MIN_TARGET_TOPIC_COUNT: usize = 3;
const NOTE_WORDS_PER_TOPIC: usize = 8;

/// Minimum number of words of a note of one sentence that counts as a question whatever its form.
const MIN_REQUEST_WORDS: usize = 3;

/// A line with fewer words and without a full stop counts as a heading. The context of a topic in a
/// heading also includes the next sentence.
const MIN_CONTEXT_SENTENCE_WORDS: usize = 5;

/// The topics of a note.
#[derive(Debug, Default)]
pub struct FoundTopics {
    /// The topics: questions and listed claims in the order of the note, then the others, most
    /// promising first.
    pub topics: Vec<Topic>,
    /// Number of questions and listed claims beyond the limit.
    pub left_out_count: usize,
}

/// Finds the topics of a note, at most `limit`.
pub fn find_topics(note: &str, limit: usize, stats: &dyn CorpusStats) -> FoundTopics {
    let plain = prose::plain_text_separating_cells(note);
    let numbered: Vec<(usize, &str)> = plain
        .lines()
        .enumerate()
        .flat_map(|(line, text)| {
            sentence_split::sentences(text).into_iter().map(move |it| (line, it))
        })
        .collect();
    let (line_numbers, sentences): (Vec<usize>, Vec<&str>) = numbered.into_iter().unzip();
    let language = Language::detect(&plain);
    let words = NoteWords::new(&sentences, language);
    let labeler = TopicLabeler::new(&words, note, language, stats);
    let links = link::parse_links(note);
    let exists = |link: &&NoteLink| stats.missing_note_link_count(&link.target).is_none();
    let finder = CandidateFinder {
        language,
        stats,
        is_structured: !links.is_empty() || labeler.note_has_emphasis(),
        linked_notes: links.iter().filter(exists).map(|link| link.target.to_lowercase()).collect(),
        links,
        note,
        sentences: &sentences,
        line_numbers: &line_numbers,
        labeler,
        listed_claims: listed_claims::parse(note).into_iter().collect(),
        list_sentences: OnceCell::new(),
    };
    let mut selection = TopicSelection {
        topics: Vec::new(),
        chosen_terms: Vec::new(),
        finder: &finder,
        limit: limit.min(MAX_TOPICS),
    };
    let mut explicit = finder.explicit_candidates();
    selection.add_candidates(limit, explicit.by_ref());
    let left_out_count = explicit.count();
    let missing_notes = if_needed(|| finder.missing_note_candidates());
    selection.add_candidates(MAX_TOPICS_FROM_MISSING_NOTES, missing_notes);
    selection.add_candidates(MAX_TOPICS_FROM_CLAIMS, if_needed(|| finder.claim_candidates()));
    let highlights = if_needed(|| finder.highlight_candidates());
    selection.add_candidates(MAX_TOPICS_FROM_HIGHLIGHTS, highlights);
    selection.add_candidates(limit, finder.phrase_candidates(|phrase| phrase.occurrence_count > 1));
    let occurs_once = |phrase: &KeyPhrase<'_>| phrase.occurrence_count == 1;
    let is_distinct = |phrase: &KeyPhrase<'_>| {
        finder.is_structured && occurs_once(phrase) && phrase.is_emphasized_or_name
    };
    selection.add_candidates(limit, finder.phrase_candidates(is_distinct));
    let room = finder.target_topic_count().saturating_sub(selection.topics.len());
    selection.add_candidates(room, finder.phrase_candidates(occurs_once));
    FoundTopics { topics: selection.topics, left_out_count }
}

/// Candidates that are collected only if there is room for one of them.
fn if_needed<C: Iterator<Item = TopicCandidate>>(
    candidates: impl FnOnce() -> C,
) -> impl Iterator<Item = TopicCandidate> {
    std::iter::once_with(candidates).flatten()
}

/// Lists everything in one note that may become a topic, with one method for each kind.
struct CandidateFinder<'a> {
    language: Language,
    stats: &'a dyn CorpusStats,
    note: &'a str,
    sentences: &'a [&'a str],
    /// For each sentence the number of its line, which is a paragraph, a heading or a list item.
    line_numbers: &'a [usize],
    labeler: TopicLabeler<'a>,
    links: Vec<NoteLink>,
    /// The existing notes to which the note links, as link targets in lower case.
    linked_notes: BTreeSet<String>,
    /// Whether the note has links or emphasis. If it has, fewer phrases without emphasis become
    /// topics.
    is_structured: bool,
    /// The claims that the user wrote as a list.
    listed_claims: BTreeSet<String>,
    /// What may be a sentence of a list item, read when a sentence is first looked up.
    list_sentences: OnceCell<ItemSentences<'a>>,
}

impl CandidateFinder<'_> {
    /// Phrases that occur only once are added until the note has this many topics.
    fn target_topic_count(&self) -> usize {
        match self.is_structured {
            true => MIN_TARGET_TOPIC_COUNT,
            false => {
                MIN_TARGET_TOPIC_COUNT.max(self.labeler.note_word_count() / NOTE_WORDS_PER_TOPIC)
            }
        }
    }

    /// Whether the note links to an existing note whose name or path contains the label.
    fn is_in_name_of_linked_note(&self, label: &str) -> bool {
        let label = label.to_lowercase();
        self.linked_notes.iter().take(MAX_CANDIDATES_PER_KIND).any(|note| note.contains(&label))
    }

    /// The questions and listed claims of the note, in its order, without questions that continue
    /// another question.
    fn explicit_candidates(&self) -> impl Iterator<Item = TopicCandidate> {
        (0..self.sentences.len()).filter_map(|index| {
            if self.is_question(index) {
                return (!self.is_follow_up_question(index))
                    .then(|| self.question_candidate(index));
            }
            let text = self.sentences.get(index)?;
            self.listed_claims.contains(*text).then(|| TopicCandidate {
                is_explicit: true,
                ..self.claim_candidate(index, "Claim in a list")
            })
        })
    }

    fn question_candidate(&self, sentence_index: usize) -> TopicCandidate {
        TopicCandidate {
            labels: self.labeler.question_labels(sentence_index),
            kind: TopicKind::Question,
            reason: "Question in this note".to_owned(),
            context: ContextSentenceSource::Question(sentence_index),
            is_explicit: true,
        }
    }

    fn claim_candidate(&self, sentence_index: usize, reason: &str) -> TopicCandidate {
        TopicCandidate {
            labels: self.labeler.claim_labels(sentence_index),
            kind: TopicKind::Claim,
            reason: reason.to_owned(),
            context: ContextSentenceSource::Sentence(sentence_index),
            is_explicit: false,
        }
    }

    fn is_question(&self, sentence_index: usize) -> bool {
        let Some(sentence) = self.sentences.get(sentence_index) else { return false };
        question_or_claim::is_question(sentence)
            || (question_or_claim::is_question_without_mark(sentence)
                && self.is_list_item(sentence))
            || (self.is_single_request() && sentence_index == 0)
    }

    fn is_list_item(&self, sentence: &str) -> bool {
        self.list_sentences.get_or_init(|| ItemSentences::new(self.note)).contains(sentence)
    }

    /// Whether the note is nothing but a line with a sentence that is neither a claim nor points to
    /// something: it says what the user wants to know (“Name a common disease of roses.”).
    fn is_single_request(&self) -> bool {
        let [only] = self.sentences else { return false };
        !self.is_structured
            && !self.note.trim().contains(['\n', '='])
            && self.labeler.sentence_word_count(0) >= MIN_REQUEST_WORDS
            && question_or_claim::claim_kind(only, self.language).is_none()
    }

    /// Whether a sentence is a question that continues the question before it in the same line.
    fn is_follow_up_question(&self, sentence_index: usize) -> bool {
        let line = |index: usize| self.line_numbers.get(index);
        let follows_question = sentence_index
            .checked_sub(1)
            .is_some_and(|at| self.is_question(at) && line(at) == line(sentence_index));
        let is_follow_up = |text: &&str| {
            sentence_traits::is_follow_up_question(question_or_claim::without_question_lead_in(
                text,
            ))
        };
        follows_question
            && self.is_question(sentence_index)
            && self.sentences.get(sentence_index).is_some_and(is_follow_up)
    }

    /// The claims of the note that can be checked, those with the best key phrases first.
    fn claim_candidates(&self) -> impl Iterator<Item = TopicCandidate> {
        let mut claims: Vec<(f32, usize, &str)> = Vec::new();
        for (index, sentence) in self.sentences.iter().enumerate() {
            if let Some(kind) = question_or_claim::claim_kind(sentence, self.language) {
                let score = self.labeler.best_phrase_score(index).unwrap_or(f32::MIN);
                claims.push((score, index, kind.topic_reason()));
            }
        }
        claims.stable_sort_by(|a, b| b.0.total_cmp(&a.0));
        claims.into_iter().map(|(_, index, reason)| self.claim_candidate(index, reason))
    }

    /// The linked notes that don't exist, those with the most links in the vault first.
    fn missing_note_candidates(&self) -> impl Iterator<Item = TopicCandidate> {
        let mut missing: Vec<(usize, NoteLink)> = Vec::new();
        let mut known = BTreeSet::new();
        for link in &self.links {
            let is_name =
                link.target.chars().any(char::is_alphabetic) && !link.target.contains('.');
            if !is_name || !known.insert(link.target.to_lowercase()) {
                continue;
            }
            if let Some(count) = self.stats.missing_note_link_count(&link.target) {
                missing.push((count, link.clone()));
            }
        }
        missing.stable_sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        missing.into_iter().map(|(count, link)| {
            let label = link.target.rsplit('/').next().unwrap_or(&link.target).to_owned();
            let shown = link.display_text.unwrap_or_else(|| label.clone());
            let context = ContextSentenceSource::FirstMention(shown);
            let reason = topic::missing_note_reason(count);
            TopicCandidate { context, ..TopicCandidate::concept(label, reason) }
        })
    }

    /// The texts that the user highlighted (`==…==`).
    fn highlight_candidates(&self) -> impl Iterator<Item = TopicCandidate> {
        let highlights = prose::highlighted_texts(self.note).into_iter().take(MAX_TOPICS);
        let plain = LazyCell::new(|| prose::plain_text(self.note));
        // Skips a highlight that occurs neither in the note nor in its plain text, for example
        // because it spans several lines, which were joined.
        let occurs = move |text: &String| self.note.contains(text) || plain.contains(text);
        let labels = highlights.filter(occurs);
        let labels = labels.filter_map(|text| self.labeler.highlight_label(&text));
        labels.map(|label| TopicCandidate::concept(label, topic::HIGHLIGHT_REASON.to_owned()))
    }

    /// The key phrases for which `condition` returns true, highest score first.
    fn phrase_candidates(
        &self,
        condition: impl Fn(&KeyPhrase<'_>) -> bool,
    ) -> impl Iterator<Item = TopicCandidate> {
        let phrases = self.labeler.key_phrases().filter(move |phrase| condition(phrase));
        phrases.filter(|phrase| !self.is_in_name_of_linked_note(phrase.text)).map(|phrase| {
            TopicCandidate {
                labels: vec![phrase.text.to_owned()],
                kind: TopicKind::Concept,
                reason: topic::KEY_TERM_REASON.to_owned(),
                context: ContextSentenceSource::Sentence(phrase.first_sentence_index),
                is_explicit: false,
            }
        })
    }

    /// The sentence of the note that explains a topic. If it is a heading, the next sentence is
    /// added.
    fn context_sentence(&self, source: &ContextSentenceSource) -> String {
        let sentence = |index: usize| self.sentences.get(index).copied().unwrap_or_default();
        match source {
            ContextSentenceSource::Question(index) => {
                let question = question_or_claim::without_question_lead_in(sentence(*index));
                let mut context = topic::with_first_letter_capitalized(question);
                let follow_ups = (index + 1..).take_while(|next| self.is_follow_up_question(*next));
                follow_ups.for_each(|next| {
                    context.push(' ');
                    context.push_str(sentence(next));
                });
                context
            }
            ContextSentenceSource::Sentence(index) => {
                let (text, next) = (sentence(*index), sentence(index + 1));
                let is_heading = self.labeler.sentence_word_count(*index)
                    < MIN_CONTEXT_SENTENCE_WORDS
                    && text.ends_with(char::is_alphanumeric);
                match is_heading && !next.is_empty() {
                    true => format!("{text}: {next}"),
                    false => text
                        .replace(prose::TABLE_CELL_SEPARATOR, " ")
                        .trim_end_matches([' ', '|'])
                        .to_owned(),
                }
            }
            ContextSentenceSource::FirstMention(words) => {
                let lower = words.to_lowercase();
                let found = self.sentences.iter().position(|s| s.to_lowercase().contains(&lower));
                found
                    .map(|at| self.context_sentence(&ContextSentenceSource::Sentence(at)))
                    .unwrap_or_default()
            }
        }
    }
}

/// The topics chosen so far.
struct TopicSelection<'f> {
    topics: Vec<Topic>,
    /// For each chosen topic, the search terms in its label.
    chosen_terms: Vec<BTreeSet<String>>,
    finder: &'f CandidateFinder<'f>,
    limit: usize,
}

impl TopicSelection<'_> {
    /// Adds at most `max` candidates that are not yet topics.
    fn add_candidates(&mut self, max: usize, candidates: impl Iterator<Item = TopicCandidate>) {
        let full = self.limit.min(self.topics.len().saturating_add(max));
        let mut candidates = candidates.take(MAX_CANDIDATES_PER_KIND);
        while self.topics.len() < full {
            let Some(candidate) = candidates.next() else { return };
            let context_sentence = self.finder.context_sentence(&candidate.context);
            let named = match candidate.is_explicit {
                true => self.name_of_sentence(&candidate.labels, &context_sentence),
                false => self.first_new_label(&candidate.labels),
            };
            let Some((label, terms)) = named else { continue };
            self.topics.push(Topic {
                label: topic::with_first_letter_capitalized(
                    label.trim_end_matches("'s").trim_end_matches("’s"),
                ),
                context_sentence,
                kind: candidate.kind,
                selection_reason: candidate.reason,
                preceding_text: Default::default(),
            });
            self.chosen_terms.push(terms);
        }
    }

    /// The first label that names no chosen topic, with its search terms.
    fn first_new_label<'l>(&self, labels: &'l [String]) -> Option<(&'l str, BTreeSet<String>)> {
        labels.iter().find_map(|label| Some((label.as_str(), self.search_terms_if_new(label)?)))
    }

    /// The label of a question or claim, with its search terms: the first new label, or else the best
    /// one. `None` if the same sentence is a topic already, or if it has no search terms.
    fn name_of_sentence<'l>(
        &self,
        labels: &'l [String],
        sentence: &'l str,
    ) -> Option<(&'l str, BTreeSet<String>)> {
        let is_known = self.topics.iter().any(|topic| topic.context_sentence == sentence);
        let terms =
            |label: &'l str| Some((label, tokenize::distinct_terms(label, self.finder.language)));
        let named = self.first_new_label(labels);
        let named = named.or_else(|| terms(labels.first().map_or(sentence, String::as_str)));
        named.filter(|(_, terms)| !is_known && !terms.is_empty())
    }

    /// The search terms in a label; `None` if it has none, or if a chosen topic is about the same.
    fn search_terms_if_new(&self, label: &str) -> Option<BTreeSet<String>> {
        let terms = tokenize::distinct_terms(label, self.finder.language);
        let is_known =
            terms.is_empty() || self.chosen_terms.iter().any(|known| is_same_topic(known, &terms));
        (!is_known).then_some(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::FallbackCorpusStats;
    use crate::values::text::assert_linear;

    #[test]
    fn texts_made_to_waste_time_take_linear_work() {
        for piece in ["- how long does it keep\n", "how long does it keep\n"] {
            assert_linear(piece, 400, |text| _ = find_topics(text, 10, &FallbackCorpusStats));
        }
    }

    #[test]
    fn questions_without_a_mark_are_found_in_lists() {
        let is_question = |note: &str| {
            let found = find_topics(note, 10, &FallbackCorpusStats).topics;
            found.iter().any(|topic| topic.kind == TopicKind::Question)
        };
        for item in [
            "- how long does it keep",
            "* [ ] how long does it keep",
            "- **how long does it keep** ^a1",
        ] {
            assert!(is_question(&format!("{item}\n- milk")), "{item}");
        }
        assert!(!is_question("how long does it keep\n- milk"));
    }

    fn check(note: &str, expected: &[&str]) {
        let got: Vec<String> = find_topics(note, 10, &FallbackCorpusStats)
            .topics
            .iter()
            .map(|t| format!("{:?} {}", t.kind, t.label).to_lowercase())
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
    fn a_label_is_a_noun_phrase_of_the_note() {
        check("A mug of filter coffee has about 95 mg of caffeine.", &["claim filter coffee"]);
        check("Does compost need mycorrhizal inoculation?", &["question mycorrhizal inoculation"]);
        check(
            "Tram tracks with grass stay cool. Grass along the tram tracks drinks rain, and then \
             the tram tracks cool the air.",
            &["concept tram tracks"],
        );
    }

    #[test]
    fn a_comparison_is_a_claim() {
        check(
            "Iced tea keeps people awake for longer than green tea.",
            &["claim iced tea", "concept green tea"],
        );
    }

    #[test]
    fn a_label_is_used_once() {
        check(
            "Are coffee grounds acid? And why do coffee grounds smell so good?",
            &["question coffee grounds", "question smell"],
        );
        // A question that continues the previous one is not a separate topic.
        check("Are coffee grounds acid? Are they a green?", &["question coffee grounds acid"]);
        check(
            "- Are coffee grounds acid?\n- Is it better to use bark?",
            &["question coffee grounds acid", "question bark"],
        );
        check("[[Hard water]] is ==hard water== is **hard waters**.", &["concept hard water"]);
    }

    #[test]
    fn labels_follow_the_language_of_the_note() {
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
    fn the_context_is_a_sentence_of_the_note() {
        let context = |note: &str| {
            find_topics(note, 1, &FallbackCorpusStats)
                .topics
                .first()
                .map(|topic| topic.context_sentence.clone())
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
    fn a_note_without_prose_has_no_topics() {
        check("", &[]);
        check("---\ntags: [a]\n---\n\n```\ncode here\n```\n", &[]);
    }

    #[test]
    fn the_limit_is_respected() {
        let note = "Why does bread rise? Why does yeast die? Why is rye sour? Why does dough tear? Why bake hot?";
        let found = find_topics(note, 2, &FallbackCorpusStats);
        assert_eq!((found.topics.len(), found.left_out_count), (2, 3));
        assert_eq!(find_topics(note, 0, &FallbackCorpusStats).topics.len(), 0);
    }

    /// A pattern for random notes: words in several languages, markup and punctuation.
    const NOTES: &str = "(([a-z]{1,9}|[A-Z][a-z]{2,8}|the|of|is|than|5 mg|[äöüß]{3}|[а-я]{4}|堆肥|咖啡渣|的|コーヒー|커피는|==|\\*\\*|\\[\\[Bog oak\\]\\]|- |# |```)( |\n|[.?,:-]|)){0,60}";

    proptest::proptest! {
        #[test]
        fn topics_are_within_the_limit_and_distinct(note in NOTES, limit in 0_usize..12) {
            let found = find_topics(&note, limit, &FallbackCorpusStats).topics;
            proptest::prop_assert!(found.len() <= limit);
            let language = Language::detect(&prose::plain_text(&note));
            let mut seen: Vec<BTreeSet<String>> = Vec::new();
            // Questions and claims are distinct by their sentences.
            for topic in found.iter().filter(|topic| topic.kind == TopicKind::Concept) {
                let terms = tokenize::distinct_terms(&topic.label, language);
                proptest::prop_assert!(!terms.is_empty() && !seen.contains(&terms), "{:?}", topic);
                seen.push(terms);
            }
        }

        #[test]
        fn every_label_occurs_in_the_note(note in NOTES) {
            let plain = prose::plain_text(&note).to_lowercase();
            for topic in find_topics(&note, 10, &FallbackCorpusStats).topics {
                let label = topic.label.to_lowercase();
                // The label of a link is its target, not its alias.
                let occurs = plain.contains(&label) || note.to_lowercase().contains(&label);
                proptest::prop_assert!(occurs, "{:?}", topic);
            }
        }

        #[test]
        fn any_text_is_accepted(note in "\\PC{0,200}") {
            find_topics(&note, 10, &FallbackCorpusStats);
        }
    }
}
