//! Finds the sentences of a note that cite sources, each with its lines and the links that it cites.
//!
//! Marks that only cite (see `citation_mark`) belong to the sentence before them. In parentheses after
//! the full stop they also belong to the sentences before, up to the previous citation. In Ibid's own
//! reports every mark does, because a report cites a source once after several sentences. A sentence
//! without a mark cites the notes and pages that its words link to.
//!
//! Not checked, because they cite nothing: questions, tasks, headings, embeds, links within the note,
//! and sentences with hardly any words beside their links, such as `See also [[Tea]]`. In a sentence
//! with a mark, the other links only name things. In a report, marks are the only citations.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::answers::built_in::line_marks;
use crate::features::citations::citation_mark::{self, CitationMark, MarkStyle};
use crate::features::citations::cuts::Cuts;
use crate::language::{Language, QUESTION_MARKS, sentence_split, tokenize};
use crate::notes::note::{
    LinkTarget, LinkedBlock, LinkedBlockKind, LinkedText, PlacedLink, report_section,
};
use crate::values::text::{LineIndex, RangeIndex, add_steps};

/// Minimum number of different words beside its links, without stop words, of a sentence that can be
/// checked.
const MIN_WORDS_BESIDE_LINKS: usize = 2;

/// Maximum number of words of a label before links, as in `More on this: [[A]], [[B]]`.
const MAX_LABEL_WORDS: usize = 6;

/// Maximum number of links of one mark or footnote that several sentences share, so that a long list
/// of links is not compared with every sentence before it.
const MAX_SHARED_TARGETS: usize = 20;

/// A sentence of a note with the links that it cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedSentence {
    /// The sentence without its citations, as the user sees it.
    pub text: String,
    /// The sentence that introduces the list of this item; empty if there is none.
    pub introduction: String,
    /// First line of the sentence in the note, counted from one.
    pub first_line: usize,
    /// Last line of the sentence, inclusive.
    pub last_line: usize,
    /// The byte offset in the note at which the sentence ends, with the citations after it.
    pub end_offset: usize,
    /// The links that the sentence cites, without repeats. Footnotes are replaced by their links,
    /// except those without a definition.
    pub targets: Vec<LinkTarget>,
}

/// Whether a block is part of one of Ibid's reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockAuthor {
    User,
    Report,
}

/// Finds the cited sentences of a note without problem marks, in order.
pub fn find_cited_sentences(note: &str) -> Vec<CitedSentence> {
    let linked = LinkedText::parse(note);
    let reports = RangeIndex::new(report_section::report_ranges(note));
    let lines = LineIndex::new(note);
    let mut found = Vec::new();
    for block in &linked.blocks {
        let start = block.source_offset(0);
        let author = match reports.contains(start) {
            true => BlockAuthor::Report,
            false => BlockAuthor::User,
        };
        for sentence in BlockSentences::split(block, author).cited(author) {
            let targets = resolve_footnotes(&sentence.targets, &linked);
            if targets.is_empty() {
                continue;
            }
            found.push(CitedSentence {
                text: sentence.text.split_whitespace().collect::<Vec<_>>().join(" "),
                introduction: block.introduction.clone(),
                first_line: lines.line_number(block.source_offset(sentence.block_range.start)),
                last_line: lines.line_number(block.source_offset(sentence.block_range.end)),
                end_offset: block.source_end_offset(sentence.end_with_marks),
                targets,
            });
        }
    }
    found
}

/// Replaces footnotes by the links in their definitions, and drops links within the note and repeats.
fn resolve_footnotes(targets: &[LinkTarget], linked: &LinkedText) -> Vec<LinkTarget> {
    let mut known: BTreeSet<&LinkTarget> = BTreeSet::new();
    let mut resolved: Vec<LinkTarget> = Vec::new();
    for target in targets {
        let links = match target {
            LinkTarget::Footnote(label) => linked.footnotes.get(label).map(Vec::as_slice),
            LinkTarget::Note(_) | LinkTarget::Address(_) => None,
        };
        let links = links.unwrap_or(std::slice::from_ref(target));
        for link in links.iter().take(MAX_SHARED_TARGETS) {
            add_steps(1);
            if is_citable(link) && known.insert(link) {
                resolved.push(link.clone());
            }
        }
    }
    resolved
}

/// Whether a link can be a source: not an embed, a place in the same note, or an address of an app.
fn is_citable(target: &LinkTarget) -> bool {
    match target {
        LinkTarget::Note(link) => !link.target.is_empty() && !link.is_embed,
        LinkTarget::Address(address) => {
            let scheme = address.split(':').next().unwrap_or_default().to_lowercase();
            scheme == "https" || scheme == "http"
        }
        LinkTarget::Footnote(_) => true,
    }
}

