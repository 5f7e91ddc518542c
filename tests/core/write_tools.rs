//! The writing tools over a vault in memory: what they propose, what the user's yes changes, and that
//! undo restores every byte.

use crate::golden;

use ibid::engine::Engine;
use ibid::features::tools::{
    Applied, ApplyRequest, ChangeKind, Proposal, ProposedChange, ToolRequest, UndoRequest,
};
use ibid::host::MemoryHost;
use ibid::values::ErrorCode;
use pollster::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};

const NOTES: [(&str, &str); 11] = [
    (
        "Drinks/Tea.md",
        "---\nstatus: open\ntags: [drink]\n---\n# Tea\n\n## Kinds\n\nGreen.\n\n### Black\n\nAlso.\n\n## Log\n\n- drank tea\n\n## End\n\nBye.\n",
    ),
    ("Drinks/Café.md", "# Café\n"),
    ("Plain.md", "Just words."),
    ("Windows.md", "---\r\nrating: 4\r\n---\r\n# Windows\r\n\r\nWords.\r\n"),
    ("Empty.md", ""),
    ("Open.md", "Words.\n\n```js\nlet a;\n"),
    ("Twice.md", "## Log\n\none\n\n## Log\n\ntwo\n"),
    ("Broken.md", "---\nstatus: [open\n---\nWords.\n"),
    ("Preferences.md", "# Preferences\n\n- Tea, not coffee\n- Metric units\n"),
    ("Diary.md", "---\nprivate: true\n---\nSecret 4711.\n"),
    ("Archive/Old.md", "Old.\n"),
];

fn vault() -> MemoryHost {
    MemoryHost::with_notes(&NOTES)
}

fn engine() -> Engine {
    let engine = Engine::default();
    engine.configure(&json!({ "excludedFolders": ["Archive"], "webSearch": "off" }));
    engine
}

/// All notes with their texts.
fn texts(host: &MemoryHost) -> Vec<(String, String)> {
    let notes = host.texts_and_times_by_path.borrow();
    notes.iter().map(|(path, (text, _))| (path.clone(), text.clone())).collect()
}

fn call(host: &MemoryHost, engine: &Engine, line: &str) -> Result<Proposal, String> {
    let (name, arguments) = line.split_once(' ').expect("a tool and its arguments");
    let arguments: Value = serde_json::from_str(arguments).expect("JSON");
    let request = ToolRequest {
        name: name.into(),
        arguments,
        web_permission: Default::default(),
        model_permission: Default::default(),
        audio_permission: Default::default(),
    };
    let result = block_on(engine.call_tool(host, &request));
    let result =
        result.map_err(|error| format!("{}: {}\n{}", error.code, error.message, error.hint))?;
    let private = ["4711", "Secret"].iter().any(|word| result.text.as_str().contains(word));
    assert!(!private, "{}", result.text.as_str());
    Ok(result.proposal.expect("a proposal"))
}

fn apply(
    host: &MemoryHost,
    engine: &Engine,
    proposal: &Proposal,
    only: Option<Vec<usize>>,
) -> Applied {
    let request = ApplyRequest { proposal: proposal.clone(), only };
    block_on(engine.apply_proposal(host, &request)).expect("applied")
}

fn undo(host: &MemoryHost, engine: &Engine, applied: &Applied) -> Applied {
    let request = UndoRequest { undo: applied.undo.clone() };
    block_on(engine.undo(host, &request)).expect("undone")
}

fn shown(proposal: &Proposal) -> String {
    let change = |change: &ProposedChange| match change.kind {
        ChangeKind::Create => {
            format!("create {}\n{}", change.path, change.after.as_deref().unwrap())
        }
        ChangeKind::Move => format!("move {} to {}", change.path, change.to.as_deref().unwrap()),
        ChangeKind::Edit => {
            let (before, after) =
                (change.before.as_deref().unwrap(), change.after.as_deref().unwrap());
            format!("change {}\n{}", change.path, line_differences(before, after))
        }
    };
    proposal.changes.iter().map(change).collect::<Vec<_>>().join("\n")
}

