//! What was found and is nothing new: a note of the vault says it already, in its words or in its
//! meaning. It is named, and not told again as a finding.

use std::collections::BTreeMap;

use crate::evidence::coverage::coverage;
use crate::evidence::{Evidence, EvidenceId, NoteLocation};
use crate::index::corpus_stats::CorpusStats;
use crate::library::EmbeddingHits;
use crate::research::context::RunContext;
use crate::research::gather::search::Search;
use crate::research::report::statement::{Statement, TopicReport};
use crate::research::report::verify::SentenceChecker;
use crate::support;

/// What is near to findings in meaning, by their text; nothing where that is not known.
pub type NearestByEmbedding = BTreeMap<String, EmbeddingHits>;

/// How to tell what the vault says already.
pub struct NoveltyFilter<'a> {
    /// Compares sentences.
    pub checker: &'a SentenceChecker<'a>,
    /// The vault as seen from the note.
    pub around: &'a dyn CorpusStats,
    /// What findings are near to.
    pub meant: &'a NearestByEmbedding,
}

/// Asks what the findings of all parts are near to, as far as notes were found that may say them.
pub async fn meant<'a>(
    context: &RunContext<'_>,
    search: &Search<'_>,
    parts: impl Iterator<Item = (&'a TopicReport<'a>, &'a Vec<Evidence>)>,
) -> NearestByEmbedding {
    let found = parts.filter(|(_, evidence)| notes(evidence).next().is_some());
    let findings: Vec<&String> = found
        .flat_map(|(part, evidence)| {
            let found = part.statements.iter().filter(|said| is_found(said, evidence));
            found.map(|said| &said.text)
        })
        .collect();
    let findings: Vec<String> = findings.into_iter().cloned().collect();
    let meant = search.meant(context, findings.clone()).await;
    findings.into_iter().zip(meant).collect()
}

/// What rests on a note first is quoted as the note's, and what cites nothing was not found
/// anywhere.
fn is_found(statement: &Statement, evidence: &[Evidence]) -> bool {
    let from_note = |id: &EvidenceId| notes(evidence).any(|(piece, _)| piece.id == *id);
    statement.cites.first().is_some_and(|id| !from_note(id))
}

fn notes(evidence: &[Evidence]) -> impl Iterator<Item = (&Evidence, &NoteLocation)> {
    evidence.iter().filter_map(|piece| Some((piece, piece.note_location()?)))
}

impl NoveltyFilter<'_> {
    /// Takes out of a part what one passage of a note says already; `threshold` is in hundredths.
    pub fn leave_out(&self, part: &mut TopicReport<'_>, evidence: &[Evidence], threshold: usize) {
        let least = threshold as f32 / 100.0;
        let mut known = Vec::new();
        part.statements.retain(|statement| {
            let saying = || notes(evidence).find(|note| self.says(*note, &statement.text, least));
            match is_found(statement, evidence).then(saying).flatten() {
                Some((piece, _)) => known.push(piece.id.clone()),
                None => return true,
            }
            false
        });
        part.known = known;
    }

    fn says(&self, (piece, place): (&Evidence, &NoteLocation), finding: &str, least: f32) -> bool {
        // Words and meaning alone would take a denial, or another figure, for the same.
        let in_words = coverage(finding, &piece.text, &|term| self.around.rarity(term)) >= least
            && self.checker.bears_out(finding, &piece.text);
        let in_meaning =
            || self.nearness(finding, place) >= least && !support::is_at_odds(finding, &piece.text);
        in_words || in_meaning()
    }

    /// How near a passage is to a finding, as far as that is known.
    fn nearness(&self, finding: &str, place: &NoteLocation) -> f32 {
        let hits = self.meant.get(finding).map(|meant| meant.hits.as_slice()).unwrap_or_default();
        let same = hits.iter().find(|hit| hit.path == place.path);
        same.filter(|hit| hit.first_line <= place.last_line && place.first_line <= hit.last_line)
            .map_or(0.0, |hit| hit.score)
    }
}
