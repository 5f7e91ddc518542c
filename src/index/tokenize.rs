//! Text to search terms: Unicode words in lower case, stemmed where the language has a stemmer;
//! single characters and pairs of neighbours where a script writes no spaces; identifiers whole
//! and in their parts; letters with marks also without them.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

use super::language::{Language, is_unspaced};

/// The terms of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// In order, repeats kept.
    pub all: Vec<String>,
}

impl Terms {
    /// Each once, in order of spelling.
    pub fn distinct(self) -> std::collections::BTreeSet<String> {
        self.all.into_iter().collect()
    }
}

/// The terms of a text in a language, stop words left out.
pub fn terms(text: &str, language: Language) -> Terms {
    let mut all = Vec::new();
    words(text, &mut |word| all.extend(word_terms(word, language)));
    Terms { all }
}

/// The term of a single word; none for a stop word.
pub fn term(word: &str, language: Language) -> Option<String> {
    let word = word.to_lowercase();
    (!language.is_stop_word(&word)).then(|| stem(&word, language))
}

/// All terms of one word as `words` gives it: its stem, and its other forms where it has any.
pub fn word_terms(word: &str, language: Language) -> Vec<String> {
    if word.chars().next().is_some_and(is_unspaced) {
        return characters(word);
    }
    let lower = word.to_lowercase();
    if language.is_stop_word(&lower) {
        return Vec::new();
    }
    let mut terms = vec![stem(&lower, language)];
    terms.extend(parts(word).into_iter().map(|part| stem(&part.to_lowercase(), language)));
    terms.extend(folded(&lower).map(|folded| stem(&folded, language)));
    terms.dedup();
    terms
}

/// Calls back with every word, in order; a run of an unspaced script is one word here.
pub fn words<'t>(text: &'t str, found: &mut impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !byte.is_ascii_alphanumeric() && byte.is_ascii() {
            at += 1;
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let ascii = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let behind = rest.get(ascii).copied().unwrap_or(b' ');
        if ascii > 0 && !joins(behind, rest.get(ascii + 1).copied()) {
            found(text.get(at..at + ascii).unwrap_or_default());
            at += ascii;
            continue;
        }
        // Anything but plain ASCII is cut by Unicode's rules, up to the next white space.
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        other_words(text.get(at..at + length).unwrap_or_default(), found);
        at += length;
    }
}

/// Whether a word may go on behind its ASCII letters: with another script, or as in `don't`, `3.5`.
fn joins(behind: u8, next: Option<u8>) -> bool {
    !behind.is_ascii()
        || (matches!(behind, b'\'' | b'.' | b',')
            && next.is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii()))
}

fn other_words<'t>(chunk: &'t str, found: &mut impl FnMut(&'t str)) {
    let mut run: Option<std::ops::Range<usize>> = None;
    for (start, word) in chunk.unicode_word_indices() {
        let end = start + word.len();
        if word.chars().all(is_unspaced) {
            run = match run {
                Some(open) if open.end == start => Some(open.start..end),
                Some(open) => {
                    found(chunk.get(open).unwrap_or_default());
                    Some(start..end)
                }
                None => Some(start..end),
            };
            continue;
        }
        if let Some(open) = run.take() {
            found(chunk.get(open).unwrap_or_default());
        }
        found(word);
    }
    if let Some(open) = run {
        found(chunk.get(open).unwrap_or_default());
    }
}

/// Single characters and neighbouring pairs.
fn characters(word: &str) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    let singles = characters.iter().map(char::to_string);
    let pairs = characters.windows(2).map(|pair| pair.iter().collect());
    singles.chain(pairs).collect()
}

/// The parts of `camelCase`, `snake_case` and `v2beta`; none for a word that is one piece.
fn parts(word: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut before: Option<char> = None;
    for (at, c) in word.char_indices() {
        let hump = before.is_some_and(|b| b.is_lowercase() && c.is_uppercase());
        if hump || c == '_' || before == Some('_') {
            cuts.push(at);
        }
        before = Some(c);
    }
    if cuts.len() == 1 {
        return Vec::new();
    }
    cuts.push(word.len());
    let pieces = cuts.windows(2).filter_map(|cut| match cut {
        [from, to] => word.get(*from..*to),
        _ => None,
    });
    pieces.map(|piece| piece.trim_matches('_')).filter(|piece| !piece.is_empty()).collect()
}

/// A word without the marks on its letters; none if it has none.
fn folded(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let plain: String = word
        .chars()
        .map(|c| FOLDS.iter().find(|(marked, _)| marked.contains(c)).map_or(c, |(_, plain)| *plain))
        .collect();
    (plain != word).then_some(plain)
}

/// Letters with marks, by the letter they are typed as without.
const FOLDS: [(&str, char); 16] = [
    ("áàâäãåāăą", 'a'),
    ("éèêëēėęě", 'e'),
    ("íìîïīįı", 'i'),
    ("óòôöõøōő", 'o'),
    ("úùûüūůűų", 'u'),
    ("ýÿ", 'y'),
    ("çćč", 'c'),
    ("ñńň", 'n'),
    ("śšş", 's'),
    ("źżž", 'z'),
    ("łĺľ", 'l'),
    ("ďđ", 'd'),
    ("ťţ", 't'),
    ("řŕ", 'r'),
    ("ğ", 'g'),
    ("ё", 'е'),
];

fn stem(word: &str, language: Language) -> String {
    algorithm(language)
        .map_or_else(|| word.to_owned(), |a| Stemmer::create(a).stem(word).into_owned())
}

fn algorithm(language: Language) -> Option<Algorithm> {
    Some(match language {
        Language::English => Algorithm::English,
        Language::German => Algorithm::German,
        Language::French => Algorithm::French,
        Language::Spanish => Algorithm::Spanish,
        Language::Portuguese => Algorithm::Portuguese,
        Language::Italian => Algorithm::Italian,
        Language::Dutch => Algorithm::Dutch,
        Language::Russian => Algorithm::Russian,
        Language::Chinese | Language::Japanese | Language::Korean => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(terms(text, Language::of(text)).all, expected, "{text}");
    }

    #[test]
    fn words_are_folded_and_stemmed() {
        check("The Brewing temperatures, and the waters!", &["brew", "temperatur", "water"]);
        check("Die Pflanzen und der Boden", &["pflanz", "bod"]);
        check("don't stop 3.5 times", &["don't", "stop", "3.5", "time"]);
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        check("openFile snake_case", &["openfil", "open", "file", "snake_cas", "snake", "case"]);
    }

    #[test]
    fn marks_on_letters_may_be_left_out() {
        check("café", &["café", "cafe"]);
    }

    #[test]
    fn scripts_without_spaces_become_characters_and_pairs() {
        check("堆肥需要", &["堆", "肥", "需", "要", "堆肥", "肥需", "需要"]);
        check("水 and x水y", &["水", "x", "水", "y"]);
    }
}
