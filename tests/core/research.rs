//! Scenario tests of the main job: a vault in memory, one press of the button, the note compared.

use crate::golden;

use ibid::answers::run::{Agenda, OnExisting, Permission, PlanRequest, Report, RunRequest};
use ibid::engine::Engine;
use ibid::host::{MemoryHost, NoteAccess};
use ibid::library::NoteChange;
use ibid::notes::note::SectionState;
use ibid::settings::Depth;
use ibid::values::{Error, ErrorCode};
use ibid::web::http::{HttpRequest, HttpResponse};

const NOTE: &str = "# Afternoon coffee\n\nHow late is too late for coffee?\n\nSee [[Adenosine]].\n";

fn vault() -> MemoryHost {
    MemoryHost::with_notes(&[
        ("Afternoon coffee.md", NOTE),
        (
            "Sleep/Caffeine.md",
            "# Half-life\n\nCaffeine has a half-life of about five hours. Coffee after two is too late for most sleepers.\n",
        ),
        ("Sleep/Pressure.md", "Adenosine builds up while you are awake and makes you sleepy.\n"),
        ("Templates/Coffee.md", "Coffee late, coffee late, coffee late.\n"),
        ("photo.png", "not text"),
    ])
}

fn plan(engine: &Engine, host: &MemoryHost, path: &str) -> Result<Agenda, Error> {
    pollster::block_on(
        engine.plan(host, &PlanRequest { note_path: path.into(), ..PlanRequest::default() }),
    )
}

fn run(
    engine: &Engine,
    host: &MemoryHost,
    agenda: Agenda,
    existing: OnExisting,
) -> Result<Report, Error> {
    pollster::block_on(engine.run(
        host,
        &RunRequest {
            agenda,
            existing_section_action: existing,
            web_permission: Permission::Off,
            model_permission: Permission::Off,
        },
    ))
}

/// Plans and runs as the plugin does when nothing has to be asked.
fn research(host: &MemoryHost, path: &str) -> Result<Report, Error> {
    let engine = Engine::default();
    let agenda = plan(&engine, host, path)?;
    run(&engine, host, agenda, OnExisting::Keep)
}

fn code(result: Result<Report, Error>) -> String {
    result.map_or_else(|error| error.code.to_string(), |_| "ok".into())
}

