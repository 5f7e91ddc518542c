//! The reply of a chat model, complete or partial.

use serde::{Deserialize, Serialize};

use crate::model::llm::chat::partial_calls::PartialCalls;
use crate::model::llm::chat::tool_use::RequestedCall;
use crate::model::llm::chat::tools_as_json::{self, JsonReply};
use crate::model::llm::reply_json;
use crate::model::llm::usage::Usage;
use crate::web::http::ServiceError;

/// The complete reply of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChatReply {
    /// The text of the reply, without reasoning.
    pub text: String,
    /// The tools that the model called, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub tool_calls: Vec<RequestedCall>,
    /// Why the reply ended: it is complete, reached the token limit, or was refused.
    #[serde(rename = "stop")]
    pub stop_reason: StopReason,
    /// The tokens that the call used.
    pub usage: Usage,
}

impl ChatReply {
    /// The first call of the model: one in the format of the service, or one that the model wrote
    /// as JSON into the text.
    pub fn first_call(&self) -> Option<RequestedCall> {
        if let Some(call) = self.tool_calls.first() {
            return Some(call.clone());
        }
        match self.json_reply()? {
            JsonReply::Call(call) => Some(call),
            JsonReply::Text(_) => None,
        }
    }

    /// The text for the user of a reply without a call. A model that has no tool calling writes it
    /// as JSON.
    pub fn plain_text(&self) -> String {
        match self.json_reply() {
            Some(JsonReply::Text(text)) => text,
            _ => self.text.clone(),
        }
    }

    /// The JSON in the text. A call whose end is missing doesn't count, because the tool would be
    /// called without the rest of the arguments.
    fn json_reply(&self) -> Option<JsonReply> {
        let is_complete = || reply_json::extract(&self.text).is_some_and(|it| it.is_complete());
        if self.stop_reason == StopReason::Length && !is_complete() {
            return None;
        }
        tools_as_json::parse_reply(&self.text)
    }
}

/// Why a model stopped generating its reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StopReason {
    /// The reply is complete.
    End,
    /// The reply reached the token limit. If its text is empty, reasoning used all tokens.
    Length,
    /// The model or its service refused to answer.
    Refusal {
        /// The message of the service; may be empty.
        message: String,
    },
}

/// A reply whose end may not have arrived yet.
#[derive(Debug, Clone, Default)]
pub(super) struct PartialReply {
    pub(super) text: String,
    pub(super) tool_calls: PartialCalls,
    pub(super) stop_reason: Option<StopReason>,
    pub(super) usage: Usage,
    /// Whether the service announced the end of the stream.
    pub(super) ended: bool,
}

