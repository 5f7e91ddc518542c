//! A text as it is compared: sentences of words, each with its stem, what it says of more or less,
//! and whether it is denied.
//!
//! Nothing is judged here; the parts that judge read the same words in the same way.

use std::rc::Rc;

use unicode_segmentation::UnicodeSegmentation;

use crate::index::language::{Language, is_unspaced};
use crate::support::figure::{self, Figure};
use crate::support::form::{Form, Forms, spelled};
use crate::support::sense::Sense;
use crate::support::sentence;

/// A denial reaches this many words on, and in languages that deny behind the verb this many back.
const DENIAL_REACH: usize = 6;
const DENIAL_BACK: usize = 3;

/// Names with more joints than this are formulas; they are compared piece by piece.
const MOST_JOINED: usize = 4;

/// A word, or a pair of neighbours where a script writes no spaces.
#[derive(Debug, Clone)]
pub struct Word {
    /// What it is wherever it stands.
    pub form: Rc<Form>,
    /// All of `GATA-3` in one piece, for each of its parts.
    pub whole: Option<Rc<str>>,
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

/// A text that was read, to be compared with any number of others.
#[derive(Debug)]
pub struct Reading {
    text: String,
    /// The language that it was read in.
    pub language: Language,
    /// Its sentences.
    pub sentences: Vec<Sentence>,
    /// For each stem of a word that is not small the first form it stands in, by its number.
    pub stems: Vec<Rc<Form>>,
    /// Its words in lower case, each sentence between line ends.
    pub folded: String,
}

impl Reading {
    /// Reads a text in its own language.
    pub fn of(text: &str) -> Self {
        Self::in_language(text, Language::detect(text))
    }

    /// Reads a text in a language.
    pub fn in_language(text: &str, language: Language) -> Self {
        let mut forms = Forms::of(language);
        let cut = sentence::sentences(text).into_iter();
        let sentences: Vec<_> =
            cut.map(|sentence| read_one(sentence, language, &mut forms)).collect();
        let folded = folded(&sentences);
        Self { text: text.to_owned(), language, sentences, stems: forms.into_stems(), folded }
    }

    /// The language of a claim and this text together, which both are to be read in.
    pub fn language_beside(&self, claim: &str) -> Language {
        Language::detect(&format!("{claim}\n{}", self.text))
    }

    /// The same text read in another language.
    pub fn again(&self, language: Language) -> Self {
        Self::in_language(&self.text, language)
    }
}

/// Sentences as words in lower case, each sentence between line ends.
fn folded(sentences: &[Sentence]) -> String {
    let mut text = String::from("\n");
    for sentence in sentences {
        for word in &sentence.words {
            text.push_str(&word.form.lower);
            text.push(' ');
        }
        text.push('\n');
    }
    text
}

fn read_one<'t>(sentence: &'t str, language: Language, forms: &mut Forms<'t>) -> Sentence {
    let mut words = Vec::new();
    let (mut end, mut clause, mut joined) = (0, 0, 0);
    let is_shouted = is_shouted(sentence);
    for (start, written) in sentence.unicode_word_indices() {
        let gap = sentence.get(end..start).unwrap_or_default();
        clause += usize::from(gap.contains([',', ';', ':', '(', ')', '，', '；', '、']));
        if !is_hyphen(gap) || words.is_empty() {
            join(&mut words, joined);
            joined = 0;
        }
        let follows = gap.is_empty() && end > 0;
        if written.chars().all(is_unspaced) {
            unspaced(written, follows, clause, forms, &mut words);
        } else {
            let form = if is_shouted { forms.find_shouted(written) } else { forms.find(written) };
            words.push(Word::new(form, clause));
            joined += 1;
        }
        end = start + written.len();
    }
    join(&mut words, joined);
    deny(&mut words, language);
    Sentence { words, figures: figure::figures(sentence, language) }
}

/// Whether most letters are capitals.
fn is_shouted(sentence: &str) -> bool {
    let count = |is_one: fn(&u8) -> bool| sentence.bytes().filter(is_one).count();
    count(u8::is_ascii_uppercase) > count(u8::is_ascii_lowercase)
}

fn is_hyphen(gap: &str) -> bool {
    matches!(gap, "-" | "\u{2010}" | "\u{2011}")
}

impl Word {
    fn new(form: Rc<Form>, clause: usize) -> Self {
        Self { form, whole: None, is_denied: false, clause }
    }
}

/// Characters of a script without spaces: each makes a pair with the one before it.
fn unspaced(
    written: &str,
    follows: bool,
    clause: usize,
    forms: &mut Forms<'_>,
    words: &mut Vec<Word>,
) {
    let last = words.last().filter(|_| follows);
    let mut before = last.and_then(|word| word.form.written.chars().last());
    for c in written.chars() {
        let pair: String = before.filter(|b| is_unspaced(*b)).into_iter().chain([c]).collect();
        // The lone character that began the run is told by its pair.
        if pair.chars().count() == 2 {
            words.pop_if(|word| word.form.letters == 1 && is_run_start(word));
        }
        words.push(Word::new(forms.pair(pair), clause));
        before = Some(c);
    }
}

fn is_run_start(word: &Word) -> bool {
    word.form.written.chars().all(is_unspaced)
}

/// Tells the last `count` words, which hyphens join, how they are written in one piece.
fn join(words: &mut [Word], count: usize) {
    if !(2..=MOST_JOINED).contains(&count) {
        return;
    }
    let first = words.len().saturating_sub(count);
    let parts = words.get_mut(first..).unwrap_or_default();
    let spelled = |word: &Word| spelled(&word.form.written).to_lowercase();
    let whole: Rc<str> = parts.iter().map(spelled).collect::<String>().into();
    for part in parts {
        part.whole = Some(Rc::clone(&whole));
    }
}

/// Marks the words that a denial reaches within its clause.
fn deny(words: &mut [Word], language: Language) {
    let back = match language {
        Language::German | Language::Dutch => DENIAL_BACK,
        _ => 0,
    };
    let denials: Vec<usize> = (0..words.len())
        .filter(|at| words.get(*at).is_some_and(|word| word.form.sense == Some(Sense::Denial)))
        .collect();
    for at in denials {
        let clause = words.get(at).map(|word| word.clause);
        let reached = at.saturating_sub(back)..words.len().min(at + 1 + DENIAL_REACH);
        for word in words.get_mut(reached).unwrap_or_default() {
            word.is_denied |= Some(word.clause) == clause;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let reading = Reading::of(text);
        let words = reading.sentences.iter().flat_map(|sentence| &sentence.words);
        let shown: Vec<String> = words
            .filter(|word| !word.form.is_small)
            .map(|word| format!("{}{}", if word.is_denied { "!" } else { "" }, word.form.stem))
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
        let reading = Reading::in_language("NF-κB and GATA-3", Language::English);
        let wholes: Vec<&str> = reading
            .sentences
            .iter()
            .flat_map(|sentence| &sentence.words)
            .filter_map(|word| word.whole.as_deref())
            .collect();
        assert_eq!(wholes, ["nfkappab", "nfkappab", "gata3", "gata3"]);
    }
}
