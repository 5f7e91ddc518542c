//! Finds the lines of a passage that are no plain statements: headings, tasks, rows of tables, lines of
//! links, and what the user believes but has not checked.

use std::sync::LazyLock;

use crate::evidence::{LineMark, MarkedLine};
use crate::local::sentence_traits::{self, SENTENCE_WORD_LISTS};
use crate::note::{prose, sentence_split};
use crate::text::word_list::{self, WordList};

/// A line with links and at most this many words besides them only points to other notes.
const MAX_WORDS_BESIDE_LINKS: usize = 3;

/// Maximum number of words of a label before links.
const MAX_LABEL_WORDS: usize = 6;

/// Words that mark a line as doubtful, in lower case.
static DOUBT_MARKS: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "doubt_marks"));

/// Phrases that begin a line which states nothing, in lower case.
static POINTER_OPENERS: WordList =
    LazyLock::new(|| word_list::phrases(SENTENCE_WORD_LISTS, "pointer_openers"));

/// Returns the marked lines of a passage of a note. `headings` are the headings above it.
pub fn marked_note_lines(markdown: &str, headings: &str) -> Vec<MarkedLine> {
    let (without_statement, others): (Vec<&str>, Vec<&str>) =
        markdown.lines().partition(|line| states_nothing(line));
    let sentences = others.into_iter().flat_map(sentence_split::whole_sentences);
    let links = sentences.filter(|sentence| is_mostly_links(sentence));
    let without_statement =
        without_statement.into_iter().chain(links).filter_map(line_without_statement);
    without_statement.chain(believed_lines(markdown, headings)).collect()
}

/// The lines and sentences of a passage that the user believes and has not checked.
fn believed_lines(markdown: &str, headings: &str) -> Vec<MarkedLine> {
    let is_belief_passage = sentence_traits::is_belief_heading(headings);
    let plain = prose::plain_text_with_row_sentences(markdown);
    let believed = plain.lines().flat_map(|line| match is_belief_passage || has_doubt_sign(line) {
        true => vec![line],
        // Words of doubt are about their sentence: the next one often tells what is true.
        false => {
            let sentences = sentence_split::whole_sentences(line).into_iter();
            sentences.filter(|sentence| has_word_of_doubt(sentence)).collect()
        }
    });
    let mark = |line: &str| MarkedLine { text: line.to_owned(), mark: LineMark::Belief };
    believed.map(mark).collect()
}

/// Returns the marked lines of a passage of a web page.
pub fn marked_page_lines(markdown: &str) -> Vec<MarkedLine> {
    markdown
        .lines()
        .filter(|line| states_nothing(line))
        .filter_map(line_without_statement)
        .collect()
}

fn line_without_statement(line: &str) -> Option<MarkedLine> {
    // A row that is no sentence has one line in the plain text, with spaces between its cells.
    let text = match line.trim().strip_prefix('|') {
        Some(row) => {
            let cells = row.split('|').map(prose::plain_text).filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(" ")
        }
        None => prose::plain_text(line),
    };
    (!text.is_empty()).then_some(MarkedLine { text, mark: LineMark::NoStatement })
}

/// Whether a sentence begins with words that only point to something else, such as `See also`.
pub fn begins_as_pointer(sentence: &str) -> bool {
    let lower = sentence.trim_start().to_lowercase();
    POINTER_OPENERS.iter().any(|opener| lower.starts_with(opener))
}

/// Whether a line is a heading, a task, a row torn out of its table, or little more than links. A row that names its
/// columns is a sentence.
fn states_nothing(line: &str) -> bool {
    let line = line.trim_start();
    let item = line.trim_start_matches(['-', '*', '+', '>', ' ']);
    let is_task =
        item.len() < line.len() && item.starts_with('[') && item.as_bytes().get(2) == Some(&b']');
    line.starts_with('#')
        || line.starts_with('|')
        || is_task
        || begins_as_pointer(item.trim_start_matches(['*', '_']))
        || is_mostly_links(item)
}

