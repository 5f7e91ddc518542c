//! Words that say more or less, needed or not, sooner or later — and those that deny, ask or find.
//!
//! Two texts that share their words and differ in these say opposite things. The lists stand in
//! `sense_words`; here they are looked up.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::index::language::Language;
use crate::support::sense_words::SENSE_WORDS;

/// What a word says beside its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// Not, never, without.
    Denial,
    /// Points one way along an axis.
    Points(Axis, Way),
    /// Whether, unknown, to examine: what follows is asked, not said.
    Asking,
    /// Shows, found, concludes: what follows is said.
    Finding,
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// More or less of it.
    Amount,
    /// Before or after.
    Time,
    /// Needed or not.
    Need,
    /// Connected or not.
    Link,
    /// Good or bad.
    Worth,
    /// Granted, possible, open — or refused.
    Leave,
    /// Alike or not.
    Likeness,
}

/// Which way along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// More, later, needed, connected, good, granted, alike.
    Up,
    /// The other way.
    Down,
}

impl Way {
    /// `1` or `-1`; turned round by a denial.
    pub fn sign(self, is_denied: bool) -> f32 {
        if (self == Way::Up) == is_denied { -1.0 } else { 1.0 }
    }
}

/// The words of one language: those that count as they stand, and beginnings of words.
#[derive(Debug, Default)]
pub struct Senses {
    words: BTreeMap<&'static str, Sense>,
    beginnings: BTreeMap<&'static str, Sense>,
}

impl Senses {
    /// The lists of a language; empty where there are none.
    pub fn of(language: Language) -> &'static Self {
        static ALL: OnceLock<Vec<(Language, Senses)>> = OnceLock::new();
        static NONE: Senses = Senses { words: BTreeMap::new(), beginnings: BTreeMap::new() };
        let all = ALL.get_or_init(|| {
            SENSE_WORDS.iter().map(|(language, lists)| (*language, Self::listed(lists))).collect()
        });
        all.iter().find(|(listed, _)| *listed == language).map_or(&NONE, |(_, senses)| senses)
    }

    fn listed(lists: &'static [(Sense, &'static str)]) -> Self {
        let mut senses = Self::default();
        for (sense, list) in lists {
            for entry in list.split_whitespace() {
                match entry.strip_suffix('*') {
                    Some(beginning) => senses.beginnings.insert(beginning, *sense),
                    None => senses.words.insert(entry, *sense),
                };
            }
        }
        senses
    }

    /// What a word in lower case says.
    pub fn find(&self, word: &str) -> Option<Sense> {
        let exact = self.words.get(word).copied();
        exact.or_else(|| self.by_beginning(word)).or_else(|| {
            let is_short_not = word.ends_with("n't") || word.ends_with("n’t");
            is_short_not.then_some(Sense::Denial)
        })
    }

    /// No beginning begins another, so the last one that is not behind the word is the only one
    /// that can fit.
    fn by_beginning(&self, word: &str) -> Option<Sense> {
        let (beginning, sense) = self.beginnings.range(..=word).next_back()?;
        word.starts_with(beginning).then_some(*sense)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, language: Language, expected: Option<Sense>) {
        assert_eq!(Senses::of(language).find(word), expected, "{word}");
    }

    #[test]
    fn words_are_found_whole_or_by_their_beginning() {
        let more = Some(Sense::Points(Axis::Amount, Way::Up));
        check("increasing", Language::English, more);
        check("more", Language::English, more);
        check("moreover", Language::English, None);
        check("doesn't", Language::English, Some(Sense::Denial));
        check("steigt", Language::German, more);
        check("tea", Language::English, None);
        check("increases", Language::Tamil, None);
    }

    #[test]
    fn no_beginning_begins_another() {
        for (language, lists) in SENSE_WORDS {
            let senses = Senses::listed(lists);
            let all: Vec<&&str> = senses.beginnings.keys().collect();
            for pair in all.windows(2) {
                assert!(!pair[1].starts_with(*pair[0]), "{language:?}: {} {}", pair[0], pair[1]);
            }
        }
    }
}
