//! How well the built-in engine answers questions from a vault, through whole runs, like
//! `../shared/tools/score-answers.mjs` but without WebAssembly, so that weights can be tried quickly.
//! `cargo bench --bench answers -- <answers.json>…`: objects with `notes` (`path`, `text`) or a `folder`
//! of notes, `answerable` (`question`, `answers`, if it belongs to a note `note`, and a `group` to be counted apart) and
//! `unanswerable` (questions, or objects with `question` and `note`). Set `SHOW=1` to see what went wrong.

use std::collections::BTreeMap;
use std::path::Path;

use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::host::MemoryHost;
use pollster::block_on;
use serde_json::{Value, json};

/// The note in which a question is asked that belongs to no note.
const QUESTION_NOTE: &str = "Question.md";

/// A vault in which questions are researched.
struct Vault {
    host: MemoryHost,
    engine: Engine,
}

impl Vault {
    fn new(notes: &[(String, String)]) -> Self {
        let notes: Vec<(&str, &str)> =
            notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (host, engine) = (MemoryHost::with_notes(&notes), Engine::default());
        engine.configure(&json!({ "engine": "built-in", "webSearch": "off", "papers": "off" }));
        Self { host, engine }
    }

    /// The sentences that the report quotes on a question, which is selected in its note.
    fn quotes(&self, question: &str, note: Option<&str>) -> Vec<String> {
        let path = note.unwrap_or(QUESTION_NOTE);
        let before = note.map(|path| self.host.note_text(path));
        if note.is_none() {
            self.host.put_note(path, &format!("{question}\n"));
        }
        let request = PlanRequest {
            note_path: path.into(),
            selected_text: note.map(|_| question.to_owned()).unwrap_or_default(),
            ..PlanRequest::default()
        };
        let quotes = block_on(self.engine.plan(&self.host, &request)).ok().map(|agenda| {
            let request = RunRequest {
                agenda,
                existing_section_action: OnExisting::Replace,
                web_permission: Permission::Off,
                model_permission: Permission::Off,
            };
            match block_on(self.engine.run(&self.host, &request)) {
                Ok(_) => quoted_sentences(&self.host.note_text(path), question),
                Err(_) => Vec::new(),
            }
        });
        if let Some(text) = before {
            self.host.put_note(path, &text);
        }
        quotes.unwrap_or_default()
    }
}

/// The list items of a report above its first topic and below the heading of a question.
fn quoted_sentences(note: &str, question: &str) -> Vec<String> {
    let section = note.rsplit("## Research").next().unwrap_or_default().to_owned();
    let mut quotes = Vec::new();
    for (number, part) in section.split("\n### ").enumerate() {
        let (heading, lines) = part.split_once('\n').unwrap_or((part, ""));
        if number > 0 && plain(heading) != plain(question) {
            continue;
        }
        let items = lines.lines().filter(|line| line.starts_with("- "));
        quotes.extend(items.map(|line| line.split(" ([[").next().unwrap_or(line).to_owned()));
    }
    quotes
}

/// A text in lower case without punctuation, as the answers are compared.
fn plain(text: &str) -> String {
    let kept = text.to_lowercase().replace('\\', "");
    let words = kept.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The Markdown notes of a folder, with their paths in it.
fn notes_of_folder(folder: &Path, root: &Path, notes: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            notes_of_folder(&path, root, notes);
        } else if let (Ok(text), Ok(inside)) =
            (std::fs::read_to_string(&path), path.strip_prefix(root))
        {
            notes.push((inside.to_string_lossy().into_owned(), text));
        }
    }
}

fn notes_of_set(set: &Value) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    if let Some(folder) = set["folder"].as_str() {
        notes_of_folder(Path::new(folder), Path::new(folder), &mut notes);
    }
    let listed = set["notes"].as_array().into_iter().flatten();
    notes.extend(listed.filter_map(|note| {
        Some((note["path"].as_str()?.to_owned(), note["text"].as_str()?.to_owned()))
    }));
    notes
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if files.is_empty() {
        println!(
            "no questions named: nothing done (cargo bench --bench answers -- <answers.json>)"
        );
    }
    let shows_failures = std::env::var("SHOW").is_ok();
    for file in files {
        let set: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        let list = |name: &str| set[name].as_array().cloned().unwrap_or_default();
        let vault = Vault::new(&notes_of_set(&set));
        let (mut first, mut any, mut none) = (0, 0, 0);
        let mut groups: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        let answerable = list("answerable");
        for case in &answerable {
            let question = case["question"].as_str().unwrap_or_default();
            let answers: Vec<String> = case["answers"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|answer| Some(plain(answer.as_str()?)))
                .collect();
            let holds = |text: &String| answers.iter().any(|answer| plain(text).contains(answer));
            let quotes = vault.quotes(question, case["note"].as_str());
            let is_first_right = quotes.first().is_some_and(holds);
            none += usize::from(quotes.is_empty());
            first += usize::from(is_first_right);
            if let Some(group) = case["group"].as_str() {
                let (right, all) = groups.entry(group).or_default();
                *right += usize::from(is_first_right);
                *all += 1;
            }
            any += usize::from(quotes.iter().any(holds));
            if shows_failures && !is_first_right {
                println!("? {question} {answers:?}\n  {}", quotes.join("\n  "));
            }
        }
        let mut silent = 0;
        for case in &list("unanswerable") {
            let question = case.as_str().or_else(|| case["question"].as_str()).unwrap_or_default();
            let quotes = vault.quotes(question, case["note"].as_str());
            silent += usize::from(quotes.is_empty());
            if shows_failures && !quotes.is_empty() {
                println!("x {question}\n  {}", quotes.join("\n  "));
            }
        }
        let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let all = answerable.len();
        println!(
            "{}: {all} questions  first {:.3}  any {:.3}  nothing said {:.3}  silent {:.3}",
            set["name"].as_str().unwrap_or_default(),
            share(first, all),
            share(any, all),
            share(none, all),
            share(silent, list("unanswerable").len())
        );
        for (group, (right, all)) in groups {
            println!("  {group}: {right} of {all} answered first by a right sentence");
        }
    }
    Ok(())
}
