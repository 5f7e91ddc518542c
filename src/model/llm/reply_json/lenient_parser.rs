//! A lenient parser for one object or array that repairs the mistakes of models.
//!
//! If a mistake cannot be repaired, the value is cut off there: the complete items of an array and
//! the complete fields of an object stay. A value without any complete part counts as missing.

use serde_json::{Map, Value};

use crate::model::llm::reply_json::cursor::{Cursor, is_word_char};
use crate::model::llm::reply_json::json_string::{self, StringRole};
use crate::model::llm::reply_json::literal::{self, LiteralValue};
use crate::model::llm::reply_json::repair_log::{Repair, RepairLog};
use crate::values::text::add_steps;

/// Maximum nesting depth, the same as in `serde_json`. A deeper value is cut off, because the stack
/// of WebAssembly is small; models don't nest their replies this deep.
const MAX_NESTING_DEPTH: usize = 128;

/// The result of parsing one object or array.
pub(super) struct ParsedValue {
    /// The value; `None` if nothing complete was found.
    pub(super) value: Option<Value>,
    pub(super) repairs: Vec<Repair>,
    /// Whether the value has its closing bracket.
    pub(super) is_complete: bool,
    /// The byte position where the parser stopped.
    pub(super) end: usize,
    /// The byte position where the last complete item or field of the value ends.
    pub(super) last_complete_end: usize,
}

/// Parses the object or array whose opening bracket is at `start`.
pub(super) fn parse(text: &str, start: usize) -> ParsedValue {
    let mut parser = LenientParser {
        cursor: Cursor::new(text, start),
        log: RepairLog::default(),
        open: Vec::new(),
        is_cut: false,
        last_complete_end: start,
    };
    let value = parser.parse_value(StringRole::Item);
    if parser.is_cut {
        parser.log.add(Repair::Cut);
    } else {
        parser.last_complete_end = parser.cursor.byte_offset();
    }
    ParsedValue {
        value,
        repairs: parser.log.into_repairs(),
        is_complete: !parser.is_cut,
        end: parser.cursor.byte_offset(),
        last_complete_end: parser.last_complete_end,
    }
}

/// The two kinds of JSON values that contain other values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    Array,
    Object,
}

impl Container {
    fn closing_bracket(self) -> char {
        match self {
            Self::Array => ']',
            Self::Object => '}',
        }
    }
}

/// The state of the parser while it reads one object or array.
struct LenientParser<'a> {
    cursor: Cursor<'a>,
    log: RepairLog,
    /// The containers around the cursor, from the outermost to the innermost.
    open: Vec<Container>,
    /// Whether there was a mistake that could not be repaired. Parsing stops there, and all open
    /// containers end.
    is_cut: bool,
    /// The byte position where the last complete item or field of the value ends.
    last_complete_end: usize,
}

impl<'a> LenientParser<'a> {
    /// Parses a value. Returns `None` and sets `is_cut` if that fails. A container that was cut off
    /// is returned with its complete items or fields.
    fn parse_value(&mut self, role: StringRole) -> Option<Value> {
        match self.cursor.peek()? {
            '[' => self.parse_container(Container::Array),
            '{' => self.parse_container(Container::Object),
            c if json_string::closing_quotes(c).is_some() => {
                self.parse_string(role).map(Value::String)
            }
            '-' | '+' | '.' | '0'..='9' => self.parse_number(),
            _ => self.parse_literal(),
        }
    }

    fn parse_container(&mut self, container: Container) -> Option<Value> {
        if self.open.len() == MAX_NESTING_DEPTH {
            return self.stop_parsing();
        }
        self.cursor.next();
        self.open.push(container);
        let value = match container {
            Container::Array => self.parse_array(),
            Container::Object => self.parse_object(),
        };
        self.open.pop();
        value
    }

    fn parse_array(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        while self.move_to_next_entry(Container::Array, items.len()) {
            let kept_end = self.last_complete_end;
            let item = self.parse_value(StringRole::Item);
            if self.is_cut {
                self.last_complete_end = kept_end;
                break;
            }
            items.extend(item);
            self.last_complete_end = self.cursor.byte_offset();
        }
        (!self.is_cut || !items.is_empty()).then_some(Value::Array(items))
    }

    fn parse_object(&mut self) -> Option<Value> {
        let mut fields = Map::new();
        let mut entries = 0;
        while self.move_to_next_entry(Container::Object, entries) {
            entries += 1;
            let Some(key) = self.parse_key() else {
                break;
            };
            let Some(value) = self.parse_field_value() else {
                break;
            };
            fields.insert(key, value);
            if !self.is_cut {
                self.last_complete_end = self.cursor.byte_offset();
            }
        }
        (!self.is_cut || !fields.is_empty()).then_some(Value::Object(fields))
    }

