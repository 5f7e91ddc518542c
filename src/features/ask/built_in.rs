//! Answers a question without a model: quotes the sentences of the vault that answer it best.

use std::collections::BTreeSet;

use crate::answers::built_in::nearest_sentences;
use crate::answers::built_in::{
    Answer, AnswerLevel, AnswerSentence, AskingNote, Topic, TopicKind, answer, key_words,
    topic_finder,
};
use crate::answers::gather::{
    self, FoundPassage, NoteReader, PassageReadResult, SearchScope, best_passages, search_by_words,
};
use crate::answers::run::{QuotableNotes, RunContext};
use crate::answers::writing::{CitationWriter, phrases};
use crate::evidence::{Evidence, EvidenceId, Origin};
use crate::features::ask::asked_question::AskedQuestion;
use crate::features::ask::evidence_piece::to_evidence;
use crate::features::ask::request::{AnswerConfidence, AskResult};
use crate::features::tools::{AskEvidence, ReadPassage};
use crate::language::Language;
use crate::library::Vault;
use crate::notes::index::{Hit, MatchKind};
use crate::notes::note::NotePath;
use crate::safety::sanitize;
use crate::settings::CitationStyle;
use crate::values::{Error, Result};

/// Number of passages that an answer cites, if so many were found.
const MAX_CITED_PASSAGES: usize = 3;

/// Maximum number of passages that are shown if the vault has no answer.
const MAX_CLOSEST_PASSAGES: usize = 3;

/// The warning if a question was not answered from the passages of the earlier one.
const NOT_IN_EARLIER_EVIDENCE: &str =
    "The passages of the first answer don't say this, so other notes were searched";

/// The path from which the links of an answer are resolved: a question stands in no note.
pub(crate) const QUESTION_PATH: &str = "Question.md";

/// Answers a question from notes that are indexed so far. Private notes are quoted only if the
/// question is about a private note. A question that follows an earlier one is answered from the
/// passages of that one first. The closest passages are returned even with an answer, for the case
/// that a model finds none.
pub(super) async fn answer_from_vault(run: &AskedQuestion<'_>) -> Result<AskResult> {
    if let Some(answer) = answer_from_earlier_evidence(run).await? {
        return Ok(answer);
    }
    let search = VaultSearch {
        topic: question_topic(run.context, run.request.question.trim())?,
        scope: run.request.scope(run.note),
        quotable_notes: quotable_notes(run.context, run.note).await,
    };
    let answer = search.answer(run).await?;
    Ok(match run.request.earlier {
        Some(_) => AskResult { warnings: vec![NOT_IN_EARLIER_EVIDENCE.to_owned()], ..answer },
        None => answer,
    })
}

/// Answers from the passages of the earlier question; `None` without one or if they say nothing.
async fn answer_from_earlier_evidence(run: &AskedQuestion<'_>) -> Result<Option<AskResult>> {
    let Some(earlier) = &run.request.earlier else { return Ok(None) };
    let notes: BTreeSet<&NotePath> =
        earlier.evidence.iter().filter_map(|piece| piece.passage.path.as_ref()).collect();
    let private = match quotable_notes(run.context, run.note).await {
        QuotableNotes::AllNotes => BTreeSet::new(),
        QuotableNotes::PublicNotes => run.context.privacy.private_notes(notes).await,
    };
    let is_public =
        |piece: &&AskEvidence| piece.passage.path.as_ref().is_none_or(|it| !private.contains(it));
    let evidence: Vec<AskEvidence> = earlier.evidence.iter().filter(is_public).cloned().collect();
    for AskEvidence { passage, .. } in &evidence {
        if let (Some(path), Some(first_line)) = (&passage.path, passage.first_line) {
            run.recorder.record_passage_for_trace(path, first_line, &passage.text);
        }
    }
    let now = run.context.host.now();
    let pieces: Vec<Evidence> = evidence.iter().map(|piece| to_evidence(piece, now)).collect();
    let found = answer_from_evidence(run, &pieces)?;
    Ok(found.map(|found| AskResult { evidence, ..found }))
}

