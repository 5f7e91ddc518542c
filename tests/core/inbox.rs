//! The rules of agendas and findings as properties: an agenda runs only when approved, a blocked task
//! never runs, a dismissed finding cannot be accepted, accepting twice makes one note wherever the app
//! closes, and the file of the inbox survives conflicts and damage.

use std::collections::BTreeMap;

use ibid::features::inbox::{
    AcceptStep, AgendaState, Finding, FindingState, Gap, GapAgenda, GapSources, GapTask,
    GapTaskOutcome, GapTaskState, Inbox, ReadInbox,
};
use ibid::model::llm::{Money, Spending};
use ibid::notes::note::NotePath;
use ibid::values::Result;
use proptest::prelude::*;
use serde_json::json;

/// What a user or a run may try, in any order.
#[derive(Debug, Clone, Copy)]
enum Attempt {
    Block(usize),
    Unblock(usize),
    Approve,
    Start,
    Finish(usize),
    Cancel,
    Restart,
}

fn attempt() -> impl Strategy<Value = Attempt> {
    prop_oneof![
        (0_usize..4).prop_map(Attempt::Block),
        (0_usize..4).prop_map(Attempt::Unblock),
        Just(Attempt::Approve),
        Just(Attempt::Start),
        (0_usize..4).prop_map(Attempt::Finish),
        Just(Attempt::Cancel),
        Just(Attempt::Restart),
    ]
}

/// A task that costs nothing.
fn task(topic: &str) -> GapTask {
    let effort = json!({ "each": { "money": Money::ZERO, "tokens": 0 }, "millisEach": 0 });
    let plan = json!({
        "run": topic, "path": "A.md", "depth": "shallow", "topics": [], "section": "absent",
        "sectionContent": "", "asks": [], "shallow": effort, "deep": effort,
        "spent": Spending::default(), "budgetMoney": Money::ZERO, "budgetTokens": 0, "warnings": [],
    });
    let note = NotePath::parse("A.md").unwrap();
    GapTask::new(Gap::chosen(note, topic), serde_json::from_value(plan).unwrap())
}

proptest! {
    #[test]
    fn only_approved_agendas_run_and_never_a_blocked_task(
        attempts in proptest::collection::vec(attempt(), 0..30),
    ) {
        let tasks = ["a", "b", "c"].map(task).into();
        let mut agenda = GapAgenda::draft("1", GapSources::default(), tasks);
        let mut was_approved = false;
        for attempt in attempts {
            let before = agenda.clone();
            match attempt {
                Attempt::Block(at) => drop(agenda.set_blocked(at, GapTaskState::Blocked)),
                Attempt::Unblock(at) => drop(agenda.set_blocked(at, GapTaskState::Proposed)),
                Attempt::Approve => was_approved |= agenda.approve().is_ok(),
                Attempt::Start => {
                    if let Some(at) = agenda.start_next() {
                        prop_assert!(was_approved && before.state == AgendaState::Approved);
                        prop_assert_ne!(before.tasks[at].state, GapTaskState::Blocked);
                        prop_assert_ne!(before.tasks[at].state, GapTaskState::Done);
                    }
                }
                Attempt::Finish(at) => {
                    let was_running =
                        before.tasks.get(at).is_some_and(|it| it.state == GapTaskState::Running);
                    prop_assert_eq!(agenda.finish(at, GapTaskOutcome::default()).is_ok(), was_running);
                }
                Attempt::Cancel => agenda.cancel(),
                // The app closes and reads what was saved.
                Attempt::Restart => {
                    let saved = serde_json::to_string(&agenda).unwrap();
                    agenda = serde_json::from_str(&saved).unwrap();
                    prop_assert_eq!(&agenda, &before);
                }
            }
            for (old, new) in before.tasks.iter().zip(&agenda.tasks) {
                let left_blocked = old.state == GapTaskState::Blocked && old.state != new.state;
                prop_assert!(!left_blocked || before.state == AgendaState::Draft);
            }
            let running = agenda.tasks.iter().filter(|it| it.state == GapTaskState::Running);
            prop_assert!(running.count() <= 1);
        }
    }
}

/// What is on the disk: the finding as saved, and notes with the id of the finding in them.
#[derive(Debug, Clone, Default)]
struct Disk {
    finding: Finding,
    notes: BTreeMap<String, String>,
}

impl Disk {
    /// Carries out steps until the finding is accepted or `writes` are used up, as if the app
    /// closed then. Returns the path of the note once it is accepted.
    fn accept(&mut self, wanted_path: &str, mut writes: usize) -> Result<Option<String>> {
        loop {
            let id = self.finding.id.clone();
            let is_its_note = |path: &str| self.notes.get(path) == Some(&id);
            let step = self.finding.next_accept_step(&is_its_note)?;
            if let AcceptStep::Done { path } = step {
                return Ok(Some(path));
            }
            if writes == 0 {
                return Ok(None);
            }
            writes -= 1;
            match step {
                AcceptStep::Reserve => {
                    let mut path = wanted_path.to_owned();
                    while self.notes.contains_key(&path) {
                        path.push('+');
                    }
                    self.finding.set_state(FindingState::Accepting { path });
                }
                AcceptStep::CreateNote { path } => {
                    self.notes.insert(path, self.finding.id.clone());
                }
                AcceptStep::Finish { path } => {
                    self.finding.set_state(FindingState::Accepted { path });
                }
                AcceptStep::Done { .. } => {}
            }
        }
    }

