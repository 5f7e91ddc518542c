//! How well the built-in engine answers questions from a vault, through whole runs, like
//! `../shared/tools/score-answers.mjs` but without WebAssembly, so that weights can be tried quickly.
//! `cargo bench --bench answers -- <answers.json>…`: objects with `notes` (`path`, `text`), `answerable`
//! (`question`, `answers`) and `unanswerable` (questions).

use ibid::engine::Engine;
use ibid::host::memory::MemoryHost;
use ibid::research::request::{OnExisting, Permission, PlanRequest, RunRequest};
use pollster::block_on;
use serde_json::{Value, json};

/// A vault in which questions are researched.
struct Vault {
    host: MemoryHost,
    engine: Engine,
}

impl Vault {
    fn new(notes: &[Value]) -> Self {
        let notes: Vec<(&str, &str)> = notes
            .iter()
            .filter_map(|note| Some((note["path"].as_str()?, note["text"].as_str()?)))
            .collect();
        let (host, engine) = (MemoryHost::with_notes(&notes), Engine::default());
        engine.configure(&json!({ "engine": "built-in", "webSearch": "off", "papers": "off" }));
        Self { host, engine }
    }

    /// The sentences that the report quotes on a question.
    fn quotes(&self, question: &str) -> Vec<String> {
        self.host.put_note("Question.md", &format!("{question}\n"));
        let request = PlanRequest { note_path: "Question.md".into(), ..PlanRequest::default() };
        let Ok(agenda) = block_on(self.engine.plan(&self.host, &request)) else {
            return Vec::new();
        };
        let request = RunRequest {
            agenda,
            existing_section_action: OnExisting::Replace,
            web_permission: Permission::Off,
            model_permission: Permission::Off,
        };
        if block_on(self.engine.run(&self.host, &request)).is_err() {
            return Vec::new();
        }
        let text = self.host.note_text("Question.md");
        let section = text.split("## Research").nth(1).unwrap_or_default().to_owned();
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
}

/// A text in lower case without punctuation, as the answers are compared.
fn plain(text: &str) -> String {
    let kept = text.to_lowercase().replace('\\', "");
    let words = kept.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if files.is_empty() {
        println!(
            "no questions named: nothing done (cargo bench --bench answers -- <answers.json>)"
        );
    }
    for file in files {
        let set: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        let list = |name: &str| set[name].as_array().cloned().unwrap_or_default();
        let vault = Vault::new(&list("notes"));
        let (mut first, mut any, mut none) = (0, 0, 0);
        for case in &list("answerable") {
            let question = case["question"].as_str().unwrap_or_default();
            let answers: Vec<String> = case["answers"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|answer| Some(plain(answer.as_str()?)))
                .collect();
            let holds = |text: &String| answers.iter().any(|answer| plain(text).contains(answer));
            let quotes = vault.quotes(question);
            none += usize::from(quotes.is_empty());
            first += usize::from(quotes.first().is_some_and(holds));
            any += usize::from(quotes.iter().any(holds));
        }
        let unanswerable = list("unanswerable");
        let silent = unanswerable
            .iter()
            .filter(|question| vault.quotes(question.as_str().unwrap_or_default()).is_empty())
            .count();
        let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let all = list("answerable").len();
        println!(
            "{}: first {:.3}  any {:.3}  nothing said {:.3}  silent {:.3}",
            set["name"].as_str().unwrap_or_default(),
            share(first, all),
            share(any, all),
            share(none, all),
            share(silent, unanswerable.len())
        );
    }
    Ok(())
}
