//! The names of private notes in many spellings, through every way out: none may leave the device, and
//! texts that only look like it must leave as they are. The tables are in `fixtures/private-names`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::{ChatMessage, ChatRequest, Engine, WebSearchRequest};
use ibid::features::ask::AskRequest;
use ibid::features::chat::ConverseRequest;
use ibid::features::tools::ToolRequest;
use ibid::host::MemoryHost;
use ibid::model::llm::Role;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// A private note whose name has one word, which is hidden where a note links to it.
const ONE_WORD_NOTE: &str = "Priv/Zsingleq.md";

/// How many spellings are in one text for the ways out that take long.
const SPELLINGS_PER_SAMPLE: usize = 5;

/// The lines of a table, without comments and the names of groups.
fn table(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("// "))
}

/// A line of a table with its line breaks and invisible characters.
fn unescaped(line: &str) -> String {
    let mut text = line.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    while let Some((before, rest)) = text.split_once("\\u{") {
        let (code, after) = rest.split_once('}').expect("a code");
        let code = u32::from_str_radix(code, 16).expect("a number");
        text = format!("{before}{}{after}", char::from_u32(code).expect("a character"));
    }
    text
}

/// A private note and the name that is spelled.
struct PrivateName {
    path: &'static str,
    name: &'static str,
    is_alias: bool,
}

impl PrivateName {
    fn all() -> Vec<Self> {
        let parse = |line: &'static str| match line.split_once(" | ") {
            Some((path, name)) => Self { path, name, is_alias: true },
            None => {
                let name = line.rsplit('/').next().expect("a name").trim_end_matches(".md");
                Self { path: line, name, is_alias: false }
            }
        };
        table(include_str!("../fixtures/private-names/names.txt")).map(parse).collect()
    }

    fn note_text(&self) -> String {
        match self.is_alias {
            true => {
                format!("---\nprivate: true\naliases: [{}]\n---\nNobody's business.\n", self.name)
            }
            false => "---\nprivate: true\n---\nNobody's business.\n".to_owned(),
        }
    }

    /// The first word and the rest. A name without spaces is cut after its first character.
    fn words(&self) -> (&'static str, &'static str) {
        let first = self.name.chars().next().expect("a character").len_utf8();
        self.name.split_once(' ').unwrap_or(self.name.split_at(first))
    }

    /// What stands for a placeholder of a spelling.
    fn part(&self, placeholder: &str) -> String {
        let (a, b) = self.words();
        let half = a.char_indices().nth(a.chars().count().div_ceil(2)).map_or(a.len(), |it| it.0);
        let path = self.path.trim_end_matches(".md");
        match placeholder {
            "a" => a.into(),
            "b" => b.into(),
            "a1" => a[..half].into(),
            "a2" => a[half..].into(),
            "A" => a.to_uppercase(),
            "B" => b.to_uppercase(),
            "name" => self.name.into(),
            "path" => path.into(),
            "%name" => percent_encoded(self.name),
            "%path" => percent_encoded(path),
            "%%path" => percent_encoded(&percent_encoded(path)),
            "&a" => a.chars().map(|c| format!("&#{};", u32::from(c))).collect(),
            "math a" => a.chars().map(|c| styled(c, 0x1d400, 0x1d41a)).collect(),
            "math b" => b.chars().map(|c| styled(c, 0x1d400, 0x1d41a)).collect(),
            "circle a" => a.chars().map(|c| styled(c, 0x24b6, 0x24d0)).collect(),
            _ => panic!("{placeholder}"),
        }
    }
}

fn percent_encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// A Latin letter in another style, given the first letters of that style.
fn styled(c: char, first_capital: u32, first_small: u32) -> char {
    let first = match c {
        'A'..='Z' => first_capital - u32::from('A'),
        'a'..='z' => first_small - u32::from('a'),
        _ => return c,
    };
    char::from_u32(first + u32::from(c)).expect("a letter")
}

/// A text that spells a private name, and the parts of the name in it.
struct Spelling {
    text: String,
    parts: Vec<String>,
}

