//! The text of a reply as the user sees it: without the model's reasoning, and while it arrives also
//! without the ids of passages, which the finished reply shows as links.

/// Names of the tags that models write around their reasoning.
const REASONING_TAGS: [&str; 5] = ["think", "thinking", "thought", "reasoning", "reflection"];

/// The beginning of the id of a passage.
const ID_START: &str = "[ev-";

/// A reply without the reasoning before it. Reasoning that has no end yet is all that there is.
pub(super) fn without_reasoning(text: &str) -> &str {
    for tag in REASONING_TAGS {
        let (opening, closing) = (format!("<{tag}>"), format!("</{tag}>"));
        let begins = text.trim_start().starts_with(&opening);
        match text.find(&closing) {
            Some(end) if begins || !text.get(..end).is_some_and(|it| it.contains(&opening)) => {
                return text.get(end + closing.len()..).unwrap_or_default().trim_start();
            }
            None if begins => return "",
            _ => {}
        }
    }
    text
}

/// A reply that is still arriving. A call that the model writes as JSON is not shown.
pub(super) fn arriving_text(text: &str) -> String {
    let text = without_reasoning(text);
    let start = text.trim_start();
    let is_json = start.starts_with('{') || start.starts_with("```json");
    // The beginning of a tag or of an id may still become one.
    if is_json || REASONING_TAGS.iter().any(|tag| format!("<{tag}>").starts_with(start)) {
        return String::new();
    }
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, id)) = rest.split_once(ID_START) {
        shown.push_str(before.trim_end_matches(' '));
        rest = id.split_once(']').map_or("", |(_, after)| after);
    }
    shown.push_str(rest);
    let is_partial_id =
        |length: &usize| ID_START.get(..*length).is_some_and(|it| shown.ends_with(it));
    if let Some(length) = (1..ID_START.len()).rev().find(is_partial_id) {
        shown.truncate(shown.len() - length);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_not_part_of_a_reply() {
        let check = |text: &str, expected: &str| assert_eq!(without_reasoning(text), expected);
        check("Tea.", "Tea.");
        check("<think>Hm.</think>\n\nTea.", "Tea.");
        check(" <reasoning>Hm.", "");
        check("Hm.</think>Tea.", "Tea.");
        check("Write <think> and </think> around it.", "Write <think> and </think> around it.");
    }

    #[test]
    fn an_arriving_reply_shows_neither_ids_nor_calls() {
        let check = |text: &str, expected: &str| assert_eq!(arriving_text(text), expected);
        check("", "");
        check("Tea is hot [ev-c1t1-001]. It", "Tea is hot. It");
        check("Tea is hot [ev-c1", "Tea is hot");
        check("Tea is hot [e", "Tea is hot ");
        check("A [link] and [", "A [link] and ");
        check("<thi", "");
        check("<think>Hm", "");
        check("<b", "<b");
        check("{\"tool\": \"search", "");
    }
}
