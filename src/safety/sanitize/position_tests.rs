//! Tests with every row of `plugins.txt` and every attack, in many positions of a note.

use crate::golden;
use crate::safety::sanitize::active_content_checker::describe_active_content;
use crate::safety::sanitize::parsed_output_checker::{PermittedLinks, find_violation};
use crate::safety::sanitize::plugin_triggers::TriggerContext;
use crate::safety::sanitize::tests::cleaned;
use crate::safety::sanitize::*;
use std::collections::BTreeSet;

/// A row of the table of plugins.
struct PluginRow {
    form: TriggerContext,
    plugin: &'static str,
    example: &'static str,
}

fn rows() -> Vec<PluginRow> {
    let forms = [
        ("fence", TriggerContext::FenceLanguage),
        ("code", TriggerContext::CodeStart),
        ("text", TriggerContext::Anywhere),
        ("prose", TriggerContext::Prose),
        ("braces", TriggerContext::Braces),
    ];
    let read = |line: &'static str| {
        let (name, rest) = line.split_once(" | ")?;
        let (_, form) = forms.iter().find(|(form, _)| *form == name)?;
        let (_, rest) = rest.split_once(" | ")?;
        let (plugin, example) = rest.split_once(" | ")?;
        Some(PluginRow { form: *form, plugin, example })
    };
    include_str!("plugins.txt").lines().filter_map(read).collect()
}

/// Positions in a note. `X` is replaced by the tested text.
const POSITIONS: [&str; 14] = [
    "X",
    "Words X words.",
    "> X",
    "- X",
    "1. X",
    "> - a\n>   - X",
    "- > X",
    "| a |\n| --- |\n| X |",
    "*X*",
    "### X",
    "a[^1]\n\n[^1]: X",
    "[X](https://ok.example/a)",
    "==X==",
    "\\X",
];

