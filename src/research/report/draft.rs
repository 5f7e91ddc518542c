//! The draft on one topic as a model wrote it: sentences, list items and table rows, each with the
//! evidence that it cites.

use crate::evidence::{Evidence, EvidenceId};
use crate::note::prose;
use crate::research::report::statement::{StatementLayout, TableRow};

/// Maximum number of sentences, list items and table rows of a draft that are used.
const MAX_DRAFT_SENTENCES: usize = 12;

/// The draft on one topic that a model wrote.
#[derive(Default)]
pub struct TopicDraft {
    pub sentences: Vec<CitingSentence>,
    pub contradictions: Vec<CitingSentence>,
}

/// A sentence that a model wrote, with the evidence that it cites.
#[derive(Debug, Clone)]
pub struct CitingSentence {
    /// The text that is checked. For a table row, it names the columns.
    pub text: String,
    pub layout: StatementLayout,
    /// The evidence that the sentence cites.
    pub cited_sources: Vec<CitedSource>,
}

/// What a sentence cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CitedSource {
    /// A piece of evidence that exists.
    Evidence(EvidenceId),
    /// The researched note.
    Note,
    /// An evidence id that doesn't exist.
    Unknown,
}

impl TopicDraft {
    /// Leaves only as many sentences as a report shows.
    pub fn truncated(mut self) -> Self {
        self.sentences.truncate(MAX_DRAFT_SENTENCES);
        self
    }
}

/// Splits a text of a model into sentences, list items and table rows: each of them is checked by
/// itself. `cited_ids` are the ids of evidence that the model gave for the text.
pub fn parse_citing_sentences(
    text: &str,
    cited_ids: &[String],
    pieces: &[&Evidence],
) -> Vec<CitingSentence> {
    let cited_sources: Vec<CitedSource> =
        cited_ids.iter().flat_map(|ids| parse_cited_ids(ids, pieces)).collect();
    let text = without_evidence_ids(text);
    let mut sentences = Vec::new();
    let mut add = |text: String, layout: StatementLayout| {
        sentences.push(CitingSentence { text, layout, cited_sources: cited_sources.clone() });
    };
    let mut paragraph = String::new();
    let mut header: Option<Vec<String>> = None;
    for line in text.lines().map(str::trim) {
        let item = list_item(line);
        let cells = table_cells(line);
        if item.is_some() || cells.is_some() {
            add_sentences(&std::mem::take(&mut paragraph), &mut add);
        }
        match (item, cells, &header) {
            (Some(item), ..) => add(item.to_owned(), StatementLayout::ListItem),
            (None, Some(cells), None) => header = Some(cells),
            (None, Some(cells), Some(_)) if is_table_rule(&cells) => {}
            (None, Some(cells), Some(header)) => {
                let row = TableRow { header: header.clone(), cells };
                add(row.as_text(), StatementLayout::TableRow(row));
            }
            (None, None, _) => {
                header = None;
                paragraph.push(' ');
                paragraph.push_str(line);
            }
        }
    }
    add_sentences(&paragraph, &mut add);
    sentences
}

fn add_sentences(paragraph: &str, add: &mut impl FnMut(String, StatementLayout)) {
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    prose::sentences(&text)
        .into_iter()
        .for_each(|sentence| add(sentence.to_owned(), StatementLayout::Sentence));
}

/// Returns the text of a list item; `None` if the line is no list item.
fn list_item(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (digits.len() < line.len())
        .then(|| digits.strip_prefix(". ").or_else(|| digits.strip_prefix(") ")))
        .flatten();
    let bullets = ["- ", "* ", "• "];
    bullets.iter().find_map(|bullet| line.strip_prefix(bullet)).or(numbered).map(str::trim)
}

/// Returns the cells of a table row; `None` if the line is no table row.
fn table_cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(|cell| cell.trim().to_owned()).collect())
}

/// Whether cells are the line between the header and the rows of a table: `|---|:--|`.
fn is_table_rule(cells: &[String]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':')))
}

/// Parses the evidence ids that a model cites: it may write `e1`, `[e1]`, or several ids in one
/// text.
fn parse_cited_ids(ids: &str, pieces: &[&Evidence]) -> Vec<CitedSource> {
    let words = ids.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let source = |word: &str| match word.strip_prefix(['e', 'E']).and_then(|n| n.parse().ok()) {
        _ if word.eq_ignore_ascii_case("note") => CitedSource::Note,
        Some(number) => pieces
            .get(usize::wrapping_sub(number, 1))
            .map_or(CitedSource::Unknown, |piece| CitedSource::Evidence(piece.id.clone())),
        None => CitedSource::Unknown,
    };
    words.map(source).collect()
}

/// Removes evidence ids between brackets, which some models write into their sentences: `[e1, e2]`.
fn without_evidence_ids(text: &str) -> String {
    let is_id = |word: &str| {
        let number = word.strip_prefix(['e', 'E']);
        number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '(']) {
        let (before, bracket) = rest.split_at(start);
        let end = bracket.find([']', ')']).map_or(bracket.len(), |end| end + 1);
        let (inside, behind) = bracket.split_at(end);
        let mut words =
            inside.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
        if words.peek().is_some() && words.all(is_id) {
            kept.push_str(before.trim_end());
            rest = behind;
        } else {
            let (sign, behind) = bracket.split_at(1);
            kept.push_str(before);
            kept.push_str(sign);
            rest = behind;
        }
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_ids_are_no_part_of_a_sentence() {
        let check = |text: &str, expected: &str| assert_eq!(without_evidence_ids(text), expected);
        check("It opened in 1932 [e8].", "It opened in 1932.");
        check("It opened (e1, e12) and closed [E2][e3].", "It opened and closed.");
        check("Vitamin (E2) and [the note] stay [e].", "Vitamin and [the note] stay [e].");
        check("An open [e1 stays", "An open [e1 stays");
        check("(Nothing to remove) here [1].", "(Nothing to remove) here [1].");
    }

    fn check(text: &str, expected: &[&str]) {
        let parsed = parse_citing_sentences(text, &["note".to_owned()], &[]);
        let shown: Vec<String> = parsed
            .iter()
            .map(|sentence| {
                let layout = match &sentence.layout {
                    StatementLayout::Sentence => "",
                    StatementLayout::ListItem => "- ",
                    StatementLayout::TableRow(_) => "| ",
                };
                format!("{layout}{}", sentence.text)
            })
            .collect();
        assert_eq!(shown, expected, "{text}");
        assert!(parsed.iter().all(|it| it.cited_sources == [CitedSource::Note]));
    }

    #[test]
    fn lists_and_tables_stay_so() {
        check("Tea is hot. It\nis wet.", &["Tea is hot.", "It is wet."]);
        check(
            "Kinds of tea:\n- green tea\n- black tea",
            &["Kinds of tea:", "- green tea", "- black tea"],
        );
        check("1. Boil water.\n2) Pour it.", &["- Boil water.", "- Pour it."]);
        check(
            "| Tea | Caffeine |\n|---|---:|\n| green | 30 mg |\n| black | 47 mg |\nMore [e1].",
            &["| Tea green, Caffeine 30 mg", "| Tea black, Caffeine 47 mg", "More."],
        );
        check("1990 was a year. A | B", &["1990 was a year.", "A | B"]);
    }
}
