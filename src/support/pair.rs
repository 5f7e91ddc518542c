//! A claim beside the part of its evidence that is nearest to it.

use std::collections::BTreeSet;

use crate::index::language::Language;
use crate::index::tokenize;
use crate::support::figure::Figure;
use crate::support::reading::{Reading, Sentence, Word};
use crate::support::term::{self, Term};
use crate::support::wording::{self, Place, Window};

/// A word that fits less well than this is missing.
pub const HELD: f32 = 0.4;

/// More missing words tell a reader nothing.
const MOST_MISSING: usize = 12;

/// A claim has few; a table of them would be compared with a table.
const MOST_FIGURES: usize = 100;

/// A claim, in one piece.
#[derive(Debug, Default)]
pub struct Claim {
    /// All its words, in order.
    pub words: Vec<Word>,
    /// Its telling words.
    pub terms: Vec<Term>,
    /// Its figures.
    pub figures: Vec<Figure>,
}

/// Both texts.
#[derive(Debug)]
pub struct Pair<'r> {
    /// What is claimed.
    pub claim: Claim,
    /// The sentences of the best window.
    pub held: &'r [Sentence],
    /// The claim's terms in each of them.
    pub places: Vec<Vec<Place>>,
    /// How well each term fits in the window, and all together.
    pub window: Window,
    /// Figures of the window and of the sentences beside it.
    said_figures: Vec<&'r Figure>,
    is_quoted: bool,
}

impl<'r> Pair<'r> {
    /// Puts a claim beside evidence that was read in the same language.
    pub fn of(claim: Reading, evidence: &'r Reading) -> Self {
        let terms = term::terms(&claim.sentences);
        let mut places = wording::places(&terms, evidence);
        let window = wording::best_window(&terms, &places, claim.sentences.len());
        let is_quoted = evidence.folded.contains(&claim.folded);
        let said = &evidence.sentences;
        let (first, length) = (window.sentences.start, window.sentences.len());
        let around = said.iter().skip(first.saturating_sub(1)).take(length + 2);
        let said_figures = around.flat_map(|sentence| &sentence.figures).collect();
        let figures = claim.sentences.iter().flat_map(|sentence| &sentence.figures);
        let figures = figures.take(MOST_FIGURES).cloned().collect();
        let words = claim.sentences.into_iter().flat_map(|sentence| sentence.words).collect();
        places.truncate(window.sentences.end);
        Self {
            claim: Claim { words, terms, figures },
            held: said.get(window.sentences.clone()).unwrap_or_default(),
            places: places.split_off(first.min(places.len())),
            window,
            said_figures,
            is_quoted,
        }
    }

    /// Whether the claim stands in the evidence word for word, in whole sentences.
    pub fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// The sentences of the window, each with where the claim's terms stand in it.
    pub fn sentences(&self) -> impl Iterator<Item = (&Sentence, &[Place])> {
        self.held.iter().zip(self.places.iter().map(Vec::as_slice))
    }

    /// The figures in digits that the evidence does not have, as written.
    pub fn missing_figures(&self) -> Vec<String> {
        let digits = self.claim.figures.iter().filter(|figure| figure.is_digits);
        let missing = digits.filter(|figure| !figure.stands_in(&self.said_figures));
        missing.map(|figure| figure.written.clone()).collect()
    }

    /// The share of the claim's figures that the evidence has; none without figures.
    pub fn figure_share(&self) -> Option<f32> {
        let all = self.claim.figures.len();
        let found = self.claim.figures.iter().filter(|figure| figure.stands_in(&self.said_figures));
        (all > 0).then(|| found.count() as f32 / all as f32)
    }

    /// Whether the claim names somebody or something that the window has nothing of: in two words
    /// or more, or in capitals that make a name of a small word.
    pub fn lacks_name(&self) -> bool {
        let terms: Vec<_> = self.claim.terms.iter().zip(&self.window.credits).collect();
        let is_short =
            |(term, credit): &(&Term, &f32)| term.word.form.is_short_name && **credit < HELD;
        terms.iter().any(is_short)
            || terms.windows(2).any(|pair| match pair {
                [(first, a), (second, b)] => {
                    let is_missing = a.max(**b) < HELD && second.at == first.at + 1;
                    is_missing && second.is_name && is_proper(first) && is_proper(second)
                }
                _ => false,
            })
    }

    /// The names and telling words that the window does not have, as written.
    pub fn missing_words(&self) -> Vec<String> {
        let credits = self.window.credits.iter().copied().chain(std::iter::repeat(0.0));
        let terms = self.claim.terms.iter().map(|term| &term.word.form.written).zip(credits);
        let (missing, held): (Vec<_>, Vec<_>) = terms.partition(|(_, credit)| *credit < HELD);
        let known: BTreeSet<char> = held.iter().flat_map(|(word, _)| word.chars()).collect();
        // Where two words of a script without spaces meet is no word.
        let is_joint = |word: &str| {
            tokenize::is_unspaced_run(word) && word.chars().all(|c| known.contains(&c))
        };
        let told = missing.into_iter().map(|(word, _)| word).filter(|word| !is_joint(word));
        told.take(MOST_MISSING).cloned().collect()
    }
}

/// A capital and then small letters: `CKD` and `p53` have other names, `Carson` has not.
fn is_proper(term: &Term) -> bool {
    let mut letters = term.word.form.written.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
}

/// Both texts, read in the language that they are in together.
pub fn read_both(claim: &str, evidence: &str) -> (Reading, Reading) {
    let language = Language::detect(&format!("{claim}\n{evidence}"));
    (Reading::in_language(claim, language), Reading::in_language(evidence, language))
}
