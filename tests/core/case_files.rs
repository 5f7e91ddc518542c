//! The format of case files: how they are parsed and rewritten, and that all of them are written in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::golden::{encode, parse, rewrite};

const FILE: &str = "A comment.

=== a block
two

lines␠
=>
one␉line

=== unchanged
words
===
=> =
=== nothing in, nothing out
=>
=== left | right => both
A comment.
=== a line end => a␊b
=== not written yet
text
=== not written yet either
";

/// The names, inputs and expected results of cases.
fn shown(file: &str) -> Vec<(String, String, Option<String>)> {
    parse(file).into_iter().map(|case| (case.name, case.input, case.expected)).collect()
}

#[test]
fn cases_have_names_inputs_and_results() {
    let expected = [
        ("a block", "two\n\nlines ", Some("one\tline")),
        ("unchanged", "words\n===", Some("words\n===")),
        ("nothing in, nothing out", "", Some("")),
        ("left | right", "left | right", Some("both")),
        ("a line end", "a line end", Some("a\nb")),
        ("not written yet", "text", None),
        ("not written yet either", "not written yet either", None),
    ];
    let expected = expected.map(|(name, input, result)| {
        (name.to_owned(), input.to_owned(), result.map(str::to_owned))
    });
    assert_eq!(shown(FILE), expected);
    assert_eq!(parse(FILE)[3].parts(), ["left", "right"]);
}

#[test]
fn only_expected_parts_are_rewritten() {
    let file = "A comment.\n\n=== a\nx\n=>\ny\n\n=== b\nx\n=> =\n=== c => d\nA comment.\n=== e\n";
    let results = |texts: [&str; 4]| texts.map(str::to_owned);
    let same = rewrite(&format!("{file}=>\n"), &results(["y", "x", "d", ""]));
    assert_eq!(same, format!("{file}=>\n"));
    let other = rewrite(file, &results(["x", "\ty\n ", "", "f\ng"]));
    assert_eq!(
        other,
        "A comment.\n\n=== a\nx\n=> =\n\n=== b\nx\n=>\n␉y\n␠\n=== c =>\nA comment.\n=== e => f␊g\n"
    );
}

#[test]
#[should_panic(expected = "cannot be written")]
fn a_result_that_would_be_read_differently_is_not_written() {
    rewrite("=== a\nx\n", &["a ␉ mark".to_owned()]);
}

/// The case files of the project.
fn case_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            case_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "txt")
            && ["cases", "chat", "web"].iter().any(|name| folder.ends_with(name))
        {
            files.push(path);
        }
    }
}

#[test]
fn every_case_file_is_written_as_it_would_be_rewritten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    case_files(&root.join("src"), &mut files);
    case_files(&root.join("tests/fixtures"), &mut files);
    assert!(files.len() >= 30, "only {} files", files.len());
    for path in files {
        let file = fs::read_to_string(&path).expect("readable");
        assert!(encode(&file) == file, "{}: invisible characters", path.display());
        let expected: Option<Vec<String>> =
            parse(&file).into_iter().map(|case| case.expected).collect();
        // Lists of inputs have no results.
        let Some(expected) = expected else { continue };
        let changed = rewrite(&file, &vec!["?".to_owned(); expected.len()]);
        assert!(rewrite(&changed, &expected) == file, "{}", path.display());
    }
}
