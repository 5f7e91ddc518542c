//! What a check of the vault's health returns: rows of several kinds, and clusters of notes.

use serde::{Deserialize, Serialize};

use crate::notes::note::NotePath;
use crate::values::text::truncated_line;

/// Maximum number of characters of the last part of a row's id.
const MAX_ID_DETAIL_CHARACTERS: usize = 80;

/// A request for a check of the vault.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HealthRequest {
    /// Maximum number of rows of each kind; `None` for the default number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub limit: Option<usize>,
}

/// A row that the user does not want to see again, or wants to see again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct HealthRowRequest {
    /// The id of the row.
    pub id: String,
}

/// The kinds of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum HealthKind {
    /// A note without links to or from another note.
    Orphan,
    /// A link that leads to no file.
    BrokenLink,
    /// A note that does not exist, although several notes link to it or mention it.
    MissingNote,
    /// Two notes with mostly the same text.
    NearDuplicate,
    /// An old note that recent notes link to.
    Stale,
    /// A note with little or no text.
    Stub,
    /// A question without an answer, or a task that is not done.
    OpenQuestion,
    /// A tag that is used once or misspelt.
    Tag,
    /// An alias that several notes have, or that a note lacks.
    Alias,
}

impl HealthKind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Self; 9] = [
        Self::Orphan,
        Self::BrokenLink,
        Self::MissingNote,
        Self::NearDuplicate,
        Self::Stale,
        Self::Stub,
        Self::OpenQuestion,
        Self::Tag,
        Self::Alias,
    ];

    /// The name of the kind in ids and in JavaScript.
    pub fn name(self) -> &'static str {
        match self {
            Self::Orphan => "orphan",
            Self::BrokenLink => "broken-link",
            Self::MissingNote => "missing-note",
            Self::NearDuplicate => "near-duplicate",
            Self::Stale => "stale",
            Self::Stub => "stub",
            Self::OpenQuestion => "open-question",
            Self::Tag => "tag",
            Self::Alias => "alias",
        }
    }
}

/// One thing in the vault that the user may want to change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HealthRow {
    /// Identifies the row. It stays the same until the note or what the row is about changes its name.
    pub id: String,
    /// The note that the row is about.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The number of the line, counted from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub line: Option<usize>,
    /// What the row is about besides the note: the link target as written, the missing note, the other
    /// note of a pair, the question or task, the tag or the alias.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub target: Option<String>,
    /// What was probably meant: the path of a note, or a tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub guess: Option<String>,
    /// How similar the pair is, from 0 to 1, or how many notes are concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub score: Option<f32>,
    /// Why the row is here, in words for the user.
    pub why: String,
    /// Whether the row is about a private note, so that nothing of it may be sent.
    #[serde(rename = "private", default, skip_serializing_if = "is_false")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub is_private: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl HealthRow {
    /// Creates a row about a note and a detail of it, such as a link target. The detail may be empty.
    pub fn new(kind: HealthKind, path: &NotePath, detail: &str, why: String) -> Self {
        let short = truncated_line(detail, MAX_ID_DETAIL_CHARACTERS);
        Self {
            id: format!("{}|{path}|{short}", kind.name()),
            path: path.clone(),
            line: None,
            target: (!detail.is_empty()).then(|| detail.to_owned()),
            guess: None,
            score: None,
            why,
            is_private: false,
        }
    }
}

/// The id of a row about something that several notes have in common, which of them is listed first
/// makes no difference.
pub fn row_id_without_note(kind: HealthKind, detail: &str) -> String {
    format!("{}||{}", kind.name(), truncated_line(detail, MAX_ID_DETAIL_CHARACTERS))
}

/// Replaces the path of a renamed note in the id of a row.
pub fn renamed_row_id(id: &str, from: &str, to: &str) -> String {
    let rename = |part: &str| if part == from { to.to_owned() } else { part.to_owned() };
    id.splitn(3, '|').map(rename).collect::<Vec<_>>().join("|")
}

