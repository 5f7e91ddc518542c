//! Renders the statements on one topic: sentences as a paragraph, list items as a list, table rows as
//! a table.

use std::collections::BTreeSet;

use crate::answers::run::{ReportAuthor, Statement, StatementLayout, SupportStatus};
use crate::answers::writing::citation::CitationWriter;
use crate::evidence::{Evidence, EvidenceId};
use crate::notes::note::TableRow;

/// Renders statements with their citations.
pub struct StatementRenderer<'a> {
    pub citations: &'a CitationWriter<'a>,
    pub author: ReportAuthor,
    /// What is added to a statement that its evidence doesn't support.
    pub unverified_label: &'a str,
    /// What is added to a statement that the user only believes.
    pub belief_label: &'a str,
    /// The evidence that statements cite.
    pub evidence: &'a [&'a Evidence],
}

impl StatementRenderer<'_> {
    /// Renders statements as paragraphs, lists and tables.
    pub fn blocks(&self, statements: &[Statement]) -> Vec<String> {
        let is_same_block =
            |a: &Statement, b: &Statement| layout_kind(&a.layout) == layout_kind(&b.layout);
        statements.chunk_by(is_same_block).map(|block| self.block(block)).collect()
    }

    fn block(&self, statements: &[Statement]) -> String {
        match statements.first().map(|first| &first.layout) {
            Some(StatementLayout::ListItem) => {
                let items = statements.iter().map(|it| format!("- {}", self.statement(it)));
                items.collect::<Vec<_>>().join("\n")
            }
            Some(StatementLayout::TableRow(row)) => self.table(row, statements),
            _ => self.paragraph(statements),
        }
    }

    /// Renders sentences one after the other. If several in a row have the same sources, only the
    /// last one cites them.
    fn paragraph(&self, statements: &[Statement]) -> String {
        let mut sentences = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            let is_cited_next = statements.get(index + 1).is_some_and(|next| {
                !statement.cited_evidence.is_empty()
                    && self.source_names(next) == self.source_names(statement)
            });
            // The items of a list cite their sources themselves.
            let introduces_list = statement.text.ends_with([':', '：']);
            sentences.push(match is_cited_next || introduces_list {
                true => self.text(&statement.text),
                false => self.statement(statement),
            });
        }
        sentences.join(" ")
    }

    /// The different notes and pages that a statement cites.
    fn source_names(&self, statement: &Statement) -> BTreeSet<&str> {
        self.cited_pieces(statement).into_iter().map(Evidence::path_or_url).collect()
    }

    fn table(&self, first: &TableRow, statements: &[Statement]) -> String {
        let line = |cells: Vec<String>| {
            let cells = cells.iter().map(|cell| cell.replace("\\|", "|").replace('|', "\\|"));
            format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
        };
        let columns = first.header.len();
        let header = line(first.header.iter().map(|cell| self.text(cell)).collect());
        let mut lines = vec![header, format!("|{}", " --- |".repeat(columns))];
        for statement in statements {
            let StatementLayout::TableRow(row) = &statement.layout else { continue };
            let mut cells: Vec<String> = row.cells.iter().map(|cell| self.text(cell)).collect();
            cells.resize(columns, String::new());
            if let Some(last) = cells.last_mut() {
                let cited = self.citations.cite(last, &self.cited_pieces(statement));
                *last = self.with_status(cited, statement.support_status).trim().to_owned();
            }
            lines.push(line(cells));
        }
        lines.join("\n")
    }

    /// Renders one statement.
    pub fn statement(&self, statement: &Statement) -> String {
        let text = self.text(&statement.text);
        let cited = self.citations.cite(&text, &self.cited_pieces(statement));
        self.with_status(cited, statement.support_status)
    }

    /// Adds the label of statements that are not verified.
    fn with_status(&self, text: String, status: SupportStatus) -> String {
        match status {
            SupportStatus::Verified => text,
            SupportStatus::Unverified => format!("{text} {}", self.unverified_label),
            SupportStatus::Belief => format!("{text} {}", self.belief_label),
        }
    }

    fn text(&self, text: &str) -> String {
        self.author.sentence_markdown(text)
    }

    fn cited_pieces(&self, statement: &Statement) -> Vec<&Evidence> {
        let find = |id: &EvidenceId| self.evidence.iter().find(|piece| piece.id == *id).copied();
        statement.cited_evidence.iter().filter_map(find).collect()
    }
}

/// Statements of the same kind are in one block; rows of different tables are not.
fn layout_kind(layout: &StatementLayout) -> (u8, &[String]) {
    match layout {
        StatementLayout::Sentence => (0, &[]),
        StatementLayout::ListItem => (1, &[]),
        StatementLayout::TableRow(row) => (2, &row.header),
    }
}
