//! Checks the citations of a note: compares each sentence that has a link with what the link leads to.
//! Notes are read on the device; pages only if the user allows it. Nothing in the note changes, and the
//! result is sent nowhere. The result contains an edit that marks the sentences with a problem, which
//! is carried out only if the user asks for it.
//!
//! In reading order: `checked_citation` has the request and the results, `cited_sentence` finds the sentences and their links (with `citation_mark` and `cuts`),
//! `source_reader` reads the sources (`source_text`), `comparison` compares.

mod checked_citation;
mod citation_mark;
mod cited_sentence;
mod comparison;
mod cuts;
mod source_reader;
mod source_text;

use std::collections::{BTreeMap, BTreeSet};

use crate::features::citations::cited_sentence::CitedSentence;
use crate::features::citations::comparison::compare_with_sources;
use crate::features::citations::source_reader::{Source, target_name};
use crate::features::citations::source_text::SourceText;
use crate::host::{Host, PeriodicYield};
use crate::notes::note::{CitationProblem, LinkTarget, NoteEdit, ProblemMarks, problem_mark};
use crate::values::{Progress, Stage};

pub use checked_citation::{
    CheckedCitation, CitationVerdict, CitationsCheck, CitationsRequest, CitedPages,
};
pub(crate) use source_reader::{PageAccess, SourceReader};

/// Finds the pages that the citations of a note lead to, so that the user can be asked before they are
/// read.
pub fn find_cited_pages(note: &str) -> CitedPages {
    let sentences = cited_sentence::find_cited_sentences(&problem_mark::without_marks(note));
    let mut addresses: BTreeSet<&str> = BTreeSet::new();
    let mut known_hosts: BTreeSet<String> = BTreeSet::new();
    let mut host_names: Vec<String> = Vec::new();
    for target in sentences.iter().flat_map(|sentence| &sentence.targets) {
        let LinkTarget::Address(address) = target else { continue };
        let host = address.split('/').nth(2).unwrap_or_default().to_lowercase();
        addresses.insert(address);
        if known_hosts.insert(host.clone()) {
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
) -> CitationsCheck {
    let unmarked = problem_mark::without_marks(note);
    let sentences = cited_sentence::find_cited_sentences(&unmarked);
    let targets: Vec<LinkTarget> =
        sentences.iter().flat_map(|sentence| sentence.targets.iter().cloned()).collect();
    let sources = reader.read_all(&targets).await;
    let pause = PeriodicYield::new(host);
    let (mut citations, mut problems) = (Vec::new(), Vec::new());
    for (index, sentence) in sentences.iter().enumerate() {
        // Everything is read by now, so a stopped check is still completed.
        let _ = pause.yield_if_due().await;
        if index % PROGRESS_STEP == 0 {
            host.report(&Progress::from_counts(Stage::Citations, index, sentences.len()));
        }
        let checked = check_sentence(sentence, &sources);
        let worst = checked.iter().filter_map(|it| citation_problem(it.verdict)).min();
        problems.extend(worst.map(|problem| (sentence.end_offset, problem)));
        citations.extend(checked);
    }
    let marks = ProblemMarks::place(&unmarked, &problems);
    CitationsCheck {
        citations,
        mark_count: problem_mark::count_marks(note),
        problem_count: problems.len(),
        markable_count: marks.marks.len(),
        mark_edit: NoteEdit::MarkProblems(marks),
    }
}

fn citation_problem(verdict: CitationVerdict) -> Option<CitationProblem> {
    match verdict {
        CitationVerdict::Contradicted => Some(CitationProblem::Contradicted),
        CitationVerdict::NotFound => Some(CitationProblem::NotFound),
        CitationVerdict::Gone => Some(CitationProblem::Gone),
        CitationVerdict::Supported | CitationVerdict::NotRead => None,
    }
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
