//! What a user can do: each feature has a room.

pub mod agent;
pub mod answer;
pub mod ask;
pub mod chat;
pub mod citations;
pub mod health;
pub mod inbox;
pub mod research;
pub mod tools;
