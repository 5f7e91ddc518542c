//! The rules of the house as a test: the order of the modules, what may not be named where,
//! how long a file may be, and that each says what it is for.

mod functions;
mod imports;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the lowest layer to the highest. A module uses only those to its left.
const ORDER: [&str; 39] = [
    "error",
    "time",
    "sorting",
    "text",
    "net",
    "progress",
    "note",
    "graph",
    "chunk",
    "index",
    "privacy",
    "page",
    "evidence",
    "support",
    "sanitize",
    "web",
    "llm",
    "prompts",
    "settings",
    "host",
    "client",
    "audit",
    "session",
    "service_check",
    "prices",
    "library",
    "local",
    "research",
    "tools",
    "agent",
    "ask",
    "answer",
    "citations",
    "chat",
    "health",
    "inbox",
    "engine",
    "wasm",
    "lib",
];

/// Words that may stand only in the modules named: everything that reaches outside, or belongs to one border.
const RESERVED: [(&str, &[&str]); 13] = [
    ("wasm_bindgen", &["wasm"]),
    ("js_sys", &["wasm"]),
    ("web_sys", &["wasm"]),
    ("gloo_net", &["wasm"]),
    ("serde_wasm_bindgen", &["wasm"]),
    ("std::fs", &[]),
    ("std::env", &[]),
    ("std::net", &[]),
    ("std::process", &[]),
    ("std::thread", &[]),
    ("Instant::now", &[]),
    ("SystemTime::now", &[]),
    // Looked up in, never walked through: clippy's `iter_over_hash_type` holds that.
    ("HashMap", &["index"]),
];

/// Layers of values and text hold no workflow: what they know does not change while it is looked at.
const PURE: [&str; 17] = [
    "error", "time", "text", "net", "progress", "note", "graph", "chunk", "index", "privacy",
    "page", "evidence", "support", "sanitize", "web", "llm", "prompts",
];

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "helpers", "common", "manager", "types"];

/// Lines of a source file without its tests; a file above that tells more than one story.
const MAX_LINES: usize = 400;

struct Source {
    path: PathBuf,
    /// The module of the first level that the file belongs to.
    module: String,
    text: String,
}

impl Source {
    /// The file without its tests, which may do what the code may not.
    fn code(&self) -> &str {
        self.text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default()
    }

    /// Lines of code with their numbers, comments left out.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = self.code().lines().enumerate().map(|(number, line)| (number + 1, line));
        numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    fn complaint(&self, line: usize, text: &str) -> String {
        format!("{}:{line}: {text}", self.path.display())
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 20, "the sources were not found");
    files.sort();
    let source = |path: PathBuf| {
        let inside = path.strip_prefix(&root).expect("below src").to_owned();
        let first = inside.iter().next().expect("a name").to_string_lossy().into_owned();
        let module = first.trim_end_matches(".rs").to_owned();
        Source { text: fs::read_to_string(&path).expect("readable"), module, path: inside }
    };
    files.into_iter().map(source).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|name| *name == module)
}

fn report(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// The first-level modules that a line names by `crate::`. Lists after `crate::` are forbidden
/// below, so that none can hide a module.
fn named_modules(line: &str) -> Vec<&str> {
    let word_end =
        |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    line.split("crate::").skip(1).filter_map(|rest| rest.get(..word_end(rest))).collect()
}

#[test]
fn a_module_uses_only_lower_ones() {
    let mut complaints = Vec::new();
    for source in sources() {
        let Some(own) = rank(&source.module) else {
            complaints.push(source.complaint(1, "is in no layer: add its module to ORDER"));
            continue;
        };
        for (number, line) in source.lines() {
            if line.contains("crate::{") {
                complaints
                    .push(source.complaint(number, "imports a list of modules: one line each"));
            }
            for used in named_modules(line) {
                if rank(used).is_some_and(|other| other > own) {
                    complaints.push(source.complaint(
                        number,
                        &format!("{} uses {used}, which is above it", source.module),
                    ));
                }
            }
        }
    }
    report(complaints);
}

/// The name of the public type that a line declares.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources() {
        for (number, line) in source.lines() {
            if let Some(name) = public_type(line) {
                let place = format!("{}:{number}", source.path.display());
                places.entry(name.to_owned()).or_default().push(place);
            }
        }
    }
    assert!(places.len() > 300, "the types were not read");
    let doubled = places.into_iter().filter(|(_, places)| places.len() > 1);
    report(doubled.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect());
}

