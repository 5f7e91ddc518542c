//! Removes private information from text before it leaves the device. Requests are built from
//! [`OutgoingText`], which a [`Redactor`] creates: it masks keys and passwords, and replaces the
//! names of private notes in every spelling.
//!
//! The settings and the text of a note decide whether it is private. This module only finds the
//! names of private notes in a text.

mod fence_mark;
mod fence_mark_removal;
mod file_reference;
mod note_name;
mod outgoing;
mod redactor;
mod vault_names;

pub use fence_mark::FenceMark;
pub use outgoing::OutgoingText;
pub use redactor::{PrivateNote, Redactor};
pub use vault_names::{NoteMentions, VaultNames};
