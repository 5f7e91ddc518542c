//! Checks every sentence of a report against its evidence. The cited ids must exist, and their text
//! must support the sentence; other citations are removed. A sentence that has no citation left is
//! dropped or marked, as the user chose, and counted.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::evidence::{Evidence, EvidenceId};
use crate::index::language::Language;
use crate::index::tokenize;
use crate::research::report::statement::{Statement, SupportStatus};
use crate::settings::UnverifiedPolicy;
use crate::support::check::{self, CitedPiece};
use crate::support::{self, ParsedText};

/// Minimum number of different words (without stop words) of a sentence: shorter ones say nothing
/// that can be checked.
const MIN_CHECKABLE_WORDS: usize = 2;

/// Maximum number of citations per sentence.
const MAX_CITATIONS_PER_SENTENCE: usize = 4;

/// A sentence that a model wrote, with the evidence that it cites.
#[derive(Debug, Clone)]
pub struct CitingSentence {
    pub text: String,
    /// The evidence that the sentence cites.
    pub cited_sources: Vec<CitedSource>,
}

/// What a sentence cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CitedSource {
    /// A piece of evidence that exists.
    Evidence(EvidenceId),
    /// The researched note.
    Note,
    /// An evidence id that doesn't exist.
    Unknown,
}

/// Checks sentences against the evidence of a run.
pub struct SentenceChecker<'a> {
    evidence: BTreeMap<&'a EvidenceId, &'a Evidence>,
    note: &'a str,
    language: Language,
    unverified: UnverifiedPolicy,
    unsupported: RefCell<Vec<String>>,
    /// Texts that were parsed before, because several sentences cite the same piece of evidence.
    readings: RefCell<BTreeMap<String, ParsedText>>,
}

impl<'a> SentenceChecker<'a> {
    /// Creates a checker for the evidence of a run and the text of the researched note. `language`
    /// is the language of the report.
    pub fn new(
        evidence: impl Iterator<Item = &'a Evidence>,
        note: &'a str,
        language: Language,
        unverified: UnverifiedPolicy,
    ) -> Self {
        Self {
            evidence: evidence.map(|piece| (&piece.id, piece)).collect(),
            note,
            language,
            unverified,
            unsupported: RefCell::default(),
            readings: RefCell::default(),
        }
    }

    /// The sentences that their evidence doesn't support.
    pub fn unsupported_sentences(&self) -> Vec<String> {
        self.unsupported.borrow().clone()
    }

    /// Checks a sentence. Returns it with the citations that support it; `None` if it is dropped.
    pub fn check_sentence(&self, claimed: CitingSentence) -> Option<Statement> {
        let CitingSentence { text, cited_sources: cites } = claimed;
        if !is_checkable(&text) {
            return None;
        }
        let pieces: Vec<&Evidence> =
            cites.iter().filter_map(|cite| self.find_evidence(cite)).collect();
        let cited_evidence = supporting_evidence(&text, &pieces);
        let is_noted = || cites.contains(&CitedSource::Note) && self.is_supported_by_note(&text);
        if !cited_evidence.is_empty() || is_noted() {
            let support_status = SupportStatus::Verified;
            return Some(Statement { text, cited_evidence, support_status });
        }
        self.unsupported.borrow_mut().push(text.clone());
        match self.unverified {
            UnverifiedPolicy::Drop => None,
            // The marked sentence has no citations, because they don't support it.
            UnverifiedPolicy::Mark => Some(Statement {
                text,
                cited_evidence: Vec::new(),
                support_status: SupportStatus::Unverified,
            }),
        }
    }

    fn is_supported_by_note(&self, sentence: &str) -> bool {
        check::check(sentence, &[CitedPiece { title: "", text: self.note }]).is_supported
    }

