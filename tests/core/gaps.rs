//! Research of a vault's gaps from the agenda to the inbox, over a web that is played: what the user
//! blocks, approves, accepts, dismisses and takes back, and the app closing between any two writes.

use crate::golden;

use std::rc::Rc;

use crate::played::{Step, World};
use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::features::inbox::{
    AcceptFindingRequest, AddGapRequest, AppendFindingRequest, ApproveGapsRequest,
    ChangeGapTaskRequest, DismissFindingRequest, Finding, FindingState, GapAgenda,
    GapAgendaRequest, GapKind, GapTaskState, LinkBack, Suppression,
};
use ibid::host::MemoryHost;
use ibid::values::{Error, ErrorCode};
use pollster::block_on;
use serde_json::{Value, json};

const INBOX: &str = "Research inbox/Research inbox.md";

const MOSS: &str = "Moss absorbs water directly through its leaves. A moss cushion can hold up to twenty times its dry weight in water. Sphagnum moss was used as a wound dressing in the First World War.";
const FERNS: &str = "Ferns reproduce by spores instead of seeds. The spores of ferns grow into a small plant called a gametophyte. Some ferns unroll their young leaves as fiddleheads.";

fn vault() -> MemoryHost {
    MemoryHost::with_notes(&[
        (
            "Garden/Plan.md",
            "See [[Ferns]] and [[Shade]].\n\n## Questions\n\n- How much water can moss hold?\n",
        ),
        ("Garden/Shade.md", "Under the oak it is dark all day. [[Ferns]] might grow there.\n"),
        ("Garden/Beds.md", "The beds by the wall. [[Ferns]] again, and [[Shade]].\n"),
        ("Diary.md", "---\nprivate: true\n---\nIs my neighbour stealing my spoons?\n"),
    ])
}

fn world() -> World {
    World {
        mind: Box::new(|_: Step, _: &str| String::new()),
        hits: vec![
            ("https://moss.example.org/water", "How moss holds water", MOSS),
            ("https://ferns.example.org/spores", "Ferns and their spores", FERNS),
        ],
        pages: Vec::new(),
        failing: None,
        asked: Rc::default(),
    }
}

fn settings() -> Value {
    json!({ "webSearch": "searxng", "searxngUrl": "https://searx.example.org", "papers": "off" })
}

/// A vault, its engine and the web.
struct App {
    host: MemoryHost,
    engine: Engine,
}

impl App {
    fn new() -> Self {
        let host = vault();
        let world = world();
        *host.scripted_service.borrow_mut() = Some(Box::new(move |request| world.answer(request)));
        Self { host, engine: engine() }
    }

    /// Closes the app and opens it again.
    fn restart(&mut self) {
        self.host.writes_until_closed.set(None);
        self.engine = engine();
    }

    fn draft(&self) -> GapAgenda {
        let request = GapAgendaRequest::default();
        block_on(self.engine.draft_gap_agenda(&self.host, &request)).unwrap()
    }

    fn approve(&self) -> Result<GapAgenda, Error> {
        let request = ApproveGapsRequest { web: Permission::Allowed, model: Permission::Off };
        block_on(self.engine.approve_gap_agenda(&self.host, &request))
    }

    fn block(&self, task: usize, state: GapTaskState) -> Result<GapAgenda, Error> {
        let request = ChangeGapTaskRequest { task, state: Some(state), topic: None };
        block_on(self.engine.change_gap_task(&self.host, &request))
    }

    /// Carries out all tasks.
    fn run(&self) -> Result<GapAgenda, Error> {
        loop {
            let agenda = block_on(self.engine.research_next_gap(&self.host))?;
            if !agenda.is_unfinished() {
                return Ok(agenda);
            }
        }
    }

    /// An inbox with the findings of all gaps.
    fn with_findings() -> Self {
        let app = Self::new();
        app.draft();
        app.approve().unwrap();
        app.run().unwrap();
        app
    }

    fn inbox(&self) -> Vec<Finding> {
        block_on(self.engine.inbox(&self.host)).unwrap()
    }

    fn finding_about(&self, word: &str) -> Finding {
        self.inbox().into_iter().find(|it| it.title.contains(word)).unwrap()
    }

    fn accept(&self, id: &str, link: LinkBack) -> Result<String, Error> {
        let request = AcceptFindingRequest { id: id.into(), link };
        block_on(self.engine.accept_finding(&self.host, &request)).map(|note| note.path)
    }

