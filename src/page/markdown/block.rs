//! Blocks of Markdown, and how they are written below one another.

/// A block.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    /// Ready Markdown of one or more lines.
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
    Quote(Vec<Block>),
    /// A callout of Obsidian. The fold is `-`, `+` or nothing.
    Callout {
        kind: String,
        fold: &'static str,
        title: String,
        blocks: Vec<Block>,
    },
    List(List),
    Table(Vec<Vec<String>>),
    /// What a footnote says, by its number.
    Note {
        number: usize,
        blocks: Vec<Block>,
    },
}

/// A list. With a number it counts from there.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct List {
    pub start: Option<usize>,
    pub items: Vec<Vec<Block>>,
}

impl List {
    /// Adds an item. One that begins with a list is the items of that list: a bullet right behind
    /// a bullet reads badly.
    pub fn push(&mut self, mut item: Vec<Block>) {
        if !matches!(item.first(), Some(Block::List(_))) {
            self.items.extend((!item.is_empty()).then_some(item));
            return;
        }
        let rest = item.split_off(1);
        if let Some(Block::List(inner)) = item.pop() {
            self.items.extend(inner.items);
        }
        if let Some(last) = self.items.last_mut() {
            last.extend(rest);
        }
    }
}

/// Writes the blocks.
pub(super) fn write(blocks: &[Block]) -> String {
    let mut page = Page::default();
    page.blocks(blocks, Gap::Blank);
    let text = page.text.trim_matches(['\n', ' ', '\t']);
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// What stands between two blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    Line,
    Blank,
}

#[derive(Default)]
struct Page {
    text: String,
    /// What every line begins with: marks of quotes and indentation.
    prefix: String,
    /// Whether the line has begun, so that its prefix or bullet is already there.
    is_open: bool,
}

impl Page {
    fn blocks(&mut self, blocks: &[Block], gap: Gap) {
        let mut before: Option<&Block> = None;
        for block in blocks {
            if let Some(before) = before {
                self.gap(if is_near(before, block) { gap } else { Gap::Blank });
            }
            self.block(block);
            before = Some(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.lines(text),
            Block::Heading { level, text } => {
                self.lines(&format!("{} {text}", "#".repeat((*level).clamp(1, 6))));
            }
            Block::Code { language, text } => {
                let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
                self.lines(&format!("{fence}{language}\n{text}\n{fence}"));
            }
            Block::Math(tex) => self.lines(&format!("$$\n{tex}\n$$")),
            Block::Rule => self.lines("---"),
            Block::Quote(blocks) => self.inside("> ", |page| page.blocks(blocks, Gap::Blank)),
            Block::Callout { kind, fold, title, blocks } => self.inside("> ", |page| {
                let space = if title.is_empty() { "" } else { " " };
                page.lines(&format!("[!{kind}]{fold}{space}{title}"));
                if !blocks.is_empty() {
                    page.gap(Gap::Line);
                }
                page.blocks(blocks, Gap::Blank);
            }),
            Block::List(list) => self.list(list),
            Block::Table(rows) => self.lines(&table(rows)),
            Block::Note { number, blocks } => {
                self.begin();
                self.text.push_str(&format!("[^{number}]: "));
                self.inside("    ", |page| page.blocks(blocks, Gap::Blank));
            }
        }
    }

    fn list(&mut self, list: &List) {
        let gap = if list.items.iter().all(|item| is_tight(item)) { Gap::Line } else { Gap::Blank };
        for (at, item) in list.items.iter().enumerate() {
            if at > 0 {
                self.gap(gap);
            }
            let marker = match list.start {
                Some(start) => format!("{}. ", start.saturating_add(at)),
                None => "- ".to_owned(),
            };
            self.begin();
            self.text.push_str(&marker);
            let indent = indentation(&marker, item);
            self.inside(&indent, |page| page.blocks(item, Gap::Line));
        }
    }

    /// Writes with a longer prefix. A quote's mark also stands on a line that is already begun.
    fn inside(&mut self, more: &str, write: impl FnOnce(&mut Self)) {
        let before = self.prefix.len();
        if more.starts_with('>') {
            self.begin();
            self.text.push_str(more);
        }
        self.prefix.push_str(more);
        write(self);
        self.prefix.truncate(before);
    }

    fn lines(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.end();
            }
            if line.is_empty() && at > 0 {
                self.text.push_str(self.prefix.trim_end());
                self.is_open = true;
                continue;
            }
            self.begin();
            self.text.push_str(line);
        }
    }

    fn begin(&mut self) {
        if !self.is_open {
            self.text.push_str(&self.prefix);
            self.is_open = true;
        }
    }

    fn end(&mut self) {
        self.text.push('\n');
        self.is_open = false;
    }

    fn gap(&mut self, gap: Gap) {
        self.end();
        if gap == Gap::Blank {
            self.text.push_str(self.prefix.trim_end());
            self.end();
        }
    }
}

/// Whether two blocks of a list item may follow each other without a blank line. A list that does
/// not begin with 1 would be read as part of the paragraph.
fn is_near(before: &Block, block: &Block) -> bool {
    let is_begin = matches!(block, Block::List(List { start: None | Some(1), .. }));
    is_begin && matches!(before, Block::Paragraph(_) | Block::List(_))
}

/// Whether an item is one paragraph with lists below it at most.
fn is_tight(item: &[Block]) -> bool {
    let is_list = |block: &Block| matches!(block, Block::List(list) if list.items.iter().all(|item| is_tight(item)));
    match item {
        [Block::Paragraph(_), rest @ ..] => rest.iter().all(is_list),
        _ => item.iter().all(is_list),
    }
}

/// What the lines of an item are indented by: a tab as Obsidian writes it, where that is enough.
/// The lines of a code block that begins an item would be shifted by it.
fn indentation(marker: &str, item: &[Block]) -> String {
    let is_shifted = matches!(item.first(), Some(Block::Code { .. } | Block::Table(_)));
    if is_shifted || marker.len() > 4 { " ".repeat(marker.len()) } else { "\t".to_owned() }
}

/// A table. The first row is its head.
fn table(rows: &[Vec<String>]) -> String {
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = Vec::with_capacity(rows.len() + 1);
    for (at, cells) in rows.iter().enumerate() {
        lines.push(row(cells));
        if at == 0 {
            lines.push(row(&vec!["---".to_owned(); cells.len()]));
        }
    }
    lines.join("\n")
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
