//! Tests of what may be written into a note: named cases, and properties over nasty fragments.

use proptest::prelude::*;

use super::active::{FRAGMENTS, active};
use super::oracle::{Permitted, leftover};
use super::*;

const URLS: [&str; 3] =
    ["https://ok.example/a", "https://ok.example/wiki/Tea_(drink)", "https://OK.example/b?x=1"];

fn cleaned(text: &str) -> Sanitized {
    markdown(text, &Allowed { urls: &URLS.map(str::to_owned), notes: None })
}

fn check(text: &str, expected: &str) {
    assert_eq!(cleaned(text).markdown, expected, "{text:?}");
}

/// The named cases of a file, as `(name, text, expected)`; `=` expects the text itself.
fn cases(file: &'static str) -> Vec<(&'static str, String, String)> {
    let marks = [('→', '\t'), ('␍', '\r'), ('␠', ' '), ('␛', '\u{1b}'), ('⁞', '\u{200b}')];
    let real = |c: char| marks.iter().find(|(mark, _)| *mark == c).map_or(c, |(_, real)| *real);
    let shown = |text: &str| text.trim_matches('\n').chars().map(real).collect::<String>();
    let read = |case: &'static str| {
        let (name, rest) = case.split_once('\n').expect("a name");
        let (text, expected) = rest.rsplit_once("\n=>").expect("an expectation");
        let expected = if expected.trim() == "=" { text } else { expected };
        (name, shown(text), shown(expected))
    };
    file.split("\n=== ").skip(1).map(read).collect()
}

