//! The health of the vault: small vaults with the rows that they have, and properties of the check on
//! random vaults.

use crate::golden;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ibid::engine::Engine;
use ibid::features::health::{
    FixLinkRequest, Health, HealthKind, HealthRequest, HealthRow, HealthRowRequest,
    MissingNoteRequest,
};
use ibid::features::tools::{ApplyRequest, UndoRequest};
use ibid::host::{MemoryHost, NoteInfo, Platform};
use ibid::library::NoteChange;
use pollster::block_on;
use proptest::prelude::*;
use serde_json::json;

const MILLIS_PER_DAY: i64 = 86_400_000;

/// The age of a note that says nothing else.
const DEFAULT_DAYS: i64 = 10;

fn engine() -> Engine {
    let engine = Engine::default();
    engine.configure(&json!({ "excludedFolders": ["Excluded"], "privateTags": ["private"] }));
    engine
}

fn put_note(host: &MemoryHost, path: &str, text: &str, days: i64) {
    let modified = host.now().unix_millis - days * MILLIS_PER_DAY;
    let mut notes = host.texts_and_times_by_path.borrow_mut();
    notes.insert(path.to_owned(), (text.to_owned(), modified));
}

/// The vault that a case describes.
fn case_vault(input: &str) -> MemoryHost {
    let host = MemoryHost::default();
    for part in input.split("@@ ").skip(1) {
        let (head, text) = part.split_once('\n').unwrap_or((part, ""));
        let (path, days) = match head.rsplit_once(", ") {
            Some((path, days)) => {
                let days = days.strip_suffix(" days").and_then(|days| days.parse().ok());
                (path, days.expect("a number of days"))
            }
            None => (head, DEFAULT_DAYS),
        };
        put_note(&host, path.trim(), text, days);
    }
    host
}

fn check(host: &MemoryHost, engine: &Engine) -> Health {
    block_on(engine.health(host, &HealthRequest::default())).expect("a result")
}

fn row_text(row: &HealthRow) -> String {
    let mut text = row.path.to_string();
    if let Some(line) = row.line {
        let _ = write!(text, ":{line}");
    }
    if let Some(target) = &row.target {
        let _ = write!(text, " {target}");
    }
    if let Some(guess) = &row.guess {
        let _ = write!(text, " → {guess}");
    }
    if let Some(score) = row.score {
        let _ = write!(text, " ({score:.2})");
    }
    let private = if row.is_private { " [private]" } else { "" };
    format!("{text}{private}: {}\n", row.why)
}

fn clusters_text(health: &Health) -> String {
    let mut text = String::new();
    let names = |paths: &[ibid::notes::note::NotePath]| {
        paths.iter().map(|path| path.title()).collect::<Vec<_>>().join(" ")
    };
    for cluster in &health.clusters {
        let links: Vec<String> =
            cluster.links.iter().map(|link| format!("{}×{}", link.cluster, link.count)).collect();
        let _ = writeln!(
            text,
            "{}: {} | bridges: {} | links: {}",
            cluster.name,
            names(&cluster.notes),
            names(&cluster.bridges),
            links.join(" ")
        );
    }
    text
}

#[test]
fn each_kind_has_its_rows() {
    let count = golden::check_cases("tests/fixtures/health/cases.txt", |case| {
        let health = check(&case_vault(&case.input), &engine());
        let kind = case.name.split(':').next().unwrap_or_default();
        if kind == "clusters" {
            return clusters_text(&health).trim_end().to_owned();
        }
        let kind = HealthKind::ALL.into_iter().find(|it| it.name() == kind).expect("a kind");
        health.rows(kind).iter().map(row_text).collect::<String>().trim_end().to_owned()
    });
    assert!(count >= 25);
}

#[test]
fn the_limit_counts_rows_of_each_kind() {
    let host = case_vault("@@ A.md\n[[x1]] [[x2]] [[x3]]\n@@ B.md\n@@ C.md\n");
    let request = HealthRequest { limit: Some(1) };
    let health = block_on(engine().health(&host, &request)).expect("a result");
    assert_eq!((health.broken_link.len(), health.orphan.len(), health.stub.len()), (1, 1, 1));
    let total = |kind| health.totals.iter().find(|it| it.kind == kind).map(|it| it.rows);
    assert_eq!(total(HealthKind::BrokenLink), Some(3));
    assert_eq!(total(HealthKind::Stub), Some(2));
}

