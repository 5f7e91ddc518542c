//! Guesses which English words are verbs by the words around them. A wrong guess costs at most one
//! topic label.

use std::sync::LazyLock;

use crate::language::{GRAMMAR_WORD_LISTS, Language, RawWord, WordSet, stop_words, word_list};

static CLAUSE_OPENERS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "clause_openers"));
/// English stop words that may follow a verb and its object.
static WORDS_AFTER_VERBS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "after_verbs"));
/// English words, such as `by`: a word ending in `-ed` before them is a participle (“caused by”).
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
pub fn verb_flag_per_word(words: &[RawWord<'_>]) -> Vec<bool> {
    let is_question =
        words.first().is_some_and(|first| QUESTION_OPENERS.contains(&*first.lowercase_text));
    let opens_with_do =
        words.first().is_some_and(|word| matches!(&*word.lowercase_text, "do" | "does"));
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
            before.is_some_and(|before| stop_words::precedes_singular_noun(&before.lowercase_text));
        in_singular = starts_singular || (in_singular && word.is_adjacent_to_previous);
        let is_predicate = in_singular
            && !starts_singular
            && has_verb_or_plural_ending(&word.lowercase_text)
            && noun_phrase_ends_before(after);
        let follows_subject = before.is_some_and(|before| {
            !is_question && stop_words::usually_precedes_verb(&before.lowercase_text)
        });
        let leads_on = after
            .is_some_and(|after| next_word_shows_verb(&word.lowercase_text, &after.lowercase_text));
        let compares =
            COMPARATIVES.contains(&*word.lowercase_text) && noun_phrase_ends_before(after);
        clause_start = clause_start
            .filter(|_| word.is_adjacent_to_previous)
            .or_else(|| starts_clause(before, word).then_some(at));
        let is_bare =
            clause_start.is_some_and(|start| start < at) && is_verb_after_plural(words, at);
        let is_asked = opens_with_do
            && after.is_some_and(|next| matches!(&*next.lowercase_text, "more" | "less"));
        let is_measured = is_verb_before_measurement(
            &word.lowercase_text,
            words.get(at + 1..).unwrap_or_default(),
        );
        let is_verb = is_predicate
            || follows_subject
            || leads_on
            || compares
            || is_bare
            || is_measured
            || is_asked;
        clause_start =
            clause_start.filter(|_| !is_verb && !is_english_stop_word(&word.lowercase_text));
        flags.push(word.starts_with_lowercase() && is_verb);
        in_singular = in_singular && !is_predicate && !is_english_stop_word(&word.lowercase_text);
    }
    flags
}

/// Whether a word is the first noun of a clause, so that the verb of the clause may follow.
fn starts_clause(previous_word: Option<&RawWord<'_>>, word: &RawWord<'_>) -> bool {
    previous_word.is_none_or(|before| CLAUSE_OPENERS.contains(&*before.lowercase_text))
        && !is_english_stop_word(&word.lowercase_text)
}

/// Maximum number of words after a verb that are searched for the end of its object.
const MAX_VERB_OBJECT_WORDS: usize = 8;

/// Whether a word after a plural noun is its verb: “narrow streets trap warmth”. The next stop
/// word, if there is one, must be a word that can follow a verb and its object.
fn is_verb_after_plural(words: &[RawWord<'_>], word_index: usize) -> bool {
    const NOUN_ENDINGS: [&str; 9] =
        ["tion", "sion", "ment", "ness", "ity", "ing", "ance", "ence", "ics"];
    let lower =
        |at: usize| words.get(at).map(|word| word.lowercase_text.as_str()).unwrap_or_default();
    let subject = lower(word_index.saturating_sub(1));
    let is_plural = has_verb_or_plural_ending(subject) || IRREGULAR_PLURALS.contains(subject);
    let word = lower(word_index);
    let is_noun = NOUN_ENDINGS.iter().any(|ending| word.ends_with(ending));
    if !is_plural || word.ends_with('s') || is_noun {
        return false;
    }
    let rest = words.iter().skip(word_index + 1).take(MAX_VERB_OBJECT_WORDS);
    let mut rest = rest.take_while(|next| next.is_adjacent_to_previous);
    let stop_word = rest.find(|next| is_english_stop_word(&next.lowercase_text));
    stop_word.is_none_or(|next| WORDS_AFTER_VERBS.contains(&*next.lowercase_text))
}

/// Whether a number after a word shows that the word is a verb: “naps for 40 minutes”.
fn is_verb_before_measurement(lowercase_word: &str, following_words: &[RawWord<'_>]) -> bool {
    let [preposition, number, ..] = following_words else { return false };
    let measures = matches!(preposition.lowercase_text.as_str(), "for" | "by" | "within" | "at");
    let is_number = number.lowercase_text.starts_with(|c: char| c.is_ascii_digit())
        || number.lowercase_text == "about";
    has_verb_or_plural_ending(lowercase_word) && measures && is_number
}

/// Whether the next word shows that a word is not a noun: “hit the”, “caused by”, “softer than”.
fn next_word_shows_verb(lowercase_word: &str, next_word: &str) -> bool {
    let is_participle =
        lowercase_word.ends_with("ed") && WORDS_AFTER_PARTICIPLES.contains(next_word);
    let is_third_person = has_verb_or_plural_ending(lowercase_word)
        && matches!(next_word, "about" | "only" | "more" | "how");
    is_participle
        || is_third_person
        || stop_words::opens_noun_phrase(next_word)
        || matches!(next_word, "into" | "than" | "enough")
}

/// Whether a word ends in `-s` like a verb in the third person or a plural noun.
fn has_verb_or_plural_ending(lowercase_word: &str) -> bool {
    lowercase_word.ends_with('s')
        && !["ss", "us", "is", "ics"].iter().any(|ending| lowercase_word.ends_with(ending))
        && !NOUNS_ENDING_IN_S.contains(lowercase_word)
}

/// Whether a sequence of nouns ends before `next_word`: it is `None`, a stop word or a number.
fn noun_phrase_ends_before(next_word: Option<&RawWord<'_>>) -> bool {
    next_word.is_none_or(|after| {
        is_english_stop_word(&after.lowercase_text)
            || !after.lowercase_text.starts_with(char::is_alphabetic)
    })
}

fn is_english_stop_word(lowercase_word: &str) -> bool {
    stop_words::is_stop_word(lowercase_word, Language::English)
}

#[cfg(test)]
mod tests {
    use crate::answers::built_in::note_words::NoteWords;
    use crate::language::Language;

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
