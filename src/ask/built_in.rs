//! Answers a question without a model: quotes the sentences of the vault that answer it best.

use crate::ask::request::{AnswerConfidence, AskRequest, AskResult, CitedPassage};
use crate::error::{Error, ErrorCode, Result};
use crate::evidence::{Evidence, EvidenceId, Origin};
use crate::index::language::Language;
use crate::index::{Hit, MatchKind, tokenize};
use crate::library::Vault;
use crate::local::answer::{self, Answer, AnswerSentence, AskingNote};
use crate::local::{Topic, TopicKind, key_words, topic_finder};
use crate::note::{NotePath, prose};
use crate::research::gather;
use crate::research::gather::findings::FoundPassage;
use crate::research::gather::note_reader::{NoteReader, PassageReadResult, QuotableNotes};
use crate::research::gather::vault::{SearchScope, best_passages, search_by_words};
use crate::research::report::citation::CitationWriter;
use crate::research::run_context::RunContext;
use crate::sanitize;
use crate::settings::{CitationStyle, note_path_check};

/// Maximum number of passages that are shown if the vault has no answer.
const MAX_CLOSEST_PASSAGES: usize = 3;

/// With what a sentence ends, and a heading does not.
const SENTENCE_ENDS: [char; 4] = ['.', '!', '。', '！'];

/// The path of the note that the user did not write: links are resolved as if they stood there.
pub(crate) const QUESTION_PATH: &str = "Question.md";

/// Answers a question from notes that are indexed so far. Private notes are quoted only if the
/// question is about a private note.
pub async fn answer_from_vault(
    context: &RunContext<'_>,
    run_id: &str,
    request: &AskRequest,
) -> Result<AskResult> {
    let question = request.question.trim();
    if question.is_empty() {
        return Err(Error::new(ErrorCode::InvalidArgument, "The question is empty")
            .hint("Type a question."));
    }
    let note = match &request.note {
        Some(path) => Some(note_path_check::check_note_path(path, context.settings)?),
        None => None,
    };
    let scope = match (&note, &request.folder) {
        (Some(note), _) => SearchScope::Note(note),
        (None, Some(folder)) => SearchScope::Folder(folder),
        (None, None) => SearchScope::Vault,
    };
    let search = VaultSearch {
        topic: question_topic(context, question)?,
        scope,
        quotable_notes: quotable_notes(context, note.as_ref()).await,
    };
    search.answer(context, run_id).await
}

/// Whether private notes may be quoted: only in an answer about a private note.
async fn quotable_notes(context: &RunContext<'_>, note: Option<&NotePath>) -> QuotableNotes {
    match note {
        Some(note) if context.privacy.is_private(note).await => QuotableNotes::AllNotes,
        _ => QuotableNotes::PublicNotes,
    }
}

/// The question as a topic, as if it stood alone in a note.
pub(crate) fn question_topic(context: &RunContext<'_>, question: &str) -> Result<Topic> {
    let asking_path = NotePath::parse(QUESTION_PATH)?;
    let stats = context.vault.corpus_stats(&asking_path);
    let mut found = topic_finder::find_topics(question, 1, stats.as_ref()).topics.into_iter();
    let topic = found.next().filter(|topic| topic.context_sentence == question);
    Ok(topic.filter(|topic| topic.kind == TopicKind::Question).unwrap_or_else(|| Topic {
        label: key_words::search_words(question),
        context_sentence: question.to_owned(),
        kind: TopicKind::Question,
        selection_reason: String::new(),
    }))
}

/// What is searched for a question, and where.
struct VaultSearch<'a> {
    topic: Topic,
    scope: SearchScope<'a>,
    quotable_notes: QuotableNotes,
}

impl VaultSearch<'_> {
    async fn answer(&self, context: &RunContext<'_>, run_id: &str) -> Result<AskResult> {
        let (hits, passages) = self.read_passages(context).await?;
        let asking_path = NotePath::parse(QUESTION_PATH)?;
        let stats = context.vault.corpus_stats(&asking_path);
        let best = best_passages(&self.topic, passages, stats.as_ref());
        let evidence: Vec<Evidence> =
            gather::with_evidence_ids(run_id, vec![best]).into_iter().flatten().collect();
        let note = AskingNote {
            text: &self.topic.context_sentence,
            title: "",
            linked_notes: Default::default(),
        };
        let answer = answer::answer_topic(&self.topic, &evidence, &note, stats.as_ref());
        let question = &self.topic.context_sentence;
        Ok(AskResult {
            run_id: run_id.to_owned(),
            ..result(question, answer, &evidence, &hits, context.vault)
        })
    }

    /// Searches the vault. Returns the hits that may be quoted, and their passages.
    async fn read_passages(
        &self,
        context: &RunContext<'_>,
    ) -> Result<(Vec<Hit>, Vec<FoundPassage>)> {
        let mut reader = NoteReader::new(context, self.quotable_notes);
        let (mut hits, mut passages) = (Vec::new(), Vec::new());
        for hit in search_by_words(context.vault, self.scope, &self.topic) {
            if let PassageReadResult::Passage(passage) = reader.read_passage(hit.clone()).await {
                hits.push(hit);
                passages.push(passage);
            }
            if context.host.is_cancelled() {
                return Err(Error::cancelled());
            }
        }
        Ok((hits, passages))
    }
}

