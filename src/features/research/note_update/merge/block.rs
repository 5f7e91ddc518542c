//! Splits a report into the blocks that users edit: a heading, a paragraph, a list item with
//! everything indented below it, a callout, a fenced code block, a comment.
//!
//! It parses only as much Markdown as this needs, and does not change the text.

/// A block of a report, such as a paragraph or a list item. Its lines end with `\n`.
#[derive(Debug, Clone)]
pub(super) struct ReportBlock<'t> {
    /// The lines of the block, without the last line break.
    pub text: &'t str,
    pub kind: BlockKind,
    /// The position of the block in the report, counted from zero.
    pub index: usize,
    /// Whether the block follows the previous one without an empty line.
    pub has_no_empty_line_before: bool,
    /// The delimiter that is missing at the end of the block, for example of a code fence. It must
    /// be added, or the following text would belong to the block.
    pub missing_closing_mark: Option<String>,
}

/// Kinds of block, which differ in where the block ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// The heading of a topic.
    Topic,
    /// A heading inside a topic.
    Heading,
    /// A list item. The value is the last character of its marker: `-`, or `.` for `1.`.
    Item(char),
    /// A block quote or a callout (lines that start with `>`).
    Quote,
    /// A code block, formula or comment, which ends only at its closing delimiter.
    Region,
    /// Any other text.
    Paragraph,
}

/// The level of topic headings in a report. Headings of level 1 and 2 also count as topic headings.
const TOPIC_HEADING_LEVEL: usize = 3;
/// A line with at least this many spaces at its start is code or belongs to the list item above.
const CODE_INDENT_SPACES: usize = 4;

/// Splits a text into blocks, without the empty lines between them.
pub(super) fn split_into_blocks(text: &str) -> Vec<ReportBlock<'_>> {
    let mut cutter = BlockSplitter { text, blocks: Vec::new(), open: None, is_tight: false };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        cutter.add_line(start, end);
        start += line.len();
    }
    cutter.finish_block();
    cutter.blocks
}

/// A part of the text, such as a code block, that may contain empty lines and ends with a closing
/// delimiter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum MultilineRegion {
    Fence(String),
    Formula,
    Comment,
}

impl MultilineRegion {
    /// Returns the region that begins in a line and does not end in it.
    fn opened_by(line: &str) -> Option<Self> {
        let line = line.trim_start();
        if let Some(mark) = opening_fence(line) {
            return Some(Self::Fence(mark.to_owned()));
        }
        if line.starts_with("$$") && line.matches("$$").count() == 1 {
            return Some(Self::Formula);
        }
        let outside_code = line.split('`').step_by(2);
        let marks: usize = outside_code.map(|part| part.matches("%%").count()).sum();
        (marks % 2 == 1).then_some(Self::Comment)
    }

    fn is_closed_by(&self, line: &str) -> bool {
        match self {
            Self::Fence(mark) => {
                let line = line.trim();
                line.starts_with(mark.as_str())
                    && line.trim_matches(fence_character(mark)).is_empty()
            }
            Self::Formula => line.contains("$$"),
            Self::Comment => line.matches("%%").count() % 2 == 1,
        }
    }

    /// The delimiter that closes the region, for example `$$`.
    fn closing_mark(&self) -> String {
        match self {
            Self::Fence(mark) => mark.clone(),
            Self::Formula => "$$".to_owned(),
            Self::Comment => "%%".to_owned(),
        }
    }
}

fn fence_character(mark: &str) -> char {
    mark.chars().next().unwrap_or('`')
}

/// Returns the backticks or tildes of the code fence that a line begins with.
fn opening_fence(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = line.trim_start_matches(sign);
    let mark = line.strip_suffix(rest).filter(|mark| mark.len() >= 3)?;
    (sign == '~' || !rest.contains('`')).then_some(mark)
}

/// The last block so far, to which the next lines may still belong.
struct OpenBlock {
    start: usize,
    end: usize,
    kind: BlockKind,
    is_tight: bool,
    region: Option<MultilineRegion>,
    /// Whether the block is complete, so that the next line starts another one.
    is_over: bool,
}

struct BlockSplitter<'t> {
    text: &'t str,
    blocks: Vec<ReportBlock<'t>>,
    open: Option<OpenBlock>,
    /// Whether the previous line was not empty.
    is_tight: bool,
}

