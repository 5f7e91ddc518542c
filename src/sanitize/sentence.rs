//! One sentence that a model wrote, to stand in a line of ours: emphasis, code and formulas stay,
//! links become their words, and nothing in it reaches beyond it.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::sanitize::address::AllowedLinks;
use crate::sanitize::change::Changes;
use crate::sanitize::quote::folded;
use crate::sanitize::span::{Covered, is_escaped};
use crate::sanitize::words_only;

/// Looks at a sentence before its markup is given up.
const MAX_LOOKS: usize = 12;

/// Bytes of a sentence whose markup is looked at. What is longer is none.
const MAX_LENGTH: usize = 20_000;

const MARKUP: Options = Options::ENABLE_STRIKETHROUGH.union(Options::ENABLE_MATH);

/// Nothing may be linked to.
const NOWHERE: AllowedLinks<'static> = AllowedLinks { urls: &[], notes: Some(&[]) };

/// A sentence on one line that begins no block, leads nowhere and leaves nothing open. It may be
/// empty. A space or the end of the line is to stand behind it.
pub fn sanitize_sentence(text: &str) -> String {
    let mut text = folded(text);
    for _ in 0..MAX_LOOKS {
        if text.len() > MAX_LENGTH {
            break;
        }
        let clean = crate::sanitize::sanitize_markdown(&text, &NOWHERE).markdown;
        let changes = look(&clean);
        if clean == text && changes.is_empty() {
            return text;
        }
        text = folded(&changes.apply(&clean, &mut BTreeSet::new()));
    }
    folded(&words_only(&text))
}

/// What of a sentence could reach beyond it.
fn look(text: &str) -> Changes {
    let mut changes = Changes::default();
    if let Some(at) = block_mark(text) {
        changes.insert(at, "\\", "a block");
    }
    let mut kept = kept(text, &mut changes);
    own_places(text, &mut kept, &mut changes);
    let mut before = 0;
    for (at, byte) in text.bytes().enumerate() {
        let next = text.as_bytes().get(at + 1).copied();
        let open = match byte {
            b'*' | b'_' | b'~' | b'$' | b'[' | b']' | b'|' => true,
            b'=' => before == b'=',
            // Alone at the end it would disarm what follows.
            b'\\' => next.is_none(),
            _ => false,
        };
        before = byte;
        let tag = byte == b'<' && next.is_none_or(|next| !b" =0123456789".contains(&next));
        if !(open || tag) || kept.has(at) || is_escaped(text, at) {
            continue;
        }
        if open {
            changes.insert(at, "\\", "a mark that was left open");
        } else {
            changes.replace(at..at + 1, "&lt;", "HTML");
        }
    }
    changes
}

/// Links to places in the same note, which need no name to be known: their words.
fn own_places(text: &str, kept: &mut Covered, changes: &mut Changes) {
    for (at, _) in text.match_indices("[[") {
        if kept.has(at) {
            continue;
        }
        let rest = text.get(at + 2..).unwrap_or_default();
        let Some((inside, _)) = rest.split_once(']').filter(|(_, rest)| rest.starts_with(']'))
        else {
            continue;
        };
        let words = inside.rsplit(['|', '#', '^']).next().unwrap_or_default();
        let range = at..at + inside.len() + 4;
        changes.replace(range.clone(), words, "a link");
        kept.cover(range);
    }
}

/// What is closed in itself: code, formulas in the line, and the marks of emphasis.
fn kept(text: &str, changes: &mut Changes) -> Covered {
    let mut kept = Covered::none(text.len());
    for (event, range) in Parser::new_ext(text, MARKUP).into_offset_iter() {
        match event {
            Event::Code(_) => kept.cover(range),
            Event::InlineMath(_) => {
                part_footnotes(text, range.clone(), changes);
                kept.cover(range);
            }
            // Two dollars would part the line.
            Event::DisplayMath(_) => {
                changes.remove(range.start..range.start + 1, "a formula of its own");
                changes.remove(range.end - 1..range.end, "a formula of its own");
                kept.cover(range);
            }
            Event::Start(Tag::Emphasis) => cover_ends(&mut kept, range, 1),
            Event::Start(Tag::Strong) => cover_ends(&mut kept, range, 2),
            Event::Start(Tag::Strikethrough) => {
                let single = text.get(range.start..range.start + 2) != Some("~~");
                cover_ends(&mut kept, range, if single { 1 } else { 2 });
            }
            _ => {}
        }
    }
    kept
}

