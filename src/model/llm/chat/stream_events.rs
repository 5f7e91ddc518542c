//! Splits a stream into events. A stream consists of server-sent events, as the WHATWG standard
//! defines them, or of lines of JSON.
//!
//! The bytes arrive in pieces that may end anywhere, even inside a character; the events don't
//! depend on how the bytes are split. The adapters interpret the data of the events.

/// Maximum size of an event or line, in bytes. The longest real ones have some hundred kilobytes of
/// encrypted reasoning or search results; without a limit a broken server could fill the memory.
const MAX_EVENT_BYTES: usize = 4 << 20;

/// The name of the empty event that replaces an event longer than `MAX_EVENT_BYTES`.
pub const TOO_LONG_EVENT_NAME: &str = "too-long";

/// How a stream is divided into events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamFormat {
    /// Server-sent events (`text/event-stream`).
    Sse,
    /// One JSON value per line (`application/x-ndjson`).
    JsonLines,
}

/// One event of a stream, such as the next piece of the reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamEvent {
    /// The type of a server-sent event, by default `message`; empty for a line of JSON;
    /// [`TOO_LONG_EVENT_NAME`] for an event that was too long.
    pub name: String,
    /// The data of the event, usually JSON.
    pub data: String,
}

/// Converts the bytes of a stream to events.
#[derive(Debug)]
pub struct StreamDecoder {
    format: StreamFormat,
    /// The current line, cut off at `MAX_EVENT_BYTES`.
    line: Vec<u8>,
    /// Whether the current line is longer than `MAX_EVENT_BYTES`.
    line_too_long: bool,
    /// Whether the current line is the first one, which may start with a byte-order mark.
    first_line: bool,
    /// Whether the last byte was a carriage return. A line feed directly after it belongs to the
    /// same line end.
    after_return: bool,
    /// The name of the event whose lines are being read.
    name: String,
    /// The data of the event whose lines are being read; `None` before its first data line.
    data: Option<String>,
    /// Whether the current event is longer than `MAX_EVENT_BYTES`.
    too_long: bool,
}

impl StreamDecoder {
    /// A decoder at the beginning of a stream.
    pub fn new(format: StreamFormat) -> Self {
        Self {
            format,
            line: Vec::new(),
            line_too_long: false,
            first_line: true,
            after_return: false,
            name: String::new(),
            data: None,
            too_long: false,
        }
    }

