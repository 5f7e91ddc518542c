//! Plain text of a note without its markup, for counting words and quoting sentences.
//!
//! Frontmatter, code blocks, comments, HTML, images, embeds and bare URLs are left out, because
//! they contain nothing that can be quoted.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::notes::note::table_row::TableRow;
use crate::notes::note::{comments_and_math, frontmatter, link, problem_mark};
use crate::values::text::lone_cr_to_lf;

/// The plain text of Markdown, with one line for each block, list item or table row.
pub fn plain_text(markdown: &str) -> String {
    render_plain_text(markdown, TableStyle::Text)
}

/// Separates the cells of a table row in [`plain_text_separating_cells`].
pub const TABLE_CELL_SEPARATOR: &str = " | ";

/// The plain text with [`TABLE_CELL_SEPARATOR`] between the cells of tables. Table headers are left out,
/// because they only name the columns.
pub fn plain_text_separating_cells(markdown: &str) -> String {
    render_plain_text(markdown, TableStyle::Cells)
}

/// The plain text in which each row of a table is a sentence that names its columns, so that it can be quoted
/// without the table.
pub fn plain_text_with_row_sentences(markdown: &str) -> String {
    render_plain_text(markdown, TableStyle::Sentences)
}

/// The rows of all tables, without markup.
pub fn table_rows(markdown: &str) -> Vec<TableRow> {
    // Most passages have no table, and are not parsed for it.
    if !markdown.contains('|') {
        return Vec::new();
    }
    write_plain_text(markdown, TableStyle::Sentences).rows
}

/// How the plain text shows tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableStyle {
    /// Cells with a space between them.
    Text,
    /// Cells with [`TABLE_CELL_SEPARATOR`] between them, without the header.
    Cells,
    /// The header as text, and each row as a sentence.
    Sentences,
}

fn render_plain_text(markdown: &str, tables: TableStyle) -> String {
    remove_remaining_markup(&write_plain_text(markdown, tables).text)
}

fn write_plain_text(markdown: &str, tables: TableStyle) -> PlainTextWriter {
    let by_cell = tables == TableStyle::Cells;
    let markdown = problem_mark::without_marks(markdown);
    let visible =
        comments_and_math::without_comments(frontmatter::text_after_frontmatter(&markdown));
    let mut text = PlainTextWriter {
        text: String::with_capacity(visible.len()),
        ..PlainTextWriter::default()
    };
    let mut skipped = 0_usize;
    let mut is_link_target = false;
    for event in Parser::new_ext(&visible, PARSER_OPTIONS) {
        if tables == TableStyle::Sentences {
            text.collect_row(&event);
        }
        match event {
            Event::Start(tag) if starts_skipped_element(&tag) => skipped += 1,
            Event::End(end) if ends_skipped_element(end) => skipped = skipped.saturating_sub(1),
            Event::Start(tag) if is_bare_wikilink(&tag) => is_link_target = true,
            Event::End(TagEnd::Link) => is_link_target = false,
            Event::Text(target) if is_link_target && skipped == 0 && target.contains('#') => {
                text.text.push_str(&link::wikilink_words(&target));
            }
            Event::Start(Tag::TableHead) if by_cell => skipped += 1,
            Event::End(TagEnd::TableHead) if by_cell => skipped = skipped.saturating_sub(1),
            Event::End(TagEnd::TableCell) if by_cell && skipped == 0 => {
                text.text.push_str(TABLE_CELL_SEPARATOR)
            }
            Event::Text(words) | Event::Code(words) if skipped == 0 => text.text.push_str(&words),
            Event::SoftBreak | Event::HardBreak if text.is_callout_title_line() => text.end_line(),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => {
                text.text.push(' ')
            }
            // The only way to break a line in a cell.
            Event::InlineHtml(html) if html.starts_with("<br") => text.text.push(' '),
            Event::Start(Tag::List(_)) => text.end_line(),
            Event::End(end) if ends_line(end) => text.end_line(),
            _ => {}
        }
    }
    text
}

