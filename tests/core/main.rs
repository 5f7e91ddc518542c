//! The core's scenarios, one module for each capability. They are one program, which is linked once.

mod ask;
mod ask_model;
mod case_files;
mod chat;
mod citations;
mod client;
mod conversations;
mod gaps;
mod health;
mod inbox;
mod library;
mod note_properties;
mod output_vectors;
mod pages;
mod played;
mod privacy;
mod private_names;
mod product_tools;
mod prompts;
mod reports;
mod research;
mod research_meaning;
mod research_model;
mod streams;
mod tools;
mod web;
mod write_tools;

#[path = "../golden/mod.rs"]
mod golden;
