//! The numbers that a pair of texts is judged by, each between -1 and 1.

use crate::support::pair::Pair;
use crate::support::polarity;
use crate::support::sense::Sense;

/// A denied share of this much is as good as all: most words of a denied sentence stand before
/// the denial.
const DENIED_ENOUGH: f32 = 0.33;

/// More asking or finding words than this say it no louder.
const MOST_CUES: usize = 2;

/// A direction with no words around it that both have may be turned.
const STRAY: f32 = 0.05;

/// What is seen of a pair.
#[derive(Debug, Default)]
pub struct Features {
    /// The weighed share of the claim's telling words in the best window.
    pub share: f32,
    /// The share of figures found, and of those missing; both 0 without figures.
    figures_found: f32,
    figures_missing: f32,
    /// The share of names that are missing.
    names_missing: f32,
    /// Words that ask, and words that tell a finding.
    asking: f32,
    finding: f32,
    /// How far directions agree (1) or are opposite (-1).
    agreement: f32,
    /// Which way a comparison goes.
    comparison: f32,
    /// Both deny; only the evidence does; only the claim does.
    both_deny: f32,
    evidence_denies: f32,
    claim_denies: f32,
}

impl Features {
    /// Looks at a pair.
    pub fn of(pair: &Pair<'_>) -> Self {
        let words = || pair.held.iter().flat_map(|sentence| &sentence.words);
        let cues = |sense: Sense| {
            let count = words().filter(|word| word.form.sense == Some(sense)).count();
            count.min(MOST_CUES) as f32 / MOST_CUES as f32
        };
        let denied = (polarity::denied_share(pair) / DENIED_ENOUGH).min(1.0);
        let is_denial = |sense: Option<Sense>| sense == Some(Sense::Denial);
        let claims_denial = pair.claim.words.iter().any(|word| is_denial(word.form.sense));
        let says_denial = words().any(|word| is_denial(word.form.sense));
        let found = pair.figure_share();
        Self {
            share: pair.window.share,
            figures_found: found.unwrap_or(0.0),
            figures_missing: found.map_or(0.0, |found| 1.0 - found),
            names_missing: names_missing(pair),
            asking: cues(Sense::Asking),
            finding: cues(Sense::Finding),
            agreement: polarity::agreement(pair),
            comparison: polarity::comparison(pair),
            both_deny: if claims_denial { denied } else { 0.0 },
            evidence_denies: if claims_denial { 0.0 } else { denied },
            claim_denies: if claims_denial && !says_denial { 1.0 } else { 0.0 },
        }
    }

    /// Whether nothing speaks against the claim: on balance no direction is turned, no comparison,
    /// nothing is denied by one alone, and the evidence does more than ask.
    pub fn is_clear(&self) -> bool {
        self.agreement >= -STRAY
            && self.comparison >= 0.0
            && self.claim_denies == 0.0
            && self.evidence_denies <= 0.5
            && self.asking <= 0.5
    }

    /// What tells whether the two speak of the same thing.
    pub fn related(&self) -> [f32; 6] {
        [
            self.share,
            self.figures_found,
            self.figures_missing,
            self.names_missing,
            self.asking,
            self.finding,
        ]
    }

    /// What tells whether they say the same of it.
    pub fn agreeing(&self) -> [f32; 6] {
        [
            self.agreement.max(0.0),
            self.agreement.min(0.0),
            self.comparison,
            self.both_deny,
            self.evidence_denies,
            self.claim_denies,
        ]
    }
}

fn names_missing(pair: &Pair<'_>) -> f32 {
    let credits = pair.claim.terms.iter().zip(&pair.window.credits);
    let names: Vec<f32> =
        credits.filter(|(term, _)| term.is_name).map(|(_, credit)| *credit).collect();
    let missing: f32 = names.iter().map(|credit| 1.0 - credit).sum();
    if names.is_empty() { 0.0 } else { missing / names.len() as f32 }
}
