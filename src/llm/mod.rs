//! Services that run models, as pairs: build a request, read the answer. No prompt stands here.

pub mod embedding;
pub mod events;
pub mod reply_json;
