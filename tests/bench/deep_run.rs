//! Plays a deep run over stored pages with replies of a model that were written by hand.
//! `cargo bench --bench deep-run -- <folder>`: the folder has `note.md`, other notes of the vault in
//! `vault/`, and `pages.json` (a list of `url`, `title`, `snippet` and `html`). Prompts without a reply
//! are written to `prompts/`; put each reply into `replies/` under the same name and run again. Prints
//! the section, what was left out, and what was estimated and spent.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::host::MemoryHost;
use ibid::model::llm::estimate_tokens;
use ibid::settings::Depth;
use ibid::values::text::hash;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// The outside world of the run: a search service, pages, and a model whose replies are files.
struct World {
    folder: PathBuf,
    pages: Vec<Value>,
    log: Rc<RefCell<CallLog>>,
}

/// What was asked of the model.
#[derive(Default)]
struct CallLog {
    missing_replies: usize,
    /// Number of calls, tokens of the prompts and tokens of the replies, by step.
    tokens_by_step: BTreeMap<&'static str, (u64, u64, u64)>,
}

impl World {
    fn answer(&self, request: &HttpRequest) -> HttpResponse {
        if request.url.ends_with("/chat/completions") {
            return self.chat(request.body.as_deref().unwrap_or_default());
        }
        if request.url.contains("/search?") {
            return self.search(&request.url);
        }
        match self.pages.iter().find(|page| page["url"] == request.url.as_str()) {
            Some(page) => HttpResponse {
                bytes: page["html"].as_str().unwrap_or_default().as_bytes().to_vec(),
                ..HttpResponse::from_text(200, "").with_header("content-type", "text/html")
            },
            None => HttpResponse::from_text(404, ""),
        }
    }

    /// The pages that share most words with the query, in the format of SearXNG.
    fn search(&self, url: &str) -> HttpResponse {
        let query =
            url.split("q=").nth(1).unwrap_or_default().split('&').next().unwrap_or_default();
        let query = query.to_lowercase();
        let words: Vec<&str> = query.split(['+', '%']).filter(|word| word.len() > 3).collect();
        let score = |page: &Value| {
            let text = format!("{} {}", page["title"], page["snippet"]).to_lowercase();
            words.iter().filter(|word| text.contains(**word)).count()
        };
        let mut found: Vec<&Value> = self.pages.iter().collect();
        found.sort_by_key(|page| std::cmp::Reverse(score(page)));
        let hit = |page: &&Value| json!({ "url": page["url"], "title": page["title"], "content": page["snippet"] });
        let results: Vec<Value> = found.iter().map(hit).collect();
        HttpResponse::from_text(200, json!({ "results": results }).to_string())
    }

    fn chat(&self, body: &str) -> HttpResponse {
        let body: Value = serde_json::from_str(body).unwrap_or_default();
        let messages = body["messages"].as_array().cloned().unwrap_or_default();
        let texts: Vec<&str> =
            messages.iter().filter_map(|message| message["content"].as_str()).collect();
        let prompt = without_delimiters(&texts.join("\n\n"));
        let step = step_name(&prompt);
        let reply = self.reply(step, &prompt);
        let (prompt_tokens, reply_tokens) = (estimate_tokens(&prompt), estimate_tokens(&reply));
        let mut log = self.log.borrow_mut();
        let (calls, sent, received) = log.tokens_by_step.entry(step).or_default();
        *calls += 1;
        *sent += prompt_tokens;
        *received += reply_tokens;
        let response = json!({
            "choices": [{ "message": { "content": reply }, "finish_reason": "stop" }],
            "usage": {
                "prompt_tokens": prompt_tokens,
                "completion_tokens": reply_tokens,
            },
        });
        HttpResponse::from_text(200, response.to_string())
    }