impl<'t> BlockSplitter<'t> {
    fn add_line(&mut self, start: usize, end: usize) {
        let line = self.text.get(start..end).unwrap_or_default();
        if self.try_continue_block(line) {
            if let Some(open) = &mut self.open {
                open.append_line(line, end);
            }
            self.is_tight = true;
            return;
        }
        if line.trim().is_empty() {
            self.is_tight = false;
            return;
        }
        let is_tight = self.is_tight;
        self.finish_block();
        let kind = block_kind_of_line(line);
        let is_over = matches!(kind, BlockKind::Topic | BlockKind::Heading);
        let mut open = OpenBlock { start, end, kind, is_tight, region: None, is_over };
        open.append_line(line, end);
        self.open = Some(open);
        self.is_tight = true;
    }

    /// Returns whether a line continues the open block. Also ends the code fence of a list item if
    /// the line is not indented.
    fn try_continue_block(&mut self, line: &str) -> bool {
        let Some(open) = &mut self.open else { return false };
        let is_empty = line.trim().is_empty();
        if let Some(region) = &open.region {
            let ends_item =
                matches!(open.kind, BlockKind::Item(_)) && !is_empty && indent_spaces(line) == 0;
            if !(ends_item && matches!(region, MultilineRegion::Fence(_))) {
                return true;
            }
            open.region = None;
        }
        if is_empty || open.is_over {
            return false;
        }
        match open.kind {
            BlockKind::Item(_) if indent_spaces(line) > 0 => true,
            // A line directly below the block continues it, unless the line starts a new block.
            _ => self.is_tight && !starts_new_block(line, open.kind),
        }
    }

    fn finish_block(&mut self) {
        let Some(open) = self.open.take() else { return };
        let is_item = matches!(open.kind, BlockKind::Item(_));
        // A fence inside a list item needs no closing delimiter: text that is not indented ends it.
        let region =
            open.region.filter(|region| !(is_item && matches!(region, MultilineRegion::Fence(_))));
        self.blocks.push(ReportBlock {
            text: self.text.get(open.start..open.end).unwrap_or_default(),
            kind: open.kind,
            index: self.blocks.len(),
            has_no_empty_line_before: open.is_tight,
            missing_closing_mark: region.map(|region| region.closing_mark()),
        });
    }
}

impl OpenBlock {
    fn append_line(&mut self, line: &str, end: usize) {
        self.end = end;
        match &self.region {
            Some(region) if region.is_closed_by(line) => {
                self.region = None;
                self.is_over = self.kind == BlockKind::Region;
            }
            Some(_) => {}
            // Nothing stays open after a quote: it ends with its last `>` line, and so does a code
            // fence inside it.
            None if self.kind == BlockKind::Quote || self.is_over => {}
            None => {
                let inside = list_marker_and_text(line).map_or(line, |(_, inside)| inside);
                self.region = MultilineRegion::opened_by(inside);
            }
        }
    }
}

fn block_kind_of_line(line: &str) -> BlockKind {
    let trimmed = line.trim_start();
    if indent_spaces(line) >= CODE_INDENT_SPACES {
        return BlockKind::Paragraph;
    }
    let hashes = trimmed.len() - trimmed.trim_start_matches('#').len();
    let is_heading = (1..=6).contains(&hashes)
        && trimmed.trim_start_matches('#').chars().next().is_none_or(char::is_whitespace);
    if is_heading {
        return if hashes <= TOPIC_HEADING_LEVEL { BlockKind::Topic } else { BlockKind::Heading };
    }
    if let Some((sign, _)) = list_marker_and_text(line) {
        return BlockKind::Item(sign);
    }
    if trimmed.starts_with('>') {
        return BlockKind::Quote;
    }
    match MultilineRegion::opened_by(trimmed) {
        // A comment that does not start its line is part of the paragraph.
        Some(MultilineRegion::Comment) if !trimmed.starts_with("%%") => BlockKind::Paragraph,
        Some(_) => BlockKind::Region,
        None => BlockKind::Paragraph,
    }
}

/// Whether a line starts another block without an empty line before it.
fn starts_new_block(line: &str, block_above: BlockKind) -> bool {
    match block_kind_of_line(line) {
        BlockKind::Paragraph => false,
        BlockKind::Quote => block_above != BlockKind::Quote,
        // A line that starts with a number other than 1 usually continues the sentence above.
        BlockKind::Item(sign) if block_above == BlockKind::Paragraph => {
            let is_empty =
                list_marker_and_text(line).is_none_or(|(_, inside)| inside.trim().is_empty());
            !is_empty && (matches!(sign, '-' | '*' | '+') || line.trim_start().starts_with("1"))
        }
        _ => true,
    }
}

