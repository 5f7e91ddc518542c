//! How many true sentences stay and false ones go when a model reads them again: whole runs in which
//! the model's part is played. The reader is right nine times in ten and invents a quote one time in
//! ten, each time anew. `cargo bench --bench second-reading -- <sentences.jsonl>…`: objects with `claim`,
//! `evidence` (a list of `title` and `text`), `kind` and `language`, one a line. Prints a table with a
//! row for each language: the rules alone, one reading, and a repair by a writer who drops what is
//! false (honest) or repeats every sentence as it was (stubborn).

use std::cell::Cell;
use std::collections::BTreeMap;

use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::host::MemoryHost;
use ibid::settings::Depth;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// How often each sentence is judged anew, so that the figures don't hang on single throws.
const ROUNDS: u64 = 5;

/// What happens to a sentence that failed.
#[derive(Clone, Copy, PartialEq)]
enum Writer {
    /// The writer corrects nothing.
    Silent,
    /// The writer repeats true sentences and drops false ones.
    Honest,
    /// The writer repeats every sentence.
    Stubborn,
}

/// The columns of the table: name, second reading on or off, writer.
const COLUMNS: [(&str, bool, Writer); 4] = [
    ("rules", false, Writer::Silent),
    ("reading", true, Writer::Silent),
    ("honest repair", true, Writer::Honest),
    ("stubborn repair", true, Writer::Stubborn),
];

/// A service that plays search and model for one sentence.
struct World {
    case: Value,
    writer: Writer,
    chance: Cell<u64>,
}

impl World {
    fn is_true(&self) -> bool {
        self.case["kind"].as_str().unwrap_or_default().starts_with("honest")
    }

    fn pieces(&self) -> Vec<Value> {
        self.case["evidence"].as_array().cloned().unwrap_or_default()
    }

    /// A number below `limit`, another one each time.
    fn throw(&self, limit: u64) -> u64 {
        let mut state = self.chance.get();
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        self.chance.set(state);
        (state >> 11) % limit
    }

    fn answer(&self, request: &HttpRequest) -> HttpResponse {
        if request.url.contains("/search?") {
            let hit = |(index, piece): (usize, &Value)| {
                let title = piece["title"].as_str().filter(|title| !title.is_empty());
                json!({
                    "url": format!("https://site{index}.example.org/page"),
                    "title": title.unwrap_or("Page"),
                    "content": piece["text"],
                })
            };
            let results: Vec<Value> = self.pieces().iter().enumerate().map(hit).collect();
            return HttpResponse::from_text(200, json!({ "results": results }).to_string());
        }
        if !request.url.ends_with("/chat/completions") {
            return HttpResponse::from_text(404, "");
        }
        let body: Value =
            serde_json::from_str(request.body.as_deref().unwrap_or_default()).unwrap_or_default();
        let messages = body["messages"].as_array().cloned().unwrap_or_default();
        let texts: Vec<&str> = messages.iter().filter_map(|it| it["content"].as_str()).collect();
        let reply = self.reply(&texts.join("\n"));
        let response = json!({
            "choices": [{ "message": { "content": reply.to_string() }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 1000, "completion_tokens": 200 },
        });
        HttpResponse::from_text(200, response.to_string())
    }

    fn reply(&self, prompt: &str) -> Value {
        let claim = self.case["claim"].as_str().unwrap_or_default();
        match () {
            () if prompt.starts_with("You plan the research") => json!({ "topics": [{
                "topic": "Subject of the note", "context": claim, "type": "concept", "reason": "…",
                "queries": ["subject of the note"],
            }] }),
            () if prompt.starts_with("You write one part") => json!({
                "sentences": [{ "text": claim, "cites": evidence_ids(prompt) }],
                "contradiction": { "text": "", "cites": [] },
            }),
            () if prompt.starts_with("You check sentences") => {
                let verdicts = sentence_ids(prompt).map(|id| self.verdict(prompt, &id));
                json!({ "verdicts": verdicts.collect::<Vec<_>>() })
            }
            () => {
                let repeats = match self.writer {
                    Writer::Silent => false,
                    Writer::Honest => self.is_true(),
                    Writer::Stubborn => true,
                };
                let repeated = sentence_ids(prompt).filter(|_| repeats).map(|id| {
                    // With another ending it is another request, so that the reader decides anew:
                    // in a run, the second reading has fewer sentences than the first.
                    let text = fenced(prompt, &id).and_then(|it| it.lines().nth(1));
                    let text = text.map(|text| text.trim_end_matches('.'));
                    json!({ "id": id, "text": text, "cites": evidence_ids(prompt) })
                });
                json!({ "sentences": repeated.collect::<Vec<_>>() })
            }
        }
    }

    /// The verdict of a reader who is right nine times in ten and invents a quote one time in ten.
    fn verdict(&self, prompt: &str, id: &str) -> Value {
        let is_right = self.throw(10) > 0;
        let says_yes = is_right == self.is_true();
        let cited = fenced(prompt, id).and_then(|it| it.lines().next()).unwrap_or_default();
        let source = fenced(prompt, cited.split(", ").next().unwrap_or_default());
        let text = source.and_then(|it| it.lines().nth(1)).unwrap_or_default();
        let quote: String = match self.throw(10) {
            0 => "words that no source of this report contains".to_owned(),
            _ => text.split_inclusive(' ').take(10).collect(),
        };
        let (verdict, differs) =
            if says_yes { ("supported", "nothing") } else { ("contradicted", "how much") };
        json!({ "id": id, "quotes": [quote], "differs": differs, "verdict": verdict })
    }
}

/// What stands in a prompt under a name.
fn fenced<'t>(prompt: &'t str, name: &str) -> Option<&'t str> {
    let (_, after) = prompt.split_once(&format!(" begin {name}>>>\n"))?;
    after.split_once("\n<<<").map(|(inside, _)| inside)
}

