//! Removes private information from text before it leaves the device. Requests are built from
//! [`OutgoingText`], which a [`Redactor`] creates: it masks keys and passwords, and replaces the
//! names of private notes in every spelling.
//!
//! The settings and the text of a note decide whether it is private. This module only finds the
//! names of private notes in a text.

mod file_reference;
mod mark;
mod note_name;
mod outgoing_text;
mod prompt_delimiter;
mod prompt_delimiter_removal;
mod reading;
mod redactor;
mod rests_on;
mod vault_names;

pub use outgoing_text::OutgoingText;
pub(crate) use prompt_delimiter::PromptDelimiter;
pub(crate) use redactor::PrivateWords;
pub use redactor::{PrivateNote, Redactor};
pub(crate) use rests_on::{PublicNotes, RestsOn};
pub(crate) use vault_names::NoteMentions;
pub use vault_names::VaultNames;