/// One sentence of a block.
#[derive(Debug)]
struct BlockSentence {
    text: String,
    /// From the start of the sentence to its end, in the text of the block.
    block_range: Range<usize>,
    /// The end of the sentence with the marks after it, in the text of the block.
    end_with_marks: usize,
    /// The links of the marks of this sentence.
    marked: Vec<LinkTarget>,
    /// The links on words of this sentence.
    inline: Vec<LinkTarget>,
    /// Whether its citations also belong to the sentences before it.
    covers_previous: bool,
    /// Whether the sentence states something that can be compared with a source.
    kind: SentenceKind,
    targets: Vec<LinkTarget>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SentenceKind {
    /// The sentence can be checked.
    Statement,
    /// The sentence has links and hardly any other words.
    Pointer,
    /// The sentence is a question or too short.
    Other,
}

struct BlockSentences(Vec<BlockSentence>);

impl BlockSentences {
    /// Splits the text of a block, without its marks, into sentences.
    fn split(block: &LinkedBlock, author: BlockAuthor) -> Self {
        let marks = citation_mark::find_marks(block);
        let visible = VisibleText::new(block, &marks, author);
        let mark_ranges = RangeIndex::new(marks.iter().map(|mark| mark.text_range.clone()));
        let in_block = MarkedBlock { block, marks: &marks, mark_ranges };
        let mut sentences: Vec<BlockSentence> = visible
            .sentence_ranges(block.kind)
            .into_iter()
            .map(|range| visible.sentence(&in_block, range))
            .collect();
        for mark in &marks {
            let at = visible.cuts.rest_offset(mark.text_range.start);
            let is_before =
                |it: &BlockSentence| visible.cuts.rest_offset(it.block_range.start) < at.max(1);
            let after = sentences.partition_point(is_before);
            if let Some(sentence) = sentences.iter_mut().take(after).next_back() {
                let is_after_stop = at >= visible.cuts.rest_offset(sentence.block_range.end);
                let covers = mark.style == MarkStyle::Parentheses || author == BlockAuthor::Report;
                sentence.covers_previous |= is_after_stop && covers;
                sentence.marked.extend(mark.targets.iter().cloned());
            }
        }
        Self(sentences)
    }

    /// The sentences that cite something, with their links.
    fn cited(mut self, author: BlockAuthor) -> Vec<BlockSentence> {
        self.move_pointers_to_previous(author);
        let mut covering: Vec<LinkTarget> = Vec::new();
        for sentence in self.0.iter_mut().rev() {
            let inline = match author {
                BlockAuthor::User => sentence.inline.as_slice(),
                BlockAuthor::Report => &[],
            };
            sentence.targets = match (sentence.marked.is_empty(), inline.is_empty()) {
                (false, _) => sentence.marked.clone(),
                (true, false) => inline.to_vec(),
                (true, true) => covering.clone(),
            };
            match (sentence.marked.is_empty(), sentence.covers_previous) {
                (false, true) => {
                    covering = sentence.marked.iter().take(MAX_SHARED_TARGETS).cloned().collect();
                }
                (false, false) => covering.clear(),
                (true, _) if !inline.is_empty() => covering.clear(),
                (true, _) => {}
            }
        }
        self.0.retain(|it| it.kind == SentenceKind::Statement && !it.targets.is_empty());
        self.0
    }

    /// `It opened in 1932. Source: [Bridge](…)`: the second sentence cites for the first.
    fn move_pointers_to_previous(&mut self, author: BlockAuthor) {
        if author == BlockAuthor::Report {
            return;
        }
        let mut statement: Option<&mut BlockSentence> = None;
        for sentence in &mut self.0 {
            match (sentence.kind, &mut statement) {
                (SentenceKind::Statement, _) => statement = Some(sentence),
                (SentenceKind::Pointer, before) => {
                    let links = std::mem::take(&mut sentence.inline);
                    if let Some(cited) = before.as_mut().filter(|it| it.inline.is_empty()) {
                        cited.marked.extend(links);
                        cited.covers_previous = true;
                    }
                }
                (SentenceKind::Other, _) => {}
            }
        }
    }
}

/// A block with its marks, in order.
struct MarkedBlock<'b> {
    block: &'b LinkedBlock,
    marks: &'b [CitationMark],
    mark_ranges: RangeIndex,
}

/// The text of a block without its marks, and how its offsets relate to those of the block.
struct VisibleText {
    text: String,
    cuts: Cuts,
}

impl VisibleText {
    fn new(block: &LinkedBlock, marks: &[CitationMark], author: BlockAuthor) -> Self {
        // A report begins some paragraphs with a label, such as a question, which no source says.
        let label = match author {
            BlockAuthor::Report => block.label_length.max(block.callout_type_length),
            BlockAuthor::User => block.callout_type_length,
        };
        let marked = marks.iter().map(|mark| mark.text_range.clone());
        let cuts = Cuts::new(std::iter::once(0..label).chain(marked));
        Self { text: cuts.rest_of(&block.text), cuts }
    }

