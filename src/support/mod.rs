//! Whether a piece of evidence supports a claim, told from the two texts alone.
//!
//! The wording must be covered, figures must be in it, and denials, directions and comparisons
//! must agree. Nothing here understands the texts: the score orders pairs, and a claim that is
//! accepted still stands beside its quotation.

mod conflict;
mod feature;
mod figure;
mod figure_words;
mod form;
mod near;
mod pair;
mod polarity;
mod reading;
mod sense;
mod sense_words;
mod sentence;
mod term;
mod weigh;
mod wording;

use std::collections::BTreeSet;

use serde::Serialize;

use feature::Features;
use pair::{Pair, read_both};

pub use conflict::Conflict;
pub use reading::Reading;

/// What the evidence says of a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Support {
    /// Whether the claim may stand with its link: the wording is covered, no figure or name is
    /// missing, and nothing is denied, turned or only asked.
    pub supported: bool,
    /// What a report may do with the claim.
    pub verdict: Verdict,
    /// How well it is supported, from 0 to 1.
    pub score: f32,
    /// Figures, names and telling words of the claim that are not in the evidence, as written. A
    /// claim that is contradicted may miss nothing.
    pub missing: Vec<String>,
}

/// What a report may do with a claim that cites the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub enum Verdict {
    /// It may stand with its link.
    Supported,
    /// The words are there, but something points the other way, is denied or only asked.
    Doubtful,
    /// The evidence says the contrary.
    Contradicted,
    /// The evidence does not say it.
    Unsupported,
}

/// Scores from here on are taken for support; the formula is stretched so that it lies here.
const THRESHOLD: f32 = 0.5;

/// What a figure that the evidence does not have leaves of the score.
const FIGURE_COST: f32 = 0.9;

/// Compares a claim with the evidence it cites. Any two texts give a result.
pub fn support(claim: &str, evidence: &str) -> Support {
    let (claim, evidence) = read_both(claim, evidence);
    judge(&Pair::of(claim, &evidence))
}

/// As `support`, for evidence that was read before: it is read again only if the claim is in
/// another language.
pub fn support_in(claim: &str, evidence: &Reading) -> Support {
    let language = evidence.language_beside(claim);
    let claim = Reading::in_language(claim, language);
    if language == evidence.language {
        judge(&Pair::of(claim, evidence))
    } else {
        judge(&Pair::of(claim, &evidence.again(language)))
    }
}

fn judge(pair: &Pair<'_>) -> Support {
    if pair.claim.words.is_empty() {
        let verdict = Verdict::Unsupported;
        return Support { supported: false, verdict, score: 0.0, missing: Vec::new() };
    }
    let figures = pair.missing_figures();
    let features = Features::of(pair);
    let stands = if pair.is_quoted() { 1.0 } else { weigh::score(&features) };
    let score = if figures.is_empty() { stands } else { stands * FIGURE_COST };
    let covered = score >= THRESHOLD && figures.is_empty() && !pair.lacks_name();
    let missing = if stands < 1.0 { pair.missing_words() } else { Vec::new() };
    let verdict = match covered {
        _ if conflict::conflict(pair).is_some() => Verdict::Contradicted,
        true if pair.is_quoted() || features.is_clear() => Verdict::Supported,
        true => Verdict::Doubtful,
        false => Verdict::Unsupported,
    };
    let supported = verdict == Verdict::Supported;
    Support { supported, verdict, score, missing: figures.into_iter().chain(missing).collect() }
}

/// Names that two texts of different languages must share where no figure ties them together.
const TYING_NAMES: usize = 2;

/// How many words of a sort stand in both texts, written alike, and not at the beginning of a
/// sentence, where every word has a capital.
fn ties(claim: &str, evidence: &str, sort: impl Fn(&str) -> bool) -> usize {
    let words = |text: &str| {
        let mut begins = true;
        let mut found = BTreeSet::new();
        for word in text.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            if !begins && sort(bare) {
                found.insert(bare.to_owned());
            }
            begins = word.ends_with(['.', '!', '?', ':', '。', '！', '？']);
        }
        found
    };
    words(claim).intersection(&words(evidence)).count()
}

/// Whether evidence in another language agrees with a claim, as far as that can be told: no figure
/// of the claim is missing there, and a figure or two names tie the two together.
pub fn agrees(claim: &str, evidence: &str) -> bool {
    let (read, text) = read_both(claim, evidence);
    let figures =
        ties(claim, evidence, |word| word.chars().filter(char::is_ascii_digit).count() > 1);
    let is_name = |word: &str| word.chars().count() > 2 && word.starts_with(char::is_uppercase);
    let names = ties(claim, evidence, is_name);
    let tied = figures > 0 || names >= TYING_NAMES;
    tied && Pair::of(read, &text).missing_figures().is_empty()
}

/// How a text contradicts a claim, where that can be told with some certainty.
pub fn contradicts(claim: &str, text: &str) -> Option<Conflict> {
    let (claim, text) = read_both(claim, text);
    conflict::conflict(&Pair::of(claim, &text))
}

/// Whether a text cannot say the same as a claim, however near it is: a figure of the claim is
/// missing there, or it contradicts it.
pub fn is_at_odds(claim: &str, text: &str) -> bool {
    let (claim, text) = read_both(claim, text);
    let pair = Pair::of(claim, &text);
    !pair.missing_figures().is_empty() || conflict::conflict(&pair).is_some()
}

/// The numbers by which a pair is judged, for those who fit the weights anew.
pub fn features(claim: &str, evidence: &str) -> Vec<f32> {
    let (claim, evidence) = read_both(claim, evidence);
    let features = Features::of(&Pair::of(claim, &evidence));
    [features.related().to_vec(), features.agreeing().to_vec()].concat()
}

#[cfg(test)]
mod tests;
