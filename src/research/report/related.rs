//! Notes that the person may have forgotten: they match several topics well but are neither cited
//! nor linked yet.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::Evidence;
use crate::library::Vault;
use crate::local::answer;
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;
use crate::research::gather::found::GatheredEvidence;
use crate::research::report::statement::TopicReport;

/// Related notes named at the most.
const MAX_RELATED: usize = 5;

/// A note is related to a topic when it matches at least this well, against the best match.
const RELATED_SHARE: f32 = 0.6;

/// And when it carries this share of the topic's weight: of a small vault something always matches.
const RELATED_RELEVANCE: f32 = 0.55;

/// The notes, the nearest first, with the topics they share.
pub fn related(
    vault: &dyn Vault,
    path: &NotePath,
    (topics, parts): (&[&AgendaTopic], &[TopicReport<'_>]),
    gathered: &GatheredEvidence,
) -> Vec<(NotePath, Vec<String>)> {
    let cited = cited_notes(parts, gathered);
    let linked = vault.linked_notes(path);
    let around = vault.corpus_stats(path);
    let mut shared: BTreeMap<&NotePath, (f32, Vec<String>)> = BTreeMap::new();
    for (item, evidence) in topics.iter().zip(&gathered.evidence) {
        let notes = || evidence.iter().filter_map(|piece| Some((piece, piece.note()?)));
        let top = notes().map(|(piece, _)| piece.score).fold(f32::MIN_POSITIVE, f32::max);
        let speaks = |piece: &Evidence| {
            let text = format!("{} {}", piece.context(), piece.text);
            piece.score >= RELATED_SHARE * top
                && answer::relevance(&item.topic, &text, around.as_ref()) >= RELATED_RELEVANCE
        };
        for (piece, note) in notes().filter(|(piece, _)| speaks(piece)) {
            let (score, names) = shared.entry(note).or_default();
            *score += piece.score / top;
            names.push(item.topic.topic.clone());
        }
    }
    let is_new = |note: &NotePath| !cited.contains(note) && !linked.contains(note);
    let mut notes: Vec<_> =
        shared.into_iter().filter(|(note, (_, names))| names.len() > 1 && is_new(note)).collect();
    notes.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    let notes = notes.into_iter().map(|(note, (_, names))| (note.clone(), names));
    let private = gathered.named.iter().filter(|(note, _)| !linked.contains(note));
    let private = private.map(|(note, names)| (note.clone(), names.clone()));
    notes.chain(private).take(MAX_RELATED).collect()
}

fn cited_notes<'g>(
    parts: &[TopicReport<'_>],
    gathered: &'g GatheredEvidence,
) -> BTreeSet<&'g NotePath> {
    let ids = parts
        .iter()
        .flat_map(|part| part.all().flat_map(|statement| &statement.cites).chain(&part.known));
    let ids: BTreeSet<_> = ids.collect();
    let cited = gathered.pieces().filter(|piece| ids.contains(&piece.id));
    cited.filter_map(Evidence::note).collect()
}
