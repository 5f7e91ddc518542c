//! Pairs of texts and what is said of them.

use crate::support::*;

/// `claim | evidence | yes or no | what is missing, with commas`.
const CASES: &str = include_str!("cases.txt");

#[test]
fn every_case_is_judged_as_a_reader_would() {
    let rows = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = Vec::new();
    for row in rows {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [claim, evidence, supported, missing] = fields[..] else { panic!("{row}") };
        let found = support(claim, evidence);
        let said = if found.supported { "yes" } else { "no" };
        if said != supported || found.missing.join(", ") != missing {
            wrong.push(format!("{row}\n   {said} {} {:?}", found.score, found.missing));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_denial_or_a_turned_direction_lowers_the_score() {
    let check = |claim: &str, contrary: &str, evidence: &str| {
        let (held, turned) = (support(claim, evidence).score, support(contrary, evidence).score);
        assert!(held > turned + 0.1, "{claim} {held} | {contrary} {turned}");
    };
    check(
        "Green tea lowers blood pressure.",
        "Green tea raises blood pressure.",
        "In two trials, drinking green tea lowered the blood pressure of adults.",
    );
    check(
        "Moss grows without soil.",
        "Moss does not grow on stone.",
        "Moss will grow on bare stone where there is no soil.",
    );
    check(
        "Koffein erhöht den Blutdruck.",
        "Koffein senkt den Blutdruck.",
        "Die Studie ergab, dass Koffein den Blutdruck vieler Menschen erhöht.",
    );
    check(
        "Owls hear better than hawks.",
        "Hawks hear better than owls.",
        "In the dark, owls could hear mice much better than hawks did.",
    );
    check(
        "Le sel augmente la tension.",
        "Le sel diminue la tension.",
        "Les chercheurs montrent que le sel augmente la tension des adultes.",
    );
    check(
        "La sal aumenta la presión.",
        "La sal no aumenta la presión.",
        "Los datos muestran que la sal aumenta la presión de los adultos.",
    );
}

#[test]
fn what_is_only_asked_supports_less_than_what_is_found() {
    let claim = "Compost warms the beds in spring.";
    let found = support(claim, "We found that compost warms the beds in spring by days.").score;
    let asked = support(claim, "We examined whether compost warms the beds in spring.").score;
    assert!(found > asked + 0.1, "{found} {asked}");
}

#[test]
fn a_report_is_told_what_to_do_with_a_claim() {
    let check = |claim: &str, evidence: &str, expected: Verdict| {
        let found = support(claim, evidence);
        assert_eq!(found.verdict, expected, "{claim} | {evidence} {found:?}");
        assert_eq!(found.supported, expected == Verdict::Supported);
    };
    let said = "In two trials, drinking green tea lowered the blood pressure of adults.";
    check("Green tea lowered blood pressure.", said, Verdict::Supported);
    check("Green tea raised blood pressure.", said, Verdict::Contradicted);
    check("Black holes evaporate.", said, Verdict::Unsupported);
    let asked = "We examined whether it is unknown that moss grows on bare stone.";
    check("Moss grows on bare stone.", asked, Verdict::Doubtful);
}

#[test]
fn evidence_that_was_read_before_is_judged_the_same() {
    let german = Reading::of("Koffein erhöht den Blutdruck der Menschen nicht um 5 Prozent.");
    for claim in ["Koffein erhöht den Blutdruck.", "The tea is in the pot, and it was for us."] {
        let whole = "Koffein erhöht den Blutdruck der Menschen nicht um 5 Prozent.";
        assert_eq!(support_in(claim, &german), support(claim, whole), "{claim}");
    }
}

#[test]
fn the_figures_that_are_missing_are_told() {
    let found = support("Tea steeps for 5 minutes.", "Tea should steep for 3 minutes at most.");
    assert_eq!((found.supported, found.missing), (false, vec!["5".to_owned()]));
}

#[test]
fn empty_texts_support_nothing() {
    for (claim, evidence) in [("", ""), ("Tea helps.", ""), ("", "Tea helps."), ("—", "…")] {
        let found = support(claim, evidence);
        assert!(!found.supported && found.score == 0.0, "{claim} {evidence} {found:?}");
    }
}

#[test]
fn a_long_page_is_read_once() {
    let sentence = "Green tea did not lower the blood pressure of 31 adults more than coffee. ";
    for page in [sentence.repeat(700), "no more than ".repeat(4000), "7 ".repeat(25_000)] {
        let found = support(sentence, &page);
        assert!((0.0..=1.0).contains(&found.score));
        support(&page, &page);
    }
}

proptest::proptest! {
    #[test]
    fn any_texts_give_a_score(claim in "\\PC{0,60}", evidence in "\\PC{0,200}") {
        let found = support(&claim, &evidence);
        assert!((0.0..=1.0).contains(&found.score));
    }

    /// Words that a stemmer, a list or a figure could trip over, in any order.
    #[test]
    fn a_copied_sentence_is_supported_and_one_with_another_figure_is_not(
        before in "([a-zäéß]{1,9} ){2,8}",
        after in "( (not|no|more|than|less|whether|[a-z]{2,9})){1,8}",
        figure in 2_u32..9999,
    ) {
        let sentence = format!("{before}{figure}{after}.");
        let page = format!("Something else stood here before.\n{sentence}\nAnd more came.");
        let copied = support(&sentence, &page);
        assert!(copied.supported && copied.score > 0.99, "{copied:?}");
        let changed = format!("{before}{}{after}.", figure + 1);
        assert!(!support(&changed, &page).supported);
    }
}