/// Returns the last character of a list marker (`-`, or `.` for `1.`) and the text after it; `None`
/// if the line is not a list item.
fn list_marker_and_text(line: &str) -> Option<(char, &str)> {
    let line = line.trim_start();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut rest = line.get(digits..)?.chars();
    let sign = rest.next()?;
    let is_sign = match digits {
        0 => matches!(sign, '-' | '*' | '+'),
        1..=9 => matches!(sign, '.' | ')'),
        _ => false,
    };
    let inside = rest.as_str();
    (is_sign && (inside.is_empty() || inside.starts_with([' ', '\t']))).then_some((sign, inside))
}

fn indent_spaces(line: &str) -> usize {
    let space = line.chars().take_while(|c| matches!(c, ' ' | '\t'));
    space.map(|c| if c == '\t' { CODE_INDENT_SPACES } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a text, joins the blocks by `|` and compares the result.
    fn check(text: &str, expected: &str) {
        let cut: Vec<&str> = split_into_blocks(text).iter().map(|block| block.text).collect();
        assert_eq!(cut.join("|"), expected, "{text:?}");
    }

    #[test]
    fn blocks_end_at_empty_lines_and_where_another_begins() {
        check("a\nb\n\n\nc\n", "a\nb|c");
        check("### A\ntext\n- x\n- y\n> q\n> q\n- z", "### A|text|- x|- y|> q\n> q|- z");
        check("#### A\n\n#tag a\n#", "#### A|#tag a|#");
        check("Title\n---\n\n---\n\n| a |\n|---|\n| b |", "Title\n---|---|| a |\n|---|\n| b |");
        check("", "");
        check(" \n\n", "");
    }

    #[test]
    fn a_sentence_may_begin_a_line_with_a_number() {
        check("It was in\n2020. Then\n1. one\n2. two", "It was in\n2020. Then|1. one|2. two");
        check("a\n-\nb", "a\n-\nb");
    }

    #[test]
    fn an_item_holds_what_is_indented_below_it() {
        check("- a\n  - b\n\n  c\n- d\nlazy\n\ne", "- a\n  - b\n\n  c|- d\nlazy|e");
        check("- ```\n  # x\n\n  - y\n  ```\n- z", "- ```\n  # x\n\n  - y\n  ```|- z");
        check("- ```\n  x\n- z", "- ```\n  x|- z");
    }

    #[test]
    fn what_is_closed_by_a_mark_is_one_block() {
        check("a\n```\n\n### x\n- y\n```\nb", "a|```\n\n### x\n- y\n```|b");
        check("~~~~ md\n~~~\n\n~~~~~\nb", "~~~~ md\n~~~\n\n~~~~~|b");
        check("$$\nx\n\ny\n$$\n\nb $$x$$ c", "$$\nx\n\ny\n$$|b $$x$$ c");
        check("a %% hidden\n\n- x %% b\n\nc `%%` d\n\ne", "a %% hidden\n\n- x %% b|c `%%` d|e");
        check("`x` ``` y\n\nz", "`x` ``` y|z");
    }

    #[test]
    fn what_is_left_open_says_how_it_is_closed() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(
                split_into_blocks(text).pop().unwrap().missing_closing_mark.as_deref(),
                expected,
                "{text:?}"
            );
        };
        check("````\nx", Some("````"));
        check("$$\nx", Some("$$"));
        check("a %% x\n\ny", Some("%%"));
        check("- ```\n  x", None);
        check("> ```\n> x", None);
        check("```\n```", None);
    }

    proptest::proptest! {
        /// The blocks contain all lines that are not empty.
        #[test]
        fn no_line_is_lost(text in "((- |> |# |### |```|~~~|%%|[$]{2}|1[.] |  )?[a-c`%$]{0,3}\n){0,12}|\\PC{0,20}") {
            let written = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect::<Vec<_>>();
            let cut: Vec<&str> = split_into_blocks(&text).iter().map(|block| block.text).collect();
            proptest::prop_assert_eq!(written(&cut.join("\n")), written(&text));
        }
    }
}
