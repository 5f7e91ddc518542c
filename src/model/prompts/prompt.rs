//! What all prompts share: the trait, filling a template, and the schema of the reply.

use std::borrow::Cow;

use serde_json::Value;

use crate::model::llm::{CompletionRequest, Message, ReplySchema};
use crate::model::prompts::fence::PromptFence;
use crate::safety::privacy::OutgoingText;

/// A prompt that can be sent to a language model.
pub trait Prompt {
    /// The request to the model. The fence encloses text that the user did not write.
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest;
}

/// Replaces each `{{name}}` in a template by its value; an unknown name stays. The template is read
/// once, so a `{{name}}` inside a value is not replaced.
pub(super) fn fill_template(
    template: &'static str,
    values: &[(&str, &OutgoingText)],
) -> OutgoingText {
    let fixed = |text: &'static str| Cow::Owned(OutgoingText::from_constant(text));
    let mut parts: Vec<Cow<'_, OutgoingText>> = Vec::new();
    let mut rest = template;
    while let Some((before, placeholder)) = rest.split_once("{{") {
        parts.push(fixed(before));
        let Some((name, after)) = placeholder.split_once("}}") else {
            parts.push(fixed("{{"));
            rest = placeholder;
            continue;
        };
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => parts.push(Cow::Borrowed(value)),
            None => parts.extend(["{{", name, "}}"].map(fixed)),
        }
        rest = after;
    }
    parts.push(fixed(rest));
    OutgoingText::concat(parts.iter().map(AsRef::as_ref))
}

/// Returns the schema of a reply. It includes an instruction with an example, for services that do
/// not support schemas.
pub(super) fn reply_schema(name: &str, schema: Value, example: &Value) -> ReplySchema {
    let instruction = format!(
        "Reply with JSON only, of exactly this shape, without a fence and without a word around it:\n{example}"
    );
    ReplySchema { name: name.to_owned(), schema, schema_instruction: instruction }
}

/// A conversation that consists of one message of the user.
pub(super) fn user_message(text: OutgoingText) -> Vec<Message> {
    vec![Message::from_user(text)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_inside_a_value_is_not_replaced() {
        let [a, b] = ["{{b}}", "no"].map(OutgoingText::from_constant);
        let filled = fill_template("x {{a}} {{c}} {{ y", &[("a", &a), ("b", &b)]);
        assert_eq!(filled.as_str(), "x {{b}} {{c}} {{ y");
    }
}
