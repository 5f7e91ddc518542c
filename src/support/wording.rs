//! How much of a claim's wording stands in the evidence: the share of its telling words, weighed,
//! in the best few neighbouring sentences.

use std::ops::Range;

use crate::support::form::Form;
use crate::support::near::{self, nearness};
use crate::support::reading::{Reading, Sentence, Word};
use crate::support::sense::Sense;
use crate::support::term::Term;

/// Neighbouring sentences that may say it together.
const MOST_SENTENCES: usize = 3;

/// What each further sentence costs: the same words farther apart say less.
const SPREAD_COST: f32 = 0.04;

/// For a word that points the same way along the same axis (`rises`, `increased`), or the other.
const SAME_WAY: f32 = 0.6;
const OTHER_WAY: f32 = 0.3;

/// For a name that is cut to its initials in one of the texts.
const INITIALS: f32 = 0.8;

/// Where a term of the claim stands in a sentence of the evidence.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Which term.
    pub term: usize,
    /// Which word of the sentence.
    pub at: usize,
    /// How well it fits.
    pub credit: f32,
}

/// The claim's terms in each sentence of the evidence.
pub fn places(terms: &[Term], evidence: &Reading) -> Vec<Vec<Place>> {
    let claim_initials = Initials::of(terms.iter().map(|term| &*term.word.form));
    let fits: Vec<_> = evidence.stems.iter().map(|form| fitting(terms, form)).collect();
    let mut all = Vec::with_capacity(evidence.sentences.len());
    let short = short_names(terms);
    for sentence in &evidence.sentences {
        let mut places = Vec::new();
        let telling = sentence.words.iter().enumerate().filter(|(_, word)| !word.form.is_small);
        for (at, word) in telling {
            let fits = fits.get(word.form.number).into_iter().flatten();
            places.extend(fits.map(|(term, credit)| Place { term: *term, at, credit: *credit }));
            places.extend(in_one_piece(terms, word, at));
            places.extend(shortened(&claim_initials, &word.form, at, terms));
        }
        places.extend(spelled_out(&short, sentence));
        all.push(places);
    }
    all
}

/// The terms that a word stands for, by its own form.
fn fitting(terms: &[Term], word: &Form) -> Vec<(usize, f32)> {
    let credits = terms.iter().map(|term| credit(&term.word.form, word));
    credits.enumerate().filter(|(_, credit)| *credit > 0.0).collect()
}

fn credit(term: &Form, word: &Form) -> f32 {
    let sense = match (term.sense, word.sense) {
        (Some(Sense::Points(axis, way)), Some(Sense::Points(other, said))) if axis == other => {
            if way == said {
                SAME_WAY
            } else {
                OTHER_WAY
            }
        }
        _ => 0.0,
    };
    nearness(&term.stem, &word.stem)
        .max(sense)
        .max(part_credit(term, word))
        .max(part_credit(word, term))
}

/// `Wasser` in `Grundwasser`: the stem may be short if the word is not.
fn part_credit(part: &Form, whole: &Form) -> f32 {
    let is_long = part.letters >= LONG_PART && part.stem.len() >= SHORT_STEM;
    let is_part = is_long && part.stem.len() < whole.stem.len() && whole.stem.ends_with(&part.stem);
    if is_part { near::COMPOUND } else { 0.0 }
}

/// A word of fewer letters ends too many others, and so does a shorter stem.
const LONG_PART: usize = 6;
const SHORT_STEM: usize = 4;

/// `GATA-3` for `GATA3`, and the other way round.
fn in_one_piece<'a>(
    terms: &'a [Term],
    word: &'a Word,
    at: usize,
) -> impl Iterator<Item = Place> + 'a {
    let fits = |term: &Word| match (&term.whole, &word.whole) {
        (Some(ours), Some(theirs)) => ours == theirs,
        (Some(ours), None) => **ours == *word.form.stem,
        (None, Some(theirs)) => *term.form.stem == **theirs,
        (None, None) => false,
    };
    let found = terms.iter().enumerate().filter(move |(_, term)| fits(&term.word));
    found.map(move |(term, _)| Place { term, at, credit: 1.0 })
}

/// The first letters of words, as they are compared and as they are written.
struct Initials {
    plain: String,
    written: String,
}

