//! Looks up words that negate, ask, report a result, or have an opposite: more or less, necessary
//! or not, earlier or later. Two texts that differ only in such words say opposite things.
//!
//! The words are listed in `sense_words.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::{Language, word_list};

/// What a word tells about the statement it is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordSense {
    /// A negation: `not`, `never`, `without`.
    Negation,
    /// A word with an opposite, such as `increases` (amount), `before` (time) or `harmful`
    /// (quality): its axis, and which of the two opposite meanings it has.
    Antonym(AntonymAxis, AntonymSign),
    /// A word of inquiry: `whether`, `unknown`, `examine`. What follows is asked and not stated.
    Inquiry,
    /// A word that reports a result: `shows`, `found`, `concludes`. What follows is stated.
    Result,
}

impl WordSense {
    /// Returns the sense that a section name of `sense_words.txt` stands for, such as `negation` or
    /// `more`.
    fn from_section_name(name: &str) -> Option<Self> {
        Some(match name {
            "negation" => Self::Negation,
            "inquiry" => Self::Inquiry,
            "result" => Self::Result,
            "more" => Self::Antonym(AntonymAxis::Amount, AntonymSign::Positive),
            "less" => Self::Antonym(AntonymAxis::Amount, AntonymSign::Negative),
            "later" => Self::Antonym(AntonymAxis::Time, AntonymSign::Positive),
            "earlier" => Self::Antonym(AntonymAxis::Time, AntonymSign::Negative),
            "necessary" => Self::Antonym(AntonymAxis::Necessity, AntonymSign::Positive),
            "unnecessary" => Self::Antonym(AntonymAxis::Necessity, AntonymSign::Negative),
            "associated" => Self::Antonym(AntonymAxis::Association, AntonymSign::Positive),
            "unassociated" => Self::Antonym(AntonymAxis::Association, AntonymSign::Negative),
            "good" => Self::Antonym(AntonymAxis::Quality, AntonymSign::Positive),
            "bad" => Self::Antonym(AntonymAxis::Quality, AntonymSign::Negative),
            "permitted" => Self::Antonym(AntonymAxis::Permission, AntonymSign::Positive),
            "forbidden" => Self::Antonym(AntonymAxis::Permission, AntonymSign::Negative),
            "similar" => Self::Antonym(AntonymAxis::Similarity, AntonymSign::Positive),
            "different" => Self::Antonym(AntonymAxis::Similarity, AntonymSign::Negative),
            _ => return None,
        })
    }
}

/// The scale on which a word such as `more` or `earlier` has its opposite. Only words on the same
/// axis can be opposites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AntonymAxis {
    /// Whether there is more or less of something.
    Amount,
    /// Whether something is later or earlier.
    Time,
    /// Whether something is necessary or not.
    Necessity,
    /// Whether things are associated or not.
    Association,
    /// Whether something is described as good or as bad.
    Quality,
    /// Whether something is permitted, possible and open, or forbidden.
    Permission,
    /// Whether things are similar or different.
    Similarity,
}

/// Which of two opposite meanings a word has on its axis, such as more or less, later or earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AntonymSign {
    /// More, later, necessary, associated, good, permitted, similar.
    Positive,
    /// The opposite: less, earlier, unnecessary, not associated, bad, forbidden, different.
    Negative,
}

impl AntonymSign {
    /// Returns `1` for a positive and `-1` for a negative meaning. The product of two signs tells
    /// whether two words agree.
    pub fn plus_or_minus_one(self) -> f32 {
        match self {
            Self::Positive => 1.0,
            Self::Negative => -1.0,
        }
    }
}

/// The words of one language that negate, ask, report a result or have an opposite.
#[derive(Debug, Default)]
pub struct SenseLexicon {
    /// Words that are listed in full, such as `more`, with their senses.
    words: BTreeMap<&'static str, WordSense>,
    /// Beginnings of words, such as `increas`, with the sense of all words that begin so. No
    /// beginning is itself the beginning of another one.
    prefixes: BTreeMap<&'static str, WordSense>,
}

/// The words of `sense_words.txt`, by language.
static SENSE_LEXICONS: LazyLock<BTreeMap<Language, SenseLexicon>> = LazyLock::new(|| {
    let mut lexicons: BTreeMap<Language, SenseLexicon> = BTreeMap::new();
    for section in word_list::parse_sections(include_str!("sense_words.txt")) {
        let Some((code, sense)) = section.name.split_once(' ') else { continue };
        let named = Language::from_iso_code(code).zip(WordSense::from_section_name(sense));
        let Some((language, sense)) = named else { continue };
        let lexicon = lexicons.entry(language).or_default();
        for entry in section.words {
            match entry.strip_suffix('*') {
                Some(prefix) => lexicon.prefixes.insert(prefix, sense),
                None => lexicon.words.insert(entry, sense),
            };
        }
    }
    lexicons
});

impl SenseLexicon {
    /// Returns the sense words of a language; empty if none are listed.
    pub fn for_language(language: Language) -> &'static Self {
        static EMPTY_LEXICON: SenseLexicon =
            SenseLexicon { words: BTreeMap::new(), prefixes: BTreeMap::new() };
        SENSE_LEXICONS.get(&language).unwrap_or(&EMPTY_LEXICON)
    }

    /// Returns the sense of a word in lower case; `None` for a word without one. Contractions such
    /// as `don't` are negations.
    pub fn sense_of(&self, word: &str) -> Option<WordSense> {
        let exact = self.words.get(word).copied();
        exact.or_else(|| self.find_sense_by_prefix(word)).or_else(|| {
            let is_contraction = word.ends_with("n't") || word.ends_with("n’t");
            is_contraction.then_some(WordSense::Negation)
        })
    }

    /// Returns the sense of the listed prefix that a word begins with. No prefix is the beginning
    /// of another one, so only the last prefix that sorts before the word can match.
    fn find_sense_by_prefix(&self, word: &str) -> Option<WordSense> {
        let (prefix, sense) = self.prefixes.range(..=word).next_back()?;
        word.starts_with(prefix).then_some(*sense)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, language: Language, expected: Option<WordSense>) {
        assert_eq!(SenseLexicon::for_language(language).sense_of(word), expected, "{word}");
    }

    #[test]
    fn words_are_found_whole_or_by_their_prefix() {
        let more = Some(WordSense::Antonym(AntonymAxis::Amount, AntonymSign::Positive));
        check("increasing", Language::English, more);
        check("more", Language::English, more);
        check("moreover", Language::English, None);
        check("doesn't", Language::English, Some(WordSense::Negation));
        check("steigt", Language::German, more);
        check("tea", Language::English, None);
        check("increases", Language::Tamil, None);
    }

    #[test]
    fn every_section_names_a_language_and_a_sense() {
        for section in word_list::parse_sections(include_str!("sense_words.txt")) {
            let (code, sense) = section.name.split_once(' ').unwrap();
            assert!(Language::from_iso_code(code).is_some(), "{}", section.name);
            assert!(WordSense::from_section_name(sense).is_some(), "{}", section.name);
        }
    }

    #[test]
    fn no_prefix_begins_another() {
        for (language, lexicon) in SENSE_LEXICONS.iter() {
            let all: Vec<&&str> = lexicon.prefixes.keys().collect();
            for pair in all.windows(2) {
                assert!(!pair[1].starts_with(*pair[0]), "{language:?}: {} {}", pair[0], pair[1]);
            }
        }
    }
}
