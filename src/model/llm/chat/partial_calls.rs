//! Collects the calls of a reply, whose arguments may arrive in pieces.

use serde_json::Value;

use crate::model::llm::chat::tool_use::{RequestedCall, parse_arguments};

/// The calls of a reply that have arrived so far.
#[derive(Debug, Clone, Default)]
pub(super) struct PartialCalls(Vec<PartialCall>);

/// A call, or a part of a call. Fields that are missing in the event are empty.
#[derive(Debug, Clone, Default)]
pub(super) struct PartialCall {
    /// The position by which the events of a stream refer to the call.
    pub(super) index: Option<u64>,
    pub(super) id: String,
    pub(super) name: String,
    /// The arguments as JSON.
    pub(super) arguments: String,
    pub(super) signature: Option<String>,
}

impl PartialCalls {
    /// Adds a call that arrived as a whole.
    pub(super) fn add_call(&mut self, call: PartialCall) {
        self.0.push(call);
    }

    /// Adds a piece of a call: to the call that it belongs to, or as a new call.
    pub(super) fn add_piece(&mut self, piece: PartialCall) {
        match self.call_of(&piece) {
            Some(call) => call.extend(piece),
            None => self.0.push(piece),
        }
    }

    /// Adds the next part of the arguments of the call with this index.
    pub(super) fn add_arguments(&mut self, index: Option<u64>, arguments: &str) {
        if let Some(call) = self.0.iter_mut().rev().find(|call| call.index == index) {
            call.add_arguments(arguments);
        }
    }

    /// The complete calls. A call without a name can't be answered, so it is dropped.
    pub(super) fn finish(self) -> Vec<RequestedCall> {
        let named = self.0.into_iter().filter(|call| !call.name.is_empty());
        named.map(PartialCall::finish).collect()
    }

    /// The call that a piece belongs to; `None` if the piece starts a new call. A new call has a
    /// name, but services differ in everything else: some send no index, some send the index 0 for
    /// every call, and some send no id or a new id with every piece.
    fn call_of(&mut self, piece: &PartialCall) -> Option<&mut PartialCall> {
        if !piece.name.is_empty() && piece.index.is_none() && piece.id.is_empty() {
            let last = self.0.last_mut();
            return last.filter(|call| call.name == piece.name && call.may_continue_with(piece));
        }
        self.0.iter_mut().rev().find(|call| {
            let has_same_index = piece.index.is_none() || call.index == piece.index;
            let is_same_call =
                is_same_or_empty(&call.name, &piece.name) && is_same_or_empty(&call.id, &piece.id);
            has_same_index && (piece.name.is_empty() || is_same_call)
        })
    }
}

fn is_same_or_empty(one: &str, other: &str) -> bool {
    one.is_empty() || other.is_empty() || one == other
}

impl PartialCall {
    /// A call in the format of OpenAI, which Ollama shares: `{"id", "index", "function": {"name",
    /// "arguments"}}`.
    pub(super) fn from_openai_json(call: &Value) -> Self {
        let text = |pointer| call.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        Self {
            index: call.get("index").and_then(Value::as_u64),
            id: text("/id").to_owned(),
            name: text("/function/name").to_owned(),
            arguments: arguments_text(call.pointer("/function/arguments")),
            signature: None,
        }
    }

    fn extend(&mut self, piece: PartialCall) {
        if self.id.is_empty() {
            self.id = piece.id;
        }
        if self.name.is_empty() {
            self.name = piece.name;
        }
        self.add_arguments(&piece.arguments);
    }

    /// Appends a part of the arguments. Some services send all arguments again, which replaces the
    /// earlier ones: an object can't continue with the text with which it started.
    fn add_arguments(&mut self, part: &str) {
        let starts_object = part.trim_start().starts_with('{');
        if starts_object && (part.starts_with(&self.arguments) || self.has_all_arguments()) {
            self.arguments.clear();
        }
        self.arguments.push_str(part);
    }

    /// Whether a piece with the same name can belong to this call: the arguments are incomplete, or
    /// the piece repeats them.
    fn may_continue_with(&self, piece: &PartialCall) -> bool {
        !self.has_all_arguments() || self.arguments == piece.arguments
    }

    fn has_all_arguments(&self) -> bool {
        serde_json::from_str::<serde_json::Map<String, Value>>(&self.arguments).is_ok()
    }

    fn finish(self) -> RequestedCall {
        RequestedCall {
            id: self.id,
            name: self.name,
            arguments: parse_arguments(&self.arguments),
            signature: self.signature,
        }
    }
}

