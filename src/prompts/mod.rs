//! What models are told: texts in `*.md`, and one typed function for each that fills them in.
//!
//! Places are filled in one pass, so what is filled in is never taken for a place. Text that the
//! person did not write stands only inside a [`Fence`]. Nothing here knows which service is asked.

mod extract;
mod fence;
mod synthesis;
mod topics;

pub use extract::{Extract, Extracted};
pub use fence::Fence;
pub use synthesis::{Piece, Said, Synthesis, Synthesized};
pub use topics::{NamedTopic, NamedTopics, Topics};

use std::borrow::Cow;

use serde_json::Value;

use crate::llm::chat::{Ask, Message, Role, Shape};
use crate::privacy::OutgoingText;

/// A question to a model.
pub trait Prompt {
    /// The question with a fence around what the person did not write.
    fn ask(&self, fence: &Fence) -> Ask;
}

/// A text with its places filled, each with the value of its name. A place of no name stays.
fn fill(template: &'static str, values: &[(&str, &OutgoingText)]) -> OutgoingText {
    let fixed = |text: &'static str| Cow::Owned(OutgoingText::fixed(text));
    let mut parts: Vec<Cow<'_, OutgoingText>> = Vec::new();
    let mut rest = template;
    while let Some((before, place)) = rest.split_once("{{") {
        parts.push(fixed(before));
        let Some((name, after)) = place.split_once("}}") else {
            parts.push(fixed("{{"));
            rest = place;
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

/// The shape of a reply: a closed object, and the same in words by an example.
fn shape(name: &str, schema: Value, example: &Value) -> Shape {
    let told = format!(
        "Reply with JSON only, of exactly this shape, without a fence and without a word around it:\n{example}"
    );
    Shape { name: name.to_owned(), schema, told }
}

fn ask(
    purpose: &'static str,
    system: OutgoingText,
    data: OutgoingText,
    shape: Shape,
    max_tokens: u32,
) -> Ask {
    let messages = vec![Message { role: Role::User, text: data }];
    Ask { purpose: purpose.to_owned(), system, messages, shape: Some(shape), max_tokens }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_no_place() {
        let [a, b] = ["{{b}}", "no"].map(OutgoingText::fixed);
        let filled = fill("x {{a}} {{c}} {{ y", &[("a", &a), ("b", &b)]);
        assert_eq!(filled.as_str(), "x {{b}} {{c}} {{ y");
    }
}
