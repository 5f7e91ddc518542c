//! The health of the vault: what the user may want to link, mend, fill in or answer. Everything here
//! stays on the device; rows about private notes are marked, so that nothing of them is sent later.
//!
//! In reading order:
//! - `health_row`: the result: rows of nine kinds, and clusters.
//! - `note_blocks`, `note_anchors`, `open_item`, `note_terms`, `plain_names`, `note_scan`: what is known of one
//!   note.
//! - `vault_scan`, `sketch_index`: what is known of all notes, kept between checks.
//! - `vault_view`: the notes in order with the links between them.
//! - `broken_links`, `heading_links`, `link_guess`, `mentioned_names`, `note_rows`, `stale_rows`, `name_rows`,
//!   `duplicate_rows`, `text_difference`: the rows of each kind.
//! - `same_subject_notes`, `note_clusters`, `cluster_name`: clusters.
//! - `link_fix`, `link_proposal`, `missing_note`: what mends a broken link and fills a missing note.
//! - `health_check`: reads the vault and puts everything together.

mod broken_links;
mod cluster_name;
mod duplicate_rows;
mod heading_links;
mod health_check;
mod health_row;
mod link_fix;
mod link_guess;
mod link_proposal;
mod mentioned_names;
mod missing_note;
mod name_rows;
mod note_anchors;
mod note_blocks;
mod note_clusters;
mod note_rows;
mod note_scan;
mod note_terms;
mod open_item;
mod plain_names;
mod same_subject_notes;
mod sketch_index;
mod stale_rows;
mod text_difference;
mod vault_scan;
mod vault_view;

pub(crate) use health_check::{HealthCheck, HealthContext};
pub use health_row::{Health, HealthKind, HealthRequest, HealthRow, HealthRowRequest};
pub use link_proposal::FixLinkRequest;
pub(crate) use link_proposal::propose_link_fix;
pub use missing_note::MissingNoteRequest;
pub(crate) use missing_note::missing_note_text;