#[test]
fn an_ignored_row_stays_away_after_a_restart_and_a_rename() {
    let host = case_vault("@@ A.md\n[[Ghost]] [[Other ghost]]\n");
    let first = engine();
    let id = check(&host, &first).broken_link.first().expect("a row").id.clone();
    block_on(first.ignore_health_row(&host, &HealthRowRequest { id: id.clone() }));
    assert_eq!(check(&host, &first).broken_link.len(), 1);
    // Another engine has only what is stored.
    let second = engine();
    assert_eq!(check(&host, &second).broken_link.len(), 1);
    let text = host.note_text("A.md");
    host.texts_and_times_by_path.borrow_mut().remove("A.md");
    put_note(&host, "B.md", &text, 0);
    let modified = host.texts_and_times_by_path.borrow().get("B.md").expect("the note").1;
    let note = NoteInfo {
        path: "B.md".into(),
        modified_millis: modified,
        created_millis: None,
        size_bytes: text.len() as u64,
    };
    let change = NoteChange::Renamed { from: "A.md".into(), note };
    block_on(second.apply_note_changes(&host, vec![change])).expect("followed");
    let rows = check(&host, &second).broken_link;
    assert_eq!(
        rows.iter().filter_map(|row| row.target.as_deref()).collect::<Vec<_>>(),
        ["Other ghost"]
    );
    let ignored = block_on(second.ignored_health_rows(&host));
    assert_eq!(ignored, ["broken-link|B.md|Ghost"]);
    let request = HealthRowRequest { id: ignored.first().expect("an id").clone() };
    block_on(second.restore_health_row(&host, &request));
    assert_eq!(check(&host, &second).broken_link.len(), 2);
}

/// Proposes the change of a link in `Note.md`. The first line of the case says which link.
fn fix_case(input: &str) -> (MemoryHost, Engine, FixLinkRequest) {
    let (head, text) = input.split_once('\n').expect("a note");
    let parts: Vec<&str> = head.split(" | ").collect();
    let [line, target, guess] = parts.as_slice() else { panic!("{head}") };
    let host = MemoryHost::with_notes(&[
        ("Note.md", text),
        ("Tea.md", "Tea."),
        ("Drinks/Green tea.md", "---\naliases: [sencha]\n---\nGreen."),
        ("A/Index.md", "a"),
        ("B/Index.md", "b"),
    ]);
    let request = FixLinkRequest {
        path: "Note.md".into(),
        line: line.parse().ok(),
        target: (*target).into(),
        guess: (*guess).into(),
    };
    (host, engine(), request)
}

#[test]
fn a_fixed_link_changes_nothing_else() {
    let count = golden::check_cases("tests/fixtures/health/link-fixes.txt", |case| {
        let (host, engine, request) = fix_case(&case.input);
        match block_on(engine.fix_link(&host, &request)) {
            Ok(proposal) => {
                let change = proposal.changes.into_iter().next().expect("a change");
                assert_eq!(change.before.as_deref(), Some(host.note_text("Note.md").as_str()));
                change.after.expect("a text")
            }
            Err(error) => error.code.to_string(),
        }
    });
    assert!(count >= 16);
}

#[test]
fn a_fixed_link_is_applied_and_undone_like_every_proposal() {
    let (host, engine, request) =
        fix_case("1 | Grean tea | Drinks/Green tea.md\n[[Grean tea]] x\n");
    let proposal = block_on(engine.fix_link(&host, &request)).expect("a proposal");
    assert_eq!(host.note_text("Note.md"), "[[Grean tea]] x\n");
    let request = ApplyRequest { proposal, only: None };
    let applied = block_on(engine.apply_proposal(&host, &request)).expect("applied");
    assert_eq!(host.note_text("Note.md"), "[[Green tea]] x\n");
    block_on(engine.undo(&host, &UndoRequest { undo: applied.undo })).expect("undone");
    assert_eq!(host.note_text("Note.md"), "[[Grean tea]] x\n");
}