/// Whether an element is a wikilink without display text, so that its text is the target.
fn is_bare_wikilink(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Link { link_type: LinkType::WikiLink { has_pothole: false }, .. })
}

/// The texts between `==` and `==` outside code, in order.
pub fn highlighted_texts(markdown: &str) -> Vec<String> {
    let markdown = problem_mark::without_marks(markdown);
    let visible =
        comments_and_math::without_comments(frontmatter::text_after_frontmatter(&markdown));
    let mut found = Vec::new();
    let mut block = String::new();
    let mut skipped = 0_usize;
    for event in Parser::new_ext(&visible, PARSER_OPTIONS) {
        match event {
            Event::Start(tag) if starts_skipped_element(&tag) => skipped += 1,
            Event::End(end) if ends_skipped_element(end) => skipped = skipped.saturating_sub(1),
            Event::Text(words) if skipped == 0 => block.push_str(&words),
            Event::Code(words) if skipped == 0 => block.push_str(&words.replace('=', "")),
            Event::SoftBreak | Event::HardBreak => block.push(' '),
            Event::End(end) if ends_line(end) => {
                let parts: Vec<&str> = block.split("==").collect();
                let marked =
                    parts.iter().skip(1).step_by(2).take(parts.len().saturating_sub(1) / 2);
                found.extend(
                    marked.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()),
                );
                block.clear();
            }
            _ => {}
        }
    }
    found
}

/// The texts that the author emphasized: headings, bold text and links to notes, as they are shown.
pub fn emphasized_texts(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = 0_usize;
    let mut text = String::new();
    let lines = lone_cr_to_lf(frontmatter::text_after_frontmatter(markdown));
    for event in Parser::new_ext(&lines, Options::ENABLE_WIKILINKS) {
        match event {
            Event::Start(tag) if is_emphasis(&tag) => open += 1,
            Event::End(TagEnd::Heading(_) | TagEnd::Strong | TagEnd::Link) => {
                open = open.saturating_sub(1);
                if open == 0 && !text.is_empty() {
                    found.push(std::mem::take(&mut text));
                }
            }
            Event::Text(words) | Event::Code(words) if open > 0 => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak if open > 0 => text.push(' '),
            _ => {}
        }
    }
    found
}

fn is_emphasis(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Heading { .. } | Tag::Strong | Tag::Link { .. })
}

const PARSER_OPTIONS: Options = Options::ENABLE_WIKILINKS
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH);

/// The plain text so far, the offset at which its last line begins, and the rows of tables in it.
#[derive(Default)]
struct PlainTextWriter {
    text: String,
    line: usize,
    /// Where the current cell of a table begins.
    cell: usize,
    row: TableRow,
    /// The finished rows of all tables.
    rows: Vec<TableRow>,
}

impl PlainTextWriter {
    fn end_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    /// Collects the cells of a table, and writes each row as a sentence when it ends.
    fn collect_row(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::TableCell) => self.cell = self.text.len(),
            Event::End(TagEnd::TableCell) => {
                let cell = self.text.get(self.cell..).unwrap_or_default();
                self.row.cells.push(remove_remaining_markup(cell));
            }
            Event::End(TagEnd::TableHead) => self.row.header = std::mem::take(&mut self.row.cells),
            Event::End(TagEnd::TableRow) => {
                self.text.truncate(self.line);
                self.text.push_str(&self.row.as_line());
                self.rows.push(self.row.clone());
                self.row.cells.clear();
            }
            _ => {}
        }
    }

    /// Whether the current line is the first line of a callout. The title of a callout is not part
    /// of the sentence below it.
    fn is_callout_title_line(&self) -> bool {
        self.text.get(self.line..).is_some_and(|line| line.starts_with("[!"))
    }
}

/// Whether a tag begins an element that is not part of the plain text, such as a code block.
fn starts_skipped_element(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_) | Tag::Image { .. })
}

/// Whether a tag ends an element that is not part of the plain text, such as a code block.
fn ends_skipped_element(end: TagEnd) -> bool {
    matches!(end, TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) | TagEnd::Image)
}

fn ends_line(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::Item
            | TagEnd::TableRow
            | TagEnd::TableHead
    )
}

