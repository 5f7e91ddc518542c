//! Functions are short, and each call can be understood without the declaration: a parameter that is
//! `true` or `false` says nothing at the call, so no function has one.

use std::fs;
use std::path::Path;

use crate::{report, sources};

/// Maximum number of lines between the braces of a function.
const MAX_BODY_LINES: usize = 60;

#[derive(Debug, PartialEq)]
struct Function {
    /// The number of the line with the name.
    line: usize,
    name: String,
    has_boolean: bool,
    body_lines: usize,
}

/// Returns the name of the function that a line declares.
fn declared_name(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let is_modifier = |word: &str| {
        matches!(word, "pub" | "const" | "async" | "unsafe") || word.starts_with("pub(")
    };
    let is_declaration = before.split_whitespace().all(is_modifier);
    let name = rest.split(['(', '<']).next()?;
    is_declaration.then_some(name)
}

/// Reads the functions of code as rustfmt formats it: the line after the parameters ends with a
/// brace, and the closing brace has the indentation of the first line.
fn functions(code: &str) -> Vec<Function> {
    let lines: Vec<&str> = code.lines().collect();
    let mut functions = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = declared_name(line) else { continue };
        let indentation = &line[..line.len() - line.trim_start().len()];
        let closing = format!("{indentation}}}");
        let length = lines[at..].iter().position(|line| line.ends_with(['{', '}', ';']));
        let start = at + length.expect("an end of the declaration");
        let signature = lines[at..=start].join("\n");
        let is_open = lines[start].ends_with('{');
        let end = lines[start..].iter().position(|line| line.starts_with(&closing));
        functions.push(Function {
            line: at + 1,
            name: name.to_owned(),
            has_boolean: [": bool,", ": bool)"].iter().any(|part| signature.contains(part)),
            body_lines: end.filter(|_| is_open).map_or(0, |lines| lines - 1),
        });
    }
    functions
}

/// The numbers of the lines of TypeScript that declare a boolean parameter. The fields of types end
/// with a semicolon, and a callback may get an answer.
fn lines_with_boolean(text: &str) -> Vec<usize> {
    let is_parameter = |line: &str| {
        line.contains(": boolean,") || line.replace(": boolean) =>", "").contains(": boolean)")
    };
    text.lines().zip(1..).filter(|(line, _)| is_parameter(line)).map(|(_, number)| number).collect()
}

fn check_typescript(folder: &Path, complaints: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            check_typescript(&path, complaints);
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        for line in lines_with_boolean(&text) {
            complaints.push(format!("{}:{line}: has a boolean parameter", path.display()));
        }
    }
}

#[test]
fn functions_are_short_and_have_no_boolean_parameters() {
    let mut complaints = Vec::new();
    let mut count = 0;
    for source in sources() {
        let stem = source.path.file_stem().expect("a name").to_string_lossy();
        if stem.ends_with("tests") {
            continue;
        }
        for function in functions(source.code()) {
            count += 1;
            let Function { line, name, has_boolean, body_lines } = function;
            if has_boolean {
                complaints.push(source.complaint(line, &format!("{name} has a boolean parameter")));
            }
            if body_lines > MAX_BODY_LINES {
                complaints.push(source.complaint(line, &format!("{name} has {body_lines} lines")));
            }
        }
    }
    assert!(count > 2000, "only {count} functions were read");
    check_typescript(&Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin/src"), &mut complaints);
    report(complaints);
}

#[test]
fn functions_are_read() {
    let code = "\
impl A {
    pub(crate) const fn one(&self, is_new: bool) -> bool {
        if is_new {
            true
        }
    }

    async fn two<F>(
        first: F,
        last: bool,
    ) -> u8
    where
        F: Fn(bool) -> bool,
    {
        // A comment that is no fn declaration.
        call(|x: bool| x)
    }

    fn three(&self) -> bool;
    fn four() {}
}
";
    let function = |line, name: &str, has_boolean, body_lines| Function {
        line,
        name: name.into(),
        has_boolean,
        body_lines,
    };
    let expected = [
        function(2, "one", true, 3),
        function(8, "two", true, 2),
        function(19, "three", false, 0),
        function(20, "four", false, 0),
    ];
    assert_eq!(functions(code), expected);
    let text = "interface A {\n  is: boolean;\n  set(is: boolean): void;\n}\n";
    assert_eq!(lines_with_boolean(text), [3]);
}
