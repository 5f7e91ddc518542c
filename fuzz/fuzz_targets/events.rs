//! The events of a stream don't depend on how its bytes are split.
#![no_main]

use ibid::model::llm::{StreamDecoder, StreamEvent, StreamFormat};
use libfuzzer_sys::fuzz_target;

fn decoded<'a>(format: StreamFormat, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<StreamEvent> {
    let mut decoder = StreamDecoder::new(format);
    let mut events: Vec<StreamEvent> = pieces.flat_map(|piece| decoder.push(piece)).collect();
    events.extend(decoder.finish());
    events
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, bytes) = input;
    for format in [StreamFormat::Sse, StreamFormat::JsonLines] {
        let whole = decoded(format, std::iter::once(bytes));
        assert_eq!(decoded(format, bytes.chunks(usize::from(size) + 1)), whole);
        assert_eq!(decoded(format, bytes.chunks(1)), whole);
        let (head, tail) = bytes.split_at(bytes.len().min(usize::from(size)));
        assert_eq!(decoded(format, [head, &[], tail].into_iter()), whole);
        assert!(whole.iter().all(|event| !event.name.contains(['\r', '\n'])));
    }
});