    fn append(&self, id: &str, path: &str) -> Result<String, Error> {
        let request = AppendFindingRequest { id: id.into(), path: path.into() };
        block_on(self.engine.append_finding(&self.host, &request)).map(|note| note.path)
    }

    fn dismiss(&self, id: &str, suppress: Option<Suppression>) -> Result<(), Error> {
        let request = DismissFindingRequest { id: id.into(), suppress };
        block_on(self.engine.dismiss_finding(&self.host, &request))
    }

    fn restore(&self, id: &str) -> Result<(), Error> {
        block_on(self.engine.restore_finding(&self.host, id))
    }

    fn note_paths(&self) -> Vec<String> {
        self.host.texts_and_times_by_path.borrow().keys().cloned().collect()
    }
}

fn engine() -> Engine {
    let engine = Engine::default();
    assert_eq!(engine.configure(&settings()).warnings, Vec::<String>::new());
    engine
}

fn topics(agenda: &GapAgenda) -> Vec<(GapKind, &str, GapTaskState)> {
    agenda.tasks.iter().map(|it| (it.gap.kind, it.gap.topic.as_str(), it.state)).collect()
}

#[test]
fn an_agenda_has_tasks_of_several_kinds_and_nothing_private() {
    let app = App::new();
    let agenda = app.draft();
    assert_eq!(
        topics(&agenda)[..2],
        [
            (GapKind::OpenQuestion, "How much water can moss hold?", GapTaskState::Proposed),
            (GapKind::MissingNote, "Ferns", GapTaskState::Proposed),
        ]
    );
    assert!(agenda.tasks.iter().all(|task| !task.gap.motivation.is_empty()));
    assert!(!format!("{agenda:?}").contains("spoons"), "nothing of a private note is proposed");
    assert_eq!(agenda.tasks[0].plan.web_service_names[0], "SearXNG");
    assert_eq!(app.host.sent_requests.borrow().len(), 0, "an agenda sends nothing");
}

#[test]
fn nothing_runs_without_a_yes_and_a_blocked_task_never_runs() {
    let app = App::new();
    app.draft();
    block_on(app.engine.research_next_gap(&app.host)).unwrap();
    assert_eq!(app.host.sent_requests.borrow().len(), 0);
    app.block(0, GapTaskState::Blocked).unwrap();
    app.approve().unwrap();
    assert!(app.approve().is_err() && app.block(1, GapTaskState::Blocked).is_err());
    let agenda = app.run().unwrap();
    assert_eq!(agenda.tasks[0].state, GapTaskState::Blocked);
    assert_eq!(agenda.tasks[1].state, GapTaskState::Done);
    let asked = app.host.sent_requests.borrow().iter().map(|it| it.url.clone()).collect::<String>();
    assert!(asked.contains("Ferns") && !asked.contains("moss"), "{asked}");
}

#[test]
fn findings_say_what_a_page_says_and_how_it_relates() {
    let app = App::with_findings();
    let moss = app.finding_about("moss");
    golden::check_file("tests/fixtures/inbox/inbox.md", &without_ids(&app.host.note_text(INBOX)));
    assert_eq!(moss.source.url, "https://moss.example.org/water");
    assert!(moss.synthesis.contains("twenty times"), "{moss:?}");
    assert_eq!(moss.related_notes[0], "Garden/Plan.md");
    assert_eq!(moss.state, FindingState::New);
    // What waits in the inbox is not found in the vault.
    let before = app.inbox().len();
    app.draft();
    app.approve().unwrap();
    let again = app.run().unwrap();
    assert_eq!(app.inbox().len(), before, "pages that the inbox has are known");
    assert_eq!(again.tasks.iter().map(|task| task.outcome.new_findings).sum::<usize>(), 0);
    assert!(again.tasks.iter().any(|task| task.outcome.known_findings > 0));
}

/// Run ids are random.
fn without_ids(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(start) = text.find("\"id\":\"") {
        let end = text[start + 6..].find('"').unwrap() + start + 7;
        text.replace_range(start..end, "id");
    }
    text
}

