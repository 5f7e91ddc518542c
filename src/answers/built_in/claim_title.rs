//! The title of a claim: the claim itself, in a few words.

use crate::language::{Language, is_unspaced_script};

/// Maximum number of characters of a title; a longer claim is shortened.
const MAX_TITLE_CHARACTERS: usize = 70;
/// Maximum number of characters of a title in a script without spaces.
const MAX_UNSPACED_TITLE_CHARACTERS: usize = 28;
/// Minimum number of words before a comma, so that what stands before it says something by itself.
const MIN_CLAUSE_WORDS: usize = 5;

/// Returns a claim as a title: whole if it is short, else its first clause, else its first words.
pub fn shortened_claim(claim: &str) -> String {
    let claim = claim.trim().trim_end_matches(['.', '。', '!', '！', ';', ',']);
    let is_unspaced = claim.chars().any(is_unspaced_script);
    let max = if is_unspaced { MAX_UNSPACED_TITLE_CHARACTERS } else { MAX_TITLE_CHARACTERS };
    if claim.chars().count() <= max {
        return claim.to_owned();
    }
    if let Some(clause) = first_clause(claim, max) {
        return clause.to_owned();
    }
    let end = claim.char_indices().nth(max).map_or(claim.len(), |(at, _)| at);
    let cut = claim.get(..end).unwrap_or_default();
    let whole_words = cut.rsplit_once(' ').map_or(cut, |(before, _)| before);
    let kept = if is_unspaced { cut } else { whole_words };
    let kept = without_last_stop_words(kept, Language::detect(claim));
    format!("{}…", kept.trim_end_matches([',', ';', ':', ' ', '(', '–', '-']))
}

/// The beginning of a claim without the words at its end that only lead to the next one: “as an”.
fn without_last_stop_words(text: &str, language: Language) -> &str {
    let says_nothing = |word: &str| language.is_stop_word(&word.to_lowercase());
    let mut kept = text;
    while let Some((before, last)) = kept.rsplit_once(' ')
        && says_nothing(last)
        && before.split_whitespace().count() >= MIN_CLAUSE_WORDS
    {
        kept = before;
    }
    kept
}

/// The longest beginning of a claim that ends before a comma or another mark and fits.
fn first_clause(claim: &str, max_characters: usize) -> Option<&str> {
    let is_mark = |c: char| matches!(c, ',' | ';' | ':' | '(' | '–' | '—' | '，' | '；' | '：');
    let says_something = |clause: &&str| {
        clause.split_whitespace().count() >= MIN_CLAUSE_WORDS
            || clause.chars().filter(|c| is_unspaced_script(*c)).count() > 2 * MIN_CLAUSE_WORDS
    };
    // A comma inside a number ends no clause.
    let ends_clause = |at: usize| {
        let after = claim.get(at..).unwrap_or_default().chars().nth(1);
        !after.is_some_and(|c| c.is_ascii_digit())
    };
    let ends = claim.char_indices().filter(|(at, c)| is_mark(*c) && ends_clause(*at));
    let clauses = ends.filter_map(|(at, _)| claim.get(..at)).map(str::trim_end);
    clauses.filter(|it| it.chars().count() <= max_characters).rfind(says_something)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_claim_in_a_few_words() {
        let check = |claim: &str, expected: &str| assert_eq!(shortened_claim(claim), expected);
        check("Street trees live 19 to 28 years.", "Street trees live 19 to 28 years");
        check(
            "A car takes up 1,500 times the space of a bicycle on the road, at least when it is parked in the street.",
            "A car takes up 1,500 times the space of a bicycle on the road",
        );
        check(
            "The heap of a neighbour who never turns it reached more than sixty degrees within four days of being built.",
            "The heap of a neighbour who never turns it reached more than sixty…",
        );
        check(
            "A nap of 10 to 20 minutes restores alertness about as well as an afternoon coffee does.",
            "A nap of 10 to 20 minutes restores alertness about as well…",
        );
        check(
            "Der Wochenmarkt am Rathaus war im letzten Jahr besser besucht als der am Hafen.",
            "Der Wochenmarkt am Rathaus war im letzten Jahr besser besucht…",
        );
        check(
            "堆肥的温度可以升到60度以上，这样可以杀死大部分杂草的种子和病菌，还能让材料更快地分解。",
            "堆肥的温度可以升到60度以上",
        );
    }
}
