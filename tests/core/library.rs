//! The library over a vault in memory: indexing, search, changes, embeddings and privacy.

use std::collections::BTreeSet;

use futures_util::future::join;
use ibid::answers::run::Workspace;
use ibid::engine::Engine;
use ibid::host::session::RunHost;
use ibid::host::{MemoryHost, NoteInfo};
use ibid::library::NoteChange;
use ibid::notes::index::{Query, SearchMode};
use ibid::values::ErrorCode;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// Groups of words with similar meaning. The vector of a text counts its words in each group.
const SENSES: [&str; 3] = ["dog hound puppy terrier", "tea cup kettle brew", "engine motor car"];

fn response(status: u16, text: String) -> HttpResponse {
    HttpResponse::from_text(status, text)
}

fn texts(request: &HttpRequest) -> Vec<String> {
    let body: Value = serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
    serde_json::from_value(body["input"].clone()).unwrap()
}

/// An embedding service with one dimension for each group of `SENSES`.
fn embed(request: &HttpRequest) -> HttpResponse {
    let vector = |text: &String| {
        let text = text.to_lowercase();
        SENSES
            .map(|words| words.split(' ').filter(|word| text.contains(word)).count() as f32 + 0.01)
    };
    let vectors: Vec<_> = texts(request).iter().map(vector).collect();
    response(200, json!({ "embeddings": vectors }).to_string())
}

const HOUND: &str = "Over miles and miles the scent is followed by a hound. \
    Terriers prefer digging wherever something has its burrow.";
const KETTLE: &str = "It sings a little before it brews, the old kettle. \
    Nobody pours another cup until whoever sits there finished one.";
const CAR: &str = "Left standing in the rain for a night stalls the motor. \
    Warmth alone, says our neighbour, brings any engine back again.";

/// The two sentences of each public note share a group of `SENSES` but no word, so that only
/// embeddings find the one by the other.
fn vault() -> MemoryHost {
    let host = MemoryHost::with_notes(&[
        ("Hound.md", HOUND),
        ("Kettle.md", KETTLE),
        ("Diary/Day.md", "Today the puppy chewed my secret letters."),
        ("Own.md", "---\nprivate: true\n---\nMy dog has a chip numbered seven."),
        ("Car.md", CAR),
    ]);
    *host.scripted_service.borrow_mut() = Some(Box::new(embed));
    host
}

fn engine(settings: Value) -> Engine {
    let engine = Engine::default();
    assert_eq!(engine.configure(&settings).warnings, Vec::<String>::new());
    engine
}

fn with_embeddings() -> Engine {
    engine(json!({ "embeddings": "ollama", "privateFolders": ["Diary"] }))
}

fn learn(engine: &Engine, host: &MemoryHost) {
    block_on(engine.sync_index(host)).unwrap();
    block_on(engine.update_embeddings(host)).unwrap();
}

fn query(text: &str) -> Query {
    Query { text: text.into(), ..Query::default() }
}

fn found(engine: &Engine, host: &MemoryHost, query: &Query) -> String {
    let results = block_on(engine.search_notes(host, query)).unwrap();
    let one =
        |note: &ibid::library::FoundNote| format!("{} ({})", note.path.title(), note.match_kind);
    let notes = results.notes.iter().map(one).collect::<Vec<_>>().join(", ");
    results.embedding_error.map_or(notes.clone(), |trouble| format!("{notes} | {trouble}"))
}

fn sent(host: &MemoryHost) -> Vec<String> {
    let sent = host.sent_requests.borrow().iter().flat_map(texts).collect();
    host.sent_requests.borrow_mut().clear();
    sent
}

/// The titles of the notes of which a passage was sent. Passages begin with their note's title; the
/// single sentences of the model's trial do not.
fn notes_sent(host: &MemoryHost) -> BTreeSet<String> {
    let title = |text: &String| text.split_once('\n').map(|(title, _)| title.to_owned());
    sent(host).iter().filter_map(title).collect()
}

#[test]
fn a_model_that_fails_its_trial_is_not_used() {
    let (host, engine) = (vault(), with_embeddings());
    *host.scripted_service.borrow_mut() = Some(Box::new(|request| {
        let vectors = vec![[1, 1, 1]; texts(request).len()];
        response(200, json!({ "embeddings": vectors }).to_string())
    }));
    learn(&engine, &host);
    sent(&host);
    assert_eq!(found(&engine, &host, &query("rain stalls the motor")), "Car (keyword)");
    assert_eq!(sent(&host).len(), 0, "no query is sent either");
}

