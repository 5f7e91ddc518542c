//! Sanitises one sentence of a model for a line that Ibid writes: emphasis, code and formulas stay,
//! links become their text, and no markup extends beyond the sentence.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::link_allowlist::AllowedLinks;
use crate::safety::sanitize::markdown::{sanitize_markdown, strip_all_markup};
use crate::safety::sanitize::quote::single_visible_line;
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::is_escaped;

/// Maximum number of passes over a sentence. After that, all markup is removed.
const MAX_SANITIZE_PASSES: usize = 12;

/// Maximum length of a sentence in bytes. A longer sentence loses all markup.
const MAX_SENTENCE_BYTES: usize = 20_000;

const PARSER_OPTIONS: Options = Options::ENABLE_STRIKETHROUGH.union(Options::ENABLE_MATH);

/// A sentence may contain no links, so the list of allowed ones is empty.
const NO_ALLOWED_LINKS: AllowedLinks<'static> =
    AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };

/// Sanitises a sentence: the result is one line without links that begins no block and leaves no
/// markup open. It may be empty. The caller must put a space or a line end after it.
pub fn sanitize_sentence(text: &str) -> String {
    // Even in code, where Obsidian reads no comments: a later run finds a report by its comments.
    // Twice, because the first pass leaves two signs together in a longer row.
    let mut text = single_visible_line(text).replace("%%", "% %").replace("%%", "% %");
    for _ in 0..MAX_SANITIZE_PASSES {
        if text.len() > MAX_SENTENCE_BYTES {
            break;
        }
        let clean = sanitize_markdown(&text, &NO_ALLOWED_LINKS).markdown;
        let replacements = open_markup_replacements(&clean);
        if clean == text && replacements.is_empty() {
            return text;
        }
        text = single_visible_line(&replacements.apply(&clean, &mut BTreeSet::new()));
    }
    single_visible_line(&strip_all_markup(&text))
}

/// Finds the markup of a sentence that could also affect the text after the sentence, and returns
/// the replacements that escape it.
fn open_markup_replacements(text: &str) -> Replacements {
    let mut replacements = Replacements::default();
    if let Some(at) = block_marker_offset(text) {
        replacements.insert(at, "\\", "a block");
    }
    let mut kept = mark_closed_markup(text, &mut replacements);
    remove_heading_links(text, &mut kept, &mut replacements);
    let mut before = 0;
    for (at, byte) in text.bytes().enumerate() {
        let next = text.as_bytes().get(at + 1).copied();
        let open = match byte {
            b'*' | b'_' | b'~' | b'$' | b'[' | b']' | b'|' => true,
            b'=' => before == b'=',
            // At the end of the sentence a backslash would escape the text after it.
            b'\\' => next.is_none(),
            _ => false,
        };
        before = byte;
        let tag = byte == b'<' && next.is_none_or(|next| !b" =0123456789".contains(&next));
        if !(open || tag) || kept.is_handled(at) || is_escaped(text, at) {
            continue;
        }
        if open {
            replacements.insert(at, "\\", "a mark that was left open");
        } else {
            replacements.replace(at..at + 1, "&lt;", "HTML");
        }
    }
    replacements
}

/// Replaces links to headings of the same note, such as `[[#Heading]]`, by their text. The
/// allowlist accepts such links because they name no note.
fn remove_heading_links(text: &str, handled: &mut HandledBytes, replacements: &mut Replacements) {
    for (at, _) in text.match_indices("[[") {
        if handled.is_handled(at) {
            continue;
        }
        let rest = text.get(at + 2..).unwrap_or_default();
        let Some((inside, _)) = rest.split_once(']').filter(|(_, rest)| rest.starts_with(']'))
        else {
            continue;
        };
        let words = inside.rsplit(['|', '#', '^']).next().unwrap_or_default();
        let range = at..at + inside.len() + 4;
        replacements.replace(range.clone(), words, "a link");
        handled.mark_handled(range);
    }
}

