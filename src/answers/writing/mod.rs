//! Statements and their check: what is written, cited, read a second time, repaired and left out.

pub(crate) mod built_in_writer;
pub(crate) mod citation;
pub(crate) mod draft;
pub(crate) mod draft_check;
pub(crate) mod novelty_filter;
pub(crate) mod outgoing_evidence;
pub mod phrases;
pub(crate) mod phrases_other_scripts;
pub mod relevance_filter;
pub(crate) mod repair;
pub(crate) mod report_phrases;
pub(crate) mod second_reading;
pub(crate) mod sentence_checker;
pub(crate) mod statement_markdown;
pub mod synthesis;
