//! What may leave the device, and what may be written into a note.

pub mod privacy;
pub mod sanitize;
