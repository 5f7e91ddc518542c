//! Small streams in the formats of the services, split at every byte: the events are the same as those
//! of the whole stream, and each contains JSON.

use std::fs;
use std::path::{Path, PathBuf};

use ibid::model::llm::{StreamDecoder, StreamEvent, StreamFormat};
use serde_json::Value;

fn streams() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/streams");
    let entries = fs::read_dir(folder).expect("the streams");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn decoded(format: StreamFormat, pieces: &[&[u8]]) -> Vec<StreamEvent> {
    let mut decoder = StreamDecoder::new(format);
    let mut events: Vec<StreamEvent> =
        pieces.iter().flat_map(|piece| decoder.push(piece)).collect();
    events.extend(decoder.finish());
    events
}

fn format(path: &Path) -> StreamFormat {
    match path.extension().is_some_and(|ending| ending == "ndjson") {
        true => StreamFormat::JsonLines,
        false => StreamFormat::Sse,
    }
}

/// The events of a stream, as their name and the fields of their data.
fn shown(name: &str) -> Vec<String> {
    let path = streams().into_iter().find(|path| path.ends_with(name)).expect("the stream");
    let bytes = fs::read(&path).expect("readable");
    let show = |event: StreamEvent| {
        let fields = match serde_json::from_str(&event.data) {
            Ok(Value::Object(data)) => data.keys().cloned().collect::<Vec<_>>().join(" "),
            _ => event.data,
        };
        format!("{}: {fields}", event.name)
    };
    decoded(format(&path), &[&bytes]).into_iter().map(show).collect()
}

#[test]
fn a_stream_split_at_any_byte_gives_the_same_events() {
    assert!(streams().len() >= 5);
    for path in streams() {
        let bytes = fs::read(&path).expect("readable");
        let format = format(&path);
        let whole = decoded(format, &[&bytes]);
        for cut in 0..=bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(decoded(format, &[head, tail]), whole, "{} cut at {cut}", path.display());
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(decoded(format, &single), whole, "{} byte by byte", path.display());
    }
}

#[test]
fn openai_ends_with_usage_and_a_done_event() {
    let chunk = "message: choices created id model obfuscation object usage";
    assert_eq!(shown("openai.sse"), [chunk, chunk, chunk, chunk, chunk, "message: [DONE]"]);
}

#[test]
fn openrouter_sends_comments_and_an_error_inside_the_stream() {
    assert_eq!(
        shown("openrouter.sse"),
        ["message: choices id provider", "message: choices error id provider", "message: [DONE]"]
    );
}

#[test]
fn anthropic_names_its_events() {
    assert_eq!(
        shown("anthropic.sse"),
        [
            "message_start: message type",
            "content_block_start: content_block index type",
            "ping: type",
            "content_block_delta: delta index type",
            "content_block_stop: index type",
            "content_block_start: content_block index type",
            "content_block_delta: delta index type",
            "error: error type",
        ]
    );
}

#[test]
fn gemini_ends_lines_with_carriage_return_and_line_feed() {
    assert_eq!(
        shown("gemini.sse"),
        [
            "message: candidates usageMetadata",
            "message: candidates",
            "message: candidates usageMetadata"
        ]
    );
}

#[test]
fn ollama_sends_one_line_per_event_and_per_error() {
    let piece = ": created_at done message model";
    assert_eq!(shown("ollama.ndjson"), [piece, piece, ": error"]);
}
