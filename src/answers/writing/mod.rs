//! Statements and their check: what is written, cited, read a second time, repaired and left out.

pub(crate) mod built_in_writer;
mod citation;
mod draft;
mod draft_check;
pub(crate) mod novelty_filter;
mod outgoing_evidence;
pub(crate) mod phrases;
mod phrases_other_scripts;
mod relevance_filter;
mod repair;
mod report_phrases;
mod second_reading;
mod sentence_checker;
mod statement_markdown;
pub(crate) mod synthesis;

pub(crate) use citation::CitationWriter;
pub(crate) use draft::{
    CitingSentence, TopicDraft, parse_answer, parse_cited_text, parse_citing_sentences,
};
pub(crate) use draft_check::{CheckedDraft, DraftCheck, FailedCheckStep};
pub(crate) use novelty_filter::NoveltyFilter;
pub(crate) use outgoing_evidence::OutgoingEvidence;
pub(crate) use phrases::{fill_placeholder, singular_or_plural};
pub(crate) use relevance_filter::RelevanceFilter;
pub(crate) use report_phrases::ReportPhrases;
pub(crate) use sentence_checker::{SentenceChecker, is_checkable};
pub(crate) use statement_markdown::StatementRenderer;
pub(crate) use synthesis::{MAX_EVIDENCE_PER_TOPIC, select_evidence};
