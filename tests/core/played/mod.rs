//! A model and a web that are played: what they say is written down by each test, in their
//! services' own formats.

use std::cell::RefCell;
use std::rc::Rc;

use ibid::web::http::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The steps at which a model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// What is worth looking up in the note.
    Topics,
    /// What a page says.
    Extract,
    /// What the evidence says.
    Synthesis,
    /// Whether the evidence says what the sentences say.
    SecondReading,
    /// What the sentences that failed should say.
    Repair,
}

/// What the model answers at a step, given what it was told.
pub(crate) type Mind = Box<dyn Fn(Step, &str) -> String>;

/// The whole outside world of a run.
pub(crate) struct World {
    pub(crate) mind: Mind,
    /// What a search shows: address, title, snippet.
    pub(crate) hits: Vec<(&'static str, &'static str, &'static str)>,
    /// What the pages say, as HTML, by address.
    pub(crate) pages: Vec<(&'static str, &'static str)>,
    /// Requests of this number and their repetitions fail; counted from zero.
    pub(crate) failing: Option<usize>,
    /// The addresses and bodies of requests that were new, in order.
    pub(crate) asked: Rc<RefCell<Vec<String>>>,
}

impl World {
    /// Answers a request as the service would that it is sent to.
    pub(crate) fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let asked = format!("{} {}", request.url, request.body.as_deref().unwrap_or_default());
        let mut seen = self.asked.borrow_mut();
        let number = seen.iter().position(|known| *known == asked).unwrap_or_else(|| {
            seen.push(asked);
            seen.len() - 1
        });
        if self.failing == Some(number) {
            return HttpResponse::from_text(500, "out of order");
        }
        if request.url.ends_with("/chat/completions") {
            return self.chat(request.body.as_deref().unwrap_or_default());
        }
        if request.url.contains("/search?") {
            return self.search();
        }
        match self.pages.iter().find(|(url, _)| *url == request.url) {
            Some((_, html)) => HttpResponse {
                bytes: html.as_bytes().to_vec(),
                ..HttpResponse::from_text(200, "").with_header("content-type", "text/html")
            },
            None => HttpResponse::from_text(404, ""),
        }
    }

    /// SearXNG's shape.
    fn search(&self) -> HttpResponse {
        let hit = |(url, title, content): &(&str, &str, &str)| json!({ "url": url, "title": title, "content": content });
        let results: Vec<Value> = self.hits.iter().map(hit).collect();
        HttpResponse::from_text(200, json!({ "results": results }).to_string())
    }

    /// OpenAI's shape.
    fn chat(&self, body: &str) -> HttpResponse {
        let body: Value = serde_json::from_str(body).expect("JSON");
        let words: Vec<&str> = body["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .filter_map(|message| message["content"].as_str())
            .collect();
        let told = words.join("\n");
        let step = match () {
            () if told.starts_with("You plan the research") => Step::Topics,
            () if told.starts_with("You read a web page") => Step::Extract,
            () if told.starts_with("You check sentences") => Step::SecondReading,
            () if told.starts_with("You correct sentences") => Step::Repair,
            () => Step::Synthesis,
        };
        let text = (self.mind)(step, &told);
        let reply = json!({
            "choices": [{ "message": { "content": text }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 1000, "completion_tokens": 200 },
        });
        HttpResponse::from_text(200, reply.to_string())
    }
}

/// Settings with a model on this machine and one search service.
pub(crate) fn settings(more: Value) -> Value {
    let mut settings = json!({
        "engine": "model", "provider": "other", "modelUrl": "http://localhost:9/v1", "model": "bee-1",
        "streaming": false, "webSearch": "searxng", "searxngUrl": "http://localhost:8", "papers": "off",
    });
    let values = settings.as_object_mut().expect("an object");
    values.extend(more.as_object().cloned().unwrap_or_default());
    settings
}