#[test]
fn a_missing_note_begins_with_what_names_it() {
    let count = golden::check_cases("tests/fixtures/health/missing-notes.txt", |case| {
        let host = case_vault(&case.input);
        let request = MissingNoteRequest { name: "Okapi".into() };
        block_on(engine().missing_note_text(&host, &request)).expect("a text")
    });
    assert!(count >= 6);
}

#[test]
fn a_check_sends_nothing() {
    let host =
        case_vault("@@ A.md\n[[Ghost]] What is this?\n@@ B.md\n---\nprivate: true\n---\n[[A]]\n");
    check(&host, &engine());
    assert!(host.sent_requests.borrow().is_empty());
}

/// A note of a random vault.
fn arbitrary_note() -> impl Strategy<Value = (String, String, i64)> {
    let names =
        ["Tea", "Teas", "Tee time", "a/Tea", "b/Coffee", "Koffie", "茶", "茶道入门", "2024-01-01"];
    let path = proptest::sample::select(names.to_vec()).prop_map(|name| format!("{name}.md"));
    let pieces = [
        "[[Tea]]",
        "[[tee time|Tea]]",
        "[[Ghost]]",
        "[[Ghosts]]",
        "![[x.png]]",
        "[t](a/Tea.md)",
        "[w](www.x.com/y)",
        "#tag",
        "#tags",
        "#Tag/a",
        "- [ ] do it\n",
        "- why?\n",
        "# Why?\n",
        "What is it?",
        "\n\n",
        "words of a longer sentence about tea leaves and water ",
        "茶叶和水的温度很重要。",
        "```\n",
        "---\n",
        "aliases: [Tea, 茶]\n",
        "private: true\n",
        "%%",
        "[[",
        "]]",
        "|",
        "\r",
        "\u{feff}",
        "the same dozen words in every note that has them make two notes look alike, which they are ",
    ];
    let piece = proptest::sample::select(pieces.to_vec());
    let text = proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat());
    (path, text, 0_i64..900)
}

fn all_rows(health: &Health) -> Vec<&HealthRow> {
    HealthKind::ALL.into_iter().flat_map(|kind| health.rows(kind)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_later_check_is_the_same_as_a_first_one(
        before in proptest::collection::vec(arbitrary_note(), 0..8),
        after in proptest::collection::vec(arbitrary_note(), 0..4),
        removed in 0_usize..8,
    ) {
        let host = MemoryHost::default();
        before.iter().for_each(|(path, text, days)| put_note(&host, path, text, *days));
        let followed = engine();
        check(&host, &followed);
        after.iter().for_each(|(path, text, days)| put_note(&host, path, text, *days));
        if let Some((path, _, _)) = before.get(removed) {
            host.texts_and_times_by_path.borrow_mut().remove(path);
        }
        block_on(followed.sync_index(&host)).expect("read");
        prop_assert_eq!(check(&host, &followed), check(&host, &engine()));
    }

    #[test]
    fn ignoring_a_row_removes_it_alone(
        notes in proptest::collection::vec(arbitrary_note(), 1..8),
        chosen in any::<proptest::sample::Index>(),
    ) {
        let host = MemoryHost::default();
        notes.iter().for_each(|(path, text, days)| put_note(&host, path, text, *days));
        let engine = engine();
        let health = check(&host, &engine);
        let rows = all_rows(&health);
        let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        prop_assert_eq!(ids.len(), rows.len(), "ids are unique");
        if !rows.is_empty() {
            let id = chosen.get(&rows).id.clone();
            block_on(engine.ignore_health_row(&host, &HealthRowRequest { id: id.clone() }));
            let later = check(&host, &engine);
            let expected: Vec<HealthRow> =
                rows.into_iter().filter(|row| row.id != id).cloned().collect();
            let got: Vec<HealthRow> = all_rows(&later).into_iter().cloned().collect();
            prop_assert_eq!(got, expected);
        }
    }

    #[test]
    fn no_text_makes_the_check_fail(texts in proptest::collection::vec("\\PC{0,80}", 1..5)) {
        let host = MemoryHost::default();
        for (at, text) in texts.iter().enumerate() {
            put_note(&host, &format!("{at}.md"), text, at as i64 * 200);
        }
        prop_assert_eq!(check(&host, &engine()).notes, texts.len());
    }
}