#[test]
fn accepting_twice_makes_one_note_and_undo_takes_it_back() {
    let mut app = App::with_findings();
    let moss = app.finding_about("moss");
    let before = app.note_paths();
    let plan = app.host.note_text("Garden/Plan.md");
    let path = app.accept(&moss.id, LinkBack::Yes).unwrap();
    assert_eq!(path, "Research inbox/How moss holds water.md");
    golden::check_file(
        "tests/fixtures/inbox/accepted.md",
        &without_property(&app.host.note_text(&path)),
    );
    assert!(
        app.host
            .note_text("Garden/Plan.md")
            .ends_with("[[Research inbox/How moss holds water|How moss holds water]]\n")
    );
    app.restart();
    assert_eq!(app.accept(&moss.id, LinkBack::Yes).unwrap(), path);
    assert_eq!(app.note_paths().len(), before.len() + 1);
    assert!(app.dismiss(&moss.id, None).is_err());
    app.restore(&moss.id).unwrap();
    assert_eq!(app.note_paths(), before);
    assert_eq!(app.host.note_text("Garden/Plan.md"), plan);
    assert_eq!(app.finding_about("moss").state, FindingState::New);
}

fn without_property(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with("ibid-finding"))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn what_was_written_into_the_file_by_others_is_sanitised_before_it_reaches_a_note() {
    let app = App::with_findings();
    let moss = app.finding_about("moss");
    let changed = "\"synthesis\":\"![x](https://evil.example.net/?q=1) <script>x</script> ";
    let text = app.host.note_text(INBOX).replace("\"synthesis\":\"", changed);
    app.host.put_note(INBOX, &text);
    let path = app.accept(&moss.id, LinkBack::No).unwrap();
    let note = app.host.note_text(&path);
    assert!(note.contains("twenty times"), "{note}");
    assert!(!note.contains("evil.example.net") && !note.contains("<script>"), "{note}");
}

#[test]
fn a_note_that_the_user_changed_is_not_deleted() {
    let app = App::with_findings();
    let moss = app.finding_about("moss");
    let path = app.accept(&moss.id, LinkBack::No).unwrap();
    app.host.put_note(&path, "Mine now.");
    assert_eq!(app.restore(&moss.id).unwrap_err().code, ErrorCode::NoteChanged);
    assert_eq!(app.host.note_text(&path), "Mine now.");
}

#[test]
fn a_finding_is_added_to_a_note_once_and_taken_out_again() {
    let app = App::with_findings();
    let moss = app.finding_about("moss");
    let before = app.host.note_text("Garden/Shade.md");
    let append = || app.append(&moss.id, "Garden/Shade.md");
    append().unwrap();
    let after = app.host.note_text("Garden/Shade.md");
    assert!(after.starts_with(&before) && after.contains("**How moss holds water**"), "{after}");
    append().unwrap();
    assert_eq!(app.host.note_text("Garden/Shade.md"), after);
    app.restore(&moss.id).unwrap();
    assert_eq!(app.host.note_text("Garden/Shade.md"), before);
}

#[test]
fn a_dismissed_topic_stays_away_until_the_user_takes_that_back() {
    let mut app = App::with_findings();
    let moss = app.finding_about("moss");
    app.dismiss(&moss.id, Some(Suppression::Topic)).unwrap();
    assert!(app.accept(&moss.id, LinkBack::No).is_err());
    app.restart();
    let has_moss = |agenda: GapAgenda| agenda.tasks.iter().any(|it| it.gap.topic.contains("moss"));
    assert!(!has_moss(app.draft()));
    assert_eq!(
        block_on(app.engine.suppressed_topics(&app.host)),
        ["How much water can moss hold?"]
    );
    app.restore(&moss.id).unwrap();
    assert_eq!(block_on(app.engine.suppressed_topics(&app.host)), Vec::<String>::new());
    assert!(has_moss(app.draft()));
    app.accept(&moss.id, LinkBack::No).unwrap();
}

#[test]
fn a_topic_of_the_user_joins_the_agenda() {
    let app = App::new();
    let add = |path: &str, topic: &str| {
        let request = AddGapRequest { path: path.into(), topic: topic.into() };
        block_on(app.engine.add_gap(&app.host, &request))
    };
    add("Garden/Shade.md", "Moss under oaks").unwrap();
    add("Garden/Shade.md", "moss under  oaks").unwrap();
    assert_eq!(add("Diary.md", "Spoons").unwrap_err().code, ErrorCode::NotePrivate);
    let agenda = app.draft();
    let chosen: Vec<_> = topics(&agenda).into_iter().filter(|it| it.0 == GapKind::Chosen).collect();
    assert_eq!(chosen, [(GapKind::Chosen, "Moss under oaks", GapTaskState::Proposed)]);
    assert!(agenda.tasks.len() > 1);
}

