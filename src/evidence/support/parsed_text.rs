//! Parses a text for comparison: sentences of words, each with its stem, its sense (such as `more`
//! or `less`), and whether it is negated.
//!
//! This module judges nothing. All modules that compare a claim with its evidence use the same
//! parsed words.

use std::rc::Rc;

use unicode_segmentation::UnicodeSegmentation;

use crate::evidence::support::quantity::{self, Quantity};
use crate::evidence::support::word_form::{
    Capitalization, WordForm, WordFormCache, normalize_dots_and_greek,
};
use crate::evidence::support::word_sense::{AntonymAxis, WordSense};
use crate::language::{Language, is_unspaced_script, sentence_split};

/// How many words after a negation count as negated.
const NEGATION_REACH_WORDS: usize = 6;
/// How many words before a negation count as negated, in languages that put it after the verb.
const NEGATION_BACKWARD_REACH_WORDS: usize = 3;

/// Maximum number of words in a hyphenated name, such as `GATA-3`. Longer ones are formulas, whose
/// words are only compared one by one.
const MAX_HYPHENATED_PARTS: usize = 4;

/// A word of a text, or two neighbouring characters in a script without spaces.
#[derive(Debug, Clone)]
pub struct ParsedWord {
    /// The properties of the word that are the same wherever it occurs, such as its stem.
    pub form: Rc<WordForm>,
    /// The hyphenated name that the word is part of, without hyphens: `gata3` for `GATA-3`.
    pub hyphenated_name: Option<Rc<str>>,
    /// Whether a negation such as `not` applies to the word.
    pub is_negated: bool,
    /// The index of the word's clause: the number of commas, colons and brackets before the word in
    /// its sentence.
    pub clause_index: usize,
}

/// A sentence with its words and quantities, parsed for comparison.
#[derive(Debug, Default)]
pub struct ParsedSentence {
    /// The words of the sentence, in order.
    pub words: Vec<ParsedWord>,
    /// The quantities of the sentence, in order.
    pub quantities: Vec<Quantity>,
}

/// A text that was parsed once, to be compared with any number of others.
#[derive(Debug)]
pub struct ParsedText {
    text: String,
    /// The language whose rules were used to parse the text.
    pub language: Language,
    /// The sentences of the text, in order.
    pub sentences: Vec<ParsedSentence>,
    /// The first word with each stem, in the order of `WordForm::stem_index`. Stop words are not
    /// included.
    pub forms_by_stem_index: Vec<Rc<WordForm>>,
    /// The words in lower case, with a line end before and after each sentence. In it, a claim is
    /// searched for word by word.
    pub normalized_text: String,
}

impl ParsedText {
    /// Parses a text with the rules of its language, which is detected.
    pub fn new(text: &str) -> Self {
        Self::parse_in_language(text, Language::detect(text))
    }

    /// Parses a text with the stop words and stems of a given language, even if the text is in
    /// another.
    pub fn parse_in_language(text: &str, language: Language) -> Self {
        let mut forms = WordFormCache::new(language);
        let sentences = sentence_split::sentences(text).into_iter();
        let sentences: Vec<_> =
            sentences.map(|sentence| parse_sentence(sentence, language, &mut forms)).collect();
        let normalized = normalized_text(&sentences);
        Self {
            text: text.to_owned(),
            language,
            sentences,
            forms_by_stem_index: forms.into_forms_by_stem_index(),
            normalized_text: normalized,
        }
    }

    /// Returns the language in which this text and a claim must both be parsed, detected from both
    /// texts together.
    pub fn joint_language(&self, claim: &str) -> Language {
        Language::detect(&format!("{claim}\n{}", self.text))
    }

    /// Parses the same text again with the rules of another language.
    pub fn reparse(&self, language: Language) -> Self {
        Self::parse_in_language(&self.text, language)
    }
}

/// Returns the words of sentences in lower case, with a line end before and after each sentence.
fn normalized_text(sentences: &[ParsedSentence]) -> String {
    let mut text = String::from("\n");
    for sentence in sentences {
        for word in &sentence.words {
            text.push_str(&word.form.lowercase_word);
            text.push(' ');
        }
        text.push('\n');
    }
    text
}

fn parse_sentence<'t>(
    sentence: &'t str,
    language: Language,
    forms: &mut WordFormCache<'t>,
) -> ParsedSentence {
    let mut words = Vec::new();
    let (mut end, mut clause, mut hyphenated) = (0, 0, 0);
    let capitalization = capitalization(sentence);
    for (start, written) in sentence.unicode_word_indices() {
        let gap = sentence.get(end..start).unwrap_or_default();
        clause += usize::from(gap.contains([',', ';', ':', '(', ')', '，', '；', '、']));
        if !is_hyphen(gap) || words.is_empty() {
            set_hyphenated_name(&mut words, hyphenated);
            hyphenated = 0;
        }
        if written.chars().all(is_unspaced_script) {
            let is_adjacent = gap.is_empty() && end > 0;
            let last = words.last().filter(|_| is_adjacent);
            let before = last.and_then(|word: &ParsedWord| word.form.as_written.chars().last());
            for pair in character_pairs(written, before) {
                // A single character is only kept as a word if it is part of no pair.
                if pair.chars().nth(1).is_some() {
                    words.pop_if(|word| is_lone_character(word));
                }
                words.push(ParsedWord::new(forms.analyze_character_pair(pair), clause));
            }
        } else {
            words.push(ParsedWord::new(forms.get_or_analyze(written, capitalization), clause));
            hyphenated += 1;
        }
        end = start + written.len();
    }
    set_hyphenated_name(&mut words, hyphenated);
    mark_negated_words(&mut words, language);
    ParsedSentence { words, quantities: quantity::find_quantities(sentence, language) }
}