#[test]
fn the_trial_uses_few_texts_in_a_large_vault() {
    let (host, engine) = (MemoryHost::default(), with_embeddings());
    *host.scripted_service.borrow_mut() = Some(Box::new(embed));
    for number in 0..200 {
        host.put_note(&format!("{number}.md"), &format!("{HOUND} Number {number}."));
    }
    learn(&engine, &host);
    let texts = sent(&host);
    let is_passage = |text: &&String| text.contains("hound") && text.contains("Terriers");
    let passages = texts.iter().filter(is_passage).count();
    assert_eq!((passages, texts.len() - passages), (200, 100), "a sentence and a rest of 50 notes");
}

#[test]
fn a_refused_text_is_left_out_of_the_trial() {
    let (host, engine) = (vault(), with_embeddings());
    host.put_note(
        "Odd.md",
        &format!("{KETTLE} A forbidden word in a sentence, and in all that is left."),
    );
    *host.scripted_service.borrow_mut() = Some(Box::new(|request| {
        let refused = texts(request).iter().any(|text| text.contains("forbidden"));
        if refused { response(413, "{}".into()) } else { embed(request) }
    }));
    learn(&engine, &host);
    assert!(found(&engine, &host, &query("my dog runs away")).contains("Hound (meaning)"));
}

#[test]
fn a_note_is_found_by_embedding() {
    let (host, engine) = (vault(), with_embeddings());
    learn(&engine, &host);
    let dogs = query("my dog runs away");
    assert!(found(&engine, &host, &dogs).contains("Hound (meaning)"));
    let semantic = Query { mode: SearchMode::Semantic, max_hits: Some(1), ..query("puppy") };
    assert_eq!(found(&engine, &host, &semantic), "Hound (meaning)");
    let filtered =
        Query { text: "my dog runs away path:Car".into(), max_hits: Some(1), ..query("") };
    assert_eq!(found(&engine, &host, &filtered), "Car (meaning)");
}

#[test]
fn private_notes_are_found_by_words_and_never_sent() {
    let (host, engine) = (vault(), with_embeddings());
    learn(&engine, &host);
    let everything = sent(&host).join("\n");
    assert!(everything.contains("the old kettle"), "{everything}");
    for private in ["chewed", "letters", "chip", "numbered", "Diary", "Day", "Own"] {
        assert!(!everything.contains(private), "{private} in {everything}");
    }
    assert!(found(&engine, &host, &query("secret letters")).starts_with("Day (keyword)"));
}

#[test]
fn the_embeddings_of_a_note_that_becomes_private_are_removed() {
    let (host, engine) = (vault(), with_embeddings());
    learn(&engine, &host);
    engine.configure(
        &json!({ "embeddings": "ollama", "privateFolders": ["Diary"], "privateTags": ["pets"] }),
    );
    host.put_note("Hound.md", "A hound follows a scent. #pets/dogs");
    learn(&engine, &host);
    let semantic = Query { mode: SearchMode::Semantic, ..query("puppy") };
    assert!(!found(&engine, &host, &semantic).contains("Hound"));
    let again = sent(&host);
    assert!(
        again.iter().all(|text| !text.contains("#pets") && !text.contains("scent. ")),
        "{again:?}"
    );
}

#[test]
fn embeddings_are_requested_only_once() {
    let (host, first) = (vault(), with_embeddings());
    learn(&first, &host);
    assert_eq!(notes_sent(&host).len(), 3);
    let engine = with_embeddings();
    learn(&engine, &host);
    assert_eq!(sent(&host), Vec::<String>::new(), "stored on the device");
    host.put_note("Car.md", "Dry as it is by now, it runs again, the motor.");
    learn(&engine, &host);
    assert_eq!(sent(&host), ["Car\nDry as it is by now, it runs again, the motor."]);
    host.stored_values.borrow_mut().insert("meanings".into(), b"damaged".to_vec());
    learn(&with_embeddings(), &host);
    assert_eq!(notes_sent(&host).len(), 3, "damaged embeddings are requested again");
    let other = engine_of_another_model();
    learn(&other, &host);
    assert_eq!(notes_sent(&host).len(), 3, "another model needs new embeddings");
}

fn engine_of_another_model() -> Engine {
    engine(
        json!({ "embeddings": "ollama", "embeddingModel": "other", "privateFolders": ["Diary"] }),
    )
}