/// The arguments of a call as JSON text. Services send them as a string or as an object.
pub(super) fn arguments_text(arguments: Option<&Value>) -> String {
    match arguments {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The calls that OpenAI's deltas give, as `id name arguments`.
    fn check(deltas: &[Value], expected: &[&str]) {
        let mut calls = PartialCalls::default();
        for delta in deltas {
            calls.add_piece(PartialCall::from_openai_json(delta));
        }
        let show = |call: &RequestedCall| format!("{} {} {}", call.id, call.name, call.arguments);
        let shown: Vec<String> = calls.finish().iter().map(show).collect();
        assert_eq!(shown, expected, "{deltas:?}");
    }

    fn delta(index: Option<u64>, id: &str, name: &str, arguments: &str) -> Value {
        let mut delta = json!({ "id": id, "function": { "name": name, "arguments": arguments } });
        if let Some(index) = index {
            delta["index"] = json!(index);
        }
        delta
    }

    #[test]
    fn arguments_can_be_split_anywhere() {
        let arguments = r#"{"query":"{é}","filter":{"folder":"{\"a"},"tags":[{}]}"#;
        let parsed: Value = serde_json::from_str(arguments).unwrap();
        let expected = format!("c1 search {parsed}");
        for index in [Some(0), None] {
            let cuts: Vec<usize> = arguments.char_indices().map(|(at, _)| at).collect();
            for (first, second) in cuts.iter().flat_map(|a| cuts.iter().map(move |b| (*a, *b))) {
                let (first, second) = (first.min(second), first.max(second));
                let pieces = [
                    delta(index, "c1", "search", &arguments[..first]),
                    delta(index, "", "", &arguments[first..second]),
                    delta(index, "", "", &arguments[second..]),
                ];
                check(&pieces, &[&expected]);
            }
        }
    }

    #[test]
    fn pieces_of_two_calls_are_told_apart() {
        let (open, end) = (r#"{"a":"#, "1}");
        let both = [r#"c1 one {"a":1}"#, r#"c2 two {"a":1}"#];
        let interleaved = [
            delta(Some(0), "c1", "one", open),
            delta(Some(1), "c2", "two", open),
            delta(Some(0), "", "", end),
            delta(Some(1), "", "", end),
        ];
        check(&interleaved, &both);
        for index in [Some(0), None] {
            let same_index = [
                delta(index, "c1", "one", open),
                delta(index, "", "", end),
                delta(index, "c2", "two", open),
                delta(index, "", "", end),
            ];
            check(&same_index, &both);
        }
    }

    #[test]
    fn calls_without_index_and_id_are_told_apart_by_their_names() {
        let whole = |name, arguments| delta(None, "", name, arguments);
        check(&[whole("one", "{}"), whole("two", "{}")], &[" one {}", " two {}"]);
        let twice = [whole("one", r#"{"a":1}"#), whole("one", r#"{"a":2}"#)];
        check(&twice, &[r#" one {"a":1}"#, r#" one {"a":2}"#]);
    }

    #[test]
    fn a_call_that_is_sent_again_is_one_call() {
        let arguments = r#"{"a":1}"#;
        let expected = [r#"c1 one {"a":1}"#];
        for index in [Some(0), None] {
            let again = [
                delta(index, "c1", "one", r#"{"a""#),
                delta(index, "", "", ":1}"),
                delta(index, "c1", "one", arguments),
            ];
            check(&again, &expected);
            let growing = [
                delta(index, "c1", "one", ""),
                delta(index, "c1", "one", r#"{"a"#),
                delta(index, "c1", "one", r#"{"a":"#),
                delta(index, "c1", "one", arguments),
            ];
            check(&growing, &expected);
            let placeholder = [
                delta(index, "c1", "one", "{}"),
                delta(index, "", "", r#"{"a"#),
                delta(index, "", "", r#"":1}"#),
            ];
            check(&placeholder, &expected);
            let new_ids = [
                delta(index, "c1", "one", ""),
                delta(index, "c2", "", r#"{"a":"#),
                delta(index, "c3", "", "1}"),
            ];
            check(&new_ids, &expected);
        }
        let unnamed = [delta(None, "", "one", arguments), delta(None, "", "one", arguments)];
        check(&unnamed, &[r#" one {"a":1}"#]);
    }

    #[test]
    fn arguments_may_be_missing_or_no_json_and_a_name_may_not() {
        check(&[delta(Some(0), "c1", "one", "")], &["c1 one {}"]);
        check(&[json!({ "function": { "name": "one", "arguments": null } })], &[" one {}"]);
        check(
            &[json!({ "function": { "name": "one", "arguments": {"a": 1} } })],
            &[" one {\"a\":1}"],
        );
        check(&[delta(Some(0), "c1", "one", "{\"a\":")], &["c1 one \"{\\\"a\\\":\""]);
        check(&[delta(Some(0), "c1", "", "{}"), json!(7)], &[]);
    }
}
