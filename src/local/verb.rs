//! Guesses which English words are verbs by the words around them. A wrong guess costs at most one
//! topic label.

use std::sync::LazyLock;

use crate::index::language::Language;
use crate::local::raw_word::RawWord;
use crate::local::stop_words::{self, GRAMMAR_WORD_LISTS};
use crate::text::word_list::{self, WordSet};

static CLAUSE_OPENERS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "clause_openers"));
/// English stop words that may follow a verb and its object.
static WORDS_AFTER_VERBS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "after_verbs"));
/// English words, such as `by`, that show that a word in `-ed` before them is a participle.
static WORDS_AFTER_PARTICIPLES: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "after_participles"));
static COMPARATIVES: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "comparatives"));
static QUESTION_OPENERS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "question_openers"));
static IRREGULAR_PLURALS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "irregular_plurals"));
static NOUNS_ENDING_IN_S: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "nouns_ending_in_s"));

/// Returns a flag for each word of a sentence: true if it is probably a verb, a participle or a
/// comparative, which can't be part of a topic label.
pub fn verb_flags(words: &[RawWord<'_>]) -> Vec<bool> {
    let is_question = words.first().is_some_and(|first| QUESTION_OPENERS.contains(&*first.lower));
    let opens_with_do = words.first().is_some_and(|word| matches!(&*word.lower, "do" | "does"));
    // Whether the words before this one are a singular noun phrase.
    let mut in_singular = false;
    // Index of the first noun of a clause, as long as only nouns have followed it.
    let mut clause_start = None;
    let mut flags = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let before =
            at.checked_sub(1).and_then(|at| words.get(at)).filter(|_| word.is_adjacent_to_previous);
        let after = words.get(at + 1).filter(|next| next.is_adjacent_to_previous);
        let starts_singular =
            before.is_some_and(|before| stop_words::precedes_singular_noun(&before.lower));
        in_singular = starts_singular || (in_singular && word.is_adjacent_to_previous);
        let is_predicate = in_singular
            && !starts_singular
            && ends_like_verb(&word.lower)
            && ends_noun_phrase(after);
        let follows_subject =
            before.is_some_and(|before| !is_question && stop_words::precedes_verb(&before.lower));
        let leads_on = after.is_some_and(|after| is_verb_by_next_word(&word.lower, &after.lower));
        let compares = COMPARATIVES.contains(&*word.lower) && ends_noun_phrase(after);
        clause_start = clause_start
            .filter(|_| word.is_adjacent_to_previous)
            .or_else(|| starts_clause(before, word).then_some(at));
        let is_bare =
            clause_start.is_some_and(|start| start < at) && is_verb_after_plural(words, at);
        let is_asked =
            opens_with_do && after.is_some_and(|next| matches!(&*next.lower, "more" | "less"));
        let is_measured =
            is_verb_before_measure(&word.lower, words.get(at + 1..).unwrap_or_default());
        let is_verb = is_predicate
            || follows_subject
            || leads_on
            || compares
            || is_bare
            || is_measured
            || is_asked;
        clause_start = clause_start.filter(|_| !is_verb && !is_english_stop_word(&word.lower));
        flags.push(word.is_lowercase() && is_verb);
        in_singular = in_singular && !is_predicate && !is_english_stop_word(&word.lower);
    }
    flags
}

/// Whether a word is the first noun of a clause, so that the verb of the clause may follow.
fn starts_clause(before: Option<&RawWord<'_>>, word: &RawWord<'_>) -> bool {
    before.is_none_or(|before| CLAUSE_OPENERS.contains(&*before.lower))
        && !is_english_stop_word(&word.lower)
}

/// Maximum number of words after a verb that are searched for the end of its object.
const MAX_OBJECT_WORDS: usize = 8;