/// Notes that have more to do with each other than with other notes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct NoteCluster {
    /// The terms that are typical of the notes.
    pub name: String,
    /// The notes, those with the most links first.
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]"))]
    pub notes: Vec<NotePath>,
    /// The notes that connect the cluster with other clusters, the best connected first.
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]"))]
    pub bridges: Vec<NotePath>,
    /// The connections to other clusters.
    pub links: Vec<ClusterLink>,
}

/// How strongly a cluster is connected with another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ClusterLink {
    /// The number of the other cluster in the list, counted from zero.
    pub cluster: usize,
    /// Number of links between the notes of the two clusters.
    pub count: usize,
}

/// Number of rows of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct HealthTotal {
    /// The kind.
    pub kind: HealthKind,
    /// Number of rows without those that the user ignores, also of those beyond the limit.
    pub rows: usize,
}

/// The result of a check of the vault.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Health {
    /// Notes without links.
    pub orphan: Vec<HealthRow>,
    /// Links that lead to no file.
    pub broken_link: Vec<HealthRow>,
    /// Notes that do not exist, although notes link to them or mention them.
    pub missing_note: Vec<HealthRow>,
    /// Pairs of notes with mostly the same text.
    pub near_duplicate: Vec<HealthRow>,
    /// Old notes that recent notes link to.
    pub stale: Vec<HealthRow>,
    /// Notes with little or no text.
    pub stub: Vec<HealthRow>,
    /// Questions without an answer, and tasks that are not done.
    pub open_question: Vec<HealthRow>,
    /// Tags that are used once or misspelt.
    pub tag: Vec<HealthRow>,
    /// Aliases that several notes have, or that a note lacks.
    pub alias: Vec<HealthRow>,
    /// The clusters, largest first.
    pub clusters: Vec<NoteCluster>,
    /// Number of rows of each kind.
    pub totals: Vec<HealthTotal>,
    /// Number of checked notes.
    pub notes: usize,
}

impl Health {
    /// The rows of a kind.
    pub fn rows(&self, kind: HealthKind) -> &[HealthRow] {
        match kind {
            HealthKind::Orphan => &self.orphan,
            HealthKind::BrokenLink => &self.broken_link,
            HealthKind::MissingNote => &self.missing_note,
            HealthKind::NearDuplicate => &self.near_duplicate,
            HealthKind::Stale => &self.stale,
            HealthKind::Stub => &self.stub,
            HealthKind::OpenQuestion => &self.open_question,
            HealthKind::Tag => &self.tag,
            HealthKind::Alias => &self.alias,
        }
    }

    /// Replaces the rows of a kind.
    pub(super) fn set_rows(&mut self, kind: HealthKind, rows: Vec<HealthRow>) {
        *match kind {
            HealthKind::Orphan => &mut self.orphan,
            HealthKind::BrokenLink => &mut self.broken_link,
            HealthKind::MissingNote => &mut self.missing_note,
            HealthKind::NearDuplicate => &mut self.near_duplicate,
            HealthKind::Stale => &mut self.stale,
            HealthKind::Stub => &mut self.stub,
            HealthKind::OpenQuestion => &mut self.open_question,
            HealthKind::Tag => &mut self.tag,
            HealthKind::Alias => &mut self.alias,
        } = rows;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_follows_a_renamed_note() {
        let path = NotePath::parse("a/Tea.md").unwrap();
        let row = HealthRow::new(HealthKind::BrokenLink, &path, "x|y", String::new());
        assert_eq!(row.id, "broken-link|a/Tea.md|x|y");
        assert_eq!(renamed_row_id(&row.id, "a/Tea.md", "Chai.md"), "broken-link|Chai.md|x|y");
        assert_eq!(renamed_row_id("stub|b.md|", "a.md", "c.md"), "stub|b.md|");
        assert_eq!(
            renamed_row_id("near-duplicate|b.md|a.md", "a.md", "c.md"),
            "near-duplicate|b.md|c.md"
        );
    }
}