/// Answers a question from passages that were read before; `None` if they have no answer.
pub(super) fn answer_from_evidence(
    run: &AskedQuestion<'_>,
    pieces: &[Evidence],
) -> Result<Option<AskResult>> {
    let topic = question_topic(run.context, run.request.question.trim())?;
    let answer = answer_evidence(run.context, &topic, pieces)?;
    if !matches!(answer, Answer::Sentences(_)) {
        return Ok(None);
    }
    let found = result(&topic.context_sentence, answer, pieces, &[], run.context.vault);
    Ok(Some(AskResult { run_id: run.run_id.to_owned(), ..found }))
}

fn answer_evidence(
    context: &RunContext<'_>,
    topic: &Topic,
    evidence: &[Evidence],
) -> Result<Answer> {
    let asking_path = NotePath::parse(QUESTION_PATH)?;
    let stats = context.vault.corpus_stats(&asking_path);
    let note =
        AskingNote { text: &topic.context_sentence, title: "", linked_notes: Default::default() };
    Ok(answer::answer_topic(topic, evidence, &note, stats.as_ref()))
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
        preceding_text: Default::default(),
    }))
}

/// What is searched for a question, and where.
struct VaultSearch<'a> {
    topic: Topic,
    scope: SearchScope<'a>,
    quotable_notes: QuotableNotes,
}

impl VaultSearch<'_> {
    async fn answer(&self, run: &AskedQuestion<'_>) -> Result<AskResult> {
        let (hits, passages) = self.read_passages(run).await?;
        let asking_path = NotePath::parse(QUESTION_PATH)?;
        let stats = run.context.vault.corpus_stats(&asking_path);
        let best = best_passages(&self.topic, passages, stats.as_ref());
        let evidence: Vec<Evidence> =
            gather::with_evidence_ids(run.run_id, vec![best]).into_iter().flatten().collect();
        let answer = answer_evidence(run.context, &self.topic, &evidence)?;
        let question = &self.topic.context_sentence;
        let mut result = result(question, answer, &evidence, &hits, run.context.vault);
        // A model gets the evidence with the next question.
        let mut levels = answer::answer_levels(&self.topic, &evidence, stats.as_ref()).into_iter();
        result.evidence.retain(|piece| {
            let is_related = levels.next().is_some_and(|level| level >= AnswerLevel::Related);
            is_related || result.cited_ids.contains(&piece.id)
        });
        Ok(AskResult { run_id: run.run_id.to_owned(), ..result })
    }

    /// Searches the vault. Returns the hits that may be quoted, and their passages.
    async fn read_passages(
        &self,
        run: &AskedQuestion<'_>,
    ) -> Result<(Vec<Hit>, Vec<FoundPassage>)> {
        let context = run.context;
        let mut reader = NoteReader::new(context, self.quotable_notes);
        reader.passage_recorder = Some(run.recorder);
        let (mut hits, mut passages) = (Vec::new(), Vec::new());
        let found = search_by_words(context.vault, self.scope, &self.topic);
        for hit in reader.with_asked_properties(&self.topic, found).await {
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
    let cited = |piece: &Evidence| cited_passage(piece, match_kind(piece, hits));
    let (sentences, closest_sentence) = match answer {
        Answer::Sentences(sentences) => (sentences, None),
        Answer::Closest(sentence) => (Vec::new(), Some(sentence)),
        Answer::Nothing => (Vec::new(), None),
    };
    let closest =
        closest_hits(question, sentences.first().or(closest_sentence.as_ref()), evidence, hits);
    let is_clear = sentences.first().is_some_and(|sentence| sentence.is_clear);
    AskResult {
        run_id: String::new(),
        is_found: !sentences.is_empty(),
        answer_markdown: answer_markdown(question, &sentences, evidence, vault),
        confidence: match () {
            () if is_clear => AnswerConfidence::High,
            () if !sentences.is_empty() => AnswerConfidence::Medium,
            () => AnswerConfidence::Low,
        },
        cited_ids: sentences
            .iter()
            .map(|sentence| &sentence.evidence_id)
            .chain(further_pieces(&sentences, evidence).map(|piece| &piece.id))
            .cloned()
            .collect(),
        evidence: evidence.iter().map(cited).collect(),
        closest,
        ..AskResult::default()
    }
}

/// The next best passages after those of the answer: the sentence that was chosen is not always the one
/// that was asked for.
fn further_pieces<'e>(
    sentences: &[AnswerSentence],
    evidence: &'e [Evidence],
) -> impl Iterator<Item = &'e Evidence> {
    let cited: BTreeSet<&EvidenceId> = sentences.iter().map(|it| &it.evidence_id).collect();
    let count = match cited.is_empty() {
        true => 0,
        false => MAX_CITED_PASSAGES.saturating_sub(cited.len()),
    };
    let is_cited: Vec<bool> = evidence.iter().map(|piece| cited.contains(&piece.id)).collect();
    let further = evidence.iter().zip(is_cited).filter(|(_, is_cited)| !is_cited);
    further.map(|(piece, _)| piece).take(count)
}