impl Spelling {
    /// The spellings of all names by each template, in one text if they are no properties.
    fn all() -> Vec<Self> {
        let names = PrivateName::all();
        let templates = table(include_str!("../fixtures/private-names/spellings.txt"));
        let of_template = |template: &'static str| {
            let spellings: Vec<Self> = names.iter().map(|name| Self::new(template, name)).collect();
            if template.starts_with("---") { spellings } else { vec![Self::join(&spellings)] }
        };
        let literal = table(include_str!("../fixtures/private-names/literal.txt"));
        let literal = literal.map(|line| Self { text: unescaped(line), parts: Vec::new() });
        templates.flat_map(of_template).chain(literal).collect()
    }

    /// A spelling of one name by each template, several in one text. Properties stand alone.
    fn samples() -> Vec<Self> {
        let names = PrivateName::all();
        let templates = table(include_str!("../fixtures/private-names/spellings.txt"));
        let of_template = |(at, template)| Self::new(template, &names[at % names.len()]);
        let all = templates.enumerate().map(of_template);
        let (alone, others): (Vec<Self>, Vec<Self>) =
            all.partition(|spelling| spelling.text.starts_with("---"));
        others.chunks(SPELLINGS_PER_SAMPLE).map(Self::join).chain(alone).collect()
    }

    fn join(spellings: &[Self]) -> Self {
        let texts: Vec<&str> = spellings.iter().map(|it| it.text.as_str()).collect();
        let parts = spellings.iter().flat_map(|it| it.parts.clone()).collect();
        Self { text: texts.join("\n\n"), parts }
    }

    fn new(template: &str, name: &PrivateName) -> Self {
        let template = unescaped(template);
        let (mut text, mut parts) = (String::new(), Vec::new());
        for (number, piece) in template.split('{').enumerate() {
            let (placeholder, after) = piece.split_once('}').unwrap_or(("", piece));
            if number > 0 {
                let part = name.part(placeholder);
                text.push_str(&part);
                parts.push(part.to_lowercase());
            }
            text.push_str(after);
        }
        // Halves of a word that any text may have are no sign of a name.
        parts.retain(|part| part.contains(['z', 'q', 'x']) || !part.is_ascii());
        parts.retain(|part| part.chars().count() > 2 || part.chars().all(|c| c > '\u{2e80}'));
        Self { text, parts }
    }

    /// The spelling in a note on okapis.
    fn note(&self, number: usize) -> String {
        let about = format!("An okapi sleeps for five hours in forest {number}.");
        match self.text.starts_with("---") {
            true => format!("{}\n\n{about} See [[Zsingleq]].\n", self.text),
            false => format!("{about} See [[Zsingleq]].\n\n{}\n", self.text),
        }
    }
}

/// Words that may be in nothing that leaves: those of all names in their plain form.
fn private_words() -> Vec<String> {
    let of_name = |name: PrivateName| {
        let words = name.name.split([' ', '-']).map(str::to_lowercase);
        words.filter(|word| word.chars().count() > 2 && word != "4711q").collect::<Vec<_>>()
    };
    let mut words: Vec<String> = PrivateName::all().into_iter().flat_map(of_name).collect();
    words.extend(["zsingleq", "journalz", "zoeqa", "qxwint"].map(str::to_owned));
    words
}

/// A vault with the private notes, and services that remember what they get.
struct World {
    host: Rc<MemoryHost>,
    engine: Engine,
    sent: Rc<RefCell<Vec<String>>>,
    words: Vec<String>,
    leaks: RefCell<Vec<String>>,
    /// How many texts with a hidden name left by each way.
    hidden: RefCell<BTreeMap<String, usize>>,
}

impl World {
    fn new() -> Self {
        let host = Rc::new(MemoryHost::default());
        for name in PrivateName::all() {
            host.put_note(name.path, &name.note_text());
        }
        host.put_note(ONE_WORD_NOTE, "---\nprivate: true\n---\nNobody's business.\n");
        host.put_note("Okapi.md", "# Okapi\n\nAn okapi eats leaves.\n");
        let sent = Rc::<RefCell<Vec<String>>>::default();
        let log = Rc::clone(&sent);
        *host.scripted_service.borrow_mut() = Some(Box::new(move |request| {
            log.borrow_mut().push(readable(request));
            answer(request)
        }));
        let engine = Engine::default();
        let settings = json!({
            "engine": "model", "provider": "other", "modelUrl": "http://localhost:9/v1", "model": "m",
            "streaming": false, "webSearch": "searxng", "searxngUrl": "http://localhost:8",
            "papers": "off", "embeddings": "ollama", "privateFolders": ["Priv"],
        });
        assert_eq!(engine.configure(&settings).warnings, Vec::<String>::new());
        Self {
            host,
            engine,
            sent,
            words: private_words(),
            leaks: RefCell::default(),
            hidden: RefCell::default(),
        }
    }

