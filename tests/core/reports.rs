//! What the built-in engine makes of notes of the sample vault, with an encyclopedia that is played.
//! The reports are golden files: they are there to be read.

use crate::golden;

use std::fs;
use std::path::{Path, PathBuf};

use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::host::MemoryHost;
use ibid::settings::Depth;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

/// One article: language, title, first paragraph, the rest of it.
struct Article {
    language: &'static str,
    title: &'static str,
    extract: &'static str,
    rest: &'static str,
}

fn encyclopedia() -> Vec<Article> {
    let text = include_str!("../fixtures/reports/encyclopedia.txt");
    let article = |block: &'static str| {
        let (head, body) = block.split_once('\n').expect("a title and a text");
        let (language, title) = head.split_once(" | ").expect("a language and a title");
        let (extract, rest) = body.split_once("\n-- ").unwrap_or((body, ""));
        Article { language, title, extract, rest }
    };
    text.trim().split("\n\n").map(article).collect()
}

/// How many words of a query an article knows; for scripts without spaces, letters.
fn matching(article: &Article, query: &str) -> usize {
    let text = format!("{} {} {}", article.title, article.title, article.extract).to_lowercase();
    let query = query.to_lowercase();
    let long: Vec<&str> =
        query.split_whitespace().filter(|word| word.chars().count() > 3).collect();
    let spaced: usize = long.iter().filter(|word| text.contains(**word)).count();
    let title = usize::from(query.contains(&article.title.to_lowercase())) * 3;
    spaced + title
}

fn wikipedia(articles: &[Article], request: &HttpRequest) -> HttpResponse {
    if request.url.starts_with("https://api.tavily.com/") {
        return HttpResponse::from_text(200, r#"{"results":[]}"#);
    }
    if request.url.starts_with("https://html.duckduckgo.com/") {
        return HttpResponse::from_text(200, r#"<div class="no-results">No results.</div>"#);
    }
    let Some((language, rest)) =
        request.url.strip_prefix("https://").and_then(|url| url.split_once(".wikipedia.org/"))
    else {
        return HttpResponse::from_text(503, "");
    };
    let of_language = articles.iter().filter(|article| article.language == language);
    if let Some(title) = rest.strip_prefix("wiki/") {
        let title = url::percent(title).replace('_', " ");
        return match of_language.into_iter().find(|article| article.title == title) {
            Some(article) => page(article),
            None => HttpResponse::from_text(404, ""),
        };
    }
    let query =
        rest.split("gsrsearch=").nth(1).and_then(|rest| rest.split('&').next()).unwrap_or_default();
    let query = url::percent(&query.replace('+', " "));
    let mut found: Vec<(usize, &Article)> =
        of_language.map(|article| (matching(article, &query), article)).collect();
    found.retain(|(words, _)| *words > 0);
    found.sort_by_key(|(words, _)| std::cmp::Reverse(*words));
    let hit = |(index, (_, article)): (usize, &(usize, &Article))| json!({ "pageid": index + 1, "index": index + 1, "title": article.title, "extract": article.extract });
    let pages: Vec<Value> = found.iter().take(5).enumerate().map(hit).collect();
    let found = if pages.is_empty() {
        json!({ "batchcomplete": true })
    } else {
        json!({ "query": { "pages": pages } })
    };
    HttpResponse::from_text(200, found.to_string())
}

fn page(article: &Article) -> HttpResponse {
    let Article { title, extract, rest, .. } = article;
    let html = format!(
        "<html><head><title>{title}</title></head><body><article><h1>{title}</h1><p>{extract}</p><p>{rest}</p></article></body></html>"
    );
    HttpResponse {
        bytes: html.into_bytes(),
        ..HttpResponse::from_text(200, "").with_header("content-type", "text/html; charset=utf-8")
    }
}

/// Percent-encoded text, as far as these addresses need it.
mod url {
    pub(crate) fn percent(text: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            let code = (byte == b'%').then(|| {
                String::from_utf8_lossy(&rest.by_ref().take(2).collect::<Vec<_>>()).into_owned()
            });
            bytes.push(code.and_then(|code| u8::from_str_radix(&code, 16).ok()).unwrap_or(byte));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn sample_vault() -> MemoryHost {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/vault");
    let host = MemoryHost::default();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let name = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
                host.put_note(&name, &fs::read_to_string(&path).expect("text"));
            }
        }
    }
    host
}

/// Researches a note and compares what was added to it.
fn check(note: &str, depth: Depth) {
    let host = sample_vault();
    let articles = encyclopedia();
    *host.scripted_service.borrow_mut() =
        Some(Box::new(move |request| wikipedia(&articles, request)));
    let engine = Engine::default();
    engine.configure(&json!({
        "papers": "off",
    }));
    let before = host.note_text(note);
    let request =
        PlanRequest { note_path: note.into(), depth: Some(depth), ..PlanRequest::default() };
    let agenda = block_on(engine.plan(&host, &request)).expect("an agenda");
    let request = RunRequest {
        agenda,
        existing_section_action: OnExisting::Keep,
        web_permission: Permission::Allowed,
        model_permission: Permission::Off,
    };
    block_on(engine.run(&host, &request)).expect("a report");
    let after = host.note_text(note);
    assert!(after.starts_with(before.trim_end()), "{after}");
    let section = &after[before.trim_end().len()..];
    // The name of the run and the hash are another test's.
    let lines = section.trim().lines().filter(|line| !line.starts_with("%%"));
    let got = lines.collect::<Vec<_>>().join("\n") + "\n";
    let name = note.rsplit('/').next().unwrap_or(note);
    golden::check_file(&format!("tests/fixtures/reports/{name}"), &got);
}

#[test]
fn notes_of_the_sample_vault_get_reports_worth_keeping() {
    for note in [
        "Coffee/Afternoon coffee.md",
        "Sleep/Naps.md",
        "Cities/Heat islands.md",
        "Gardens/Composting.md",
        "Coffee/Wasserhärte.md",
        "Gardens/堆肥.md",
    ] {
        check(note, Depth::Shallow);
    }
    for note in [
        "Coffee/Cold brew.md",
        "Sleep/Sleep in a heatwave.md",
        "Cities/Street lighting.md",
        "Projects/A tree for Alder Street.md",
    ] {
        check(note, Depth::Deep);
    }
}