impl PartialReply {
    /// Returns the complete reply, or an error if its end is missing: an interrupted reply must not
    /// be mistaken for a short one.
    pub(super) fn finish(self) -> Result<ChatReply, ServiceError> {
        let stop_reason = match self.stop_reason {
            Some(stop_reason) => stop_reason,
            None if self.ended => StopReason::End,
            None => return Err(ServiceError::Unreadable { expected: "the end of the reply" }),
        };
        let tool_calls = self.tool_calls.finish();
        Ok(ChatReply { text: self.text, tool_calls, stop_reason, usage: self.usage })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn reply(text: &str, stop_reason: StopReason) -> ChatReply {
        ChatReply {
            text: text.into(),
            tool_calls: Vec::new(),
            stop_reason,
            usage: Usage::default(),
        }
    }

    /// Checks the first call of a text, as `name arguments`.
    fn check(text: &str, expected: &str) {
        let call = reply(text, StopReason::End).first_call();
        let shown = call.map(|call| format!("{} {}", call.name, call.arguments));
        assert_eq!(shown.as_deref().unwrap_or("none"), expected, "{text}");
    }

    #[test]
    fn a_call_in_the_format_of_the_service_comes_first() {
        let call = |name: &str| RequestedCall {
            id: "c1".into(),
            name: name.into(),
            arguments: json!({}),
            signature: None,
        };
        let text = r#"{"tool":"three","arguments":{}}"#;
        let with_calls = ChatReply {
            tool_calls: vec![call("one"), call("two")],
            ..reply(text, StopReason::End)
        };
        assert_eq!(with_calls.first_call(), Some(call("one")));
    }

    #[test]
    fn a_call_is_read_from_json_with_different_keys() {
        let expected = r#"search {"query":"bees","reason":"r"}"#;
        for name in ["tool", "name", "action"] {
            for arguments in ["tool_arguments", "arguments", "parameters", "args", "input"] {
                check(
                    &format!(
                        r#"{{"reason":"r","{name}":"search","{arguments}":{{"query":"bees"}}}}"#
                    ),
                    expected,
                );
                let escaped = r#"{\"query\":\"bees\"}"#;
                check(
                    &format!(r#"{{"reason":"r","{name}":"search","{arguments}":"{escaped}"}}"#),
                    expected,
                );
            }
        }
        check(r#"{"tool":"search","reason":"r","query":"bees"}"#, expected);
        check("I will search.\n```json\n{\"tool\":\"search\",\"arguments\":{}}\n```", "search {}");
    }

    #[test]
    fn the_reason_becomes_an_argument_unless_there_is_one() {
        check(r#"{"reason":"r","tool":"a","arguments":{}}"#, r#"a {"reason":"r"}"#);
        check(r#"{"reason":"r","tool":"a"}"#, r#"a {"reason":"r"}"#);
        check(r#"{"reason":"r","tool":"a","arguments":{"reason":"s"}}"#, r#"a {"reason":"s"}"#);
        check(r#"{"reason":"r","tool":"a","arguments":""}"#, r#"a {"reason":"r"}"#);
        check(r#"{"reason":"r","tool":"a","arguments":null}"#, r#"a {"reason":"r"}"#);
        check(r#"{"reason":7,"tool":"a","arguments":{}}"#, "a {}");
    }

    #[test]
    fn arguments_with_mistakes_are_repaired_only_if_they_are_complete() {
        check(r#"{"tool":"a","arguments":"{'q': 'bees',}"}"#, r#"a {"q":"bees"}"#);
        check(r#"{"tool":"a","arguments":"{\"q\":\"be"}"#, r#"a "{\"q\":\"be""#);
        check(r#"{"tool":"a","arguments":"bees"}"#, r#"a "bees""#);
        check(r#"{"tool":"a","arguments":["bees"]}"#, r#"a ["bees"]"#);
    }

    #[test]
    fn other_json_is_no_call() {
        for text in [
            "Bees dance.",
            "",
            "[1]",
            r#"{"name":"Bees"}"#,
            r#"{"tool":7,"arguments":{}}"#,
            r#"{"tool":"","arguments":{}}"#,
            r#"{"arguments":{}}"#,
        ] {
            check(text, "none");
            assert_eq!(reply(text, StopReason::End).plain_text(), text);
        }
    }

    #[test]
    fn the_tool_reply_is_a_text() {
        for text in [
            r#"{"reason":"r","tool":"reply","arguments":{"text":"Bees {dance}."}}"#,
            r#"{"reason":"r","tool":"reply","arguments":"{\"text\":\"Bees {dance}.\"}"}"#,
            r#"{"reason":"r","tool":"reply","arguments":"Bees {dance}."}"#,
            r#"{"reason":"r","tool":"reply","text":"Bees {dance}."}"#,
        ] {
            check(text, "none");
            assert_eq!(reply(text, StopReason::End).plain_text(), "Bees {dance}.", "{text}");
        }
        check(r#"{"tool":"reply","arguments":{"words":"Bees"}}"#, "none");
    }

    #[test]
    fn a_call_that_was_cut_off_is_no_call() {
        let first_call = |text| reply(text, StopReason::Length).first_call();
        assert_eq!(first_call(r#"{"tool":"a","arguments":{"path":"x.md","text":"Be"#), None);
        let whole = first_call("{\"tool\":\"a\",\"arguments\":{}}\n\nNow I");
        assert_eq!(whole.map(|call| call.name).as_deref(), Some("a"));
    }
}