#[test]
fn the_vector_of_a_query_is_requested_only_if_it_helps() {
    let (host, engine) = (vault(), with_embeddings());
    learn(&engine, &host);
    sent(&host);
    let requests = |query: Query| {
        let _ = found(&engine, &host, &query);
        sent(&host).len()
    };
    assert_eq!(requests(query("my dog")), 0, "two words name a thing");
    assert_eq!(requests(Query { mode: SearchMode::Keyword, ..query("my dog runs away") }), 0);
    assert_eq!(requests(query("my dog runs away")), 1);
    assert_eq!(requests(query("my dog runs away")), 0, "the same again");
    let off = self::engine(json!({}));
    learn(&off, &host);
    let _ = found(&off, &host, &query("my dog runs away"));
    assert_eq!(sent(&host).len(), 0, "off sends nothing");
}

#[test]
fn without_the_service_search_uses_keywords() {
    let (host, engine) = (vault(), with_embeddings());
    learn(&engine, &host);
    *host.scripted_service.borrow_mut() = Some(Box::new(|_| response(500, "{}".into())));
    sent(&host);
    let words = found(&engine, &host, &query("rain stalls the motor"));
    let expected = "Car (keyword) | Keyword results only. Embedding service returned HTTP 500.";
    assert_eq!(words, expected);
    assert_eq!(sent(&host).len(), 1, "a search does not retry");
    host.put_note("Car.md", "The motor was replaced.");
    block_on(engine.sync_index(&host)).unwrap();
    block_on(engine.update_embeddings(&host)).unwrap_err();
    assert_eq!(sent(&host).len(), 3, "the background work retries twice");
    *host.scripted_service.borrow_mut() = Some(Box::new(|_| response(401, String::new())));
    host.put_note("Car.md", "changed");
    block_on(engine.sync_index(&host)).unwrap();
    let error = block_on(engine.update_embeddings(&host)).unwrap_err();
    assert_eq!(
        (error.code.as_str(), error.hint.as_str()),
        ("unauthorized", "Check the API key in settings.")
    );
    assert_eq!(sent(&host).len(), 1, "a rejected key is not retried");
}

#[test]
fn a_change_of_settings_during_the_work_is_obeyed() {
    for change in [json!({ "embeddings": "ollama", "privateFolders": ["z"] }), json!({})] {
        let (host, engine) = (MemoryHost::default(), std::rc::Rc::new(with_embeddings()));
        for number in 0..40 {
            host.put_note(
                &format!("a/{number:02}.md"),
                &format!("A hound of the number {number}."),
            );
        }
        host.put_note("z/diary.md", "Dear diary, the puppy is ill.");
        let (settings, engine_then) = (change.clone(), engine.clone());
        *host.scripted_service.borrow_mut() = Some(Box::new(move |request| {
            engine_then.configure(&settings);
            embed(request)
        }));
        learn(&engine, &host);
        learn(&engine, &host);
        let everything = sent(&host).join("\n");
        assert!(everything.contains("number 1."), "{change}");
        assert!(!everything.contains("diary"), "{change}: {everything}");
    }
}

#[test]
fn a_refused_text_does_not_affect_others() {
    let (host, engine) = (vault(), with_embeddings());
    host.put_note("Long.md", &"A hound. ".repeat(180));
    host.put_note("Odd.md", "This text has a forbidden word in it.");
    *host.scripted_service.borrow_mut() = Some(Box::new(|request| {
        let refused = |text: &String| text.len() > 1000 || text.contains("forbidden");
        if texts(request).iter().any(refused) {
            return response(413, "{\"error\":\"input too long\"}".into());
        }
        embed(request)
    }));
    learn(&engine, &host);
    let semantic = |text| Query { mode: SearchMode::Semantic, ..query(text) };
    assert!(found(&engine, &host, &semantic("puppy")).contains("Long (meaning)"));
    assert!(found(&engine, &host, &semantic("kettle")).starts_with("Kettle (meaning)"));
    sent(&host);
    learn(&engine, &host);
    assert_eq!(notes_sent(&host), BTreeSet::new(), "not sent again");
}

#[test]
fn a_note_with_an_older_time_of_change_is_read_again() {
    let (host, engine) = (vault(), engine(json!({})));
    host.texts_and_times_by_path.borrow_mut().insert("Back.md".into(), ("An apple.".into(), 2000));
    block_on(engine.sync_index(&host)).unwrap();
    host.texts_and_times_by_path.borrow_mut().insert("Back.md".into(), ("A banana.".into(), 1000));
    block_on(engine.sync_index(&host)).unwrap();
    assert_eq!(found(&engine, &host, &query("banana")), "Back (keyword)");
    assert_eq!(found(&engine, &host, &query("apple")), "");
}

