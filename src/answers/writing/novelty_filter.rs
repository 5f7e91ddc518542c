//! Drops findings from the web that are not new: a note of the vault already says the same, in
//! similar words or with the same meaning. The report links to that note instead of repeating the
//! finding.

use std::collections::BTreeMap;

use crate::answers::built_in::nearest_sentences;
use crate::answers::built_in::{question_or_claim, quote_choice};
use crate::answers::run::{ActiveRun, KnownFinding, Statement, TopicReport};
use crate::answers::writing::sentence_checker::SentenceChecker;
use crate::evidence::{Evidence, EvidenceId, NoteLocation, covered_finding_share, support};
use crate::language::sentence_split;
use crate::library::EmbeddingHits;
use crate::notes::index::CorpusStats;

/// The passages of the vault nearest to each finding by embedding; the key is the text of the
/// finding.
pub(crate) type EmbeddingHitsByFinding = BTreeMap<String, EmbeddingHits>;

/// A note that says the same in other words shares fewer of them: the minimum similarity is multiplied
/// by this factor if the check of sentences finds that the note supports the finding.
const PARAPHRASE_SIMILARITY_FACTOR: f32 = 0.6;

/// Decides which findings the vault already contains.
pub(crate) struct NoveltyFilter<'a> {
    pub checker: &'a SentenceChecker<'a>,
    pub stats: &'a dyn CorpusStats,
    /// For each finding, the passages of the vault nearest to it by embedding.
    pub nearest_passages: &'a EmbeddingHitsByFinding,
}

/// Finds the passages of the vault nearest to each finding from the web, for topics that have
/// evidence from notes.
pub(crate) async fn find_nearest_passages<'a>(
    run: &ActiveRun<'_>,
    parts: impl Iterator<Item = (&'a TopicReport<'a>, &'a Vec<Evidence>)>,
) -> EmbeddingHitsByFinding {
    let found = parts.filter(|(_, evidence)| evidence_from_notes(evidence).next().is_some());
    let findings: Vec<&String> = found
        .flat_map(|(part, evidence)| {
            let found = part.statements.iter().filter(|said| is_from_web(said, evidence));
            found.map(|said| &said.text)
        })
        .collect();
    let findings: Vec<String> = findings.into_iter().cloned().collect();
    let nearest = run.search_by_embedding(findings.clone()).await;
    findings.into_iter().zip(nearest).collect()
}

/// Whether a statement comes from the web: its first source is not a note of the vault.
fn is_from_web(statement: &Statement, evidence: &[Evidence]) -> bool {
    let from_note =
        |id: &EvidenceId| evidence_from_notes(evidence).any(|(piece, _)| piece.id == *id);
    statement.cited_evidence.first().is_some_and(|id| !from_note(id))
}

fn evidence_from_notes(evidence: &[Evidence]) -> impl Iterator<Item = (&Evidence, &NoteLocation)> {
    evidence.iter().filter_map(|piece| Some((piece, piece.note_location()?)))
}

impl NoveltyFilter<'_> {
    /// Drops the statements from the web that a single passage of a note already contains.
    /// `min_similarity_percent` is the minimum similarity of statement and passage.
    pub(crate) fn drop_known_statements(
        &self,
        part: &mut TopicReport<'_>,
        evidence: &[Evidence],
        min_similarity_percent: usize,
    ) {
        let min_similarity = min_similarity_percent as f32 / 100.0;
        let mut known = Vec::new();
        part.retain_statements(|statement| {
            let saying = || {
                evidence_from_notes(evidence)
                    .find(|note| self.contains_finding(*note, &statement.text, min_similarity))
            };
            match is_from_web(statement, evidence).then(saying).flatten() {
                Some((piece, _)) => known.push(KnownFinding {
                    text: words_of_note(piece, &statement.text),
                    evidence_id: piece.id.clone(),
                    found_in: statement.cited_evidence.first().cloned(),
                }),
                None => return true,
            }
            false
        });
        part.already_in_vault = known;
    }

    /// Whether a passage of a note already says what a finding says, by its words or by embedding.
    fn contains_finding(
        &self,
        (piece, place): (&Evidence, &NoteLocation),
        finding: &str,
        min_similarity: f32,
    ) -> bool {
        let stated = text_without_questions(&piece.text);
        let covered = covered_finding_share(finding, &stated, &|term| self.stats.rarity(term));
        // Similar words are not enough: a statement is also similar to its negation, and to a
        // statement with another figure.
        let in_words =
            covered >= min_similarity && self.checker.text_supports_sentence(&stated, finding);
        let in_other_words = || {
            covered >= min_similarity * PARAPHRASE_SIMILARITY_FACTOR
                && self.checker.piece_supports_sentence(piece, finding)
        };
        let in_meaning = || {
            self.embedding_similarity(finding, place) >= min_similarity
                && !support::is_incompatible(finding, &piece.text)
        };
        in_words || in_other_words() || in_meaning()
    }

    /// Returns the similarity of a passage and a finding by embedding; 0 if it is not known.
    fn embedding_similarity(&self, finding: &str, location: &NoteLocation) -> f32 {
        let hits = self
            .nearest_passages
            .get(finding)
            .map(|nearest| nearest.hits.as_slice())
            .unwrap_or_default();
        let same = hits.iter().find(|hit| hit.path == location.path);
        same.filter(|hit| {
            hit.first_line <= location.last_line && location.first_line <= hit.last_line
        })
        .map_or(0.0, |hit| hit.score)
    }
}

/// The sentence of a note that says what a finding says: users recognise their own words.
fn words_of_note(piece: &Evidence, finding: &str) -> String {
    let stated = text_without_questions(&piece.text);
    match nearest_sentences(finding, &stated, 1).first() {
        Some(sentence) => quote_choice::with_antecedent(sentence, &stated),
        None => finding.to_owned(),
    }
}

/// A text without its questions: a note that only asks does not know.
fn text_without_questions(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let sentences = sentence_split::whole_sentences(line).into_iter();
        let stated = sentences.filter(|sentence| !question_or_claim::is_question(sentence));
        stated.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}
