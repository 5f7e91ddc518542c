//! An edit of one note as data, which a workflow passes to the host. `edit::apply` carries it out.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::notes::note::problem_mark::ProblemMarks;
use crate::notes::note::word_link::WordLink;

/// A change to one note. If it can't be made safely, it fails and the note stays unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NoteEdit {
    /// Replaces a section's content, or appends the section if there is none.
    WriteSection {
        /// The heading of the section with its hashes, such as `## Research`.
        heading: String,
        /// The new content, with or without the heading line.
        content: String,
        /// The content that may be replaced. If the section now has other content, because the
        /// user edited it meanwhile, the edit fails with `section-changed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
        /// If set, only the end of the section is replaced, from the last occurrence of this text
        /// on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// The note must still contain at least one of these sentences. Otherwise it is another
        /// note with the same path, and the edit fails with `another-note`. An empty list accepts
        /// every note.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(target_family = "wasm", tsify(optional))]
        expects: Vec<String>,
    },
    /// Replaces the content of a section that must exist.
    ReplaceSection {
        /// The heading of the section with its hashes, such as `## Research`.
        heading: String,
        /// The new content, with or without the heading line.
        content: String,
    },
    /// Removes a section with its heading. Does nothing if the note has no such section.
    RemoveSection {
        /// The heading of the section with its hashes, such as `## Research`.
        heading: String,
        /// The content that may be removed. If the section now has other content, the edit fails.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// Adds text to the end of a section that must exist, after a blank line.
    AppendToSection {
        /// The heading of the section with its hashes, such as `## Research`.
        heading: String,
        /// The text to add, as Markdown.
        content: String,
        /// The note must still contain at least one of these sentences, as in `WriteSection`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(target_family = "wasm", tsify(optional))]
        expects: Vec<String>,
    },
    /// Adds text to the end of the note, after a blank line.
    Append {
        /// The text to add, as Markdown.
        content: String,
    },
    /// Adds text before the body of the note, after its frontmatter.
    Prepend {
        /// The text to add, as Markdown.
        content: String,
    },
    /// Replaces words on one line by a link. Fails with `changed-since` if the line has changed.
    LinkWords(WordLink),
    /// Marks the sentences whose citation has a problem, and removes the marks of an earlier check.
    /// Fails with `changed-since` if the note has changed since the check.
    MarkProblems(ProblemMarks),
    /// Removes the marks that `MarkProblems` wrote.
    RemoveProblemMarks,
    /// Replaces the whole text. Fails with `note-changed` if the note has another text than `before`.
    ReplaceText {
        /// The text that the note must have.
        before: String,
        /// The new text.
        after: String,
    },
    /// Sets a property of the frontmatter, or adds it.
    SetProperty {
        /// The name of the property, such as `tags`.
        key: String,
        /// The new value of the property; `null` leaves the property empty.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Adds a value, or each value of a list, to a property. A property that is no list becomes
    /// one.
    AppendProperty {
        /// The name of the property, such as `tags`.
        key: String,
        /// The value or values to add. Values that the list already contains are skipped.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Removes a property. Does nothing if the note doesn't have it.
    RemoveProperty {
        /// The name of the property, such as `tags`.
        key: String,
    },
}
