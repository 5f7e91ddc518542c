//! Claims and evidence, and what the check finds.

use crate::golden;
use crate::support::check::*;

#[test]
fn every_case_is_judged_like_a_reader() {
    golden::check_cases("src/support/check/cases.txt", |case| {
        let [claim, evidence] = case.parts();
        let found = check(claim, &[CitedPiece { title: "", text: evidence }]);
        let verdict = format!("{:?}", found.verdict).to_lowercase();
        found.why.map_or(verdict.clone(), |why| format!("{verdict}: {why}"))
    });
}