    /// Adds the next bytes and returns the events that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            if std::mem::take(&mut self.after_return) && *first == b'\n' {
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let end = rest.iter().position(|byte| self.ends_line(*byte));
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.extend_line(line);
            if let Some(mark) = after.first() {
                self.after_return = *mark == b'\r';
                events.extend(self.finish_line());
            }
            rest = after.get(1..).unwrap_or_default();
        }
        events
    }

    /// Returns the last event when the stream has ended, even if no blank line follows it. The
    /// standard would drop such an event, but services close the connection right after it.
    pub fn finish(mut self) -> Vec<StreamEvent> {
        let last_line = self.finish_line();
        last_line.into_iter().chain(self.finish_event()).collect()
    }

    /// Whether a byte ends a line. A carriage return alone ends a line of server-sent events; in
    /// JSON it is white space.
    fn ends_line(&self, byte: u8) -> bool {
        byte == b'\n' || (byte == b'\r' && self.format == StreamFormat::Sse)
    }

    fn extend_line(&mut self, bytes: &[u8]) {
        let room = MAX_EVENT_BYTES.saturating_sub(self.line.len());
        self.line_too_long |= bytes.len() > room;
        self.line.extend(bytes.iter().take(room));
    }

    fn finish_line(&mut self) -> Option<StreamEvent> {
        let bytes = std::mem::take(&mut self.line);
        let too_long = std::mem::take(&mut self.line_too_long);
        let text = String::from_utf8_lossy(&bytes);
        let first = std::mem::take(&mut self.first_line);
        let line = text.strip_prefix('\u{feff}').filter(|_| first).unwrap_or(&text);
        match self.format {
            StreamFormat::JsonLines => {
                self.too_long = too_long;
                self.add_json_line(line)
            }
            StreamFormat::Sse if line.is_empty() => self.finish_event(),
            // A field that was cut off makes the event incomplete. A comment that was cut off can
            // be ignored.
            StreamFormat::Sse if too_long => {
                self.too_long |= !line.starts_with(':');
                None
            }
            StreamFormat::Sse => {
                self.add_sse_line(line);
                None
            }
        }
    }

    fn add_json_line(&mut self, line: &str) -> Option<StreamEvent> {
        self.data = Some(line.trim().to_owned()).filter(|line| !line.is_empty());
        self.finish_event()
    }

    /// Processes one line of a server-sent event. A line that starts with a colon is a comment;
    /// OpenRouter sends comments to keep the connection open.
    fn add_sse_line(&mut self, line: &str) {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => self.append_event_data(value),
            _ => {}
        }
    }

    fn append_event_data(&mut self, value: &str) {
        let Some(data) = &mut self.data else {
            self.data = Some(value.to_owned());
            return;
        };
        if data.len() + value.len() < MAX_EVENT_BYTES {
            data.push('\n');
            data.push_str(value);
        } else {
            self.too_long = true;
        }
    }

    fn finish_event(&mut self) -> Option<StreamEvent> {
        let name = std::mem::take(&mut self.name);
        let data = self.data.take();
        if std::mem::take(&mut self.too_long) {
            return Some(StreamEvent { name: TOO_LONG_EVENT_NAME.into(), data: String::new() });
        }
        let name = match self.format {
            StreamFormat::Sse if name.is_empty() => "message".into(),
            _ => name,
        };
        data.map(|data| StreamEvent { name, data })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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

    /// The events of a stream as `name|data`, with each line break in the data written as `\n`.
    fn shown(format: StreamFormat, bytes: &[u8]) -> Vec<String> {
        let show =
            |event: StreamEvent| format!("{}|{}", event.name, event.data.replace('\n', "\\n"));
        decoded(format, [bytes]).into_iter().map(show).collect()
    }

    fn check(stream: &str, expected: &[&str]) {
        assert_eq!(shown(StreamFormat::Sse, stream.as_bytes()), expected, "{stream:?}");
    }

    fn check_lines(stream: &str, expected: &[&str]) {
        assert_eq!(shown(StreamFormat::JsonLines, stream.as_bytes()), expected, "{stream:?}");
    }

    #[test]
    fn an_event_ends_at_a_blank_line() {
        check("data: a\n\ndata: b\n\n", &["message|a", "message|b"]);
        check("event: ping\ndata: {}\n\ndata: b\n\n", &["ping|{}", "message|b"]);
        check("data: a\n\n\n\n\ndata: b\n\n", &["message|a", "message|b"]);
    }

    #[test]
    fn lines_end_in_all_three_ways() {
        check("data: a\r\n\r\ndata: b\r\rdata: c\n\n", &["message|a", "message|b", "message|c"]);
        check("data: a\r\n\ndata: b\n\r\n", &["message|a", "message|b"]);
        check("data: a\r\ndata: b\rdata: c\n\r", &["message|a\\nb\\nc"]);
    }

    #[test]
    fn several_lines_of_data_are_one_text() {
        check("data: a\ndata: b\ndata\ndata:\n\n", &["message|a\\nb\\n\\n"]);
        check("data\n\n", &["message|"]);
    }

    #[test]
    fn only_one_space_after_the_colon_is_removed() {
        check("data:a\n\ndata:  b\n\ndata:\tc\n\n", &["message|a", "message| b", "message|\tc"]);
        check("data: a: b\n\n", &["message|a: b"]);
    }

    #[test]
    fn comments_and_other_fields_are_no_events() {
        check(": WAIT\n\n: WAIT\n\ndata: a\n\n", &["message|a"]);
        check("id: 7\nretry: 10\nother: x\ndata: a\n\n", &["message|a"]);
        check(" data: a\n\nDATA: b\n\n", &[]);
    }

    #[test]
    fn a_name_without_data_is_no_event_and_is_forgotten() {
        check("event: ping\n\ndata: a\n\n", &["message|a"]);
        check("event: x\nevent:\ndata: a\n\n", &["message|a"]);
    }

    #[test]
    fn a_byte_order_mark_is_removed_only_at_the_beginning() {
        check("\u{feff}data: a\n\n\u{feff}data: b\n\n", &["message|a"]);
        check_lines("\u{feff}{}\n", &["|{}"]);
    }

    #[test]
    fn the_last_event_needs_no_blank_line() {
        check("data: a\n\ndata: b\n", &["message|a", "message|b"]);
        check("event: end\ndata: b", &["end|b"]);
        check("data: a\n\nevent: end", &["message|a"]);
        check("", &[]);
    }

    #[test]
    fn every_line_of_json_is_an_event() {
        check_lines(
            "{\"a\":1}\n{\"b\":2}\r\n\n  \n{\"c\":3}",
            &["|{\"a\":1}", "|{\"b\":2}", "|{\"c\":3}"],
        );
        check_lines("{\"a\":\r1}\n", &["|{\"a\":\r1}"]);
        check_lines("", &[]);
    }

    #[test]
    fn invalid_utf8_does_not_hide_what_follows() {
        let stream = b"data: a\xff\xe2\x82\ndata: b\n\ndata: c\n\n";
        assert_eq!(
            shown(StreamFormat::Sse, stream),
            ["message|a\u{fffd}\u{fffd}\\nb", "message|c"]
        );
    }

    #[test]
    fn an_event_that_is_too_long_is_replaced_and_the_next_is_read() {
        let long = "x".repeat(MAX_EVENT_BYTES);
        check(&format!("data: {long}\n\ndata: b\n\n"), &["too-long|", "message|b"]);
        check(&format!(": {long}\n\ndata: b\n\n"), &["message|b"]);
        let half = &long[..MAX_EVENT_BYTES / 2];
        check(&format!("data: {half}\ndata: {half}\n\ndata: b\n\n"), &["too-long|", "message|b"]);
        check_lines(&format!("{long}x\n{{}}\n"), &["too-long|", "|{}"]);
        check_lines(&format!("{{}}\n{long}x"), &["|{}", "too-long|"]);
        assert_eq!(
            decoded(StreamFormat::JsonLines, [long.as_bytes()])[0].data.len(),
            MAX_EVENT_BYTES
        );
    }

    /// Random streams made of the tokens of both formats.
    fn stream() -> impl Strategy<Value = Vec<u8>> {
        let pieces: [&[u8]; 16] = [
            b"data: ",
            b"data:",
            b"data",
            b"event: a",
            b": c",
            b"id: 1",
            b"\n",
            b"\n",
            b"\r",
            b"\r\n",
            b"\xef\xbb\xbf",
            "é€😀".as_bytes(),
            b"\xff",
            b"\xf0\x9f",
            b" ",
            b"{\"a\":1}",
        ];
        proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn a_stream_gives_the_same_events_however_it_is_split(
            bytes in stream(),
            cuts in proptest::collection::vec(0_usize..200, 0..6),
        ) {
            for format in [StreamFormat::Sse, StreamFormat::JsonLines] {
                let whole = decoded(format, [&bytes[..]]);
                let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
                cuts.extend([0, bytes.len()]);
                cuts.sort_unstable();
                let pieces = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
                prop_assert_eq!(&decoded(format, pieces), &whole);
                prop_assert_eq!(&decoded(format, bytes.chunks(1)), &whole);
            }
        }
    }
}
