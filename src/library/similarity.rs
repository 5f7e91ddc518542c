//! How similar related notes are to a note, as numbers from 0 to 1 that mean the same for every
//! note: 1 for a copy of the note, near 0 for a note on another subject.

use std::collections::BTreeMap;

use crate::library::search_results::FoundNote;
use crate::notes::index::Hit;
use crate::notes::note::NotePath;

/// The similarities of notes by path.
pub(super) type Similarities = BTreeMap<NotePath, f32>;

/// The similarities of notes that were found by words: the square roots of their scores as shares of
/// the score that the note itself gets. Related notes have shares of about a quarter, which the
/// square root spreads. If the score of the note is unknown, the best score counts instead.
pub(super) fn keyword_similarities(hits: &[Hit], own_score: Option<f32>) -> Similarities {
    let best = hits.iter().map(|hit| hit.score).fold(0.0, f32::max);
    let whole = own_score.unwrap_or(best).max(f32::MIN_POSITIVE);
    let similarity = |hit: &Hit| (hit.score / whole).clamp(0.0, 1.0).sqrt();
    hits.iter().map(|hit| (hit.path.clone(), similarity(hit))).collect()
}

/// The similarities of notes that were found by embedding. Models differ in how similar they find
/// texts on different subjects, so the least similar of the hits counts as 0.
pub(super) fn embedding_similarities(hits: &[Hit]) -> Similarities {
    let least = hits.iter().map(|hit| hit.score).fold(1.0, f32::min);
    let range = (1.0 - least).max(f32::MIN_POSITIVE);
    hits.iter()
        .map(|hit| (hit.path.clone(), ((hit.score - least) / range).clamp(0.0, 1.0)))
        .collect()
}

/// Keeps the higher similarity of each note.
pub(super) fn highest(mut one: Similarities, other: Similarities) -> Similarities {
    for (path, similarity) in other {
        let known = one.entry(path).or_insert(similarity);
        *known = known.max(similarity);
    }
    one
}

/// Sets the similarities of notes, which are in order of rank. No note gets a higher similarity than
/// the note before it, because the order is the better measure.
pub(super) fn set_similarities(notes: &mut [FoundNote], similarities: &Similarities) {
    let mut highest = 1.0_f32;
    for note in notes {
        highest = highest.min(similarities.get(&note.path).copied().unwrap_or(0.0));
        note.similarity = Some(highest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::MatchKind;

    fn hits(scores: &[(&str, f32)]) -> Vec<Hit> {
        let hit = |(path, score): &(&str, f32)| Hit {
            path: NotePath::parse(path).unwrap(),
            heading_trail: Default::default(),
            first_line: 1,
            last_line: 1,
            passage_text: String::new(),
            score: *score,
            match_kind: MatchKind::Keyword,
        };
        scores.iter().map(hit).collect()
    }

    fn check(similarities: Similarities, expected: &[f32]) {
        assert_eq!(similarities.into_values().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn similarities_are_shares() {
        let found = hits(&[("a.md", 4.0), ("b.md", 1.0)]);
        check(keyword_similarities(&found, Some(16.0)), &[0.5, 0.25]);
        check(keyword_similarities(&found, None), &[1.0, 0.5]);
        check(keyword_similarities(&[], None), &[]);
        let near = hits(&[("a.md", 0.75), ("c.md", 0.5)]);
        check(embedding_similarities(&near), &[0.5, 0.0]);
        let both = highest(keyword_similarities(&found, Some(64.0)), embedding_similarities(&near));
        check(both, &[0.5, 0.125, 0.0]);
    }
}