#[test]
fn related_notes_are_found_by_words_and_embedding() {
    let (host, engine) = (vault(), with_embeddings());
    host.put_note("Puppy.md", "A puppy sleeps.");
    learn(&engine, &host);
    sent(&host);
    let request = ibid::library::RelatedRequest { path: "Puppy.md".into(), limit: Some(1) };
    let results = block_on(engine.search_related_notes(&host, &request)).unwrap();
    assert_eq!(results.notes.iter().map(|note| note.path.title()).collect::<Vec<_>>(), ["Day"]);
    let request = ibid::library::RelatedRequest { limit: Some(2), ..request };
    let results = block_on(engine.search_related_notes(&host, &request)).unwrap();
    assert!(results.notes.iter().any(|note| note.path.title() == "Hound"));
    assert_eq!(sent(&host).len(), 0, "nothing is sent for it");
}

#[test]
fn related_notes_have_similarities_in_order() {
    let (host, engine) = (vault(), with_embeddings());
    host.put_note("Puppy.md", "A puppy sleeps.");
    learn(&engine, &host);
    let request = ibid::library::RelatedRequest { path: "Puppy.md".into(), limit: None };
    let notes = block_on(engine.search_related_notes(&host, &request)).unwrap().notes;
    let similarities: Vec<f32> = notes.iter().map(|note| note.similarity.unwrap()).collect();
    assert!(similarities.len() > 1 && similarities.is_sorted_by(|a, b| a >= b), "{similarities:?}");
    assert!(similarities.iter().all(|it| (0.0..=1.0).contains(it)), "{similarities:?}");
}

#[test]
fn unlinked_mentions_are_found_without_reading_other_notes() {
    let (host, engine) = (vault(), engine(json!({ "excludedFolders": ["Archive"] })));
    host.put_note("Diary/Walk.md", "The hound ran home.");
    host.put_note("Archive/Old.md", "An old hound.");
    for number in 0..500 {
        host.put_note(&format!("Notes/{number}.md"), "Nothing of that kind.");
    }
    block_on(engine.sync_index(&host)).unwrap();
    let reads = host.total_note_reads.get();
    let request = ibid::library::MentionsRequest { path: "Hound.md".into(), limit: None };
    let found = block_on(engine.find_unlinked_mentions(&host, &request)).unwrap();
    let paths: Vec<&str> = found.mentions.iter().map(|mention| mention.path.as_str()).collect();
    assert_eq!(paths, ["Diary/Walk.md"]);
    assert_eq!(host.total_note_reads.get() - reads, 2, "the note itself and the one that names it");
    assert_eq!(sent(&host).len(), 0, "nothing is sent for it");
}

#[test]
fn single_changes_are_applied() {
    let (host, engine) = (vault(), engine(json!({})));
    block_on(engine.sync_index(&host)).unwrap();
    let info = |path: &str| {
        let notes = host.texts_and_times_by_path.borrow();
        let (text, modified) = notes.get(path).unwrap();
        NoteInfo {
            path: path.into(),
            modified_millis: *modified,
            created_millis: None,
            size_bytes: text.len() as u64,
        }
    };
    host.put_note("New.md", "A zebra appears.");
    block_on(engine.apply_note_changes(&host, vec![NoteChange::Changed { note: info("New.md") }]))
        .unwrap();
    assert_eq!(found(&engine, &host, &query("zebra")), "New (keyword)");
    let moved = host.texts_and_times_by_path.borrow_mut().remove("New.md").unwrap();
    host.texts_and_times_by_path.borrow_mut().insert("Okapi.md".into(), moved);
    let renamed = NoteChange::Renamed { from: "New.md".into(), note: info("Okapi.md") };
    block_on(engine.apply_note_changes(&host, vec![renamed])).unwrap();
    assert_eq!(found(&engine, &host, &query("zebra")), "Okapi (keyword)");
    assert_eq!(found(&engine, &host, &query("okapi")), "Okapi (keyword)", "by its new name");
    assert_eq!(found(&engine, &host, &query("new")), "", "not by the old one");
    block_on(
        engine.apply_note_changes(&host, vec![NoteChange::Removed { path: "Okapi.md".into() }]),
    )
    .unwrap();
    assert_eq!(found(&engine, &host, &query("zebra")), "");
}

#[test]
fn folders_of_the_settings_without_files_are_listed() {
    let settings =
        json!({ "privateFolders": ["Diary", "Dairy"], "excludedFolders": ["Nowhere/*"] });
    let state = block_on(engine(settings).sync_index(&vault())).unwrap();
    assert_eq!(state.empty_settings_folders, ["Dairy", "Nowhere/*"]);
}