/// A footnote would be counted and named among those of the note; what is no formula for another
/// reader must not hold one.
fn part_footnotes(text: &str, range: Range<usize>, changes: &mut Changes) {
    let formula = text.get(range.clone()).unwrap_or_default();
    for mark in ["[^", "^["] {
        for (at, _) in formula.match_indices(mark) {
            changes.insert(range.start + at + 1, " ", "a footnote");
        }
    }
}

fn cover_ends(kept: &mut Covered, range: Range<usize>, width: usize) {
    kept.cover(range.start..range.start + width);
    kept.cover(range.end.saturating_sub(width)..range.end);
}

/// Where the mark stands by which a line begins a heading, a list, a quote, a table, a rule or a
/// definition. Emphasis and fences begin with marks that are looked at wherever they stand.
fn block_mark(line: &str) -> Option<usize> {
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

    use super::super::active::{FRAGMENTS, active};
    use super::super::oracle::{Permitted, leftover};
    use super::*;

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
    fn links_become_their_words() {
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
    fn no_block_begins() {
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
    }

    #[test]
    fn nothing_is_left_open() {
        check("a *b", "a \\*b");
        check("It costs $5", "It costs \\$5");
        check("a `b", "a 'b");
        check("a ==b== c", "a =\\=b=\\= c");
        check("a **b* c", "a \\**b* c");
        check("$$x$$", "$x$");
        check("a \\", "a \\\\");
        check("a <", "a &lt;");
    }

    /// What a reader sees behind the last text of a sentence.
    fn behind(line: &str) -> Vec<String> {
        let events = Parser::new_ext(line, MARKUP).map(|event| format!("{event:?}"));
        let events: Vec<String> = events.collect();
        let from = events.iter().rposition(|event| event.contains("EMPH")).unwrap_or_default();
        events.get(from.saturating_sub(1)..).unwrap_or_default().to_vec()
    }

    fn any_text() -> impl Strategy<Value = String> {
        let parts = prop::collection::vec(prop::sample::select(FRAGMENTS.to_vec()), 0..14);
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
            prop_assert_eq!(active(&line), None, "{:?} => {:?}", text, line);
            let nowhere = Permitted { urls: &[], notes: Some(&[]) };
            prop_assert_eq!(leftover(&line, &nowhere), None, "{:?} => {:?}", text, line);
            prop_assert_eq!(&super::super::sanitize_markdown(&line, &NOWHERE).markdown, &line, "{:?}", text);
            prop_assert_eq!(&sanitize_sentence(&line), &line, "{:?}", text);
        }

        #[test]
        fn what_stands_behind_is_not_drawn_in(text in any_text()) {
            let line = sanitize_sentence(&text);
            let tail = " *EMPH*, `c` $m$ **s** ~~t~~ [l](https://e.example)";
            prop_assert_eq!(behind(&format!("{line}{tail}")), behind(&format!("a{tail}")), "{:?}", line);
            let is_block = |event: Event<'_>| match event {
                Event::Start(tag) => !matches!(tag, Tag::Paragraph | Tag::Emphasis | Tag::Strong | Tag::Strikethrough),
                Event::End(end) => matches!(end, TagEnd::Item),
                Event::Rule | Event::Html(_) | Event::InlineHtml(_) => true,
                _ => false,
            };
            let blocks = MARKUP | Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_DEFINITION_LIST;
            prop_assert!(!Parser::new_ext(&line, blocks).any(is_block), "{:?}", line);
            let noted = format!("{line}\n\n[^1]: a");
            let refers = |event: Event<'_>| matches!(event, Event::FootnoteReference(_));
            prop_assert!(!Parser::new_ext(&noted, blocks).any(refers), "{:?}", line);
        }

        #[test]
        fn the_last_resort_is_a_sentence(text in any_text()) {
            let words = folded(&words_only(&folded(&text)));
            prop_assert_eq!(sanitize_sentence(&words), words);
        }
    }
}
