//! Services that run models, as pairs: build a request, read the answer. No prompt stands here.

pub mod budget;
pub mod embedding;
pub mod events;
pub mod money;
pub mod price;
pub mod reply_json;
pub mod tokens;
pub mod usage;