/// Marks the bytes of markup that ends within the sentence: code, inline formulas, and the markers
/// of emphasis.
fn mark_closed_markup(text: &str, replacements: &mut Replacements) -> HandledBytes {
    let mut kept = HandledBytes::new_unmarked(text.len());
    for (event, range) in Parser::new_ext(text, PARSER_OPTIONS).into_offset_iter() {
        match event {
            Event::Code(_) => kept.mark_handled(range),
            Event::InlineMath(_) => {
                break_footnotes(text, range.clone(), replacements);
                kept.mark_handled(range);
            }
            // Two dollars would begin a math block, so one of them is removed at each end.
            Event::DisplayMath(_) => {
                replacements.remove(range.start..range.start + 1, "a formula of its own");
                replacements.remove(range.end - 1..range.end, "a formula of its own");
                kept.mark_handled(range);
            }
            Event::Start(Tag::Emphasis) => mark_emphasis_markers(&mut kept, range, 1),
            Event::Start(Tag::Strong) => mark_emphasis_markers(&mut kept, range, 2),
            Event::Start(Tag::Strikethrough) => {
                let single = text.get(range.start..range.start + 2) != Some("~~");
                mark_emphasis_markers(&mut kept, range, if single { 1 } else { 2 });
            }
            _ => {}
        }
    }
    kept
}

/// Breaks the signs of a footnote (`[^` and `^[`) in a formula. A parser that doesn't recognise the
/// formula would read them as a footnote of the note.
fn break_footnotes(text: &str, range: Range<usize>, replacements: &mut Replacements) {
    let formula = text.get(range.clone()).unwrap_or_default();
    for mark in ["[^", "^["] {
        for (at, _) in formula.match_indices(mark) {
            replacements.insert(range.start + at + 1, " ", "a footnote");
        }
    }
}

/// Marks the first and the last `marker_bytes` bytes of a range, which are the markers of emphasis.
fn mark_emphasis_markers(handled: &mut HandledBytes, range: Range<usize>, marker_bytes: usize) {
    handled.mark_handled(range.start..range.start + marker_bytes);
    handled.mark_handled(range.end.saturating_sub(marker_bytes)..range.end);
}