#[test]
fn a_file_with_a_conflict_or_damage_keeps_what_can_be_read() {
    let app = App::with_findings();
    let (ids, text) = (|app: &App| app.inbox().len(), app.host.note_text(INBOX));
    let all = ids(&app);
    // A sync service leaves a copy with what the other device has.
    app.host.put_note("Research inbox/Research inbox (conflicted copy).md", &text);
    let damaged = text.replacen("%% ibid-finding {", "%% ibid-finding {{", 1);
    app.host.put_note(INBOX, &format!("{damaged}\nMy remark.\n"));
    assert_eq!(ids(&app), all, "the copy has what the file lost");
    let ferns = app.finding_about("Ferns");
    app.dismiss(&ferns.id, None).unwrap();
    assert!(app.host.note_text(INBOX).contains("My remark."));
    assert_eq!(app.host.note_text(INBOX).matches("%% ibid-finding ").count(), all);
    let aside = app.host.note_text("Research inbox/Research inbox (unreadable).md");
    assert!(aside.contains("ibid-finding {{"), "{aside}");
}

#[test]
fn a_report_whose_note_is_gone_waits_in_the_inbox() {
    let app = App::new();
    let request = PlanRequest { note_path: "Garden/Plan.md".into(), ..PlanRequest::default() };
    let agenda = block_on(app.engine.plan(&app.host, &request)).unwrap();
    *app.host.before_next_edit.borrow_mut() = Some(Box::new(|host| {
        host.texts_and_times_by_path.borrow_mut().remove("Garden/Plan.md");
    }));
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Off,
    };
    let report = block_on(app.engine.run(&app.host, &request)).unwrap();
    assert_eq!(report.path.as_str(), "Research inbox/Plan.md");
    let finding = app.finding_about("Plan");
    assert_eq!(finding.report_path, "Research inbox/Plan.md");
    let notes = app.note_paths();
    assert_eq!(app.accept(&finding.id, LinkBack::No).unwrap(), "Research inbox/Plan.md");
    app.restore(&finding.id).unwrap();
    assert_eq!(app.note_paths(), notes, "the report is the only copy");
}

/// What the user had done before the app was closed is done again, and must come to the same end.
#[test]
fn nothing_is_lost_wherever_the_app_closes() {
    let whole = App::with_findings();
    let wanted: Vec<String> = whole.inbox().into_iter().map(|it| it.title).collect();
    for writes in 0..200 {
        let mut app = App::new();
        app.draft();
        app.approve().unwrap();
        app.host.writes_until_closed.set(Some(writes));
        let is_whole = app.run().is_ok() && app.host.writes_until_closed.get() != Some(0);
        app.restart();
        app.run().unwrap();
        let mut found: Vec<String> = app.inbox().into_iter().map(|it| it.title).collect();
        found.sort();
        let mut expected = wanted.clone();
        expected.sort();
        assert_eq!(found, expected, "closed after {writes} writes");
        accept_with_crashes(&mut app, writes);
        if is_whole {
            return;
        }
    }
    panic!("the run never ended");
}

fn accept_with_crashes(app: &mut App, writes: usize) {
    let moss = app.finding_about("moss");
    let notes = app.note_paths().len();
    app.host.writes_until_closed.set(Some(writes % 6));
    let _ = app.accept(&moss.id, LinkBack::Yes);
    app.restart();
    let path = app.accept(&moss.id, LinkBack::Yes).unwrap();
    assert_eq!(app.note_paths().len(), notes + 1);
    app.host.writes_until_closed.set(Some(writes % 6));
    let _ = app.restore(&moss.id);
    app.restart();
    app.restore(&moss.id).unwrap();
    assert!(!app.note_paths().contains(&path));
    assert_eq!(app.finding_about("moss").state, FindingState::New);
}

#[test]
fn a_finding_whose_note_became_private_is_written_without_what_the_note_says() {
    for is_appended in [false, true] {
        let app = App::with_findings();
        let finding = app.finding_about("moss");
        let before = app.host.note_text("Garden/Beds.md");
        app.host.put_note("Garden/Plan.md", "---\nprivate: true\n---\nA plan.\n");
        let path = match is_appended {
            false => app.accept(&finding.id, LinkBack::No).unwrap(),
            true => app.append(&finding.id, "Garden/Beds.md").unwrap(),
        };
        let text = app.host.note_text(&path);
        assert!(text.contains("twenty times its dry weight"), "{text}");
        assert!(!text.contains("How much water") && !text.contains("Plan"), "{text}");
        app.restore(&finding.id).unwrap();
        assert_eq!(app.host.note_text("Garden/Beds.md"), before);
        assert!(is_appended || !app.note_paths().contains(&path), "the note is in the trash");
    }
}
