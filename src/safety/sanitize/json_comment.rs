//! JSON that stands in a comment of a note. Some plugins search the whole file without regard to
//! comments, so the JSON is written without any of their patterns.

use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};

/// Characters that only occur in the strings of JSON, and that begin or end commands, comments or HTML.
const COMMAND_CHARACTERS: [char; 5] = ['%', '<', '>', '`', '$'];

/// Rewrites JSON so that it has the same content and nothing in it acts.
pub(crate) fn inert_json(json: &str) -> String {
    let escape = |text: String, c: char| text.replace(c, &escaped(c));
    let json = COMMAND_CHARACTERS.into_iter().fold(json.to_owned(), escape);
    let patterns = [TriggerContext::Anywhere, TriggerContext::Prose].into_iter();
    let patterns = patterns.flat_map(plugin_triggers::trigger_patterns).chain(["!["]);
    patterns.fold(json, |json, pattern| {
        let Some(last) = pattern.chars().next_back() else { return json };
        let before = pattern.strip_suffix(last).unwrap_or_default();
        json.replace(pattern, &format!("{before}{}", escaped(last)))
    })
}

fn escaped(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_json_acts() {
        let text = "`$= x` <% tp %> <b> {{date}} a:: b %% INPUT[a] ![[b]] start-multi-column: $$";
        let json = serde_json::to_string(&vec![text]).unwrap();
        let inert = inert_json(&json);
        for mark in ["`", "$", "<", "%", "{{", "::", "INPUT[", "![", "start-multi-column:"] {
            assert!(!inert.contains(mark), "{mark} in {inert}");
        }
        assert_eq!(serde_json::from_str::<Vec<String>>(&inert).unwrap(), [text]);
        assert_eq!(inert_json("{\"a\":[\"[[b]]!\"]}"), "{\"a\":[\"[[b]]!\"]}");
    }
}
