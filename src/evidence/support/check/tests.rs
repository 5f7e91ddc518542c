//! Claims and evidence, and what the check finds.

use crate::evidence::support::check::*;
use crate::golden;

#[test]
fn every_case_is_judged_like_a_reader() {
    golden::check_cases("src/evidence/support/check/cases.txt", |case| {
        let [claim, evidence] = case.parts();
        let found = check(claim, &[CitedPiece { title: "", text: evidence }]);
        let verdict = format!("{:?}", found.verdict).to_lowercase();
        found.rejection_reason.map_or(verdict.clone(), |why| format!("{verdict}: {why}"))
    });
}

#[test]
fn a_piece_that_contradicts_the_claim_outweighs_one_that_supports_it() {
    let piece = |text| CitedPiece { title: "", text };
    let opened = piece("The dam was finished in May after four years of work.");
    let denied = piece("The dam was not finished in May, the engineers told the council.");
    let claim = "The dam was finished in May.";
    assert_eq!(check(claim, &[opened]).cited_piece_indexes, [0]);
    assert!(!check(claim, &[opened, denied]).is_supported);
}

#[test]
fn pieces_that_each_support_a_part_are_cited_together() {
    let piece = |text| CitedPiece { title: "", text };
    let found = check(
        "The dam was finished in May, and it supplies 40,000 homes.",
        &[piece("The dam was finished in May."), piece("The dam supplies 40,000 homes.")],
    );
    assert_eq!((found.is_supported, found.cited_piece_indexes), (true, vec![0, 1]));
}