/// The sentences as Markdown, each with a link to its note, several as a list; then links to the next
/// best passages.
fn answer_markdown(
    question: &str,
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
    let answer = match sentences {
        [only] => cite(only),
        _ => {
            let items = sentences.iter().map(|sentence| format!("- {}", cite(sentence)));
            items.collect::<Vec<_>>().join("\n")
        }
    };
    let further: Vec<&Evidence> = further_pieces(sentences, evidence).collect();
    match further.is_empty() {
        true => answer,
        false => {
            let words = phrases::report_phrases(Language::detect(question));
            let links: Vec<String> =
                further.iter().map(|piece| note_link(&citations, piece)).collect();
            format!("{answer}\n\n*{}:* {}", words.related_notes_heading, links.join(", "))
        }
    }
}

fn note_link(citations: &CitationWriter<'_>, piece: &Evidence) -> String {
    match &piece.origin {
        Origin::Note(place) => citations.wikilink(&place.path, &place.heading),
        Origin::Web(page) => sanitize::escape_text(&page.title),
    }
}

fn find_piece<'e>(evidence: &'e [Evidence], id: &EvidenceId) -> Option<&'e Evidence> {
    evidence.iter().find(|piece| piece.id == *id)
}

/// A piece of evidence as the user sees it.
fn cited_passage(piece: &Evidence, match_kind: MatchKind) -> AskEvidence {
    let (path, first_line, last_line) = match &piece.origin {
        Origin::Note(place) => {
            (Some(place.path.clone()), Some(place.first_line), Some(place.last_line))
        }
        Origin::Web(_) => (None, None, None),
    };
    let heading = match &piece.origin {
        Origin::Note(place) => place.heading.clone(),
        Origin::Web(_) => String::new(),
    };
    AskEvidence {
        id: piece.id.clone(),
        passage: ReadPassage {
            title: path.as_ref().map(|path| path.title().to_owned()).unwrap_or_default(),
            url: path.is_none().then(|| piece.path_or_url().to_owned()),
            path,
            heading,
            first_line,
            last_line,
            text: piece.text.clone(),
            reason: "Search for the question".into(),
            found: match_kind.into(),
            score: piece.score,
        },
    }
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
        let passage_text = nearest_sentences(question, &piece.text, 1).concat();
        Some(Hit { passage_text, ..find_hit(piece, hits)?.clone() })
    });
    let mut shown: Vec<Hit> = Vec::new();
    for hit in closest.into_iter().chain(others) {
        if shown.len() < MAX_CLOSEST_PASSAGES && !shown.iter().any(|known| known.path == hit.path) {
            shown.push(hit);
        }
    }
    shown
}
