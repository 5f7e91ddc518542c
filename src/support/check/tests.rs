//! Claims and evidence, and what the check finds.

use super::*;
use crate::golden;

#[test]
fn every_case_is_judged_like_a_reader() {
    golden::check_cases("src/support/check/cases.txt", |case| {
        let [claim, evidence] = case.parts();
        let language = joint_language(claim, &[("", evidence)]);
        let piece = EvidencePiece::parse("", evidence, language);
        let found = check_claim(claim, &[&piece], language);
        let verdict = format!("{:?}", found.verdict).to_lowercase();
        found.why.map_or(verdict.clone(), |why| format!("{verdict}: {why}"))
    });
}
