//! An adversary's view: a vault full of private names and secrets in every spelling, every kind of
//! request that Ibid sends, and the assertion that none of them is in any.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ibid::answers::run::{Agenda, OnExisting, Permission, PlanRequest, Report, RunRequest};
use ibid::engine::{ChatMessage, ChatRequest, Engine, WebSearchRequest};
use ibid::host::MemoryHost;
use ibid::model::llm::Role;
use ibid::notes::index::{Query, SearchMode};
use ibid::settings::{Action, Depth};
use ibid::values::{ErrorCode, Result};
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// Words that may not be in any request, in lower case: each stands for one hole.
const FORBIDDEN: [&str; 20] = [
    "zdiary",
    "talk with cy",
    "inner life",
    "anna winterbottom",
    "winterbottom",
    "zexcluded",
    "zarchived",
    "ztagged",
    "zproperty",
    "zscan",
    "zphoto",
    "zhtml",
    "zcode",
    "zrelative",
    "tagebücher",
    "tagebu\u{308}cher",
    "hunter2horse",
    "sk-proj-4f9a",
    "zeingang",
    "alpenglühen",
];

/// A public note that names private ones in every way.
const NOTE: &str = "---
up: \"[[Zdiary#Talk with Cy]]\"
---
# Coffee and sleep

Caffeine has a half-life of 5 hours. Does coffee keep one awake?

- [[zdiary|my inner life]] and [x](../Priv/Zrelative.md), [[./Priv/Zrelative]], [y](Priv%2FZrelative.md)
- `[[Zcode]]` and <a href=\"Priv/Zhtml.md\">this</a> and ![[Zphoto one.png]] and ![](Priv/Zscan.pdf)
- [[Zexcluded]] is archived, [[Zarchived]] too, and so is [[Ztagged]] and [[Zproperty]]
- I met Anna  **Winterbottom**, anna-winterbottom and Anna%20Winterbottom, and An*na Winter*bottom.
- Die [[Tagebu\u{308}cher/Zeingang]] und [[Alpenglühen im Mai]] und alpenglu\u{308}hen im mai.
- My inner life is nobody's business. See Priv/Zdiary.md too. ![[Zphoto one.png]]

My password: hunter2horse! and sk-proj-4f9aB2c3D4e5F6a7B8c9D0e1F2a3B4c5 is the key.

Does coffee with Anna Winterbottom keep one awake? What is [[Zexcluded]]? Does zdiary coffee keep one awake?
";

/// Another public note, which is evidence.
const EVIDENCE: &str = "---
aliases: [Coffee facts]
---
# Caffeine