/// Whether a word after a plural noun is its verb: “narrow streets trap warmth”. The next stop
/// word, if there is one, must be a word that can follow a verb and its object.
fn is_verb_after_plural(words: &[RawWord<'_>], at: usize) -> bool {
    const NOUN_ENDINGS: [&str; 9] =
        ["tion", "sion", "ment", "ness", "ity", "ing", "ance", "ence", "ics"];
    let lower = |at: usize| words.get(at).map(|word| word.lower.as_str()).unwrap_or_default();
    let subject = lower(at.saturating_sub(1));
    let is_plural = ends_like_verb(subject) || IRREGULAR_PLURALS.contains(subject);
    let word = lower(at);
    let is_noun = NOUN_ENDINGS.iter().any(|ending| word.ends_with(ending));
    if !is_plural || word.ends_with('s') || is_noun {
        return false;
    }
    let rest = words.iter().skip(at + 1).take(MAX_OBJECT_WORDS);
    let mut rest = rest.take_while(|next| next.is_adjacent_to_previous);
    let stop_word = rest.find(|next| is_english_stop_word(&next.lower));
    stop_word.is_none_or(|next| WORDS_AFTER_VERBS.contains(&*next.lower))
}

/// Whether a number after a word shows that the word is a verb: “naps for 40 minutes”.
fn is_verb_before_measure(lower: &str, rest: &[RawWord<'_>]) -> bool {
    let [preposition, number, ..] = rest else { return false };
    let measures = matches!(preposition.lower.as_str(), "for" | "by" | "within" | "at");
    let is_number =
        number.lower.starts_with(|c: char| c.is_ascii_digit()) || number.lower == "about";
    ends_like_verb(lower) && measures && is_number
}

/// Whether the next word shows that a word is not a noun: “hit the”, “caused by”, “softer than”.
fn is_verb_by_next_word(lower: &str, after: &str) -> bool {
    let is_participle = lower.ends_with("ed") && WORDS_AFTER_PARTICIPLES.contains(after);
    let is_third_person =
        ends_like_verb(lower) && matches!(after, "about" | "only" | "more" | "how");
    is_participle
        || is_third_person
        || stop_words::opens_noun_phrase(after)
        || matches!(after, "into" | "than" | "enough")
}

/// Whether a word ends in `-s` like a verb in the third person or a plural noun.
fn ends_like_verb(lower: &str) -> bool {
    lower.ends_with('s')
        && !["ss", "us", "is", "ics"].iter().any(|ending| lower.ends_with(ending))
        && !NOUNS_ENDING_IN_S.contains(lower)
}

/// Whether a sequence of nouns ends before the word `after`: `after` is `None`, a stop word or a
/// number.
fn ends_noun_phrase(after: Option<&RawWord<'_>>) -> bool {
    after.is_none_or(|after| {
        is_english_stop_word(&after.lower) || !after.lower.starts_with(char::is_alphabetic)
    })
}

fn is_english_stop_word(lower: &str) -> bool {
    stop_words::is_stop_word(lower, Language::English)
}

#[cfg(test)]
mod tests {
    use crate::index::language::Language;
    use crate::local::note_words::NoteWords;

    /// Compares the sequences of content words, joined by ` | `, with `expected`.
    fn check(sentence: &str, expected: &str) {
        let words = NoteWords::new(&[sentence], Language::English);
        let runs = words.sentences.iter().flat_map(|sentence| {
            sentence
                .content_word_runs()
                .filter_map(|run| sentence.text.get(run.first()?.start_byte..run.last()?.end_byte))
        });
        assert_eq!(runs.collect::<Vec<_>>().join(" | "), expected, "{sentence}");
    }

    #[test]
    fn verbs_are_no_part_of_a_label() {
        check("A dark roast weighs 12 % less.", "dark roast");
        check("Fast electrons hit the copper target.", "Fast electrons | copper target");
        check("The error caused by noisy sensors", "error | noisy sensors");
        check("They measure soil temperature.", "soil temperature");
        check("Iced tea is softer than hot tea.", "Iced tea | hot tea");
        check("Can coffee grounds rot?", "coffee grounds rot");
        check("A new species of moth", "species | moth");
        check("Narrow streets trap warmth; walls too.", "Narrow streets | warmth | walls");
        check("Street trees in dry soil need rain.", "Street trees | dry soil | rain");
        check("Which street trees feed bees in July?", "street trees | bees | July");
        check("Ada naps for 40 minutes.", "Ada");
        check("Does light make a street safer?", "light | street");
    }
}