/// Checks every case of a file.
fn check_cases(file: &'static str, clean: impl Fn(&str) -> String) {
    let mut failed = Vec::new();
    for (name, text, expected) in cases(file) {
        let got = clean(&text);
        if got.trim_matches('\n') != expected {
            failed.push(format!("{name}\n{text}\n=> {got:?}\nnot {expected:?}\n"));
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn every_named_case_holds() {
    let file = include_str!("../cases/sanitize.txt");
    assert!(cases(file).len() >= 80);
    check_cases(file, |text| cleaned(text).markdown);
    check_cases(file, |text| cleaned(&cleaned(text).markdown).markdown);
}

#[test]
fn every_case_of_notes_holds() {
    let notes = ["Folder/B note.md".to_owned(), "Tea".to_owned()];
    let urls = ["https://ok.example/a".to_owned()];
    let allowed = Allowed { urls: &urls, notes: Some(&notes) };
    check_cases(include_str!("../cases/sanitize_notes.txt"), |text| {
        markdown(text, &allowed).markdown
    });
}

#[test]
fn every_case_of_quotes_holds() {
    check_cases(include_str!("../cases/sanitize_quotes.txt"), super::text);
}

#[test]
fn every_case_of_sentences_holds() {
    check_cases(include_str!("../cases/sanitize_sentences.txt"), sentence);
}

#[test]
fn links_lead_to_known_notes_if_they_are_listed() {
    let notes = ["Plants/Tea.md".to_owned(), "Water".to_owned()];
    let with = |text: &str| markdown(text, &Allowed { urls: &[], notes: Some(&notes) }).markdown;
    for kept in ["[[Tea]]", "[[plants/tea#Black|leaf]]", "[[Water.md]]", "[[#Here]]"] {
        assert_eq!(with(kept), kept);
    }
    assert_eq!(with("[[Diary]] and [[Diary#May|that day]]"), "Diary and that day");
    assert_eq!(with("[[Other/Tea]]"), "Other/Tea");
}

#[test]
fn each_kind_of_thing_is_named_once() {
    let removed = cleaned("![a](b) ![c](d) #tag #tag").removed;
    assert_eq!(removed, ["a tag", "an image"]);
    assert!(cleaned("Nothing to *see* here.\n").removed.is_empty());
}

#[test]
fn invisible_characters_go_and_spelling_stays() {
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
fn the_last_resort_is_nothing_but_words() {
    let words = words_only("# <b> 1. `= x` [[a]] ![b](https://c) www.d\n- [ ] $$e #f ^g");
    assert_eq!(words, "b 1. x a b https c www. d\ne f g");
    check(&words, &words);
}

#[test]
fn of_a_text_without_end_only_the_words_are_left() {
    for part in ["*a* ", "%", "$$\n", "a.b ", "é"] {
        let clean = cleaned(&part.repeat(MAX_LENGTH / part.len() + 1)).markdown;
        assert!(!clean.contains(['*', '%', '$']), "{part:?}");
        assert!(cleaned(&clean).markdown == clean, "{part:?} is not stable");
    }
    // Longer than that only by what disarms it.
    let clean = cleaned(&"$$ ".repeat(MAX_LENGTH / 3)).markdown;
    assert!(cleaned(&clean).markdown == clean);
}

#[test]
fn a_thousand_of_anything_is_stable() {
    for part in FRAGMENTS {
        let clean = cleaned(&part.repeat(1000)).markdown;
        assert!(cleaned(&clean).markdown == clean, "{part:?} is not stable");
    }
}

fn nasty() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS.to_vec()), 0..14)
        .prop_map(|parts| parts.concat())
}

/// Blocks that are ordinary by themselves and beside each other.
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
    fn nothing_active_is_left_and_what_is_left_stays(text in nasty()) {
        let Sanitized { markdown: clean, removed } = cleaned(&text);
        prop_assert!(!removed.iter().any(|what| what.contains("made safe")), "{:?}", text);
        prop_assert_eq!(active(&clean), None, "{:?} => {:?}", text, clean);
        let permitted = Permitted { urls: &["https://ok.example/a"], notes: None };
        prop_assert_eq!(leftover(&clean, &permitted), None, "{:?} => {:?}", text, clean);
        let again = cleaned(&clean).markdown;
        prop_assert_eq!(&again, &clean, "{:?}", text);
    }

    #[test]
    fn only_known_notes_are_linked_to(text in nasty()) {
        let urls = ["https://ok.example/a".to_owned()];
        let notes = ["Note".to_owned()];
        let allowed = Allowed { urls: &urls, notes: Some(&notes) };
        let clean = markdown(&text, &allowed).markdown;
        let permitted = Permitted { urls: &["https://ok.example/a"], notes: Some(&["Note"]) };
        prop_assert_eq!(leftover(&clean, &permitted), None, "{:?} => {:?}", text, clean);
        prop_assert_eq!(&markdown(&clean, &allowed).markdown, &clean, "{:?}", text);
    }

    #[test]
    fn any_text_has_an_answer(text in "\\PC{0,60}|[-`~$<>#*_=:\\[\\]()!%^{}|&\\\\ \n\ta1.]{0,60}") {
        let clean = cleaned(&text).markdown;
        prop_assert_eq!(&cleaned(&clean).markdown, &clean);
    }

    #[test]
    fn ordinary_text_is_not_touched(
        blocks in prop::collection::vec(prop::sample::select(BLOCKS.to_vec()), 1..6)
    ) {
        let text = format!("{}\n", blocks.join("\n\n"));
        let clean = cleaned(&text);
        prop_assert_eq!(clean, Sanitized { markdown: text, removed: Vec::new() });
    }

    #[test]
    fn neighbours_are_kept(text in nasty()) {
        let clean = cleaned(&format!("Words before.\n\n{text}\n\nWords after.\n")).markdown;
        prop_assert!(clean.contains("Words before"), "{:?} => {:?}", text, clean);
        prop_assert!(clean.contains("Words after"), "{:?} => {:?}", text, clean);
    }
}

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
    let readme = include_str!("../../../README.md").replace('\n', " ");
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
    let allowed = Allowed { urls: &urls, notes: Some(&notes) };
    let permitted = Permitted { urls: &["https://ok.example/a"], notes: Some(&["Note"]) };
    let nowhere = Permitted { urls: &[], notes: Some(&[]) };
    let mut failed = Vec::new();
    for attack in include_str!("../cases/sanitize_attacks.txt").lines().skip(3) {
        for text in surrounded(attack) {
            let clean = markdown(&text, &allowed).markdown;
            let again = markdown(&clean, &allowed).markdown;
            let left = leftover(&clean, &permitted).or_else(|| active(&clean).map(str::to_owned));
            if left.is_some() || again != clean {
                failed.push(format!("{text:?}\n=> {clean:?}\n=> {again:?}: {left:?}"));
                break;
            }
        }
        let text = attack.replace('§', "\n");
        let (line, quoted) = (sentence(&text), format!("a {}", super::text(&text)));
        let left = leftover(&line, &nowhere).or_else(|| oracle::markup(&quoted));
        if left.is_some() {
            failed.push(format!("{text:?}\n=> {line:?}\n=> {quoted:?}: {left:?}"));
        }
    }
    let some = failed.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failed.is_empty(), "{} failed\n{some}", failed.len());
}
