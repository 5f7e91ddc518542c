//! Comparisons in a sentence: `faster than`, `outlasts`, `twice as fast as`.

use std::ops::Range;

use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_content_word};
use crate::language::Language;

/// How many words a comparative and its `than` may be apart.
const MAX_COMPARATIVE_DISTANCE_WORDS: usize = 8;
/// Minimum length of a word that its ending shows to be a comparative: `finer`.
const MIN_COMPARATIVE_BYTES: usize = 5;
/// How many words `costs` and `less` may be apart.
const MAX_PRICE_VERB_DISTANCE_WORDS: usize = 2;
/// How many words before a comparative a negation applies to it.
const NEGATION_REACH_WORDS: usize = 4;

/// A comparison of two things.
pub struct WordComparison {
    /// What is compared, such as `speed`.
    pub axis: String,
    /// 1 if the first thing has more, -1 if the second has, 0 if both have the same.
    pub sign: i8,
    /// Whether a negation stands before the comparative.
    pub is_denied: bool,
    /// The words between the comparative and `than`, such as `energy` in `more energy than`.
    pub between: Range<usize>,
    /// The index of the comparative.
    pub comparative: usize,
    /// The index of `than`.
    pub middle: usize,
    /// Whether the second thing stands first: `compared with oak, larch is softer`.
    pub is_inverted: bool,
}

impl WordComparison {
    /// Whether the comparison is only a preposition of time, such as `before`.
    pub fn is_time_only(&self) -> bool {
        self.axis == "age" && self.comparative == self.middle
    }
}

/// Finds the comparatives (`faster`) before each `than`: the nearest one that is listed, or the nearest
/// that looks like one.
pub fn find_comparisons(statement: &ParsedStatement) -> Vec<WordComparison> {
    let comparison = |middle: usize| {
        let first = middle.saturating_sub(MAX_COMPARATIVE_DISTANCE_WORDS);
        // `Ahead of` is about any property that stands before it: `bigger, ahead of the hospital`.
        let is_link = statement.word_has_tag(middle, "compare_link");
        let before = (first..middle).rev().find_map(|at| comparative_at(statement, at));
        let before = before.filter(|_| is_link);
        // `Der Zug nach Wien ist bequemer als` compares no times.
        let is_other_link =
            |at: usize| statement.words.get(at).is_some_and(|it| at < middle && it.has_tag("than"));
        let listed =
            |at: usize| listed_comparison(statement, at, "compare ").filter(|_| !is_other_link(at));
        let nearest = before
            .or_else(|| (first..=middle).rev().find_map(listed))
            .or_else(|| (first..middle).rev().find_map(|at| comparative_at(statement, at)))?;
        // `In less time` is about speed, `less` alone about an amount.
        let mut longer = (1..=2).filter_map(|distance| {
            let found = comparative_at(statement, nearest.0.checked_sub(distance)?)?;
            Some(found).filter(|(.., length)| *length > distance)
        });
        let (comparative, axis, sign, length) = longer.next_back().unwrap_or(nearest);
        let is_price = is_amount_of_price(statement, comparative, &axis);
        let axis = if is_price { "price".to_owned() } else { axis };
        let end = (comparative + length).min(middle);
        // `Higher in the hospital than` names the first thing there, not what is compared.
        let is_place = |at: &usize| {
            let word = statement.words.get(*at);
            word.is_some_and(|word| word.has_tag("attached_by") && !word.has_tag("part_of"))
        };
        let property_end = (end..middle).find(is_place).unwrap_or(middle);
        let denied = comparative.saturating_sub(NEGATION_REACH_WORDS)..comparative;
        let denied = statement.words.get(denied).unwrap_or_default();
        Some(WordComparison {
            axis,
            sign,
            is_denied: denied.iter().any(|word| word.has_tag("deny")),
            between: end..property_end,
            comparative,
            middle,
            is_inverted: false,
        })
    };
    let mut comparisons: Vec<WordComparison> =
        statement.tagged_words("than").filter_map(comparison).collect();
    comparisons.extend(find_inverted(statement));
    comparisons.extend(find_degrees(statement));
    // Beside a comparative, `nach` and `before` only tell where or when.
    if comparisons.iter().any(|it| !it.is_time_only()) {
        comparisons.retain(|it| !it.is_time_only());
    }
    comparisons
}

/// Finds a comparison whose second thing stands first: `compared with oak, larch is the softer wood`.
fn find_inverted(statement: &ParsedStatement) -> Option<WordComparison> {
    let middle = statement.tagged_words("compared_with").next().filter(|at| *at == 0)?;
    let clause = statement.words.get(middle)?.clause_index;
    let end = statement.words.iter().position(|word| word.clause_index > clause)?;
    let listed = |at: usize| listed_comparison(statement, at, "compare ");
    let (comparative, axis, sign, length) = (end..statement.words.len()).find_map(listed)?;
    let denied = statement.words.get(end..comparative).unwrap_or_default();
    Some(WordComparison {
        axis,
        sign,
        is_denied: denied.iter().any(|word| word.has_tag("deny")),
        between: comparative + length..statement.words.len(),
        comparative,
        middle,
        is_inverted: true,
    })
}

