//! Looks up the words of `contradiction_words.txt`: units, measured properties, words that deny,
//! compare or make a sentence unsure.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::{Language, word_list};

/// A group of words that begins at a word of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordTag {
    /// The name of the group, such as `deny`, `aspect weight` or `unit time 60`.
    pub group: &'static str,
    /// How many words of the sentence the listed phrase has.
    pub word_count: usize,
}

/// A listed phrase, without its first word.
struct Phrase {
    group: &'static str,
    other_words: Vec<&'static str>,
}

/// The listed phrases of one language by their first word.
#[derive(Default)]
pub struct ContradictionLexicon {
    by_word: BTreeMap<&'static str, Vec<Phrase>>,
    /// Phrases whose first word is given by its beginning, such as `increas*`.
    by_prefix: BTreeMap<&'static str, Vec<Phrase>>,
}

/// The languages that have sections of their own.
const LISTED_LANGUAGES: [Language; 8] = [
    Language::English,
    Language::German,
    Language::French,
    Language::Spanish,
    Language::Italian,
    Language::Portuguese,
    Language::Dutch,
    Language::Russian,
];

static LEXICONS: LazyLock<BTreeMap<Language, ContradictionLexicon>> = LazyLock::new(|| {
    let lexicon = |language| (language, ContradictionLexicon::read(Some(language)));
    LISTED_LANGUAGES.into_iter().map(lexicon).collect()
});

/// The words that hold for every language.
static SHARED_LEXICON: LazyLock<ContradictionLexicon> =
    LazyLock::new(|| ContradictionLexicon::read(None));

impl ContradictionLexicon {
    /// Returns the words of a language, with those that hold for every language.
    pub fn for_language(language: Language) -> &'static Self {
        LEXICONS.get(&language).unwrap_or(&SHARED_LEXICON)
    }

    fn read(language: Option<Language>) -> Self {
        let mut lexicon = Self::default();
        for section in word_list::parse_sections(include_str!("contradiction_words.txt")) {
            let named = section.name.split_once(' ').and_then(|(code, group)| {
                Some((Language::from_iso_code(code).filter(|_| code.len() == 2)?, group))
            });
            let group = match named {
                Some((listed, group)) if Some(listed) == language => group,
                Some(_) => continue,
                None => section.name,
            };
            for entry in section.words {
                lexicon.add(entry, group);
            }
        }
        lexicon
    }

    fn add(&mut self, entry: &'static str, group: &'static str) {
        let mut words = entry.split('_');
        let first = words.next().unwrap_or_default();
        let phrase = Phrase { group, other_words: words.collect() };
        match first.strip_suffix('*') {
            Some(prefix) => self.by_prefix.entry(prefix).or_default().push(phrase),
            None => self.by_word.entry(first).or_default().push(phrase),
        }
    }

    /// Returns the groups of the phrases at the start of these words, which are in lower case.
    pub fn tags(&self, words: &[&str]) -> Vec<WordTag> {
        let Some((first, rest)) = words.split_first() else { return Vec::new() };
        let prefixes = first.char_indices().map(|(at, c)| at + c.len_utf8());
        let by_prefix =
            prefixes.filter_map(|end| self.by_prefix.get(first.get(..end).unwrap_or_default()));
        let phrases = self.by_word.get(first).into_iter().chain(by_prefix).flatten();
        let found = phrases.filter(|phrase| phrase.continues_with(rest));
        let tag = |phrase: &Phrase| WordTag {
            group: phrase.group,
            word_count: phrase.other_words.len() + 1,
        };
        found.map(tag).collect()
    }
}

impl Phrase {
    fn continues_with(&self, words: &[&str]) -> bool {
        let mut pairs = self.other_words.iter().zip(words);
        let is_same = |listed: &str, word: &str| match listed.strip_suffix('*') {
            Some(prefix) => word.starts_with(prefix),
            None => word == listed,
        };
        self.other_words.len() <= words.len() && pairs.all(|(listed, word)| is_same(listed, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_by_words_and_prefixes() {
        let groups = |words: &[&str], language| -> Vec<&str> {
            let tags = ContradictionLexicon::for_language(language).tags(words);
            tags.into_iter().map(|tag| tag.group).collect()
        };
        assert!(groups(&["too", "low"], Language::English).contains(&"wrong"));
        assert!(!groups(&["too", "blue"], Language::English).contains(&"wrong"));
        assert!(groups(&["increases"], Language::English).contains(&"trend up"));
        assert!(groups(&["kg"], Language::Tamil).contains(&"unit mass 1000"));
        assert!(!groups(&["steigt"], Language::English).contains(&"trend up"));
    }
}
