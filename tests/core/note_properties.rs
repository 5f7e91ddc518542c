//! Promises about any note at all: no edit harms what it does not touch. Ten thousand notes each,
//! made of the pieces in which Markdown and Obsidian hide things.

use ibid::notes::chunk::passages;
use ibid::notes::note::{HeadingTitle, NoteEdit, Outline, apply, frontmatter};
use ibid::values::Result;
use proptest::prelude::*;
use serde_json::{Value, json};

const HEADING: &str = "## R";

/// Lines that open, close and resemble things.
fn line() -> impl Strategy<Value = String> {
    let fixed = [
        "",
        "",
        "text",
        "more text here  ",
        "## R",
        "## r ##",
        "# Top",
        "### Low",
        "Setext",
        "===",
        "---",
        "```",
        "```js",
        "~~~~",
        "%%",
        "a %% b",
        "%% c %%",
        "$$",
        "$$x$$",
        "<!--",
        "-->",
        "<div>",
        "</pre>",
        "<pre>",
        "- item",
        "  - sub",
        "1. one",
        "> quote",
        "> ```",
        "> [!note] t",
        "    # code",
        "\t- x",
        "| a | b |",
        "|---|---|",
        "tags: [a]",
        "k: v",
        "`%%`",
        "[[Link|x]]",
        "\u{feff}",
        "\u{c}",
        "\0",
        "标题。句子。",
        "é\u{301}",
        " ",
        "[^1]: x",
        "^id",
        "***",
    ];
    proptest::sample::select(fixed.to_vec()).prop_map(str::to_owned)
}

/// A note of such lines with one of the line ends after each.
fn note() -> impl Strategy<Value = String> {
    let end = proptest::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r\n", ""]);
    let head =
        proptest::sample::select(vec!["", "", "---\na: 1\n---\n", "\u{feff}", "---\nk: v\n"]);
    (head, proptest::collection::vec((line(), end), 0..14)).prop_map(|(head, lines)| {
        head.to_owned()
            + &lines.iter().map(|(line, end)| format!("{line}{end}")).collect::<String>()
    })
}

fn write(content: &str) -> NoteEdit {
    NoteEdit::WriteSection {
        heading: HEADING.into(),
        content: content.into(),
        replaces: None,
        from: None,
        expects: Vec::new(),
    }
}

fn section_content<'t>(text: &'t str, title: &HeadingTitle) -> Result<Option<&'t str>> {
    Outline::parse(text).section_content(text, title)
}

fn title() -> HeadingTitle {
    HeadingTitle::parse(HEADING).unwrap()
}

/// The one heading of our section, if there is exactly one.
fn section(text: &str) -> Option<(usize, usize, usize)> {
    let outline = Outline::parse(text);
    let found = outline.find_headings(&title());
    let [heading] = found.as_slice() else { return None };
    let whole = outline.section_range(heading, text);
    Some((whole.start, heading.byte_range.end, whole.end))
}

