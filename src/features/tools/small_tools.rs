//! The date, and the preferences that the user asked to remember.

use serde_json::{Value, json};

use crate::features::tools::read_tools::to_result;
use crate::features::tools::result_block::{Continuation, ResultBlock};
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::VaultFiles;
use crate::notes::note::{NotePath, frontmatter_byte_range};
use crate::safety::privacy::OutgoingText;
use crate::values::Result;

/// The note with the preferences, one bullet each.
pub const PREFERENCES_PATH: &str = "Preferences.md";

/// A preference: a bullet of the note `Preferences.md`.
#[derive(Debug, PartialEq, Eq)]
pub struct Preference<'t> {
    /// The number of its line, counted from one.
    pub line: usize,
    /// What the user prefers.
    pub text: &'t str,
}

/// Tells the date, the day of the week and the time in the user's time zone.
pub fn current_date(context: &ToolContext<'_>) -> ToolResult {
    let now = context.host.now();
    let date = now.local_date();
    let weekday = date.weekday_name();
    let (hour, minute) = now.local_hour_and_minute();
    let padding = |number: u32| if number < 10 { "0" } else { "" };
    let number = |before: &'static str, number: u32| {
        OutgoingText::from_constant_and_number(before, number as usize)
    };
    let text = OutgoingText::concat([
        &OutgoingText::from_constant(weekday),
        &OutgoingText::from_constant(", "),
        &OutgoingText::from_today(date),
        &OutgoingText::from_constant(", "),
        &number(padding(hour), hour),
        &OutgoingText::from_constant(":"),
        &number(padding(minute), minute),
    ]);
    let data = json!({
        "date": date.to_string(), "weekday": weekday, "time": format!("{hour:02}:{minute:02}"),
    });
    ToolResult { text, data, next: None, proposal: None }
}

/// Lists the preferences of the user.
pub async fn list_preferences(
    context: &ToolContext<'_>,
    session: &ToolSession,
) -> Result<ToolResult> {
    let files = VaultFiles::load(context).await?;
    let is_there = files.all_paths().any(|path| path == PREFERENCES_PATH);
    let note = match NotePath::parse(PREFERENCES_PATH) {
        Ok(path) if is_there => files.read_if_visible(path).await,
        _ => None,
    };
    let text = note.as_ref().map_or("", |note| note.text.as_str());
    let preferences = parse_preferences(text);
    let entry = |it: &Preference<'_>| json!({ "line": it.line, "text": it.text });
    let entries: Vec<Value> = preferences.iter().map(entry).collect();
    let line = |it: &Preference<'_>| format!("line {}: {}", it.line, it.text);
    let listed = preferences.iter().map(line).collect::<Vec<_>>().join("\n");
    let quoted: Vec<&NotePath> = note.iter().map(|note| &note.path).collect();
    let redactor = context.privacy.build_redactor(&quoted, &[&listed], text).await?;
    let blocks = [
        ResultBlock::sentence_with_number("Preferences: ", preferences.len()),
        ResultBlock::data("preferences", redactor.redact(&listed)),
    ];
    let data = json!({ "preferences": entries });
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// The bullets of a note outside its properties and its code.
pub fn parse_preferences(text: &str) -> Vec<Preference<'_>> {
    let properties = frontmatter_byte_range(text).and_then(|range| text.get(range));
    let first = properties.map_or(0, |properties| properties.lines().count());
    let mut is_in_code = false;
    let mut preferences = Vec::new();
    for (at, line) in text.lines().enumerate().skip(first) {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            is_in_code = !is_in_code;
        }
        let bullet = ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign));
        let bullet = bullet.map(str::trim).filter(|text| !text.is_empty() && !is_in_code);
        preferences.extend(bullet.map(|text| Preference { line: at + 1, text }));
    }
    preferences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bullets_are_preferences() {
        let text = "---\ntags:\n  - x\n---\n# Mine\n- Tea, not coffee\n\n* Short answers\n-\n```\n- code\n```\n";
        let found: Vec<String> = parse_preferences(text)
            .iter()
            .map(|preference| format!("{}: {}", preference.line, preference.text))
            .collect();
        assert_eq!(found, ["6: Tea, not coffee", "8: Short answers"]);
    }
}
