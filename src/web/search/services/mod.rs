//! The search services, one file each: `request` builds a request, `parse` reads the response.

pub mod arxiv;
pub mod brave;
pub mod crossref;
pub mod duckduckgo;
pub mod exa;
pub mod openalex;
pub mod searxng;
pub mod semantic_scholar;
pub mod tavily;
pub mod wikipedia;