/// The offset of the marker with which a line begins a heading, a list, a quote, a rule or a
/// definition. Other markers, such as `*` and `|`, are escaped everywhere in the sentence anyway.
fn block_marker_offset(line: &str) -> Option<usize> {
    if line.starts_with(['#', '>', '+', '-', '=', ':']) {
        return Some(0);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?.strip_prefix(['.', ')'])?;
    (digits > 0 && (rest.is_empty() || rest.starts_with(' '))).then_some(digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::TagEnd;

    use super::*;
    use crate::safety::sanitize::active_content_checker::{
        HOSTILE_TEXT_FRAGMENTS, describe_active_content,
    };
    use crate::safety::sanitize::parsed_output_checker::{PermittedLinks, find_violation};

    fn check(text: &str, expected: &str) {
        assert_eq!(sanitize_sentence(text), expected, "{text}");
    }

    #[test]
    fn emphasis_code_and_formulas_stay() {
        for kept in [
            "",
            "Tea has *two* **names**, `cha` and ~~thé~~; $x^2$ < 5 & more.",
            "*Camellia* leaves: 1.5 g, 50 %, 12:30 (a).",
            "2024 was dry. 1.5 was not.",
            "堆肥需要**氧气**。",
        ] {
            check(kept, kept);
        }
    }

    #[test]
    fn links_become_their_text() {
        check(
            "See [the page](https://a.example/b), [[Tea|leaf]], [[Tea]].",
            "See the page, leaf, Tea.",
        );
        check("See [[#Here]] and [[#Here|there]] ![[Tea]].", "See Here and there Tea.");
        check("https://a.example/b and <https://b.example>", "a.example and b.example");
        check("Said[^1] [so].", "Said\\[^1\\] \\[so\\].");
        check("Said^[so] $x^[2]$ $[^1]$ [^1]: a", "Said^\\[so\\] $x^ [2]$ $[ ^1]$ \\[^1\\]: a");
    }

    #[test]
    fn a_sentence_begins_no_block() {
        check("# a", "\\### a");
        check("- a", "\\- a");
        check("> [!note] a", "\\> \\[!note\\] a");
        check("1. a", "1\\. a");
        check("12) a", "12\\) a");
        check("* a", "\\* a");
        check("| a | b |", "\\| a \\| b \\|");
        check(": a", "\\: a");
        check("a\n===\nb\n\n- c", "a =\\=\\= b - c");
        check("---", "\\*\\*\\*");
        check("```js\na\n```", "`js a `");
        check("a `%%%` b", "a `% % %` b");
    }

    #[test]
    fn unclosed_markup_is_escaped() {
        check("a *b", "a \\*b");
        check("It costs $5", "It costs \\$5");
        check("a `b", "a 'b");
        check("a ==b== c", "a =\\=b=\\= c");
        check("a **b* c", "a \\**b* c");
        check("$$x$$", "$x$");
        check("a \\", "a \\\\");
        check("a <", "a &lt;");
    }

    /// The parser events after a sentence that is followed by the marker text `EMPH`.
    fn behind(line: &str) -> Vec<String> {
        let events = Parser::new_ext(line, PARSER_OPTIONS).map(|event| format!("{event:?}"));
        let events: Vec<String> = events.collect();
        let from = events.iter().rposition(|event| event.contains("EMPH")).unwrap_or_default();
        events.get(from.saturating_sub(1)..).unwrap_or_default().to_vec()
    }

    fn any_text() -> impl Strategy<Value = String> {
        let parts =
            prop::collection::vec(prop::sample::select(HOSTILE_TEXT_FRAGMENTS.to_vec()), 0..14);
        prop_oneof![
            parts.prop_map(|parts| parts.concat()),
            "[-`~$<>#*_=:\\[\\]()!%^{}|&\\\\ \n\ta1.]{0,40}",
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_sentence_is_one_clean_line(text in any_text()) {
            let line = sanitize_sentence(&text);
            prop_assert!(!line.contains(['\n', '\r', '\t']) && line.trim() == line, "{:?}", line);
            prop_assert_eq!(describe_active_content(&line), None, "{:?} => {:?}", text, line);
            let nowhere = PermittedLinks { permitted_urls: &[], permitted_notes: Some(&[]) };
            prop_assert_eq!(find_violation(&line, &nowhere), None, "{:?} => {:?}", text, line);
            prop_assert_eq!(&sanitize_markdown(&line, &NO_ALLOWED_LINKS).markdown, &line, "{:?}", text);
            prop_assert_eq!(&sanitize_sentence(&line), &line, "{:?}", text);
        }

        #[test]
        fn markup_after_the_sentence_is_not_affected(text in any_text()) {
            let line = sanitize_sentence(&text);
            let tail = " *EMPH*, `c` $m$ **s** ~~t~~ [l](https://e.example)";
            prop_assert_eq!(behind(&format!("{line}{tail}")), behind(&format!("a{tail}")), "{:?}", line);
            let is_block = |event: Event<'_>| match event {
                Event::Start(tag) => !matches!(tag, Tag::Paragraph | Tag::Emphasis | Tag::Strong | Tag::Strikethrough),
                Event::End(end) => matches!(end, TagEnd::Item),
                Event::Rule | Event::Html(_) | Event::InlineHtml(_) => true,
                _ => false,
            };
            let blocks = PARSER_OPTIONS | Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_DEFINITION_LIST;
            prop_assert!(!Parser::new_ext(&line, blocks).any(is_block), "{:?}", line);
            let noted = format!("{line}\n\n[^1]: a");
            let refers = |event: Event<'_>| matches!(event, Event::FootnoteReference(_));
            prop_assert!(!Parser::new_ext(&noted, blocks).any(refers), "{:?}", line);
        }

        #[test]
        fn text_without_markup_is_a_valid_sentence(text in any_text()) {
            let words = single_visible_line(&strip_all_markup(&single_visible_line(&text)));
            prop_assert_eq!(sanitize_sentence(&words), words);
        }
    }
}
