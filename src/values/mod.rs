//! Values that know nothing of notes, the web or models: errors, time, progress, texts as sequences of characters.

pub mod byte_encoding;
pub mod error;
pub mod html;
pub mod progress;
pub(crate) mod sorting;
pub(crate) mod string_pool;
pub mod text;
pub mod time;
