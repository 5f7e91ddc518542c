//! Code: shown as it is, except where a plugin would run it or another reader would not see code.
//! A backslash would be seen here, so what is dangerous is broken by a space.

use std::ops::Range;

use super::change::Changes;
use super::line;
use super::span::lines;

const QUERY: &str = "an inline query";
/// What is said of a plugin that was kept from running.
pub const PLUGIN: &str = "a command of another plugin";

/// Languages in which people write code. Every other name may be that of a plugin, which would
/// run the block or draw it.
const LANGUAGES: &str = " ada apache applescript arduino asm assembly awk bash basic bat batch bib bibtex c c# c++ cc clojure clj cmake cobol coffeescript console cpp crystal cs csharp csh css csv cuda cypher d dart delphi diff dockerfile docker dos elixir elm erlang f# fish fortran fs fsharp gdscript git gitignore glsl go golang gradle graphql groovy h haskell hcl hs http ini java javascript jinja jl js json json5 jsonc jsx julia kotlin kt latex less lisp log lua make makefile markdown matlab md nasm nginx nim nix objc objective-c ocaml octave pascal patch perl php pl plain plaintext powershell prolog properties proto protobuf ps1 py python python3 py3 pycon r racket rb reason regex rs ruby rust sas sass scala scheme scss sed sh shell shellsession solidity sparql sql swift tcl terraform tex text toml ts tsx txt typescript v vala vb vbnet verilog vhdl vim wasm wgsl yaml yml xml zig zsh ";

/// The language of a fence that may stay.
pub fn is_ordinary(language: &str) -> bool {
    let name = language.to_ascii_lowercase();
    name.is_empty() || (!name.contains(' ') && LANGUAGES.contains(&format!(" {name} ")))
}

/// Places where two characters begin something, with a bit of what follows them.
pub fn pairs(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = source.as_bytes();
    (0..bytes.len()).filter_map(move |at| {
        let length = match bytes.get(at..at + 2)? {
            b"![" | b"](" | b"[[" | b"{{" | b"%%" | b"$$" | b"::" => 2,
            b":/" if bytes.get(at + 2) == Some(&b'/') => 3,
            [b'<', next] if next.is_ascii_alphabetic() || b"!/?%".contains(next) => 2,
            _ => return None,
        };
        Some((at, source.get(at..at + length)?))
    })
}

/// Breaks everything that would be markup if this were not read as code.
pub fn make_inert(source: &str, start: usize, changes: &mut Changes) {
    for (at, _) in pairs(source) {
        changes.insert(start + at + 1, " ", "markup inside code");
    }
    for (at, _) in source.match_indices('#') {
        if line::is_tag(source, at) {
            // With a space behind it, it would begin a heading.
            let before = source.get(..at).unwrap_or_default();
            let rest = before.trim_end_matches([' ', '\t', '>', '#']);
            if rest.is_empty() || rest.ends_with('\n') {
                let hashes = before.len() - before.trim_end_matches('#').len();
                changes.insert(start + at - hashes, "| ", "a tag");
            }
            changes.insert(start + at + 1, " ", "a tag");
        }
    }
    for (at, _) in source.match_indices('`').filter(|(at, _)| opens_query(source, *at)) {
        changes.replace(start + at..start + at + 1, "'", QUERY);
    }
    break_bindings(source, start, changes);
}

/// Whether the backtick at a byte stands before what Dataview takes for a query.
pub fn opens_query(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(is_query)
}

fn is_query(code: &str) -> bool {
    code.trim_start().trim_start_matches('$').starts_with('=')
}

/// Also breaks lines that would be headings, rules, tasks or block ids: for blocks that were
/// meant for a plugin.
pub fn make_inert_lines(source: &str, start: usize, changes: &mut Changes) {
    for range in lines(source) {
        let line = source.get(range.clone()).unwrap_or_default();
        let content = line.trim_start_matches([' ', '\t', '>']);
        let at = start + range.end - content.len();
        let content = content.trim_end();
        let alone = |mark: u8| !content.is_empty() && content.bytes().all(|byte| byte == mark);
        if alone(b'=') || (alone(b'-') && content.len() > 2) {
            let spaced: Vec<String> = content.chars().map(String::from).collect();
            changes.replace(at..at + content.len(), format!("| {}", spaced.join(" ")), "a rule");
        } else if at - start - range.start < 4
            && line::heading_level(content).is_some_and(|n| n < 3)
        {
            changes.insert(at, "| ", "a heading");
        } else if let Some(place) = line::task(line) {
            changes.replace(
                start + range.start + place..start + range.start + place + 1,
                "(",
                "a task",
            );
        }
        if let Some(place) = line::block_id(line) {
            changes.insert(start + range.start + place + 1, " ", "a block id");
        }
    }
}

/// Where the brackets stand of what Meta Bind takes for a field, a view or a button.
pub fn bindings(source: &str) -> impl Iterator<Item = usize> {
    let words = ["INPUT[", "VIEW[", "BUTTON["].into_iter();
    words.flat_map(|word| source.match_indices(word).map(|(at, word)| at + word.len() - 1))
}

fn break_bindings(source: &str, start: usize, changes: &mut Changes) {
    for at in bindings(source) {
        changes.insert(start + at, " ", PLUGIN);
    }
}

/// Disarms code inside a line.
pub fn mend_inline(text: &str, range: Range<usize>, changes: &mut Changes) {
    let source = text.get(range.clone()).unwrap_or_default();
    let ticks = source.len() - source.trim_start_matches('`').len();
    let Some(content) = source.get(ticks..source.len().saturating_sub(ticks)) else { return };
    // Some readers look for the next backtick, whatever stands beside it.
    if ticks > 2 || (ticks == 1 && content.contains('`')) || content.contains("```") {
        changes.replace(
            range,
            format!("`{}`", content.replace('`', "'")),
            "code between unusual marks",
        );
        return;
    }
    if content.contains('\n') {
        changes.replace(range, on_one_line(source), "code over lines");
        return;
    }
    let start = range.start + ticks;
    let rest = content.trim_start_matches(|c: char| c.is_whitespace() || c == '=' || c == '$');
    let is_query = is_query(content);
    if is_query && !rest.contains(char::is_alphanumeric) {
        changes.replace(range, escaped(content), QUERY);
        return;
    }
    if is_query {
        let begins = start + content.len() - rest.len();
        changes.remove(start..begins, QUERY);
        make_inert(rest, begins, changes);
        return;
    }
    // Readers disagree on where such code ends.
    if content.contains('`') {
        make_inert(content, start, changes);
        return;
    }
    break_bindings(content, start, changes);
    for (at, _) in content.match_indices("::") {
        let next = content.get(at + 2..).and_then(|rest| rest.chars().next());
        if next.is_none_or(char::is_whitespace) {
            changes.insert(start + at + 1, " ", "a field");
        }
    }
}

/// Words over lines as words on one line, without the marks of quotes that the lines begin with.
pub fn on_one_line(source: &str) -> String {
    let lines = source.split('\n').enumerate().map(|(number, line)| match number {
        0 => line.trim_end(),
        _ => line.trim_start_matches([' ', '\t', '>']).trim_end(),
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// A few signs as text.
fn escaped(signs: &str) -> String {
    let mut out = String::new();
    for c in signs.trim().chars() {
        if c.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
