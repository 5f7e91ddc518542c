//! A change to one note as data: what a workflow asks its host to do. `edit` carries it out.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A change to one note.
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
        /// The content that may be replaced. When the note now holds something else,
        /// the edit is refused with `section-changed`: a person was faster.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
        /// Only from this text on: what stands above it in the section stays as it is, to the byte.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// Sentences of which the note must still hold one. A note that holds none of them is another
        /// one under the same name, and the edit is refused with `another-note`. Without any,
        /// every note will do.
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
    /// Takes a section away, its heading with it; nothing if there is none.
    RemoveSection {
        /// The heading with its hashes.
        heading: String,
        /// The content that may be taken away, as in `WriteSection`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// Adds to the end of a section that must exist, after a blank line.
    AppendToSection {
        /// The heading with its hashes.
        heading: String,
        /// The text to add.
        content: String,
        /// As in `WriteSection`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(target_family = "wasm", tsify(optional))]
        expects: Vec<String>,
    },
    /// Adds to the end of the note, after a blank line.
    Append {
        /// The text to add.
        content: String,
    },
    /// Adds before the note's text, after its frontmatter.
    Prepend {
        /// The text to add.
        content: String,
    },
    /// Sets a property of the frontmatter, adding it if need be.
    SetProperty {
        /// Its name.
        key: String,
        /// Its value; `null` for an empty one.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Adds a value, or each of a list, to a property that is or becomes a list.
    AppendProperty {
        /// Its name.
        key: String,
        /// What to add; what is there already is not added again.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Takes a property away.
    RemoveProperty {
        /// Its name.
        key: String,
    },
}
