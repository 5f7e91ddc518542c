//! The draft on one topic as a model wrote it: sentences, list items and table rows, each with the
//! evidence that it cites.

use crate::answers::run::StatementLayout;
use crate::evidence::{Evidence, EvidenceId};
use crate::language::sentence_split;
use crate::notes::note::TableRow;

/// Maximum number of sentences, list items and table rows of a draft that are used.
const MAX_DRAFT_SENTENCES: usize = 12;

/// Maximum number of sentences of a draft that contradict the note: each is a callout.
const MAX_CONTRADICTIONS: usize = 2;

/// The draft on one topic that a model wrote.
#[derive(Default)]
pub struct TopicDraft {
    pub sentences: Vec<CitingSentence>,
    pub contradictions: Vec<CitingSentence>,
}

/// A sentence that a model wrote, with the evidence that it cites.
#[derive(Debug, Clone)]
pub struct CitingSentence {
    /// The sentence, list item or table row as the report shows it.
    pub text: String,
    /// What must stand before the text for it to be checked: the sentence that introduces a list, or
    /// nothing.
    pub lead_in: String,
    pub layout: StatementLayout,
    /// The evidence that the sentence cites.
    pub cited_sources: Vec<CitedSource>,
}

impl CitingSentence {
    /// The text that is checked. An item of a list says something only with its introduction.
    pub fn checked_text(&self) -> String {
        match self.lead_in.is_empty() {
            true => self.text.clone(),
            false => format!("{} {}", self.lead_in, self.text),
        }
    }
}

/// What a sentence cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CitedSource {
    /// A piece of evidence that exists.
    Evidence(EvidenceId),
    /// The note that the report is about; it gets no link.
    Note,
    /// An evidence id that doesn't exist.
    Unknown,
}

impl TopicDraft {
    /// Leaves only as many sentences as a report shows.
    pub fn truncated(mut self) -> Self {
        self.sentences.truncate(MAX_DRAFT_SENTENCES);
        self.contradictions.truncate(MAX_CONTRADICTIONS);
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
    let (text, ids_in_text) = take_evidence_ids(text, pieces.len());
    let ids = cited_ids.iter().chain(&ids_in_text);
    let cited_sources: Vec<CitedSource> =
        ids.flat_map(|ids| parse_cited_ids(ids, pieces)).collect();
    let cite = |it: CitingSentence| CitingSentence { cited_sources: cited_sources.clone(), ..it };
    split_statements(&text).into_iter().map(cite).collect()
}

/// Splits an answer of a model into sentences, list items and table rows, as `parse_cited_text` does.
/// What cites nothing shares the ids of what follows it.
pub fn parse_answer(text: &str, pieces: &[&Evidence]) -> Vec<CitingSentence> {
    let mut sentences = parse_cited_text(text, pieces);
    let mut next_sources: Vec<CitedSource> = Vec::new();
    for sentence in sentences.iter_mut().rev() {
        match sentence.cited_sources.is_empty() {
            true => sentence.cited_sources.clone_from(&next_sources),
            false => next_sources.clone_from(&sentence.cited_sources),
        }
    }
    sentences
}

/// Splits a text of a model into sentences, list items and table rows. The model cites evidence in the
/// text, by the ids of the pieces.
pub fn parse_cited_text(text: &str, pieces: &[&Evidence]) -> Vec<CitingSentence> {
    let text = with_ids_before_full_stops(&with_short_ids(text, pieces), pieces.len());
    let mut sentences = split_statements(&text);
    for sentence in &mut sentences {
        take_own_ids(sentence, pieces);
    }
    sentences.retain(|sentence| !sentence.text.trim().is_empty());
    sentences
}

/// Moves the ids in a sentence, an item or a row to its cited sources.
fn take_own_ids(sentence: &mut CitingSentence, pieces: &[&Evidence]) {
    let mut take = |text: &mut String| {
        let (kept, ids) = take_evidence_ids(text, pieces.len());
        *text = kept.trim().to_owned();
        ids
    };
    let mut ids = take(&mut sentence.text);
    take(&mut sentence.lead_in);
    if let StatementLayout::TableRow(row) = &mut sentence.layout {
        ids.extend(row.cells.iter_mut().flat_map(&mut take));
    }
    for source in ids.iter().flat_map(|ids| parse_cited_ids(ids, pieces)) {
        if !sentence.cited_sources.contains(&source) {
            sentence.cited_sources.push(source);
        }
    }
}

/// Replaces the ids of evidence in a text by short ones between brackets: `[e1]` for the first piece.
/// An id that doesn't exist is removed.
fn with_short_ids(text: &str, pieces: &[&Evidence]) -> String {
    let mut short = String::new();
    let mut is_in_brackets = false;
    let mut rest = text;
    while let Some(start) = rest.find("ev-") {
        let (before, from_id) = rest.split_at(start);
        let is_id_char = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let end = from_id.find(|c: char| !is_id_char(c)).unwrap_or(from_id.len());
        let (id, after) = from_id.split_at(end);
        if let Some(bracket) = before.rfind(['[', ']', '(', ')', '【', '】']) {
            is_in_brackets =
                before.get(bracket..).is_some_and(|it| it.starts_with(['[', '(', '【']));
        }
        short.push_str(before);
        // Words such as `ev-charger` are no ids.
        let is_word =
            before.ends_with(char::is_alphanumeric) || !id.ends_with(|c: char| c.is_ascii_digit());
        let number =
            pieces.iter().position(|piece| piece.id.to_string() == id.trim_end_matches('-'));
        match number {
            _ if is_word => short.push_str(id),
            Some(index) if is_in_brackets => short.push_str(&format!("e{}", index + 1)),
            Some(index) => short.push_str(&format!("[e{}]", index + 1)),
            None => {}
        }
        rest = after;
    }
    (short + rest).replace(" []", "").replace(" ()", "").replace("[]", "")
}

/// Moves ids that follow the end of a sentence into it: `Tea is hot. [e1]` becomes `Tea is hot [e1].`
fn with_ids_before_full_stops(text: &str, piece_count: usize) -> String {
    let mut moved = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let (before, bracket) = rest.split_at(start);
        moved.push_str(before);
        let end = bracket.find(']').map_or(bracket.len(), |end| end + 1);
        let (group, after) = bracket.split_at(end);
        let is_id_group = !take_evidence_ids(group, piece_count).1.is_empty();
        let line = moved.trim_end_matches(' ');
        let full_stop =
            line.chars().next_back().filter(|c| matches!(c, '.' | '!' | '?' | '。' | '！' | '？'));
        match full_stop.filter(|_| is_id_group) {
            Some(full_stop) => {
                moved.truncate(line.len() - full_stop.len_utf8());
                moved.push_str(&format!(" {group}{full_stop}"));
            }
            None => moved.push_str(group),
        }
        rest = after;
    }
    moved + rest
}

