//! Text to search terms: Unicode words in lower case, stemmed where the language has a stemmer,
//! and pairs of neighbouring characters where a script writes no spaces.

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
    let stemmer = algorithm(language).map(Stemmer::create);
    let mut all = Vec::new();
    for word in words(text) {
        if word.chars().any(is_unspaced) {
            all.extend(pairs(&word));
        } else if !language.is_stop_word(&word) {
            all.push(stemmer.as_ref().map_or_else(|| word.clone(), |s| s.stem(&word).into_owned()));
        }
    }
    Terms { all }
}

/// The term of a single word; none for a stop word.
pub fn term(word: &str, language: Language) -> Option<String> {
    let word = word.to_lowercase();
    if language.is_stop_word(&word) {
        return None;
    }
    let stemmed =
        algorithm(language).map(|algorithm| Stemmer::create(algorithm).stem(&word).into_owned());
    Some(stemmed.unwrap_or(word))
}

/// Words in lower case; a run of an unspaced script is one word here.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut run = String::new();
    for word in text.unicode_words() {
        if word.chars().all(is_unspaced) {
            run.push_str(word);
            continue;
        }
        if !run.is_empty() {
            words.push(std::mem::take(&mut run));
        }
        words.push(word.to_lowercase());
    }
    if !run.is_empty() {
        words.push(run);
    }
    words
}

/// Neighbouring pairs of characters; a single character stands for itself.
fn pairs(word: &str) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    if let [only] = characters.as_slice() {
        return vec![only.to_string()];
    }
    characters.windows(2).map(|pair| pair.iter().collect()).collect()
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
    }

    #[test]
    fn scripts_without_spaces_become_pairs() {
        check("堆肥需要", &["堆肥", "肥需", "需要"]);
        check("水", &["水"]);
    }
}
