//! Values that know nothing of notes, the web or models: errors, time, progress, texts as sequences of characters.

mod byte_encoding;
pub(crate) mod error;
pub mod html;
mod progress;
mod sorting;
mod string_pool;
pub mod text;
mod time;

pub(crate) use byte_encoding::{
    read_text, read_without_shared_prefix, saturating_u32, take_bytes, varint_byte_length,
    write_text, write_without_shared_prefix,
};
pub use byte_encoding::{read_varint, write_varint};
pub use error::{Error, ErrorCode, Result};
pub(crate) use progress::{AgentStep, RunProgress, TopicProgress, TopicState};
pub use progress::{Progress, Stage, StepState};
pub(crate) use sorting::StableSort;
pub(crate) use string_pool::{StringInterner, StringPool, hash_text};
pub use time::Timestamp;
pub(crate) use time::{Date, duration_text};