/// Splits a text into sentences, list items and table rows.
fn split_statements(text: &str) -> Vec<CitingSentence> {
    let mut parser = DraftParser::default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for (index, line) in lines.iter().enumerate() {
        let neighbours = [index.checked_sub(1), Some(index + 1)];
        let mut neighbours = neighbours.iter().flatten().filter_map(|at| lines.get(*at));
        let is_numbered_list = neighbours.any(|line| numbered_item(line).is_some());
        // A single line that begins with a number may begin with an ordinal: `1. FC Köln`.
        let numbered = numbered_item(line).filter(|_| is_numbered_list);
        match (bulleted_item(line).or(numbered), table_cells(line)) {
            (Some(item), _) => parser.add_item(item),
            (None, Some(cells)) => parser.add_row(cells),
            (None, None) if line.is_empty() => {}
            (None, None) => parser.add_prose(line),
        }
    }
    parser.finish()
}

/// Collects the sentences, list items and table rows of a text.
#[derive(Default)]
struct DraftParser {
    sentences: Vec<CitingSentence>,
    /// Lines of prose that are not split into sentences yet.
    paragraph: String,
    /// The sentence before a list that introduces it.
    lead_in: String,
    table_header: Option<Vec<String>>,
    has_rows: bool,
}

impl DraftParser {
    fn add(&mut self, text: String, layout: StatementLayout) {
        let lead_in = match layout {
            StatementLayout::ListItem => self.lead_in.clone(),
            StatementLayout::Sentence | StatementLayout::TableRow(_) => String::new(),
        };
        self.sentences.push(CitingSentence { text, lead_in, layout, cited_sources: Vec::new() });
    }

    fn add_prose(&mut self, line: &str) {
        self.end_table();
        self.paragraph.push(' ');
        self.paragraph.push_str(line);
    }

    fn add_item(&mut self, item: &str) {
        self.end_table();
        self.end_paragraph();
        self.add(item.to_owned(), StatementLayout::ListItem);
    }

