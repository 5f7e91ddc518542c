//! Sanitises text that a model wrote before it becomes part of a proposal.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::features::tools::session::{ToolSession, urls_in_text};
use crate::features::tools::vault_files::VaultFiles;
use crate::notes::note::{Outline, parse_links};
use crate::safety::sanitize::{self, AllowedLinks};

/// Sanitises a text. It may link to visible notes, to addresses that the conversation has seen, and to
/// those that the note already has.
pub async fn sanitize_model_text(
    files: &VaultFiles<'_>,
    session: &ToolSession,
    text: &str,
    note_text: &str,
) -> String {
    let mut allowed_notes = Vec::new();
    let targets: BTreeSet<String> = parse_links(text).into_iter().map(|link| link.target).collect();
    for target in targets {
        // A link without a target leads to a heading of the note itself.
        if target.is_empty() || files.open_note(&target).await.is_ok() {
            allowed_notes.push(target);
        }
    }
    let allowed_urls: Vec<String> =
        session.seen_urls().into_iter().chain(urls_in_text(note_text)).collect();
    let allowed = AllowedLinks { allowed_urls: &allowed_urls, allowed_notes: Some(&allowed_notes) };
    sanitize_below_headings(text, &allowed)
}

/// Sanitises every text in the value of a property. Links become plain words, because a property can't be
/// checked like a sentence.
pub fn sanitize_property_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(sanitize::sanitize_property(text)),
        Value::Array(items) => items.iter().map(sanitize_property_value).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                (sanitize::sanitize_property(name), sanitize_property_value(value))
            };
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// Sanitises a text but keeps its headings of the first two levels, which reports don't have: the text
/// between them is sanitised by itself.
fn sanitize_below_headings(text: &str, allowed: &AllowedLinks<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut end = 0;
    let part = |from: usize, to: usize| {
        let text = text.get(from..to).unwrap_or_default();
        sanitize::sanitize_markdown(text, allowed).markdown.trim_end().to_owned()
    };
    for heading in Outline::parse(text).headings.iter().filter(|heading| heading.level < 3) {
        parts.push(part(end, heading.byte_range.start));
        let title = sanitize::sanitize_sentence(&heading.text);
        parts.push(format!("{} {title}", "#".repeat(heading.level.into())).trim_end().to_owned());
        end = heading.byte_range.end;
    }
    match parts.is_empty() {
        true => sanitize::sanitize_markdown(text, allowed).markdown,
        false => {
            parts.push(part(end, text.len()));
            parts.retain(|part| !part.trim().is_empty());
            let parts: Vec<&str> = parts.iter().map(|part| part.trim_matches('\n')).collect();
            parts.join("\n\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_keep_their_level_and_what_is_below_them_is_sanitised() {
        let check = |text: &str, expected: &str| {
            let allowed = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };
            assert_eq!(sanitize_below_headings(text, &allowed), expected, "{text}");
        };
        check("Words.", "Words.");
        check(
            "# Tea\n\nHot [[Diary]].\n## Kinds\n- green",
            "# Tea\n\nHot Diary.\n\n## Kinds\n\n- green",
        );
        check("# [[Diary]] `= 1+1`\n### Low", "# Diary `1+1`\n\n### Low");
        check("```\n# code\n```", "```\n# code\n```");
        check("Before\n\n```js\nopen\n# x", sanitized("Before\n\n```js\nopen\n# x").as_str());
    }

    fn sanitized(text: &str) -> String {
        let allowed = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };
        sanitize::sanitize_markdown(text, &allowed).markdown
    }
}