    /// The reply to a prompt from its file. Without one, the prompt is written down.
    fn reply(&self, step: &str, prompt: &str) -> String {
        let name = format!("{step}-{:08x}.txt", hash::fnv1a(prompt.as_bytes()) as u32);
        std::fs::read_to_string(self.folder.join("replies").join(&name)).unwrap_or_else(|_| {
            // The second request after a reply that can't be read needs no file of its own.
            if !prompt.contains("That could not be read.") {
                self.log.borrow_mut().missing_replies += 1;
                let written = std::fs::write(self.folder.join("prompts").join(&name), prompt);
                written.unwrap_or_else(|error| println!("{name}: {error}"));
            }
            String::new()
        })
    }
}

fn step_name(prompt: &str) -> &'static str {
    match () {
        () if prompt.starts_with("You plan the research") => "1-topics",
        () if prompt.starts_with("You read a web page") => "2-extract",
        () if prompt.starts_with("You write one part") => "3-draft",
        () if prompt.starts_with("You check sentences") => "4-reading",
        () => "5-repair",
    }
}

/// Replaces the random delimiters of a prompt, so that the same prompt has the same name.
fn without_delimiters(prompt: &str) -> String {
    let mut parts = prompt.split("DATA-");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str("DATA-");
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    text
}

fn read_vault(folder: &Path) -> std::io::Result<Vec<(String, String)>> {
    let mut notes = vec![("Note.md".to_owned(), std::fs::read_to_string(folder.join("note.md"))?)];
    if let Ok(entries) = std::fs::read_dir(folder.join("vault")) {
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            notes.push((name, std::fs::read_to_string(&path)?));
        }
    }
    notes.sort();
    Ok(notes)
}

fn settings() -> Value {
    json!({
        "engine": "model", "provider": "other", "modelUrl": "https://model.example.org/v1",
        "model": "small-1", "reportModel": "large-1", "streaming": false, "keepTraces": true,
        "webSearch": "searxng", "searxngUrl": "http://localhost:8", "papers": "off", "results": 4,
        "budgetTokens": 1_000_000, "concurrency": 1,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().skip(1).find(|argument| argument != "--bench");
    let Some(folder) = folder.map(PathBuf::from) else {
        println!("no folder named: nothing done (cargo bench --bench deep-run -- <folder>)");
        return Ok(());
    };
    let notes = read_vault(&folder)?;
    let pages = std::fs::read_to_string(folder.join("pages.json"))?;
    let log = Rc::new(RefCell::new(CallLog::default()));
    let world = World {
        folder: folder.clone(),
        pages: serde_json::from_str(&pages)?,
        log: Rc::clone(&log),
    };
    let notes: Vec<(&str, &str)> =
        notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (host, engine) = (MemoryHost::with_notes(&notes), Engine::default());
    *host.scripted_service.borrow_mut() = Some(Box::new(move |request| world.answer(request)));
    engine.configure(&settings());
    let request = PlanRequest {
        note_path: "Note.md".into(),
        depth: Some(Depth::Deep),
        model_permission: Permission::Allowed,
        ..PlanRequest::default()
    };
    let agenda = block_on(engine.plan(&host, &request))?;
    let estimate = agenda.ticked_topics_total.clone();
    let planning = agenda.spent.tokens;
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Allowed,
    };
    let report = block_on(engine.run(&host, &request))?;
    let section = host.note_text("Note.md");
    println!("{}", section.split_once("## Research").map_or(section.as_str(), |(_, it)| it));
    let trace = block_on(engine.trace_json(&host, &report.run_id)).unwrap_or_default();
    let trace: Value = serde_json::from_str(&trace).unwrap_or_default();
    for sentence in trace["output"]["leftOut"].as_array().into_iter().flatten() {
        println!("left out: {} ({})", sentence["text"], sentence["reason"]);
    }
    println!(
        "estimated for the run: {}; spent: {} tokens; replies missing: {}",
        estimate.cost_text,
        report.spent.tokens - planning,
        log.borrow().missing_replies
    );
    for (step, (calls, sent, received)) in &log.borrow().tokens_by_step {
        println!("{step}: {calls} calls, {sent} tokens sent, {received} received");
    }
    Ok(())
}
