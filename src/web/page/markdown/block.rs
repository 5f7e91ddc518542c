//! The blocks of a Markdown text, such as paragraphs and lists, and the writer that turns them into
//! lines of text.

/// A block of a Markdown text. Quotes, callouts, lists and footnotes contain other blocks.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MarkdownBlock {
    /// One or more lines of Markdown that need no further escaping.
    Paragraph(String),
    Heading {
        level: usize,
        text: String,
    },
    Code {
        language: String,
        text: String,
    },
    Math(String),
    Rule,
    Quote(Vec<MarkdownBlock>),
    /// An Obsidian callout: a box with a type and a title. `fold` is `-` (collapsed), `+`
    /// (expanded) or empty (cannot be collapsed).
    Callout {
        kind: String,
        fold: &'static str,
        title: String,
        blocks: Vec<MarkdownBlock>,
    },
    List(MarkdownList),
    Table(Vec<Vec<String>>),
    /// The text of a footnote, which is written as `[^1]: …`.
    Footnote {
        number: usize,
        blocks: Vec<MarkdownBlock>,
    },
}

/// A numbered list, which counts from `first_item_number`, or a bulleted list without that number.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct MarkdownList {
    pub first_item_number: Option<usize>,
    pub items: Vec<Vec<MarkdownBlock>>,
}

impl MarkdownList {
    /// Adds an item. If the item begins with a list, its items become items of the outer list, so
    /// that no line begins with two bullets.
    pub(super) fn push_item(&mut self, mut item: Vec<MarkdownBlock>) {
        if !matches!(item.first(), Some(MarkdownBlock::List(_))) {
            self.items.extend((!item.is_empty()).then_some(item));
            return;
        }
        let rest = item.split_off(1);
        if let Some(MarkdownBlock::List(inner)) = item.pop() {
            self.items.extend(inner.items);
        }
        if let Some(last) = self.items.last_mut() {
            last.extend(rest);
        }
    }
}

/// Returns the Markdown text of blocks, with blank lines between them.
pub(super) fn blocks_to_markdown(blocks: &[MarkdownBlock]) -> String {
    let mut writer = BlockWriter::default();
    writer.write_blocks(blocks, BlockGap::BlankLine);
    let text = writer.text.trim_matches(['\n', ' ', '\t']);
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// Whether the next block begins on the next line or after a blank line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockGap {
    LineBreak,
    BlankLine,
}

#[derive(Default)]
struct BlockWriter {
    text: String,
    /// The text that every line begins with: the markers of the quotes and the indentation of the
    /// lists around it.
    prefix: String,
    /// Whether the prefix of the current line was already written.
    has_prefix: bool,
}

impl BlockWriter {
    fn write_blocks(&mut self, blocks: &[MarkdownBlock], gap: BlockGap) {
        let mut before: Option<&MarkdownBlock> = None;
        for block in blocks {
            if let Some(before) = before {
                self.write_gap(if can_omit_blank_line(before, block) {
                    gap
                } else {
                    BlockGap::BlankLine
                });
            }
            self.write_block(block);
            before = Some(block);
        }
    }

    fn write_block(&mut self, block: &MarkdownBlock) {
        match block {
            MarkdownBlock::Paragraph(text) => self.write_lines(text),
            MarkdownBlock::Heading { level, text } => {
                self.write_lines(&format!("{} {text}", "#".repeat((*level).clamp(1, 6))));
            }
            MarkdownBlock::Code { language, text } => {
                let fence = "`".repeat(longest_run_length(text, '`').max(2) + 1);
                self.write_lines(&format!("{fence}{language}\n{text}\n{fence}"));
            }
            MarkdownBlock::Math(tex) => self.write_lines(&format!("$$\n{tex}\n$$")),
            MarkdownBlock::Rule => self.write_lines("---"),
            MarkdownBlock::Quote(blocks) => self
                .with_line_prefix("> ", |writer| writer.write_blocks(blocks, BlockGap::BlankLine)),
            MarkdownBlock::Callout { kind, fold, title, blocks } => {
                self.with_line_prefix("> ", |writer| {
                    let space = if title.is_empty() { "" } else { " " };
                    writer.write_lines(&format!("[!{kind}]{fold}{space}{title}"));
                    if !blocks.is_empty() {
                        writer.write_gap(BlockGap::LineBreak);
                    }
                    writer.write_blocks(blocks, BlockGap::BlankLine);
                })
            }
            MarkdownBlock::List(list) => self.write_list(list),
            MarkdownBlock::Table(rows) => self.write_lines(&table_to_markdown(rows)),
            MarkdownBlock::Footnote { number, blocks } => {
                self.begin_line();
                self.text.push_str(&format!("[^{number}]: "));
                self.with_line_prefix("    ", |writer| {
                    writer.write_blocks(blocks, BlockGap::BlankLine)
                });
            }
        }
    }

