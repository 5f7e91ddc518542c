//! The search services, one file each: `request` builds a request, `parse` reads the response.

pub(super) mod arxiv;
pub(super) mod brave;
pub(super) mod crossref;
pub(super) mod duckduckgo;
pub(super) mod exa;
pub(super) mod openalex;
pub(super) mod searxng;
pub(super) mod semantic_scholar;
pub(super) mod tavily;
pub(super) mod wikipedia;
