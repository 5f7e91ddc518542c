//! Every sentence is compared with its evidence before it is written. Ids must exist, and what they
//! name must bear the sentence out; links that do not are taken away, and a sentence that is left
//! with none is dropped or marked, as the person chose, and counted.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::evidence::{Evidence, EvidenceId};
use crate::index::language::Language;
use crate::index::tokenize;
use crate::research::report::statement::{Statement, SupportStatus};
use crate::settings::UnverifiedPolicy;
use crate::support::{self, Reading};

/// Telling words of a sentence.
const LEAST_WORDS: usize = 2;

/// Sources of one sentence: more are not looked at.
const MOST_CITES: usize = 4;

/// A sentence and what it says it rests on.
#[derive(Debug, Clone)]
pub struct ClaimedSentence {
    pub text: String,
    pub cites: Vec<Cite>,
}

/// What a sentence rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cite {
    /// A piece of evidence that exists.
    Evidence(EvidenceId),
    /// The note itself.
    Note,
    /// Something that does not exist.
    Nothing,
}

/// Compares sentences with their evidence.
pub struct SentenceChecker<'a> {
    evidence: BTreeMap<&'a EvidenceId, &'a Evidence>,
    note: &'a str,
    language: Language,
    unverified: UnverifiedPolicy,
    failed: RefCell<Vec<String>>,
    /// Texts that were read before: several sentences rest on one piece.
    readings: RefCell<BTreeMap<String, Reading>>,
}

impl<'a> SentenceChecker<'a> {
    /// Over the evidence of a run, the note itself, and the language of the report.
    pub fn new(
        evidence: impl Iterator<Item = &'a Evidence>,
        (note, language): (&'a str, Language),
        unverified: UnverifiedPolicy,
    ) -> Self {
        Self {
            evidence: evidence.map(|piece| (&piece.id, piece)).collect(),
            note,
            language,
            unverified,
            failed: RefCell::default(),
            readings: RefCell::default(),
        }
    }

    /// The sentences that their evidence did not bear out.
    pub fn failed(&self) -> Vec<String> {
        self.failed.borrow().clone()
    }

    /// The sentence as it may be written.
    pub fn check(&self, claimed: ClaimedSentence) -> Option<Statement> {
        let ClaimedSentence { text, cites } = claimed;
        if !says_something(&text) {
            return None;
        }
        let pieces: Vec<&Evidence> = cites.iter().filter_map(|cite| self.piece(cite)).collect();
        let bearing: Vec<&&Evidence> =
            pieces.iter().filter(|piece| self.bears_out(&text, &piece.text)).collect();
        if !bearing.is_empty() {
            let mut cites: Vec<EvidenceId> = Vec::new();
            for piece in bearing {
                if !cites.contains(&piece.id) && cites.len() < MOST_CITES {
                    cites.push(piece.id.clone());
                }
            }
            return Some(Statement { text, cites, standing: SupportStatus::Verified });
        }
        let together = pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>();
        if together.len() > 1 && self.bears_out(&text, &together.join("\n")) {
            let cites = pieces.iter().map(|piece| piece.id.clone()).take(MOST_CITES).collect();
            return Some(Statement { text, cites, standing: SupportStatus::Verified });
        }
        if cites.contains(&Cite::Note) && self.bears_out(&text, self.note) {
            return Some(Statement { text, cites: Vec::new(), standing: SupportStatus::Verified });
        }
        self.failed.borrow_mut().push(text.clone());
        match self.unverified {
            UnverifiedPolicy::Drop => None,
            // What does not bear a sentence out is no source of it.
            UnverifiedPolicy::Mark => {
                Some(Statement { text, cites: Vec::new(), standing: SupportStatus::Unverified })
            }
        }
    }

    fn piece(&self, cite: &Cite) -> Option<&'a Evidence> {
        match cite {
            Cite::Evidence(id) => self.evidence.get(id).copied(),
            Cite::Note | Cite::Nothing => None,
        }
    }

    /// Whether a text bears a sentence out. Across languages no word can be compared, but figures
    /// and names can.
    pub fn bears_out(&self, sentence: &str, text: &str) -> bool {
        let foreign =
            Language::detect(text) != self.language && Language::detect(sentence) == self.language;
        if foreign && support::agrees(sentence, text) {
            return true;
        }
        let mut readings = self.readings.borrow_mut();
        let reading = readings.entry(text.to_owned()).or_insert_with(|| Reading::of(text));
        support::support_in(sentence, reading).supported
    }
}

/// Whether a text is a sentence at all: a word or two say nothing that could be borne out.
fn says_something(text: &str) -> bool {
    tokenize::distinct_terms(text, Language::detect(text)).len() >= LEAST_WORDS
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
        let id = |number: &usize| Cite::Evidence(EvidenceId::new("r", *number));
        let claimed =
            ClaimedSentence { text: sentence.into(), cites: cites.iter().map(id).collect() };
        let checker = SentenceChecker::new(
            evidence.iter(),
            ("My note is about bridges.", language),
            UnverifiedPolicy::Drop,
        );
        let got = checker.check(claimed).map(|statement| statement.cites);
        let expected = expected.map(|numbers| {
            numbers.iter().map(|number| EvidenceId::new("r", *number)).collect::<Vec<_>>()
        });
        assert_eq!(got, expected, "{sentence}");
        assert_eq!(checker.failed().len(), usize::from(got.is_none()));
    }

    #[test]
    fn only_evidence_that_bears_a_sentence_out_is_cited() {
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