    fn find_evidence(&self, cite: &CitedSource) -> Option<&'a Evidence> {
        match cite {
            CitedSource::Evidence(id) => self.evidence.get(id).copied(),
            CitedSource::Note | CitedSource::Unknown => None,
        }
    }

    /// Whether a text supports a sentence. If they are in different languages, only figures and
    /// names are compared.
    pub fn text_supports_sentence(&self, text: &str, sentence: &str) -> bool {
        let foreign =
            Language::detect(text) != self.language && Language::detect(sentence) == self.language;
        if foreign && support::supports_across_languages(sentence, text) {
            return true;
        }
        let mut readings = self.readings.borrow_mut();
        let reading = readings.entry(text.to_owned()).or_insert_with(|| ParsedText::new(text));
        support::check_parsed(sentence, reading).is_supported
    }
}

/// Returns the pieces of evidence that support a sentence, alone or together.
fn supporting_evidence(sentence: &str, pieces: &[&Evidence]) -> Vec<EvidenceId> {
    let titles: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{} {}", piece.title_and_heading(), piece.publisher()))
        .collect();
    let cited: Vec<CitedPiece<'_>> = pieces
        .iter()
        .zip(&titles)
        .map(|(piece, title)| CitedPiece { title, text: &piece.text })
        .collect();
    let mut ids: Vec<EvidenceId> = Vec::new();
    for at in check::check(sentence, &cited).cited_piece_indexes {
        if let Some(piece) = pieces.get(at)
            && !ids.contains(&piece.id)
            && ids.len() < MAX_CITATIONS_PER_SENTENCE
        {
            ids.push(piece.id.clone());
        }
    }
    ids
}

/// Whether a text has enough words to be checked.
fn is_checkable(text: &str) -> bool {
    tokenize::distinct_terms(text, Language::detect(text)).len() >= MIN_CHECKABLE_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{NoteLocation, Origin};
    use crate::note::NotePath;

    fn piece(number: usize, text: &str) -> Evidence {
        Evidence {
            id: EvidenceId::new("r", number),
            origin: Origin::Note(NoteLocation {
                path: NotePath::parse("a.md").unwrap(),
                heading: String::new(),
                first_line: 1,
                last_line: 1,
            }),
            text: text.into(),
            score: 1.0,
        }
    }

    fn check(sentence: &str, cites: &[usize], expected: Option<&[usize]>) {
        let language = Language::detect(sentence);
        let evidence = [
            piece(1, "The bridge was opened in 1932 and carries eight lanes of traffic."),
            piece(2, "Wool is washed at 30 degrees and dried flat."),
        ];
        let id = |number: &usize| CitedSource::Evidence(EvidenceId::new("r", *number));
        let claimed =
            CitingSentence { text: sentence.into(), cited_sources: cites.iter().map(id).collect() };
        let checker = SentenceChecker::new(
            evidence.iter(),
            "My note is about bridges.",
            language,
            UnverifiedPolicy::Drop,
        );
        let got = checker.check_sentence(claimed).map(|statement| statement.cited_evidence);
        let expected = expected.map(|numbers| {
            numbers.iter().map(|number| EvidenceId::new("r", *number)).collect::<Vec<_>>()
        });
        assert_eq!(got, expected, "{sentence}");
        assert_eq!(checker.unsupported_sentences().len(), usize::from(got.is_none()));
    }

    #[test]
    fn only_evidence_that_supports_a_sentence_is_cited() {
        check("The bridge was opened in 1932.", &[1], Some(&[1]));
        check("The bridge was opened in 1932.", &[1, 2], Some(&[1]));
        check("The bridge was opened in 1935.", &[1], None);
        check("The bridge was opened in 1932.", &[2], None);
        check("The bridge was opened in 1932.", &[7], None);
        check("The bridge was opened in 1932.", &[], None);
        check("Die Brücke wurde 1932 eröffnet.", &[1], Some(&[1]));
        check("Die Brücke wurde 1935 eröffnet.", &[1], None);
    }
}
