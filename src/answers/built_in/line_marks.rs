//! Finds the lines of a passage that are no plain statements: headings, tasks, rows of tables that are no
//! sentences, lines of links, and what the user believes but has not checked.

use std::sync::LazyLock;

use crate::answers::built_in::sentence_traits::{self, SENTENCE_WORD_LISTS};
use crate::evidence::{LineMark, MarkedLine};
use crate::language::{LazyPhraseSet, PhraseSet, sentence_split, word_list};
use crate::notes::note::{TableRow, prose};

/// A line with links and at most this many words besides them only points to other notes.
const MAX_WORDS_BESIDE_LINKS: usize = 3;

/// Maximum number of words of a label before links.
const MAX_LABEL_WORDS: usize = 6;

/// Words that mark a line as doubtful, in lower case.
static DOUBT_MARKS: LazyPhraseSet =
    LazyLock::new(|| word_list::phrase_set(SENTENCE_WORD_LISTS, "doubt_marks"));

/// Those of them that are signs, such as `(?)`.
static DOUBT_SIGNS: LazyPhraseSet = LazyLock::new(|| {
    let marks = word_list::phrases(SENTENCE_WORD_LISTS, "doubt_marks").into_iter();
    PhraseSet::new(marks.filter(|mark| !mark.contains(char::is_alphabetic)))
});

/// No phrase of `POINTER_OPENERS` has more characters.
const MAX_OPENER_CHARS: usize = 20;

/// Phrases that begin a line which states nothing, in lower case.
static POINTER_OPENERS: LazyPhraseSet =
    LazyLock::new(|| word_list::phrase_set(SENTENCE_WORD_LISTS, "pointer_openers"));

/// Returns the marked lines of a passage of a note. `headings` are the headings above it.
pub fn marked_note_lines(markdown: &str, headings: &str) -> Vec<MarkedLine> {
    let is_belief_passage = sentence_traits::is_belief_heading(headings);
    let mut marked = Vec::new();
    for line in markdown.lines() {
        match () {
            () if states_nothing(line) => marked.push((line, LineMark::NoStatement)),
            () if is_belief_passage || has_doubt_sign(line) => {
                marked.push((line, LineMark::Belief));
            }
            // Only links and words of doubt mark a sentence. Most lines have neither, and to split them
            // into sentences takes far longer than this look.
            () if line.contains('[') || has_doubt_mark(line) => {
                let sentences = sentence_split::whole_sentences(line).into_iter();
                marked
                    .extend(sentences.filter_map(|sentence| Some((sentence, mark_of(sentence)?))));
            }
            () => {}
        }
    }
    let rows = prose::table_rows(markdown).into_iter().map(|row| {
        let mark = if is_belief_passage { LineMark::Belief } else { row_mark(&row) };
        MarkedLine { text: row.as_line(), mark }
    });
    marked.into_iter().filter_map(marked_line).chain(rows).collect()
}

/// The mark of a row of a table. Also the name of a column may say that something is only believed.
fn row_mark(row: &TableRow) -> LineMark {
    // Some words of doubt are listed with the space behind them.
    let is_doubtful = |text: &String| mark_of(&format!("{text} ")) == Some(LineMark::Belief);
    match () {
        () if row.as_sentence().is_none() => LineMark::NoStatement,
        () if row.header.iter().any(|name| sentence_traits::is_belief_heading(name)) => {
            LineMark::Belief
        }
        () if row.header.iter().chain(&row.cells).any(is_doubtful) => LineMark::Belief,
        () => LineMark::TableRow,
    }
}

/// Returns the marked lines of a passage of a web page.
pub fn marked_page_lines(markdown: &str) -> Vec<MarkedLine> {
    let lines = markdown.lines().filter(|line| states_nothing(line));
    lines.filter_map(|line| marked_line((line, LineMark::NoStatement))).collect()
}

fn marked_line((line, mark): (&str, LineMark)) -> Option<MarkedLine> {
    // A row of a table has one line in the plain text, with spaces between its cells.
    let text = match line.trim().strip_prefix('|') {
        Some(row) => {
            let cells = row.split('|').map(prose::plain_text).filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(" ")
        }
        None => prose::plain_text(line),
    };
    (!text.is_empty()).then_some(MarkedLine { text, mark })
}

/// Whether a sentence begins with words that only point to something else, such as `See also`.
pub fn begins_as_pointer(sentence: &str) -> bool {
    let beginning = sentence.trim_start().chars().take(MAX_OPENER_CHARS);
    let lower: String = beginning.flat_map(char::to_lowercase).collect();
    POINTER_OPENERS.is_any_at_start(&lower)
}

/// Whether a line is a heading, a task, a row of a table, or little more than links.
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

/// The mark of a sentence in a line of plain statements. Words of doubt are about their sentence: the next
/// one often tells what is true.
fn mark_of(sentence: &str) -> Option<LineMark> {
    match () {
        () if is_mostly_links(sentence) => Some(LineMark::NoStatement),
        () if has_doubt_mark(sentence) => Some(LineMark::Belief),
        () => None,
    }
}

/// Whether words of doubt or a sign of it are in a text.
fn has_doubt_mark(text: &str) -> bool {
    DOUBT_MARKS.is_any_in(&text.to_lowercase())
}

/// Whether a sign such as `(?)` marks a whole line as doubtful.
fn has_doubt_sign(line: &str) -> bool {
    DOUBT_SIGNS.is_any_in(line)
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
    fn no_opener_is_longer_than_what_is_compared() {
        let openers = word_list::phrases(SENTENCE_WORD_LISTS, "pointer_openers");
        let is_short = |opener: &&str| opener.chars().count() <= MAX_OPENER_CHARS;
        assert!(!openers.is_empty() && openers.iter().all(is_short), "{openers:?}");
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
            "Tea is weak.\nCoffee is strong. (?)",
            "Tea",
            &[("Coffee is strong. (?)", LineMark::Belief)],
        );
        check("Tea is weak. %%(?)%%", "Tea", &[("Tea is weak.", LineMark::Belief)]);
    }

    #[test]
    fn rows_are_marked_by_their_cells_and_columns() {
        let check = |table: &str, text: &str, expected: LineMark| {
            let marked = marked_note_lines(table, "Tea");
            let mark = marked.iter().find(|line| line.text == text).map(|line| line.mark);
            assert_eq!(mark, Some(expected), "{table}");
        };
        let belief = LineMark::Belief;
        check(
            "| Drink | Caffeine |\n|-|-|\n| Tea | 40 mg |",
            "Drink: Tea; Caffeine: 40 mg.",
            LineMark::TableRow,
        );
        check(
            "| Drink | Caffeine |\n|-|-|\n| Tea | Weak. Cheap. |",
            "Tea Weak. Cheap.",
            LineMark::NoStatement,
        );
        check(
            "| Drink | Caffeine | Sure |\n|-|-|-|\n| Tea | 40 mg | (?) |",
            "Drink: Tea; Caffeine: 40 mg.",
            belief,
        );
        check("| Drink | I think |\n|-|-|\n| Tea | 40 mg |", "Drink: Tea; I think: 40 mg.", belief);
        check(
            "| Claim | Source |\n|-|-|\n| Tea is weak | a book |",
            "Claim: Tea is weak; Source: a book.",
            belief,
        );
    }
}