/// The lines that differ: those before the first and after the last equal ones are left out.
fn line_differences(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split('\n').collect(), after.split('\n').collect());
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same_start;
    let same_end =
        old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let removed = old[same_start..old.len() - same_end].iter().map(|line| format!("-{line}"));
    let added = new[same_start..new.len() - same_end].iter().map(|line| format!("+{line}"));
    removed.chain(added).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_new_names_must_be_possible_on_every_system() {
    let (host, engine) = (vault(), engine());
    for path in ["Why?/Old: plan.md", "Why?/aux.md"] {
        host.put_note(path, "Old.");
    }
    let before = texts(&host);
    for line in [
        r#"create_note {"path": "Why?/New", "text": "x"}"#,
        r#"move_note {"from": "Why?/Old: plan", "to": "Drinks/"}"#,
        r#"move_note {"from": "Why?/aux", "to": "Drinks/Possible"}"#,
    ] {
        let applied = apply(&host, &engine, &call(&host, &engine, line).expect(line), None);
        assert_eq!((applied.changed.len(), applied.failed.len()), (1, 0), "{line}");
        assert_eq!(undo(&host, &engine, &applied).failed, [], "{line}");
        assert_eq!(texts(&host), before, "{line}");
    }
    let made_up = ProposedChange {
        kind: ChangeKind::Create,
        path: "CON.md".into(),
        to: None,
        before: None,
        after: Some("x".into()),
    };
    let applied = apply(&host, &engine, &Proposal { changes: vec![made_up] }, None);
    assert!(applied.failed[0].message.contains("Windows reserves"), "{:?}", applied.failed);
    assert_eq!(texts(&host), before);
}

#[test]
fn every_named_case_holds_and_is_undone() {
    let count = golden::check_cases("tests/fixtures/tools/write.txt", |case| {
        let (host, engine) = (vault(), engine());
        let before = texts(&host);
        let (setup, line) = match case.input.split_once('\n') {
            Some((setup, line)) => (Some(setup), line),
            None => (None, case.input.as_str()),
        };
        let proposal = match call(&host, &engine, line) {
            Ok(proposal) => proposal,
            Err(error) => return error,
        };
        assert_eq!(texts(&host), before, "a proposal changed something");
        if let Some(path) = setup.and_then(|setup| setup.strip_prefix("changed ")) {
            host.put_note(path, "Other words.");
        }
        let before = texts(&host);
        let applied = apply(&host, &engine, &proposal, None);
        let failures: Vec<String> = applied
            .failed
            .iter()
            .map(|it| format!("\n{} {}: {}", it.code, it.path, it.message))
            .collect();
        let undone = undo(&host, &engine, &applied);
        assert_eq!(undone.failed, [], "undo failed");
        assert_eq!(texts(&host), before, "undo left something");
        shown(&proposal) + &failures.concat()
    });
    assert!(count >= 45);
}

/// The notes of the cases of the daily log. Private are `Salary talks`, `Matcha latte` and the `Sencha` at the top,
/// excluded is `Archive`.
const LOG_NOTES: [(&str, &str); 32] = [
    ("Drinks/Tea.md", "---\naliases: [chai, masala chai]\n---\nLeaves."),
    ("Drinks/Green tea.md", "Green."),
    ("Oolong.md", "Between."),
    ("Matcha.md", "Powder."),
    ("Matcha latte.md", "---\nprivate: true\n---\nWith milk."),
    ("Salary talks.md", "---\nprivate: true\naliases: payslip\n---\n4711"),
    ("Archive/Old ledger.md", "Old."),
    ("Work/Index.md", "Work."),
    ("Home/Deep/Index.md", "Home."),
    ("Log.md", "Log."),
    ("First.md", "First."),
    ("A.md", "A."),
    ("Ox.md", "Ox."),
    ("2024.md", "A year."),
    ("C# tips.md", "Tips."),
    ("Price [net].md", "Net."),
    ("C Sharp.md", "---\naliases: \"C#\"\n---\nSharp."),
    ("绿茶.md", "茶。"),
    ("茶.md", "茶。"),
    ("コーヒー.md", "飲む。"),
    ("커피.md", "마신다."),
    ("ชาเขียว.md", "ดื่ม"),
    ("Kräutertee.md", "Heiß."),
    ("Cafe\u{301}.md", "A place."),
    ("Зелёный чай.md", "Чай."),
    ("قهوة.md", "مر"),
    ("Alzheimer's.md", "x"),
    ("Sencha.md", "---\nprivate: true\n---\nHidden."),
    ("Drinks/Sencha.md", "Shown."),
    ("Text file.txt", "---\naliases: [brew, oolong]\n---\n"),
    ("Daily log 2026.md", "---\naliases: brew\n---\n"),
    ("Genmaicha.md", "---\naliases: [\"a|b\", \"[tea]\", matcha latte]\n---\n"),
];

