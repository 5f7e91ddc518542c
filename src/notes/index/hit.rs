//! One search result: a passage of a note, its score, and how the note was found.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::notes::note::NotePath;

/// Separates the headings above a passage when they are joined for display or for JavaScript.
const DISPLAY_HEADING_SEPARATOR: &str = " > ";

/// Separates the headings above a passage when they are joined for the stored index. It is a
/// control character, because headings may contain any printable text, including ` > `.
const STORED_HEADING_SEPARATOR: char = '\u{1f}';

/// A search result: the best passage of a note for a query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The path of the note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The headings above the passage; JavaScript gets them joined by ` > `.
    #[serde(rename = "heading")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub heading_trail: HeadingTrail,
    /// First line of the passage, counted from one.
    pub first_line: usize,
    /// Last line of the passage, counted from one, inclusive.
    pub last_line: usize,
    /// The text of the passage. Always empty, because the index stores no note text; callers read
    /// the text from the note.
    #[serde(rename = "passage")]
    pub passage_text: String,
    /// How well the note matches the query: higher is better. Only scores of the same search can be
    /// compared.
    pub score: f32,
    /// Whether the note was found by its words, by its embedding, or by both.
    #[serde(rename = "found")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub match_kind: MatchKind,
}

/// Whether a note was found by words, by embedding or by both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchKind {
    /// Only by the words of the query.
    Keyword,
    /// Only by the embedding of the query.
    Meaning,
    /// By words and by embedding.
    Both,
}

impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keyword => "keyword",
            Self::Meaning => "meaning",
            Self::Both => "both",
        })
    }
}

/// The headings above a passage, outermost first. In JSON it is one string, joined by ` > `.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct HeadingTrail(Vec<String>);

impl HeadingTrail {
    /// The heading directly above the passage; empty before the first heading.
    pub fn innermost_heading(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }

    /// All headings in one string for display, joined by ` > `.
    pub fn to_display_text(&self) -> String {
        self.0.join(DISPLAY_HEADING_SEPARATOR)
    }

    /// Joins headings into the string that the index stores.
    pub fn join_for_storage(headings: &[String]) -> String {
        headings.join(STORED_HEADING_SEPARATOR.encode_utf8(&mut [0; 4]))
    }

    /// Splits the string from `join_for_storage` into headings.
    pub fn from_stored_text(stored: &str) -> Self {
        Self::from_joined_text(stored, |text| {
            text.split(STORED_HEADING_SEPARATOR).map(str::to_owned).collect()
        })
    }

    /// Splits joined headings with `split`. An empty text gives no headings.
    fn from_joined_text(text: &str, split: impl Fn(&str) -> Vec<String>) -> Self {
        Self(if text.is_empty() { Vec::new() } else { split(text) })
    }
}

impl From<String> for HeadingTrail {
    fn from(joined: String) -> Self {
        Self::from_joined_text(&joined, |text| {
            text.split(DISPLAY_HEADING_SEPARATOR).map(str::to_owned).collect()
        })
    }
}

impl From<HeadingTrail> for String {
    fn from(trail: HeadingTrail) -> Self {
        trail.to_display_text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_is_stored_as_a_list_and_shown_as_one_string() {
        let check = |headings: &[&str], joined: &str, innermost: &str| {
            let headings: Vec<String> = headings.iter().map(|text| (*text).to_owned()).collect();
            let trail = HeadingTrail::from_stored_text(&HeadingTrail::join_for_storage(&headings));
            assert_eq!(trail, HeadingTrail(headings));
            assert_eq!(
                (trail.to_display_text().as_str(), trail.innermost_heading()),
                (joined, innermost)
            );
        };
        check(&[], "", "");
        check(&["Tea"], "Tea", "Tea");
        check(&["Tea", "a > b"], "Tea > a > b", "a > b");
    }

    #[test]
    fn a_hit_keeps_its_json_names() {
        let json = r#"{"path":"a.md","heading":"Tea > Heat","firstLine":1,"lastLine":2,"passage":"","score":0.5,"found":"both"}"#;
        let hit: Hit = serde_json::from_str(json).unwrap();
        assert_eq!(
            (hit.heading_trail.innermost_heading(), hit.match_kind),
            ("Heat", MatchKind::Both)
        );
        assert_eq!(serde_json::to_string(&hit).unwrap(), json);
    }
}