    fn sentence_ranges(&self, kind: LinkedBlockKind) -> Vec<Range<usize>> {
        if kind == LinkedBlockKind::TableRow {
            return std::iter::once(0..self.text.len()).collect();
        }
        let mut ranges = Vec::new();
        let mut from = 0;
        for sentence in sentence_split::whole_sentences(&self.text) {
            let rest = self.text.get(from..).unwrap_or_default();
            let Some(start) = rest.find(sentence).map(|at| from + at) else { continue };
            from = start + sentence.len();
            ranges.push(start..from);
        }
        ranges
    }

    fn sentence(&self, in_block: &MarkedBlock<'_>, range: Range<usize>) -> BlockSentence {
        let block = in_block.block;
        let text = self.text.get(range.clone()).unwrap_or_default().to_owned();
        let last = range.end.saturating_sub(1).max(range.start);
        let block_range = self.cuts.whole_offset(range.start)..self.cuts.whole_offset(last) + 1;
        let inline: Vec<&PlacedLink> = block
            .links_starting_in(block_range.clone())
            .filter(|link| !in_block.mark_ranges.covers(&link.text_range))
            .collect();
        let beside = self.text_beside(&inline, &range);
        let inline: Vec<LinkTarget> = inline.into_iter().map(|link| link.target.clone()).collect();
        // A list item may be one word, if its list is introduced.
        let min_words = match block.introduction.is_empty() || !inline.is_empty() {
            true => MIN_WORDS_BESIDE_LINKS,
            false => 1,
        };
        let kind = sentence_kind(&text, &beside, inline.len(), min_words);
        BlockSentence {
            text,
            end_with_marks: end_with_marks(block_range.end, in_block.marks),
            block_range,
            marked: Vec::new(),
            inline,
            covers_previous: false,
            kind,
            targets: Vec::new(),
        }
    }

    /// The text of a range without the words of its links, given in order.
    fn text_beside(&self, links: &[&PlacedLink], range: &Range<usize>) -> String {
        let mut beside = String::new();
        let mut start = range.start;
        for link in links {
            let words = self.cuts.rest_offset(link.text_range.start);
            let words_end = self.cuts.rest_offset(link.text_range.end).min(range.end);
            if start <= words && words <= words_end {
                beside.push_str(self.text.get(start..words).unwrap_or_default());
                beside.push(' ');
                start = words_end;
            }
        }
        beside.push_str(self.text.get(start..range.end).unwrap_or_default());
        beside
    }
}

/// The end of a sentence with the marks that follow it without other text between. Marks are in order.
fn end_with_marks(sentence_end: usize, marks: &[CitationMark]) -> usize {
    let first = marks.partition_point(|mark| mark.text_range.start < sentence_end);
    let mut end = sentence_end;
    for mark in marks.iter().skip(first) {
        add_steps(1);
        if mark.text_range.start > end {
            break;
        }
        end = end.max(mark.text_range.end);
    }
    end
}

