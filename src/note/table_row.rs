//! Rows of tables as sentences that can be understood without their table.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::note::sentence_split;

/// A row of a table, with the header of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRow {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The text of the cells.
    pub cells: Vec<String>,
}

impl TableRow {
    /// The cells with any words, each behind the name of its column: `Caffeine: 63 mg`.
    pub fn named_cells(&self) -> Vec<String> {
        let cells = self.cells.iter().zip(&self.header);
        let filled = cells.filter(|(cell, _)| cell.contains(char::is_alphanumeric));
        let named = filled.map(|(cell, name)| match name.is_empty() {
            true => cell.clone(),
            false => format!("{name}: {cell}"),
        });
        named.collect()
    }

    /// The row as a sentence that names the columns: `Espresso – Caffeine: 63 mg; Volume: 30 ml.` `None` if a
    /// cell has more than a part of a sentence, or if only one has any words.
    pub fn as_sentence(&self) -> Option<String> {
        let cells = self.named_cells();
        let (first, others) = cells.split_first().filter(|(_, others)| !others.is_empty())?;
        // The first cell mostly names the row, unless it is a number or a year.
        let row_name = self.cells.first().filter(|cell| cell.contains(char::is_alphabetic));
        let row = match row_name {
            Some(name) => format!("{name} – {}", others.join("; ")),
            None => format!("{first}; {}", others.join("; ")),
        };
        let sentence = if row.ends_with(['.', '!', '?']) { row } else { format!("{row}.") };
        (sentence_split::whole_sentences(&sentence).len() == 1).then_some(sentence)
    }
}

/// Collects the cells of a table from the events of a Markdown parser, and writes its rows as sentences.
#[derive(Default)]
pub struct TableRowWriter {
    row: TableRow,
    /// Where the current cell begins in the text.
    cell_start: usize,
}

impl TableRowWriter {
    /// Handles an event, before its text is written. The text of cells is removed from `text`, and written again
    /// at the end of their row.
    pub fn handle(&mut self, event: &Event<'_>, text: &mut String) {
        match event {
            Event::Start(Tag::TableCell) => self.cell_start = text.len(),
            Event::End(TagEnd::TableCell) => {
                let cell = text.split_off(self.cell_start.min(text.len()));
                self.row.cells.push(cell.trim().to_owned());
            }
            Event::End(TagEnd::TableHead) => {
                self.row.header = std::mem::take(&mut self.row.cells);
            }
            Event::End(TagEnd::TableRow) => {
                let sentence = self.row.as_sentence();
                text.push_str(&sentence.unwrap_or_else(|| self.row.cells.join(" ")));
                self.row.cells.clear();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        check(&["Year", "Crop"], &["2024", "31 kg"], Some("Year: 2024; Crop: 31 kg."));
        check(&["What", ""], &["Tea", "since 1610"], Some("Tea – since 1610."));
        check(&["Part", "To do"], &["Cable", "Brittle. Replace it"], None);
        check(&["Part", "To do"], &["Cable", "Oil it!"], Some("Cable – To do: Oil it!"));
        check(&["Only"], &["one column"], None);
    }
}
