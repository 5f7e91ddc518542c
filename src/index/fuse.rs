//! Two rankings made one: by the ranks, not by the scores, which cannot be compared (reciprocal
//! rank fusion, Cormack, Clarke and Büttcher 2009).

use std::collections::BTreeMap;

use crate::index::Hit;
use crate::note::NotePath;

/// How little the first few ranks differ; sixty is what the method's authors found.
const SMOOTHING: f32 = 60.0;

/// One ranking, the best first, and how much it counts.
pub struct Ranking {
    /// The hits.
    pub hits: Vec<Hit>,
    /// Against the others.
    pub weight: f32,
}

/// The notes of all rankings, the best first; ties by path. A note keeps the passage of the
/// ranking in which it stands higher.
pub fn fuse(rankings: Vec<Ranking>, limit: usize) -> Vec<Hit> {
    let mut notes: BTreeMap<NotePath, (Hit, f32)> = BTreeMap::new();
    for Ranking { hits, weight } in rankings {
        for (rank, hit) in hits.into_iter().enumerate() {
            let share = weight / (SMOOTHING + rank as f32 + 1.0);
            match notes.get_mut(&hit.path) {
                Some((known, best)) => {
                    let both = known.score + share;
                    if share > *best {
                        (*known, *best) = (hit, share);
                    }
                    known.score = both;
                    known.found = "both".to_owned();
                }
                None => {
                    notes.insert(hit.path.clone(), (Hit { score: share, ..hit }, share));
                }
            }
        }
    }
    let mut hits: Vec<Hit> = notes.into_values().map(|(hit, _)| hit).collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
    hits.truncate(limit);
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(weight: f32, found: &str, notes: &str) -> Ranking {
        let hit = |(line, name): (usize, &str)| Hit {
            path: NotePath::parse(&format!("{name}.md")).unwrap(),
            heading: String::new(),
            first_line: line + 1,
            last_line: line + 1,
            passage: String::new(),
            score: 9.0,
            found: found.to_owned(),
        };
        Ranking { weight, hits: notes.split(' ').enumerate().map(hit).collect() }
    }

    fn check(words: (f32, &str), meaning: (f32, &str), expected: &str) {
        let rankings =
            vec![ranking(words.0, "words", words.1), ranking(meaning.0, "meaning", meaning.1)];
        let shown = |hit: &Hit| format!("{}:{} {}", hit.path.title(), hit.first_line, hit.found);
        let got: Vec<String> = fuse(rankings, 3).iter().map(shown).collect();
        assert_eq!(got.join(", "), expected);
    }

    #[test]
    fn what_both_find_comes_first() {
        check((1.0, "a b c"), (1.0, "d c"), "c:2 both, a:1 words, d:1 meaning");
        check((1.0, "a b"), (0.5, "c b"), "b:2 both, a:1 words, c:1 meaning");
        check((1.0, "a b"), (1.0, "b a"), "a:1 both, b:1 both");
    }
}
