//! What may leave the device. A request is built from [`OutgoingText`], and that is made by a
//! [`Redactor`] alone: keys and passwords are masked in it, and the names of private notes are
//! replaced, however they are written.
//!
//! Which notes are private is decided by the settings and the text of each note; here is only how
//! their names are found in a text.

mod address;
mod fence_mark;
mod name;
mod outgoing;
mod redactor;
mod vault_names;

pub use fence_mark::FenceMark;
pub use name::Name;
pub use outgoing::OutgoingText;
pub use redactor::{PrivateNote, Redactor};
pub use vault_names::{Mentions, VaultNames};
