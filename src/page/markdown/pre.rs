//! Blocks of code: their text as it is, without the numbers and buttons that pages put into them,
//! and their language.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::block::Block;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::source::Source;
use crate::page::markdown::style::Style;
use crate::page::markdown::visible::is_hidden;
use crate::page::tag::Tag;

pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    let text = text(composer.source, id);
    if composer.is_line() {
        return composer.line.code(&text, style);
    }
    let text = trimmed(&text);
    if !text.is_empty() {
        let language = language(composer.source.dom, id);
        composer.block(Block::Code { language, text });
    }
}

/// The text without blank lines at its ends.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let is_full = |line: &&str| !line.is_empty();
    let first = lines.iter().position(&is_full).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_full).map_or(0, |last| last + 1);
    lines.get(first..last).unwrap_or_default().join("\n")
}

/// All code in a node.
pub(super) fn text(source: &Source<'_>, id: NodeId) -> String {
    let mut reader = Reader { source, text: String::new(), needs_break: false };
    reader.children(id);
    reader.text
}

struct Reader<'s, 'd> {
    source: &'s Source<'d>,
    text: String,
    /// Whether a line has ended without a break behind it.
    needs_break: bool,
}

impl Reader<'_, '_> {
    fn children(&mut self, id: NodeId) {
        for child in self.source.dom.children(id) {
            self.node(child);
        }
    }

    fn node(&mut self, id: NodeId) {
        let dom = self.source.dom;
        if let Some(text) = dom.text(id) {
            if !self.source.is_out(id) {
                self.push(text);
            }
        } else if dom.tag(id) == Tag::Br {
            self.push("\n");
        } else if self.source.is_out(id) || is_gutter(dom, id) || is_control(dom, id) {
        } else if is_line(dom, id) {
            self.line(id);
        } else {
            self.children(id);
        }
    }

    fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.needs_break)
            && !text.starts_with(['\n', '\r'])
            && !text.trim().is_empty()
        {
            self.text.push('\n');
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.text.extend(text.chars().filter(|c| !is_hidden(*c)));
    }

    /// An element that is a line, whether or not there is a break in the text.
    fn line(&mut self, id: NodeId) {
        if self.needs_break || (!self.text.is_empty() && !self.text.ends_with('\n')) {
            self.text.push('\n');
        }
        self.needs_break = false;
        let start = self.text.len();
        self.children(id);
        self.needs_break = self.text.len() == start || !self.text.ends_with('\n');
    }
}

fn classes(dom: &Dom, id: NodeId) -> impl Iterator<Item = &str> {
    dom.attribute(id, "class").unwrap_or_default().split_whitespace()
}

fn is_line(dom: &Dom, id: NodeId) -> bool {
    const LINES: [&str; 6] = ["line", "code-line", "view-line", "ec-line", "token-line", "cl"];
    match dom.tag(id) {
        Tag::Div | Tag::P | Tag::Li | Tag::Tr => true,
        Tag::Span | Tag::Code => {
            dom.attribute(id, "data-line").is_some_and(|_| dom.tag(id) == Tag::Span)
                || classes(dom, id).any(|name| LINES.contains(&name) && name != "cl")
        }
        _ => false,
    }
}

/// Whether an element only holds numbers of lines.
pub(super) fn is_gutter(dom: &Dom, id: NodeId) -> bool {
    const NAMES: [&str; 14] = [
        "lineno",
        "linenos",
        "linenodiv",
        "ln",
        "lnt",
        "lntd-num",
        "gutter",
        "line-number",
        "line-numbers",
        "hljs-ln-numbers",
        "blob-num",
        "linenumber",
        "react-syntax-highlighter-line-number",
        "line-numbers-rows",
    ];
    let style = dom.attribute(id, "style").unwrap_or_default();
    let is_named = classes(dom, id).any(|name| NAMES.contains(&name))
        || style.replace(' ', "").contains("user-select:none")
        || dom.attribute(id, "aria-hidden") == Some("true")
        || dom.attribute(id, "data-line-number").is_some();
    is_named && holds_numbers(dom, id)
}

pub(super) fn holds_numbers(dom: &Dom, id: NodeId) -> bool {
    let mut texts = dom.walk(id).filter_map(|node| dom.text(node));
    texts.all(|text| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '.'))
}

