//! Tests of what stands in many places of a note: every row of `plugins.txt`, and attacks.

use crate::sanitize::active::active;
use crate::sanitize::oracle::{Permitted, leftover};
use crate::sanitize::tests::cleaned;
use crate::sanitize::*;

/// A row of the table: form, plugin and example.
struct Row {
    form: Form,
    plugin: &'static str,
    example: &'static str,
}

fn rows() -> Vec<Row> {
    let forms = [
        ("fence", Form::Fence),
        ("code", Form::Code),
        ("text", Form::Text),
        ("prose", Form::Prose),
        ("braces", Form::Braces),
    ];
    let read = |line: &'static str| {
        let (name, rest) = line.split_once(" | ")?;
        let (_, form) = forms.iter().find(|(form, _)| *form == name)?;
        let (_, rest) = rest.split_once(" | ")?;
        let (plugin, example) = rest.split_once(" | ")?;
        Some(Row { form: *form, plugin, example })
    };
    include_str!("plugins.txt").lines().filter_map(read).collect()
}

/// Places where something may stand in a note, with `X` where it goes.
const PLACES: [&str; 14] = [
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

/// An example in each position of code, or as prose.
fn positions(form: Form, example: &str) -> Vec<String> {
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
    if form == Form::Fence {
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
    for (span, places) in
        spans.map(|span| (span, 4)).chain(everywhere.map(|span| (span, PLACES.len())))
    {
        found.extend(PLACES.iter().take(places).map(|place| place.replace('X', &span)));
    }
    found
}

#[test]
fn everything_in_the_table_is_disarmed_wherever_it_stands() {
    let permitted = Permitted { urls: &["https://ok.example/a"], notes: None };
    let mut failed = Vec::new();
    for row in rows() {
        for text in positions(row.form, row.example) {
            for text in [format!("Before.\n\n{text}\n\nAfter.\n"), text.replace('\n', "\r\n")] {
                let once = cleaned(&text).markdown;
                let twice = cleaned(&once).markdown;
                let left = leftover(&once, &permitted);
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
fn examples_of_the_table_are_what_it_looks_for() {
    let permitted = Permitted { urls: &[], notes: None };
    assert!(rows().len() > 90);
    for Row { form, example, .. } in rows() {
        let text = match form {
            Form::Fence => format!("```{example}\na\n```"),
            Form::Code => format!("a `{example}`"),
            Form::Text | Form::Prose | Form::Braces => format!("a {example}"),
        };
        let known = form == Form::Braces || leftover(&text, &permitted).is_some();
        assert!(known && cleaned(&text).markdown != text, "{example}");
        assert!(form != Form::Fence || !code::is_ordinary(example), "{example}");
    }
}

/// The names of the plugins in the README are those of the table, in its order.
#[test]
fn the_readme_names_every_plugin_of_the_table() {
    let mut names: Vec<&str> = rows().iter().flat_map(|row| row.plugin.split(", ")).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    let readme = include_str!("../../README.md").replace('\n', " ");
    let sentence = format!(
        "Everything that plugins run, draw or hide is disabled as well: {}.",
        names.join(", ")
    );
    assert!(readme.contains(&sentence), "the README should say: {sentence}");
}

/// Ways in which a text stands in a note: what every line begins with, what stands around it, and
/// how its lines end.
const SURROUNDINGS: [(&str, &str, &str); 16] = [
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

/// An attack in every surrounding, with the line ends of other systems and with blanks doubled.
fn surrounded(attack: &str) -> Vec<String> {
    let lines = attack.replace('§', "\n");
    let mut all = Vec::new();
    for (prefix, before, after) in SURROUNDINGS {
        let inside: Vec<String> = lines.lines().map(|line| format!("{prefix}{line}")).collect();
        let text = format!("{before}{}{after}", inside.join("\n"));
        if before.len() < 4 {
            all.push(text.replace('\n', "\r\n"));
            all.push(text.replace('\n', "\r"));
        }
        all.push(text);
    }
    all.push(lines.replace(' ', "\u{a0}"));
    all.push(lines.replace(' ', "\t"));
    all.push(lines.replace(' ', "  "));
    all.push(format!("\\{lines}"));
    all.push(format!("a{lines}a"));
    all.push(format!("**{lines}**"));
    all
}

#[test]
fn no_attack_works_anywhere() {
    let urls = ["https://ok.example/a".to_owned()];
    let notes = ["Note".to_owned()];
    let allowed = AllowedLinks { urls: &urls, notes: Some(&notes) };
    let permitted = Permitted { urls: &["https://ok.example/a"], notes: Some(&["Note"]) };
    let nowhere = Permitted { urls: &[], notes: Some(&[]) };
    let mut failed = Vec::new();
    for attack in include_str!("cases/attacks.txt").lines().skip(3) {
        for text in surrounded(attack) {
            let clean = sanitize_markdown(&text, &allowed).markdown;
            let again = sanitize_markdown(&clean, &allowed).markdown;
            let left = leftover(&clean, &permitted).or_else(|| active(&clean).map(str::to_owned));
            if left.is_some() || again != clean {
                failed.push(format!("{text:?}\n=> {clean:?}\n=> {again:?}: {left:?}"));
                break;
            }
        }
        let text = attack.replace('§', "\n");
        let (line, quoted) =
            (sanitize_sentence(&text), format!("a {}", crate::sanitize::escape_text(&text)));
        let left = leftover(&line, &nowhere).or_else(|| oracle::markup(&quoted));
        if left.is_some() {
            failed.push(format!("{text:?}\n=> {line:?}\n=> {quoted:?}: {left:?}"));
        }
    }
    let some = failed.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failed.is_empty(), "{} failed\n{some}", failed.len());
}
