//! Reads pages with the whole pipeline, each with trees that were trained without its site, so that
//! the score says what unknown pages get. `train.py` writes `folds.json` (the fold of each page by
//! its id) and two forests per fold.
//! Run `cargo bench --bench page-folds -- <pages.jsonl> <folder>`. Writes `<name>.read` into the folder,
//! one line of JSON per page with its id, Markdown and milliseconds; `score.mjs` scores it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use ibid::web::page::{BlockForests, extract_with_forests};

const FOLDS: usize = 5;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (Some(pages), Some(folder)) = (arguments.next(), arguments.next()) else {
        println!(
            "no pages named: nothing done (cargo bench --bench page-folds -- <pages.jsonl> <folder>)"
        );
        return Ok(());
    };
    let folder = Path::new(&folder);
    let folds: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("folds.json"))?)?;
    let mut forests = Vec::new();
    for fold in 0..FOLDS {
        let [first, second] = ["first", "second"]
            .map(|step| fs::read(folder.join(format!("fold-{fold}.{step}.forest"))));
        forests
            .push(BlockForests::parse(&first?, &second?).ok_or(std::io::ErrorKind::InvalidData)?);
    }
    let name = Path::new(&pages).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut out = BufWriter::new(File::create(folder.join(format!("{name}.read")))?);
    for line in BufReader::new(File::open(&pages)?).lines() {
        let row: serde_json::Value = serde_json::from_str(&line?)?;
        let [id, html, url] =
            ["id", "html", "url"].map(|field| row[field].as_str().unwrap_or_default());
        let fold = folds[id].as_u64().unwrap_or_default() as usize;
        let start = Instant::now();
        let page = extract_with_forests(html, url, forests.get(fold));
        let millis = start.elapsed().as_secs_f64() * 1000.0;
        writeln!(
            out,
            "{}",
            serde_json::json!({ "id": id, "markdown": page.markdown, "millis": millis })
        )?;
    }
    Ok(())
}
