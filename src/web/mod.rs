//! The web: addresses and requests as values, pages as Markdown, the formats of search services.

pub mod http;
pub mod page;
pub mod search;
