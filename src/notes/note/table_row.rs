//! A row of a table, and the sentence that says the same without the table.

use std::borrow::Cow;
use std::ops::Range;

use crate::language::sentence_split;

/// With what a cell may end as a sentence does.
const SENTENCE_ENDS: [char; 10] = ['.', '!', '?', '…', '。', '！', '？', '؟', '।', '۔'];

/// With longer column names a row is no sentence: repeating them in every row would multiply the text.
pub(crate) const MAX_COLUMN_NAME_BYTES: usize = 200;

/// A row of a table, with the header of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRow {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The text of the cells.
    pub cells: Vec<String>,
}

impl TableRow {
    /// The cells that are not empty, each behind the name of its column: `Caffeine: 63 mg`.
    pub fn named_cells(&self) -> Vec<String> {
        let cells = self.cells.iter().zip(&self.header).filter(|(cell, _)| !cell.is_empty());
        let named = cells.map(|(cell, name)| match name.is_empty() {
            true => cell.clone(),
            false => format!("{name}: {cell}"),
        });
        named.collect()
    }

    /// The row as a sentence that names the columns: `Drink: espresso; Caffeine: 63 mg.` `None` if the first cell
    /// is empty, as below a cell that stands for several rows, if nothing else has words, or if a cell has more
    /// than a part of a sentence.
    pub fn as_sentence(&self) -> Option<String> {
        let has_words = |cell: &str| cell.contains(char::is_alphanumeric);
        let name_bytes: usize = self.header.iter().map(String::len).sum();
        if !has_words(self.cells.first()?) || name_bytes > MAX_COLUMN_NAME_BYTES {
            return None;
        }
        let cells = self.cells.iter().map(|cell| match has_words(cell) {
            true => cell.trim_end_matches(['.', '。']).to_owned(),
            false => String::new(),
        });
        let parts = Self { header: self.header.clone(), cells: cells.collect() }.named_cells();
        let (first, others) = parts.split_first().filter(|(_, others)| !others.is_empty())?;
        // The first column often has no name, because its cells name the rows.
        let separator = if self.header.first()?.is_empty() { " – " } else { "; " };
        let row = format!("{first}{separator}{}", others.join("; "));
        let sentence = if row.ends_with(SENTENCE_ENDS) { row } else { format!("{row}.") };
        (sentence_split::whole_sentences(&sentence).len() == 1).then_some(sentence)
    }

    /// The row as a line of plain text: a sentence if it can be one, otherwise its cells.
    pub fn as_line(&self) -> String {
        let cells = self.cells.iter().map(String::as_str).filter(|cell| !cell.is_empty());
        self.as_sentence().unwrap_or_else(|| cells.collect::<Vec<_>>().join(" "))
    }
}

/// Returns some lines of a note, given by their byte range. If they begin within a table, its header is put before
/// them: a long table is cut into several passages.
pub(crate) fn lines_with_table_header(note: &str, lines: Range<usize>) -> Cow<'_, str> {
    let is_row = |line: &&str| line.trim_start().starts_with('|');
    let text = note.get(lines.clone()).unwrap_or_default();
    let before = note.get(..lines.start).unwrap_or_default();
    let rows_before: Vec<&str> = before.lines().rev().take_while(is_row).collect();
    match rows_before.as_slice() {
        [.., rule, header] if text.lines().next().is_some_and(|line| is_row(&line)) => {
            Cow::Owned(format!("{header}\n{rule}\n{text}"))
        }
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_table_gets_the_header() {
        let note = "a\n\n| Tea | Dose |\n|-|-|\n| green | 2 g |\n| black | 3 g |\n";
        let check = |line: &str, expected: &str| {
            let start = note.find(line).unwrap();
            assert_eq!(lines_with_table_header(note, start..note.len()), expected);
        };
        check("| black", "| Tea | Dose |\n|-|-|\n| black | 3 g |\n");
        check("| green", "| Tea | Dose |\n|-|-|\n| green | 2 g |\n| black | 3 g |\n");
        check("| Tea", note.trim_start_matches("a\n\n"));
        check("a", note);
    }

    #[test]
    fn a_row_becomes_a_sentence_that_names_its_columns() {
        let check = |header: &[&str], cells: &[&str], expected: Option<&str>| {
            let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            let row = TableRow { header: owned(header), cells: owned(cells) };
            assert_eq!(row.as_sentence().as_deref(), expected, "{cells:?}");
        };
        let drinks = ["", "Caffeine", "Volume"];
        check(
            &drinks,
            &["Espresso", "63 mg", "30 ml"],
            Some("Espresso – Caffeine: 63 mg; Volume: 30 ml."),
        );
        check(&drinks, &["Tea", "–", "200 ml"], Some("Tea – Volume: 200 ml."));
        check(&drinks, &["Water", "", ""], None);
        check(&drinks, &["", "3 mg", "30 ml"], None);
        check(&["Year", "Crop"], &["2024", "31 kg"], Some("Year: 2024; Crop: 31 kg."));
        check(
            &["Wrong", "Source"],
            &["Coffee stunts growth", "a book"],
            Some("Wrong: Coffee stunts growth; Source: a book."),
        );
        check(&["Part", "To do"], &["Cable", "Brittle. Replace it"], None);
        check(&["Part", "To do"], &["Cable.", "Oil it!"], Some("Part: Cable; To do: Oil it!"));
        check(&["茶", "味"], &["绿茶", "很浓。"], Some("茶: 绿茶; 味: 很浓."));
        check(&["茶", "?"], &["绿茶", "多少？"], Some("茶: 绿茶; ?: 多少？"));
        check(&["Only"], &["one column"], None);
        check(&["Tea", &"long ".repeat(50)], &["green", "28 mg"], None);
    }
}
