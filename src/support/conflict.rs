//! Whether a sentence says the contrary of a claim: another figure for the same thing, a denial, or
//! the other direction.
//!
//! A false alarm costs more than a silent miss, so both must speak of the same thing in mostly
//! the same words, and the difference must be the only one of its kind.

use serde::Serialize;

use crate::support::figure::Figure;
use crate::support::pair::{Claim, HELD, Pair};
use crate::support::polarity;
use crate::support::reading::{Sentence, Word};
use crate::support::sense::Sense;
use crate::support::wording::{self, Place};

/// How a sentence contradicts a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub enum Conflict {
    /// It has another figure for the same thing.
    Figures {
        /// The claim's, as written.
        claimed: String,
        /// The sentence's, as written.
        said: String,
    },
    /// One denies what the other says.
    Denial,
    /// They point opposite ways: more and less, before and after, the greater and the smaller.
    Direction,
}

/// Shares of the claim's words that the sentence must have, and of the sentence's words that the
/// claim must have.
const FIGURE_SHARES: (f32, f32) = (0.7, 0.3);
const DENIAL_SHARES: (f32, f32) = (0.8, 0.4);
const DIRECTION_SHARES: (f32, f32) = (0.6, 0.2);

/// Directions that agree less than this are opposite, all but for a stray word.
const OPPOSITE: f32 = -0.8;

/// Figures that differ by less are one figure, measured twice.
const MEASURED: f64 = 0.01;
/// The same where one of them is said to be rough.
const ROUGHLY: f64 = 0.1;

/// The first conflict of a claim with a sentence of its window.
pub fn conflict(pair: &Pair<'_>) -> Option<Conflict> {
    if pair.is_quoted() {
        return None;
    }
    pair.sentences().find_map(|(sentence, places)| {
        let beside = Beside::of(&pair.claim, sentence, places);
        beside.figures().or_else(|| beside.denial()).or_else(|| beside.direction())
    })
}

/// A claim beside one sentence.
struct Beside<'p> {
    claim: &'p Claim,
    sentence: &'p Sentence,
    places: &'p [Place],
    /// The share of the claim's words that the sentence has, and the other way round.
    shares: (f32, f32),
    /// Whether the sentence has every name of the claim, and asks nothing.
    is_told: bool,
}

impl<'p> Beside<'p> {
    fn of(claim: &'p Claim, sentence: &'p Sentence, places: &'p [Place]) -> Self {
        let mut credits = vec![0.0_f32; claim.terms.len()];
        for place in places {
            if let Some(credit) = credits.get_mut(place.term) {
                *credit = credit.max(place.credit);
            }
        }
        let lacks = claim.terms.iter().zip(&credits).any(|(term, c)| term.is_name && *c < HELD);
        let asks = sentence.words.iter().any(|word| word.form.sense == Some(Sense::Asking));
        let shares = (wording::share(&claim.terms, &credits), answered(sentence, places));
        Self { claim, sentence, places, shares, is_told: !lacks && !asks }
    }

    fn is_alike(&self, (ours, theirs): (f32, f32)) -> bool {
        self.is_told && self.shares.0 >= ours && self.shares.1 >= theirs
    }

    /// A figure of each that counts the same and is the only one that does.
    fn figures(&self) -> Option<Conflict> {
        if !self.is_alike(FIGURE_SHARES) {
            return None;
        }
        let ours = self.claim.figures.iter();
        ours.filter(|figure| is_only(figure, &self.claim.figures)).find_map(|ours| {
            let mut same = self.sentence.figures.iter().filter(|theirs| counts_same(ours, theirs));
            let theirs = same.next().filter(|_| same.next().is_none())?;
            let differ =
                differ(ours, theirs) && !self.sentence.figures.iter().any(|f| says(ours, f));
            differ.then(|| Conflict::Figures { claimed: shown(ours), said: shown(theirs) })
        })
    }

    fn denial(&self) -> Option<Conflict> {
        let denies = |words: &[Word]| words.iter().any(|w| w.form.sense == Some(Sense::Denial));
        let (ours, theirs) = (denies(&self.claim.words), denies(&self.sentence.words));
        let turned = self.turned();
        let may_be = self.is_alike(DENIAL_SHARES) && (turned == 0.0 || turned <= OPPOSITE);
        let reaches = if ours { self.denies_shared() } else { self.shared_is_denied() };
        (ours != theirs && may_be && reaches).then_some(Conflict::Denial)
    }

    /// Whether the claim denies a word that the sentence has.
    fn denies_shared(&self) -> bool {
        let shared = self.places.iter().filter(|place| place.credit >= HELD);
        let mut terms = shared.filter_map(|place| self.claim.terms.get(place.term));
        terms.any(|term| term.word.is_denied) && !is_limited(&self.claim.words)
    }

