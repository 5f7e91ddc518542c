//! An edit of one note as data, which a workflow passes to the host. `edit::apply` carries it out.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An edit of one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NoteEdit {
    /// Replaces a section's content, or appends the section if there is none.
    WriteSection {
        /// The heading with its hashes.
        heading: String,
        /// The new content, with or without the heading line.
        content: String,
        /// The content that may be replaced. If the section now has other content, because the
        /// user edited it meanwhile, the edit fails with `section-changed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
        /// Replaces only the part of the section from this text on. The part above stays unchanged.
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
        /// The heading with its hashes.
        heading: String,
        /// The new content, with or without the heading line.
        content: String,
    },
    /// Removes a section with its heading. Does nothing if the note has no such section.
    RemoveSection {
        /// The heading with its hashes.
        heading: String,
        /// The content that may be removed. If the section now has other content, the edit fails.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// Adds text to the end of a section that must exist, after a blank line.
    AppendToSection {
        /// The heading with its hashes.
        heading: String,
        /// The text to add.
        content: String,
        /// The note must still contain at least one of these sentences, as in `WriteSection`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(target_family = "wasm", tsify(optional))]
        expects: Vec<String>,
    },
    /// Adds text to the end of the note, after a blank line.
    Append {
        /// The text to add.
        content: String,
    },
    /// Adds text before the body of the note, after its frontmatter.
    Prepend {
        /// The text to add.
        content: String,
    },
    /// Sets a property of the frontmatter, or adds it.
    SetProperty {
        /// The name of the property.
        key: String,
        /// The new value of the property; `null` leaves the property empty.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Adds a value, or each value of a list, to a property. A property that is no list becomes
    /// one.
    AppendProperty {
        /// The name of the property.
        key: String,
        /// The value or values to add. Values that the list already contains are skipped.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Removes a property.
    RemoveProperty {
        /// The name of the property.
        key: String,
    },
}
