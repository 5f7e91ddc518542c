//! The features of labelled pairs, for `train.py` to fit weights to.
//! `cargo bench --bench support-features -- <pairs.json> > features.txt`: a list of objects with
//! `claim`, `evidence` and `label` in; a line for each out: label, score, verdict, features.

use ibid::evidence::support::{check_support, feature_vector};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let Some(pairs) = arguments.next() else {
        println!(
            "no pairs named: nothing done (cargo bench --bench support-features -- <pairs.json>)"
        );
        return Ok(());
    };
    let rows: Vec<serde_json::Value> = serde_json::from_str(&std::fs::read_to_string(pairs)?)?;
    for row in rows {
        let [claim, evidence, label] =
            ["claim", "evidence", "label"].map(|field| row[field].as_str().unwrap_or_default());
        let numbers: Vec<String> =
            feature_vector(claim, evidence).iter().map(f32::to_string).collect();
        let result = check_support(claim, evidence);
        println!("{label} {} {} {}", result.score, result.is_supported, numbers.join(" "));
    }
    Ok(())
}