    /// Whether the sentence denies a word of the claim.
    fn shared_is_denied(&self) -> bool {
        let mut shared = self.places.iter().filter(|place| place.credit >= HELD);
        let is_denied = |at: usize| self.sentence.words.get(at).is_some_and(|word| word.is_denied);
        shared.any(|place| is_denied(place.at)) && !is_limited(&self.sentence.words)
    }

    fn direction(&self) -> Option<Conflict> {
        let turned = self.is_alike(DIRECTION_SHARES) && self.turned() <= OPPOSITE;
        turned.then_some(Conflict::Direction)
    }

    /// From -1, all that is pointed out is opposite, to 1.
    fn turned(&self) -> f32 {
        let compared = polarity::comparison_with(self.claim, self.sentence, self.places);
        if compared != 0.0 {
            return compared;
        }
        polarity::least_agreement(self.claim, self.sentence, self.places)
    }
}

/// The share of a sentence's telling words that stand for one of the claim's.
fn answered(sentence: &Sentence, places: &[Place]) -> f32 {
    let is_telling = |word: &Word| !word.form.is_small && word.form.sense != Some(Sense::Denial);
    let all = sentence.words.iter().filter(|word| is_telling(word)).count();
    let mut shared: Vec<usize> = places.iter().map(|place| place.at).collect();
    shared.sort_unstable();
    shared.dedup();
    if all > 0 { shared.len() as f32 / all as f32 } else { 0.0 }
}

/// `not only`, `no more than`: what follows is not denied.
fn is_limited(words: &[Word]) -> bool {
    words.windows(2).any(|pair| match pair {
        [first, second] => {
            first.form.sense == Some(Sense::Denial)
                && (LIMITS.contains(&second.form.lower.as_str())
                    || matches!(second.form.sense, Some(Sense::Points(..) | Sense::Denial)))
        }
        _ => false,
    })
}

const LIMITS: [&str; 14] = [
    "only",
    "just",
    "merely",
    "solely",
    "simply",
    "until",
    "nur",
    "bloß",
    "erst",
    "seulement",
    "sólo",
    "solo",
    "somente",
    "alleen",
];

fn is_only(figure: &Figure, all: &[Figure]) -> bool {
    all.iter().filter(|other| counts_same(figure, other)).count() == 1
}

/// Whether two figures tell the same measure: percent, a unit or the year.
fn counts_same(a: &Figure, b: &Figure) -> bool {
    match (a.is_percent, b.is_percent) {
        (true, true) => true,
        (false, false) if is_year(a) || is_year(b) => is_year(a) && is_year(b),
        (false, false) => match (&a.unit, &b.unit) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a.is_digits && b.is_digits && a.counted == b.counted,
            _ => false,
        },
        _ => false,
    }
}

fn is_year(figure: &Figure) -> bool {
    let is_plain = figure.written.len() == 4 && figure.written.bytes().all(|b| b.is_ascii_digit());
    is_plain && figure.values.iter().any(|value| (1000.0..2100.0).contains(value))
}

fn says(a: &Figure, b: &Figure) -> bool {
    a.values.iter().any(|a| b.values.contains(a))
}

fn differ(a: &Figure, b: &Figure) -> bool {
    let least = match (is_year(a), a.is_rough || b.is_rough) {
        (true, false) => 0.0,
        (_, true) => ROUGHLY,
        (false, false) => MEASURED,
    };
    let apart = |a: f64, b: f64| (a - b).abs() > least * a.abs().max(b.abs());
    let all = a.values.iter().all(|a| b.values.iter().all(|b| apart(*a, *b)));
    all && !a.is_bound && !b.is_bound
}

/// A figure with what it counts.
fn shown(figure: &Figure) -> String {
    let is_said = figure.is_percent || (figure.unit.is_some() && !is_year(figure));
    match &figure.counted {
        Some(counted) if counted == "%" => format!("{}%", figure.written),
        Some(counted) if is_said && !figure.written.ends_with(counted.as_str()) => {
            format!("{} {counted}", figure.written)
        }
        _ => figure.written.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::contradicts;
    use super::*;

    /// `claim | sentence | none, denial, direction or the two figures`.
    const CASES: &str = include_str!("conflicts.txt");

    #[test]
    fn only_what_is_contrary_is_told() {
        let rows = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut wrong = Vec::new();
        for row in rows {
            let fields: Vec<&str> = row.split('|').map(str::trim).collect();
            let [claim, sentence, expected] = fields[..] else { panic!("{row}") };
            let told = match contradicts(claim, sentence) {
                None => "none".to_owned(),
                Some(Conflict::Denial) => "denial".to_owned(),
                Some(Conflict::Direction) => "direction".to_owned(),
                Some(Conflict::Figures { claimed, said }) => format!("{claimed} / {said}"),
            };
            if told != expected {
                wrong.push(format!("{row}\n   {told}"));
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}