Caffeine has a half-life of 5 hours, as I wrote in [[Zdiary#Talk with Cy|my notes]] and told Anna Winterbottom.
Coffee keeps one awake for hours; the router's password: hunter2horse! is no secret. ![[Zphoto one.png]]

## Later

Coffee keeps one awake for hours, says zdiary.
";

fn vault() -> MemoryHost {
    MemoryHost::with_notes(&[
        ("Coffee.md", NOTE),
        ("Caffeine.md", EVIDENCE),
        ("Work/Plans.md", "# Plans\n\nCoffee keeps one awake in long meetings with the team.\n"),
        (
            "Priv/Zdiary.md",
            "---\naliases: [My inner life]\n---\nCaffeine kept me awake for 9 hours.\n",
        ),
        ("Priv/Zrelative.md", "Coffee keeps one awake, says my aunt.\n"),
        ("Priv/Zhtml.md", "Hidden.\n"),
        ("Zcode.md", "---\nprivate: true\n---\nCoffee keeps me awake.\n"),
        ("People/Anna Winterbottom.md", "---\nprivate: yes\n---\nDrinks coffee.\n"),
        ("Archive/Zexcluded.md", "---\nprivate: true\n---\nOld.\n"),
        ("Archive/Priv/Zarchived.md", "#geheim Old.\n"),
        ("Ztagged.md", "Coffee keeps me awake. #GEHEIM/sub\n"),
        ("Zproperty.md", "---\ntags: [Geheim]\n---\nCoffee.\n"),
        ("Tagebücher/Zeingang.md", "Coffee.\n"),
        ("Tagebücher/Alpenglühen im Mai.md", "Coffee.\n"),
        ("Priv/Zphoto one.png", ""),
        ("Priv/Zscan.pdf", ""),
    ])
}

fn settings(more: Value) -> Value {
    let mut all = json!({
        "engine": "model", "provider": "ollama", "model": "m", "streaming": false,
        "privateFolders": ["./PRIV/*", "Tagebu\u{308}cher\\"], "privateTags": ["#geheim/"],
        "excludedFolders": ["Archive"],
        "embeddings": "ollama", "webSearch": "searxng", "searxngUrl": "https://search.example",
    });
    for (key, value) in more.as_object().expect("an object") {
        all[key] = value.clone();
    }
    all
}

/// Remembers everything that is sent, answers it as the services do, and lets something happen in
/// the vault after so many requests.
struct World {
    host: Rc<MemoryHost>,
    sent: Rc<RefCell<Vec<String>>>,
    engine: Engine,
}

/// Something that the user does while a run is on: after which request, and what.
type Meanwhile = Box<dyn Fn(&MemoryHost, &HttpRequest)>;

impl World {
    fn new(more: Value) -> Self {
        Self::with(more, Box::new(|_, _| {}))
    }

    fn with(more: Value, meanwhile: Meanwhile) -> Self {
        Self::over(vault(), more, meanwhile)
    }

    fn over(host: MemoryHost, more: Value, meanwhile: Meanwhile) -> Self {
        let (host, sent) = (Rc::new(host), Rc::new(RefCell::new(Vec::new())));
        let engine = Engine::default();
        assert_eq!(engine.configure(&settings(more)).warnings, Vec::<String>::new());
        let (log, notes) = (Rc::clone(&sent), Rc::downgrade(&host));
        *host.scripted_service.borrow_mut() = Some(Box::new(move |request| {
            log.borrow_mut().push(readable(request));
            let answer = answer(request);
            if let Some(host) = notes.upgrade() {
                meanwhile(&host, request);
            }
            answer
        }));
        block_on(engine.sync_index(&*host)).expect("the vault is read");
        Self { host, sent, engine }
    }

    fn research(&self, depth: Depth) -> Report {
        self.research_with_focus(depth, "what Anna Winterbottom drinks").expect("a report")
    }

    fn research_with_focus(&self, depth: Depth, focus: &str) -> Result<Report> {
        let plan = PlanRequest {
            note_path: "Coffee.md".into(),
            model_permission: Permission::Allowed,
            focus: focus.into(),
            ..PlanRequest::default()
        };
        let mut agenda = block_on(self.engine.plan(&*self.host, &plan)).expect("an agenda");
        agenda.depth = depth;
        self.run(agenda, Permission::Allowed)
    }

    /// Runs an agenda with the web and a model, or without both.
    fn run(&self, agenda: Agenda, permission: Permission) -> Result<Report> {
        let request = RunRequest {
            agenda,
            existing_section_action: OnExisting::Replace,
            web_permission: permission,
            model_permission: permission,
        };
        block_on(self.engine.run(&*self.host, &request))
    }

    fn check_nothing_private(&self, what: &str) {
        let sent = self.sent.borrow().join("\n").to_lowercase();
        assert!(!sent.is_empty(), "{what}: something is sent");
        for word in FORBIDDEN {
            let at = sent.find(word);
            let around = at.map(|at| {
                let from = sent.floor_char_boundary(at.saturating_sub(80));
                &sent[from..sent.floor_char_boundary(at + 80)]
            });
            assert_eq!(around, None, "{what} sends “{word}”");
        }
    }
}

/// Address and body with all escapes read, so that no spelling hides a name.
fn readable(request: &HttpRequest) -> String {
    let form = |text: &str| {
        let pairs = url::form_urlencoded::parse(text.as_bytes());
        pairs.map(|(key, value)| format!("{key}={value}\n")).collect::<String>()
    };
    let body = request.body.clone().unwrap_or_default();
    let unescaped = body.replace("\\n", "\n").replace("\\\"", "\"");
    format!("{}\n{}\n{body}\n{unescaped}\n{}", request.url, form(&request.url), form(&body))
}

fn answer(request: &HttpRequest) -> HttpResponse {
    let body: Value = request
        .body
        .as_deref()
        .and_then(|body| serde_json::from_str(body).ok())
        .unwrap_or_default();
    if request.url.ends_with("/api/embed") {
        let texts = body["input"].as_array().map_or(0, Vec::len);
        let vectors: Vec<[f32; 3]> = (0..texts).map(|at| [1.0, at as f32, 0.5]).collect();
        return HttpResponse::from_text(200, json!({ "embeddings": vectors }).to_string());
    }
    if request.url.contains("search.example") {
        let hit = json!({
            "url": "https://ok.example/page", "title": "Coffee",
            "content": "Coffee keeps one awake for hours.",
        });
        return HttpResponse::from_text(200, json!({ "results": [hit] }).to_string());
    }
    if request.url.contains("ok.example") {
        let page = "<html><body><article><p>Coffee keeps one awake for hours, and caffeine has a half-life of 5 hours.</p></article></body></html>";
        return HttpResponse { bytes: page.into(), ..HttpResponse::from_text(200, "") };
    }
    if request.url.ends_with("/api/chat") {
        let reply = json!({ "message": { "content": reply(&body.to_string()) }, "done": true });
        return HttpResponse::from_text(200, reply.to_string());
    }
    HttpResponse::from_text(404, "")
}

/// A model that repeats what it was told, in queries above all.
fn reply(asked: &str) -> String {
    let marks = asked.split("DATA-").nth(1).map(|rest| format!("DATA-{}", &rest[..16]));
    let mark = marks.unwrap_or_default();
    if asked.contains("You plan the research") {
        let topic = |name: &str, kind: &str| {
            json!({
                "topic": name, "context": "Caffeine has a half-life of 5 hours.", "type": kind,
                "reason": "r", "queries": [format!("{name} {mark}"), "Anna Winterbottom", "Zexcluded coffee inner life"],
            })
        };
        let topics = [topic("coffee half-life", "claim"), topic("Anna Winterbottom", "concept")];
        return json!({ "topics": topics }).to_string();
    }
    if asked.contains("pick out the sentences") {
        return json!({ "passages": ["caffeine has a half-life of 5 hours."] }).to_string();
    }
    // Not readable at first, so that it is asked once more.
    let said = json!({ "text": "Coffee keeps one awake for hours.", "cites": ["e1", "e2", "e3"] });
    match asked.contains("That could not be read") {
        true => {
            json!({ "sentences": [said], "contradiction": { "text": "", "cites": [] } }).to_string()
        }
        false => "Anna Winterbottom says no.".to_owned(),
    }
}

#[test]
fn a_run_by_a_model_sends_nothing_private() {
    for depth in [Depth::Shallow, Depth::Deep] {
        let world = World::new(json!({}));
        world.research(depth);
        let sent = world.sent.borrow().join("\n");
        for kind in ["search.example", "You plan", "You write one part", "could not be read"] {
            assert!(sent.contains(kind), "{kind}");
        }
        assert!(depth == Depth::Shallow || sent.contains("ok.example/page"));
        assert!(sent.contains("half-life of 5 hours"), "evidence of public notes is sent");
        world.check_nothing_private("a run");
    }
}

#[test]
fn the_marks_of_fences_never_leave_but_as_fences_and_are_other_ones_each_time() {
    let world = World::new(json!({}));
    world.research(Depth::Deep);
    let sent = world.sent.borrow();
    let searched = sent.iter().filter(|sent| !sent.contains("/api/chat"));
    assert!(searched.clone().count() > 0);
    assert!(searched.clone().all(|sent| !sent.to_uppercase().contains("DATA-")));
    let marks: Vec<&str> = sent
        .iter()
        .filter(|sent| sent.contains("/api/chat"))
        .filter_map(|sent| sent.split("DATA-").nth(1).and_then(|rest| rest.get(..16)))
        .collect();
    let mut distinct = marks.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(marks.len() > 2 && distinct.len() == marks.len(), "{marks:?}");
}

#[test]
fn a_run_without_a_model_sends_nothing_private() {
    let world = World::new(json!({ "engine": "built-in" }));
    // Without the names, which no search may know, nothing is found for this focus.
    let focused = world.research_with_focus(Depth::Deep, "what Anna Winterbottom drinks");
    assert_eq!(focused.err().map(|error| error.code), Some(ErrorCode::NothingFound));
    world.research_with_focus(Depth::Deep, "").expect("a report");
    world.check_nothing_private("a built-in run");
    let written = world.host.note_text("Coffee.md");
    let section = written.split("## Research").nth(1).expect("a section");
    // The headings of the report are questions of the note itself.
    let is_own = |line: &str| line.strip_prefix("### ").is_some_and(|text| NOTE.contains(text));
    let lines = section.lines().filter(|line| !is_own(line));
    let section = lines.collect::<Vec<_>>().join("\n").to_lowercase();
    for word in ["aunt", "9 hours", "zrelative", "zdiary", "zcode", "winterbottom keeps"] {
        assert!(!section.contains(word), "“{word}” in a public note: {section}");
    }
}

#[test]
fn what_stands_before_a_short_question_stays_on_the_device() {
    let host = vault();
    host.put_note("Short.md", "My therapist forbids me coffee. Does it keep awake?\n");
    let world = World::over(host, json!({ "engine": "built-in" }), Box::new(|_, _| {}));
    let plan = PlanRequest {
        note_path: "Short.md".into(),
        selected_text: "Does it keep awake?".into(),
        ..PlanRequest::default()
    };
    let agenda = block_on(world.engine.plan(&*world.host, &plan)).expect("an agenda");
    let [item] = &*agenda.topics else { panic!("one topic: {agenda:?}") };
    let topic = serde_json::to_value(&item.topic).expect("a topic");
    assert_eq!(topic["precedingText"], "My therapist forbids me coffee.");
    world.run(agenda, Permission::Allowed).expect("a report");
    assert!(
        world.host.note_text("Short.md").contains("Coffee keeps one awake"),
        "the vault answers it"
    );
    let sent = world.sent.borrow().join("\n").to_lowercase();
    assert!(sent.contains("awake") && !sent.contains("therapist"), "{sent}");
}

#[test]
fn embedding_and_its_trial_send_nothing_private() {
    let world = World::new(json!({}));
    for number in 0..20 {
        world
            .host
            .put_note(&format!("Coffee {number}.md"), &format!("{EVIDENCE}\nNumber {number}.\n"));
    }
    block_on(world.engine.sync_index(&*world.host)).expect("read");
    block_on(world.engine.update_embeddings(&*world.host)).expect("learnt");
    assert!(world.sent.borrow().len() > 2, "passages and a trial");
    world.check_nothing_private("learning");
    let mode = SearchMode::Semantic;
    let query = Query { text: "what did anna winterbottom drink".into(), mode, ..Query::default() };
    block_on(world.engine.search_notes(&*world.host, &query)).expect("an answer");
    world.check_nothing_private("a search by meaning");
    world.research(Depth::Deep);
    world.check_nothing_private("a run that finds by meaning");
}

#[test]
fn what_a_program_asks_and_the_test_buttons_send_nothing_private() {
    let world = World::new(json!({}));
    let message = ChatMessage { role: Role::User, text: NOTE.into() };
    let request = ChatRequest {
        system_prompt: "About Anna Winterbottom.".into(),
        messages: vec![message],
        reply_schema: None,
        max_reply_tokens: 100,
    };
    block_on(world.engine.chat(&*world.host, &request, &|_| {})).expect("a reply");
    let search =
        WebSearchRequest { text: "Anna Winterbottom coffee".into(), language: None, max_hits: 5 };
    block_on(world.engine.search_web(&*world.host, &search)).expect("hits");
    for action in [Action::TestModel, Action::TestSearch] {
        block_on(world.engine.run_settings_action(&*world.host, action));
    }
    world.check_nothing_private("programs and buttons");
}

#[test]
fn other_names_are_known_after_a_restart() {
    let first = World::new(json!({}));
    let host = vault();
    *host.stored_values.borrow_mut() = first.host.stored_values.borrow().clone();
    let again = World::over(host, json!({}), Box::new(|_, _| {}));
    assert_eq!(again.host.total_note_reads.get(), 0, "no note is read again");
    let search =
        WebSearchRequest { text: "my inner life coffee".into(), language: None, max_hits: 5 };
    block_on(again.engine.search_web(&*again.host, &search)).expect("hits");
    again.check_nothing_private("a search after a restart");
}

/// Something that happens to the vault.
type Change = Box<dyn Fn(&MemoryHost)>;

/// What a user can do to make a note private while a run is on.
fn ways_to_become_private(path: &'static str) -> Vec<(&'static str, Change)> {
    let text = move |host: &MemoryHost, head: &str, tail: &str| {
        let body = host.note_text(path);
        let body = body
            .strip_prefix("---\n")
            .map_or(format!("---\n{body}"), |rest| format!("---\n{head}{rest}"));
        host.put_note(path, &format!("{body}\n{tail}\n"));
    };
    vec![
        ("a property", Box::new(move |host| text(host, "private: true\n", ""))),
        ("a tag", Box::new(move |host| text(host, "", "#geheim"))),
        (
            "a move",
            Box::new(move |host| {
                let moved = host.texts_and_times_by_path.borrow_mut().remove(path);
                if let Some((body, _)) = moved {
                    let to = format!("Priv/{path}");
                    host.put_note(&to, &body);
                    host.new_paths_by_old.borrow_mut().insert(path.to_owned(), to);
                }
            }),
        ),
    ]
}

/// The name of the change that changes nothing.
const STAYS_PUBLIC: &str = "it stays public";

/// The ways to become private, and none, which shows that a test would notice the text that is missing after them.
fn ways_to_stay_public_or_not(path: &'static str) -> Vec<(&'static str, Change)> {
    let mut ways = ways_to_become_private(path);
    ways.push((STAYS_PUBLIC, Box::new(|_| ())));
    ways
}

/// The vault changes in the answer to the first web search. Returns how many requests had been sent by then.
fn world_that_changes_while_searching(
    host: MemoryHost,
    more: Value,
    change: Change,
) -> (World, Rc<Cell<Option<usize>>>) {
    let sent_before = Rc::new(Cell::new(None));
    let (noted, count) = (Rc::clone(&sent_before), Cell::new(0));
    let meanwhile: Meanwhile = Box::new(move |host, request| {
        count.set(count.get() + 1);
        if request.url.contains("search.example") && noted.get().is_none() {
            change(host);
            noted.set(Some(count.get()));
        }
    });
    (World::over(host, more, meanwhile), sent_before)
}

#[test]
fn a_note_that_becomes_private_while_its_run_is_on_is_not_sent_any_more() {
    for (way, change) in ways_to_become_private("Coffee.md") {
        let (world, sent_before) = world_that_changes_while_searching(vault(), json!({}), change);
        world.research(Depth::Deep);
        let before = sent_before.get().expect("it became private");
        assert_eq!(world.sent.borrow().get(before), None, "{way}");
    }
}

#[test]
fn evidence_that_becomes_private_while_a_run_is_on_is_neither_sent_nor_written() {
    for (way, change) in ways_to_become_private("Caffeine.md") {
        let (world, sent_before) = world_that_changes_while_searching(vault(), json!({}), change);
        world.research(Depth::Shallow);
        let from = sent_before.get().expect("it became private");
        let later = world.sent.borrow().iter().skip(from).cloned().collect::<String>();
        assert!(later.contains("You write one part"), "{way}: the run goes on");
        assert!(!later.contains("as I wrote in"), "{way}: {later}");
        let section = world.host.note_text("Coffee.md");
        let section = section.split("## Research").nth(1).unwrap_or_default().to_owned();
        assert!(!section.contains("[[Caffeine"), "{way}: {section}");
    }
}

#[test]
fn a_named_note_that_becomes_private_while_a_run_is_on_is_not_named_in_the_report() {
    for (way, change) in ways_to_stay_public_or_not("People/Anna Summer.md") {
        let host = vault();
        host.put_note("People/Anna Summer.md", "---\naliases: []\n---\nDrinks tea.\n");
        host.put_note("Choir.md", "The choir's tenor Anna Summer rehearses on Mondays at noon.\n");
        host.put_note("Solos.md", "The choir's tenor sings the solo in the cathedral at Easter.\n");
        let note = "When does the choir's tenor rehearse?\n\nWhere does the choir's tenor sing the solo?\n";
        host.put_note("Coffee.md", note);
        let by_built_in = json!({ "engine": "built-in", "papers": "off" });
        let (world, sent_before) = world_that_changes_while_searching(host, by_built_in, change);
        let plan = PlanRequest { note_path: "Coffee.md".into(), ..PlanRequest::default() };
        let agenda = block_on(world.engine.plan(&*world.host, &plan)).expect("an agenda");
        world.run(agenda, Permission::Allowed).expect("a report");
        assert!(sent_before.get().is_some(), "{way}: the web is searched");
        let written = world.host.note_text("Coffee.md");
        assert!(written.contains("[[Solos"), "{way}: the other note is quoted: {written}");
        assert_eq!(written.contains("Summer"), way == STAYS_PUBLIC, "{way}: {written}");
    }
}

#[test]
fn a_linked_note_that_becomes_private_while_a_run_is_on_is_not_named_to_a_model() {
    for (way, change) in ways_to_stay_public_or_not("People/Zsummer.md") {
        let host = vault();
        host.put_note("People/Zsummer.md", "---\naliases: []\n---\nDrinks tea.\n");
        let caffeine = EVIDENCE
            .replace("says zdiary", "says [[Zsummer]]")
            .replace("awake for hours; the", "awake for hours, zsummer says; the");
        host.put_note("Caffeine.md", &caffeine);
        let (world, sent_before) = world_that_changes_while_searching(host, json!({}), change);
        world.research(Depth::Shallow);
        let from = sent_before.get().expect("the web is searched");
        let later = world.sent.borrow().iter().skip(from).cloned().collect::<String>();
        assert!(later.contains("You write one part"), "{way}: the run goes on");
        assert_eq!(later.contains("zsummer"), way == STAYS_PUBLIC, "{way}: {later}");
    }
}

#[test]
fn a_private_note_to_which_only_an_earlier_report_links_hides_no_ordinary_word() {
    let offline = json!({ "engine": "built-in", "webSearch": "off", "papers": "off" });
    let world = World::new(offline);
    world.host.put_note("Priv/Noon.md", "Nobody's business.\n");
    world.host.put_note(
        "Choir.md",
        "The choir's tenor rehearses on Mondays at noon.\n\n## Research\n\n%% ibid run=1 hash=0 %%\n\n### Related notes\n\n- [[Noon]]: choir\n\n%% end of research %%\n",
    );
    world.host.put_note("Coffee.md", "When does the choir's tenor rehearse?\n");
    world.research_unsent();
    let written = world.host.note_text("Coffee.md");
    assert!(written.contains("on Mondays at noon. ([[Choir"), "{written}");
}

#[test]
fn private_notes_are_named_in_a_report_only_where_the_user_chose_that() {
    for (chosen, expected) in [(false, false), (true, true)] {
        let more = json!({ "engine": "built-in", "webSearch": "off", "papers": "off", "namePrivateNotes": chosen });
        let world = World::new(more);
        world.host.put_note(
            "Coffee.md",
            "# Coffee\n\nCoffee keeps one awake, says everybody. Does coffee keep one awake?\n",
        );
        world.research_unsent();
        let written = world.host.note_text("Coffee.md");
        assert_eq!(written.contains("[[Zrelative"), expected, "{written}");
        assert!(!written.contains("aunt"), "{written}");
        assert!(world.sent.borrow().is_empty());
    }
}

#[test]
fn names_of_private_notes_in_tables_are_not_quoted() {
    let tables = [
        // The column and the cell make the name.
        "| Day | Project |\n| --- | --- |\n| The choir's tenor sings on Monday | Falcon |\n",
        // The name is in two cells, as the app pads them, and as people write them.
        "| First name    | Last name       | Voice |\n| --- | --- | --- |\n| Anna            | Winter          | the choir's tenor sings |\n",
        "| First name | Last name | Voice |\n|---|---|---|\n| Anna | Winter | the choir's tenor sings |\n",
    ];
    for table in tables {
        let more = json!({ "engine": "built-in", "webSearch": "off", "papers": "off" });
        let world = World::new(more);
        world.host.put_note("Priv/Anna Winter.md", "Nobody's business.\n");
        world.host.put_note("Priv/Project Falcon.md", "Nobody's business.\n");
        world.host.put_note("Choir.md", &format!("# Choir\n\n{table}"));
        world.host.put_note("Coffee.md", "When does the choir's tenor sing?\n");
        world.host.put_note("Tenor.md", "The choir's tenor sings whenever the choir sings.\n");
        world.research_unsent();
        let written = world.host.note_text("Coffee.md");
        assert!(!written.contains("Falcon") && !written.contains("Winter"), "{written}");
    }
}

impl World {
    fn research_unsent(&self) {
        let plan = PlanRequest { note_path: "Coffee.md".into(), ..PlanRequest::default() };
        let agenda = block_on(self.engine.plan(&*self.host, &plan)).expect("an agenda");
        self.run(agenda, Permission::Off).expect("a report");
    }
}

#[test]
fn the_report_on_a_private_note_that_is_gone_is_private_in_the_inbox() {
    let world = World::new(json!({ "engine": "built-in" }));
    let note = "---\nprivate: true\n---\nCoffee keeps one awake. Does coffee keep one awake?\n";
    world.host.put_note("Coffee.md", note);
    *world.host.before_next_edit.borrow_mut() = Some(Box::new(|host: &MemoryHost| {
        host.texts_and_times_by_path.borrow_mut().remove("Coffee.md");
    }));
    world.research_unsent();
    let inbox = world.host.note_text("Research inbox/Coffee.md");
    assert!(inbox.starts_with("---\nprivate: true\n---\n## Research"), "{inbox}");
}
