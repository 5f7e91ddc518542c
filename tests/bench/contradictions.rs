//! How many contradictions between a claim and the sentences of another note are found, and how many
//! others are flagged. `cargo bench --bench contradictions -- <cases.json>`: a list of objects with
//! `id`, `claim`, `title`, `other_title`, `other_text`, `contradicted`, and `contradicting` (the
//! sentence that contradicts the claim).

use ibid::support::{Conflict, SubjectSentence, find_contradiction};
use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;

/// The sentences of a text that contradict the claim of a case.
fn flagged(case: &Value) -> Vec<(String, Conflict)> {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let claim = SubjectSentence { sentence: text("claim"), titles: vec![text("title")] };
    let lines = text("other_text").lines().flat_map(|line| line.unicode_sentences());
    let found = lines.filter_map(|sentence| {
        let said = SubjectSentence { sentence: sentence.trim(), titles: vec![text("other_title")] };
        Some((sentence.trim().to_owned(), find_contradiction(&claim, &said)?))
    });
    found.collect()
}

fn main() {
    let paths = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    for path in paths {
        let file = std::fs::read_to_string(&path).unwrap_or_default();
        let cases: Vec<Value> = serde_json::from_str(&file).unwrap_or_default();
        let (mut contradicted, mut right, mut others, mut wrong) = (0, 0, 0, 0);
        for case in &cases {
            let is_contradicted = case["contradicted"].as_bool().unwrap_or_default();
            let expected = case["contradicting"].as_str().unwrap_or_default();
            let flags = flagged(case);
            let is_right = |(sentence, _): &&(String, Conflict)| {
                is_contradicted
                    && (expected.contains(sentence.as_str()) || sentence.contains(expected))
            };
            let has_right = flags.iter().any(|flag| is_right(&flag));
            contradicted += usize::from(is_contradicted);
            others += usize::from(!is_contradicted);
            right += usize::from(has_right);
            let (id, claim, kind) = (&case["id"], &case["claim"], &case["kind"]);
            for (sentence, conflict) in flags.iter().filter(|flag| !is_right(flag)) {
                wrong += 1;
                println!("wrong {id} {kind}: {claim}\n    {sentence} {conflict:?}");
            }
            if is_contradicted && !has_right {
                println!("missed {id} {kind}: {claim}\n    {expected}");
            }
        }
        println!("{path}: {right} of {contradicted} contradictions found, {wrong} wrong flags in");
        println!("    {} cases, {others} of them without a contradiction", cases.len());
    }
}
