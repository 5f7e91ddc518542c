//! Tests with pairs of claim and evidence.

use crate::evidence::support::*;
use crate::golden;

#[test]
fn every_case_is_judged_like_a_reader() {
    golden::check_cases("src/evidence/support/cases/support.txt", |case| {
        let [claim, evidence] = case.parts();
        let found = check_support(claim, evidence);
        let supported = if found.is_supported { "yes" } else { "no" };
        let missing = found.missing_words.join(", ");
        if missing.is_empty() { supported.to_owned() } else { format!("{supported}: {missing}") }
    });
}

#[test]
fn a_negation_or_an_opposite_direction_lowers_the_score() {
    let check = |claim: &str, contrary: &str, evidence: &str| {
        let (agreeing, opposite) =
            (check_support(claim, evidence).score, check_support(contrary, evidence).score);
        assert!(agreeing > opposite + 0.1, "{claim} {agreeing} | {contrary} {opposite}");
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
fn an_inquiry_supports_less_than_a_result() {
    let claim = "Compost warms the beds in spring.";
    let found =
        check_support(claim, "We found that compost warms the beds in spring by days.").score;
    let asked = check_support(claim, "We examined whether compost warms the beds in spring.").score;
    assert!(found > asked + 0.1, "{found} {asked}");
}

#[test]
fn each_verdict_is_returned() {
    let check = |claim: &str, evidence: &str, expected: Verdict| {
        let found = check_support(claim, evidence);
        assert_eq!(found.verdict, expected, "{claim} | {evidence} {found:?}");
        assert_eq!(found.is_supported, expected == Verdict::Supported);
    };
    let said = "In two trials, drinking green tea lowered the blood pressure of adults.";
    check("Green tea lowered blood pressure.", said, Verdict::Supported);
    check("Green tea raised blood pressure.", said, Verdict::Contradicted);
    check("Black holes evaporate.", said, Verdict::Unsupported);
    let asked = "We examined whether it is unknown that moss grows on bare stone.";
    check("Moss grows on bare stone.", asked, Verdict::Doubtful);
}

#[test]
fn parsed_evidence_gives_the_same_result() {
    let german = ParsedText::new("Koffein erhöht den Blutdruck der Menschen nicht um 5 Prozent.");
    for claim in ["Koffein erhöht den Blutdruck.", "The tea is in the pot, and it was for us."] {
        let whole = "Koffein erhöht den Blutdruck der Menschen nicht um 5 Prozent.";
        assert_eq!(check_parsed_evidence(claim, &german), check_support(claim, whole), "{claim}");
    }
}

#[test]
fn missing_numbers_are_returned() {
    let found =
        check_support("Tea steeps for 5 minutes.", "Tea should steep for 3 minutes at most.");
    assert_eq!((found.is_supported, found.missing_words), (false, vec!["5".to_owned()]));
}

#[test]
fn empty_texts_support_nothing() {
    for (claim, evidence) in [("", ""), ("Tea helps.", ""), ("", "Tea helps."), ("—", "…")] {
        let found = check_support(claim, evidence);
        assert!(!found.is_supported && found.score == 0.0, "{claim} {evidence} {found:?}");
    }
}

#[test]
fn long_pages_are_fast() {
    let sentence = "Green tea did not lower the blood pressure of 31 adults more than coffee. ";
    for page in [sentence.repeat(700), "no more than ".repeat(4000), "7 ".repeat(25_000)] {
        let found = check_support(sentence, &page);
        assert!((0.0..=1.0).contains(&found.score));
        check_support(&page, &page);
    }
}

proptest::proptest! {
    #[test]
    fn any_texts_give_a_score(claim in "\\PC{0,60}", evidence in "\\PC{0,200}") {
        let found = check_support(&claim, &evidence);
        assert!((0.0..=1.0).contains(&found.score));
    }

    /// The test uses words that could confuse a stemmer, a word list or the number parser. The word
    /// before the figure is always the same: after “ca” (circa), another figure near it is supported.
    #[test]
    fn a_copied_sentence_is_supported_and_one_with_another_number_is_not(
        before in "([a-zäéß]{1,9} ){2,8}",
        after in "( (not|no|more|than|less|whether|[a-z]{2,9})){1,8}",
        figure in 2_u32..9999,
    ) {
        let sentence = format!("{before}shows {figure}{after}.");
        let page = format!("Something else stood here before.\n{sentence}\nAnd more came.");
        let copied = check_support(&sentence, &page);
        assert!(copied.is_supported && copied.score > 0.99, "{copied:?}");
        let changed = format!("{before}shows {}{after}.", figure + 1);
        assert!(!check_support(&changed, &page).is_supported);
    }
}