/// Whether an amount is that of a price: `costs clearly less than`.
fn is_amount_of_price(statement: &ParsedStatement, comparative: usize, axis: &str) -> bool {
    let verb = comparative.saturating_sub(MAX_PRICE_VERB_DISTANCE_WORDS)..comparative;
    let near = statement.words.get(verb).unwrap_or_default();
    axis == "amount" && near.iter().any(|word| word.has_tag("aspect price"))
}

/// Finds comparisons of degrees: `as fast as`, `twice as fast as`, `not as fast as`.
fn find_degrees(statement: &ParsedStatement) -> Vec<WordComparison> {
    let degree = |middle: usize| {
        let first = middle.saturating_sub(MAX_COMPARATIVE_DISTANCE_WORDS);
        let (comparative, axis, sign, length) =
            (first..middle).rev().find_map(|at| listed_comparison(statement, at, "degree "))?;
        let before = comparative.saturating_sub(NEGATION_REACH_WORDS)..comparative;
        let before = statement.words.get(before).unwrap_or_default();
        let has_before = |group: &str| before.iter().any(|word| word.has_tag(group));
        let factor = match (has_before("deny") || has_before("half"), has_before("multiple")) {
            (true, _) => -1,
            (false, true) => 1,
            (false, false) => 0,
        };
        Some(WordComparison {
            axis,
            sign: sign * factor,
            is_denied: false,
            between: (comparative + length).min(middle)..middle,
            comparative,
            middle,
            is_inverted: false,
        })
    };
    statement.tagged_words("as").filter_map(degree).collect()
}

/// The index, axis, sign and length of the comparative at a word. The longest listed phrase counts:
/// `más rápido` is about speed, `más` alone about an amount. Another comparative is its own axis.
pub fn comparative_at(
    statement: &ParsedStatement,
    at: usize,
) -> Option<(usize, String, i8, usize)> {
    listed_comparison(statement, at, "compare ").or_else(|| {
        let word = statement.words.get(at)?;
        let has_ending = matches!(statement.language, Language::English | Language::German)
            && word.lower.len() >= MIN_COMPARATIVE_BYTES
            && (word.lower.ends_with("er") || word.lower.ends_with("ere"));
        // `More water than` compares amounts.
        let is_noun = at
            .checked_sub(1)
            .is_some_and(|before| listed_comparison(statement, before, "compare ").is_some());
        let is_comparative = has_ending
            && !word.is_stop_word
            && !word.is_capitalized
            && word.tags.is_empty()
            && !is_noun;
        is_comparative.then(|| (at, word.lower.trim_end_matches('e').to_owned(), 1, 1))
    })
}

/// The same for the listed groups of a kind.
pub fn listed_comparison(
    statement: &ParsedStatement,
    at: usize,
    kind: &str,
) -> Option<(usize, String, i8, usize)> {
    let tags = statement.words.get(at)?.tags.iter();
    let compared = tags.filter_map(|tag| {
        let (axis, direction) = tag.group.strip_prefix(kind)?.split_once(' ')?;
        Some((at, axis.to_owned(), if direction == "up" { 1 } else { -1 }, tag.word_count))
    });
    compared.max_by_key(|(.., length)| *length)
}

/// The words of the two things that are compared, each with 0 for the first or 1 for the second thing.
pub fn words_with_sides<'s>(
    statement: &'s ParsedStatement,
    comparison: &WordComparison,
) -> Vec<(&'s TaggedWord, usize)> {
    // `It is louder than` is about the subject of the title.
    let begins_with_pronoun = statement.word_has_tag(0, "subject_pronoun");
    let title =
        statement.title_words.iter().filter(|word| begins_with_pronoun && is_content_word(word));
    // What follows in another clause is about something else: `than larch, which is why he uses oak`.
    let clause = |at: usize| statement.words.get(at).map(|word| word.clause_index);
    let content = statement.content_words().filter(|(at, _)| {
        *at != comparison.comparative
            && !comparison.between.contains(at)
            && (comparison.is_inverted || clause(*at) <= clause(comparison.middle))
    });
    let is_second = |at: usize| {
        let is_in_clause = clause(at) == clause(comparison.middle);
        at > comparison.middle && (is_in_clause || !comparison.is_inverted)
    };
    let content = content.map(|(at, word)| (word, usize::from(is_second(at))));
    title.map(|word| (word, 0)).chain(content).collect()
}