    /// Writes each spelling into a note of its own. Returns the paths.
    fn put_notes(&self, spellings: &[Spelling]) -> Vec<String> {
        let put = |(number, spelling): (usize, &Spelling)| {
            let path = format!("Okapis/Okapi {number}.md");
            self.host.put_note(&path, &spelling.note(number));
            path
        };
        let paths = spellings.iter().enumerate().map(put).collect();
        block_on(self.engine.sync_index(&*self.host)).expect("the vault is read");
        paths
    }

    /// Notes what leaves with a private name in it.
    fn check(&self, way: &str, spelling: &Spelling, outgoing: &str) {
        let is_hidden = outgoing.contains("(private note)");
        *self.hidden.borrow_mut().entry(way.to_owned()).or_default() += usize::from(is_hidden);
        let outgoing = outgoing.to_lowercase();
        let parts = spelling.parts.iter().chain(&self.words);
        for part in parts.filter(|part| outgoing.contains(*part)).take(1) {
            let at = outgoing.find(part).expect("it is there");
            let from = outgoing.floor_char_boundary(at.saturating_sub(40));
            let to = outgoing.floor_char_boundary(at + 60);
            let leak = format!("{way}: {:?} sends {:?}", spelling.text, &outgoing[from..to]);
            self.leaks.borrow_mut().push(leak);
        }
    }

    /// Checks what was sent since the last call.
    fn check_sent(&self, way: &str, spelling: &Spelling) {
        let sent = std::mem::take(&mut *self.sent.borrow_mut()).join("\n");
        self.check(way, spelling, &sent);
    }

    fn call_tool(&self, name: &str, arguments: Value) -> String {
        let request = ToolRequest {
            name: name.into(),
            arguments,
            web_permission: Permission::Allowed,
            model_permission: Permission::Off,
            audio_permission: Permission::Off,
        };
        let result = block_on(self.engine.call_tool(&*self.host, &request));
        result.map_or_else(|error| error.message, |result| result.text.as_str().to_owned())
    }

    /// Sends a text to the model as a program does. Returns what was sent.
    fn send_prompt(&self, text: &str) -> String {
        let message = ChatMessage { role: Role::User, text: text.into() };
        let request = ChatRequest {
            system_prompt: "Help.".into(),
            messages: vec![message],
            reply_schema: None,
            max_reply_tokens: 100,
        };
        block_on(self.engine.chat(&*self.host, &request, &|_| {})).expect("a reply");
        std::mem::take(&mut *self.sent.borrow_mut()).join("\n")
    }

    /// Checks that no name has left, and that each of these ways was tried with hidden names.
    #[track_caller]
    fn finish(self, ways: &[&str]) {
        let hidden = self.hidden.into_inner();
        for way in ways {
            assert!(hidden.get(*way).is_some_and(|count| *count > 10), "{way}: {hidden:?}");
        }
        let leaks = self.leaks.into_inner();
        assert!(leaks.is_empty(), "{} leaks\n{}", leaks.len(), leaks.join("\n"));
    }
}

/// The address and the body of a request as they would be read.
fn readable(request: &HttpRequest) -> String {
    let query: Vec<String> =
        url_pairs(&request.url).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let body = request.body.clone().unwrap_or_default();
    let texts =
        serde_json::from_str::<Value>(&body).map(|body| texts_in(&body)).unwrap_or_default();
    format!("{}\n{}\n{}", request.url, query.join("\n"), texts.join("\n"))
}

fn url_pairs(url: &str) -> Vec<(String, String)> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    url::form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

/// All texts in a JSON value.
fn texts_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts_in).collect(),
        Value::Object(fields) => fields.values().flat_map(texts_in).collect(),
        _ => Vec::new(),
    }
}