    fn write_list(&mut self, list: &MarkdownList) {
        let gap = if list.items.iter().all(|item| is_tight_item(item)) {
            BlockGap::LineBreak
        } else {
            BlockGap::BlankLine
        };
        for (index, item) in list.items.iter().enumerate() {
            if index > 0 {
                self.write_gap(gap);
            }
            let marker = match list.first_item_number {
                Some(start) => format!("{}. ", start.saturating_add(index)),
                None => "- ".to_owned(),
            };
            self.begin_line();
            self.text.push_str(&marker);
            let indent = item_indentation(&marker, item);
            self.with_line_prefix(&indent, |writer| writer.write_blocks(item, BlockGap::LineBreak));
        }
    }

    /// Runs `write` while `added_prefix` is added to the prefix of every line. If it is a quote
    /// marker, it is also written on the current line, which may already have a bullet.
    fn with_line_prefix(&mut self, added_prefix: &str, write: impl FnOnce(&mut Self)) {
        let before = self.prefix.len();
        if added_prefix.starts_with('>') {
            self.begin_line();
            self.text.push_str(added_prefix);
        }
        self.prefix.push_str(added_prefix);
        write(self);
        self.prefix.truncate(before);
    }

    fn write_lines(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.end_line();
            }
            if line.is_empty() && index > 0 {
                self.text.push_str(self.prefix.trim_end());
                self.has_prefix = true;
                continue;
            }
            self.begin_line();
            self.text.push_str(line);
        }
    }

    fn begin_line(&mut self) {
        if !self.has_prefix {
            self.text.push_str(&self.prefix);
            self.has_prefix = true;
        }
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.has_prefix = false;
    }

    fn write_gap(&mut self, gap: BlockGap) {
        self.end_line();
        if gap == BlockGap::BlankLine {
            self.text.push_str(self.prefix.trim_end());
            self.end_line();
        }
    }
}

/// Whether `block` may follow `before` in a list item without a blank line. A numbered list that
/// does not start at 1 needs one, or Markdown would read it as part of the paragraph.
fn can_omit_blank_line(before: &MarkdownBlock, block: &MarkdownBlock) -> bool {
    let is_new_list = matches!(
        block,
        MarkdownBlock::List(MarkdownList { first_item_number: None | Some(1), .. })
    );
    is_new_list && matches!(before, MarkdownBlock::Paragraph(_) | MarkdownBlock::List(_))
}

/// Whether a list item consists of at most one paragraph, followed only by lists of such items.
/// Such items are written without blank lines between them.
fn is_tight_item(item: &[MarkdownBlock]) -> bool {
    let is_list = |block: &MarkdownBlock| matches!(block, MarkdownBlock::List(list) if list.items.iter().all(|item| is_tight_item(item)));
    match item {
        [MarkdownBlock::Paragraph(_), rest @ ..] => rest.iter().all(is_list),
        _ => item.iter().all(is_list),
    }
}

/// Returns the indentation of the lines of a list item after the first: a tab, as Obsidian writes
/// it. Items with a marker of more than four characters, and items that begin with a code block or
/// table, need as many spaces as the marker has characters.
fn item_indentation(marker: &str, item: &[MarkdownBlock]) -> String {
    let is_shifted =
        matches!(item.first(), Some(MarkdownBlock::Code { .. } | MarkdownBlock::Table(_)));
    if is_shifted || marker.len() > 4 { " ".repeat(marker.len()) } else { "\t".to_owned() }
}

/// Returns a Markdown table. The first of the rows becomes its header.
fn table_to_markdown(rows: &[Vec<String>]) -> String {
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = Vec::with_capacity(rows.len() + 1);
    for (index, cells) in rows.iter().enumerate() {
        lines.push(row(cells));
        if index == 0 {
            lines.push(row(&vec!["---".to_owned(); cells.len()]));
        }
    }
    lines.join("\n")
}

/// Returns the length of the longest run of `repeated_char` in a text. The backticks around code
/// must be more than any run of backticks in the code.
pub(super) fn longest_run_length(text: &str, repeated_char: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == repeated_char { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