fn capitalization(sentence: &str) -> Capitalization {
    let count = |is_one: fn(&u8) -> bool| sentence.bytes().filter(is_one).count();
    match count(u8::is_ascii_uppercase) > count(u8::is_ascii_lowercase) {
        true => Capitalization::AllCapitals,
        false => Capitalization::Normal,
    }
}

fn is_hyphen(gap: &str) -> bool {
    matches!(gap, "-" | "\u{2010}" | "\u{2011}")
}

impl ParsedWord {
    fn new(form: Rc<WordForm>, clause_index: usize) -> Self {
        Self { form, hyphenated_name: None, is_negated: false, clause_index }
    }

    /// Whether the word itself negates, as `not` and `never` do.
    pub fn is_negation(&self) -> bool {
        self.form.sense == Some(WordSense::Negation)
    }

    /// The axis (such as amount) and the sign (1 for more, -1 for less) of a word such as
    /// `increases`; `None` for other words. A negation reverses the sign.
    pub fn antonym_axis_and_sign(&self) -> Option<(AntonymAxis, f32)> {
        match self.form.sense {
            Some(WordSense::Antonym(axis, sign)) if self.is_negated => {
                Some((axis, -sign.plus_or_minus_one()))
            }
            Some(WordSense::Antonym(axis, sign)) => Some((axis, sign.plus_or_minus_one())),
            _ => None,
        }
    }
}

/// Returns each character of a script without spaces, paired with the one before it.
fn character_pairs(written: &str, mut previous_char: Option<char>) -> impl Iterator<Item = String> {
    written.chars().map(move |c| {
        let first = previous_char.replace(c).filter(|first| is_unspaced_script(*first));
        first.into_iter().chain([c]).collect()
    })
}

fn is_lone_character(word: &ParsedWord) -> bool {
    word.form.letter_count == 1 && word.form.as_written.chars().all(is_unspaced_script)
}

/// Stores the joined name (`gata3`) in the last `last_word_count` words, which are joined by
/// hyphens.
fn set_hyphenated_name(words: &mut [ParsedWord], last_word_count: usize) {
    if !(2..=MAX_HYPHENATED_PARTS).contains(&last_word_count) {
        return;
    }
    let first = words.len().saturating_sub(last_word_count);
    let parts = words.get_mut(first..).unwrap_or_default();
    let normalized =
        |word: &ParsedWord| normalize_dots_and_greek(&word.form.as_written).to_lowercase();
    let whole: Rc<str> = parts.iter().map(normalized).collect::<String>().into();
    for part in parts {
        part.hyphenated_name = Some(Rc::clone(&whole));
    }
}

/// Marks the words that a negation in the same clause applies to.
fn mark_negated_words(words: &mut [ParsedWord], language: Language) {
    let reach_back = match language {
        Language::German | Language::Dutch => NEGATION_BACKWARD_REACH_WORDS,
        _ => 0,
    };
    let negations: Vec<usize> =
        (0..words.len()).filter(|at| words.get(*at).is_some_and(ParsedWord::is_negation)).collect();
    for at in negations {
        let clause = words.get(at).map(|word| word.clause_index);
        let reached = at.saturating_sub(reach_back)..words.len().min(at + 1 + NEGATION_REACH_WORDS);
        for word in words.get_mut(reached).unwrap_or_default() {
            word.is_negated |= Some(word.clause_index) == clause;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let parsed = ParsedText::new(text);
        let words = parsed.sentences.iter().flat_map(|sentence| &sentence.words);
        let shown: Vec<String> = words
            .filter(|word| !word.form.is_stop_word)
            .map(|word| format!("{}{}", if word.is_negated { "!" } else { "" }, word.form.stem))
            .collect();
        assert_eq!(shown.join(" "), expected, "{text}");
    }

    #[test]
    fn words_are_stemmed_and_stop_words_marked() {
        check("The teas were brewed in the morning.", "tea brew morn");
    }

    #[test]
    fn a_negation_applies_to_the_words_of_its_clause() {
        check("Tea does not help sleep, but milk warms.", "tea !help !sleep milk warm");
        check("Der Tee hilft dem Kranken nicht.", "tee !hilft !krank");
    }

    #[test]
    fn a_script_without_spaces_is_parsed_in_pairs() {
        check("绿茶有益。", "绿茶 茶有 有益");
        check("茶。", "茶");
    }

    #[test]
    fn a_hyphenated_name_is_also_one_word() {
        let parsed = ParsedText::parse_in_language("NF-κB and GATA-3", Language::English);
        let names: Vec<&str> = parsed
            .sentences
            .iter()
            .flat_map(|sentence| &sentence.words)
            .filter_map(|word| word.hyphenated_name.as_deref())
            .collect();
        assert_eq!(names, ["nfkappab", "nfkappab", "gata3", "gata3"]);
    }
}
