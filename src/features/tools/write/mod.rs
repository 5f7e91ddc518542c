//! Tools that change the vault. A writing tool returns a proposal and changes nothing; the user's yes
//! carries the proposal out, and `undo` takes it back.
//!
//! In reading order:
//! - `proposal`: the changes that the user sees
//! - `propose`: the proposal of each tool, with `note_text`, `move_notes`, `daily_log` and
//!   `preferences`
//! - `new_path`: which names new notes and folders may have
//! - `name_links`: turns the names of notes into links
//! - `model_text`: sanitises what a model wrote
//! - `apply`: carries a proposal out, and takes it back

pub(super) mod apply;
mod daily_log;
mod model_text;
mod move_notes;
mod name_links;
mod new_path;
mod note_text;
mod preferences;
pub(super) mod proposal;
pub(super) mod propose;
