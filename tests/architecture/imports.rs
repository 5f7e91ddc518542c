//! Which file imports which: `src` and `plugin/src` are read as graphs, in which no circle may be.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::{ORDER, Source, rank, report, sources};

/// What each file imports, by name.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The files on one circle, in the order of the imports, if there is any.
fn circle(imports: &Imports) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    imports.keys().find_map(|file| visit(file, imports, &mut Vec::new(), &mut done))
}

fn visit(
    file: &str,
    imports: &Imports,
    trail: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(start) = trail.iter().position(|earlier| earlier == file) {
        return Some(trail[start..].to_vec());
    }
    if !done.insert(file.to_owned()) {
        return None;
    }
    trail.push(file.to_owned());
    let found = imports
        .get(file)
        .and_then(|targets| targets.iter().find_map(|to| visit(to, imports, trail, done)));
    trail.pop();
    found
}

/// The path of a module as `a::b`; empty for the crate's root.
fn module_path(source: &Source) -> String {
    let path = source.path.with_extension("");
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    let names = names.strip_suffix(&["mod".into()]).unwrap_or(&names);
    if names == ["lib"] { String::new() } else { names.join("::") }
}

/// Code without comments, with `pub use` statements apart.
struct Code {
    text: String,
    reexports: Vec<String>,
}

fn code(source: &Source) -> Code {
    let text: Vec<&str> = source.lines().map(|(_, line)| line).collect();
    let mut text = text.join("\n");
    let mut reexports = Vec::new();
    for keyword in ["pub use ", "pub(crate) use "] {
        while let Some(start) = text.find(keyword) {
            let end = text[start..].find(';').map_or(text.len(), |length| start + length);
            reexports.push(text[start + keyword.len()..end].to_owned());
            text.replace_range(start..end, "");
        }
    }
    Code { text, reexports }
}

/// `a::{b, c::D}` as `a::b` and `a::c::D`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((head, list)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    let leaves = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).flat_map(leaves);
    leaves.map(|leaf| format!("{}{leaf}", head.trim())).collect()
}

/// The paths behind each `crate::` of a text, lists taken apart.
fn crate_paths(text: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let path = |rest: &str| {
        let length = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        match rest[length..].strip_prefix('{') {
            Some(list) if rest[..length].ends_with("::") => {
                let end = list.find(';').unwrap_or(list.len());
                leaves(&rest[..length + 1 + end])
            }
            _ => vec![rest[..length].to_owned()],
        }
    };
    text.split("crate::").skip(1).flat_map(path).collect()
}

/// The names that a module passes on from its children: `b::C` by `pub use c::C` in `b`.
fn passed_on(modules: &BTreeMap<String, Code>) -> BTreeMap<String, String> {
    let mut passed = BTreeMap::new();
    for (module, code) in modules {
        for leaf in code.reexports.iter().flat_map(|tree| leaves(tree)) {
            let Some((from, name)) = leaf.rsplit_once("::") else { continue };
            let from = from.strip_prefix("crate::").map_or_else(
                || if module.is_empty() { from.to_owned() } else { format!("{module}::{from}") },
                str::to_owned,
            );
            passed.insert(format!("{module}::{name}"), from);
        }
    }
    passed
}

/// The module that a path leads to: where the name is defined, not where it is passed on.
fn target(
    path: &str,
    modules: &BTreeMap<String, Code>,
    passed: &BTreeMap<String, String>,
) -> Option<String> {
    let mut path = path;
    loop {
        if let Some(from) = passed.get(path) {
            return Some(from.clone());
        }
        if modules.contains_key(path) {
            return Some(path.to_owned());
        }
        path = path.rsplit_once("::")?.0;
    }
}

/// The children of a module that its own code names, beside passing their names on.
fn children(module: &str, code: &Code, modules: &BTreeMap<String, Code>) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code.text.split(|c: char| !is_name(c));
    let first = words.filter_map(|word| Some(word.split_once("::")?.0));
    let child = first.filter(|name| !name.is_empty()).map(|name| format!("{module}::{name}"));
    child.filter(|child| modules.contains_key(child)).collect()
}

fn rust_imports() -> Imports {
    let sources = sources();
    let modules: BTreeMap<String, Code> =
        sources.iter().map(|source| (module_path(source), code(source))).collect();
    let passed = passed_on(&modules);
    let imports = |(module, code): (&String, &Code)| {
        let paths = crate_paths(&code.text);
        let named = paths.iter().filter_map(|path| target(path, &modules, &passed));
        let mut all: BTreeSet<String> = named.chain(children(module, code, &modules)).collect();
        all.remove(module);
        (module.clone(), all)
    };
    modules.iter().map(imports).collect()
}

