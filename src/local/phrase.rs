//! Labels of two to five words, cut out of a sentence as it stands.

use std::collections::{BTreeMap, BTreeSet};

use unicode_segmentation::UnicodeSegmentation;

use super::Surroundings;
use crate::index::language::{Language, is_unspaced};
use crate::index::tokenize;

/// A label has this many words at the most.
const MAX_WORDS: usize = 5;

/// What each telling word beyond two costs, and each small word inside: a label names a thing,
/// it does not retell the sentence.
const LENGTH_COST: f32 = 0.25;
const SMALL_WORD_COST: f32 = 0.15;

/// An unspaced script gives labels of this many characters at the most.
const MAX_CHARACTERS: usize = 8;

/// A stretch of a sentence that could be a label.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase<'a> {
    /// As it stands in the sentence.
    pub text: &'a str,
    /// How telling its words are together.
    pub score: f32,
    /// How often it was found.
    pub count: usize,
    /// Small words inside it.
    pub small: usize,
    /// Its search terms, sorted: two phrases with the same terms are the same.
    pub terms: Vec<String>,
}

/// The most telling phrase of a sentence; small words may stand inside it.
pub fn best<'a>(
    sentence: &'a str,
    language: Language,
    around: &dyn Surroundings,
) -> Option<Phrase<'a>> {
    let phrases = candidates(sentence, language, around);
    phrases.into_iter().fold(None, |best: Option<Phrase<'a>>, next| match best {
        Some(best) if best.score >= next.score => Some(best),
        _ => Some(next),
    })
}

/// Phrases of a whole text without small words in them, most telling first, with how often each
/// stands there counted in.
pub fn frequent<'a>(
    sentences: &[&'a str],
    language: Language,
    around: &dyn Surroundings,
) -> Vec<Phrase<'a>> {
    let mut found: BTreeMap<Vec<String>, Phrase<'a>> = BTreeMap::new();
    for sentence in sentences {
        for phrase in candidates(sentence, language, around) {
            if phrase.small == 0 {
                found
                    .entry(phrase.terms.clone())
                    .and_modify(|known| known.count += 1)
                    .or_insert(phrase);
            }
        }
    }
    let weighed = found
        .into_values()
        .map(|phrase| Phrase { score: phrase.score * (phrase.count as f32).sqrt(), ..phrase });
    let mut phrases: Vec<Phrase<'a>> = weighed.collect();
    phrases.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(b.text)));
    phrases
}

/// A word of a sentence; small words have no term.
struct Word<'a> {
    start: usize,
    text: &'a str,
    term: Option<String>,
}

fn candidates<'a>(
    sentence: &'a str,
    language: Language,
    around: &dyn Surroundings,
) -> Vec<Phrase<'a>> {
    if sentence.chars().filter(|c| c.is_alphabetic()).all(is_unspaced) {
        return unspaced(sentence, language, around);
    }
    let words: Vec<Word<'a>> = sentence
        .unicode_word_indices()
        .map(|(start, text)| Word { start, text, term: tokenize::term(text, language) })
        .collect();
    let mut phrases = Vec::new();
    for first in 0..words.len() {
        for last in first + 1..words.len().min(first + MAX_WORDS) {
            let window = words.get(first..=last).unwrap_or_default();
            phrases.extend(phrase(sentence, window, around));
        }
    }
    phrases
}

fn phrase<'a>(
    sentence: &'a str,
    window: &[Word<'a>],
    around: &dyn Surroundings,
) -> Option<Phrase<'a>> {
    let [first, .., last] = window else { return None };
    let telling =
        |word: &Word<'_>| word.term.is_some() && word.text.chars().any(char::is_alphabetic);
    if !telling(first) || !telling(last) {
        return None;
    }
    let text = sentence.get(first.start..last.start + last.text.len())?;
    if text.contains(['.', ',', ';', ':', '(', ')', '?', '!', '"', '“', '”', '|', '—', '–', '/'])
    {
        return None;
    }
    let terms: BTreeSet<&String> = window.iter().filter_map(|word| word.term.as_ref()).collect();
    let small = window.iter().filter(|word| word.term.is_none()).count();
    let weight: f32 = terms.iter().map(|term| around.rarity(term)).sum();
    let longer = terms.len().saturating_sub(2) as f32;
    let score = weight / (1.0 + LENGTH_COST * longer + SMALL_WORD_COST * small as f32);
    let terms: Vec<String> = terms.into_iter().cloned().collect();
    (terms.len() > 1).then_some(Phrase { text, score, count: 1, terms, small })
}

/// Without spaces a clause is the smallest stretch that is surely whole.
fn unspaced<'a>(
    sentence: &'a str,
    language: Language,
    around: &dyn Surroundings,
) -> Vec<Phrase<'a>> {
    let clauses =
        sentence.split(|c: char| !c.is_alphanumeric()).filter(|clause| !clause.is_empty());
    let short = clauses.map(|clause| {
        let end = clause.char_indices().nth(MAX_CHARACTERS).map_or(clause.len(), |(at, _)| at);
        clause.get(..end).unwrap_or(clause)
    });
    let weighed = short.map(|text| {
        let terms: Vec<String> = tokenize::terms(text, language).distinct().into_iter().collect();
        let weight: f32 = terms.iter().map(|term| around.rarity(term)).sum();
        Phrase { text, score: weight / (terms.len().max(1) as f32), count: 1, small: 0, terms }
    });
    weighed.filter(|phrase| phrase.terms.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Alone;
    use super::*;

    fn check(sentence: &str, expected: &str) {
        let got = best(sentence, Language::of(sentence), &Alone).map_or("", |phrase| phrase.text);
        assert_eq!(got, expected, "{sentence}");
    }

    #[test]
    fn the_telling_words_make_the_label() {
        check("How late is too late for coffee?", "late for coffee");
        check("Does compost need mycorrhizal inoculation?", "compost need mycorrhizal inoculation");
        check("It is.", "");
        check("堆肥需要多少氧气？", "堆肥需要多少氧气");
    }
}
