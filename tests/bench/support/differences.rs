//! The differences of labelled sentences, for `fit-check.py` to fit weights to.
//! `cargo bench --bench check-differences -- <sentences.jsonl>… > differences.jsonl`: objects with
//! `claim`, `evidence` (a list of `title` and `text`), `kind`, `subject` and `language` in, one a line;
//! the same with `differences` and `kept`, without texts, out.

use ibid::evidence::support::{CitedPiece, check};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if files.is_empty() {
        println!(
            "no sentences named: nothing done (cargo bench --bench check-differences -- <sentences.jsonl>)"
        );
    }
    for file in files {
        for line in std::fs::read_to_string(&file)?.lines().filter(|line| !line.is_empty()) {
            let row: Value = serde_json::from_str(line)?;
            let text =
                |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
            let claim = text(&row, "claim");
            let pieces: Vec<(String, String)> = row["evidence"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|piece| (text(piece, "title"), text(piece, "text")))
                .collect();
            let pieces: Vec<CitedPiece<'_>> =
                pieces.iter().map(|(title, text)| CitedPiece { title, text }).collect();
            let differences = check::difference_sizes(&claim, &pieces);
            let result = check::check(&claim, &pieces);
            println!(
                "{}",
                json!({ "file": file, "claim": claim, "kind": row["kind"], "subject": row["subject"],
                    "language": row["language"], "differences": differences, "kept": result.is_supported, "why": result.rejection_reason })
            );
        }
    }
    Ok(())
}
