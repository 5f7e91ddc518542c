//! Checks the citations of a note: compares each sentence that has a link with what the link leads to.
//! Notes are read on the device; pages only if the user allows it. Nothing in the note changes, and the
//! result is sent nowhere.
//!
//! In reading order: `cited_sentence` finds the sentences and their links (with `citation_mark`),
//! `source_reader` reads the sources (`source_text`), `comparison` compares.

mod citation_mark;
mod cited_sentence;
mod comparison;
mod source_reader;
mod source_text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::citations::cited_sentence::CitedSentence;
use crate::citations::comparison::compare_with_sources;
use crate::citations::source_reader::{Source, target_name};
use crate::citations::source_text::SourceText;
use crate::host::{Host, PeriodicYield};
use crate::note::linked_text::LinkTarget;
use crate::progress::{Progress, Stage};
use crate::research::request::Permission;

pub use source_reader::{MAX_PAGES, PageAccess, SourceReader};

/// A request to check the citations of a note.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitationsRequest {
    /// The note's path in the vault.
    #[serde(rename = "path")]
    pub note_path: String,
    /// Whether the pages that the note links to may be read.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether a model may be asked. No model is asked so far.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
}

/// A sentence of a note and one source that it cites, compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CheckedCitation {
    /// First line of the sentence in the note, counted from one.
    #[serde(rename = "line")]
    pub first_line: usize,
    /// Last line of the sentence, inclusive.
    pub last_line: usize,
    /// The sentence without its links.
    pub sentence: String,
    /// The source as it is linked: an address, or the target of a wikilink such as `Note#Heading`.
    pub target: String,
    /// Whether the source supports the sentence.
    pub verdict: CitationVerdict,
    /// The sentence of the source that is nearest to the sentence of the note.
    #[serde(rename = "nearest", skip_serializing_if = "Option::is_none")]
    pub nearest_sentence: Option<String>,
    /// Why the sentence is not supported, for the user.
    #[serde(rename = "why", skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The result of comparing a sentence with a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CitationVerdict {
    /// The source says what the sentence says.
    Supported,
    /// The source doesn't say it.
    NotFound,
    /// The source says something else.
    Contradicted,
    /// The link leads nowhere.
    Gone,
    /// The source was not read.
    NotRead,
}

/// The pages that the citations of a note lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitedPages {
    /// Number of sentences with a citation.
    #[serde(rename = "sentences")]
    pub sentence_count: usize,
    /// Number of different pages.
    #[serde(rename = "pages")]
    pub page_count: usize,
    /// The hosts of these pages, each once, in the order of the note.
    #[serde(rename = "hosts")]
    pub host_names: Vec<String>,
}

/// Finds the pages that the citations of a note lead to, so that the user can be asked before they are
/// read.
pub fn find_cited_pages(note: &str) -> CitedPages {
    let sentences = cited_sentence::find_cited_sentences(note);
    let mut addresses: Vec<&str> = Vec::new();
    let mut host_names: Vec<String> = Vec::new();
    for target in sentences.iter().flat_map(|sentence| &sentence.targets) {
        let LinkTarget::Address(address) = target else { continue };
        let host = address.split('/').nth(2).unwrap_or_default().to_lowercase();
        if !addresses.contains(&address.as_str()) {
            addresses.push(address);
        }
        if !host_names.contains(&host) {
            host_names.push(host);
        }
    }
    CitedPages { sentence_count: sentences.len(), page_count: addresses.len(), host_names }
}

/// Checks the citations of a note, in the order of the note. If the user stops the check, the remaining
/// sources count as not read.
pub async fn check_citations(
    host: &dyn Host,
    note: &str,
    reader: &SourceReader<'_>,
) -> Vec<CheckedCitation> {
    let sentences = cited_sentence::find_cited_sentences(note);
    let targets: Vec<LinkTarget> =
        sentences.iter().flat_map(|sentence| sentence.targets.iter().cloned()).collect();
    let sources = reader.read_all(&targets).await;
    let pause = PeriodicYield::new(host);
    let mut checked = Vec::new();
    for (index, sentence) in sentences.iter().enumerate() {
        // Everything is read by now, so a stopped check is still completed.
        let _ = pause.yield_if_due().await;
        if index % PROGRESS_STEP == 0 {
            host.report(&Progress::from_counts(Stage::Citations, index, sentences.len()));
        }
        checked.extend(check_sentence(sentence, &sources));
    }
    checked
}

/// Number of sentences between two progress messages.
const PROGRESS_STEP: usize = 20;

/// Compares one sentence with its sources.
fn check_sentence(
    sentence: &CitedSentence,
    sources: &BTreeMap<String, Source>,
) -> Vec<CheckedCitation> {
    let cited: Vec<(String, &Source)> = sentence
        .targets
        .iter()
        .filter_map(|target| {
            let name = target_name(target);
            sources.get(&name).map(|source| (name, source))
        })
        .collect();
    let texts: Vec<&SourceText> = cited
        .iter()
        .filter_map(|(_, source)| match source {
            Source::Read(text) => Some(text),
            Source::Gone(_) | Source::NotRead(_) | Source::SameNote => None,
        })
        .collect();
    let mut comparisons = compare_with_sources(sentence, &texts).into_iter();
    let mut checked = Vec::new();
    for (target, source) in cited {
        let (verdict, nearest_sentence, reason) = match source {
            Source::Read(_) => match comparisons.next() {
                Some(it) => (it.verdict, it.nearest_sentence, it.reason),
                None => continue,
            },
            Source::Gone(reason) => (CitationVerdict::Gone, None, Some(reason.clone())),
            Source::NotRead(reason) => (CitationVerdict::NotRead, None, Some(reason.clone())),
            Source::SameNote => continue,
        };
        checked.push(CheckedCitation {
            first_line: sentence.first_line,
            last_line: sentence.last_line,
            sentence: sentence.text.clone(),
            target,
            verdict,
            nearest_sentence,
            reason,
        });
    }
    checked
}
