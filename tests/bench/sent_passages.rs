//! Which passages of the user's notes are sent to a model, and whether they concern their topic.
//! `cargo bench --bench sent-passages -- [<vault>…]`: plays a run on every note of each vault, and asks
//! its questions. A vault is a folder of notes or a file of lines with `path` and `text`; without one,
//! the sample vault and `tests/fixtures/sent-passages/vault`. `labels.txt` beside that vault says of
//! passages, which were read without knowing how they score, whether they concern their topic (`+`)
//! or not (`-`). Set `SHOW=1` to see every passage.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use ibid::answers::built_in::TopicKind;
use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::features::ask::AskRequest;
use ibid::host::MemoryHost;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

const DEFAULT_VAULTS: [&str; 2] = ["www/vault", "tests/fixtures/sent-passages/vault"];
const LABELS: &str = include_str!("../fixtures/sent-passages/labels.txt");

/// Number of characters by which a passage is told from others of its note.
const LABELLED_CHARACTERS: usize = 60;

/// A topic and a passage, as the labels name them.
type Pair = (String, String);

/// The title of a topic and what its prompt quotes from the user's notes.
fn sent_passages(prompt: &str) -> Vec<Pair> {
    let mut pieces = prompt.split(" begin ").skip(1).map(|piece| {
        let text = piece.split_once(">>>\n").map_or("", |(_, text)| text);
        text.split("\n<<<").next().unwrap_or_default()
    });
    let topic = pieces.next().unwrap_or_default();
    let topic = topic.lines().nth(1).filter(|line| line.ends_with(['?', '？'])).unwrap_or(topic);
    let topic = topic.lines().next().unwrap_or_default().to_owned();
    let notes = pieces.filter_map(|piece| piece.strip_prefix("The user's note: "));
    notes
        .map(|piece| {
            let (source, text) = piece.split_once('\n').unwrap_or((piece, ""));
            (topic.clone(), passage_name(source, text))
        })
        .collect()
}

fn passage_name(source: &str, text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let beginning: String = words.join(" ").chars().take(LABELLED_CHARACTERS).collect();
    format!("{source}: {}", beginning.trim_end())
}

fn labels() -> BTreeMap<Pair, bool> {
    let mut topic = "";
    let mut labels = BTreeMap::new();
    for line in LABELS.lines() {
        match line.split_once(' ') {
            Some(("#", title)) => topic = title,
            Some((label @ ("+" | "-"), passage)) => {
                labels.insert((topic.to_owned(), passage.trim_end().to_owned()), label == "+");
            }
            _ => {}
        }
    }
    labels
}

/// A vault whose notes are researched by a model that only listens.
struct Vault {
    host: MemoryHost,
    engine: Engine,
    prompts: Rc<RefCell<Vec<String>>>,
}

impl Vault {
    fn new(notes: &[(String, String)]) -> Self {
        let notes: Vec<(&str, &str)> =
            notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (host, engine) = (MemoryHost::with_notes(&notes), Engine::default());
        let prompts: Rc<RefCell<Vec<String>>> = Rc::default();
        let heard = Rc::clone(&prompts);
        let listen = move |request: &HttpRequest| {
            let prompt = prompt_text(request);
            // Topics that can't be read are found by the built-in engine.
            let text = if prompt.starts_with("You plan") { "" } else { "{}" };
            heard.borrow_mut().push(prompt);
            let reply =
                json!({ "choices": [{ "message": { "content": text }, "finish_reason": "stop" }] });
            HttpResponse::from_text(200, reply.to_string())
        };
        *host.scripted_service.borrow_mut() = Some(Box::new(listen));
        engine.configure(&json!({
            "engine": "model", "provider": "other", "modelUrl": "http://localhost:9/v1",
            "model": "listener", "streaming": false, "webSearch": "off", "papers": "off",
        }));
        Self { host, engine, prompts }
    }

    /// Researches a note, with the topics of the built-in engine. Returns what was sent, and the
    /// questions among the topics.
    fn research(&self, path: &str) -> (Vec<Pair>, Vec<String>) {
        let text = self.host.note_text(path);
        let request = PlanRequest {
            note_path: path.to_owned(),
            model_permission: Permission::Allowed,
            ..PlanRequest::default()
        };
        let Ok(mut agenda) = block_on(self.engine.plan(&self.host, &request)) else {
            return (Vec::new(), Vec::new());
        };
        agenda.topics.iter_mut().for_each(|item| item.is_ticked = true);
        let is_question = |kind| kind == TopicKind::Question;
        let questions = agenda.topics.iter().filter(|item| is_question(item.topic.kind));
        let questions = questions.map(|item| item.topic.title().to_owned()).collect();
        self.prompts.borrow_mut().clear();
        let request = RunRequest {
            agenda,
            existing_section_action: OnExisting::Replace,
            web_permission: Permission::Off,
            model_permission: Permission::Allowed,
        };
        _ = block_on(self.engine.run(&self.host, &request));
        self.host.put_note(path, &text);
        let prompts = self.prompts.borrow();
        let drafts = prompts.iter().filter(|prompt| prompt.starts_with("You write one part"));
        (drafts.flat_map(|prompt| sent_passages(prompt)).collect(), questions)
    }

