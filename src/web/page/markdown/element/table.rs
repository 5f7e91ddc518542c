//! Writes tables. Tables with data become Markdown tables. If a table only lays out a page, its
//! cells are written below each other.

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::code_text;
use crate::web::page::markdown::conversion_context::ConversionContext;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;

/// Maximum number of columns of a table; further cells of a row are dropped. Wider tables are
/// unreadable, and a hostile page could declare millions of columns.
const MAX_COLUMNS: usize = 100;

/// Maximum length in bytes of a cell text that is repeated in each row that the cell spans. A
/// longer text is written only in the first of these rows.
const MAX_REPEATED_CELL_BYTES: usize = 80;

/// Maximum total length in bytes of the cell texts that are repeated in a table. After that, the
/// repeated cells are empty.
const MAX_REPEATED_TOTAL_BYTES: usize = 50_000;

/// Maximum number of cells of a table in which empty cells are added until all rows have the same
/// length. In larger tables the rows stay as they are.
const MAX_PADDED_TABLE_CELLS: usize = 50_000;

/// If a table has only one row and a cell with more bytes than this, it contains no data but lays
/// out text in columns.
const MAX_SINGLE_ROW_CELL_BYTES: usize = 500;

impl MarkdownBuilder<'_, '_> {
    pub fn add_table(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        if self.is_single_line() {
            return self.add_as_paragraphs(id, style);
        }
        let table = HtmlTable::read(self.context, id);
        if let Some(code) = table.numbered_code_element(dom, id) {
            return self.add_code_block(code, style);
        }
        for caption in dom.child_elements(id).filter(|child| dom.tag(*child) == Tag::Caption) {
            if !self.context.is_excluded_from_body_text(caption) {
                self.add_as_paragraphs(caption, style);
            }
        }
        if table.is_layout_table(dom, id) {
            for cell in table.rows.iter().flatten() {
                self.add_as_paragraphs(*cell, style);
            }
            return;
        }
        self.end_paragraph();
        let cell_text = |cell: NodeId| self.convert_to_single_line(dom.children(cell), style);
        let rows = table.cell_texts(dom, |cell| cell_text(cell).replace('|', "\\|"));
        if !rows.is_empty() {
            self.add_block(MarkdownBlock::Table(rows));
        }
    }
}

/// The cells of an HTML table, row by row, without rows and cells that were removed.
struct HtmlTable {
    rows: Vec<Vec<NodeId>>,
}

impl HtmlTable {
    fn read(context: &ConversionContext<'_>, id: NodeId) -> Self {
        let dom = context.dom;
        let mut rows = Vec::new();
        for child in
            dom.child_elements(id).filter(|child| !context.is_excluded_from_body_text(*child))
        {
            match dom.tag(child) {
                Tag::Tr => rows.push(child),
                Tag::Thead | Tag::Tbody | Tag::Tfoot => {
                    let inside = dom.child_elements(child).filter(|row| dom.tag(*row) == Tag::Tr);
                    rows.extend(inside.filter(|row| !context.is_excluded_from_body_text(*row)));
                }
                _ => {}
            }
        }
        let is_cell = |cell: &NodeId| {
            matches!(dom.tag(*cell), Tag::Td | Tag::Th)
                && !context.is_excluded_from_body_text(*cell)
        };
        let cells = |row: NodeId| dom.child_elements(row).filter(is_cell).collect::<Vec<_>>();
        Self { rows: rows.into_iter().map(cells).filter(|row| !row.is_empty()).collect() }
    }

    /// If the table shows code with line numbers in its first column, returns the node that
    /// contains the code.
    fn numbered_code_element(&self, dom: &Dom, id: NodeId) -> Option<NodeId> {
        let is_numbered = |row: &Vec<NodeId>| match row.as_slice() {
            [number, _] => code_text::is_line_number(dom, *number),
            _ => false,
        };
        if !self.rows.is_empty() && self.rows.iter().all(is_numbered) {
            return Some(id);
        }
        let [row] = self.rows.as_slice() else { return None };
        let [numbers, code] = row.as_slice() else { return None };
        let is_code =
            dom.find_tag(*code, Tag::Pre).or_else(|| dom.find_tag(*code, Tag::Code)).is_some();
        (is_code
            && dom.find_tag(*numbers, Tag::Pre).is_some()
            && code_text::has_only_numbers(dom, *numbers))
        .then(|| dom.find_tag(*code, Tag::Pre).unwrap_or(*code))
    }