fn result(
    question: &str,
    answer: Answer,
    evidence: &[Evidence],
    hits: &[Hit],
    vault: &dyn Vault,
) -> AskResult {
    let cited = |piece: &Evidence| CitedPassage::from_search(piece, match_kind(piece, hits), "");
    let (sentences, closest) = match answer {
        Answer::Sentences(sentences) => (sentences, Vec::new()),
        Answer::Closest(sentence) => {
            (Vec::new(), closest_hits(question, Some(&sentence), evidence, hits))
        }
        Answer::Nothing => (Vec::new(), closest_hits(question, None, evidence, hits)),
    };
    let is_clear = sentences.first().is_some_and(|sentence| sentence.is_clear);
    AskResult {
        run_id: String::new(),
        is_found: !sentences.is_empty(),
        answer_markdown: answer_markdown(&sentences, evidence, vault),
        confidence: match () {
            () if is_clear => AnswerConfidence::High,
            () if !sentences.is_empty() => AnswerConfidence::Medium,
            () => AnswerConfidence::Low,
        },
        cited_ids: sentences.iter().map(|sentence| sentence.evidence_id.clone()).collect(),
        evidence: evidence.iter().map(cited).collect(),
        closest,
        warnings: Vec::new(),
    }
}

/// The sentences as Markdown, each with a link to its note; several as a list.
fn answer_markdown(
    sentences: &[AnswerSentence],
    evidence: &[Evidence],
    vault: &dyn Vault,
) -> String {
    let citations = CitationWriter::new(vault, CitationStyle::Links, "");
    let cite = |sentence: &AnswerSentence| {
        let sources: Vec<&Evidence> =
            evidence.iter().filter(|piece| piece.id == sentence.evidence_id).collect();
        citations.cite(&sanitize::escape_text(&sentence.text), &sources)
    };
    match sentences {
        [only] => cite(only),
        _ => {
            let items = sentences.iter().map(|sentence| format!("- {}", cite(sentence)));
            items.collect::<Vec<_>>().join("\n")
        }
    }
}

fn find_piece<'e>(evidence: &'e [Evidence], id: &EvidenceId) -> Option<&'e Evidence> {
    evidence.iter().find(|piece| piece.id == *id)
}

/// The search hit by which a piece of evidence was found.
fn find_hit<'h>(piece: &Evidence, hits: &'h [Hit]) -> Option<&'h Hit> {
    let Origin::Note(place) = &piece.origin else { return None };
    hits.iter().find(|hit| hit.path == place.path && hit.first_line == place.first_line)
}

fn match_kind(piece: &Evidence, hits: &[Hit]) -> MatchKind {
    find_hit(piece, hits).map_or(MatchKind::Keyword, |hit| hit.match_kind)
}

/// The passages that come closest to a question without an answer: first the one with the closest
/// sentence, which is shown instead of the whole passage, then the best of other notes.
fn closest_hits(
    question: &str,
    sentence: Option<&AnswerSentence>,
    evidence: &[Evidence],
    hits: &[Hit],
) -> Vec<Hit> {
    let closest = sentence.and_then(|sentence| {
        let hit = find_hit(find_piece(evidence, &sentence.evidence_id)?, hits)?;
        Some(Hit { passage_text: sentence.text.clone(), ..hit.clone() })
    });
    let others = evidence.iter().filter_map(|piece| {
        let text = nearest_sentence(question, &piece.text);
        Some(Hit { passage_text: text.to_owned(), ..find_hit(piece, hits)?.clone() })
    });
    let mut shown: Vec<Hit> = Vec::new();
    for hit in closest.into_iter().chain(others) {
        if shown.len() < MAX_CLOSEST_PASSAGES && !shown.iter().any(|known| known.path == hit.path) {
            shown.push(hit);
        }
    }
    shown
}

/// The sentence of a passage that shares most words with the question; a heading only if there is
/// nothing else.
fn nearest_sentence<'p>(question: &str, passage: &'p str) -> &'p str {
    let language = Language::detect(question);
    let wanted = tokenize::distinct_terms(question, language);
    let rank = |sentence: &&str| {
        let shared = tokenize::distinct_terms(sentence, language).intersection(&wanted).count();
        (sentence.ends_with(SENTENCE_ENDS), shared)
    };
    let sentences = prose::whole_sentences(passage);
    // The first of the best: `max_by_key` returns the last.
    sentences.into_iter().rev().max_by_key(rank).unwrap_or_default()
}
