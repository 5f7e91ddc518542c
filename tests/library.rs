//! The library over a vault in memory: what is read, found, followed, learnt and sent.

use std::collections::BTreeSet;

use ibid::engine::Engine;
use ibid::host::NoteInfo;
use ibid::host::memory::MemoryHost;
use ibid::index::{Query, SearchMode};
use ibid::library::NoteChange;
use ibid::net::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// Words that mean the same stand in one line; a text's vector counts the lines it touches.
const SENSES: [&str; 3] = ["dog hound puppy terrier", "tea cup kettle brew", "engine motor car"];

fn response(status: u16, text: String) -> HttpResponse {
    HttpResponse::text(status, text)
}

fn texts(request: &HttpRequest) -> Vec<String> {
    let body: Value = serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
    serde_json::from_value(body["input"].clone()).unwrap()
}

/// A service that knows three senses.
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

/// The two sentences of a note that can be sent have a sense in common and no word, so that only
/// meaning finds the one by the other.
fn vault() -> MemoryHost {
    let host = MemoryHost::with(&[
        ("Hound.md", HOUND),
        ("Kettle.md", KETTLE),
        ("Diary/Day.md", "Today the puppy chewed my secret letters."),
        ("Own.md", "---\nprivate: true\n---\nMy dog has a chip numbered seven."),
        ("Car.md", CAR),
    ]);
    *host.service.borrow_mut() = Some(Box::new(embed));
    host
}

fn engine(settings: Value) -> Engine {
    let engine = Engine::default();
    assert_eq!(engine.configure(&settings).warnings, Vec::<String>::new());
    engine
}

fn with_meaning() -> Engine {
    engine(json!({ "embeddings": "ollama", "privateFolders": ["Diary"] }))
}

fn learn(engine: &Engine, host: &MemoryHost) {
    block_on(engine.sync(host)).unwrap();
    block_on(engine.learn(host)).unwrap();
}

fn query(text: &str) -> Query {
    Query { text: text.into(), ..Query::default() }
}

fn found(engine: &Engine, host: &MemoryHost, query: &Query) -> String {
    let answer = block_on(engine.search(host, query)).unwrap();
    let one = |note: &ibid::library::FoundNote| format!("{} ({})", note.path.title(), note.found);
    let notes = answer.notes.iter().map(one).collect::<Vec<_>>().join(", ");
    answer.trouble.map_or(notes.clone(), |trouble| format!("{notes} | {trouble}"))
}

fn sent(host: &MemoryHost) -> Vec<String> {
    let sent = host.requests.borrow().iter().flat_map(texts).collect();
    host.requests.borrow_mut().clear();
    sent
}

/// The notes of which something was sent: it stands below the title, but for the sentences by which
/// the model is tried. A note counts once, though what is left of it in the trial is sent too.
fn notes_sent(host: &MemoryHost) -> BTreeSet<String> {
    let title = |text: &String| text.split_once('\n').map(|(title, _)| title.to_owned());
    sent(host).iter().filter_map(title).collect()
}

#[test]
fn a_model_that_fails_on_the_vault_itself_is_not_listened_to() {
    let (host, engine) = (vault(), with_meaning());
    *host.service.borrow_mut() = Some(Box::new(|request| {
        let vectors = vec![[1, 1, 1]; texts(request).len()];
        response(200, json!({ "embeddings": vectors }).to_string())
    }));
    learn(&engine, &host);
    sent(&host);
    assert_eq!(found(&engine, &host, &query("rain stalls the motor")), "Car (keyword)");
    assert_eq!(sent(&host).len(), 0, "nor asked");
}

#[test]
fn a_model_is_tried_by_a_few_texts_however_large_the_vault_is() {
    let (host, engine) = (MemoryHost::default(), with_meaning());
    *host.service.borrow_mut() = Some(Box::new(embed));
    for number in 0..200 {
        host.put(&format!("{number}.md"), &format!("{HOUND} Number {number}."));
    }
    learn(&engine, &host);
    let texts = sent(&host);
    let is_passage = |text: &&String| text.contains("hound") && text.contains("Terriers");
    let passages = texts.iter().filter(is_passage).count();
    assert_eq!((passages, texts.len() - passages), (200, 100), "a sentence and a rest of 50 notes");
}

#[test]
fn a_text_of_the_trial_that_the_service_does_not_take_is_left_out() {
    let (host, engine) = (vault(), with_meaning());
    host.put(
        "Odd.md",
        &format!("{KETTLE} A forbidden word in a sentence, and in all that is left."),
    );
    *host.service.borrow_mut() = Some(Box::new(|request| {
        let refused = texts(request).iter().any(|text| text.contains("forbidden"));
        if refused { response(413, "{}".into()) } else { embed(request) }
    }));
    learn(&engine, &host);
    assert!(found(&engine, &host, &query("my dog runs away")).contains("Hound (meaning)"));
}