/// An example in every kind of code, and as prose.
fn positions(form: TriggerContext, example: &str) -> Vec<String> {
    let fenced = |info: &str, code: &str| {
        let fence = |mark: &str, item: &str, next: &str| {
            format!("{item}{mark}{info}\n{next}{code}\n{next}{mark}")
        };
        let marks = [("", ""), ("> ", "> "), ("- ", "  "), ("- a\n\n  ", "  "), ("> 1. ", ">    ")];
        let all = marks
            .iter()
            .flat_map(move |(item, next)| ["```", "~~~~"].map(|mark| fence(mark, item, next)));
        all.collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    if form == TriggerContext::FenceLanguage {
        for info in [
            example,
            &format!(" {example}"),
            &example.to_uppercase(),
            &format!("{example} a=b"),
            &format!("{{.{example}}}"),
        ] {
            found.extend(fenced(info, "code"));
        }
        return found;
    }
    found.extend(["", "js", "text"].iter().flat_map(|info| fenced(info, example)));
    found.extend(fenced("", &format!("\n  {example}")));
    found.push(format!("a\n\n    {example}"));
    found.push(format!("a\n\n\t{example}"));
    found.push(format!(">     {example}"));
    found.push(format!("- a\n\n      {example}"));
    let inline =
        ["`E`", "`` E ``", "` E`", "`  E `", "`\u{a0}E`", "`\nE`", "```E```", "`E", "**`E`**"];
    let spans = inline.iter().map(|span| span.replace('E', example));
    let everywhere = [format!("`{example}`"), example.to_owned()];
    for (span, positions) in
        spans.map(|span| (span, 4)).chain(everywhere.map(|span| (span, POSITIONS.len())))
    {
        found.extend(POSITIONS.iter().take(positions).map(|position| position.replace('X', &span)));
    }
    found
}

#[test]
fn every_pattern_of_the_table_is_escaped_in_every_position() {
    let permitted =
        PermittedLinks { permitted_urls: &["https://ok.example/a"], permitted_notes: None };
    let mut failed = Vec::new();
    for row in rows() {
        for text in positions(row.form, row.example) {
            for text in [format!("Before.\n\n{text}\n\nAfter.\n"), text.replace('\n', "\r\n")] {
                let once = cleaned(&text).markdown;
                let twice = cleaned(&once).markdown;
                let left = find_violation(&once, &permitted);
                if left.is_some() || twice != once {
                    failed.push(format!("{text:?}\n=> {once:?}\n=> {twice:?}: {left:?}"));
                }
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} failed\n{}",
        failed.len(),
        failed[..failed.len().min(12)].join("\n")
    );
}

#[test]
fn the_examples_of_the_table_match_their_patterns() {
    let permitted = PermittedLinks { permitted_urls: &[], permitted_notes: None };
    assert!(rows().len() > 90);
    for PluginRow { form, example, .. } in rows() {
        let text = match form {
            TriggerContext::FenceLanguage => format!("```{example}\na\n```"),
            TriggerContext::CodeStart => format!("a `{example}`"),
            TriggerContext::Anywhere | TriggerContext::Prose | TriggerContext::Braces => {
                format!("a {example}")
            }
        };
        let known = form == TriggerContext::Braces || find_violation(&text, &permitted).is_some();
        assert!(known && cleaned(&text).markdown != text, "{example}");
        assert!(
            form != TriggerContext::FenceLanguage
                || code::classify_language(example, "") == code::CodeLanguage::Unknown,
            "{example}"
        );
    }
}

/// docs/privacy.md lists the plugins of the table in the same order.
#[test]
fn the_privacy_page_names_every_plugin_of_the_table() {
    let mut names: Vec<&str> = rows().iter().flat_map(|row| row.plugin.split(", ")).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    let page = include_str!("../../../docs/privacy.md").replace('\n', " ");
    let sentence = format!(
        "Everything that plugins run, draw or hide is disabled as well: {}.",
        names.join(", ")
    );
    assert!(page.contains(&sentence), "docs/privacy.md should say: {sentence}");
}

/// Contexts of a text in a note: the prefix of every line, the text before, and the text after.
const CONTEXTS: [(&str, &str, &str); 16] = [
    ("", "", ""),
    ("", "Words.\n\n", "\n\nMore.\n"),
    ("> ", "", ""),
    ("> > ", "> a\n", ""),
    ("  ", "- a\n\n", ""),
    ("   ", "1. a\n", "\n2. b"),
    ("> ", "> a\n> \n", "\n> b"),
    (">   ", "> - a\n>\n", "\n> b"),
    ("  > ", "- > a\n  > \n", ""),
    ("", "a `b\n", ""),
    ("", "a $b\n", " $"),
    ("", "```\n", ""),
    ("", "```\na\n```\n", "\n```js\nb\n```"),
    ("    ", "[^9]: a\n\n", "\n\nb[^9]"),
    ("", "| a |\n| - |\n", "\n"),
    ("\t", "a\n\n", "\n\nb"),
];

/// An attack in every context, with other line ends and other spaces.
fn in_all_contexts(attack: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (prefix, before, after) in CONTEXTS {
        let inside: Vec<String> = attack.lines().map(|line| format!("{prefix}{line}")).collect();
        let text = format!("{before}{}{after}", inside.join("\n"));
        if before.len() < 4 {
            all.push(text.replace('\n', "\r\n"));
            all.push(text.replace('\n', "\r"));
        }
        all.push(text);
    }
    all.push(attack.replace(' ', "\u{a0}"));
    all.push(attack.replace(' ', "\t"));
    all.push(attack.replace(' ', "  "));
    all.push(format!("\\{attack}"));
    all.push(format!("a{attack}a"));
    all.push(format!("**{attack}**"));
    all
}

#[test]
fn no_attack_works_in_any_context() {
    let urls = ["https://ok.example/a".to_owned()];
    let notes = ["Note".to_owned()];
    let allowed = AllowedLinks { allowed_urls: &urls, allowed_notes: Some(&notes) };
    let permitted = PermittedLinks {
        permitted_urls: &["https://ok.example/a"],
        permitted_notes: Some(&["Note"]),
    };
    let no_links = PermittedLinks { permitted_urls: &[], permitted_notes: Some(&[]) };
    let mut failed = Vec::new();
    for case in golden::cases("src/safety/sanitize/cases/attacks.txt") {
        let attack = case.input;
        for text in in_all_contexts(&attack) {
            let clean = sanitize_markdown(&text, &allowed).markdown;
            let again = sanitize_markdown(&clean, &allowed).markdown;
            let left = find_violation(&clean, &permitted)
                .or_else(|| describe_active_content(&clean).map(str::to_owned));
            if left.is_some() || again != clean {
                failed.push(format!("{text:?}\n=> {clean:?}\n=> {again:?}: {left:?}"));
                break;
            }
        }
        let (line, quoted) = (sanitize_sentence(&attack), format!("a {}", escape_text(&attack)));
        let left = find_violation(&line, &no_links)
            .or_else(|| parsed_output_checker::find_markup(&quoted));
        if left.is_some() {
            failed.push(format!("{attack:?}\n=> {line:?}\n=> {quoted:?}: {left:?}"));
        }
    }
    let some = failed.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failed.is_empty(), "{} failed\n{some}", failed.len());
}
