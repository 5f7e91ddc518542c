//! Tests of the sanitiser: named cases, and properties of random sequences of hostile fragments.

use proptest::prelude::*;

use crate::golden;
use crate::safety::sanitize::active_content_checker::{
    HOSTILE_TEXT_FRAGMENTS, describe_active_content,
};
use crate::safety::sanitize::markdown::{MAX_MARKDOWN_BYTES, strip_all_markup};
use crate::safety::sanitize::parsed_output_checker::{PermittedLinks, find_violation};
use crate::safety::sanitize::*;
use crate::values::text::assert_linear;

const URLS: [&str; 3] =
    ["https://ok.example/a", "https://ok.example/wiki/Tea_(drink)", "https://OK.example/b?x=1"];

pub(super) fn cleaned(text: &str) -> Sanitized {
    sanitize_markdown(
        text,
        &AllowedLinks { allowed_urls: &URLS.map(str::to_owned), allowed_notes: None },
    )
}

fn check(text: &str, expected: &str) {
    assert_eq!(cleaned(text).markdown, expected, "{text:?}");
}

/// Checks every case of a file.
fn check_cases(name: &str, clean: impl Fn(&str) -> String) -> usize {
    golden::check_cases(&format!("src/safety/sanitize/cases/{name}.txt"), |case| clean(&case.input))
}

#[test]
fn every_named_case_holds() {
    let count = check_cases("markdown", |text| {
        let clean = cleaned(text).markdown;
        assert_eq!(cleaned(&clean).markdown, clean, "{text:?}");
        clean
    });
    assert!(count >= 80);
}

#[test]
fn every_case_of_notes_holds() {
    let notes = ["Folder/B note.md".to_owned(), "Tea".to_owned()];
    let urls = ["https://ok.example/a".to_owned()];
    let allowed = AllowedLinks { allowed_urls: &urls, allowed_notes: Some(&notes) };
    check_cases("notes", |text| sanitize_markdown(text, &allowed).markdown);
}

#[test]
fn every_case_of_quotes_holds() {
    check_cases("quotes", escape_text);
}

#[test]
fn every_case_of_sentences_holds() {
    check_cases("sentences", sanitize_sentence);
}

#[test]
fn only_listed_notes_are_linked() {
    let notes = ["Plants/Tea.md".to_owned(), "Water".to_owned()];
    let with = |text: &str| {
        sanitize_markdown(text, &AllowedLinks { allowed_urls: &[], allowed_notes: Some(&notes) })
            .markdown
    };
    for kept in ["[[Tea]]", "[[plants/tea#Black|leaf]]", "[[Water.md]]", "[[#Here]]"] {
        assert_eq!(with(kept), kept);
    }
    assert_eq!(with("[[Diary]] and [[Diary#May|that day]]"), "Diary and that day");
    assert_eq!(with("[[Other/Tea]]"), "Other/Tea");
}

#[test]
fn each_kind_of_removed_content_is_reported_once() {
    let removed = cleaned("![a](b) ![c](d) #tag #tag").removal_descriptions;
    assert_eq!(removed, ["a tag", "an image"]);
    assert!(cleaned("Nothing to *see* here.\n").removal_descriptions.is_empty());
}

#[test]
fn invisible_characters_are_removed_unless_spelling_needs_them() {
    check("a\u{202e}b\u{2066}c\u{e0041}d\u{feff}e\u{0}f", "abcdef");
    check("line\u{2028}separator\rreturn", "line separator\nreturn");
    check("a&#x202e;b&#8203;c&zwj;d &amp; e", "abcd &amp; e");
    for kept in ["می\u{200c}خواهم", "👩\u{200d}🔬 ❤\u{fe0f} 1\u{fe0f}\u{20e3}", "a\r\nb"]
    {
        check(kept, kept);
    }
    check("a\u{200d}b\u{fe01}c", "abc");
}

#[test]
fn without_markup_only_words_are_left() {
    let words = strip_all_markup("# <b> 1. `= x` [[a]] ![b](https://c) www.d\n- [ ] $$e #f ^g");
    assert_eq!(words, "b 1. x a b https c www. d\ne f g");
    check(&words, &words);
}

#[test]
fn a_text_that_is_too_long_loses_all_markup() {
    for part in ["*a* ", "%", "$$\n", "a.b ", "é"] {
        let clean = cleaned(&part.repeat(MAX_MARKDOWN_BYTES / part.len() + 1)).markdown;
        assert!(!clean.contains(['*', '%', '$']), "{part:?}");
        assert!(cleaned(&clean).markdown == clean, "{part:?} is not stable");
    }
    // This text is longer than `MAX_MARKDOWN_BYTES` only after it has been escaped.
    let clean = cleaned(&"$$ ".repeat(MAX_MARKDOWN_BYTES / 3)).markdown;
    assert!(cleaned(&clean).markdown == clean);
}

#[test]
fn a_thousand_repetitions_of_a_fragment_are_stable() {
    for part in HOSTILE_TEXT_FRAGMENTS {
        let clean = cleaned(&part.repeat(1000)).markdown;
        assert!(cleaned(&clean).markdown == clean, "{part:?} is not stable");
    }
}

