//! Any bytes, cut anywhere, give the events that they give in one piece.
#![no_main]

use ibid::llm::chat::stream_events::{StreamDecoder, StreamEvent, StreamFormat};
use libfuzzer_sys::fuzz_target;

fn decoded<'a>(form: StreamFormat, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<StreamEvent> {
    let mut decoder = StreamDecoder::new(form);
    let mut events: Vec<StreamEvent> = pieces.flat_map(|piece| decoder.push(piece)).collect();
    events.extend(decoder.finish());
    events
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, bytes) = input;
    for form in [StreamFormat::Sse, StreamFormat::JsonLines] {
        let whole = decoded(form, std::iter::once(bytes));
        assert_eq!(decoded(form, bytes.chunks(usize::from(size) + 1)), whole);
        assert_eq!(decoded(form, bytes.chunks(1)), whole);
        let (head, tail) = bytes.split_at(bytes.len().min(usize::from(size)));
        assert_eq!(decoded(form, [head, &[], tail].into_iter()), whole);
        assert!(whole.iter().all(|event| !event.name.contains(['\r', '\n'])));
    }
});
