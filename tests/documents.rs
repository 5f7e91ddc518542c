//! The documents lead through the code and say what the program does. These tests fail when a file, a
//! function, a setting, a command, a tool, a host, a limit or a link that they name does not exist, or when
//! one that exists is missing from them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a path in backticks begins that must exist.
const CHECKED_FOLDERS: [&str; 7] =
    ["src/", "plugin/", "tests/", "fuzz/", "www/", "docs/", ".github/"];

/// Words before the name of a method in TypeScript.
const TYPESCRIPT_MODIFIERS: [&str; 4] = ["private ", "override ", "static ", "async "];

/// Limits that the manual names, and the lines of code that set them.
const LIMITS: [(&str, &str); 15] = [
    ("200,000 characters", "const MAX_NOTE_CHARACTERS: usize = 200_000;"),
    ("280 seconds", "const MAX_RUN_MILLIS: u64 = 280_000;"),
    ("topics of a run | 10 |", "const MAX_TOPICS_PER_RUN: usize = 10;"),
    ("vault for each topic | 5 |", "const MAX_PASSAGES_PER_TOPIC: usize = 5;"),
    ("for each topic | 2,", "const MAX_PAGES_PER_TOPIC: usize = 2;"),
    ("within 10 seconds", "const PAGE_TIMEOUT_MILLIS: u32 = 10_000;"),
    ("512 KiB", "const MAX_PAGE_BYTES: u32 = 512 << 10;"),
    ("50,000 characters", "const MAX_PAGE_TEXT_CHARACTERS: usize = 50_000;"),
    ("30 pages per note", "const MAX_PAGES: usize = 30;"),
    ("120 seconds", "const MAX_ASK_MILLIS: u64 = 120_000;"),
    ("at most 20 steps", "const MAX_ASK_STEPS: usize = 20;"),
    ("20 rounds of tools", "const MAX_ROUNDS: usize = 20;"),
    ("4,000 characters", "const MAX_TEXT_CHARACTERS: usize = 4_000;"),
    ("up to 5 MB each", "const MAX_NOTE_BYTES: u64 = 5_000_000;"),
    ("| 500 |", "const MAX_CONVERSATIONS: usize = 500;"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// A file with its white space as single spaces, however its formatter breaks lines.
fn on_one_line(path: &str) -> String {
    read(path).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All files below a folder with one of these endings, relative to the project and in order.
fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|why| panic!("{folder}: {why}"));
    for entry in entries {
        let path = format!("{folder}/{}", entry.expect("an entry").file_name().to_string_lossy());
        if root().join(&path).is_dir() {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| path.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The names of the folders in a folder.
fn folders(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let is_folder = |entry: &fs::DirEntry| entry.path().is_dir();
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.map(|entry| entry.expect("an entry")).filter(is_folder).map(name).collect()
}

/// All documents, each with its text.
fn documents() -> Vec<(String, String)> {
    let mut paths: Vec<String> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "tests/contract/README.md"]
            .map(str::to_owned)
            .into();
    paths.extend(files("docs", &[".md"]));
    assert!(paths.len() > 10, "only {} documents were found", paths.len());
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// A document without its code blocks.
fn without_code_blocks(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The code in a document, with the text between two pieces of it before each.
fn code_spans(text: &str) -> Vec<(String, String)> {
    let text = without_code_blocks(text);
    let pieces: Vec<&str> = text.split('`').collect();
    let pairs = pieces.chunks_exact(2);
    pairs.map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
}

fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// The anchor of a heading, as GitHub and Obsidian's publishers make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(text: &str) -> BTreeSet<String> {
    let text = without_code_blocks(text);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// The part of a document from a heading to the next of the same level.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n{heading}\n")).expect(heading);
    let level = heading.split(' ').next().unwrap_or_default();
    rest.split(&format!("\n{level} ")).next().unwrap_or_default()
}

/// The first cells of the rows of all tables in a text.
fn first_cells(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let cell = |line: &str| line.split('|').nth(1).unwrap_or_default().trim().to_owned();
    rows.map(cell).collect()
}

/// Whether a file declares a function of this name.
fn declares(path: &str, text: &str, name: &str) -> bool {
    if path.ends_with(".rs") {
        return [format!("fn {name}("), format!("fn {name}<")]
            .iter()
            .any(|form| text.contains(form));
    }
    let forms = [format!("function {name}("), format!("function {name}<"), format!("const {name}")];
    let is_method = |line: &str| {
        let mut line = line.trim_start();
        for modifier in TYPESCRIPT_MODIFIERS {
            line = line.strip_prefix(modifier).unwrap_or(line);
        }
        let rest = line.strip_prefix(name).unwrap_or_default();
        rest.starts_with(['(', '<']) && !line.ends_with(';')
    };
    forms.iter().any(|form| text.contains(form)) || text.lines().any(is_method)
}

/// The texts between double quotes in a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

fn report(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// Complains about names that only one of two lists has.
fn compare(what: &str, in_code: &BTreeSet<String>, in_document: &BTreeSet<String>) -> Vec<String> {
    assert!(!in_code.is_empty(), "{what} were not read from the code");
    let missing = in_code.difference(in_document).map(|name| format!("{what}: {name} is missing"));
    let gone = in_document.difference(in_code).map(|name| format!("{what}: there is no {name}"));
    missing.chain(gone).collect()
}

#[test]
fn files_and_functions_that_documents_name_exist() {
    let mut complaints = Vec::new();
    let (mut paths, mut functions) = (0, 0);
    for (document, text) in documents() {
        let spans = code_spans(&text);
        for (_, span) in &spans {
            let is_path = CHECKED_FOLDERS.iter().any(|folder| span.starts_with(folder));
            if is_path && !span.contains(['*', '<', '…', ' ']) {
                paths += 1;
                if !exists(span) {
                    complaints.push(format!("{document}: there is no {span}"));
                }
            }
        }
        for pair in spans.windows(2) {
            let ((_, path), (between, name)) = (&pair[0], &pair[1]);
            let is_source = [".rs", ".ts", ".mjs"].iter().any(|ending| path.ends_with(ending));
            if is_source && !between.is_empty() && between.trim().is_empty() {
                functions += 1;
                let source = fs::read_to_string(root().join(path)).unwrap_or_default();
                if !declares(path, &source, name) {
                    complaints.push(format!("{document}: {path} has no {name}"));
                }
            }
        }
    }
    report(&complaints);
    assert!(paths > 250 && functions > 80, "only {paths} paths and {functions} functions");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut complaints = Vec::new();
    let mut count = 0;
    for (document, text) in documents() {
        let without_blocks = without_code_blocks(&text);
        for rest in without_blocks.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            if target.starts_with("http") {
                continue;
            }
            count += 1;
            let (file, wanted) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(&document).parent().expect("a folder");
            let path = if file.is_empty() {
                root().join(&document)
            } else {
                root().join(folder).join(file)
            };
            if !path.exists() {
                complaints.push(format!("{document}: {target} leads nowhere"));
            } else if !wanted.is_empty() {
                let linked = fs::read_to_string(&path).expect("a text");
                if !anchors(&linked).contains(wanted) {
                    complaints.push(format!("{document}: {target} leads to no heading"));
                }
            }
        }
    }
    report(&complaints);
    assert!(count > 80, "only {count} links");
}

#[test]
fn the_readme_is_two_pages() {
    let readme = read("README.md");
    let (lines, bytes) = (readme.lines().count(), readme.len());
    assert!(lines <= 120 && bytes <= 9_000, "{lines} lines, {bytes} bytes");
}

/// The rooms in the table of `src/lib.rs`, as paths in `src`.
fn rooms_of_the_map() -> Vec<String> {
    let map = read("src/lib.rs");
    let mut rooms = Vec::new();
    let mut wing = String::new();
    let rows = map.lines().filter_map(|line| line.strip_prefix("//! | "));
    for row in rows.skip(2) {
        let cells: Vec<&str> = row.split('|').collect();
        if let Some(name) = cells[0].split('`').nth(1) {
            wing = name.to_owned();
            rooms.push(wing.clone());
        }
        let names = cells[1].split('`').skip(1).step_by(2);
        rooms.extend(names.map(|name| {
            let path = name.replace("::", "/");
            if path.starts_with(&wing) { path } else { format!("{wing}/{path}") }
        }));
    }
    rooms
}

#[test]
fn the_map_of_the_core_has_every_wing_and_only_rooms_that_exist() {
    let rooms = rooms_of_the_map();
    let exists = |room: &String| {
        let path = root().join("src").join(room);
        path.is_dir() || path.with_extension("rs").is_file()
    };
    let gone = rooms.iter().filter(|room| !exists(room));
    let mut complaints: Vec<String> =
        gone.map(|room| format!("src/lib.rs: there is no src/{room}")).collect();
    let wings = rooms.iter().filter(|room| !room.contains('/')).cloned().collect();
    complaints.extend(compare("the wings in src/lib.rs", &folders("src"), &wings));
    report(&complaints);
}

#[test]
fn the_map_of_the_core_has_the_order_that_the_architecture_test_checks() {
    let sources = files("tests", &[".rs"]).into_iter().map(|path| read(&path));
    let rules = sources.filter(|text| text.contains("\nconst ORDER: [&str;")).collect::<String>();
    let (_, order) = rules.split_once("\nconst ORDER: [&str;").expect("the order");
    let order: Vec<&str> = quoted(order.split("];").next().unwrap_or_default()).collect();
    let rooms = rooms_of_the_map();
    let places = order.iter().filter_map(|room| rooms.iter().position(|other| other == room));
    // A wing stands in the table before its rooms, and in the list after those that it passes on.
    let named: Vec<usize> = places.filter(|at| rooms[*at].contains('/')).collect();
    assert!(named.len() > 15, "only {} rooms are in both", named.len());
    let expected: Vec<&String> = named.iter().map(|at| &rooms[*at]).collect();
    assert!(named.is_sorted(), "the rooms in src/lib.rs should have this order: {expected:?}");
}

#[test]
fn every_folder_is_on_the_page_of_the_architecture() {
    let page = read("docs/architecture.md");
    let named = first_cells(section(&page, "## Folders"));
    let expected: Vec<String> =
        folders("plugin/src").into_iter().map(|name| format!("`plugin/src/{name}`")).collect();
    let missing = expected.iter().filter(|folder| !named.contains(*folder));
    report(
        &missing
            .map(|folder| format!("docs/architecture.md: {folder} is missing"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn every_setting_is_in_the_documents() {
    let mut in_code = BTreeSet::new();
    for path in files("src/settings/form", &[".rs"]) {
        let text = read(&path);
        // The first text is the key in the saved file, the second the name on the tab.
        let fields = text.split("new_field(\n").skip(1);
        in_code.extend(fields.filter_map(|field| quoted(field).nth(1).map(str::to_owned)));
    }
    let mut in_document = first_cells(&read("docs/settings.md"));
    in_document.remove("setting");
    report(&compare("settings", &in_code, &in_document));
}

/// The name of a command as TypeScript writes it: a text, a constant or a text with constants.
fn command_name(value: &str, sources: &str) -> String {
    let constant = |name: &str| {
        let (_, rest) =
            sources.split_once(&format!("const {name} = \"")).unwrap_or_else(|| panic!("{name}"));
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    if let Some(text) = value.strip_prefix('"') {
        return text.split('"').next().unwrap_or_default().to_owned();
    }
    let Some(template) = value.strip_prefix('`') else {
        let name = value.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        return constant(name.unwrap_or_default());
    };
    let template = template.split('`').next().unwrap_or_default();
    let (before, rest) = template.split_once("${").unwrap_or((template, "}"));
    let (name, after) = rest.split_once('}').unwrap_or_default();
    let value = if name.is_empty() { String::new() } else { constant(name) };
    format!("{before}{value}{after}")
}

#[test]
fn every_command_is_in_the_manual() {
    let sources: String =
        files("plugin/src", &[".ts"]).iter().map(|path| on_one_line(path)).collect();
    let calls = sources.split("Command(").skip(1).map(str::trim_start);
    // The commands that one method passes on to another have no id of their own.
    let commands = calls.filter(|call| call.starts_with("{ id: \""));
    let names = commands.filter_map(|command| command.split_once(" name: "));
    let in_code = names.map(|(_, name)| command_name(name, &sources)).collect();
    let manual = read("docs/manual.md");
    let mut in_document = first_cells(section(&manual, "## Commands"));
    in_document.remove("command");
    report(&compare("commands", &in_code, &in_document));
}

#[test]
fn every_tool_is_in_the_manual() {
    let names = read("src/features/tools/tool_name.rs");
    let (_, table) = names.split_once("fn as_str").expect("the names");
    let table = table.split("\n    }\n").next().unwrap_or_default();
    let in_code = quoted(table).map(str::to_owned).collect();
    let manual = read("docs/manual.md");
    let cells = first_cells(section(&manual, "## Chat")).into_iter().collect::<String>();
    let in_document = code_spans(&cells).into_iter().map(|(_, span)| span).collect();
    report(&compare("tools", &in_code, &in_document));
}

#[test]
fn every_kind_of_health_row_is_in_the_manual() {
    let texts = on_one_line("plugin/src/health/health-text.ts");
    let titles = texts.split("{ title: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let in_code = titles.map(str::to_owned).collect();
    let manual = read("docs/manual.md");
    let mut in_document = first_cells(section(&manual, "## Health of the vault"));
    in_document.remove("kind");
    report(&compare("kinds of health rows", &in_code, &in_document));
}

/// What stands before an address to which nothing is sent: pages that only the user opens, and addresses
/// that are compared or shown.
const OTHER_ADDRESSES: [&str; 4] = ["Some(\"http", "Url::parse(", "format!(", "concat!("];

/// The hosts in the addresses of services.
fn hosts_in_code() -> BTreeSet<String> {
    let mut hosts = BTreeSet::new();
    for folder in ["src/model/llm", "src/web/search/services", "src/host"] {
        for path in files(folder, &[".rs"]) {
            let text = read(&path);
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().map(str::trim_start).filter(|line| {
                let is_other = OTHER_ADDRESSES.iter().any(|other| line.contains(other));
                !line.starts_with("//") && !is_other
            });
            for address in lines.flat_map(quoted).filter_map(|text| text.split_once("://")) {
                let host = address.1.split('/').next().unwrap_or_default();
                hosts.insert(host.to_owned());
            }
        }
    }
    hosts.retain(|host| host.contains('.') || host.contains(':'));
    hosts
}

#[test]
fn every_host_is_on_the_page_about_privacy() {
    let page = read("docs/privacy.md");
    let services = section(&page, "## Services and their hosts");
    let hosts = hosts_in_code();
    assert!(hosts.len() > 18, "{hosts:?}");
    let is_named = |host: &String| match host.split_once(':') {
        Some(("localhost", port)) => services.contains(port),
        _ => services.contains(&format!("`{host}`")),
    };
    let missing = hosts.iter().filter(|host| !is_named(host));
    let mut complaints: Vec<String> =
        missing.map(|host| format!("docs/privacy.md: {host} is missing")).collect();
    let named = code_spans(services).into_iter().map(|(_, span)| span);
    let gone = named.filter(|span| span.contains('.') && !hosts.contains(span));
    complaints.extend(gone.map(|host| format!("docs/privacy.md: nothing is sent to {host}")));
    report(&complaints);
}

#[test]
fn the_limits_in_the_manual_are_those_of_the_code() {
    let code: String = files("src", &[".rs"]).iter().map(|path| read(path)).collect();
    let manual = read("docs/manual.md");
    let limits = section(&manual, "## Limits");
    let mut complaints = Vec::new();
    for (words, line) in LIMITS {
        if !limits.contains(words) {
            complaints.push(format!("docs/manual.md does not say {words}"));
        }
        if !code.contains(line) {
            complaints.push(format!("the code has no `{line}`: correct the manual and this list"));
        }
    }
    report(&complaints);
}

#[test]
fn commands_variables_and_targets_that_documents_name_exist() {
    let texts: String = documents().into_iter().map(|(_, text)| text).collect();
    let word = |rest: &str| {
        rest.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c))
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let scripts = read("package.json");
    let cargo = read("Cargo.toml");
    let mut complaints = Vec::new();
    for name in texts.split("npm run ").skip(1).map(word) {
        if !scripts.contains(&format!("\"{name}\": ")) {
            complaints.push(format!("there is no npm run {name}"));
        }
    }
    for name in texts.split("--bench ").skip(1).map(word) {
        if !cargo.contains(&format!("name = \"{name}\"")) {
            complaints.push(format!("there is no cargo bench --bench {name}"));
        }
    }
    let sources: String = ["plugin", "tests"]
        .iter()
        .flat_map(|folder| files(folder, &[".mjs", ".rs", ".ts"]))
        .filter(|path| !path.ends_with("documents.rs"))
        .map(|path| read(&path))
        .collect();
    for name in texts.split("`IBID_").skip(1).map(word) {
        if !sources.contains(&format!("IBID_{name}")) {
            complaints.push(format!("nothing reads IBID_{name}"));
        }
    }
    let testing = read("docs/testing.md");
    let file_name = |path: &String| path.rsplit(['/', '.']).nth(1).unwrap_or_default().to_owned();
    let targets: BTreeSet<String> =
        files("fuzz/fuzz_targets", &[".rs"]).iter().map(file_name).collect();
    let fuzzing = section(&testing, "## Fuzzing");
    let unnamed = targets.iter().filter(|target| !fuzzing.contains(&format!("`{target}`")));
    complaints
        .extend(unnamed.map(|target| format!("docs/testing.md: the target {target} is missing")));
    let benches = files("tests/bench", &[".mjs"]);
    let is_named = |path: &String| {
        path.contains("collections")
            || path.contains("page-classifier")
            || testing.contains(path.as_str())
    };
    let unnamed = benches.iter().filter(|path| !is_named(path));
    complaints.extend(unnamed.map(|path| format!("docs/testing.md: {path} is missing")));
    report(&complaints);
}

#[test]
fn the_steps_of_npm_test_are_on_the_page_about_testing() {
    let script = read("plugin/scripts/test.mjs");
    let (_, steps) = script.split_once("const STEPS = {\n").expect("the steps");
    let steps = steps.split("\n};").next().unwrap_or_default();
    let names = steps.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": {"));
    let names = names.map(|(name, _)| name.trim_matches('"')).filter(|name| !name.starts_with(' '));
    let in_code = names.map(|name| format!("`{name}`")).collect();
    let page = read("docs/testing.md");
    let table = page.split("\n| variable").next().unwrap_or_default();
    let mut in_document = first_cells(table);
    in_document.remove("step");
    report(&compare("steps of npm test", &in_code, &in_document));
}
