//! Golden tests: results that are compared with texts in files of the project. A golden file is one
//! whole result; a case file has many small cases and is parsed here and nowhere else:
//!
//! ```text
//! Text before the first case is a comment.
//!
//! === the name of a case
//! the input
//! =>
//! the expected result
//! === a case whose result is its input
//! words
//! => =
//! === a case on one line, whose name is its input => the expected result
//! Text after a case on one line is a comment.
//! ```
//!
//! Line ends at the end of a case and of a result do not count. [`MARKS`] stand for characters that
//! cannot be seen. A text can have no mark itself and no line that begins with `=== `, an input none that
//! is `=>`.
//!
//! `IBID_REWRITE=1 cargo test` writes the results into the files instead of comparing them. Only the
//! expected parts that differ are replaced, and a new case may leave its expected part out.

// Each test crate compiles this file and uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What files show instead of characters that cannot be seen. Spaces are shown only at the end of a
/// line, and line ends only in cases on one line.
const MARKS: [(char, char); 9] = [
    ('␉', '\t'),
    ('␍', '\r'),
    // A form feed and an escape character.
    ('␌', '\u{c}'),
    ('␛', '\u{1b}'),
    // A no-break space, a zero-width space and a byte-order mark.
    ('⍽', '\u{a0}'),
    ('⁞', '\u{200b}'),
    ('⌖', '\u{feff}'),
    (SPACE, ' '),
    (LINE_END, '\n'),
];
const SPACE: char = '␠';
const LINE_END: char = '␊';

/// One case of a case file.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) input: String,
    /// The expected result, if it is written already.
    pub(crate) expected: Option<String>,
    /// Where the expected part is in the file, from the end of the input on.
    place: Range<usize>,
    is_one_line: bool,
}

impl Case {
    /// Parses the case in a range of a file.
    fn parse(file: &str, range: Range<usize>) -> Self {
        let whole = file[range.clone()].trim_end_matches('\n');
        let head = whole.lines().next().unwrap_or_default();
        let is_one_line = head.contains(" =>") || head == whole;
        let text = if is_one_line { head } else { whole };
        let input_end = if is_one_line { head.find(" =>") } else { arrow_line(text) };
        let input_end = input_end.unwrap_or(text.len());
        let name = decode(&text["=== ".len()..input_end.min(head.len())]);
        let input = match is_one_line {
            true => name.clone(),
            false => decode(text.get(head.len() + 1..input_end).unwrap_or_default()),
        };
        // Behind the arrow comes a space or a line end, and then the result.
        let expected = text.get(input_end + " =>".len()..).map(|rest| match rest {
            " =" => input.trim_end_matches('\n').to_owned(),
            _ => decode(rest.get(1..).unwrap_or_default()),
        });
        let place = range.start + input_end..range.start + text.len();
        Self { name, input, expected, place, is_one_line }
    }

    /// The parts of the input between ` | `.
    pub(crate) fn parts<const COUNT: usize>(&self) -> [&str; COUNT] {
        let parts: Vec<&str> = self.input.split(" | ").collect();
        parts.try_into().unwrap_or_else(|_| panic!("{}: not {COUNT} parts", self.name))
    }

    /// The expected part of the case in the file, if this is its result.
    fn expected_part(&self, result: &str) -> String {
        let separator = if self.is_one_line { " " } else { "\n" };
        if result.is_empty() {
            return format!("{separator}=>");
        }
        if result == self.input.trim_end_matches('\n') {
            return format!("{separator}=> =");
        }
        let shown = encode(result);
        let shown = match self.is_one_line {
            true => shown.replace('\n', &LINE_END.to_string()),
            false => shown,
        };
        format!("{separator}=>{separator}{shown}")
    }
}

/// The line end before the first line that is `=>` or `=> =`.
fn arrow_line(text: &str) -> Option<usize> {
    let mut places = text.match_indices("\n=>").map(|(at, _)| at);
    places.find(|at| matches!(text[at + 1..].lines().next(), Some("=>" | "=> =")))
}

/// The text that files show so.
fn decode(text: &str) -> String {
    let real = |c| MARKS.iter().find(|(mark, _)| *mark == c).map_or(c, |(_, real)| *real);
    text.chars().map(real).collect()
}

