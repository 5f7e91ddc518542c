//! Reads one object or array by rules that forgive what models get wrong.
//!
//! Where no rule helps, the value is cut: what is whole is kept. Of an array that are its whole
//! items, of an object its whole keys; something cut that keeps nothing is as if it were not there.

use serde_json::{Map, Value};

use crate::llm::reply_json::Repair;
use crate::llm::reply_json::cursor::{Cursor, is_word};
use crate::llm::reply_json::literal::{self, Literal};
use crate::llm::reply_json::string::{self, Place};
use crate::text::step_counter::add_steps;

/// Deeper than any answer. `serde_json` has the same limit, and the stack of WebAssembly is small.
const MAX_DEPTH: usize = 128;

/// Repairs made so far, each kind once.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<Repair>);

impl Notes {
    pub(super) fn note(&mut self, repair: Repair) {
        if !self.0.contains(&repair) {
            self.0.push(repair);
        }
    }
}

/// What was read at one place.
pub(super) struct Outcome {
    /// None if nothing whole was there.
    pub(super) value: Option<Value>,
    pub(super) repairs: Vec<Repair>,
    /// Whether the value came to its closing bracket.
    pub(super) whole: bool,
    /// Where reading stopped.
    pub(super) end: usize,
    /// Where the last thing ends that was kept.
    pub(super) kept: usize,
}

/// Reads the object or array whose bracket stands at `start`.
pub(super) fn read(text: &str, start: usize) -> Outcome {
    let mut reader = Reader {
        cursor: Cursor::new(text, start),
        notes: Notes::default(),
        open: Vec::new(),
        cut: false,
        kept: start,
    };
    let value = reader.value(Place::Item);
    if reader.cut {
        reader.notes.note(Repair::Cut);
    } else {
        reader.kept = reader.cursor.at();
    }
    Outcome {
        value,
        repairs: reader.notes.0,
        whole: !reader.cut,
        end: reader.cursor.at(),
        kept: reader.kept,
    }
}

/// A bracket that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    Array,
    Object,
}

impl Container {
    fn close(self) -> char {
        match self {
            Self::Array => ']',
            Self::Object => '}',
        }
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    notes: Notes,
    /// From the outermost to the one that is read.
    open: Vec<Container>,
    /// No rule helped: nothing more is read, and every open container ends here.
    cut: bool,
    kept: usize,
}

impl<'a> Reader<'a> {
    /// A value, or none and `cut` is set. A container that was cut is given with what it keeps.
    fn value(&mut self, place: Place) -> Option<Value> {
        match self.cursor.peek()? {
            '[' => self.inside(Container::Array),
            '{' => self.inside(Container::Object),
            c if string::closing(c).is_some() => self.string(place).map(Value::String),
            '-' | '+' | '.' | '0'..='9' => self.number(),
            _ => self.word(),
        }
    }

    fn inside(&mut self, container: Container) -> Option<Value> {
        if self.open.len() == MAX_DEPTH {
            return self.give_up();
        }
        self.cursor.next();
        self.open.push(container);
        let value = match container {
            Container::Array => self.array(),
            Container::Object => self.object(),
        };
        self.open.pop();
        value
    }

    fn array(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        while self.entry_follows(Container::Array, items.is_empty()) {
            let kept = self.kept;
            let item = self.value(Place::Item);
            if self.cut {
                self.kept = kept;
                break;
            }
            items.extend(item);
            self.kept = self.cursor.at();
        }
        (!self.cut || !items.is_empty()).then_some(Value::Array(items))
    }

    fn object(&mut self) -> Option<Value> {
        let mut fields = Map::new();
        let mut first = true;
        while self.entry_follows(Container::Object, first) {
            first = false;
            let Some(key) = self.key() else {
                break;
            };
            let Some(value) = self.value_of_field() else {
                break;
            };
            fields.insert(key, value);
            if !self.cut {
                self.kept = self.cursor.at();
            }
        }
        (!self.cut || !fields.is_empty()).then_some(Value::Object(fields))
    }

