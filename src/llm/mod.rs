//! Services that run models, as pairs: build a request, read the answer. No prompt stands here.

mod anthropic;
pub mod budget;
pub mod chat;
pub mod dialect;
pub mod embedding;
pub mod events;
mod gemini;
pub mod models;
pub mod money;
mod ollama;
mod openai;
pub mod price;
pub mod provider;
pub mod reply_json;
pub mod tokens;
pub mod usage;