/// Ways to make text that may be sent, and the only files that may use them: all other text is
/// redacted by somebody who has judged the notes that it names.
const OUTGOING: [(&str, &[&str]); 5] = [
    ("Redactor::new(", &["session/privacy_check.rs", "privacy/redactor/tests.rs"]),
    ("OutgoingText::from_redacted(", &["privacy/redactor.rs"]),
    (
        "OutgoingText::from_public_web(",
        &["evidence/mod.rs", "research/gather/passage_selection.rs", "tools/web_tools.rs"],
    ),
    ("OutgoingText::from_model_reply(", &["agent/loop_messages.rs"]),
    ("HttpRequest::p", &["web/", "llm/", "prices.rs"]),
];

#[test]
fn text_to_send_is_made_in_few_places() {
    let mut complaints = Vec::new();
    for source in sources() {
        let path = source.path.to_string_lossy().into_owned();
        for (number, line) in source.lines() {
            for (way, files) in OUTGOING {
                let is_allowed = files.iter().any(|file| path.starts_with(file));
                if line.contains(way) && !is_allowed {
                    complaints.push(source.complaint(number, &format!("uses `{way}`")));
                }
            }
        }
    }
    report(complaints);
}

#[test]
fn what_reaches_outside_is_named_only_at_the_border() {
    let mut complaints = Vec::new();
    for source in sources() {
        for (number, line) in source.lines() {
            for (word, allowed) in RESERVED {
                if line.contains(word) && !allowed.contains(&source.module.as_str()) {
                    complaints.push(source.complaint(number, &format!("names {word}")));
                }
            }
        }
    }
    report(complaints);
}

#[test]
fn values_and_text_are_pure() {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|source| PURE.contains(&source.module.as_str())) {
        for (number, line) in source.lines() {
            for word in ["async fn", ".await", "dyn Host", "host::"] {
                if line.contains(word) {
                    complaints.push(source.complaint(number, &format!("`{word}` in a pure layer")));
                }
            }
        }
    }
    report(complaints);
}

#[test]
fn note_text_is_edited_and_written_at_one_place_each() {
    let mut complaints = Vec::new();
    for source in sources() {
        let module = source.module.as_str();
        for (number, line) in source.lines() {
            if line.contains("edit::apply(") && !matches!(module, "wasm" | "host") {
                complaints.push(
                    source.complaint(number, "applies an edit itself instead of asking the host"),
                );
            }
            // A wrapped host only forwards edits. A tool only proposes; the user's yes writes. Research of
            // gaps writes only the file of the inbox; accepting a finding writes the rest.
            let writers =
                ["tools/write/apply.rs", "inbox/inbox_store.rs", "inbox/finding_writes.rs"];
            let may_write = matches!(module, "research" | "host" | "wasm")
                || writers.iter().any(|writer| source.path.ends_with(writer));
            if line.contains(".edit(") && !may_write {
                complaints.push(source.complaint(number, "writes to a note outside research"));
            }
        }
    }
    report(complaints);
}

/// `Address` can be made by `Endpoint` and `PublicUrl` alone; a request that is put together by hand
/// would go round them.
#[test]
fn requests_are_made_only_from_addresses_that_may_be_asked() {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|source| source.module != "net") {
        for (number, line) in source.lines() {
            let puts_together =
                line.contains("HttpRequest {") && !line.contains("-> HttpRequest {");
            let readdresses = line.contains("request.url =");
            if puts_together || readdresses {
                complaints
                    .push(source.complaint(number, "makes a request past `HttpRequest::get`"));
            }
        }
    }
    report(complaints);
}

#[test]
fn every_file_says_what_it_is_for_and_keeps_to_one_story() {
    let mut complaints = Vec::new();
    for source in sources() {
        if !source.text.starts_with("//! ") {
            complaints.push(source.complaint(1, "does not open with what it is for (//!)"));
        }
        let length = source.code().lines().count();
        if length > MAX_LINES {
            complaints.push(source.complaint(length, &format!("is longer than {MAX_LINES} lines")));
        }
        let stem = source.path.file_stem().expect("a name").to_string_lossy();
        if EMPTY_NAMES.contains(&stem.as_ref()) {
            complaints.push(source.complaint(1, "has a name that says nothing"));
        }
    }
    report(complaints);
}

#[test]
fn the_rules_catch_what_they_forbid() {
    assert_eq!(named_modules("use crate::host::Host; crate::note::x"), ["host", "note"]);
    assert!(rank("host") > rank("note") && rank("engine") > rank("research"));
    let source = Source {
        path: "x.rs".into(),
        module: "note".into(),
        text: "//! X\n// std::fs\nuse std::fs;\n".into(),
    };
    let hits: Vec<usize> =
        source.lines().filter(|(_, line)| line.contains("std::fs")).map(|(n, _)| n).collect();
    assert_eq!(hits, [3]);
}
