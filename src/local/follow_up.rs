//! Questions that continue what stands before them: “Can it go on the compost? How much at most?”

use std::collections::BTreeMap;

use crate::index::language::is_unspaced_script;
use crate::local::topic::with_first_letter_capitalized;
use crate::local::{key_words, question_or_claim};
use crate::note::{prose, sentence_split};

// A longer question says itself what it is about.
const MAX_FOLLOW_UP_WORDS: usize = 4;
const MAX_FOLLOW_UP_CHARACTERS: usize = 8;

/// The short questions of a note that continue what stands before them in the same paragraph or list item, each
/// with that text: the sentence before, behind the first one of the paragraph. Behind other questions it consists
/// of questions only.
pub fn follow_up_questions(note: &str) -> BTreeMap<String, String> {
    let plain = prose::plain_text(note);
    let mut follow_ups = BTreeMap::new();
    for line in plain.lines() {
        let sentences = sentence_split::sentences(line);
        for (at, sentence) in sentences.iter().enumerate() {
            let question = question_or_claim::without_question_lead_in(sentence);
            if question_or_claim::is_question(sentence) && is_short(question) {
                let before = continued_text(sentences.get(..at).unwrap_or_default());
                follow_ups.entry(with_first_letter_capitalized(question)).or_insert(before);
            }
        }
    }
    follow_ups.retain(|_, before| !before.is_empty());
    follow_ups
}

/// What a question continues, given the sentences before it in its paragraph.
fn continued_text(before: &[&str]) -> String {
    let is_question = |sentence: &&str| question_or_claim::is_question(sentence);
    let questions = before.iter().rev().take_while(|it| is_question(it)).count();
    let continued = match questions {
        0 => before,
        count => before.get(before.len() - count..).unwrap_or_default(),
    };
    match continued {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, .., last] => format!("{first} {last}"),
    }
}

fn is_short(question: &str) -> bool {
    match question.contains(is_unspaced_script) {
        true => question.chars().count() <= MAX_FOLLOW_UP_CHARACTERS,
        false => {
            let words = key_words::search_words(question);
            words.split_whitespace().count() <= MAX_FOLLOW_UP_WORDS
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_question_continues_what_stands_before_it() {
        let check = |note: &str, expected: &[(&str, &str)]| {
            let found = follow_up_questions(note);
            let found: Vec<(&str, &str)> =
                found.iter().map(|(question, before)| (&**question, &**before)).collect();
            assert_eq!(found, expected, "{note}");
        };
        check("- Is tea **old**? Since when?", &[("Since when?", "Is tea old?")]);
        check("咖啡渣可以放进堆肥吗？最多放多少？", &[("最多放多少？", "咖啡渣可以放进堆肥吗？")]);
        check(
            "So. Is tea old? Since when? where?",
            &[
                ("Is tea old?", "So."),
                ("Since when?", "Is tea old?"),
                ("Where?", "Is tea old? Since when?"),
            ],
        );
        check("Ann drinks tea. She likes it. Really. Why?", &[("Why?", "Ann drinks tea. Really.")]);
        check("- Is tea old?\n- Who found it?", &[]);
        check("Is tea old? Which old books of Chinese monks mention the first harvest?", &[]);
    }
}