/// The entry that a case of the daily log proposes, without its time.
fn log_entry(input: &str) -> String {
    let parts: Vec<&str> = input.split('|').map(|part| part.trim_matches(' ')).collect();
    let arguments = match parts[..] {
        [task, query, outcome] => json!({ "task": task, "query": query, "summary": outcome }),
        [task, query, outcome, notes] => {
            let notes: Vec<&str> = notes.split(", ").collect();
            json!({ "task": task, "query": query, "summary": outcome, "notes": notes })
        }
        _ => json!({ "task": "Logged", "response": input }),
    };
    let (host, engine) = (MemoryHost::with_notes(&LOG_NOTES), engine());
    let proposal = call(&host, &engine, &format!("log_interaction {arguments}")).unwrap();
    let entry = proposal.changes[0].after.clone().unwrap();
    let entry = entry.strip_prefix("- 12:00 ").expect("a time").to_owned();
    match entry.strip_prefix("**Logged**\n    - Outcome: ") {
        Some(outcome) => outcome.to_owned(),
        None => entry,
    }
}

#[test]
fn names_of_notes_in_the_daily_log_become_links() {
    let path = "tests/fixtures/tools/daily-log.txt";
    assert!(golden::check_cases(path, |case| log_entry(&case.input)) >= 40);
}

#[test]
fn the_daily_log_reads_only_notes_that_it_names() {
    let (host, engine) = (MemoryHost::with_notes(&LOG_NOTES), engine());
    (0..500).for_each(|number| host.put_note(&format!("Other/Note {number}.md"), "Words."));
    let line = r#"log_interaction {"task": "Tea and oolong", "response": "Masala chai"}"#;
    call(&host, &engine, line).unwrap();
    let before = host.total_note_reads.get();
    call(&host, &engine, line).unwrap();
    assert!(host.total_note_reads.get() - before < 10);
}

#[test]
fn the_user_accepts_some_changes_and_may_edit_them() {
    let (host, engine) = (vault(), engine());
    let line = r#"set_property {"paths": ["Tea", "Plain"], "property": "status", "value": "done"}"#;
    let mut proposal = call(&host, &engine, line).unwrap();
    proposal.changes[1].after = Some("Edited by hand.".into());
    let applied = apply(&host, &engine, &proposal, Some(vec![1]));
    assert_eq!(applied.changed, ["Plain.md"]);
    assert_eq!(host.note_text("Plain.md"), "Edited by hand.");
    assert!(host.note_text("Drinks/Tea.md").contains("status: open"));
    let wrong = ApplyRequest { proposal, only: Some(vec![7]) };
    let error = block_on(engine.apply_proposal(&host, &wrong)).unwrap_err();
    assert_eq!(error.code, ErrorCode::ArgumentInvalid);
}

