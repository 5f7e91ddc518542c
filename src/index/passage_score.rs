//! A look into one note: where in it the words of a query stand, passage by passage.

use crate::index::bm25::Scale;
use crate::index::catalogue::{Catalogue, Passage};
use crate::index::rank::Found;

/// How fast repeating a pair stops to help.
const PAIR_SATURATION: f32 = 1.2;

/// What was found in one note.
pub struct Look<'a> {
    passages: &'a [Passage],
    scale: Scale,
    /// The first place of the first passage.
    start: u32,
    found: Vec<Placed>,
}

/// Where one thing that is looked for stands.
struct Placed {
    place: Option<u32>,
    weight: f32,
    places: Vec<u32>,
}

impl<'a> Look<'a> {
    /// Looks where everything stands.
    pub fn into(catalogue: &'a Catalogue, found: &[Found<'_>], note: u32) -> Self {
        let known = catalogue.note(note);
        let placed = found.iter().filter(|found| found.place.is_some());
        Self {
            passages: known.map(|note| catalogue.passages(note)).unwrap_or_default(),
            scale: Scale::of(catalogue.average_passage()),
            start: known.map_or(0, |note| note.head.saturating_add(1)),
            found: placed
                .map(|found| Placed {
                    place: found.place,
                    weight: found.weight,
                    places: found.places(note),
                })
                .collect(),
        }
    }

    /// The passage that answers best, and its score; the first one when none does.
    pub fn best_passage(&self) -> (usize, f32) {
        let mut rest: Vec<&[u32]> =
            self.found.iter().map(|found| found.places.as_slice()).collect();
        let mut best = (0, 0.0);
        let mut start = self.start;
        for places in &mut rest {
            skip_below(places, start);
        }
        for (number, passage) in self.passages.iter().enumerate() {
            let end = start.saturating_add(passage.words);
            let mut score = 0.0;
            for (places, found) in rest.iter_mut().zip(&self.found) {
                let inside = skip_below(places, end);
                if inside > 0 {
                    score += self.scale.score(found.weight, inside as f32, passage.words);
                }
            }
            if score > best.1 {
                best = (number, score);
            }
            start = end.saturating_add(1);
        }
        best
    }

    /// How often neighbours of the query stand side by side in the note, each pair weighed.
    pub fn pairs(&self) -> f32 {
        let mut score = 0.0;
        for (number, first) in self.found.iter().enumerate() {
            for second in self.found.iter().skip(number + 1) {
                let neighbours = first.place.map(|place| place + 1) == second.place;
                if neighbours {
                    let times = side_by_side(&first.places, &second.places) as f32;
                    score += (first.weight + second.weight) * times / (times + PAIR_SATURATION);
                }
            }
        }
        score
    }
}

/// Drops the places below a limit; answers with how many there were.
fn skip_below(places: &mut &[u32], limit: u32) -> usize {
    let count = places.iter().take_while(|place| **place < limit).count();
    *places = places.get(count..).unwrap_or_default();
    count
}

/// How many places of the first list have their successor in the second.
fn side_by_side(first: &[u32], second: &[u32]) -> usize {
    first.iter().filter(|place| second.binary_search(&place.saturating_add(1)).is_ok()).count()
}