    fn value_of_field(&mut self) -> Option<Value> {
        self.skip_noise();
        if !self.cursor.eat(':') {
            return self.give_up();
        }
        self.skip_noise();
        match self.cursor.peek() {
            Some(_) => self.value(Place::Field),
            None => self.give_up(),
        }
    }

    /// Moves to the next entry, or behind the bracket that ends the container.
    fn entry_follows(&mut self, container: Container, first: bool) -> bool {
        if self.cut {
            return false;
        }
        let commas = self.skip_commas();
        let Some(next) = self.cursor.peek() else {
            self.cut = true;
            return false;
        };
        let another = !matches!(next, ']' | '}');
        if commas != usize::from(another && !first) {
            self.notes.note(Repair::Comma);
        }
        match next {
            _ if another => {}
            _ if next == container.close() => drop(self.cursor.next()),
            ']' => self.end_with(Container::Array),
            _ => self.end_with(Container::Object),
        }
        another
    }

    /// The bracket of another container is here: if one of that kind is around, both end.
    fn end_with(&mut self, around: Container) {
        if self.open.contains(&around) {
            self.notes.note(Repair::Bracket);
        } else {
            self.cut = true;
        }
    }

    fn skip_commas(&mut self) -> usize {
        let mut commas = 0;
        self.skip_noise();
        while self.cursor.eat(',') {
            commas += 1;
            self.skip_noise();
        }
        commas
    }

    /// Moves over white space and comments.
    fn skip_noise(&mut self) {
        self.cursor.skip_space();
        loop {
            let rest = self.cursor.rest();
            let end = match rest.get(..2) {
                Some("//") => rest.find('\n'),
                Some("/*") => rest.get(2..).and_then(|text| text.find("*/")).map(|at| at + 4),
                _ => break,
            };
            self.notes.note(Repair::Comment);
            add_steps(end.unwrap_or(rest.len()));
            self.cursor.skip(end.unwrap_or(rest.len()));
            self.cursor.skip_space();
        }
    }

    fn key(&mut self) -> Option<String> {
        if self.cursor.peek().is_some_and(|c| string::closing(c).is_some()) {
            return self.string(Place::Key);
        }
        let start = self.cursor;
        let word = self.cursor.take_while(is_word);
        if word.is_empty() || self.cursor.peek_past_space() != Some(':') {
            return self.give_up_at(start);
        }
        self.notes.note(Repair::Quotes);
        Some(word.to_owned())
    }

    fn string(&mut self, place: Place) -> Option<String> {
        let text = string::read(&mut self.cursor, place, &mut self.notes);
        self.cut |= text.is_none();
        text
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.cursor;
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let written = self.cursor.take_while(is_part);
        let value = match self.cursor.peek() {
            // It may go on where the reply was cut.
            None => None,
            Some(c) if is_word(c) => {
                let word = self.cursor.take_while(is_word);
                let signed = matches!(written, "-" | "+");
                literal::word(word).filter(|(_, how)| signed && *how == Some(Repair::Number))
            }
            Some(_) => literal::number(written),
        };
        self.known(value, start)
    }

    fn word(&mut self) -> Option<Value> {
        let start = self.cursor;
        let value = literal::word(self.cursor.take_while(is_word));
        self.known(value, start)
    }

    fn known(&mut self, value: Option<Literal>, start: Cursor<'a>) -> Option<Value> {
        let Some((value, repair)) = value else {
            return self.give_up_at(start);
        };
        repair.into_iter().for_each(|repair| self.notes.note(repair));
        Some(value)
    }

    /// Gives up before what could not be read, or at the end if the text ends inside it.
    fn give_up_at<T>(&mut self, start: Cursor<'a>) -> Option<T> {
        if !self.cursor.rest().is_empty() {
            self.cursor = start;
        }
        self.give_up()
    }

    fn give_up<T>(&mut self) -> Option<T> {
        self.cut = true;
        None
    }
}