#[test]
fn undo_leaves_what_was_changed_since() {
    let (host, engine) = (vault(), engine());
    let line = r#"set_property {"paths": ["Tea", "Plain"], "property": "status", "value": "done"}"#;
    let applied = apply(&host, &engine, &call(&host, &engine, line).unwrap(), None);
    host.put_note("Plain.md", "The user went on.");
    let undone = undo(&host, &engine, &applied);
    assert_eq!(undone.changed, ["Drinks/Tea.md"]);
    assert_eq!(undone.failed[0].code, ErrorCode::NoteChanged);
    assert_eq!(host.note_text("Plain.md"), "The user went on.");
    assert_eq!(host.note_text("Drinks/Tea.md"), NOTES[0].1);
    // What could not be undone can be tried again.
    host.put_note("Plain.md", "---\nstatus: done\n---\nJust words.");
    assert_eq!(undo(&host, &engine, &applied).changed, ["Plain.md"]);
    assert_eq!(host.note_text("Plain.md"), "Just words.");
    let again = block_on(engine.undo(&host, &UndoRequest { undo: applied.undo }));
    assert_eq!(again.unwrap_err().code, ErrorCode::NoSuchRun);
    // A new note that the user wrote into stays.
    let made = call(&host, &engine, r#"create_note {"path": "New", "text": "x"}"#).unwrap();
    let applied = apply(&host, &engine, &made, None);
    host.put_note("New.md", "Mine now.");
    assert_eq!(undo(&host, &engine, &applied).failed[0].code, ErrorCode::NoteChanged);
    assert_eq!(host.note_text("New.md"), "Mine now.");
}

#[test]
fn a_proposal_from_outside_can_not_leave_the_vault() {
    let (host, engine) = (vault(), engine());
    for path in ["../x.md", "/etc/x.md", ".obsidian/x.md", "C:\\x.md", "a\0.md", "x.js"] {
        let proposal = Proposal { changes: vec![ProposedChange::create(path, "x".into())] };
        let applied = apply(&host, &engine, &proposal, None);
        assert_eq!((applied.changed.len(), applied.failed.len()), (0, 1), "{path}");
    }
    let deletion = ProposedChange {
        before: Some("Just words.".into()),
        after: None,
        ..ProposedChange::create("Plain.md", String::new())
    };
    apply(&host, &engine, &Proposal { changes: vec![deletion] }, None);
    assert_eq!(host.note_text("Plain.md"), "Just words.", "a proposal deleted a note");
    let incomplete =
        ProposedChange { after: None, ..ProposedChange::edit("Plain.md", "".into(), "".into()) };
    let applied = apply(&host, &engine, &Proposal { changes: vec![incomplete] }, None);
    assert_eq!(applied.failed[0].code, ErrorCode::ArgumentInvalid);
}

/// A call of a writing tool on one of a few notes.
fn any_call() -> impl Strategy<Value = String> {
    let note = prop::sample::select(vec![
        "Tea", "Plain", "Windows", "Twice", "Broken", "Diary", "New", "Box/New", "Nowhere",
    ]);
    let text = prop::sample::select(vec![
        "Words.",
        "",
        "# Heading\n\nx",
        "```\nopen",
        "- item\n- item",
        "a\r\nb",
        "[[Tea]] %%x%%",
        "---\na: 1\n---",
    ]);
    let heading = prop::sample::select(vec!["## Log", "# Tea", "## Kinds", "Log"]);
    let value = prop::sample::select(vec![
        json!("x"),
        json!([1, "b"]),
        json!(true),
        json!(null),
        json!("a: b"),
    ]);
    (0..11_usize, note.clone(), note, text, heading, value).prop_map(
        |(tool, a, b, text, heading, value)| {
            let (name, arguments) = match tool {
                0 => ("create_note", json!({ "path": a, "text": text })),
                1 => ("move_note", json!({ "from": a, "to": b })),
                2 => (
                    "move_notes",
                    json!({ "moves": [{ "from": a, "to": b }, { "from": b, "to": "Box/" }] }),
                ),
                3 => ("append_to_note", json!({ "path": a, "text": text })),
                4 => ("prepend_to_note", json!({ "path": a, "text": text })),
                5 => ("replace_section", json!({ "path": a, "heading": heading, "text": text })),
                6 => ("append_to_section", json!({ "path": a, "heading": heading, "text": text })),
                7 => (
                    "set_property",
                    json!({ "paths": [a, b], "property": "status", "value": value }),
                ),
                8 => {
                    ("append_to_property", json!({ "path": a, "property": "tags", "value": value }))
                }
                9 => ("remove_property", json!({ "paths": [a, b], "property": "status" })),
                _ => ("save_preference", json!({ "text": text })),
            };
            format!("{name} {arguments}")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    /// Only what the accepted proposals showed changes, and undo in reverse order restores every byte.
    #[test]
    fn sequences_of_calls_change_what_was_shown_and_can_be_undone(calls in prop::collection::vec(any_call(), 1..6)) {
        let (host, engine) = (vault(), engine());
        let first = texts(&host);
        let mut done = Vec::new();
        for line in &calls {
            let before = texts(&host);
            let proposal = call(&host, &engine, line);
            prop_assert_eq!(&texts(&host), &before);
            let Ok(proposal) = proposal else { continue };
            let applied = apply(&host, &engine, &proposal, None);
            let mut expected: std::collections::BTreeMap<String, String> = before.into_iter().collect();
            for change in &proposal.changes {
                if applied.failed.iter().any(|failed| failed.path == change.path) {
                    continue;
                }
                match (change.kind, &change.to, &change.after) {
                    (ChangeKind::Move, Some(to), _) => {
                        let text = expected.remove(&change.path).expect("the moved note");
                        expected.insert(to.clone(), text);
                    }
                    (_, _, Some(after)) => { expected.insert(change.path.clone(), after.clone()); }
                    _ => {}
                }
            }
            prop_assert_eq!(texts(&host), expected.into_iter().collect::<Vec<_>>(), "{}", line);
            done.push(applied);
        }
        for applied in done.iter().rev() {
            let undone = undo(&host, &engine, applied);
            prop_assert!(undone.failed.is_empty(), "{:?}", undone.failed);
        }
        prop_assert_eq!(texts(&host), first);
    }
}
