//! Merges several rankings into one, by the ranks of their results, because scores of different
//! searches cannot be compared (reciprocal rank fusion, Cormack, Clarke and Büttcher 2009).

use std::collections::BTreeMap;

use crate::notes::index::hit::{Hit, MatchKind};

/// The constant k of reciprocal rank fusion. The result at rank r of a ranking gets the score
/// weight / (constant + r). The higher the constant, the less the first ranks differ. The
/// paper uses 60.
const RANK_FUSION_K: f32 = 60.0;

/// The results of one search, and how much this search counts.
pub struct Ranking<T> {
    /// The results of the search, best first.
    pub items: Vec<T>,
    /// How much this ranking counts, relative to the others.
    pub weight: f32,
}

/// A result with its merged score from all rankings.
pub(crate) struct FusedItem<T> {
    /// The result, merged from all rankings that contain it.
    pub item: T,
    /// The sum of the scores that the result gets from all rankings; higher is better.
    pub score: f32,
}

/// Merges rankings and returns the results, best first. Results with equal scores are in order of
/// their keys.
///
/// Items with the same key are one result. `merge` gets two such items, the better ranked one
/// first. Each ranking adds to the score of a key only once.
pub(crate) fn fuse_rankings<T, K: Ord>(
    rankings: Vec<Ranking<T>>,
    key: impl Fn(&T) -> K,
    merge: impl Fn(T, T) -> T,
) -> Vec<FusedItem<T>> {
    let mut candidates: BTreeMap<K, FusionCandidate<T>> = BTreeMap::new();
    for (list, Ranking { items, weight }) in rankings.into_iter().enumerate() {
        for (rank, item) in items.into_iter().enumerate() {
            let share = weight / (RANK_FUSION_K + rank as f32 + 1.0);
            let key = key(&item);
            let new = FusionCandidate {
                item,
                score: share,
                best_ranking_score: share,
                ranking_index: list,
            };
            let candidate = match candidates.remove(&key) {
                Some(known) => known.merge_with(new, &merge),
                None => new,
            };
            candidates.insert(key, candidate);
        }
    }
    let fused =
        |candidate: FusionCandidate<T>| FusedItem { item: candidate.item, score: candidate.score };
    let mut items: Vec<FusedItem<T>> = candidates.into_values().map(fused).collect();
    items.sort_by(|a, b| b.score.total_cmp(&a.score));
    items
}

/// Merges rankings of notes and returns the hits, best first. Hits with equal scores are in order
/// of path. If a note is in several rankings, its hit shows the passage from the ranking that adds
/// most to its score.
pub(crate) fn fuse_hits(rankings: Vec<Ranking<Hit>>, limit: usize) -> Vec<Hit> {
    let merge = |better: Hit, _worse: Hit| Hit { match_kind: MatchKind::Both, ..better };
    let fused = fuse_rankings(rankings, |hit| hit.path.clone(), merge);
    fused.into_iter().take(limit).map(|fused| Hit { score: fused.score, ..fused.item }).collect()
}

/// A result while rankings are being merged, with what was added to its score so far.
struct FusionCandidate<T> {
    item: T,
    score: f32,
    /// The highest score that the result got from a single ranking.
    best_ranking_score: f32,
    /// The index of the ranking that added to the score last. Each ranking may add only once.
    ranking_index: usize,
}

impl<T> FusionCandidate<T> {
    /// Merges two candidates with the same key; `new` comes from the same ranking or a later one.
    fn merge_with(self, new: Self, merge: impl Fn(T, T) -> T) -> Self {
        let is_better = new.best_ranking_score > self.best_ranking_score;
        let score = if self.ranking_index == new.ranking_index {
            self.score
        } else {
            self.score + new.score
        };
        let best_share = self.best_ranking_score.max(new.best_ranking_score);
        let item = if is_better { merge(new.item, self.item) } else { merge(self.item, new.item) };
        Self { item, score, best_ranking_score: best_share, ranking_index: new.ranking_index }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::hit::HeadingTrail;
    use crate::notes::note::NotePath;

    fn ranking(weight: f32, match_kind: MatchKind, notes: &str) -> Ranking<Hit> {
        let hit = |(line, name): (usize, &str)| Hit {
            path: NotePath::parse(&format!("{name}.md")).unwrap(),
            heading_trail: HeadingTrail::default(),
            first_line: line + 1,
            last_line: line + 1,
            passage_text: String::new(),
            score: 9.0,
            match_kind,
        };
        Ranking { weight, items: notes.split(' ').enumerate().map(hit).collect() }
    }

    fn check(words: (f32, &str), meaning: (f32, &str), expected: &str) {
        let rankings = vec![
            ranking(words.0, MatchKind::Keyword, words.1),
            ranking(meaning.0, MatchKind::Meaning, meaning.1),
        ];
        let shown =
            |hit: &Hit| format!("{}:{} {}", hit.path.title(), hit.first_line, hit.match_kind);
        let got: Vec<String> = fuse_hits(rankings, 3).iter().map(shown).collect();
        assert_eq!(got.join(", "), expected);
    }

    #[test]
    fn what_both_find_comes_first() {
        check((1.0, "a b c"), (1.0, "d c"), "c:2 both, a:1 keyword, d:1 meaning");
        check((1.0, "a b"), (0.5, "c b"), "b:2 both, a:1 keyword, c:1 meaning");
        check((1.0, "a b"), (1.0, "b a"), "a:1 both, b:1 both");
    }
}
