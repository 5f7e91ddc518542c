//! How many contradictions between a claim and the sentences of another note are found, and how many
//! others are flagged. `cargo bench --bench contradictions -- <cases.json>…`: lists of objects with `id`,
//! `claim`, `title`, `other_title`, `other_text`, `contradicted`, and `contradicting` (the sentence that
//! contradicts the claim), or a file like src/evidence/support/cases/contradictions.txt. A file of ../shared/data/answers (unpacked) gives cases without contradictions:
//! sentences with figures, and the others of the same article. With `--features`, prints what `train.py`
//! needs instead.

use ibid::evidence::support::{
    Conflict, SubjectSentence, figure_pair_features, find_contradiction,
};
use ibid::language::sentence_split;
use serde_json::{Value, json};

/// A case with the parts that are compared.
struct Case<'c>(&'c Value);

impl<'c> Case<'c> {
    fn text(&self, key: &str) -> &'c str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn is_contradicted(&self) -> bool {
        self.0["contradicted"].as_bool().unwrap_or_default()
    }

    fn claim(&self) -> SubjectSentence<'c> {
        SubjectSentence { sentence: self.text("claim"), titles: vec![self.text("title")] }
    }

    fn sentences(&self) -> Vec<SubjectSentence<'c>> {
        let lines = self.text("other_text").lines().flat_map(sentence_split::whole_sentences);
        let said = |sentence: &'c str| SubjectSentence {
            sentence: sentence.trim(),
            titles: vec![self.text("other_title")],
        };
        lines.map(said).collect()
    }

    fn contradicts(&self, sentence: &str) -> bool {
        let expected = self.text("contradicting");
        self.is_contradicted() && (expected.contains(sentence) || sentence.contains(expected))
    }
}

/// Number of claims that are taken from each article.
const CLAIMS_PER_ARTICLE: usize = 8;

/// Reads the cases of a file.
fn read_cases(path: &str) -> Vec<Value> {
    let file = std::fs::read_to_string(path).unwrap_or_default();
    match serde_json::from_str(&file) {
        Ok(Value::Array(cases)) => cases,
        Ok(Value::Object(vault)) => {
            let notes = vault["notes"].as_array().cloned().unwrap_or_default();
            notes.iter().flat_map(cases_of_article).collect()
        }
        _ => file.lines().filter_map(case_of_line).collect(),
    }
}

/// Reads a line such as `=== Title | Claim. | Other title | Sentence. => none`.
fn case_of_line(line: &str) -> Option<Value> {
    let (parts, verdict) = line.strip_prefix("=== ")?.split_once(" => ")?;
    let [title, claim, other_title, sentence] =
        parts.split(" | ").collect::<Vec<_>>().try_into().ok()?;
    Some(json!({
        "id": line, "claim": claim, "title": title, "other_title": other_title,
        "other_text": sentence, "contradicted": verdict != "none", "contradicting": sentence,
    }))
}

/// Cases without contradictions: articles hardly contradict themselves.
fn cases_of_article(note: &Value) -> Vec<Value> {
    let text = note["text"].as_str().unwrap_or_default();
    let path = note["path"].as_str().unwrap_or_default();
    let prose: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let sentences: Vec<&str> =
        prose.iter().flat_map(|line| sentence_split::whole_sentences(line)).collect();
    let with_figures: Vec<&str> =
        sentences.iter().copied().filter(|it| it.contains(|c: char| c.is_ascii_digit())).collect();
    let step = with_figures.len().div_ceil(CLAIMS_PER_ARTICLE).max(1);
    let case = |(number, claim): (usize, &str)| {
        let others: Vec<&str> = sentences.iter().copied().filter(|it| *it != claim).collect();
        let title = path.trim_end_matches(".md");
        json!({
            "id": format!("article {path} {number}"), "claim": claim, "title": title,
            "other_title": title, "other_text": others.join("\n"), "contradicted": false,
        })
    };
    with_figures.into_iter().step_by(step).enumerate().map(case).collect()
}

/// Counts of what was found.
#[derive(Default)]
struct Counts {
    contradicted: usize,
    found: usize,
    others: usize,
    wrong_flags: usize,
}

fn judge(case: &Case<'_>, counts: &mut Counts) {
    let claim = case.claim();
    let said = case.sentences().into_iter();
    let flags: Vec<(&str, Conflict)> =
        said.filter_map(|said| Some((said.sentence, find_contradiction(&claim, &said)?))).collect();
    let has_found = flags.iter().any(|(sentence, _)| case.contradicts(sentence));
    counts.contradicted += usize::from(case.is_contradicted());
    counts.others += usize::from(!case.is_contradicted());
    counts.found += usize::from(has_found);
    let (id, kind) = (case.text("id"), case.text("kind"));
    for (sentence, conflict) in flags.iter().filter(|(sentence, _)| !case.contradicts(sentence)) {
        counts.wrong_flags += 1;
        println!("wrong {id} {kind}: {}\n    {sentence} {conflict:?}", claim.sentence);
    }
    if case.is_contradicted() && !has_found {
        println!("missed {id} {kind}: {}\n    {}", claim.sentence, case.text("contradicting"));
    }
}

/// Prints a line for each sentence of a case: whether it contradicts the claim, whether that is found
/// without comparing figures, and the features of all figures that may be compared.
fn print_features(case: &Case<'_>) {
    let claim = case.claim();
    for said in case.sentences() {
        let conflict = find_contradiction(&claim, &said);
        let is_flagged = matches!(conflict, Some(Conflict::Negation | Conflict::Antonym));
        let line = json!({
            "id": case.text("id"),
            "is_contradicted": case.is_contradicted(),
            "contradicts": case.contradicts(said.sentence),
            "is_flagged": is_flagged,
            "pairs": figure_pair_features(&claim, &said),
        });
        println!("{line}");
    }
}

fn main() {
    let is_option = |argument: &String| argument.starts_with("--");
    let (options, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(is_option);
    let prints_features = options.iter().any(|option| option == "--features");
    for path in paths {
        let cases = read_cases(&path);
        let cases = cases.iter().map(Case);
        if prints_features {
            cases.for_each(|case| print_features(&case));
            continue;
        }
        let mut counts = Counts::default();
        cases.for_each(|case| judge(&case, &mut counts));
        let Counts { contradicted, found, others, wrong_flags } = counts;
        println!(
            "{path}: {found} of {contradicted} contradictions found, {wrong_flags} wrong flags;"
        );
        println!("    {others} cases without a contradiction");
    }
}