    fn add_row(&mut self, cells: Vec<String>) {
        self.end_paragraph();
        match &self.table_header {
            None => self.table_header = Some(cells),
            Some(_) if is_table_rule(&cells) => {}
            Some(header) if header.len() == cells.len() => {
                let row = TableRow { header: header.clone(), cells };
                self.has_rows = true;
                self.add(row.named_cells().join("; "), StatementLayout::TableRow(row));
            }
            // A row that doesn't fit its header can't be shown in the table.
            Some(_) => self.add(cells.join(", "), StatementLayout::ListItem),
        }
    }

    /// Ends a table. A header without rows is a row that stands alone.
    fn end_table(&mut self) {
        let header = self.table_header.take().filter(|_| !self.has_rows);
        self.has_rows = false;
        if let Some(cells) = header {
            self.add(cells.join(", "), StatementLayout::ListItem);
        }
    }

    /// Splits the collected prose into sentences. The last one introduces a list if it ends with a
    /// colon.
    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if paragraph.is_empty() {
            return;
        }
        let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentences: Vec<String> =
            sentence_split::whole_sentences(&text).into_iter().map(str::to_owned).collect();
        let last = sentences.last().filter(|last| last.ends_with([':', '：']));
        self.lead_in = last.cloned().unwrap_or_default();
        sentences.into_iter().for_each(|it| self.add(it, StatementLayout::Sentence));
    }

    fn finish(mut self) -> Vec<CitingSentence> {
        self.end_table();
        self.end_paragraph();
        self.sentences
    }
}

/// Returns the text of a list item; `None` if the line is no list item.
fn bulleted_item(line: &str) -> Option<&str> {
    ["- ", "* ", "• "].iter().find_map(|bullet| line.strip_prefix(bullet)).map(str::trim)
}

/// Returns the text of a line that begins with a number and a full stop or a bracket.
fn numbered_item(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = digits.strip_prefix(". ").or_else(|| digits.strip_prefix(") "))?;
    (digits.len() < line.len()).then(|| text.trim())
}

/// Returns the cells of a table row; `None` if the line is no table row. A bar after a backslash or
/// inside `[[…]]` belongs to its cell.
fn table_cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = vec![String::new()];
    let (mut before, mut link_depth) = (' ', 0_usize);
    for c in inner.chars() {
        match (before, c) {
            ('[', '[') => link_depth += 1,
            (']', ']') => link_depth = link_depth.saturating_sub(1),
            _ => {}
        }
        let divides = c == '|' && before != '\\' && link_depth == 0;
        match cells.last_mut() {
            Some(cell) if !divides => cell.push(c),
            _ => cells.push(String::new()),
        }
        before = c;
    }
    Some(cells.iter().map(|cell| cell.trim().replace("\\|", "|")).collect())
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

/// Maximum number of characters between brackets that are read as evidence ids.
const MAX_ID_LIST_CHARACTERS: usize = 60;

