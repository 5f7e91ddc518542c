//! Language models: builds requests to services that run models, and parses the responses. This
//! module contains no prompts and sends nothing.
//!
//! In reading order:
//! - [`provider`]: the services that Ibid knows by name; [`model_list`]: the models of a service
//! - [`chat`]: a completion request and its reply, in the format of each service
//! - [`reply_json`]: the JSON in a reply, with the mistakes of models repaired
//! - [`embedding`]: vectors for texts
//! - [`tokens`], [`usage`], [`money`], [`price`] and [`budget`]: what a call costs and may cost

pub mod provider;

pub mod chat;
pub mod model_list;
pub mod reply_json;

pub mod embedding;

pub mod budget;
pub mod money;
pub mod price;
pub mod tokens;
pub mod transcription;
pub mod usage;