fn sentence_ids(prompt: &str) -> impl Iterator<Item = String> + '_ {
    let ids = (1..).map(|number| format!("s{number}"));
    ids.take_while(|id| fenced(prompt, id).is_some())
}

/// The ids of all evidence of a prompt.
fn evidence_ids(prompt: &str) -> Vec<String> {
    let ids = (1..).map(|number| format!("e{number}"));
    ids.take_while(|id| fenced(prompt, id).is_some()).collect()
}

/// Whether the report states the sentence.
fn is_kept(case: &Value, reads_again: bool, writer: Writer, seed: u64) -> bool {
    let claim = case["claim"].as_str().unwrap_or_default();
    let host = MemoryHost::with_notes(&[("Note.md", &format!("# Note\n\n{claim}\n"))]);
    let engine = Engine::default();
    let chance = Cell::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let world = World { case: case.clone(), writer, chance };
    *host.scripted_service.borrow_mut() = Some(Box::new(move |request| world.answer(request)));
    engine.configure(&json!({
        "engine": "model", "provider": "other", "modelUrl": "http://localhost:9/v1", "model": "m",
        "streaming": false, "webSearch": "searxng", "searxngUrl": "http://localhost:8",
        "papers": "off", "results": 20, "secondReading": reads_again,
    }));
    let request = PlanRequest {
        note_path: "Note.md".into(),
        depth: Some(Depth::Shallow),
        model_permission: Permission::Allowed,
        ..PlanRequest::default()
    };
    let Ok(agenda) = block_on(engine.plan(&host, &request)) else { return false };
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Allowed,
    };
    let report = block_on(engine.run(&host, &request));
    report.is_ok_and(|report| report.unsupported_sentence_count == 0)
}

/// Right decisions and cases.
type Counts = (u64, u64);

fn percent((right, all): Counts) -> String {
    format!("{:5.1}%", 100.0 * right as f64 / all.max(1) as f64)
}

fn main() -> std::io::Result<()> {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if files.is_empty() {
        println!(
            "no sentences named: nothing done (cargo bench --bench second-reading -- <sentences.jsonl>)"
        );
    }
    for file in files {
        let mut table: BTreeMap<(String, &str, usize), Counts> = BTreeMap::new();
        for (number, line) in std::fs::read_to_string(&file)?.lines().enumerate() {
            let case: Value = serde_json::from_str(line)?;
            let is_true = case["kind"].as_str().unwrap_or_default().starts_with("honest");
            let row = if is_true { "true kept" } else { "false stopped" };
            for (column, (_, reads_again, writer)) in COLUMNS.into_iter().enumerate() {
                let rounds = if reads_again { ROUNDS } else { 1 };
                for round in 0..rounds {
                    let seed = number as u64 * 1_000 + column as u64 * 100 + round + 1;
                    let is_right = is_kept(&case, reads_again, writer, seed) == is_true;
                    for language in [case["language"].as_str().unwrap_or_default(), "all"] {
                        let counts = table.entry((language.to_owned(), row, column)).or_default();
                        counts.0 += u64::from(is_right);
                        counts.1 += 1;
                    }
                }
            }
        }
        println!("{file}\n{:22}{}", "", COLUMNS.map(|(name, ..)| format!("{name:>16}")).concat());
        let rows: std::collections::BTreeSet<(String, &str)> =
            table.keys().map(|(language, row, _)| (language.clone(), *row)).collect();
        for (language, row) in rows {
            let cell = |column: usize| {
                let counts = table.get(&(language.clone(), row, column)).copied();
                format!("{:>16}", percent(counts.unwrap_or_default()))
            };
            println!("{language:5}{row:17}{}", (0..COLUMNS.len()).map(cell).collect::<String>());
        }
    }
    Ok(())
}