/// Classifies a sentence by its text and its text beside the links on its words.
fn sentence_kind(text: &str, beside: &str, link_count: usize, min_words: usize) -> SentenceKind {
    let count = tokenize::distinct_terms(beside, Language::detect(text)).len();
    let words = |text: &str| {
        text.split_whitespace().filter(|it| it.contains(char::is_alphanumeric)).count()
    };
    // A label before links: `Notes on the principle: [[Composting]] and [[Soil]].`
    let is_labelled = beside
        .rsplit_once(':')
        .is_some_and(|(label, rest)| words(rest) < link_count && words(label) <= MAX_LABEL_WORDS);
    let is_pointer = count < min_words || is_labelled || line_marks::begins_as_pointer(text);
    match () {
        () if link_count > 0 && is_pointer => SentenceKind::Pointer,
        () if count < min_words || text.trim_end().ends_with(QUESTION_MARKS) => SentenceKind::Other,
        () => SentenceKind::Statement,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;

    /// Compares the cited sentences of a note, one a line: line number, sentence, targets.
    fn check(note: &str, expected: &str) {
        let target = |target: &LinkTarget| match target {
            LinkTarget::Note(link) => link.target.clone(),
            LinkTarget::Address(address) => address.clone(),
            LinkTarget::Footnote(label) => format!("^{label}"),
        };
        let show = |it: &CitedSentence| {
            let targets: Vec<String> = it.targets.iter().map(target).collect();
            format!("{} {} <- {}", it.first_line, it.text, targets.join(", "))
        };
        let got: Vec<String> = find_cited_sentences(note).iter().map(show).collect();
        assert_eq!(got.join("\n"), expected, "{note}");
    }

    #[test]
    fn a_mark_cites_for_the_sentence_before_it() {
        check(
            "The tea was hot ([a](https://a.org), p. 3). The pot was cold.[^1]\n\n[^1]: [[B]]",
            "1 The tea was hot. <- https://a.org\n1 The pot was cold. <- B",
        );
        check(
            "The tea was hot.[1](https://a.org) Mine was not.",
            "1 The tea was hot. <- https://a.org",
        );
        check(
            "The tea^[See [a](https://a.org) for that and more of it.] was hot.",
            "1 The tea was hot. <- https://a.org",
        );
        check("The tea was hot.[^9]", "1 The tea was hot. <- ^9");
        check("The tea was hot (https://a.org/x).", "1 The tea was hot. <- https://a.org/x");
    }

    #[test]
    fn a_mark_after_a_full_stop_cites_for_several_sentences() {
        check(
            "My tea is cold ([[A]]). The tea was hot. The pot was red. ([[B]]) The end is near.",
            "1 My tea is cold. <- A\n1 The tea was hot. <- B\n1 The pot was red. <- B",
        );
        check(
            "The tea was hot.\nThe pot was red. Source: [[B]]",
            "1 The tea was hot. <- B\n2 The pot was red. <- B",
        );
        check("The tea was hot. The pot was red.[^1]\n\n[^1]: [[B]]", "1 The pot was red. <- B");
        let report = report_section::add_report_comments(
            "r",
            "- **Is tea hot?** The tea was hot. The pot was red.[^1]\n\n- [[Related]]: hot tea, cold tea\n\n[^1]: [[B]]",
        );
        check(&report, "3 The tea was hot. <- B\n3 The pot was red. <- B");
    }

    #[test]
    fn words_with_links_cite_without_a_mark() {
        check("[[Tea]] was hot in May.", "1 Tea was hot in May. <- Tea");
        check("[[Tea]] was hot in May ([[Log]]).", "1 Tea was hot in May. <- Log");
        check(
            "The house of https://a.org is red ([[Log]]).",
            "1 The house of https://a.org is red. <- Log",
        );
        check(
            "|Drink|Heat|\n|-|-|\n|Tea|90 degrees ([[Log]])|",
            "3 Drink Tea, Heat 90 degrees <- Log",
        );
        check(
            "> [!note] The tea was hot ([[Log]])\n> [[Pot]] was red in May.",
            "1 The tea was hot <- Log\n2 Pot was red in May. <- Pot",
        );
    }

    #[test]
    fn links_that_cite_nothing_are_left_out() {
        check("- [[Tea]]\n- [Pot](https://a.org), 2019\n- see also [[Cup]]\n", "");
        check("Notes on the principle: [[Composting]] and [[Soil]].", "");
        check(
            "Is the tea hot in [[May]] too?\n\n# The tea is hot ([[A]])\n\n- [ ] Pour tea from the pot ([[A]])",
            "",
        );
        check("The tea is hot, see [[#Below]] and ![[Pot]] or [mail](mailto:a@b.c).", "");
        check("The tea is hot `[[A]]` %%([[B]])%%.", "");
    }

    #[test]
    fn texts_made_to_waste_time_take_linear_work() {
        let pieces = [
            "https://a.example/b ",
            "https://",
            "https://a.example/b\n",
            "([a](https://a.example)) ",
            "[a](https://a.example) ",
            "The tea was hot ([a](https://a.example)). ",
            "The tea was hot [1](https://a.example). ",
            "The [tea](https://a.example) was hot. ",
            "The tea was hot.[^1] ",
            "[^",
            "^[",
            "(",
            "(a) ",
            "https://a.example/)))",
            "[[Tea]]. ",
            "|The tea was hot [1](https://a.example)|\n",
        ];
        for piece in pieces {
            assert_linear(piece, 400, |text| {
                let note = format!("{text}\n\n[^1]: https://a.example");
                add_steps(find_cited_sentences(&note).iter().map(|it| it.targets.len()).sum());
            });
        }
    }

    #[test]
    fn a_long_list_of_links_is_not_compared_with_every_sentence() {
        assert_linear("The tea was hot. ", 400, |sentences| {
            let links = "[a](https://a.example), ".repeat(sentences.len() / 20);
            let found = find_cited_sentences(&format!("{sentences}({links})"));
            add_steps(1 + found.iter().map(|it| it.targets.len()).sum::<usize>());
        });
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(note in "(\\PC|[\\[\\]()^|#*`>~$%\\n!:.?-]|http://a|- |\\[\\[a\\]\\]|\\[\\^1\\]|\\[b\\]\\(c\\)|Tea is. ){0,60}") {
            find_cited_sentences(&note);
        }
    }
}
