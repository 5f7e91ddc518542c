//! Splits every recorded stream at every byte and feeds it byte by byte: the events must be the same as
//! those of the whole stream, and contain JSON or a marker like `[DONE]`. Prints the speed too.
//!
//! `cargo bench --bench streams [-- <folder>]`; in the folder (default `../shared/fixtures`) and
//! below it are `*.sse`, `*.ndjson`, `*.chunks.txt` (one JSON a line) and `*.http` with a stream
//! as its body. A missing folder is reported and is not an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ibid::model::llm::{StreamDecoder, StreamEvent, StreamFormat};
use serde_json::Value;

/// Maximum number of splits per stream, spread evenly: each split reads the whole stream.
const MAX_CUTS: usize = 4_000;

struct Stream {
    path: PathBuf,
    format: StreamFormat,
    bytes: Vec<u8>,
}

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let folder = PathBuf::from(folder.unwrap_or_else(|| "../shared/fixtures".into()));
    let mut streams = Vec::new();
    collect(&folder, &mut streams);
    if streams.is_empty() {
        println!("no streams in {}: nothing measured", folder.display());
        return;
    }
    streams.sort_by(|a, b| a.path.cmp(&b.path));
    let (mut splits, mut differences, mut events, mut unreadable) = (0, 0, 0, 0);
    for stream in &streams {
        let whole = decoded(stream.format, [&stream.bytes[..]]);
        events += whole.len();
        unreadable += whole.iter().filter(|event| !is_readable(stream, event)).count();
        let (made, differing) = cut(stream, &whole);
        splits += made;
        differences += differing;
    }
    println!("{} streams, {splits} splits, {differences} differences", streams.len());
    println!("{events} events, {unreadable} of them no JSON; {:.0} MB/s", speed(&streams));
    assert_eq!(differences, 0, "{differences} differences");
}

fn collect(folder: &Path, streams: &mut Vec<Stream>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, streams);
        } else {
            streams.extend(stream(path));
        }
    }
}

fn stream(path: PathBuf) -> Option<Stream> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let read = || fs::read(&path).expect("a readable stream");
    let (format, bytes) = if name.ends_with(".sse") {
        (StreamFormat::Sse, read())
    } else if name.ends_with(".ndjson") || name.ends_with(".chunks.txt") {
        (StreamFormat::JsonLines, read())
    } else if name.ends_with(".http") {
        body(&String::from_utf8(read()).ok()?)?
    } else {
        return None;
    };
    Some(Stream { path, format, bytes })
}

/// The stream that a recorded answer carries, if it does.
fn body(answer: &str) -> Option<(StreamFormat, Vec<u8>)> {
    let answer = answer.replace("\r\n", "\n");
    let (head, body) = answer.split_once("\n\n")?;
    let head = head.to_ascii_lowercase();
    let format = match head {
        _ if head.contains("text/event-stream") => StreamFormat::Sse,
        _ if head.contains("ndjson") => StreamFormat::JsonLines,
        _ => return None,
    };
    Some((format, body.as_bytes().to_vec()))
}

fn decoded<'a>(
    format: StreamFormat,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<StreamEvent> {
    let mut decoder = StreamDecoder::new(format);
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(decoder.push(piece));
    }
    events.extend(decoder.finish());
    events
}

fn is_readable(stream: &Stream, event: &StreamEvent) -> bool {
    let readable = event.data == "[DONE]" || serde_json::from_str::<Value>(&event.data).is_ok();
    if !readable {
        let start: String = event.data.chars().take(60).collect();
        println!("{}: no JSON: {} {start}", stream.path.display(), event.name);
    }
    readable
}

/// How many cuts were made, and how many gave other events.
fn cut(stream: &Stream, whole: &[StreamEvent]) -> (usize, usize) {
    let step = stream.bytes.len() / MAX_CUTS + 1;
    let cuts = (0..=stream.bytes.len()).step_by(step);
    let differs = |at: &usize| {
        let (head, tail) = stream.bytes.split_at(*at);
        decoded(stream.format, [head, tail]) != whole
    };
    let differing = cuts.clone().filter(differs).count();
    let bytewise = decoded(stream.format, stream.bytes.chunks(1)) != whole;
    (cuts.count() + 1, differing + usize::from(bytewise))
}

fn speed(streams: &[Stream]) -> f64 {
    let started = Instant::now();
    for stream in streams {
        std::hint::black_box(decoded(stream.format, stream.bytes.chunks(1_000)));
    }
    let bytes: usize = streams.iter().map(|stream| stream.bytes.len()).sum();
    bytes as f64 / 1e6 / started.elapsed().as_secs_f64()
}
