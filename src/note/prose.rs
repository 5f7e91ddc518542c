//! Plain text of a note without its markup, for counting words and quoting sentences.
//!
//! Frontmatter, code blocks, comments, HTML, images, embeds and bare URLs are left out, because
//! they contain nothing that can be quoted.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use unicode_segmentation::UnicodeSegmentation;

use crate::note::{comments_and_math, frontmatter, link, problem_mark};
use crate::text::line_ends::lone_cr_to_lf;

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

/// How the plain text shows tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableStyle {
    /// Cells with a space between them.
    Text,
    /// Cells with [`TABLE_CELL_SEPARATOR`] between them, without the header.
    Cells,
}

fn render_plain_text(markdown: &str, tables: TableStyle) -> String {
    let by_cell = tables == TableStyle::Cells;
    let markdown = problem_mark::without_marks(markdown);
    let visible =
        comments_and_math::without_comments(frontmatter::text_after_frontmatter(&markdown));
    let mut text = PlainTextWriter { text: String::with_capacity(visible.len()), line: 0 };
    let mut skipped = 0_usize;
    let mut is_link_target = false;
    for event in Parser::new_ext(&visible, PARSER_OPTIONS) {
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
            Event::Start(Tag::List(_)) => text.end_line(),
            Event::End(end) if ends_line(end) => text.end_line(),
            _ => {}
        }
    }
    remove_remaining_markup(&text.text)
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

/// The plain text so far, and the offset at which its last line begins.
struct PlainTextWriter {
    text: String,
    line: usize,
}

impl PlainTextWriter {
    fn end_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    /// Whether the current line is the first line of a callout. The title of a callout is not part
    /// of the sentence below it.
    fn is_callout_title_line(&self) -> bool {
        self.text.get(self.line..).is_some_and(|line| line.starts_with("[!"))
    }
}

/// A sentence always ends after this many characters in a row that are no letters or digits, so
/// that long runs of spaces don't take quadratic time.
const MAX_NON_WORD_RUN_CHARS: usize = 64;

/// A shorter part of a Thai text is no sentence, but a clause that belongs to the next one.
const MIN_THAI_SENTENCE_CHARS: usize = 100;

/// Splits a text at the beginning of each sentence. Joined together, the results are the whole
/// text.
///
/// Unicode's rules look ahead from every space after a full stop, so a long run of spaces would
/// take quadratic time. Such runs are split first.
/// Thai has no full stops; a space ends a sentence or a clause.
pub fn split_at_sentences(text: &str) -> impl Iterator<Item = &str> {
    let (mut run, mut length, mut is_after_thai) = (0, 0, false);
    let ends_part = move |letter: char| {
        run = if letter.is_alphanumeric() || run == MAX_NON_WORD_RUN_CHARS { 0 } else { run + 1 };
        length += 1;
        let ends_thai = letter == ' ' && is_after_thai && length >= MIN_THAI_SENTENCE_CHARS;
        is_after_thai = is_thai(letter);
        let ends = ends_thai || run == MAX_NON_WORD_RUN_CHARS;
        length = if ends { 0 } else { length };
        ends
    };
    let parts = text.split_inclusive(ends_part);
    parts.flat_map(UnicodeSegmentation::split_sentence_bounds).flat_map(split_before_numbers)
}

/// How many letters abbreviations before numbers mostly have at most: `mind. 5`.
const MAX_LETTERS_BEFORE_NUMBER: usize = 4;
/// Longer abbreviations that stand before numbers.
const LONG_ABBREVIATIONS: [&str; 11] = [
    "abschn",
    "approx",
    "durchschn",
    "einschl",
    "jährl",
    "juill",
    "monatl",
    "ungef",
    "vermutl",
    "wöchentl",
    "zuzügl",
];

/// Splits a text before sentences that begin with a number, which Unicode's rules take for a part of
/// the sentence before: `It is long. 18 students came.`
fn split_before_numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_start = |at: usize| {
        let before = text.get(..at).and_then(|before| before.strip_suffix(' '));
        let before = before.and_then(|before| before.strip_suffix(['.', '!', '?']));
        let word = before.and_then(|before| before.rsplit([' ', '(']).next()).unwrap_or_default();
        word.chars().count() > MAX_LETTERS_BEFORE_NUMBER
            && word.chars().all(char::is_lowercase)
            && !LONG_ABBREVIATIONS.contains(&word)
    };
    let digits = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
    let mut starts: Vec<usize> = digits.filter(|at| is_start(*at)).collect();
    starts.push(text.len());
    let mut start = 0;
    starts.into_iter().filter_map(move |end| {
        let part = text.get(start..end).filter(|part| !part.is_empty());
        start = end;
        part
    })
}

/// Whether a letter is Thai.
pub fn is_thai(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{e7f}')
}