#[test]
fn a_note_is_found_by_what_it_means() {
    let (host, engine) = (vault(), with_meaning());
    learn(&engine, &host);
    let dogs = query("my dog runs away");
    assert!(found(&engine, &host, &dogs).contains("Hound (meaning)"));
    let semantic = Query { mode: SearchMode::Semantic, limit: Some(1), ..query("puppy") };
    assert_eq!(found(&engine, &host, &semantic), "Hound (meaning)");
    let filtered = Query { text: "my dog runs away path:Car".into(), limit: Some(1), ..query("") };
    assert_eq!(found(&engine, &host, &filtered), "Car (meaning)");
}

#[test]
fn private_notes_are_found_by_words_and_never_sent() {
    let (host, engine) = (vault(), with_meaning());
    learn(&engine, &host);
    let everything = sent(&host).join("\n");
    assert!(everything.contains("the old kettle"), "{everything}");
    for private in ["chewed", "letters", "chip", "numbered", "Diary", "Day", "Own"] {
        assert!(!everything.contains(private), "{private} in {everything}");
    }
    assert!(found(&engine, &host, &query("secret letters")).starts_with("Day (keyword)"));
}

#[test]
fn a_folder_that_becomes_private_is_no_longer_known_by_meaning() {
    let (host, engine) = (vault(), with_meaning());
    learn(&engine, &host);
    engine.configure(
        &json!({ "embeddings": "ollama", "privateFolders": ["Diary"], "privateTags": ["pets"] }),
    );
    host.put("Hound.md", "A hound follows a scent. #pets/dogs");
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
fn what_was_learnt_is_not_asked_for_again() {
    let (host, first) = (vault(), with_meaning());
    learn(&first, &host);
    assert_eq!(notes_sent(&host).len(), 3);
    let engine = with_meaning();
    learn(&engine, &host);
    assert_eq!(sent(&host), Vec::<String>::new(), "kept on the device");
    host.put("Car.md", "Dry as it is by now, it runs again, the motor.");
    learn(&engine, &host);
    assert_eq!(sent(&host), ["Car\nDry as it is by now, it runs again, the motor."]);
    host.saved.borrow_mut().insert("meanings".into(), b"damaged".to_vec());
    learn(&with_meaning(), &host);
    assert_eq!(notes_sent(&host).len(), 3, "what is damaged is learnt anew");
    let other = engine_of_another_model();
    learn(&other, &host);
    assert_eq!(notes_sent(&host).len(), 3, "another model speaks another language");
}

fn engine_of_another_model() -> Engine {
    engine(
        json!({ "embeddings": "ollama", "embeddingModel": "other", "privateFolders": ["Diary"] }),
    )
}

#[test]
fn meaning_is_asked_only_where_it_helps() {
    let (host, engine) = (vault(), with_meaning());
    learn(&engine, &host);
    sent(&host);
    let asked = |query: Query| {
        let _ = found(&engine, &host, &query);
        sent(&host).len()
    };
    assert_eq!(asked(query("my dog")), 0, "two words name a thing");
    assert_eq!(asked(Query { mode: SearchMode::Keyword, ..query("my dog runs away") }), 0);
    assert_eq!(asked(query("my dog runs away")), 1);
    assert_eq!(asked(query("my dog runs away")), 0, "the same again");
    let off = self::engine(json!({}));
    learn(&off, &host);
    let _ = found(&off, &host, &query("my dog runs away"));
    assert_eq!(sent(&host).len(), 0, "off sends nothing");
}

#[test]
fn a_service_that_fails_costs_only_its_part() {
    let (host, engine) = (vault(), with_meaning());
    learn(&engine, &host);
    *host.service.borrow_mut() = Some(Box::new(|_| response(500, "{}".into())));
    sent(&host);
    let words = found(&engine, &host, &query("rain stalls the motor"));
    let expected = "Car (keyword) | Found by words alone. The embedding service gave nothing: it answered 500.";
    assert_eq!(words, expected);
    assert_eq!(sent(&host).len(), 1, "whoever searches does not wait for a second try");
    host.put("Car.md", "The motor was replaced.");
    block_on(engine.sync(&host)).unwrap();
    block_on(engine.learn(&host)).unwrap_err();
    assert_eq!(sent(&host).len(), 3, "but the background does, twice");
    *host.service.borrow_mut() = Some(Box::new(|_| response(401, String::new())));
    host.put("Car.md", "changed");
    block_on(engine.sync(&host)).unwrap();
    let error = block_on(engine.learn(&host)).unwrap_err();
    assert_eq!(
        (error.code.as_str(), error.hint.as_str()),
        ("unauthorized", "Check the key in Ibid's settings.")
    );
    assert_eq!(sent(&host).len(), 1, "a wrong key is not tried again");
}

#[test]
fn what_becomes_private_or_unwanted_while_notes_are_learnt_is_not_sent() {
    for change in [json!({ "embeddings": "ollama", "privateFolders": ["z"] }), json!({})] {
        let (host, engine) = (MemoryHost::default(), std::rc::Rc::new(with_meaning()));
        for number in 0..40 {
            host.put(&format!("a/{number:02}.md"), &format!("A hound of the number {number}."));
        }
        host.put("z/diary.md", "Dear diary, the puppy is ill.");
        let (settings, engine_then) = (change.clone(), engine.clone());
        *host.service.borrow_mut() = Some(Box::new(move |request| {
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
fn a_text_that_the_service_does_not_take_costs_only_itself() {
    let (host, engine) = (vault(), with_meaning());
    host.put("Long.md", &"A hound. ".repeat(180));
    host.put("Odd.md", "This text has a forbidden word in it.");
    *host.service.borrow_mut() = Some(Box::new(|request| {
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
    assert_eq!(notes_sent(&host), BTreeSet::new(), "not tried again");
}

#[test]
fn a_note_that_is_restored_from_before_is_read_again() {
    let (host, engine) = (vault(), engine(json!({})));
    host.notes.borrow_mut().insert("Back.md".into(), ("An apple.".into(), 2000));
    block_on(engine.sync(&host)).unwrap();
    host.notes.borrow_mut().insert("Back.md".into(), ("A banana.".into(), 1000));
    block_on(engine.sync(&host)).unwrap();
    assert_eq!(found(&engine, &host, &query("banana")), "Back (keyword)");
    assert_eq!(found(&engine, &host, &query("apple")), "");
}

#[test]
fn neighbours_are_found_by_words_and_meaning() {
    let (host, engine) = (vault(), with_meaning());
    host.put("Puppy.md", "A puppy sleeps.");
    learn(&engine, &host);
    sent(&host);
    let request = ibid::library::RelatedRequest { path: "Puppy.md".into(), limit: Some(1) };
    let answer = block_on(engine.related(&host, &request)).unwrap();
    assert_eq!(answer.notes.iter().map(|note| note.path.title()).collect::<Vec<_>>(), ["Day"]);
    let request = ibid::library::RelatedRequest { limit: Some(2), ..request };
    let answer = block_on(engine.related(&host, &request)).unwrap();
    assert!(answer.notes.iter().any(|note| note.path.title() == "Hound"));
    assert_eq!(sent(&host).len(), 0, "nothing is sent for it");
}

#[test]
fn changes_are_followed_note_by_note() {
    let (host, engine) = (vault(), engine(json!({})));
    block_on(engine.sync(&host)).unwrap();
    let info = |path: &str| {
        let notes = host.notes.borrow();
        let (text, modified) = notes.get(path).unwrap();
        NoteInfo { path: path.into(), modified: *modified, size: text.len() as u64 }
    };
    host.put("New.md", "A zebra appears.");
    block_on(engine.follow(&host, vec![NoteChange::Changed { note: info("New.md") }])).unwrap();
    assert_eq!(found(&engine, &host, &query("zebra")), "New (keyword)");
    let moved = host.notes.borrow_mut().remove("New.md").unwrap();
    host.notes.borrow_mut().insert("Okapi.md".into(), moved);
    let renamed = NoteChange::Renamed { from: "New.md".into(), note: info("Okapi.md") };
    block_on(engine.follow(&host, vec![renamed])).unwrap();
    assert_eq!(found(&engine, &host, &query("zebra")), "Okapi (keyword)");
    assert_eq!(found(&engine, &host, &query("okapi")), "Okapi (keyword)", "by its new name");
    assert_eq!(found(&engine, &host, &query("new")), "", "not by the old one");
    block_on(engine.follow(&host, vec![NoteChange::Removed { path: "Okapi.md".into() }])).unwrap();
    assert_eq!(found(&engine, &host, &query("zebra")), "");
}

#[test]
fn a_folder_of_the_settings_in_which_nothing_lies_is_told() {
    let settings =
        json!({ "privateFolders": ["Diary", "Dairy"], "excludedFolders": ["Nowhere/*"] });
    let state = block_on(engine(settings).sync(&vault())).unwrap();
    assert_eq!(state.empty_folders, ["Dairy", "Nowhere/*"]);
}
