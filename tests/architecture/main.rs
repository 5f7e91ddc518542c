//! The rules of the house as a test: the order of the modules, what may not be named where,
//! how long a file may be, and that each says what it is for.

mod functions;
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Wings and their rooms from the lowest layer to the highest. Each uses only those above it in this list.
const ORDER: [&str; 42] = [
    "values/text",
    "values/html",
    "values",
    "language",
    "notes/note",
    "notes/graph",
    "notes/chunk",
    "notes/index",
    "safety/privacy",
    "safety/sanitize",
    "web/http",
    "web/page",
    "web/search",
    "model/llm",
    "model/prompts",
    "evidence",
    "evidence/support",
    "settings",
    "host",
    "host/client",
    "host/audit",
    "host/session",
    "host/service_check",
    "host/prices",
    "library",
    "answers/built_in",
    "answers/run",
    "answers/gather",
    "answers/writing",
    "features/research",
    "features/tools",
    "features/agent",
    "features/ask",
    "features/answer",
    "features/citations",
    "features/chat",
    "features/health",
    "features/inbox",
    "features",
    "engine",
    "wasm",
    "lib",
];

/// How many folders and files `src` may have at its top.
const MAX_WINGS: usize = 15;

/// Words that may stand only in the modules named: what belongs to one border. Clippy forbids clocks, programs and
/// threads (`.clippy.toml`).
const RESERVED: [(&str, &[&str]); 8] = [
    ("wasm_bindgen", &["wasm"]),
    ("js_sys", &["wasm"]),
    ("web_sys", &["wasm"]),
    ("gloo_net", &["wasm"]),
    ("serde_wasm_bindgen", &["wasm"]),
    ("std::fs", &[]),
    ("std::net", &[]),
    // Looked up in, never walked through: clippy's `iter_over_hash_type` holds that.
    ("HashMap", &["notes/index"]),
];

/// Layers of values and text hold no workflow: what they know does not change while it is looked at.
const PURE: [&str; 7] = ["values", "language", "notes", "safety", "web", "model", "evidence"];

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "helpers", "common", "manager", "types"];

/// Lines of a source file without its tests; a file above that tells more than one story.
const MAX_LINES: usize = 400;

struct Source {
    path: PathBuf,
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

    fn wing(&self) -> String {
        let first = self.path.iter().next().expect("a name").to_string_lossy();
        first.trim_end_matches(".rs").to_owned()
    }

    /// Whether the file lies in a wing or room, or is it.
    fn is_in(&self, place: &str) -> bool {
        is_in(&self.path.with_extension("").to_string_lossy(), place)
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
        Source { text: fs::read_to_string(&path).expect("readable"), path: inside }
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

fn is_in(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The place in ORDER of the room of a path such as `notes/index/bm25`.
fn rank(path: &str) -> Option<usize> {
    let rooms = ORDER.iter().enumerate().filter(|(_, room)| is_in(path, room));
    rooms.max_by_key(|(_, room)| room.len()).map(|(at, _)| at)
}

fn report(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// The paths that a line names by `crate::`, such as `notes/index`. Lists after `crate::` and after the name of a wing
/// with several rooms are forbidden below, so that none can hide a room.
fn named_paths(line: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let path =
        |rest: &str| rest[..rest.find(|c| !is_path(c)).unwrap_or(rest.len())].replace("::", "/");
    line.split("crate::").skip(1).map(path).collect()
}

#[test]
fn a_room_uses_only_lower_ones() {
    let mut complaints = Vec::new();
    for source in sources() {
        let own = source.path.with_extension("");
        let own = own.to_string_lossy();
        let Some(own_rank) = rank(own.trim_end_matches("/mod")) else {
            if !own.ends_with("/mod") {
                complaints.push(source.complaint(1, "is in no layer: add its room to ORDER"));
            }
            continue;
        };
        for (number, line) in source.lines() {
            for used in named_paths(line) {
                match rank(used.trim_end_matches('/')) {
                    None if used.ends_with('/') => complaints
                        .push(source.complaint(number, "imports a list of rooms: one line each")),
                    Some(other) if other > own_rank => complaints
                        .push(source.complaint(number, &format!("uses {used}, which is above it"))),
                    _ => {}
                }
            }
        }
    }
    report(complaints);
}

#[test]
fn there_are_few_wings() {
    let wings: BTreeSet<String> = sources().iter().map(Source::wing).collect();
    assert!((10..=MAX_WINGS).contains(&wings.len()), "{wings:?}");
}

/// The name of the public type that a line declares.
fn public_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) "))?;
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
    ("Redactor::new(", &["host/session/privacy_check.rs", "safety/privacy/redactor/tests.rs"]),
    ("OutgoingText::from_redacted(", &["safety/privacy/redactor.rs"]),
    (
        "OutgoingText::from_public_web(",
        &["evidence/mod.rs", "answers/gather/passage_selection.rs", "features/tools/web_tools.rs"],
    ),
    ("OutgoingText::from_model_reply(", &["features/agent/loop_messages.rs"]),
    ("HttpRequest::p", &["web/", "model/llm/", "host/prices.rs"]),
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
                if line.contains(word) && !allowed.iter().any(|place| source.is_in(place)) {
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
    for source in sources().iter().filter(|source| PURE.contains(&source.wing().as_str())) {
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
        for (number, line) in source.lines() {
            if line.contains("edit::apply(") && !(source.is_in("wasm") || source.is_in("host")) {
                complaints.push(
                    source.complaint(number, "applies an edit itself instead of asking the host"),
                );
            }
            // A wrapped host only forwards edits. A tool only proposes; the user's yes writes. Research of
            // gaps writes only the file of the inbox; accepting a finding writes the rest.
            let may_write = [
                "features/research",
                "host",
                "wasm",
                "features/tools/write/apply",
                "features/inbox/inbox_store",
                "features/inbox/finding_writes",
            ];
            let may_write = may_write.iter().any(|place| source.is_in(place));
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
    for source in sources().iter().filter(|source| !source.is_in("web/http")) {
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
    assert_eq!(named_paths("use crate::host::Host; crate::notes::x"), ["host/Host", "notes/x"]);
    assert!(rank("host") > rank("notes/note") && rank("engine") > rank("features/research/run"));
    assert!(rank("host/client/page") > rank("host/wrapper") && rank("notes").is_none());
    let source = Source { path: "x.rs".into(), text: "//! X\n// std::fs\nuse std::fs;\n".into() };
    let hits: Vec<usize> =
        source.lines().filter(|(_, line)| line.contains("std::fs")).map(|(n, _)| n).collect();
    assert_eq!(hits, [3]);
}