/// Takes evidence ids between brackets out of a text, because some models write them into their
/// sentences: `[e1, e2]`. Returns the text without them, and the ids. Only ids that exist are taken:
/// `(E102)` may be a dye.
fn take_evidence_ids(text: &str, piece_count: usize) -> (String, Vec<String>) {
    let is_id = |word: &str| {
        let number = word.strip_prefix(['e', 'E']).and_then(|it| it.parse::<usize>().ok());
        number.is_some_and(|it| (1..=piece_count).contains(&it))
            || word.eq_ignore_ascii_case("note")
    };
    let mut kept = String::new();
    let mut ids = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '(', '【']) {
        let (before, bracket) = rest.split_at(start);
        let mut end = bracket.char_indices().take(MAX_ID_LIST_CHARACTERS);
        let end = end.find(|(_, c)| matches!(c, ']' | ')' | '】')).map(|(at, c)| at + c.len_utf8());
        let inside = end.and_then(|end| bracket.get(..end)).unwrap_or_default();
        let mut words =
            inside.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
        if words.peek().is_some() && words.all(is_id) {
            kept.push_str(before.trim_end());
            ids.push(inside.to_owned());
            rest = bracket.get(inside.len()..).unwrap_or_default();
        } else {
            let sign_length = bracket.chars().next().map_or(0, char::len_utf8);
            let (sign, behind) = bracket.split_at(sign_length);
            kept.push_str(before);
            kept.push_str(sign);
            rest = behind;
        }
    }
    (kept + rest, ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_ids_are_no_part_of_a_sentence() {
        let check = |text: &str, expected: &str, ids: &[&str]| {
            let (kept, found) = take_evidence_ids(text, 12);
            assert_eq!(
                (kept.as_str(), found),
                (expected, ids.iter().map(|id| (*id).into()).collect())
            );
        };
        check("It opened in 1932 [e8].", "It opened in 1932.", &["[e8]"]);
        let ids = ["(e1, e12)", "[E2]", "【e3, note】"];
        check("It opened (e1, e12) and closed [E2]【e3, note】.", "It opened and closed.", &ids);
        check(
            "Tartrazine (E102) and [the note] stay [e].",
            "Tartrazine (E102) and [the note] stay [e].",
            &[],
        );
        check("An open [e1 stays", "An open [e1 stays", &[]);
        check("(Nothing to remove) here [1].", "(Nothing to remove) here [1].", &[]);
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
        check("1. FC Köln wurde 1948 gegründet.", &["1. FC Köln wurde 1948 gegründet."]);
        check(
            "St. Petersburg is old. Tea, z. B. Oolong, is hot.",
            &["St. Petersburg is old.", "Tea, z. B. Oolong, is hot."],
        );
        check(
            "| Tea | Caffeine |\n|---|---:|\n| green | 30 mg |\n| black | 47 mg |\nMore [e1].",
            &["| Tea: green; Caffeine: 30 mg", "| Tea: black; Caffeine: 47 mg", "More [e1]."],
        );
        check("1990 was a year. A | B", &["1990 was a year.", "A | B"]);
        check(
            "| Tea | Use |\n\n|---|---|\n\n| green \\| white | [[Cup|cups]] |\n| a | b | c |",
            &["| Tea: green | white; Use: [[Cup|cups]]", "- a, b, c"],
        );
        check("| alone | here |", &["- alone, here"]);
    }

    fn piece(number: usize) -> Evidence {
        Evidence {
            id: EvidenceId::new("r", number),
            origin: crate::evidence::Origin::Note(crate::evidence::NoteLocation {
                path: crate::notes::note::NotePath::parse("a.md").unwrap(),
                heading: String::new(),
                first_line: 1,
                last_line: 1,
            }),
            text: String::new(),
            score: 1.0,
            marked_lines: Vec::new(),
        }
    }

    fn check_answer(text: &str, expected: &[(&str, &[usize])]) {
        let pieces = [piece(1), piece(2)];
        let parsed = parse_answer(text, &pieces.iter().collect::<Vec<_>>());
        let number = |source: &CitedSource| match source {
            CitedSource::Evidence(id) => 1 + pieces.iter().position(|it| it.id == *id).unwrap(),
            CitedSource::Note | CitedSource::Unknown => 0,
        };
        let shown: Vec<(&str, Vec<usize>)> = parsed
            .iter()
            .map(|it| (it.text.as_str(), it.cited_sources.iter().map(number).collect()))
            .collect();
        let expected: Vec<(&str, Vec<usize>)> =
            expected.iter().map(|(text, ids)| (*text, ids.to_vec())).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn each_sentence_of_an_answer_has_its_own_ids() {
        check_answer(
            "Tea is hot [ev-r-001]. Ice is cold. [ev-r-002] [ev-r-001]",
            &[("Tea is hot.", &[1]), ("Ice is cold.", &[2, 1])],
        );
        check_answer(
            "Tea is hot. It is wet [ev-r-001, ev-r-002]! Cups (ev-r-002) break.",
            &[("Tea is hot.", &[1, 2]), ("It is wet!", &[1, 2]), ("Cups break.", &[2])],
        );
        check_answer(
            "Kinds:\n- green tea [ev-r-001]\n- black tea. [ev-r-002]\n\nMore ev-r-001.",
            &[("Kinds:", &[1]), ("green tea", &[1]), ("black tea.", &[2]), ("More.", &[1])],
        );
        check_answer("Invented [ev-r-009].", &[("Invented.", &[])]);
        check_answer(
            "An ev-charger costs money [ev-r-001].",
            &[("An ev-charger costs money.", &[1])],
        );
        check_answer(
            "| Tea | Heat |\n|---|---|\n| green | 80 [ev-r-002] |",
            &[("Tea: green; Heat: 80", &[2])],
        );
        check_answer("", &[]);
    }

    #[test]
    fn an_item_is_checked_with_its_introduction() {
        let parsed = parse_citing_sentences("Safe foods:\n- grapes", &[], &[]);
        let checked: Vec<String> = parsed.iter().map(CitingSentence::checked_text).collect();
        assert_eq!(checked, ["Safe foods:", "Safe foods: grapes"]);
    }
}