    fn notes_of_finding(&self) -> usize {
        self.notes.values().filter(|id| **id == self.finding.id).count()
    }
}

proptest! {
    #[test]
    fn accepting_makes_one_note_wherever_the_app_closes(
        crashes in proptest::collection::vec(0_usize..4, 0..6),
        is_taken in any::<bool>(),
    ) {
        let mut disk = Disk::default();
        disk.finding.id = "f1".into();
        if is_taken {
            disk.notes.insert("Tea.md".into(), "another note".into());
        }
        for writes in crashes {
            disk.accept("Tea.md", writes).unwrap();
            prop_assert!(disk.notes_of_finding() <= 1);
        }
        let first = disk.accept("Tea.md", 9).unwrap();
        prop_assert!(first.is_some());
        prop_assert_eq!(disk.accept("Other.md", 9).unwrap(), first);
        prop_assert_eq!(disk.notes_of_finding(), 1);
        prop_assert_eq!(disk.notes.get("Tea.md").is_some_and(|id| id == "another note"), is_taken);
        prop_assert!(disk.finding.dismiss().is_err());
    }
}

#[test]
fn a_dismissed_finding_cannot_be_accepted() {
    let mut disk = Disk::default();
    disk.finding.dismiss().unwrap();
    disk.finding.dismiss().unwrap();
    assert!(disk.accept("Tea.md", 9).is_err());
    assert_eq!(disk.notes_of_finding(), 0);
    disk.finding.restore();
    assert_eq!(disk.accept("Tea.md", 9).unwrap().as_deref(), Some("Tea.md"));
}

fn state() -> impl Strategy<Value = FindingState> {
    let path = || "[a-z]{1,3}".prop_map(|name| format!("{name}.md"));
    prop_oneof![
        Just(FindingState::New),
        Just(FindingState::Dismissed),
        path().prop_map(|path| FindingState::Accepting { path }),
        path().prop_map(|path| FindingState::Accepted { path }),
        path().prop_map(|path| FindingState::Appended { path }),
    ]
}

fn finding() -> impl Strategy<Value = Finding> {
    ("[a-e]", "\\PC{0,12}", "(%|\n|\r|[a-z\"\\\\ ]){0,20}", state(), 0_u32..4).prop_map(
        |(id, title, synthesis, state, revision)| Finding {
            id,
            title,
            key_ideas: vec![synthesis.clone()],
            synthesis,
            state,
            revision,
            ..Finding::default()
        },
    )
}

fn inbox() -> impl Strategy<Value = Inbox> {
    proptest::collection::vec(finding(), 0..5).prop_map(|findings| {
        let mut inbox = Inbox::default();
        findings.into_iter().for_each(|finding| inbox.add(finding));
        inbox
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(inbox in inbox()) {
        let read = Inbox::read(&inbox.to_text());
        prop_assert_eq!(read, ReadInbox { inbox, unreadable: Vec::new() });
    }

    #[test]
    fn merging_loses_nothing_in_any_order(a in inbox(), b in inbox()) {
        let (mut ab, mut ba) = (a.clone(), b.clone());
        ab.merge(b.clone());
        ba.merge(a.clone());
        prop_assert_eq!(&ab, &ba);
        // A conflict that both versions are in, as Git writes it.
        let conflict = format!("<<<<<<<\n{}=======\n{}>>>>>>>\n", a.to_text(), b.to_text());
        prop_assert_eq!(Inbox::read(&conflict).inbox, ab.clone());
        for id in a.findings.keys().chain(b.findings.keys()) {
            prop_assert!(ab.findings.contains_key(id));
        }
        ab.merge(a);
        prop_assert_eq!(ab, ba);
    }

    #[test]
    fn what_the_user_wrote_into_the_file_stays(
        old in inbox(),
        new in inbox(),
        at in any::<proptest::sample::Index>(),
    ) {
        // The user writes a line of their own between two lines of the file.
        let text = old.to_text();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(at.index(lines.len() + 1), "My own remark.");
        let text = lines.join("\n");
        let mut changed = Inbox::read(&text).inbox;
        prop_assert_eq!(&changed, &old);
        changed.merge(new);
        let updated = changed.update_text(&text);
        prop_assert_eq!(updated.matches("My own remark.").count(), 1);
        prop_assert_eq!(Inbox::read(&updated), ReadInbox { inbox: changed.clone(), unreadable: Vec::new() });
        prop_assert_eq!(changed.update_text(&updated), updated);
    }

    #[test]
    fn a_conflict_is_resolved_by_the_next_write(a in inbox(), b in inbox()) {
        let conflict = format!("<<<<<<<\n{}=======\n{}>>>>>>>\n", a.to_text(), b.to_text());
        let read = Inbox::read(&conflict);
        let text = read.inbox.update_text(&conflict);
        prop_assert_eq!(text.matches("%% ibid-finding ").count(), read.inbox.findings.len());
        prop_assert_eq!(Inbox::read(&text).inbox, read.inbox);
    }

    #[test]
    fn damage_is_kept_aside(inbox in inbox(), at in any::<proptest::sample::Index>()) {
        let text = inbox.to_text();
        let cut: String = text.chars().take(at.index(text.chars().count().max(1))).collect();
        let read = Inbox::read(&cut);
        for (id, finding) in &read.inbox.findings {
            prop_assert_eq!(inbox.findings.get(id), Some(finding));
        }
        let comments = cut.matches("%% ibid-finding ").count();
        prop_assert_eq!(read.inbox.findings.len() + read.unreadable.len(), comments);
    }
}