/// Whether an element is a button, or a bar with the language and buttons.
fn is_control(dom: &Dom, id: NodeId) -> bool {
    const PARTS: [&str; 6] =
        ["copy", "toolbar", "code-header", "code__header", "lang-label", "code-lang"];
    const MOST_SIGNS: usize = 40;
    if dom.tag(id) == Tag::Button {
        return true;
    }
    let is_named = classes(dom, id).any(|name| PARTS.iter().any(|part| name.contains(part)));
    let texts = dom.walk(id).filter_map(|node| dom.text(node));
    is_named
        && texts
            .map(str::len)
            .try_fold(0, |sum: usize, len| (sum + len <= MOST_SIGNS).then_some(sum + len))
            .is_some()
}

/// Names that are seen as a class of their own on blocks of code.
const LANGUAGES: &str = " ada asm awk bash basic bat batch c c++ clojure cmake cobol coffeescript cpp crystal cs csharp \
    css csv cuda cypher d dart diff docker dockerfile elixir elm erlang f# fish fortran fsharp glsl go golang gradle \
    graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin latex lean lean4 less \
    lisp lua makefile markdown mathematica matlab md mermaid nginx nim nix objc objectivec ocaml pascal perl php \
    powershell prolog properties protobuf ps1 puppet py python python3 r racket rb rs ruby rust sass scala scheme scss \
    sh shell solidity sql svelte swift tcl terraform tex toml ts tsx typescript vb verilog vhdl vim vue wasm xml yaml \
    yml zig zsh ";

/// Names that mean no language.
const NONE: [&str; 13] = [
    "plaintext",
    "text",
    "txt",
    "plain",
    "none",
    "nohighlight",
    "no-highlight",
    "default",
    "undefined",
    "null",
    "auto",
    "raw",
    "code",
];

/// How far around a block its language is looked for.
const MOST_AROUND: usize = 6;

/// The language of a block of code, or nothing.
pub(super) fn language(dom: &Dom, id: NodeId) -> String {
    let inside = dom.walk(id).take(8).filter(|node| matches!(dom.tag(*node), Tag::Code | Tag::Pre));
    let around = dom.ancestors(id).take(MOST_AROUND).enumerate();
    // Far around, `lang-en` is more likely than a language to program in.
    let around = around.filter_map(|(at, node)| {
        own_language(dom, node).filter(|name| at < 2 || is_language(name))
    });
    let found = inside.filter_map(|node| own_language(dom, node)).chain(around).next();
    found.filter(|name| !NONE.contains(&name.as_str()) && !runs(name)).unwrap_or_default()
}

fn own_language(dom: &Dom, id: NodeId) -> Option<String> {
    const ATTRIBUTES: [&str; 4] =
        ["data-lang", "data-language", "data-code-language", "data-code-lang"];
    let said = ATTRIBUTES.iter().find_map(|name| dom.attribute(id, name)).and_then(name);
    said.or_else(|| class_language(dom, id))
}

fn class_language(dom: &Dom, id: NodeId) -> Option<String> {
    const STARTS: [&str; 6] =
        ["language-", "lang-", "highlight-source-", "highlight-text-", "src-", "brush:"];
    let names: Vec<&str> = classes(dom, id).collect();
    let mut pairs = names.iter().flat_map(|class| STARTS.iter().map(move |start| (class, start)));
    let behind = pairs.find_map(|(class, start)| class.strip_prefix(start));
    if let Some(found) = behind.filter(|found| !found.is_empty()) {
        return name(found);
    }
    if let Some(at) = names.iter().position(|name| *name == "brush:") {
        return name(names.get(at + 1)?);
    }
    if let Some(found) = names.iter().find_map(|class| class.strip_prefix("highlight-")) {
        return name(found).filter(|name| is_language(name));
    }
    let is_code = matches!(dom.tag(id), Tag::Pre | Tag::Code | Tag::Figure)
        || names
            .iter()
            .any(|class| matches!(*class, "highlight" | "sourceCode" | "hljs" | "codehilite"));
    is_code.then(|| names.iter().filter_map(|class| name(class)).find(|name| is_language(name)))?
}

/// Whether a fence of this name is a program to some plugin: it must not run in a note.
fn runs(name: &str) -> bool {
    const STARTS: [&str; 10] = [
        "dataview",
        "run-",
        "js-engine",
        "templater",
        "query",
        "tasks",
        "button",
        "meta-bind",
        "buttons",
        "ad-",
    ];
    STARTS.iter().any(|start| name.starts_with(start))
}

fn is_language(name: &str) -> bool {
    LANGUAGES.contains(&format!(" {name} "))
}

/// The name as it may stand behind a fence.
fn name(text: &str) -> Option<String> {
    const MOST_SIGNS: usize = 20;
    let text = text.trim().trim_end_matches(';').to_ascii_lowercase();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.');
    (!text.is_empty() && text.len() <= MOST_SIGNS && text.chars().all(is_name)).then_some(text)
}