/// Pieces of which a text is made that could take many times longer than others.
const REPEATED_PIECES: [&str; 44] = [
    "[",
    "![",
    "[[",
    "[[a",
    "[a](",
    "[a]",
    "](",
    "(",
    "<",
    "<a ",
    "<a=\"",
    "<!--",
    "<script>",
    "{",
    "{{",
    "{a ",
    "}",
    "$",
    "$$",
    "$a ",
    "$\\a",
    "*",
    "**a ",
    "_a",
    "`",
    "``a",
    "`dice ",
    "~~",
    "|a",
    ">",
    "> - ",
    "- a\n",
    "[^a]: b\n",
    "\\",
    "\\<",
    "#a ",
    "&#",
    "a://",
    "https://ok.example/a|",
    "www.a",
    "```js\n",
    "~~~\n",
    "$$\n",
    "a\n--\n",
];

#[test]
fn the_time_for_a_text_grows_with_its_length() {
    for piece in REPEATED_PIECES {
        assert_linear(piece, 3000, |text| drop(cleaned(text)));
        assert_linear(piece, 500, |text| drop(sanitize_sentence(text)));
    }
}

fn hostile_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(HOSTILE_TEXT_FRAGMENTS.to_vec()), 0..14)
        .prop_map(|parts| parts.concat())
}

/// Ordinary blocks that must stay unchanged in any order.
const BLOCKS: [&str; 15] = [
    "### Leaves\n\nTea has *two* **names**.",
    "- one\n- two\n  - three `x = 1`",
    "1. first\n2. second",
    "| a | b |\n| --- | ---: |\n| 1 | 2 |",
    "```python\nif a < b: print(\"#x\")\n```",
    "~~~\nplain\n~~~",
    "> [!info] Title\n> Words.",
    "> Quoted, [said](https://ok.example/a).",
    "Costs $5, or 5 < 6; $x^2$ and C++ & C#.",
    "$$\n\\sum_i x_i\n- 1\n$$",
    "See [[Tea#Leaf|leaf]], ==marked== and ~~struck~~.",
    "Water at 93 °C — 12:30, 50 %, e.g. (a).",
    "#### 日本語\n\n文章と[出典](https://ok.example/a)。",
    "***",
    "Said[^1], and again[^1].\n\n[^1]: [Source](https://ok.example/a), p. 4.",
];

proptest! {
    #![proptest_config(proptest::test_runner::Config {
        failure_persistence: None,
        ..proptest::test_runner::Config::default()
    })]

    #[test]
    fn sanitised_text_has_no_active_content_and_stays_unchanged(text in hostile_text()) {
        let Sanitized { markdown: clean, removal_descriptions } = cleaned(&text);
        prop_assert!(!removal_descriptions.iter().any(|what| what.contains("made safe")), "{:?}", text);
        prop_assert_eq!(describe_active_content(&clean), None, "{:?} => {:?}", text, clean);
        let permitted = PermittedLinks { permitted_urls: &["https://ok.example/a"], permitted_notes: None };
        prop_assert_eq!(find_violation(&clean, &permitted), None, "{:?} => {:?}", text, clean);
        let again = cleaned(&clean).markdown;
        prop_assert_eq!(&again, &clean, "{:?}", text);
    }

    #[test]
    fn only_allowed_notes_are_linked(text in hostile_text()) {
        let urls = ["https://ok.example/a".to_owned()];
        let notes = ["Note".to_owned()];
        let allowed = AllowedLinks { allowed_urls: &urls, allowed_notes: Some(&notes) };
        let clean = sanitize_markdown(&text, &allowed).markdown;
        let permitted = PermittedLinks { permitted_urls: &["https://ok.example/a"], permitted_notes: Some(&["Note"]) };
        prop_assert_eq!(find_violation(&clean, &permitted), None, "{:?} => {:?}", text, clean);
        prop_assert_eq!(&sanitize_markdown(&clean, &allowed).markdown, &clean, "{:?}", text);
    }

    #[test]
    fn any_text_can_be_sanitised(text in "\\PC{0,60}|[-`~$<>#*_=:\\[\\]()!%^{}|&\\\\ \n\ta1.]{0,60}") {
        let clean = cleaned(&text).markdown;
        prop_assert_eq!(&cleaned(&clean).markdown, &clean);
    }

    #[test]
    fn ordinary_text_stays_unchanged(
        blocks in prop::collection::vec(prop::sample::select(BLOCKS.to_vec()), 1..6)
    ) {
        let text = format!("{}\n", blocks.join("\n\n"));
        let clean = cleaned(&text);
        prop_assert_eq!(clean, Sanitized { markdown: text, removal_descriptions: Vec::new() });
    }

    #[test]
    fn text_before_and_after_stays(text in hostile_text()) {
        let clean = cleaned(&format!("Words before.\n\n{text}\n\nWords after.\n")).markdown;
        prop_assert!(clean.contains("Words before"), "{:?} => {:?}", text, clean);
        prop_assert!(clean.contains("Words after"), "{:?} => {:?}", text, clean);
    }
}