/// Whether one text is the other with something put in at one place.
fn only_inserted(before: &str, after: &str) -> bool {
    let head = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let tail = before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
    after.len() >= before.len() && head + tail >= before.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn bytes_outside_the_section_stay(text in note(), content in note()) {
        if let Ok(after) = apply(&text, &write(&content)) {
            match section(&text) {
                None => prop_assert!(after.starts_with(&text), "{after:?}"),
                Some((_, body, end)) => {
                    prop_assert!(after.starts_with(&text[..body]), "{after:?}");
                    prop_assert!(after.ends_with(&text[end..]), "{after:?}");
                }
            }
        }
    }

    #[test]
    fn writing_the_same_section_twice_changes_nothing(text in note(), content in note()) {
        if let Ok(once) = apply(&text, &write(&content)) {
            prop_assert_eq!(apply(&once, &write(&content)), Ok(once));
        }
    }

    #[test]
    fn a_section_contains_the_content_that_was_written(text in note(), content in note()) {
        if let Ok(after) = apply(&text, &write(&content)) {
            let said = section_content(&after, &title()).unwrap().unwrap_or_default().replace("\r\n", "\n");
            let Ok(alone) = apply("", &write(&content)) else { return Ok(()) };
            let alone = section_content(&alone, &title()).unwrap().unwrap_or_default();
            prop_assert_eq!(said, alone.replace("\r\n", "\n"));
        }
    }

    #[test]
    fn putting_the_old_content_back_restores_the_note(text in note(), content in note()) {
        let Ok(Some(old)) = section_content(&text, &title()) else { return Ok(()) };
        let old = old.to_owned();
        let first = apply(&text, &write(&old)).unwrap();
        prop_assert_eq!(&first, &text, "the content it has changes nothing");
        let back = apply(&text, &write(&content)).and_then(|changed| apply(&changed, &write(&old)));
        if let Ok(back) = back {
            let unix = |text: &str| section_content(text, &title()).map(|c| c.map(|c| c.replace("\r\n", "\n")));
            prop_assert_eq!(unix(&back), unix(&text));
        }
    }

    #[test]
    fn a_section_that_was_written_where_none_was_can_be_taken_away(text in note(), content in note()) {
        let Ok(None) = section_content(&text, &title()) else { return Ok(()) };
        if let Ok(written) = apply(&text, &write(&content)) {
            let remove = NoteEdit::RemoveSection { heading: HEADING.into(), replaces: None };
            let back = apply(&written, &remove).unwrap();
            // How many line breaks the note ended with is not known any more.
            let said = |text: &str| text.trim_end_matches(['\r', '\n']).to_owned();
            prop_assert_eq!(said(&back), said(&text));
        }
    }

    #[test]
    fn insertions_keep_every_byte_and_can_be_taken_out(text in note(), content in note()) {
        let content = content.as_str();
        for edit in [
            NoteEdit::Append { content: content.into() },
            NoteEdit::Prepend { content: content.into() },
            NoteEdit::AppendToSection { heading: HEADING.into(), content: content.into(), expects: Vec::new() },
        ] {
            if let Ok(after) = apply(&text, &edit) {
                prop_assert!(only_inserted(&text, &after), "{edit:?} {after:?}");
            }
        }
    }

    #[test]
    fn headings_around_an_edit_are_never_swallowed(text in note(), content in note()) {
        let before = Outline::parse(&text).headings.len();
        for edit in [NoteEdit::Append { content: content.clone() }, NoteEdit::Prepend { content: content.clone() }] {
            if let Ok(after) = apply(&text, &edit) {
                prop_assert!(Outline::parse(&after).headings.len() >= before);
            }
        }
    }

    #[test]
    fn passages_are_the_note(text in note()) {
        let joined: String = passages(&text).iter().map(|passage| passage.text).collect();
        prop_assert_eq!(joined, text);
    }

    #[test]
    fn passages_name_their_lines_in_order(text in note()) {
        let mut last = 0;
        for passage in passages(&text) {
            prop_assert!(passage.first_line >= last && passage.last_line >= passage.first_line);
            last = passage.first_line;
        }
    }

    #[test]
    fn a_property_that_was_added_can_be_removed_again(text in note(), value in "[a-z:#,\\[\\]'\" 0-9\n-]{0,12}", list: bool) {
        let value: Value = if list { json!([value, 1]) } else { json!(value) };
        let key = "added by us".to_owned();
        let set = NoteEdit::SetProperty { key: key.clone(), value };
        if let Ok(after) = apply(&text, &set) {
            prop_assert_eq!(apply(&after, &set), Ok(after.clone()), "setting twice");
            // An empty block goes with the last property that was put into it.
            let block = frontmatter::frontmatter_byte_range(&text).map_or("", |range| &text[range]);
            let bare = !block.is_empty() && block.lines().all(|line| matches!(line.trim(), "" | "---"));
            if !bare {
                prop_assert_eq!(apply(&after, &NoteEdit::RemoveProperty { key }), Ok(text));
            }
        }
    }
}