/// The sentences of a plain text, in order and without white space around them. A line break always
/// ends a sentence.
pub fn sentences(plain: &str) -> Vec<&str> {
    let lines = plain.lines();
    let parts = lines.flat_map(split_at_sentences);
    parts.map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

/// The sentences of a plain text like [`sentences`], but an abbreviation (`St.`, `z. B.`, `J. Smith`)
/// does not end a sentence.
pub fn whole_sentences(plain: &str) -> Vec<&str> {
    let mut whole = Vec::new();
    for line in plain.lines() {
        let mut start = 0;
        let mut end = 0;
        for part in split_at_sentences(line) {
            end += part.len();
            let sentence = line.get(start..end).unwrap_or_default().trim();
            if !ends_with_abbreviation(sentence) {
                whole.push(sentence);
                start = end;
            }
        }
        whole.push(line.get(start..end).unwrap_or_default().trim());
    }
    whole.retain(|sentence| !sentence.is_empty());
    whole
}

/// How many letters most abbreviations have at most.
const MAX_ABBREVIATION_LETTERS: usize = 3;

/// Words of languages in which no full stop makes a number an ordinal.
const WORDS_WITHOUT_ORDINALS: [&str; 20] = [
    "the", "is", "are", "of", "and", "has", "with", "el", "la", "los", "las", "le", "les", "di",
    "che", "que", "est", "è", "é", "het",
];

/// Words of three letters that often end a German sentence.
const SHORT_NOUNS: [&str; 16] = [
    "Tag", "Uhr", "Bus", "Zug", "Rad", "Ort", "See", "Bad", "Weg", "Tor", "Hof", "Rat", "Eis",
    "Tee", "Typ", "Gas",
];

/// Whether the last word of a text is probably an abbreviation or an ordinal: at most three letters
/// before a full stop, the first of them a capital or all of them without a vowel; or a number of at
/// most two digits, unless the words before it show that the language writes ordinals in another way.
fn ends_with_abbreviation(text: &str) -> bool {
    let Some(before) = text.strip_suffix('.') else { return false };
    let mut words = before.rsplit([' ', '(']);
    let (word, word_before) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        let has_no_ordinals = |word: &str| WORDS_WITHOUT_ORDINALS.contains(&word);
        return !before.to_lowercase().split_whitespace().any(has_no_ordinals);
    }
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let is_word = word.chars().all(|c| c.is_alphabetic() || c == '.') && !letters.is_empty();
    let has_capital = letters.first().is_some_and(|c| c.is_uppercase());
    let has_vowel = letters.iter().any(|c| "aeiouyäöüAEIOUYÄÖÜ".contains(*c));
    // After a number it is a unit, which may well end a sentence: `15 g.`
    let is_unit = word_before.ends_with(|c: char| c.is_numeric());
    let is_short = letters.len() <= MAX_ABBREVIATION_LETTERS && !SHORT_NOUNS.contains(&word);
    is_word && is_short && !is_unit && (has_capital || !has_vowel || word == "ca")
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
    fn headings_bold_text_and_links_are_emphasized() {
        assert_eq!(
            emphasized_texts(
                "---\na: b\n---\n# Cold [[Brew]]\n\n**\"Less acid.\"** Only **so\nso**, [[x|y]]."
            ),
            ["Cold Brew", "\"Less acid.\"", "so so", "y"]
        );
    }

    #[test]
    fn sentences_are_split_at_their_ends() {
        assert_eq!(
            sentences("One is 3.5 g. Two! Is it?\nLine"),
            ["One is 3.5 g.", "Two!", "Is it?", "Line"]
        );
        assert_eq!(sentences("堆肥需要氧气。它会发热。"), ["堆肥需要氧气。", "它会发热。"]);
        let thai = "ปุ๋ยหมักต้องการอากาศและความชื้นที่พอเหมาะจึงจะย่อยสลายได้ดีตลอดทั้งปีและควรกลับกองทุกสองสัปดาห์เพื่อให้อากาศเข้าถึง";
        assert_eq!(sentences(&format!("{thai} {thai}")), [thai, thai]);
    }

    #[test]
    fn abbreviations_ordinals_and_numbers_are_told_from_the_end_of_a_sentence() {
        let check = |text: &str, expected: &[&str]| assert_eq!(whole_sentences(text), expected);
        check("Live am 26. Oktober. Dann Pause.", &["Live am 26. Oktober.", "Dann Pause."]);
        check("Sein 50. Geburtstag war schön.", &["Sein 50. Geburtstag war schön."]);
        check("The oldest is 24. Others are not.", &["The oldest is 24.", "Others are not."]);
        check("Es sind 10 mg am Tag. Mehr nicht.", &["Es sind 10 mg am Tag.", "Mehr nicht."]);
        check("See Fig. Two by J. Smith.", &["See Fig. Two by J. Smith."]);
        check(
            "The class is small. 18 students came.",
            &["The class is small.", "18 students came."],
        );
        check("It has approx. 18 students.", &["It has approx. 18 students."]);
        check("Täglich mind. 2 bis 3 Tassen.", &["Täglich mind. 2 bis 3 Tassen."]);
    }

    #[test]
    fn a_long_run_of_spaces_ends_a_sentence() {
        let check = |text: &str, parts: usize| {
            let found: Vec<&str> = split_at_sentences(text).collect();
            assert_eq!((found.len(), found.concat().as_str()), (parts, text), "{text:?}");
        };
        check("", 0);
        check(&format!("a.{}1 and so on", " ".repeat(MAX_NON_WORD_RUN_CHARS - 2)), 1);
        check(&format!("a.{}1 and so on", " ".repeat(MAX_NON_WORD_RUN_CHARS - 1)), 2);
        check(&" ".repeat(3 * MAX_NON_WORD_RUN_CHARS), 3);
        // With Unicode's rules alone this would take minutes.
        let long = format!("a.{}{}", " ".repeat(100_000), "1 ".repeat(100_000));
        assert_eq!(split_at_sentences(&long).map(str::len).sum::<usize>(), long.len());
    }
}
