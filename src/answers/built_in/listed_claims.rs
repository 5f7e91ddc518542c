//! Finds the claims that a user listed as such: the statements below a heading such as “Claims” or
//! “What I believe”. Other list items are claims like any sentence.

use std::collections::BTreeSet;

use crate::answers::built_in::{question_or_claim, sentence_traits};
use crate::language::sentence_split;
use crate::notes::note::prose;
use crate::values::text::add_steps;

/// What a list item may begin with.
const LIST_MARKERS: [char; 3] = ['-', '*', '+'];

/// Minimum number of words of an item that counts as a statement.
const MIN_STATEMENT_WORDS: usize = 4;

/// Returns the listed claims of a note as plain sentences, in order.
pub fn parse(note: &str) -> Vec<String> {
    let mut claims = Vec::new();
    let mut is_below_belief_heading = false;
    for line in note.lines() {
        if let Some(heading) = heading_text(line) {
            is_below_belief_heading = sentence_traits::is_belief_heading(heading);
        } else if let Some(item) = item_text(line).filter(|_| is_below_belief_heading) {
            let plain = prose::plain_text(item);
            let sentence = sentence_split::sentences(&plain).into_iter().next().unwrap_or_default();
            let is_statement = sentence.split_whitespace().count() >= MIN_STATEMENT_WORDS
                && !question_or_claim::is_question(sentence);
            if is_statement {
                claims.push(sentence.to_owned());
            }
        }
    }
    claims
}

/// The sentences of the list items of a note, as they are written.
pub struct ItemSentences<'n>(BTreeSet<&'n str>);

impl<'n> ItemSentences<'n> {
    pub fn new(note: &'n str) -> Self {
        let is_emphasis = |c: char| matches!(c, ' ' | '*' | '_' | '=' | '~');
        let items = note.lines().map(str::trim_start).filter(|it| it.starts_with(LIST_MARKERS));
        let texts = items.map(|line| {
            let item = line.trim_start_matches(LIST_MARKERS).trim_start();
            let is_task = item.starts_with('[') && item.as_bytes().get(2) == Some(&b']');
            let text = if is_task { item.get(3..) } else { Some(item) };
            text.unwrap_or_default().trim_start_matches(is_emphasis)
        });
        Self(texts.flat_map(sentence_split::sentences).collect())
    }

    /// Whether an item has a sentence; a block ID or another mark may follow it.
    pub fn contains(&self, sentence: &str) -> bool {
        add_steps(1);
        let mut from_here = self.0.range(sentence..);
        from_here.next().is_some_and(|listed| listed.starts_with(sentence))
    }
}

fn heading_text(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len() && text.starts_with(' ')).then(|| text.trim())
}

/// The text of a list item; `None` for other lines and for tasks, which claim nothing.
fn item_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number_ends = [". ", ") "];
    let numbered = number_ends.iter().find_map(|end| after_number.strip_prefix(end));
    let numbered = numbered.filter(|_| after_number.len() < line.len());
    let bulleted = ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet));
    let item = bulleted.or(numbered)?.trim_start();
    let is_task = item.starts_with('[') && item.as_bytes().get(2) == Some(&b']');
    (!is_task).then_some(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(note: &str, expected: &[&str]) {
        assert_eq!(parse(note), expected, "{note}");
    }

    #[test]
    fn every_statement_below_a_heading_of_beliefs_is_a_claim() {
        check(
            "## What I believe\n\n- Worms avoid the grounds of coffee\n- Why?\n- Tea\n\n## Notes\n\n- Worms eat at night and sleep",
            &["Worms avoid the grounds of coffee"],
        );
    }
}