    /// Whether the table only arranges content on the page, so that it should not become a Markdown
    /// table.
    fn is_layout_table(&self, dom: &Dom, id: NodeId) -> bool {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let is_presentation = matches!(dom.attribute(id, "role"), Some("presentation" | "none"));
        let mut cells = self.rows.iter().flatten();
        let class = dom.attribute(id, "class").unwrap_or_default();
        let is_equation = ["eqn", "equation", "formula"].iter().any(|name| class.contains(name));
        if columns < 2
            || is_presentation
            || is_equation
            || cells.clone().any(|cell| contains_table(dom, *cell))
        {
            return true;
        }
        if cells.clone().any(|cell| dom.tag(*cell) == Tag::Th) {
            return false;
        }
        let is_long = |cell: &NodeId| {
            let lengths = dom.walk(*cell).filter_map(|node| dom.text(node)).map(str::len);
            lengths.sum::<usize>() > MAX_SINGLE_ROW_CELL_BYTES
        };
        let has_text = |cell: &&NodeId| {
            let mut texts = dom.walk(**cell).filter_map(|node| dom.text(node));
            texts.any(|text| !text.trim().is_empty())
        };
        let filled_cells = |row: &Vec<NodeId>| row.iter().filter(has_text).count();
        self.rows.iter().all(|row| filled_cells(row) < 2)
            || (self.rows.len() == 1 && cells.clone().any(is_long))
            || cells.any(|cell| contains_block_elements(dom, *cell))
    }

    /// Returns the texts of all cells, row by row. A cell that spans several columns is followed by
    /// empty cells; a cell that spans several rows is repeated in each of them.
    fn cell_texts(&self, dom: &Dom, cell_text: impl Fn(NodeId) -> String) -> Vec<Vec<String>> {
        let mut grid: Vec<Vec<String>> = Vec::new();
        // For each column: how many further rows its last cell spans, and the text of that cell.
        let mut spans: Vec<(usize, String)> = Vec::new();
        let mut budget = MAX_REPEATED_TOTAL_BYTES;
        for cells in &self.rows {
            let mut row = Vec::new();
            let mut cells = cells.iter();
            loop {
                push_spanned_cells(&mut spans, &mut budget, &mut row);
                let Some(cell) = cells.next().filter(|_| row.len() < MAX_COLUMNS) else { break };
                let text = cell_text(*cell);
                let down = cell_span(dom, *cell, "rowspan");
                for at in 0..cell_span(dom, *cell, "colspan").min(MAX_COLUMNS - row.len()) {
                    let text = if at == 0 { text.clone() } else { String::new() };
                    if down > 1 {
                        let below = if text.len() <= MAX_REPEATED_CELL_BYTES {
                            text.clone()
                        } else {
                            String::new()
                        };
                        spans.resize(spans.len().max(row.len() + 1), (0, String::new()));
                        if let Some(slot) = spans.get_mut(row.len()) {
                            *slot = (down - 1, below);
                        }
                    }
                    row.push(text);
                }
            }
            grid.push(row);
        }
        equalize_row_lengths(grid)
    }
}

/// Appends to `row` the texts of cells from earlier rows that extend into the next columns of this
/// row.
fn push_spanned_cells(
    remaining_row_spans: &mut [(usize, String)],
    remaining_bytes: &mut usize,
    row: &mut Vec<String>,
) {
    while let Some((left @ 1.., text)) = remaining_row_spans.get_mut(row.len()) {
        *left -= 1;
        // Limits the total length of the repeated texts: a hostile table could repeat a text
        // millions of times.
        *remaining_bytes = remaining_bytes.saturating_sub(text.len());
        row.push(if *remaining_bytes > 0 { text.clone() } else { String::new() });
    }
}

/// Removes empty rows, and adds empty cells until all rows are equally long.
fn equalize_row_lengths(mut grid: Vec<Vec<String>>) -> Vec<Vec<String>> {
    grid.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
    // The rows of larger tables keep different lengths, which Markdown allows.
    if columns * grid.len() <= MAX_PADDED_TABLE_CELLS {
        for row in &mut grid {
            row.resize(columns, String::new());
        }
    }
    grid
}

/// Returns how many rows or columns a cell spans; `span_attribute` is `rowspan` or `colspan`.
fn cell_span(dom: &Dom, cell: NodeId, span_attribute: &str) -> usize {
    let declared = dom.attribute(cell, span_attribute).and_then(|text| text.trim().parse().ok());
    declared.unwrap_or(1).clamp(1, 1000)
}

fn contains_table(dom: &Dom, cell: NodeId) -> bool {
    dom.walk(cell).skip(1).any(|node| dom.tag(node) == Tag::Table)
}

/// Whether a cell contains a list, a heading or another block, which a Markdown cell cannot
/// contain.
fn contains_block_elements(dom: &Dom, cell: NodeId) -> bool {
    let mut paragraphs = 0;
    for node in dom.walk(cell) {
        match dom.tag(node) {
            Tag::Ul
            | Tag::Ol
            | Tag::Dl
            | Tag::Blockquote
            | Tag::Hr
            | Tag::H1
            | Tag::H2
            | Tag::H3 => return true,
            Tag::Pre if dom.text_content(node).trim().contains('\n') => return true,
            Tag::Math if dom.attribute(node, "display") == Some("block") => return true,
            Tag::P => paragraphs += 1,
            _ => {}
        }
    }
    paragraphs > 1
}