/// Removes highlight marks (`==`), callout types, block ids and bare URLs, and collapses white
/// space.
fn remove_remaining_markup(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.replace("==", "");
        let line = without_callout_type(line.trim());
        let words = line.split_whitespace().filter(|word| !is_block_id(word) && !is_url(word));
        words.collect::<Vec<_>>().join(" ")
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Removes the callout type (`[!note]`) at the start of a line.
fn without_callout_type(line: &str) -> &str {
    let inner = line.strip_prefix("[!").and_then(|rest| rest.split_once(']'));
    inner.map_or(line, |(_, title)| title.trim_start_matches(['-', '+']))
}

fn is_url(word: &str) -> bool {
    word.starts_with("https://") || word.starts_with("http://")
}

fn is_block_id(word: &str) -> bool {
    word.strip_prefix('^')
        .is_some_and(|id| !id.is_empty() && id.chars().all(|c| c.is_alphanumeric() || c == '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, expected: &str) {
        assert_eq!(plain_text(markdown), expected, "{markdown}");
    }

    #[test]
    fn markup_is_removed_and_words_stay() {
        check("**A** _b_ `c` ==d== [e](https://x) [[F|g]] [[H]]", "A b c d e g H");
        check(
            "See [[A b#How late]] and [[c#^half-life]], [[#Here]].",
            "See A b > How late and c, Here.",
        );
        check("# T\n\n- one\n- [ ] two\n\n1. three", "T\none\ntwo\nthree");
        check("a\nb  \nc", "a b c");
        check("|x|y|\n|-|-|\n|1|2|\n", "x y\n1 2");
        check("> [!note]- Title\n> words ^id-1", "Title\nwords");
        check("- a\n  - b\n- c", "a\nb\nc");
    }

    #[test]
    fn content_that_cannot_be_quoted_is_left_out() {
        check("---\na: b\n---\ntext", "text");
        check(
            "a\n\n```js\ncode\n```\n\n<div>x</div>\n\n![alt](i.png) ![[e]] b <https://x.org> c",
            "a\nb c",
        );
        check("a %%hidden%% b %% open", "a b");
        check("Use `%%` to hide.\n\n```\n%% Section\n```\n\nSeen.", "Use %% to hide.\nSeen.");
        check("a\n\n---\n\nb\n\n---\n\nc", "a\nb\nc");
    }

    #[test]
    fn highlights_are_found_outside_code() {
        assert_eq!(
            highlighted_texts("a ==b c== `x == y` ==d\ne== ==open\n\n```\n==f==\n```\n"),
            ["b c", "d e"]
        );
    }

    #[test]
    fn tables_can_be_read_cell_by_cell() {
        assert_eq!(plain_text_separating_cells("a\n\n|x|y|\n|-|-|\n|1|2 b|\n"), "a\n1 | 2 b |");
    }

    #[test]
    fn rows_of_tables_can_be_read_as_sentences() {
        let check = |table: &str, expected: &str| {
            assert_eq!(plain_text_with_row_sentences(table), expected, "{table}");
        };
        check(
            "a\n\n| | **Dose** |\n|-|-|\n| [[Tea\\|tea]] | 2 g |\n|Brittle. Old|z|\n\nb",
            "a\nDose\ntea – Dose: 2 g.\nBrittle. Old z\nb",
        );
        check(
            "> |Tea|Dose|Source|\n> |-|-|-|\n> |green|25<br>30 mg|https://x.org|",
            "Tea Dose Source\nTea: green; Dose: 25 30 mg.",
        );
        check("- a\n\n  |x|y|\n  |-|-|\n  |1|2|\n- b", "a\nx y\nx: 1; y: 2.\nb");
    }

    #[test]
    fn headings_bold_text_and_links_are_emphasized() {
        assert_eq!(
            emphasized_texts(
                "---\na: b\n---\n# Cold [[Brew]]\n\n**\"Less acid.\"** Only **so\nso**, [[x|y]]."
            ),
            ["Cold Brew", "\"Less acid.\"", "so so", "y"]
        );
    }
}