/// A text as files show it.
pub(crate) fn encode(text: &str) -> String {
    let is_shown = |real| !matches!(real, ' ' | '\n');
    let mark = |c| MARKS.iter().find(|(_, real)| *real == c && is_shown(c)).map_or(c, |(m, _)| *m);
    let line = |line: &str| {
        let words = line.trim_end_matches(' ');
        let spaces = SPACE.to_string().repeat(line.len() - words.len());
        words.chars().map(mark).collect::<String>() + &spaces
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The cases of a case file.
pub(crate) fn parse(file: &str) -> Vec<Case> {
    let places = file.match_indices("=== ").map(|(at, _)| at);
    let starts: Vec<usize> = places.filter(|at| *at == 0 || file[..*at].ends_with('\n')).collect();
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    starts.iter().zip(ends).map(|(start, end)| Case::parse(file, *start..end)).collect()
}

/// A case file with the given results, one for each case. Nothing but expected parts changes.
pub(crate) fn rewrite(file: &str, results: &[String]) -> String {
    let mut rewritten = file.to_owned();
    for (case, result) in parse(file).iter().zip(results).rev() {
        if case.expected.as_ref() != Some(result) {
            rewritten.replace_range(case.place.clone(), &case.expected_part(result));
        }
    }
    let again = parse(&rewritten);
    assert_eq!(again.len(), results.len(), "a result has a line that begins with “=== ”");
    for (case, result) in again.iter().zip(results) {
        let expected = case.expected.as_deref();
        assert_eq!(expected, Some(result.as_str()), "{}: the result cannot be written", case.name);
    }
    rewritten
}

fn full_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(full_path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Writes a file at once, because another test may be reading it.
fn write(path: &str, text: &str) {
    let temporary = full_path(&format!("{path}.new"));
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(temporary, full_path(path)));
    written.unwrap_or_else(|error| panic!("{path}: {error}"));
}

fn is_rewriting() -> bool {
    std::env::var_os("IBID_REWRITE").is_some_and(|value| value == "1")
}

/// The cases of a case file of the project.
pub(crate) fn cases(path: &str) -> Vec<Case> {
    let cases = parse(&read(path));
    assert!(!cases.is_empty(), "{path} has no cases");
    cases
}

/// Compares the result of every case of a file with the expected one. Returns the number of cases.
pub(crate) fn check_cases(path: &str, result: impl Fn(&Case) -> String) -> usize {
    let cases = cases(path);
    let results: Vec<String> =
        cases.iter().map(|case| result(case).trim_end_matches('\n').to_owned()).collect();
    if is_rewriting() {
        let file = read(path);
        let rewritten = rewrite(&file, &results);
        if rewritten != file {
            write(path, &rewritten);
        }
        return cases.len();
    }
    let pairs = cases.iter().zip(&results);
    let wrong = pairs.filter(|(case, result)| case.expected.as_ref() != Some(result));
    let wrong: Vec<String> = wrong.map(|(case, result)| difference(case, result)).collect();
    let (count, list) = (wrong.len(), wrong.join("\n"));
    assert!(count == 0, "{path}: {count} of {} cases differ\n\n{list}", cases.len());
    cases.len()
}

fn difference(case: &Case, result: &str) -> String {
    let Case { name, input, expected, .. } = case;
    let input = if case.is_one_line { String::new() } else { format!("{}\n", encode(input)) };
    let expected = expected.as_deref().map_or("(not written yet)".to_owned(), encode);
    format!("=== {name}\n{input}=> expected\n{expected}\n=> actual\n{}\n", encode(result))
}

/// Compares a result with a golden file.
pub(crate) fn check_file(path: &str, result: &str) {
    if is_rewriting() {
        if fs::read_to_string(full_path(path)).ok().as_deref() != Some(result) {
            write(path, result);
        }
        return;
    }
    let expected = read(path);
    let lines = expected.lines().zip(result.lines());
    let line = lines.take_while(|(expected, actual)| expected == actual).count() + 1;
    assert!(expected == result, "{path}: differs from line {line} on; the result is\n{result}");
}