    fn parse_field_value(&mut self) -> Option<Value> {
        self.skip_space_and_comments();
        if !self.cursor.eat(':') {
            return self.stop_parsing();
        }
        self.skip_space_and_comments();
        match self.cursor.peek() {
            Some(_) => self.parse_value(StringRole::Field),
            None => self.stop_parsing(),
        }
    }

    /// Moves to the next item or field, or past the closing bracket of the container. Returns
    /// whether there is another item or field. `entry_count` is the number of them so far.
    fn move_to_next_entry(&mut self, container: Container, entry_count: usize) -> bool {
        if self.is_cut {
            return false;
        }
        let commas = self.skip_and_count_commas();
        let Some(next) = self.cursor.peek() else {
            self.is_cut = true;
            return false;
        };
        let another = !matches!(next, ']' | '}');
        if commas != usize::from(another && entry_count > 0) {
            self.log.add(Repair::Comma);
        }
        match next {
            _ if another => {}
            _ if next == container.closing_bracket() => drop(self.cursor.next()),
            ']' => self.handle_mismatched_bracket(Container::Array),
            _ => self.handle_mismatched_bracket(Container::Object),
        }
        another
    }

    /// Handles a closing bracket of the wrong type, such as `]` inside an object. If it fits a
    /// container further out, it ends the inner containers too; otherwise parsing stops.
    fn handle_mismatched_bracket(&mut self, outer: Container) {
        if self.open.contains(&outer) {
            self.log.add(Repair::Bracket);
        } else {
            self.is_cut = true;
        }
    }

    fn skip_and_count_commas(&mut self) -> usize {
        let mut commas = 0;
        self.skip_space_and_comments();
        while self.cursor.eat(',') {
            commas += 1;
            self.skip_space_and_comments();
        }
        commas
    }

    /// Skips white space and comments. A comment is logged as a repair, because JSON allows none.
    fn skip_space_and_comments(&mut self) {
        self.cursor.skip_space();
        loop {
            let rest = self.cursor.rest();
            let end = match rest.get(..2) {
                Some("//") => rest.find('\n'),
                Some("/*") => rest.get(2..).and_then(|text| text.find("*/")).map(|at| at + 4),
                _ => break,
            };
            self.log.add(Repair::Comment);
            add_steps(end.unwrap_or(rest.len()));
            self.cursor.skip_bytes(end.unwrap_or(rest.len()));
            self.cursor.skip_space();
        }
    }

    fn parse_key(&mut self) -> Option<String> {
        if self.cursor.peek().is_some_and(|c| json_string::closing_quotes(c).is_some()) {
            return self.parse_string(StringRole::Key);
        }
        let start = self.cursor;
        let word = self.cursor.take_while(is_word_char);
        if word.is_empty() || self.cursor.peek_past_space() != Some(':') {
            return self.rewind_and_stop_parsing(start);
        }
        self.log.add(Repair::Quotes);
        Some(word.to_owned())
    }

    fn parse_string(&mut self, role: StringRole) -> Option<String> {
        let text = json_string::parse(&mut self.cursor, role, &mut self.log);
        self.is_cut |= text.is_none();
        text
    }

    fn parse_number(&mut self) -> Option<Value> {
        let start = self.cursor;
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let written = self.cursor.take_while(is_part);
        let value = match self.cursor.peek() {
            // A number at the very end of the reply may be incomplete, so it is dropped.
            None => None,
            Some(c) if is_word_char(c) => {
                let word = self.cursor.take_while(is_word_char);
                let signed = matches!(written, "-" | "+");
                literal::parse_word_literal(word)
                    .filter(|literal| signed && literal.repair == Some(Repair::Number))
            }
            Some(_) => literal::parse_number_literal(written),
        };
        self.accept_literal_or_stop(value, start)
    }

    fn parse_literal(&mut self) -> Option<Value> {
        let start = self.cursor;
        let value = literal::parse_word_literal(self.cursor.take_while(is_word_char));
        self.accept_literal_or_stop(value, start)
    }

    /// Returns the value of a literal and logs the repair that it needed, if any. Without a
    /// literal, parsing stops, and the cursor moves back to `start`.
    fn accept_literal_or_stop(
        &mut self,
        literal: Option<LiteralValue>,
        start: Cursor<'a>,
    ) -> Option<Value> {
        let Some(LiteralValue { value, repair }) = literal else {
            return self.rewind_and_stop_parsing(start);
        };
        repair.into_iter().for_each(|repair| self.log.add(repair));
        Some(value)
    }

    /// Stops parsing. The cursor moves back to `start`. If the reply ended inside the value, the
    /// cursor stays at the end of the text instead.
    fn rewind_and_stop_parsing<T>(&mut self, start: Cursor<'a>) -> Option<T> {
        if !self.cursor.rest().is_empty() {
            self.cursor = start;
        }
        self.stop_parsing()
    }

    fn stop_parsing<T>(&mut self) -> Option<T> {
        self.is_cut = true;
        None
    }
}