    /// The passages from which a question is answered. A model gets them with the next question.
    fn ask(&self, question: &str) -> Vec<Pair> {
        let request = AskRequest { question: question.to_owned(), ..AskRequest::default() };
        let answer = block_on(self.engine.ask(&self.host, &request)).unwrap_or_default();
        let evidence = answer.evidence.iter().map(|piece| {
            let passage = &piece.passage;
            let source = match passage.heading.is_empty() {
                true => passage.title.clone(),
                false => format!("{} > {}", passage.title, passage.heading),
            };
            (question.to_owned(), passage_name(&source, &passage.text))
        });
        evidence.collect()
    }
}

fn prompt_text(request: &HttpRequest) -> String {
    let body: Value =
        serde_json::from_str(request.body.as_deref().unwrap_or_default()).unwrap_or_default();
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let texts = messages.iter().filter_map(|message| message["content"].as_str());
    texts.collect::<Vec<_>>().join("\n\n")
}

/// The notes of a folder, or of a file with a note in each line.
fn read_vault(path: &Path) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    match std::fs::read_to_string(path) {
        Ok(lines) => notes.extend(lines.lines().filter_map(|line| {
            let note: Value = serde_json::from_str(line).ok()?;
            Some((note["path"].as_str()?.to_owned(), note["text"].as_str()?.to_owned()))
        })),
        Err(_) => read_folder(path, path, &mut notes),
    }
    notes.sort();
    notes
}

fn read_folder(folder: &Path, root: &Path, notes: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_note = path.extension().is_some_and(|extension| extension == "md");
        if path.is_dir() {
            read_folder(&path, root, notes);
        } else if let (true, Ok(text), Ok(inside)) =
            (is_note, std::fs::read_to_string(&path), path.strip_prefix(root))
        {
            notes.push((inside.to_string_lossy().into_owned(), text));
        }
    }
}

/// Prints how many of the passages concern their topic, and how many of those that do were sent.
fn print_shares(title: &str, sent: &BTreeSet<Pair>, labels: &BTreeMap<Pair, bool>) {
    let topics: BTreeSet<&String> = labels.keys().map(|(topic, _)| topic).collect();
    let sent: Vec<&Pair> = sent.iter().filter(|(topic, _)| topics.contains(topic)).collect();
    let right = sent.iter().filter(|pair| labels.get(**pair) == Some(&true)).count();
    let wrong = sent.iter().filter(|pair| labels.get(**pair) == Some(&false)).count();
    println!(
        "{title}: {} sent on labelled topics, {right} concern their topic, {wrong} do not, {} without a label",
        sent.len(),
        sent.len() - right - wrong
    );
}

fn main() {
    let vaults: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let vaults = match vaults.is_empty() {
        true => DEFAULT_VAULTS.map(str::to_owned).to_vec(),
        false => vaults,
    };
    let (labels, shows_all) = (labels(), std::env::var("SHOW").is_ok());
    for name in vaults {
        let notes = read_vault(Path::new(&name));
        let vault = Vault::new(&notes);
        let (mut by_research, mut by_ask) = (BTreeSet::new(), BTreeSet::new());
        for (path, _) in &notes {
            let (sent, questions) = vault.research(path);
            by_research.extend(sent);
            by_ask.extend(questions.iter().flat_map(|question| vault.ask(question)));
        }
        for pair in by_research.union(&by_ask).filter(|_| shows_all) {
            let label = match labels.get(pair) {
                Some(true) => "+",
                Some(false) => "-",
                None => "?",
            };
            let sent = [(&by_research, "research"), (&by_ask, "ask")];
            let sent = sent.map(|(sent, name)| if sent.contains(pair) { name } else { "" });
            println!("{label}\t{}\t{}\t{}", sent.join(" "), pair.0, pair.1);
        }
        println!("{name}");
        print_shares("  research", &by_research, &labels);
        print_shares("  ask", &by_ask, &labels);
    }
}