#[test]
fn a_note_gets_a_section_with_what_the_vault_says() {
    let host = vault();
    let report = research(&host, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    golden::check_file("tests/fixtures/research/afternoon-coffee.md", &text);
    assert_eq!((report.researched_topic_count, report.source_count), (2, 2));
    assert!(report.section_preview.starts_with("> [!info]-"));
    assert_eq!(host.sent_requests.borrow().len(), 0, "nothing may leave the device");
}

#[test]
fn the_note_of_a_topic_has_the_answer_that_is_above_all_topics_in_the_report() {
    for length in ["full", "short"] {
        let (host, engine) = (vault(), Engine::default());
        engine.configure(&serde_json::json!({ "reportLength": length }));
        let agenda = plan(&engine, &host, "Afternoon coffee.md").unwrap();
        let report = run(&engine, &host, agenda, OnExisting::Keep).unwrap();
        let section = host.note_text("Afternoon coffee.md");
        let answer = "Coffee after two is too late for most sleepers.";
        assert_eq!(section.matches(answer).count(), 1, "{length}: {section}");
        let notes: Vec<&str> = report.topics.iter().map(|topic| topic.note_text.as_str()).collect();
        assert!(notes[0].contains(answer), "{length}: {notes:?}");
        assert!(notes[1].contains("Adenosine builds up"), "{length}: {notes:?}");
    }
}

#[test]
fn a_row_of_a_table_answers_with_the_names_of_its_columns() {
    let table = "# Drinks\n\n| Drink | Caffeine | Source |\n|---|---|---|\n| **Espresso** | 63 mg | [[Handbook\\|book]] |\n| Green tea | 28 mg | – |\n";
    let host = MemoryHost::with_notes(&[
        ("Question.md", "How much caffeine is in green tea?\n"),
        ("Drinks.md", table),
        (
            "Theories.md",
            "# What I believe\n\n| Tea | Effect |\n|---|---|\n| Green tea | its caffeine makes nobody nervous |\n",
        ),
        ("Handbook.md", "A book on drinks of all kinds.\n"),
    ]);
    research(&host, "Question.md").unwrap();
    let text = host.note_text("Question.md");
    assert!(
        text.contains("- Drink: Green tea; Caffeine: 28 mg. ([[Drinks#Drinks|Drinks]]"),
        "{text}"
    );
    assert!(!text.contains("nervous"), "what is only believed adds nothing: {text}");
}

#[test]
fn a_short_question_is_answered_with_what_stands_before_it() {
    let others = [
        ("Lime.md", "# Lime\n\nLime raises the pH of a soil, 200 g per square metre at most.\n"),
        (
            "Grounds.md",
            "# Coffee grounds\n\nCoffee grounds may be a fifth of the compost heap at most.\n",
        ),
    ];
    for (note, text) in [
        ("Log.md", "- Can coffee grounds go on the compost? How much at most?\n"),
        ("Log.md", "Lin puts coffee grounds on the compost. How much at most?\n"),
        ("Coffee grounds on the compost.md", "- How much at most?\n"),
    ] {
        let host = MemoryHost::with_notes(&[&[(note, text)], &others[..]].concat());
        research(&host, note).unwrap();
        let written = host.note_text(note);
        let (_, answer) = written.rsplit_once("How much at most?").expect("the question");
        let first = answer.lines().find(|line| line.contains("[[")).unwrap_or_default();
        assert!(first.contains("a fifth of the compost heap"), "{text}{written}");
    }
}

#[test]
fn a_row_far_down_in_a_long_table_is_quoted_too() {
    let rows: String =
        (1..200).map(|number| format!("| Variety {number} | {number} kg |\n")).collect();
    let host = MemoryHost::with_notes(&[
        ("Question.md", "How big is the crop of the Gravensteiner tree?\n"),
        (
            "Trees.md",
            &format!("# Trees\n\n| Tree | Crop |\n|---|---|\n{rows}| Gravensteiner | 31 kg |\n"),
        ),
    ]);
    research(&host, "Question.md").unwrap();
    let text = host.note_text("Question.md");
    assert!(text.contains("Tree: Gravensteiner; Crop: 31 kg."), "{text}");
}

#[test]
fn a_second_run_replaces_the_section_and_nothing_else() {
    let host = vault();
    research(&host, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md") + "\n## After\n\nmine\n";
    host.put_note("Afternoon coffee.md", &text);
    host.put_note("Sleep/Caffeine.md", "Late coffee keeps one in two people awake.\n");
    research(&host, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    assert!(text.starts_with(NOTE) && text.ends_with("\n\n## After\n\nmine\n"), "{text}");
    assert_eq!(text.matches("## Research").count(), 1);
    assert!(text.contains("one in two") && !text.contains("five hours"), "{text}");
}

#[test]
fn a_report_on_a_selection_is_added_and_the_next_whole_report_replaces_both() {
    let host = vault();
    let path = "Afternoon coffee.md";
    let reports = || host.note_text(path).matches("%% ibid run=").count();
    research(&host, path).unwrap();
    let first = host.note_text(path);
    let engine = Engine::default();
    let survey = pollster::block_on(engine.survey_note(&host, path)).unwrap();
    assert_eq!((survey.section_state, survey.has_report), (SectionState::Unedited, true));
    let request = PlanRequest {
        note_path: path.into(),
        selected_text: "See [[Adenosine]].".into(),
        ..PlanRequest::default()
    };
    let agenda = pollster::block_on(engine.plan(&host, &request)).unwrap();
    run(&engine, &host, agenda, OnExisting::Add).unwrap();
    assert!(host.note_text(path).starts_with(first.trim_end()), "{}", host.note_text(path));
    assert_eq!(reports(), 2);
    research(&host, path).unwrap();
    assert_eq!(reports(), 1);
    assert!(host.note_text(path).starts_with(NOTE));
}

#[test]
fn a_section_touched_by_hand_is_kept_unless_the_person_says_replace() {
    for (existing, kept) in [(OnExisting::Keep, true), (OnExisting::Replace, false)] {
        let host = vault();
        research(&host, "Afternoon coffee.md").unwrap();
        host.put_note(
            "Afternoon coffee.md",
            &(host.note_text("Afternoon coffee.md") + "\nMy own line.\n"),
        );
        let engine = Engine::default();
        let agenda = plan(&engine, &host, "Afternoon coffee.md").unwrap();
        assert_eq!(agenda.section_state, SectionState::Edited);
        run(&engine, &host, agenda, existing).unwrap();
        assert_eq!(host.note_text("Afternoon coffee.md").contains("My own line."), kept);
    }
}

#[test]
fn what_a_person_wrote_into_a_report_outlives_every_merge() {
    let (host, engine) = (vault(), Engine::default());
    let note = "Afternoon coffee.md";
    run(&engine, &host, plan(&engine, &host, note).unwrap(), OnExisting::Keep).unwrap();
    let touched = host.note_text(note).replacen("\n\n%% end", "\n\nMy own line.\n\n%% end", 1);
    host.put_note(note, &touched);
    for says in ["one in two", "one in three", "one in four"] {
        host.put_note("Sleep/Caffeine.md", &format!("Late coffee keeps {says} people awake.\n"));
        let agenda = plan(&engine, &host, note).unwrap();
        assert_eq!(agenda.section_state, SectionState::Edited, "the person is asked every time");
        run(&engine, &host, agenda, OnExisting::Merge).unwrap();
        let text = host.note_text(note);
        assert_eq!(text.matches("My own line.").count(), 1, "{text}");
        // All that was found on the topic is among the short answers, so it has no part of its own.
        assert_eq!((text.matches("%% ibid").count(), text.matches("one in").count()), (1, 1));
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn a_run_that_has_written_already_writes_over_itself() {
    let (host, engine) = (vault(), Engine::default());
    let note = "Afternoon coffee.md";
    let agenda = plan(&engine, &host, note).unwrap();
    run(&engine, &host, agenda.clone(), OnExisting::Keep).unwrap();
    let report = run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    assert_eq!(report.warnings, Vec::<String>::new());
    assert_eq!(host.note_text(note).matches("%% ibid").count(), 1);
    // What the person wrote into the section is there once, and so is the report.
    for (existing, reports) in
        [(OnExisting::Keep, 2), (OnExisting::Merge, 1), (OnExisting::Replace, 1)]
    {
        let (host, engine) = (vault(), Engine::default());
        run(&engine, &host, plan(&engine, &host, note).unwrap(), OnExisting::Keep).unwrap();
        let mine = host.note_text(note).replacen("\n\n%% end", "\n\nMy own line.\n\n%% end", 1);
        host.put_note(note, &mine);
        let agenda = plan(&engine, &host, note).unwrap();
        run(&engine, &host, agenda.clone(), existing).unwrap();
        let once = host.note_text(note);
        let report = run(&engine, &host, agenda, existing).unwrap();
        assert_eq!(
            (host.note_text(note), report.warnings),
            (once.clone(), Vec::new()),
            "{existing:?}"
        );
        assert_eq!(once.matches("%% ibid").count(), reports, "{existing:?}");
        let kept = pollster::block_on(engine.written_sections(&host));
        assert!(
            kept[0].replaced_content.contains("My own line."),
            "what stood there before can be had"
        );
    }
}

#[test]
fn a_heading_of_the_persons_own_stays_when_a_report_is_taken_back() {
    for (before, after) in [("", ""), ("\n## Research\n", "\n## Research\n")] {
        let (host, engine) = (vault(), Engine::default());
        let note = "Afternoon coffee.md";
        host.put_note(note, &format!("{NOTE}{before}"));
        let report =
            run(&engine, &host, plan(&engine, &host, note).unwrap(), OnExisting::Keep).unwrap();
        pollster::block_on(engine.restore_section(&host, &report.run_id)).unwrap();
        assert_eq!(host.note_text(note).trim_end(), format!("{NOTE}{after}").trim_end());
    }
}

#[test]
fn only_versions_that_differ_from_the_section_can_be_restored() {
    let (host, engine, note) = (vault(), Engine::default(), "Afternoon coffee.md");
    host.put_note(note, NOTE);
    let versions = || {
        let sections = pollster::block_on(engine.restorable_sections(&host, note)).unwrap();
        sections.into_iter().map(|section| section.removes_section()).collect::<Vec<_>>()
    };
    assert_eq!(versions(), [] as [bool; 0], "nothing was written yet");
    let report =
        run(&engine, &host, plan(&engine, &host, note).unwrap(), OnExisting::Keep).unwrap();
    let other = pollster::block_on(engine.restorable_sections(&host, "Sleep/Caffeine.md"));
    assert!(other.is_ok_and(|sections| sections.is_empty()), "another note has no versions");
    assert_eq!(versions(), [true], "the report can be removed");
    run(&engine, &host, plan(&engine, &host, note).unwrap(), OnExisting::Replace).unwrap();
    assert_eq!(versions(), [true], "the second report looks like the first");
    pollster::block_on(engine.restore_section(&host, &report.run_id)).unwrap();
    assert_eq!(versions(), [false], "the removed report can be restored, and no section removed");
    host.put_note(note, &format!("{NOTE}\n## Research\n"));
    assert_eq!(versions(), [false, true]);
}

#[test]
fn a_section_of_the_persons_own_is_theirs_and_counts_as_note_text() {
    let host = vault();
    host.put_note("Own.md", "## Research\n\nHow late is too late for coffee?\n");
    let engine = Engine::default();
    let agenda = plan(&engine, &host, "Own.md").unwrap();
    assert_eq!((agenda.section_state, agenda.topics.len()), (SectionState::UserWritten, 1));
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    let text = host.note_text("Own.md");
    assert!(
        text.starts_with("## Research\n\nHow late is too late for coffee?\n\n%% ibid "),
        "{text}"
    );
    let again = plan(&engine, &host, "Own.md").unwrap();
    assert_eq!(again.section_state, SectionState::Unedited);
    run(&engine, &host, again, OnExisting::Keep).unwrap();
    assert_eq!(
        host.note_text("Own.md").matches("How late is too late for coffee?\n\n%% ibid ").count(),
        1
    );
    assert_eq!(host.note_text("Own.md").matches("%% ibid ").count(), 1);
}

#[test]
fn what_cannot_be_researched_is_refused_by_name_and_left_alone() {
    let cases = [
        ("photo.png", "", "not-a-note"),
        ("Missing.md", "", "note-missing"),
        ("../Outside.md", "", "path-outside"),
        ("Empty.md", "", "note-empty"),
        ("Bare.md", "---\ntags: [a]\n---\n\n", "note-empty"),
        ("Twice.md", "Why coffee?\n\n## Research\n\n## research\n", "heading-ambiguous"),
        ("Open.md", "Why coffee?\n\n```\nlate\n", "note-unclosed"),
        ("Comment.md", "Why coffee? %% late\n", "note-unclosed"),
        ("Silent.md", "Hm.\n", "no-topics"),
        (".obsidian/Note.md", "Why is coffee late?", "note-excluded"),
    ];
    for (path, text, expected) in cases {
        let host = vault();
        if !matches!(path, "photo.png" | "Missing.md" | "../Outside.md") {
            host.put_note(path, text);
        }
        let before = host.texts_and_times_by_path.borrow().clone();
        assert_eq!(code(research(&host, path)), expected, "{path}");
        assert_eq!(*host.texts_and_times_by_path.borrow(), before, "{path}");
    }
}

#[test]
fn a_very_long_note_is_cut_and_the_report_says_so() {
    let host = vault();
    let long = format!("{NOTE}\n{}", "Some more words about nothing at all.\n".repeat(6_000));
    host.put_note("Long.md", &long);
    research(&host, "Long.md").unwrap();
    let text = host.note_text("Long.md");
    assert!(text.starts_with(&long) && text.contains("Only the first 200000 characters"), "{text}");
}

#[test]
fn of_a_selection_only_the_persons_words_count() {
    let (host, engine) = (vault(), Engine::default());
    research(&host, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    let report = &text[text.find("%% ibid").unwrap()..];
    let plan = |selection: &str| {
        let request = PlanRequest {
            note_path: "Afternoon coffee.md".into(),
            selected_text: selection.into(),
            ..PlanRequest::default()
        };
        pollster::block_on(engine.plan(&host, &request))
    };
    assert_eq!(plan(report).unwrap_err().code, ErrorCode::SelectionEmpty);
    let agenda = plan(&format!("Is tea better than coffee?\n\n{report}")).unwrap();
    assert_eq!(agenda.topics.len(), 1, "{:?}", agenda.topics);
}

#[test]
fn what_is_known_of_a_note_follows_its_name() {
    let (host, engine) = (vault(), Engine::default());
    let mut agenda = plan(&engine, &host, "Afternoon coffee.md").unwrap();
    let unwanted = agenda.topics.len() - 1;
    agenda.topics[unwanted].is_ticked = false;
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    let text = host.note_text("Afternoon coffee.md");
    host.texts_and_times_by_path.borrow_mut().remove("Afternoon coffee.md");
    host.put_note("Late.md", &text);
    let note = pollster::block_on(host.notes()).unwrap();
    let note = note.into_iter().find(|note| note.path == "Late.md").unwrap();
    let renamed = NoteChange::Renamed { from: "Afternoon coffee.md".into(), note };
    pollster::block_on(engine.apply_note_changes(&host, vec![renamed])).unwrap();
    let sections = pollster::block_on(engine.written_sections(&host));
    assert_eq!(sections[0].path.as_str(), "Late.md");
    assert!(!plan(&engine, &host, "Late.md").unwrap().topics[unwanted].is_ticked);
}

#[test]
fn a_note_with_only_an_old_report_is_empty() {
    let host = vault();
    research(&host, "Afternoon coffee.md").unwrap();
    let only = host.note_text("Afternoon coffee.md").replace(NOTE, "");
    host.put_note("Afternoon coffee.md", &only);
    assert_eq!(code(research(&host, "Afternoon coffee.md")), "note-empty");
}

#[test]
fn excluded_folders_are_neither_searched_nor_researched() {
    let host = vault();
    let engine = Engine::default();
    engine.configure(&serde_json::json!({ "excludedFolders": ["Templates"] }));
    let agenda = plan(&engine, &host, "Afternoon coffee.md").unwrap();
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    assert!(!host.note_text("Afternoon coffee.md").contains("coffee late, coffee late"));
    assert_eq!(
        plan(&engine, &host, "Templates/Coffee.md").unwrap_err().code,
        ErrorCode::NoteExcluded
    );
}

#[test]
fn cancelling_at_any_moment_leaves_the_note_untouched() {
    let reports = {
        let host = vault();
        research(&host, "Afternoon coffee.md").unwrap();
        host.progress_reports.borrow().len()
    };
    for limit in 0..reports {
        let host = vault();
        host.cancel_after_progress_reports.set(Some(limit));
        assert_eq!(
            code(research(&host, "Afternoon coffee.md")),
            "cancelled",
            "after {limit} reports"
        );
        assert_eq!(host.note_text("Afternoon coffee.md"), NOTE);
    }
}

#[test]
fn text_typed_during_the_run_is_kept() {
    let host = vault();
    *host.before_next_edit.borrow_mut() = Some(Box::new(|host: &MemoryHost| {
        host.put_note(
            "Afternoon coffee.md",
            &format!("typed meanwhile\n\n{NOTE}\n## Research\n\nmine too\n"),
        );
    }));
    let report = research(&host, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    assert!(
        text.starts_with(&format!(
            "typed meanwhile\n\n{NOTE}\n## Research\n\nmine too\n\n%% ibid "
        )),
        "{text}"
    );
    assert!(
        report.warnings.iter().any(|warning| warning.contains("edited the section during the run"))
    );
}

#[test]
fn a_renamed_note_is_followed_and_a_deleted_one_goes_to_the_inbox() {
    let host = vault();
    *host.before_next_edit.borrow_mut() = Some(Box::new(|host: &MemoryHost| {
        let text = host.texts_and_times_by_path.borrow_mut().remove("Afternoon coffee.md").unwrap();
        host.texts_and_times_by_path.borrow_mut().insert("Late coffee.md".into(), text);
        host.new_paths_by_old
            .borrow_mut()
            .insert("Afternoon coffee.md".into(), "Late coffee.md".into());
    }));
    assert_eq!(research(&host, "Afternoon coffee.md").unwrap().path.as_str(), "Late coffee.md");
    assert!(host.note_text("Late coffee.md").contains("## Research"));

    let host = vault();
    *host.before_next_edit.borrow_mut() = Some(Box::new(|host: &MemoryHost| {
        host.texts_and_times_by_path.borrow_mut().remove("Afternoon coffee.md");
    }));
    let report = research(&host, "Afternoon coffee.md").unwrap();
    assert_eq!(report.path.as_str(), "Research inbox/Afternoon coffee.md");
    assert!(host.note_text(report.path.as_str()).starts_with("## Research\n\n%% ibid "));
    assert!(report.warnings.iter().any(|warning| warning.contains("the report is in the inbox")));
}

#[test]
fn another_note_under_the_same_name_is_left_alone() {
    let others = ["", "# Garden\n\nMy tomatoes.\n", "# Garden\n\n## Research\n\nabout tomatoes\n"];
    for (text, is_kept) in others.iter().flat_map(|text| [(*text, true), (*text, false)]) {
        let host = vault();
        if is_kept {
            host.put_note("Afternoon coffee.md", &format!("{NOTE}\n## Research\n\nmine\n"));
        }
        *host.before_next_edit.borrow_mut() =
            Some(Box::new(move |host: &MemoryHost| host.put_note("Afternoon coffee.md", text)));
        let report = research(&host, "Afternoon coffee.md").unwrap();
        assert_eq!(report.path.as_str(), "Research inbox/Afternoon coffee.md", "{text:?}");
        assert_eq!(host.note_text("Afternoon coffee.md"), text);
        assert!(report.warnings.iter().any(|w| w.contains("the report is in the inbox")));
    }
}

#[test]
fn an_earlier_report_is_no_evidence_for_the_next() {
    let host = vault();
    research(&host, "Afternoon coffee.md").unwrap();
    host.put_note("Late coffee.md", "How late is too late for coffee?\n");
    research(&host, "Late coffee.md").unwrap();
    let text = host.note_text("Late coffee.md");
    assert!(text.contains("[[Caffeine#") && !text.contains("[[Afternoon coffee#"), "{text}");
}

#[test]
fn the_index_is_kept_and_only_what_changed_is_read_again() {
    let host = vault();
    let engine = Engine::default();
    plan(&engine, &host, "Afternoon coffee.md").unwrap();
    let first = host.total_note_reads.replace(0);
    host.put_note("Sleep/Caffeine.md", "Late coffee keeps one in two people awake.\n");
    plan(&engine, &host, "Afternoon coffee.md").unwrap();
    let (found, answering) = (3, 2);
    assert_eq!(
        (first, host.total_note_reads.get()),
        (5 + found + answering, 2 + found + answering),
        "the note itself, what changed, what may answer a topic, and whether that is private"
    );
    host.stored_values.borrow_mut().insert("library".into(), b"damaged".to_vec());
    research(&host, "Afternoon coffee.md").unwrap();
    assert!(
        host.stored_values.borrow().get("library").unwrap().len() > 100,
        "a damaged index is rebuilt"
    );
}

#[test]
fn a_plan_and_a_run_list_the_vault_once_each_and_read_the_note_as_seldom_as_possible() {
    let (host, engine) = (vault(), Engine::default());
    pollster::block_on(engine.sync_index(&host)).unwrap();
    let path = "Afternoon coffee.md";
    let counted = || {
        let reads = host.read_counts_by_path.take().get(path).copied().unwrap_or_default();
        (host.vault_listing_count.take(), reads)
    };
    counted();
    let agenda = plan(&engine, &host, path).unwrap();
    assert_eq!(counted(), (1, 1), "of the plan");
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    assert_eq!(counted(), (1, 2), "of the run, which reads the note again before it writes");
}

#[test]
fn a_note_that_several_passages_mention_is_read_twice_in_a_run() {
    let host = vault();
    host.put_note("Anna Summer.md", "Drinks tea.\n");
    host.put_note("Choir.md", "The tenor Anna Summer rehearses on Mondays at noon.\n");
    host.put_note("Solos.md", "The tenor Anna Summer sings the solo in the cathedral at Easter.\n");
    let questions = "When does the tenor rehearse?\n\nWhere does the tenor sing the solo?\n";
    host.put_note("Question.md", questions);
    let engine = Engine::default();
    let agenda = plan(&engine, &host, "Question.md").unwrap();
    host.read_counts_by_path.take();
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    let section = host.note_text("Question.md");
    assert!(section.matches("Anna Summer").count() >= 2, "{section}");
    let reads = host.read_counts_by_path.take().get("Anna Summer.md").copied();
    assert_eq!(reads, Some(2), "for the passages, and before the report is written");
}

#[test]
fn what_was_indexed_is_kept_when_the_run_is_stopped() {
    let host = vault();
    host.cancel_after_progress_reports.set(Some(4));
    assert_eq!(code(research(&host, "Afternoon coffee.md")), "cancelled");
    assert!(host.stored_values.borrow().contains_key("library"));
}

#[test]
fn a_note_that_cannot_be_researched_is_refused_before_the_vault_is_read() {
    let host = vault();
    host.put_note("Empty.md", "");
    assert_eq!(code(research(&host, "Empty.md")), "note-empty");
    assert_eq!(host.total_note_reads.get(), 1);
}

#[test]
fn text_above_our_part_stays_to_the_byte_even_when_the_rest_is_replaced() {
    let host = vault();
    let own = "## Research\r\nmine \r\n\r\nHow late is too late for coffee?";
    host.put_note("Own.md", own);
    research(&host, "Own.md").unwrap();
    assert!(host.note_text("Own.md").starts_with(own));
    host.put_note("Own.md", &host.note_text("Own.md").replace("Researched", "Changed"));
    let engine = Engine::default();
    let agenda = plan(&engine, &host, "Own.md").unwrap();
    assert_eq!(agenda.section_state, SectionState::Edited);
    run(&engine, &host, agenda, OnExisting::Replace).unwrap();
    let text = host.note_text("Own.md");
    assert!(text.starts_with(own) && !text.contains("Changed"), "{text}");
    assert_eq!(text.matches("%% ibid ").count(), 1);
}

#[test]
fn a_kept_report_is_neither_the_persons_words_nor_evidence() {
    let host = vault();
    research(&host, "Afternoon coffee.md").unwrap();
    host.put_note("Afternoon coffee.md", &(host.note_text("Afternoon coffee.md") + "\nMine.\n"));
    research(&host, "Afternoon coffee.md").unwrap();
    let engine = Engine::default();
    let third = plan(&engine, &host, "Afternoon coffee.md").unwrap();
    let topics: Vec<&str> = third.topics.iter().map(|topic| topic.topic.label.as_str()).collect();
    assert_eq!(topics, ["Late for coffee", "Adenosine", "Afternoon coffee"]);
    assert!(run(&engine, &host, third, OnExisting::Keep).is_ok());
}

#[test]
fn a_bare_heading_is_filled_without_asking() {
    let host = vault();
    host.put_note("Template.md", "How late is too late for coffee?\n\n## research\n\n## After\n");
    let engine = Engine::default();
    let agenda = plan(&engine, &host, "Template.md").unwrap();
    assert_eq!(agenda.section_state, SectionState::Unedited);
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    let text = host.note_text("Template.md");
    assert!(text.contains("## research\n\n%% ibid ") && text.ends_with("\n\n## After\n"), "{text}");
}

#[test]
fn a_finished_report_that_the_note_does_not_take_goes_to_the_inbox() {
    let interruptions: [(&str, &str); 3] = [
        ("typing", "How late is too late for coffee?\n\n```\nopen"),
        ("two headings", "How late is too late for coffee?\n\n## Research\n\n## Research\n"),
        ("heading gone", "How late is too late for coffee?\n"),
    ];
    for (what, text) in interruptions {
        let host = vault();
        host.put_note("Own.md", "How late is too late for coffee?\n\n## Research\n\nmine\n");
        *host.before_next_edit.borrow_mut() =
            Some(Box::new(move |host: &MemoryHost| host.put_note("Own.md", text)));
        let report = research(&host, "Own.md").unwrap();
        assert!(host.note_text(report.path.as_str()).contains("%% ibid "), "{what}");
        let expected = if what == "heading gone" { "Own.md" } else { "Research inbox/Own.md" };
        assert_eq!(report.path.as_str(), expected, "{what}");
        assert!(host.note_text("Own.md").starts_with(text), "{what}");
    }
}

#[test]
fn notes_with_odd_names_and_indented_headings_do_no_harm() {
    let host = vault();
    host.put_note("100%% late.md", "Late coffee is never a good idea.\n");
    host.put_note("C# late.md", "Late coffee is bad for programmers.\n");
    host.put_note("Own.md", "How late is too late for coffee?\n\n## Research\n\n  ## Next\n");
    let report = research(&host, "Own.md").unwrap();
    let text = host.note_text("Own.md");
    assert_eq!(report.path.as_str(), "Own.md", "{:?}", report.warnings);
    assert!(!text.contains("[[100%%") && !text.contains("[[C#"), "{text}");
    assert!(text.ends_with("\n\n  ## Next\n"), "{text}");
}

#[test]
fn the_report_speaks_the_notes_language() {
    let host = MemoryHost::with_notes(&[
        ("Kaffee.md", "Wie viel Wasser braucht der Kaffee?\n"),
        ("Wasser.md", "Für guten Kaffee braucht man weiches Wasser und nicht zu viel davon.\n"),
    ]);
    research(&host, "Kaffee.md").unwrap();
    let text = host.note_text("Kaffee.md");
    assert!(text.contains("Recherchiert am 2026-11-15"), "{text}");
}

#[test]
fn a_chosen_model_that_is_not_there_is_said_in_the_report() {
    let host = vault();
    let engine = Engine::default();
    engine.configure(&serde_json::json!({ "engine": "model" }));
    let agenda = plan(&engine, &host, "Afternoon coffee.md").unwrap();
    run(&engine, &host, agenda, OnExisting::Keep).unwrap();
    assert!(
        host.note_text("Afternoon coffee.md")
            .contains("OpenAI needs an API key; using the built-in engine")
    );
}

/// A web on which Wikipedia knows about coffee, one page can be read and nobody else answers.
fn web(request: &HttpRequest) -> HttpResponse {
    let page = |text: &str| {
        HttpResponse {
        bytes: format!("<html><head><title>Coffee and sleep</title></head><body><article><h1>Coffee and sleep</h1>{text}</article></body></html>").into_bytes(),
        ..HttpResponse::from_text(200, "").with_header("content-type", "text/html; charset=utf-8")
    }
    };
    if request.url.starts_with("https://en.wikipedia.org/w/api.php") {
        return HttpResponse::from_text(
            200,
            r#"{"query":{"pages":[{"pageid":1,"index":1,"title":"Caffeine (drug) [x](https://evil.example)","extract":"Coffee too late in the day delays sleep by an hour, a trial found <img src=x> #tag."}]}}"#,
        );
    }
    if request.url.starts_with("https://en.wikipedia.org/wiki/") {
        return page(
            "<p>Late coffee delays the inner clock by forty minutes in most people, which is why it is too late after noon.</p><p>Tea is another matter entirely, and nobody in this trial drank any of it at all.</p>",
        );
    }
    HttpResponse::from_text(503, "")
}

fn research_with_web(host: &MemoryHost, depth: Depth, path: &str) -> Result<Report, Error> {
    host.scripted_service.borrow_mut().get_or_insert(Box::new(web));
    let engine = Engine::default();
    let request =
        PlanRequest { note_path: path.into(), depth: Some(depth), ..PlanRequest::default() };
    let agenda = pollster::block_on(engine.plan(host, &request))?;
    assert_eq!(
        host.sent_requests.borrow().len(),
        0,
        "nothing is sent before the agenda is approved"
    );
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Off,
    };
    pollster::block_on(engine.run(host, &request))
}

#[test]
fn what_the_web_shows_is_cited_and_what_failed_is_listed() {
    let host = vault();
    research_with_web(&host, Depth::Shallow, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    assert!(text.starts_with(NOTE), "{text}");
    assert!(
        text.contains("Coffee too late in the day delays sleep by an hour, a trial found "),
        "{text}"
    );
    assert!(text.contains("](https://en.wikipedia.org/wiki/Caffeine"), "{text}");
    assert!(text.contains("the web: ") && text.contains("Wikipedia"), "{text}");
    assert!(text.contains("only search excerpts were read"), "{text}");
    assert!(text.contains("DuckDuckGo returned HTTP 503"), "{text}");
    for active in ["<img", " #tag", "](https://evil.example"] {
        assert!(!text.contains(active), "{active}: {text}");
    }
}

/// Plans and runs with SearXNG as the only search service, which answers nothing.
fn research_with_only_searxng(host: &MemoryHost, url: &str) -> (Agenda, Report) {
    host.scripted_service.borrow_mut().get_or_insert(Box::new(web));
    let engine = Engine::default();
    engine.configure(&serde_json::json!({
        "webSearch": "searxng", "searxngUrl": url, "otherSources": "none",
    }));
    let agenda = plan(&engine, host, "Afternoon coffee.md").unwrap();
    let request = RunRequest {
        agenda: agenda.clone(),
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Off,
    };
    (agenda, pollster::block_on(engine.run(host, &request)).unwrap())
}

#[test]
fn if_the_only_search_service_fails_no_other_one_is_searched_and_the_report_says_so() {
    let host = vault();
    let (agenda, report) = research_with_only_searxng(&host, "https://searx.example.org");
    assert_eq!(agenda.web_service_names, ["SearXNG"]);
    let sent = host.sent_requests.borrow();
    assert!(!sent.is_empty());
    assert!(sent.iter().all(|request| request.host() == "searx.example.org"), "{sent:?}");
    let text = host.note_text("Afternoon coffee.md");
    let reason = "SearXNG returned HTTP 503. No other source is searched; to change that, see Other sources in settings";
    assert!(report.warnings.iter().any(|warning| warning.contains(reason)), "{report:?}");
    assert!(text.contains("No other source is searched"), "{text}");
    assert!(text.contains("Coffee after two"), "the vault still answers: {text}");
}

#[test]
fn without_its_address_the_only_search_service_is_not_replaced_by_another_one() {
    let host = vault();
    let (agenda, report) = research_with_only_searxng(&host, "my searx");
    assert_eq!(agenda.web_service_names, Vec::<String>::new());
    assert!(host.sent_requests.borrow().is_empty());
    let reason = "SearXNG was skipped: its URL is missing or invalid. Enter a URL such as https://searx.example.org in settings";
    assert_eq!(agenda.warnings, [reason]);
    assert!(report.warnings.contains(&reason.to_owned()), "{report:?}");
}

#[test]
fn storage_that_never_answers_is_waited_for_once_and_the_user_is_told() {
    let host = vault();
    host.storage_hangs.set(true);
    let report = research(&host, "Afternoon coffee.md").unwrap();
    assert!(host.note_text("Afternoon coffee.md").contains("Coffee after two"));
    let said = "This device's storage doesn't answer, so nothing is kept when you close the app";
    assert_eq!(report.warnings, [said]);
    assert_eq!(host.storage_call_count.get(), 1);
    let cleared = pollster::block_on(Engine::default().delete_local_data(&host));
    assert_eq!(cleared.unwrap_err().code, ErrorCode::Timeout);
}

#[test]
fn what_a_note_says_already_is_no_finding() {
    let host = vault();
    host.texts_and_times_by_path.borrow_mut().remove("Sleep/Caffeine.md");
    host.put_note(
        "Sleep/Trial.md",
        "# Trial\n\nA trial found: coffee too late in the day delays the sleep by an hour. It was small.\n",
    );
    *host.scripted_service.borrow_mut() = Some(Box::new(|request: &HttpRequest| {
        let said = web(request).text.replace(" <img src=x> #tag", "");
        HttpResponse::from_text(if said.is_empty() { 503 } else { 200 }, said)
    }));
    research_with_web(&host, Depth::Shallow, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    assert!(text.contains("No new findings: your vault already covers this."), "{text}");
    assert!(text.contains("[[Trial#Trial|Trial]]") && !text.contains("/wiki/Caffeine"), "{text}");
}

#[test]
fn signs_of_a_search_in_a_topic_are_words() {
    let host = vault();
    host.put_note("Deep.md", "Nobody takes coffee too seriously.\n");
    host.put_note("Ask.md", "# Ask\n\nHow late is \"coffee too\" late -sleepers?\n");
    research(&host, "Ask.md").unwrap();
    let text = host.note_text("Ask.md");
    assert!(text.contains("Coffee after two is too late for most sleepers"), "{text}");
}

#[test]
fn a_deep_run_reads_the_pages() {
    let host = vault();
    research_with_web(&host, Depth::Deep, "Afternoon coffee.md").unwrap();
    let text = host.note_text("Afternoon coffee.md");
    assert!(text.contains("delays the inner clock by forty minutes"), "{text}");
    assert!(!text.contains("Tea is another matter"), "{text}");
}

#[test]
fn nothing_of_a_private_note_is_sent() {
    let private =
        "---\nprivate: true\n---\n# Afternoon coffee\n\nHow late is too late for coffee?\n";
    let host = vault();
    host.put_note("Mine.md", private);
    let _ = research_with_web(&host, Depth::Deep, "Mine.md");
    assert_eq!(host.sent_requests.borrow().len(), 0);
    assert!(host.note_text("Mine.md").starts_with(private));
}

#[test]
fn a_note_that_becomes_private_after_the_agenda_is_not_sent_either() {
    let host = vault();
    *host.scripted_service.borrow_mut() = Some(Box::new(web));
    let engine = Engine::default();
    let agenda = plan(&engine, &host, "Afternoon coffee.md").unwrap();
    assert!(
        agenda.web_service_names.contains(&"Wikipedia".to_owned()),
        "{:?}",
        agenda.web_service_names
    );
    host.put_note("Afternoon coffee.md", &format!("---\nprivate: true\n---\n{NOTE}"));
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Off,
    };
    pollster::block_on(engine.run(&host, &request)).unwrap();
    assert_eq!(host.sent_requests.borrow().len(), 0);
}
