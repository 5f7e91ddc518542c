//! The user's notes: one note, the links between them, their passages and the index for search.

pub mod chunk;
pub mod graph;
pub mod index;
pub mod note;
