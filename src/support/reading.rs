//! A text as it is compared: sentences of words, each with its stem, what it says of more or less,
//! and whether it is denied.
//!
//! Nothing is judged here; the parts that judge read the same words in the same way.

use unicode_segmentation::UnicodeSegmentation;

use super::figure::{self, Figure};
use super::sense::{Sense, Senses};
use crate::index::language::{Language, is_unspaced};
use crate::index::tokenize;
use crate::note::prose;

/// A denial reaches this many words on, and in languages that deny behind the verb this many back.
const DENIAL_REACH: usize = 6;
const DENIAL_BACK: usize = 3;

/// Names with more joints than this are formulas; they are compared piece by piece.
const MOST_JOINED: usize = 4;

/// A word, or a pair of neighbours where a script writes no spaces.
#[derive(Debug, Clone, Default)]
pub struct Word {
    /// As it stands.
    pub written: String,
    /// What it is compared by.
    pub stem: String,
    /// All of `GATA-3` in one piece, for each of its parts.
    pub whole: Option<String>,
    /// Whether it says nothing by itself.
    pub is_small: bool,
    /// More, less, needed, denied …
    pub sense: Option<Sense>,
    /// Whether a denial reaches it.
    pub is_denied: bool,
    /// Commas and the like before it in its sentence.
    pub clause: usize,
}

/// One sentence.
#[derive(Debug, Default)]
pub struct Sentence {
    /// Its words in order.
    pub words: Vec<Word>,
    /// Its figures in order.
    pub figures: Vec<Figure>,
}

/// The sentences of a text.
pub fn read(text: &str, language: Language) -> Vec<Sentence> {
    let senses = Senses::of(language);
    prose::sentences(text)
        .into_iter()
        .map(|sentence| read_one(sentence, language, senses))
        .collect()
}

fn read_one(sentence: &str, language: Language, senses: &Senses) -> Sentence {
    let mut words = Vec::new();
    let (mut end, mut clause, mut joined) = (0, 0, 0);
    for (start, written) in sentence.unicode_word_indices() {
        let gap = sentence.get(end..start).unwrap_or_default();
        clause += usize::from(gap.contains([',', ';', ':', '(', ')', '，', '；', '、']));
        if !is_hyphen(gap) || words.is_empty() {
            join(&mut words, joined);
            joined = 0;
        }
        let follows = gap.is_empty() && end > 0;
        if written.chars().all(is_unspaced) {
            unspaced(written, follows, clause, &mut words);
        } else {
            words.push(word(written, clause, language, senses));
            joined += 1;
        }
        end = start + written.len();
    }
    join(&mut words, joined);
    deny(&mut words, language);
    Sentence { words, figures: figure::figures(sentence, language) }
}

fn is_hyphen(gap: &str) -> bool {
    matches!(gap, "-" | "\u{2010}" | "\u{2011}")
}

fn word(written: &str, clause: usize, language: Language, senses: &Senses) -> Word {
    let plain = spelled(written);
    let stem = tokenize::term(&plain, language);
    let lower = plain.to_lowercase();
    Word {
        written: written.to_owned(),
        is_small: stem.is_none(),
        sense: senses.find(&lower),
        stem: stem.unwrap_or(lower),
        clause,
        ..Word::default()
    }
}

/// Characters of a script without spaces: each makes a pair with the one before it.
fn unspaced(written: &str, follows: bool, clause: usize, words: &mut Vec<Word>) {
    let mut before = words.last().filter(|_| follows).and_then(|word| word.written.chars().last());
    for c in written.chars() {
        let pair: String = before.filter(|b| is_unspaced(*b)).into_iter().chain([c]).collect();
        // The lone character that began the run is told by its pair.
        if pair.chars().count() == 2 {
            words.pop_if(|word| word.written.chars().count() == 1 && is_run_start(word));
        }
        words.push(Word { stem: pair.clone(), written: pair, clause, ..Word::default() });
        before = Some(c);
    }
}

fn is_run_start(word: &Word) -> bool {
    word.written.chars().all(is_unspaced)
}

/// Tells the last `count` words, which hyphens join, how they are written in one piece.
fn join(words: &mut [Word], count: usize) {
    if !(2..=MOST_JOINED).contains(&count) {
        return;
    }
    let first = words.len().saturating_sub(count);
    let parts = words.get_mut(first..).unwrap_or_default();
    let whole: String = parts.iter().map(|word| spelled(&word.written).to_lowercase()).collect();
    for part in parts {
        part.whole = Some(whole.clone());
    }
}

/// Marks the words that a denial reaches within its clause.
fn deny(words: &mut [Word], language: Language) {
    let back = match language {
        Language::German | Language::Dutch => DENIAL_BACK,
        _ => 0,
    };
    let denials: Vec<usize> = (0..words.len())
        .filter(|at| words.get(*at).is_some_and(|word| word.sense == Some(Sense::Denial)))
        .collect();
    for at in denials {
        let clause = words.get(at).map(|word| word.clause);
        let reached = at.saturating_sub(back)..words.len().min(at + 1 + DENIAL_REACH);
        for word in words.get_mut(reached).unwrap_or_default() {
            word.is_denied |= Some(word.clause) == clause;
        }
    }
}

/// Greek letters among Latin ones by their names: `NF-κB` is also written `NF-kappaB`.
fn spelled(written: &str) -> String {
    if written.is_ascii() || written.chars().filter(|c| is_greek(*c)).count() > 2 {
        return written.to_owned();
    }
    let mut plain = String::with_capacity(written.len());
    for c in written.chars() {
        match GREEK.iter().find(|(letter, _)| *letter == c) {
            Some((_, name)) => plain.push_str(name),
            None => plain.push(c),
        }
    }
    plain
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}')
}

/// The letters that name things in the sciences.
const GREEK: [(char, &str); 14] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('Δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('θ', "theta"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('σ', "sigma"),
    ('ω', "omega"),
    ('µ', "mu"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let sentences = read(text, Language::of(text));
        let words = sentences.iter().flat_map(|sentence| &sentence.words);
        let shown: Vec<String> = words
            .filter(|word| !word.is_small)
            .map(|word| format!("{}{}", if word.is_denied { "!" } else { "" }, word.stem))
            .collect();
        assert_eq!(shown.join(" "), expected, "{text}");
    }

    #[test]
    fn words_are_stemmed_and_small_ones_marked() {
        check("The teas were brewed in the morning.", "tea brew morn");
    }

    #[test]
    fn a_denial_reaches_the_words_of_its_clause() {
        check("Tea does not help sleep, but milk warms.", "tea !help !sleep milk warm");
        check("Der Tee hilft dem Kranken nicht.", "tee !hilft !krank");
    }

    #[test]
    fn a_script_without_spaces_is_read_in_pairs() {
        check("绿茶有益。", "绿茶 茶有 有益");
        check("茶。", "茶");
    }

    #[test]
    fn a_hyphened_name_is_also_one_piece() {
        let sentences = read("NF-κB and GATA-3", Language::English);
        let wholes: Vec<&str> = sentences
            .iter()
            .flat_map(|sentence| &sentence.words)
            .filter_map(|word| word.whole.as_deref())
            .collect();
        assert_eq!(wholes, ["nfkappab", "nfkappab", "gata3", "gata3"]);
    }
}