fn answer(request: &HttpRequest) -> HttpResponse {
    let body = request.body.as_deref().and_then(|body| serde_json::from_str::<Value>(body).ok());
    let body = body.unwrap_or_default();
    let respond = |value: Value| HttpResponse::from_text(200, value.to_string());
    if request.url.ends_with("/api/embed") {
        let texts = body["input"].as_array().map_or(0, Vec::len);
        let vectors: Vec<[f32; 3]> = (0..texts).map(|at| [1.0, at as f32, 0.5]).collect();
        return respond(json!({ "embeddings": vectors }));
    }
    if request.url.contains("/search?") {
        let hit = json!({
            "url": "https://okapi.example/sleep", "title": "Okapi",
            "content": "An okapi sleeps for five hours in the forest.",
        });
        return respond(json!({ "results": [hit] }));
    }
    if request.url.ends_with("/chat/completions") {
        let usage = json!({ "prompt_tokens": 10, "completion_tokens": 2 });
        let choice = json!({ "message": model_message(&body), "finish_reason": "stop" });
        return respond(json!({ "choices": [choice], "usage": usage }));
    }
    HttpResponse::from_text(404, "")
}

/// A model that plans one topic, and that searches the vault before it answers.
fn model_message(body: &Value) -> Value {
    let told = texts_in(&body["messages"]).join("\n");
    let text = |text: &str| json!({ "content": text });
    if told.contains("You plan the research") {
        let topic = json!({
            "topic": "sleep of okapis", "context": "An okapi sleeps for five hours.",
            "type": "claim", "reason": "r", "queries": ["okapi sleep hours"],
        });
        return text(&json!({ "topics": [topic] }).to_string());
    }
    if told.contains("You write one part") {
        let sentence = json!({ "text": "An okapi sleeps for five hours.", "cites": ["e1", "e2"] });
        return text(&json!({ "sentences": [sentence] }).to_string());
    }
    let has_result = body["messages"]
        .as_array()
        .is_some_and(|messages| messages.iter().any(|message| message["role"] == "tool"));
    if body["tools"].is_array() && !has_result {
        let function = json!({ "name": "search_vault", "arguments": json!({ "query": "okapi sleep" }).to_string() });
        let call = json!({ "id": "call-1", "type": "function", "function": function });
        return json!({ "content": null, "tool_calls": [call] });
    }
    text("An okapi sleeps for five hours.")
}

#[test]
fn there_are_many_spellings() {
    let templates = table(include_str!("../fixtures/private-names/spellings.txt")).count();
    assert!(templates * PrivateName::all().len() > 900);
    assert!(table(include_str!("../fixtures/private-names/public.txt")).count() >= 40);
}

#[test]
fn prompts_and_web_queries_have_no_private_name() {
    let world = World::new();
    block_on(world.engine.sync_index(&*world.host)).expect("the vault is read");
    for (number, spelling) in Spelling::all().iter().enumerate() {
        let note = spelling.note(number);
        let sent = world.send_prompt(&note);
        assert!(sent.contains("okapi sleeps"), "{sent}");
        world.check("a prompt", spelling, &sent);
        let text = spelling.text.clone();
        let search = WebSearchRequest { text, language: None, max_hits: 5 };
        // A query of which nothing is left fails.
        drop(block_on(world.engine.search_web(&*world.host, &search)));
        if !spelling.text.to_lowercase().contains("zsingleq") {
            world.check_sent("a query", spelling);
        }
    }
    world.finish(&["a prompt"]);
}

#[test]
fn results_of_tools_have_no_private_name() {
    let world = World::new();
    let spellings = Spelling::all();
    let paths = world.put_notes(&spellings);
    for (number, (spelling, path)) in spellings.iter().zip(&paths).enumerate() {
        let text = world.call_tool("read_note", json!({ "path": path }));
        assert!(text.contains("okapi sleeps"), "{text}");
        world.check("read_note", spelling, &text);
        let lines = world.host.note_text(path).lines().count();
        let line = |line| {
            world.call_tool("open_lines", json!({ "path": path, "first": line, "last": line }))
        };
        let lines: Vec<String> = (1..=lines).map(line).collect();
        world.check("open_lines", spelling, &lines.join("\n"));
        if number % 10 == 0 {
            let query = format!("okapi forest {number}");
            let found =
                world.call_tool("search_vault", json!({ "query": query, "mode": "keyword" }));
            world.check("search_vault", spelling, &found);
        }
    }
    for tool in ["outlinks", "backlinks", "list_folder", "list_by_property"] {
        let arguments = match tool {
            "outlinks" => json!({ "path": paths[0] }),
            "backlinks" => json!({ "note": "Okapi.md" }),
            "list_folder" => json!({ "recursive": true }),
            _ => json!({ "property": "up", "value": "z" }),
        };
        world.check(tool, &spellings[0], &world.call_tool(tool, arguments));
    }
    world.finish(&["read_note", "open_lines", "search_vault"]);
}

