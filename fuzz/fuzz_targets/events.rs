//! Any bytes, cut anywhere, give the events that they give in one piece.
#![no_main]

use ibid::llm::events::{Decoder, Event, Form};
use libfuzzer_sys::fuzz_target;

fn decoded<'a>(form: Form, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut decoder = Decoder::new(form);
    let mut events: Vec<Event> = pieces.flat_map(|piece| decoder.push(piece)).collect();
    events.extend(decoder.finish());
    events
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, bytes) = input;
    for form in [Form::Sse, Form::Lines] {
        let whole = decoded(form, std::iter::once(bytes));
        assert_eq!(decoded(form, bytes.chunks(usize::from(size) + 1)), whole);
        assert_eq!(decoded(form, bytes.chunks(1)), whole);
        let (head, tail) = bytes.split_at(bytes.len().min(usize::from(size)));
        assert_eq!(decoded(form, [head, &[], tail].into_iter()), whole);
        assert!(whole.iter().all(|event| !event.name.contains(['\r', '\n'])));
    }
});
