//! Every sentence is compared with its evidence before it is written: the id must exist and the
//! sentence must stand there word for word. What does not is dropped and counted.

use crate::evidence::Evidence;
use crate::local::answer::Finding;

/// The findings that hold, and how many did not.
pub fn verified(findings: Vec<Finding>, evidence: &[Evidence]) -> (Vec<Finding>, usize) {
    let before = findings.len();
    let held: Vec<Finding> = findings.into_iter().filter(|f| stands_in(f, evidence)).collect();
    let dropped = before - held.len();
    (held, dropped)
}

fn stands_in(finding: &Finding, evidence: &[Evidence]) -> bool {
    let source = evidence.iter().find(|piece| piece.id == finding.evidence);
    source.is_some_and(|piece| piece.text.contains(&finding.sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{EvidenceId, NotePlace, Origin};
    use crate::note::NotePath;

    #[test]
    fn only_what_stands_in_its_source_is_kept() {
        let evidence = [Evidence {
            id: EvidenceId::new("r", 1),
            origin: Origin::Note(NotePlace {
                path: NotePath::parse("a.md").unwrap(),
                heading: String::new(),
                first_line: 1,
                last_line: 1,
            }),
            text: "It takes 5 hours. Often.".into(),
            score: 1.0,
        }];
        let finding = |sentence: &str, number| Finding {
            sentence: sentence.into(),
            evidence: EvidenceId::new("r", number),
            score: 1.0,
        };
        let claims = vec![
            finding("It takes 5 hours.", 1),
            finding("It takes 6 hours.", 1),
            finding("Often.", 2),
        ];
        let (held, dropped) = verified(claims, &evidence);
        assert_eq!((held.len(), dropped), (1, 2));
    }
}
