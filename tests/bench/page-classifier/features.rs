//! Computes the features of the blocks of many pages, from which `train.py` trains the classifier.
//! Run `cargo bench --bench page-features -- <pages.jsonl> <folder>`. The file has one page per line,
//! with `id`, `url` and `html`. Writes `<name>.f32` (the features, row by row) and `<name>.blocks` (one
//! line of JSON per page, with its id and the text of every block) into the folder.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use ibid::page::html::dom::Dom;
use ibid::page::html::parse;
use ibid::page::main_text::block_features;
use ibid::page::main_text::main_text_selection;
use ibid::page::main_text::text_block::TextBlock;
use ibid::page::metadata::Metadata;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (Some(pages), Some(folder)) = (arguments.next(), arguments.next()) else {
        println!(
            "no pages named: nothing done (cargo bench --bench page-features -- <pages.jsonl> <folder>)"
        );
        return Ok(());
    };
    let name = Path::new(&pages).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let create = |extension| File::create(Path::new(&folder).join(format!("{name}.{extension}")));
    let (mut numbers, mut blocks) =
        (BufWriter::new(create("f32")?), BufWriter::new(create("blocks")?));
    let mut width = 0;
    for line in BufReader::new(File::open(&pages)?).lines() {
        let row: serde_json::Value = serde_json::from_str(&line?)?;
        let [html, url] = ["html", "url"].map(|field| row[field].as_str().unwrap_or_default());
        let dom = parse::parse(html);
        let metadata = Metadata::read(&dom, url);
        let texts = main_text_selection::with_page_analysis(&dom, &metadata, url, |page, _| {
            for row in block_features::block_features(page) {
                width = row.len();
                row.iter().try_for_each(|number| numbers.write_all(&number.to_le_bytes()))?;
            }
            std::io::Result::Ok(
                page.blocks.iter().map(|block| block_text(&dom, block)).collect::<Vec<_>>(),
            )
        })?;
        writeln!(blocks, "{}", serde_json::json!({ "id": row["id"], "blocks": texts }))?;
    }
    println!("{name}: {width} features");
    Ok(())
}

fn block_text(dom: &Dom, block: &TextBlock) -> String {
    let mut text = String::new();
    for node in &block.nodes {
        let mut walk = dom.walk(*node);
        while let Some(id) = walk.next() {
            if dom.tag(id).has_no_readable_text() {
                walk.skip_subtree(id);
            }
            text.push_str(dom.text(id).unwrap_or_default());
            text.push(' ');
        }
    }
    text
}
