//! Research in a vault whose meanings are known: what is found by meaning, what is nothing new in
//! other words, and what is sent for it.

use std::rc::Rc;

use crate::played::{World, settings};
use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::features::research::trace;
use ibid::host::MemoryHost;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// Words that mean the same stand in one line; a text's vector counts the lines it touches.
const SENSES: [&str; 3] = ["dog hound pups terrier", "tea cup kettle brew", "engine motor car"];

/// Two sentences of one sense without a word in common: only so can a model show what it is worth.
const HOUND: &str = "# Tracking\n\nOver miles and miles the scent is kept by a hound. \
    Terriers prefer digging wherever something has its burrow.\n";
const NOTES: [(&str, &str); 4] = [
    ("Hound.md", HOUND),
    (
        "Kettle.md",
        "It sings a little before it brews, the old kettle. \
         Nobody pours another cup until whoever sits there finished one.",
    ),
    (
        "Car.md",
        "Left standing in the rain for a night stalls the motor. \
         Warmth alone, says our neighbour, brings any engine back again.",
    ),
    ("Diary.md", "---\nprivate: true\n---\nHow do pups follow a trail, I asked the vet."),
];

const NOTE: &str = "# Walks\n\nHow do pups follow a trail? See [[Diary]].\n";

fn embed(body: &str) -> HttpResponse {
    let body: Value = serde_json::from_str(body).unwrap();
    let texts: Vec<String> = serde_json::from_value(body["input"].clone()).unwrap();
    let vector = |text: &String| {
        let text = text.to_lowercase();
        SENSES
            .map(|words| words.split(' ').filter(|word| text.contains(word)).count() as f32 + 0.01)
    };
    let vectors: Vec<_> = texts.iter().map(vector).collect();
    HttpResponse::from_text(200, json!({ "embeddings": vectors }).to_string())
}

/// A run on a note after the vault was learnt.
struct Walk {
    host: MemoryHost,
    engine: Engine,
    run: String,
    /// The addresses and bodies of what was sent by the run.
    sent: Vec<String>,
}

/// Researches a note with a web that says one thing; `fails` is whether the service of meanings
/// does, once the vault is learnt.
fn walk(note: &str, says: &'static str, fails: bool) -> Walk {
    let (host, engine) = (MemoryHost::with_notes(&NOTES), Engine::default());
    let world = World {
        mind: Box::new(|_, _| String::new()),
        hits: vec![("https://dogs.example.org/trail", "Dogs on a trail", says)],
        pages: Vec::new(),
        failing: None,
        asked: Rc::default(),
    };
    *host.scripted_service.borrow_mut() = Some(Box::new(move |request: &HttpRequest| {
        let body = request.body.as_deref().unwrap_or_default();
        match request.url.contains("/api/embed") {
            true if fails && body.contains("trail") => HttpResponse::from_text(500, "out of order"),
            true => embed(body),
            false => world.answer(request),
        }
    }));
    let chosen = json!({ "engine": "built-in", "embeddings": "ollama", "keepTraces": true });
    assert_eq!(engine.configure(&settings(chosen)).warnings, Vec::<String>::new());
    block_on(engine.sync_index(&host)).unwrap();
    block_on(engine.update_embeddings(&host)).unwrap();
    host.put_note("Walks.md", note);
    host.sent_requests.borrow_mut().clear();
    let request = PlanRequest { note_path: "Walks.md".into(), ..PlanRequest::default() };
    let agenda = block_on(engine.plan(&host, &request)).unwrap();
    assert_eq!(
        host.sent_requests.borrow().len(),
        0,
        "before the agenda is approved nobody is asked"
    );
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Off,
    };
    let run = block_on(engine.run(&host, &request)).unwrap().run_id;
    let whole = |request: &HttpRequest| {
        format!("{} {}", request.url, request.body.as_deref().unwrap_or_default())
    };
    let sent = host.sent_requests.borrow().iter().map(whole).collect();
    Walk { host, engine, run, sent }
}

impl Walk {
    fn text(&self) -> String {
        self.host.note_text("Walks.md")
    }

    fn check(&self, expected: &[&str], absent: &[&str]) {
        let text = self.text();
        for words in expected {
            assert!(text.contains(words), "“{words}” is missing in:\n{text}");
        }
        for words in absent {
            assert!(!text.contains(words), "“{words}” stands in:\n{text}");
        }
    }
}

#[test]
fn what_a_note_says_in_other_words_is_nothing_new() {
    let walk = walk(NOTE, "Pups follow a trail by smelling where it leads.", false);
    walk.check(&["*Already in your vault:* ", "([[Hound#Tracking|Hound]])"], &["dogs.example.org"]);
}

#[test]
fn another_figure_is_new_however_near_the_meaning() {
    let says = "Pups follow a trail that is up to 36 hours old.";
    walk(NOTE, says, false)
        .check(&[says.trim_end_matches('.'), "dogs.example.org"], &["Already in your vault"]);
}

#[test]
fn neither_a_private_note_nor_its_name_is_sent_for_meanings() {
    let walk = walk(NOTE, "Pups follow a trail by smelling where it leads.", false);
    let meant: Vec<&String> = walk.sent.iter().filter(|sent| sent.contains("/api/embed")).collect();
    assert_eq!(meant.len(), 2, "the topics, and what was found: {meant:?}");
    assert!(walk.sent.iter().all(|sent| !sent.contains("Diary") && !sent.contains("vet")));
}

#[test]
fn nothing_of_a_private_note_is_sent_for_meanings() {
    let note = format!("---\nprivate: true\n---\n{NOTE}");
    let walk = walk(&note, "", false);
    assert_eq!(walk.sent, Vec::<String>::new());
}

#[test]
fn before_the_vault_is_learnt_nobody_is_asked_and_the_report_says_so() {
    let (host, engine) = (MemoryHost::with_notes(&NOTES), Engine::default());
    let chosen = json!({ "engine": "built-in", "embeddings": "ollama" });
    engine.configure(&settings(chosen));
    host.put_note("Walks.md", "# Walks\n\nHow is the scent kept by a hound?\n");
    let request = PlanRequest { note_path: "Walks.md".into(), ..PlanRequest::default() };
    let agenda = block_on(engine.plan(&host, &request)).unwrap();
    assert_eq!(agenda.embedding_host, None);
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Off,
        model_permission: Permission::Off,
    };
    block_on(engine.run(&host, &request)).unwrap();
    assert!(host.note_text("Walks.md").contains("Nothing left this device"));
}

#[test]
fn without_the_service_words_find_what_they_find_and_the_report_says_so() {
    let says = "Pups follow a trail by smelling where it leads.";
    walk(NOTE, says, true)
        .check(&["dogs.example.org", "found by keywords only"], &["Already in your vault"]);
}

#[test]
fn a_trace_tells_again_what_was_near() {
    let walk = walk(NOTE, "Pups follow a trail by smelling where it leads.", false);
    let json = block_on(walk.engine.trace_json(&walk.host, &walk.run)).unwrap();
    let trace: trace::RunTrace = serde_json::from_str(&json).unwrap();
    assert_eq!(block_on(trace::replay(&trace)).unwrap().final_note_text, walk.text());
}