#[test]
fn a_sync_of_an_unchanged_vault_follows_the_settings_and_single_changes() {
    let (host, engine) = (vault(), engine(json!({})));
    host.put_note("Findings/Research inbox.md", "A finding waits here.");
    let indexed = |engine: &Engine| block_on(engine.sync_index(&host)).unwrap().indexed_notes;
    assert_eq!(indexed(&engine), 6);
    let removed = vec![NoteChange::Removed { path: "Car.md".into() }];
    assert_eq!(block_on(engine.apply_note_changes(&host, removed)).unwrap().indexed_notes, 5);
    assert_eq!(indexed(&engine), 6, "the file is there, whatever was reported");
    for settings in [json!({ "excludedFolders": ["Diary"] }), json!({ "inboxFolder": "Findings" })]
    {
        engine.configure(&settings);
        assert_eq!(indexed(&engine), 5, "{settings}");
        engine.configure(&json!({}));
        assert_eq!(indexed(&engine), 6);
    }
    engine.configure(&json!({ "privateFolders": ["Dairy"] }));
    let state = block_on(engine.sync_index(&host)).unwrap();
    assert_eq!(state.empty_settings_folders, ["Dairy"]);
}

#[test]
fn a_note_that_could_not_be_read_is_read_by_the_next_sync() {
    let (host, engine) = (vault(), engine(json!({})));
    let moved = ("Car.md".to_owned(), "Missing.md".to_owned());
    host.new_paths_by_old.borrow_mut().extend([moved]);
    let sync = || block_on(engine.sync_index(&host)).unwrap();
    let state = sync();
    assert_eq!((state.indexed_notes, state.skipped_notes), (4, 1));
    host.new_paths_by_old.borrow_mut().clear();
    let state = sync();
    assert_eq!((state.indexed_notes, state.skipped_notes), (5, 0));
    let reads = host.total_note_reads.get();
    sync();
    assert_eq!(host.total_note_reads.get(), reads);
}

#[test]
fn a_stopped_sync_does_not_hide_that_the_vault_changed_back() {
    let (host, engine) = (vault(), engine(json!({})));
    let indexed = || block_on(engine.sync_index(&host)).map(|state| state.indexed_notes);
    assert_eq!(indexed().unwrap(), 5);
    let before = host.texts_and_times_by_path.borrow().clone();
    for number in 0..200 {
        host.put_note(&format!("Notes/{number}.md"), "A zebra.");
    }
    let reports = host.progress_reports.borrow().len();
    host.cancel_after_progress_reports.set(Some(reports + 2));
    assert_eq!(indexed().unwrap_err().code, ErrorCode::Cancelled);
    assert_ne!(found(&engine, &host, &query("zebra")), "", "a part was read");
    host.cancel_after_progress_reports.set(None);
    *host.texts_and_times_by_path.borrow_mut() = before;
    assert_eq!(indexed().unwrap(), 5);
}

#[test]
fn a_second_sync_waits_for_the_first_one_and_reads_no_note_again() {
    let (host, engine) = (vault(), engine(json!({})));
    let (first, second) = block_on(join(engine.sync_index(&host), engine.sync_index(&host)));
    assert_eq!((first.unwrap().indexed_notes, second.unwrap().indexed_notes), (5, 5));
    assert_eq!(host.total_note_reads.get(), 5);
}

#[test]
fn a_sync_after_a_single_change_does_not_save_the_whole_library() {
    let (host, engine) = (vault(), engine(json!({})));
    let stored = |engine: &Engine| {
        block_on(engine.sync_index(&host)).unwrap();
        host.stored_values.borrow().get("library").cloned()
    };
    let first = stored(&engine);
    assert!(first.is_some(), "the first sync saves");
    host.put_note("New.md", "A zebra appears.");
    assert_eq!(stored(&engine), first, "one note is read again after a crash");
    for number in 0..500 {
        host.put_note(&format!("Notes/{number}.md"), "A zebra.");
    }
    assert_ne!(stored(&engine), first, "many notes are saved");
}

#[test]
fn a_sync_that_waits_for_another_one_can_be_stopped() {
    let (host, engine) = (vault(), engine(json!({})));
    let workspace = Workspace::default();
    let expired = RunHost::with_time_limit(&host, &workspace, 0);
    let (first, second) = block_on(join(engine.sync_index(&host), engine.sync_index(&expired)));
    assert_eq!(first.unwrap().indexed_notes, 5);
    assert_eq!(second.unwrap_err().code, ErrorCode::TimeUp);
}
