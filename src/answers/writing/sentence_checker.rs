//! Checks a sentence of a report against its evidence by rules, without a model. The cited ids must
//! exist, and their text must support the sentence; other citations are removed.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::answers::writing::draft::{CitedSource, CitingSentence};
use crate::evidence::support::{self, CheckResult, CheckVerdict, CitedPiece, ParsedText, check};
use crate::evidence::{Evidence, EvidenceId};
use crate::language::{Language, tokenize};

/// Minimum number of different words (without stop words) of a sentence: shorter ones say nothing
/// that can be checked.
const MIN_CHECKABLE_WORDS: usize = 2;

/// Length from which a part of the note is long enough, in bytes.
const NOTE_PART_BYTES: usize = 2_000;

/// The result of the check of one sentence by rules, before a model reads it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleResult {
    pub verdict: CheckVerdict,
    /// The evidence that supports the sentence.
    pub cited_evidence: Vec<EvidenceId>,
    /// Why the sentence is not supported; empty if it is.
    pub reason: String,
}

/// Checks sentences against the evidence of a run.
pub struct SentenceChecker<'a> {
    evidence: BTreeMap<&'a EvidenceId, &'a Evidence>,
    note: &'a str,
    language: Language,
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
    ) -> Self {
        Self {
            evidence: evidence.map(|piece| (&piece.id, piece)).collect(),
            note,
            language,
            readings: RefCell::default(),
        }
    }

    /// Checks a sentence against the evidence that it cites.
    pub fn check_by_rules(&self, sentence: &CitingSentence) -> RuleResult {
        let (text, cited_sources) = (&sentence.checked_text(), &sentence.cited_sources);
        let pieces: Vec<&Evidence> =
            cited_sources.iter().filter_map(|source| self.find_evidence(source)).collect();
        let cites_note = cited_sources.contains(&CitedSource::Note);
        if pieces.is_empty() && !cites_note {
            return RuleResult::without_source();
        }
        let result = check_pieces(text, &pieces);
        // What the note says doesn't outweigh a source that says otherwise.
        let may_be_from_note = pieces.is_empty() || result.verdict == CheckVerdict::Undecided;
        if may_be_from_note && cites_note && self.is_supported_by_note(text) {
            return RuleResult::supported(Vec::new());
        }
        let cited = result.cited_piece_indexes.iter().filter_map(|index| pieces.get(*index));
        let mut cited_evidence: Vec<EvidenceId> = Vec::new();
        for piece in cited {
            if !cited_evidence.contains(&piece.id) {
                cited_evidence.push(piece.id.clone());
            }
        }
        let reason = result.rejection_reason.unwrap_or_default();
        RuleResult { verdict: result.verdict, cited_evidence, reason }
    }

    /// Whether a part of the note supports a sentence. A check reads only the beginning of a long text.
    fn is_supported_by_note(&self, sentence: &str) -> bool {
        let supports = |part: &str| {
            check::check(sentence, &[CitedPiece { title: "", text: part }]).is_supported
        };
        let parts = split_note_into_paragraph_groups(self.note);
        parts.iter().any(|part| supports(part))
    }

    /// Returns the evidence that a sentence cites; `None` for the researched note and unknown ids.
    pub fn find_evidence(&self, cite: &CitedSource) -> Option<&'a Evidence> {
        match cite {
            CitedSource::Evidence(id) => self.evidence.get(id).copied(),
            CitedSource::Note | CitedSource::Unknown => None,
        }
    }

    /// Whether a piece of evidence supports a sentence by the rules of the check.
    pub fn piece_supports_sentence(&self, piece: &Evidence, sentence: &str) -> bool {
        check_pieces(sentence, &[piece]).is_supported
    }

    /// Whether the rules of the check find that pieces of evidence say something else than a sentence.
    pub fn pieces_refute_sentence(&self, pieces: &[&Evidence], sentence: &str) -> bool {
        check_pieces(sentence, pieces).verdict == CheckVerdict::Refuted
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
        support::check_parsed_evidence(sentence, reading).is_supported
    }
}

impl RuleResult {
    fn supported(cited_evidence: Vec<EvidenceId>) -> Self {
        Self { verdict: CheckVerdict::Supported, cited_evidence, reason: String::new() }
    }

    /// The result for a sentence that is too short to be checked.
    pub fn too_short() -> Self {
        let reason = "it says too little".to_owned();
        Self { verdict: CheckVerdict::Refuted, cited_evidence: Vec::new(), reason }
    }

    fn without_source() -> Self {
        let reason = "it cites no source that exists".to_owned();
        Self { verdict: CheckVerdict::Refuted, cited_evidence: Vec::new(), reason }
    }
}

/// Checks a sentence against pieces of evidence, with their titles and publishers.
fn check_pieces(sentence: &str, pieces: &[&Evidence]) -> CheckResult {
    let titles: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{} {}", piece.title_and_heading(), piece.publisher()))
        .collect();
    let cited: Vec<CitedPiece<'_>> = pieces
        .iter()
        .zip(&titles)
        .map(|(piece, title)| CitedPiece { title, text: &piece.text })
        .collect();
    check::check(sentence, &cited)
}

/// Splits a note into parts of a few paragraphs.
fn split_note_into_paragraph_groups(note: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for paragraph in note.split("\n\n") {
        match parts.last_mut().filter(|part| part.len() < NOTE_PART_BYTES) {
            Some(part) => {
                part.push_str("\n\n");
                part.push_str(paragraph);
            }
            None => parts.push(paragraph.to_owned()),
        }
    }
    parts
}

/// Whether a text has enough words to be checked.
pub fn is_checkable(text: &str) -> bool {
    tokenize::distinct_terms(text, Language::detect(text)).len() >= MIN_CHECKABLE_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::run::StatementLayout;
    use crate::evidence::{NoteLocation, Origin};
    use crate::notes::note::NotePath;

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
            marked_lines: Vec::new(),
        }
    }

    fn check(sentence: &str, cites: &[usize], expected: Option<&[usize]>) {
        let language = Language::detect(sentence);
        let evidence = [
            piece(1, "The bridge was opened in 1932 and carries eight lanes of traffic."),
            piece(2, "Wool is washed at 30 degrees and dried flat."),
        ];
        let id = |number: &usize| CitedSource::Evidence(EvidenceId::new("r", *number));
        let claimed = CitingSentence {
            text: sentence.into(),
            lead_in: String::new(),
            layout: StatementLayout::Sentence,
            cited_sources: cites.iter().map(id).collect(),
        };
        let checker = SentenceChecker::new(evidence.iter(), "My note is about bridges.", language);
        let got = checker.check_by_rules(&claimed);
        let expected = expected.map(|numbers| {
            numbers.iter().map(|number| EvidenceId::new("r", *number)).collect::<Vec<_>>()
        });
        let is_supported = got.verdict == CheckVerdict::Supported;
        assert_eq!(is_supported.then_some(got.cited_evidence), expected, "{sentence}");
        assert_eq!(got.reason.is_empty(), is_supported);
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