fn typescript_imports(folder: &Path, root: &Path, imports: &mut Imports) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            typescript_imports(&path, root, imports);
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        let file = path.strip_prefix(root).expect("below the root").with_extension("");
        let folder = file.parent().unwrap_or(Path::new(""));
        let relative = text.split("from \"").skip(1).filter_map(|rest| rest.split('"').next());
        let targets = relative.filter(|target| target.starts_with('.'));
        let targets = targets.map(|target| joined(folder, target));
        imports.insert(file.to_string_lossy().into_owned(), targets.collect());
    }
}

fn joined(folder: &Path, relative: &str) -> String {
    let mut names: Vec<String> =
        folder.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    for name in relative.split('/') {
        match name {
            "." => {}
            ".." => drop(names.pop()),
            name => names.push(name.to_owned()),
        }
    }
    names.join("/")
}

#[test]
fn no_file_imports_itself_by_way_of_others() {
    let imports = rust_imports();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 500, "the imports were not read");
    assert_eq!(circle(&imports), None);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin/src");
    let mut imports = Imports::new();
    typescript_imports(&root, &root, &mut imports);
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 50, "the imports were not read");
    assert_eq!(circle(&imports), None);
}

/// What a path of another room names below that room, up to the first type: `note::link::parse` has two names.
fn names_below_room(path: &str, own_room: Option<usize>) -> usize {
    let path = path.split_whitespace().next().unwrap_or_default().replace("::", "/");
    let other = rank(&path).filter(|other| Some(*other) != own_room);
    let Some(room) = other.and_then(|other| ORDER.get(other)) else { return 0 };
    let below = path[room.len()..].split('/').filter(|name| !name.is_empty());
    let is_module = |name: &str| name.starts_with(char::is_lowercase);
    let names: Vec<&str> = below.filter(|name| *name != "self").collect();
    names.iter().position(|name| !is_module(name)).map_or(names.len(), |first_type| first_type + 1)
}

#[test]
fn nobody_reaches_past_the_face_of_a_room() {
    let mut complaints = Vec::new();
    for source in sources() {
        let own = rank(&module_path(&source).replace("::", "/"));
        let paths = crate_paths(&code(&source).text);
        for path in paths.iter().filter(|path| names_below_room(path, own) > 1) {
            complaints
                .push(source.complaint(1, &format!("uses {path}: not what the room re-exports")));
        }
    }
    report(complaints);
}

#[test]
fn paths_past_a_face_are_found() {
    let below = |path: &str| names_below_room(path, rank("answers/run"));
    assert_eq!(below("notes::note::NotePath::parse"), 1);
    assert_eq!(below("notes::note::link as other"), 1);
    assert_eq!(below("notes::note::link::self"), 1);
    assert_eq!(below("notes::note::link::NoteLink"), 2);
    assert_eq!(below("notes::note::link::parse_links"), 2);
    assert_eq!(below("answers::run::agenda::Agenda"), 0);
    assert_eq!(below("version"), 0);
}

#[test]
fn paths_are_absolute() {
    let mut complaints = Vec::new();
    for source in sources() {
        for (number, line) in source.lines() {
            if line.contains("super::") && !line.contains("pub(in ") {
                complaints.push(source.complaint(number, "uses `super::`: write `crate::…`"));
            }
        }
    }
    report(complaints);
}

#[test]
fn circles_are_found() {
    let imports = |pairs: &[(&str, &[&str])]| -> Imports {
        let set = |targets: &[&str]| targets.iter().map(|target| (*target).to_owned()).collect();
        pairs.iter().map(|(file, targets)| ((*file).to_owned(), set(targets))).collect()
    };
    assert_eq!(circle(&imports(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])), None);
    let found = circle(&imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]));
    assert_eq!(found, Some(vec!["b".into(), "c".into()]));
    let paths = crate_paths("use crate::a::{b, c::{D, E}};\nlet x = crate::f::g();");
    assert_eq!(paths, ["a::b", "a::c::D", "a::c::E", "f::g"]);
    assert_eq!(joined(Path::new("views"), "../task"), "task");
}

#[path = "plugin.rs"]
mod plugin;