/// Whether a line has links and hardly any other words.
fn is_mostly_links(line: &str) -> bool {
    let mut outside = String::new();
    let mut rest = line;
    let mut link_count = 0;
    while let Some(start) = rest.find('[') {
        let (before, link) = rest.split_at(start);
        outside.push_str(before);
        let Some(end) = link_end(link) else { break };
        link_count += 1;
        rest = link.get(end..).unwrap_or_default();
    }
    outside.push_str(rest);
    let count = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count()
    };
    // A label before links: `Notes on the principle: [[Composting]] and [[Soil]].`
    let is_labelled = outside
        .rsplit_once(':')
        .is_some_and(|(label, rest)| count(rest) < link_count && count(label) <= MAX_LABEL_WORDS);
    link_count > 0 && (count(&outside) <= MAX_WORDS_BESIDE_LINKS || is_labelled)
}

/// The offset behind the link with which a text begins: `[[note]]` or `[text](address)`.
fn link_end(text: &str) -> Option<usize> {
    if text.starts_with("[[") {
        return text.find("]]").map(|at| at + 2);
    }
    let bracket = text.find("](")?;
    text.get(bracket..)?.find(')').map(|at| bracket + at + 1)
}

fn has_word_of_doubt(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    DOUBT_MARKS.iter().any(|mark| lower.contains(mark))
}

/// Whether a sign such as `(?)` marks a whole line as doubtful.
fn has_doubt_sign(line: &str) -> bool {
    let is_sign = |mark: &&&str| !mark.contains(char::is_alphabetic);
    DOUBT_MARKS.iter().filter(is_sign).any(|mark| line.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, headings: &str, expected: &[(&str, LineMark)]) {
        let marked = marked_note_lines(markdown, headings);
        let got: Vec<(&str, LineMark)> =
            marked.iter().map(|line| (line.text.as_str(), line.mark)).collect();
        assert_eq!(got, expected, "{markdown}");
    }

    #[test]
    fn lines_that_state_nothing_are_marked() {
        check("# Tea", "", &[("Tea", LineMark::NoStatement)]);
        check("- [ ] buy 3 kg of tea", "", &[("buy 3 kg of tea", LineMark::NoStatement)]);
        check(
            "Related: [[Street lighting]], [[Melatonin]].",
            "",
            &[("Related: Street lighting, Melatonin.", LineMark::NoStatement)],
        );
        check(
            "Now two notes: [[Clock]] and [[Sleep]].",
            "",
            &[("Now two notes: Clock and Sleep.", LineMark::NoStatement)],
        );
        check("Without shade the circle shrinks; see [[Street trees]].", "", &[]);
        check(
            "To do: write to [[Jonas]] about the lamp at number 17.",
            "",
            &[("To do: write to Jonas about the lamp at number 17.", LineMark::NoStatement)],
        );
    }

    #[test]
    fn what_the_user_believes_is_marked() {
        check(
            "- Tea is stronger than coffee.",
            "Tea > Claims",
            &[("Tea is stronger than coffee.", LineMark::Belief)],
        );
        check(
            "Tea may be stronger (not sure).",
            "Tea",
            &[("Tea may be stronger (not sure).", LineMark::Belief)],
        );
        check(
            "Everybody says that tea is weak. A study measured 40 mg of caffeine in a cup.",
            "Tea",
            &[("Everybody says that tea is weak.", LineMark::Belief)],
        );
        check(
            "Tea is weak. It is old. (?)",
            "Tea",
            &[("Tea is weak. It is old. (?)", LineMark::Belief)],
        );
        check("Tea has caffeine.", "Tea", &[]);
        check(
            "| | Caffeine |\n|-|-|\n| Tea | 40 mg (?) |",
            "Tea",
            &[
                ("Caffeine", LineMark::NoStatement),
                ("Tea 40 mg (?)", LineMark::NoStatement),
                ("Tea – Caffeine: 40 mg (?).", LineMark::Belief),
            ],
        );
    }
}
