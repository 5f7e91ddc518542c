//! Language models: builds the requests of their services and parses the responses. It contains no
//! prompts and sends nothing.
//!
//! In reading order:
//! - [`provider`]: the services Ibid knows by name, and [`model_list`], the models that a service has
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
pub mod usage;
