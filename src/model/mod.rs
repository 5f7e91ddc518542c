//! Language models: the formats of their services, prices and budgets, and the prompts.

pub mod llm;
pub mod prompts;
