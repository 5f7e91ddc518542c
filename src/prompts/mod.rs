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

use serde_json::Value;

use crate::llm::chat::{Ask, Message, Role, Shape};

/// A text with its places filled, each with the value of its name. A place of no name stays.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, place)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = place.split_once("}}") else {
            out.push_str("{{");
            rest = place;
            continue;
        };
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => out.push_str(value),
            None => out.extend(["{{", name, "}}"]),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The shape of a reply: a closed object, and the same in words by an example.
fn shape(name: &str, schema: Value, example: &Value) -> Shape {
    let told = format!(
        "Reply with JSON only, of exactly this shape, without a fence and without a word around it:\n{example}"
    );
    Shape { name: name.to_owned(), schema, told }
}

fn ask(purpose: &'static str, system: String, data: String, shape: Shape, max_tokens: u32) -> Ask {
    let messages = vec![Message { role: Role::User, text: data }];
    Ask { purpose: purpose.to_owned(), system, messages, shape: Some(shape), max_tokens }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_no_place() {
        let values = [("a", "{{b}}"), ("b", "no")];
        assert_eq!(fill("x {{a}} {{c}} {{ y", &values), "x {{b}} {{c}} {{ y");
    }
}