#[test]
fn embedding_requests_have_no_private_name() {
    let world = World::new();
    let spellings = Spelling::all();
    world.put_notes(&spellings);
    block_on(world.engine.update_embeddings(&*world.host)).expect("embedded");
    let sent = std::mem::take(&mut *world.sent.borrow_mut()).join("\n");
    let texts: Vec<&str> = sent.split("An okapi sleeps for five hours in forest ").collect();
    assert!(texts.len() > 100);
    for text in texts.iter().skip(1) {
        let number: usize =
            text.split('.').next().and_then(|it| it.parse().ok()).expect("a number");
        world.check("an embedding request", &spellings[number], text);
    }
    world.finish(&["an embedding request"]);
}

#[test]
fn conversations_runs_and_questions_send_no_private_name() {
    let world = World::new();
    let spellings = Spelling::samples();
    let paths = world.put_notes(&spellings);
    for (number, (spelling, path)) in spellings.iter().zip(&paths).enumerate() {
        let message = ConverseRequest {
            conversation: format!("c{number}"),
            message: format!("How long does an okapi sleep?\n\n{}", spelling.text),
            note: Some(path.clone()),
            model_permission: Permission::Allowed,
            ..ConverseRequest::default()
        };
        block_on(world.engine.converse(&*world.host, &message)).expect("a turn");
        world.check_sent("a conversation", spelling);

        for model_permission in [Permission::Allowed, Permission::Off] {
            let question = format!("How long does an okapi sleep in forest {number}?");
            let question = AskRequest { question, model_permission, ..AskRequest::default() };
            let answered = block_on(world.engine.ask(&*world.host, &question)).expect("an answer");
            world.check_sent("a question", spelling);
            let files =
                block_on(world.engine.ask_files(&*world.host, &answered.run_id)).expect("files");
            let files = [files.trace_json, files.evidence_json, files.report_markdown];
            world.check("an export", spelling, &files.join("\n"));
        }

        let plan = PlanRequest {
            note_path: path.clone(),
            model_permission: Permission::Allowed,
            ..PlanRequest::default()
        };
        let agenda = block_on(world.engine.plan(&*world.host, &plan)).expect("an agenda");
        world.check_sent("a plan", spelling);
        let run = RunRequest {
            agenda,
            existing_section_action: OnExisting::Replace,
            web_permission: Permission::Allowed,
            model_permission: Permission::Allowed,
        };
        // A run that finds nothing fails.
        drop(block_on(world.engine.run(&*world.host, &run)));
        world.check_sent("a run", spelling);
    }
    let log = block_on(world.engine.audit_log(&*world.host));
    let log = serde_json::to_value(&log).expect("JSON");
    world.check("the log", &spellings[0], &texts_in(&log).join("\n"));
    world.finish(&["a conversation", "a question", "an export", "a plan", "a run"]);
}

#[test]
fn spellings_that_hide_a_name_from_readers_too_are_sent() {
    let world = World::new();
    block_on(world.engine.sync_index(&*world.host)).expect("the vault is read");
    for line in table(include_str!("../fixtures/private-names/sent.txt")) {
        let text = unescaped(line);
        let sent = world.send_prompt(&text);
        assert!(sent.contains(&text), "{line}: {sent}");
    }
}

#[test]
fn public_texts_are_sent_as_they_are() {
    let world = World::new();
    block_on(world.engine.sync_index(&*world.host)).expect("the vault is read");
    for line in table(include_str!("../fixtures/private-names/public.txt")) {
        let text = unescaped(line);
        let sent = world.send_prompt(&text);
        assert!(sent.contains(&text), "{line}: {sent}");
        world.host.put_note("Public.md", &text);
        let read = world.call_tool("read_note", json!({ "path": "Public.md" }));
        assert!(read.contains(&text), "{line}: {read}");
    }
}
