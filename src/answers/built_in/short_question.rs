//! Short questions, which leave out what stands before them: “It can go on the compost. How much at most?”

use std::collections::BTreeMap;

use crate::answers::built_in::topic::{PrecedingText, with_first_letter_capitalized};
use crate::answers::built_in::{key_words, question_or_claim};
use crate::language::{is_unspaced_script, sentence_split};
use crate::notes::note::prose;
use crate::values::text::add_steps;

// A longer question says itself what it is about. The title of the note may be about more, so only questions with
// even fewer words need it.
const MAX_SHORT_QUESTION_WORDS: usize = 3;
const MAX_WORDS_BELOW_TITLE: usize = 2;
const MAX_SHORT_QUESTION_CHARACTERS: usize = 8;

/// The short questions of a note, each with the text that it continues: what stands before it in the same
/// paragraph or list item, or else the title of the note.
pub fn texts_before_short_questions(note: &str, title: &str) -> BTreeMap<String, PrecedingText> {
    let plain = prose::plain_text(note);
    let title = if is_subject(title) { title } else { "" };
    let mut found = BTreeMap::new();
    // To split the other lines into sentences takes time and finds no question.
    for line in plain.lines().filter(|line| line.contains(sentence_split::QUESTION_MARKS)) {
        let sentences = sentence_split::sentences(line);
        let mut question_count = 0;
        for (at, sentence) in sentences.iter().enumerate() {
            add_steps(1);
            if !question_or_claim::is_question(sentence) {
                question_count = 0;
                continue;
            }
            let question = question_or_claim::without_question_lead_in(sentence);
            let before = sentences.get(..at).unwrap_or_default();
            let continued = continued_text(before, question_count);
            question_count += 1;
            let text = match continued {
                Some(text) if is_short(question, MAX_SHORT_QUESTION_WORDS) => text,
                None if is_short(question, MAX_WORDS_BELOW_TITLE) && !title.is_empty() => {
                    title.to_owned()
                }
                _ => continue,
            };
            found
                .entry(with_first_letter_capitalized(question))
                .or_insert(PrecedingText::new(text));
        }
    }
    found
}

/// What a question continues, given the sentences before it in its paragraph: the first one, which mostly names the
/// subject, and the last one. If the last one is a question, only the questions directly before it count, given by
/// their number.
fn continued_text(before: &[&str], question_count: usize) -> Option<String> {
    let first = if question_count == 0 { 0 } else { before.len() - question_count };
    match before.get(first..)? {
        [] => None,
        [only] => Some((*only).to_owned()),
        [first, .., last] => Some(format!("{first} {last}")),
    }
}

/// Whether the title of a note says what its questions are about. A date and “Open questions” don't.
fn is_subject(title: &str) -> bool {
    !title.contains(|c: char| c.is_ascii_digit())
        && !question_or_claim::only_announces_question(title)
}

fn is_short(question: &str, max_words: usize) -> bool {
    match question.contains(is_unspaced_script) {
        true => question.chars().count() <= MAX_SHORT_QUESTION_CHARACTERS,
        false => {
            let words = key_words::search_words(question);
            words.split_whitespace().count() <= max_words
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;

    #[test]
    fn many_questions_take_linear_work() {
        for piece in ["What is alpha? ", "Why? ", "Why?\n", "A b. Why? "] {
            assert_linear(piece, 400, |text| _ = texts_before_short_questions(text, "Tea"));
        }
    }

    #[test]
    fn a_short_question_continues_what_stands_before_it() {
        let check = |title: &str, note: &str, expected: &[(&str, &str)]| {
            let found = texts_before_short_questions(note, title);
            let found: Vec<(&str, &str)> =
                found.iter().map(|(question, before)| (&**question, before.as_str())).collect();
            assert_eq!(found, expected, "{note}");
        };
        check("", "- Is tea **old**? Since when?", &[("Since when?", "Is tea old?")]);
        check(
            "",
            "咖啡渣可以放进堆肥吗？最多放多少？",
            &[("最多放多少？", "咖啡渣可以放进堆肥吗？")],
        );
        let before_all = [
            ("Is tea old?", "Tea."),
            ("Since when?", "Is tea old?"),
            ("Who?", "Is tea old? Since when?"),
        ];
        check("", "Tea. Is tea old? Since when? who?", &before_all);
        check("", "Ann has tea. She likes it. Now. Why?", &[("Why?", "Ann has tea. Now.")]);
        check(
            "Tea",
            "- Is it old?\n- Who found it?",
            &[("Is it old?", "Tea"), ("Who found it?", "Tea")],
        );
        check("Tea", "- Is green tea older?", &[]);
        check("Open questions", "- Is it old?", &[]);
        check("2026-10-03", "- Is it old?", &[]);
        check("Tea", "Which old books of Chinese monks mention the first harvest?", &[]);
    }
}
