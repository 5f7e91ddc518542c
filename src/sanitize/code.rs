//! Code: shown as it is, except where a plugin would run it or another reader would not see code.
//! A backslash would be seen here, so what is dangerous is broken by a space.

use std::ops::Range;

use crate::sanitize::change::Changes;
use crate::sanitize::span::lines;
use crate::sanitize::{field, line, plugins};

const QUERY: &str = "an inline query";
/// What is said of a plugin that was kept from running.
pub const PLUGIN: &str = "a command of another plugin";

/// Languages in which people write code. Every other name may be that of a plugin, which would
/// run the block or draw it.
const LANGUAGES: &str = " abap abnf actionscript ada adoc agda ansible antlr apache apacheconf apex apl applescript arduino asciidoc asm assembly astro avr awk bash basic bat batch beancount bib bibtex bnf c c# c++ capnp cc cfg cg cjs clj clojure cmake cmd cobol code coffeescript conf config console coq cpp cron crontab crystal cs csh csharp css csv cts cuda cypher d dart delphi diff django dns docker dockerfile dos dtd ebnf editorconfig ejs elisp elixir elm emacs-lisp env erb erlang f# f90 fish forth fortran fortran90 fs fsharp gas gdscript git gitignore glsl go golang gotmpl gql gradle graphql groovy h haml handlebars haskell haxe hbs hcl hlsl hosts hs htaccess html http hx idris ini init isabelle j2 java javascript jinja jinja2 jl jq js json json5 jsonc jsonl jsx julia just justfile kdl kotlin kql kt latex lean lean4 less liquid lisp llvm log logql lua make makefile maple markdown mathematica matlab md mdx mediawiki metal mips mjs ml mongodb mts mysql nasm ndjson nginx nim nix nohighlight none nu nunjucks nushell objc objective-c objectivec ocaml octave opencl org orgmode output pascal patch perl pgsql php pl plain plaintext plsql postgres postgresql powershell prolog prometheus promql properties proto protobuf ps1 pug puppet purescript pwsh py py3 pycon python python3 r racket raku rb reason redis regex rego rescript rexx ron rs rst ruby rust sas sass scala scheme scss sed sh shell shellsession smalltalk sml smt solidity sparql spl sql stata stylus sv svelte svg swift systemd systemverilog tcl terraform tex text tla toml ts tsql tsv tsx ttl turtle twig txt typescript url v vala vb vbnet verilog vhdl vim vimrc vue wasm wat webidl wgsl wiki wikitext wolfram xhtml xml xquery xsd xsl xslt yaml yml yq zig zone zsh ";

/// The language of a fence that may stay.
pub fn is_ordinary(language: &str) -> bool {
    let name = language.to_ascii_lowercase();
    // How MDN marks code that is wrong on purpose.
    let known = name.strip_suffix("-nolint").unwrap_or(&name);
    let listed = !known.contains(' ') && LANGUAGES.contains(&format!(" {known} "));
    name.is_empty() || (listed && !plugins::takes_language(&name))
}

/// Whether a word behind the language says something about the code, and nothing to a plugin.
pub fn is_plain_word(word: &str) -> bool {
    let in_word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let runs = ["run", "eval", "exec", "auto"].iter().any(|start| word.starts_with(start));
    word.chars().all(in_word) && !runs && !plugins::takes_language(&word.to_ascii_lowercase())
}

/// What makes HTML run or load something, should anything ever show it.
const LIVE_HTML: [&str; 11] = [
    "<script",
    "<iframe",
    "<object",
    "<embed",
    "<base",
    "srcdoc",
    "srcset",
    "javascript:",
    "://",
    "url(",
    "src=\"//",
];

/// Whether a block of HTML would run or load something if it were shown.
pub fn is_live_html(content: &str) -> bool {
    let content = content.to_ascii_lowercase();
    let handles = |(at, mark): (usize, &str)| {
        let rest = content.get(at + mark.len()..).unwrap_or_default();
        let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        name > 0 && rest.get(name..).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    LIVE_HTML.iter().any(|mark| content.contains(mark))
        || [" on", "\non", "/on", "\"on", "'on"]
            .iter()
            .any(|mark| content.match_indices(mark).any(handles))
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
}

/// Whether the backtick at a byte stands before what a plugin takes for a query or a command.
pub fn opens_query(text: &str, at: usize) -> bool {
    let code = text.get(at + 1..).unwrap_or_default().trim_start();
    code.trim_start_matches('$').starts_with('=') || plugins::code_mark(code).is_some()
}

/// Breaks what a plugin would run at the beginning of a block's code: plugins that look for code
/// in a line find blocks too. Says whether there was something.
pub fn mend_start(content: &str, start: usize, changes: &mut Changes) -> bool {
    let code = content.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let at = start + content.len() - code.len();
    // Readers disagree on where a block ends, so a sign that seems to stand alone may not.
    if code.trim_start_matches('$').starts_with('=') {
        changes.insert(at, "| ", QUERY);
        return true;
    }
    match plugins::code_mark(code) {
        Some(mark) => changes.insert(at + mark - 1, " ", PLUGIN),
        None => return false,
    }
    true
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
    if content.contains('\n') && !is_ordinary_over_lines(content) {
        changes.replace(range, on_one_line(source), "code over lines");
        return;
    }
    if ticks == 2 {
        part_from_query(text, range.end, changes);
    }
    let start = range.start + ticks;
    let rest = content.trim_start_matches(|c: char| c.is_whitespace() || c == '=' || c == '$');
    let is_query = plugins::is_query(content);
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
    // Readers disagree on where code with a backtick in it ends.
    if content.contains('`') {
        make_inert(content, start, changes);
    } else {
        field::mend_inline(text, content, start, changes);
    }
    if let Some(mark) = plugins::code_mark(content.trim_start()) {
        let blank = content.len() - content.trim_start().len();
        changes.insert(start + blank + mark - 1, " ", PLUGIN);
    }
}

/// Escapes what would be a query for a reader who takes the last backtick of some code for the
/// first one of other code.
fn part_from_query(text: &str, end: usize, changes: &mut Changes) {
    let behind = text.get(end..).unwrap_or_default();
    let query = behind.trim_start_matches([' ', '\t']);
    if query.trim_start_matches('$').starts_with('=') {
        changes.insert(end + behind.len() - query.len(), "\\", QUERY);
    }
}

/// Whether code over lines is nothing else for a reader who sees lines first: they begin with
/// words or options, and nothing in them is markup.
fn is_ordinary_over_lines(content: &str) -> bool {
    let begins_plainly = |line: &str| {
        let line = line.trim_start_matches(' ');
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let numbers =
            digits > 0 && line.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']));
        let option = line.trim_start_matches('-');
        let dashes = line.len() - option.len();
        dashes < 3 && !numbers && option.starts_with(char::is_alphanumeric)
    };
    let mut inert = Changes::default();
    make_inert(content, 0, &mut inert);
    inert.is_empty()
        && !content.contains(['|', '\r', '\t'])
        && content.split('\n').skip(1).all(begins_plainly)
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