impl Initials {
    fn of<'a>(words: impl Iterator<Item = &'a Form> + Clone) -> Self {
        let first = |word: &str| word.chars().next().unwrap_or(' ');
        Self {
            plain: words.clone().map(|word| first(&word.stem)).collect(),
            written: words.map(|word| first(&word.written)).collect(),
        }
    }

    /// The word that a short name begins at. Two letters follow each other everywhere: those must
    /// be capitals too.
    fn find(&self, name: &Form) -> Option<usize> {
        let (letters, name) = match name.written.len() {
            2 => (&self.written, &name.written),
            _ => (&self.plain, &name.lower),
        };
        let start = letters.find(name.as_str())?;
        Some(letters.get(..start)?.chars().count())
    }
}

fn is_short(word: &Form) -> bool {
    (2..=6).contains(&word.written.len()) && word.written.chars().all(|c| c.is_ascii_uppercase())
}

/// `CKD` in the evidence for the claim's `chronic kidney disease`.
fn shortened(initials: &Initials, word: &Form, at: usize, terms: &[Term]) -> Vec<Place> {
    let found = if is_short(word) { initials.find(word) } else { None };
    let Some(first) = found else { return Vec::new() };
    let range = first..(first + word.written.len()).min(terms.len());
    range.map(|term| Place { term, at, credit: INITIALS }).collect()
}

/// The claim's names that may be spelled out.
fn short_names(terms: &[Term]) -> Vec<(usize, &Form)> {
    let short = terms.iter().enumerate().filter(|(_, term)| is_short(&term.word.form));
    short.map(|(at, term)| (at, &*term.word.form)).collect()
}

/// `chronic kidney disease` in the evidence for the claim's `CKD`.
fn spelled_out(short: &[(usize, &Form)], sentence: &Sentence) -> Vec<Place> {
    if short.is_empty() {
        return Vec::new();
    }
    let forms = sentence.words.iter().map(|word| &*word.form);
    let letters = Initials::of(forms.filter(|form| !form.is_small));
    let found = short.iter().filter(|(_, name)| letters.find(name).is_some());
    found.map(|(term, _)| Place { term: *term, at: 0, credit: INITIALS }).collect()
}

/// The best window of the evidence for a claim.
#[derive(Debug, Default)]
pub struct Window {
    /// Its sentences.
    pub sentences: Range<usize>,
    /// How well each term fits there.
    pub credits: Vec<f32>,
    /// The weighed share of terms that stand there.
    pub share: f32,
}

/// The neighbouring sentences that hold most of the claim.
pub fn best_window(terms: &[Term], places: &[Vec<Place>], claim_sentences: usize) -> Window {
    let most = MOST_SENTENCES.max(claim_sentences.min(MOST_CLAIM_SENTENCES));
    let mut best: Option<(f32, Window)> = None;
    for first in 0..places.len() {
        let mut credits = vec![0.0_f32; terms.len()];
        for last in first..places.len().min(first + most) {
            for place in places.get(last).into_iter().flatten() {
                if let Some(credit) = credits.get_mut(place.term) {
                    *credit = credit.max(place.credit);
                }
            }
            let share = share(terms, &credits);
            let worth = share - SPREAD_COST * (last - first) as f32;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                let window = Window { sentences: first..last + 1, credits: credits.clone(), share };
                best = Some((worth, window));
            }
        }
    }
    best.map(|(_, window)| window).unwrap_or_default()
}

/// A claim of more sentences is judged by windows of so many.
const MOST_CLAIM_SENTENCES: usize = 8;

/// The weighed share of terms that are covered.
pub fn share(terms: &[Term], credits: &[f32]) -> f32 {
    let total: f32 = terms.iter().map(|term| term.weight).sum();
    let held: f32 = terms.iter().zip(credits).map(|(term, credit)| term.weight * credit).sum();
    if total > 0.0 { held / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::pair::{Pair, read_both};

    /// The window's sentences and how much of the claim they hold, in percent.
    fn check(claim: &str, evidence: &str, window: std::ops::Range<usize>, percent: u32) {
        let (claimed, said) = read_both(claim, evidence);
        let found = Pair::of(claimed, &said).window;
        let share = (found.share * 100.0).round() as u32;
        assert_eq!((found.sentences, share), (window, percent), "{claim} | {evidence}");
    }

    #[test]
    fn the_sentences_that_hold_most_are_found() {
        check("Moss drinks rain.", "It is old. The moss drinks the rain. It ends.", 1..2, 100);
        check("Moss drinks rain.", "Look at moss. It drinks. Rain is all.", 0..3, 100);
        check("Moss drinks rain.", "Nothing of that kind.", 0..1, 0);
    }

    #[test]
    fn a_name_may_be_cut_to_its_initials() {
        check("The Wide Hills Club", "It is the WHC.", 0..1, 80);
        check("The WHC", "Here is the Wide Hills Club.", 0..1, 80);
    }
}
