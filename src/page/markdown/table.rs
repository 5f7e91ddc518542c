//! Tables: those that hold data are written as tables, those that only lay out a page as what
//! stands in them.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::block::Block;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::pre;
use crate::page::markdown::source::Source;
use crate::page::markdown::style::Style;
use crate::page::tag::Tag;

/// Columns of a table. A wider one cannot be read, and a hostile one could be endless.
const MOST_COLUMNS: usize = 100;

/// A text that spans several rows is repeated in each if it is not longer than this.
const MOST_REPEATED: usize = 80;

/// Letters that all such texts of a table may take.
const MOST_REPEATS: usize = 50_000;

/// Cells up to which rows are filled up to the same length.
const MOST_CELLS: usize = 50_000;

/// The only row of a table with a text longer than this is a page, not data.
const MOST_CELL: usize = 500;

pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    let dom = composer.source.dom;
    if composer.is_line() {
        return composer.section(id, style);
    }
    let table = Table::read(composer.source, id);
    if let Some(code) = table.code(dom, id) {
        return pre::write(composer, code, style);
    }
    if table.is_layout(dom, id) {
        return unwrap(composer, &table, style);
    }
    for caption in dom.elements(id).filter(|child| dom.tag(*child) == Tag::Caption) {
        if !composer.source.is_left_out(caption) {
            composer.section(caption, style);
        }
    }
    composer.flush();
    let rows = table.grid(composer, style);
    if !rows.is_empty() {
        composer.block(Block::Table(rows));
    }
}

fn unwrap(composer: &mut Composer<'_, '_>, table: &Table, style: &Style) {
    for cell in table.rows.iter().flatten() {
        composer.section(*cell, style);
    }
}

/// The cells of a table, row by row.
struct Table {
    rows: Vec<Vec<NodeId>>,
}

impl Table {
    fn read(source: &Source<'_>, id: NodeId) -> Self {
        let dom = source.dom;
        let mut rows = Vec::new();
        for child in dom.elements(id).filter(|child| !source.is_left_out(*child)) {
            match dom.tag(child) {
                Tag::Tr => rows.push(child),
                Tag::Thead | Tag::Tbody | Tag::Tfoot => {
                    let inside = dom.elements(child).filter(|row| dom.tag(*row) == Tag::Tr);
                    rows.extend(inside.filter(|row| !source.is_left_out(*row)));
                }
                _ => {}
            }
        }
        let is_cell = |cell: &NodeId| {
            matches!(dom.tag(*cell), Tag::Td | Tag::Th) && !source.is_left_out(*cell)
        };
        let cells = |row: NodeId| dom.elements(row).filter(is_cell).collect::<Vec<_>>();
        Self { rows: rows.into_iter().map(cells).filter(|row| !row.is_empty()).collect() }
    }

    /// The code in a table whose other column has the numbers of its lines.
    fn code(&self, dom: &Dom, id: NodeId) -> Option<NodeId> {
        let is_numbered = |row: &Vec<NodeId>| match row.as_slice() {
            [number, _] => pre::is_gutter(dom, *number),
            _ => false,
        };
        if !self.rows.is_empty() && self.rows.iter().all(is_numbered) {
            return Some(id);
        }
        let [row] = self.rows.as_slice() else { return None };
        let [numbers, code] = row.as_slice() else { return None };
        let is_code = dom.find(*code, Tag::Pre).or_else(|| dom.find(*code, Tag::Code)).is_some();
        (is_code && dom.find(*numbers, Tag::Pre).is_some() && pre::holds_numbers(dom, *numbers))
            .then(|| dom.find(*code, Tag::Pre).unwrap_or(*code))
    }

    fn is_layout(&self, dom: &Dom, id: NodeId) -> bool {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let is_presented = matches!(dom.attribute(id, "role"), Some("presentation" | "none"));
        let mut cells = self.rows.iter().flatten();
        let class = dom.attribute(id, "class").unwrap_or_default();
        let is_equation = ["eqn", "equation", "formula"].iter().any(|name| class.contains(name));
        if columns < 2
            || is_presented
            || is_equation
            || cells.clone().any(|cell| holds_table(dom, *cell))
        {
            return true;
        }
        if cells.clone().any(|cell| dom.tag(*cell) == Tag::Th) {
            return false;
        }
        let is_long = |cell: &NodeId| {
            let lengths = dom.walk(*cell).filter_map(|node| dom.text(node)).map(str::len);
            lengths.sum::<usize>() > MOST_CELL
        };
        (self.rows.len() == 1 && cells.clone().any(is_long))
            || cells.any(|cell| holds_blocks(dom, *cell))
    }

    fn grid(&self, composer: &Composer<'_, '_>, style: &Style) -> Vec<Vec<String>> {
        let dom = composer.source.dom;
        let mut grid: Vec<Vec<String>> = Vec::new();
        // For each column: how many more rows its last cell spans, and its text.
        let mut spans: Vec<(usize, String)> = Vec::new();
        let mut budget = MOST_REPEATS;
        for cells in &self.rows {
            let mut row = Vec::new();
            let mut cells = cells.iter();
            loop {
                take_spanned(&mut spans, &mut budget, &mut row);
                let Some(cell) = cells.next().filter(|_| row.len() < MOST_COLUMNS) else { break };
                let text = cell_text(composer, *cell, style);
                let down = span(dom, *cell, "rowspan");
                for at in 0..span(dom, *cell, "colspan").min(MOST_COLUMNS - row.len()) {
                    let text = if at == 0 { text.clone() } else { String::new() };
                    if down > 1 {
                        let below =
                            if text.len() <= MOST_REPEATED { text.clone() } else { String::new() };
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
        even(grid)
    }
}

/// Fills in what reaches down from the rows above.
fn take_spanned(spans: &mut [(usize, String)], budget: &mut usize, row: &mut Vec<String>) {
    while let Some((left @ 1.., text)) = spans.get_mut(row.len()) {
        *left -= 1;
        // A hostile table could repeat a text without end.
        *budget = budget.saturating_sub(text.len());
        row.push(if *budget > 0 { text.clone() } else { String::new() });
    }
}

/// All rows of the same length; those that are empty are left out.
fn even(mut grid: Vec<Vec<String>>) -> Vec<Vec<String>> {
    grid.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
    // Beyond that the rows stay as long as they are, which Markdown allows.
    if columns * grid.len() <= MOST_CELLS {
        for row in &mut grid {
            row.resize(columns, String::new());
        }
    }
    grid
}

fn cell_text(composer: &Composer<'_, '_>, cell: NodeId, style: &Style) -> String {
    composer.one_line(composer.source.dom.children(cell), style).replace('|', "\\|")
}

fn span(dom: &Dom, cell: NodeId, name: &str) -> usize {
    let said = dom.attribute(cell, name).and_then(|text| text.trim().parse().ok());
    said.unwrap_or(1).clamp(1, 1000)
}

fn holds_table(dom: &Dom, cell: NodeId) -> bool {
    dom.walk(cell).skip(1).any(|node| dom.tag(node) == Tag::Table)
}

/// Whether a cell holds what does not fit into one.
fn holds_blocks(dom: &Dom, cell: NodeId) -> bool {
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
            Tag::Pre if dom.all_text(node).trim().contains('\n') => return true,
            Tag::Math if dom.attribute(node, "display") == Some("block") => return true,
            Tag::P => paragraphs += 1,
            _ => {}
        }
    }
    paragraphs > 1
}
