//! Words that change what a sentence states, such as `not`, `may` and `all`, for each language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::language::{Language, word_list};

const WORD_LISTS: &str = include_str!("words.txt");

type WordSet = BTreeSet<&'static str>;

/// The word sets of a language. A language without lists has empty sets, so that nothing is found.
#[derive(Debug, Default)]
pub struct CheckLexicon {
    /// Words that negate what follows them.
    pub negations: WordSet,
    /// Words that cancel the negation before them: `only` in `not only`.
    pub negation_limiters: WordSet,
    /// Words that make a statement uncertain, such as `may`. A claim must not drop them.
    pub strong_hedges: WordSet,
    /// Words that make a statement a little uncertain, such as `seems`. A claim may drop them.
    pub weak_hedges: WordSet,
    /// Words that extend a statement to all cases, such as `every`.
    pub universal_quantifiers: WordSet,
    /// Further words that extend evidence to all cases, such as `never`. In a claim they don't
    /// count.
    pub evidence_universal_quantifiers: WordSet,
    /// Words that weaken a following `all` or `every`, such as `nearly`.
    pub universal_limiters: WordSet,
    /// Words that limit a statement to a part, such as `most`.
    pub partial_quantifiers: WordSet,
    /// Words that state a cause in a claim. The evidence must then state one too.
    pub causal_words: WordSet,
    /// Words that state a cause in the evidence: a longer list, so that few causes are missed.
    pub evidence_causal_words: WordSet,
    /// Words that state a connection, but no cause, such as `linked`.
    pub correlation_words: WordSet,
    /// Conjunctions that begin a new clause.
    pub conjunctions: WordSet,
    /// Conjunctions that contrast two clauses, such as `whereas`.
    pub contrast_conjunctions: WordSet,
    /// Words that begin the rejected half of a correction: `not` in `A, not B`.
    pub correction_words: WordSet,
    /// If one of these words follows `not`, there is no correction: `, not only B`.
    pub non_correction_words: WordSet,
    /// Verbs that tell what somebody says or finds, such as `said` and `reported`.
    pub speech_verbs: WordSet,
    /// Other words that occur where a source is named, such as `study` and `team`.
    pub attribution_words: WordSet,
    /// Words of a claim that state the future as certain, such as `will`.
    pub future_words: WordSet,
    /// Words of the evidence, such as `planned`, that allow a claim to say `will`.
    pub evidence_future_words: WordSet,
    opposites: BTreeMap<&'static str, WordSet>,
}

static LEXICON_BY_LANGUAGE: LazyLock<BTreeMap<Language, CheckLexicon>> = LazyLock::new(|| {
    let mut lexicons: BTreeMap<Language, CheckLexicon> = BTreeMap::new();
    for section in word_list::parse_sections(WORD_LISTS) {
        let Some((code, use_name)) = section.name.split_once(' ') else { continue };
        let Some(language) = Language::from_iso_code(code) else { continue };
        lexicons.entry(language).or_default().add_words(use_name, section.words);
    }
    lexicons
});

static EMPTY_LEXICON: LazyLock<CheckLexicon> = LazyLock::new(CheckLexicon::default);

impl CheckLexicon {
    /// Returns the words of a language; an empty lexicon if there are none for it.
    pub fn for_language(language: Language) -> &'static Self {
        LEXICON_BY_LANGUAGE.get(&language).unwrap_or(&EMPTY_LEXICON)
    }

    /// Whether two words are opposites, such as `rose` and `fell`. Both must be in lower case.
    pub fn are_opposites(&self, a: &str, b: &str) -> bool {
        self.opposites.get(a).is_some_and(|words| words.contains(b))
    }

    fn add_words(&mut self, list_name: &str, words: Vec<&'static str>) {
        let set = match list_name {
            "negations" => &mut self.negations,
            "limiters" => &mut self.negation_limiters,
            "strong hedges" => &mut self.strong_hedges,
            "weak hedges" => &mut self.weak_hedges,
            "universals" => &mut self.universal_quantifiers,
            "evidence universals" => &mut self.evidence_universal_quantifiers,
            "universal limits" => &mut self.universal_limiters,
            "partials" => &mut self.partial_quantifiers,
            "causes" => &mut self.causal_words,
            "evidence causes" => &mut self.evidence_causal_words,
            "connections" => &mut self.correlation_words,
            "conjunctions" => &mut self.conjunctions,
            "contrasts" => &mut self.contrast_conjunctions,
            "corrections" => &mut self.correction_words,
            "no corrections" => &mut self.non_correction_words,
            "speech" => &mut self.speech_verbs,
            "speakers" => &mut self.attribution_words,
            "futures" => &mut self.future_words,
            "evidence futures" => &mut self.evidence_future_words,
            _ => return self.add_opposites(&words),
        };
        set.extend(words);
    }

    fn add_opposites(&mut self, words: &[&'static str]) {
        for pair in words.split(|word| *word == ";") {
            let mut sides = pair.split(|word| *word == "|");
            let (Some(first), Some(second)) = (sides.next(), sides.next()) else { continue };
            for (from, to) in [(first, second), (second, first)] {
                for word in from {
                    self.opposites.entry(word).or_default().extend(to.iter().copied());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_is_read() {
        let english = CheckLexicon::for_language(Language::English);
        assert!(
            english.strong_hedges.contains("could")
                && english.universal_quantifiers.contains("all")
        );
        assert!(english.are_opposites("rose", "fell") && english.are_opposites("fell", "rose"));
        assert!(!english.are_opposites("rose", "grew"));
        assert!(CheckLexicon::for_language(Language::German).negations.contains("nicht"));
    }
}
