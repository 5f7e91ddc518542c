//! Computes the features of the blocks of many pages, from which `train.py` trains the classifier.
//! Run `cargo bench --bench page-features -- <pages.jsonl> <folder>`. The file has one page per line,
//! with `id`, `url` and `html`. Writes `<name>.f32` (the features, row by row) and `<name>.blocks` (one
//! line of JSON per page, with its id and the text of every block) into the folder.
//! With a third argument, the name of one of `train.py`'s sets of probabilities, it reads
//! `<name>.<set>.probabilities` from the folder and writes the features of the second decision, which
//! follow from them, as `<name>.<set>.f32`.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use ibid::values::html::{Dom, parse};
use ibid::web::page::{
    BlockFeatures, Metadata, PageAnalysis, TextBlock, block_features, main_text_selection,
    probability_features,
};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (Some(pages), Some(folder)) = (arguments.next(), arguments.next()) else {
        println!(
            "no pages named: nothing done (cargo bench --bench page-features -- <pages.jsonl> <folder>)"
        );
        return Ok(());
    };
    let files = Files { folder: folder.into(), pages: pages.into() };
    match arguments.next() {
        Some(set) => write_second_features(&files, &set),
        None => write_first_features(&files),
    }
}

struct Files {
    folder: PathBuf,
    pages: PathBuf,
}

impl Files {
    fn path(&self, extension: &str) -> PathBuf {
        let name = self.pages.file_stem().unwrap_or_default();
        self.folder.join(Path::new(name)).with_extension(extension)
    }

    fn create(&self, extension: &str) -> std::io::Result<BufWriter<File>> {
        Ok(BufWriter::new(File::create(self.path(extension))?))
    }

    /// Calls `visit` with each page, its id and what is known about it.
    fn for_each_page(
        &self,
        mut visit: impl FnMut(&serde_json::Value, &Dom, &PageAnalysis<'_>) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        for line in BufReader::new(File::open(&self.pages)?).lines() {
            let row: serde_json::Value = serde_json::from_str(&line?)?;
            let [html, url] = ["html", "url"].map(|field| row[field].as_str().unwrap_or_default());
            let dom = parse::parse(html);
            let metadata = Metadata::read(&dom, url);
            main_text_selection::with_page_analysis(&dom, &metadata, url, |page, _| {
                visit(&row["id"], &dom, page)
            })?;
        }
        Ok(())
    }
}

fn write_first_features(files: &Files) -> std::io::Result<()> {
    let (mut numbers, mut blocks) = (files.create("f32")?, files.create("blocks")?);
    files.for_each_page(|id, dom, page| {
        write_rows(&mut numbers, &block_features::block_features(page))?;
        let texts: Vec<_> = page.blocks.iter().map(|block| block_text(dom, block)).collect();
        writeln!(blocks, "{}", serde_json::json!({ "id": id, "blocks": texts }))
    })
}

fn write_second_features(files: &Files, set: &str) -> std::io::Result<()> {
    let bytes = fs::read(files.path(&format!("{set}.probabilities")))?;
    let mut rest = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let mut numbers = files.create(&format!("{set}.f32"))?;
    files.for_each_page(|_, _, page| {
        let probabilities: Vec<f32> = rest.by_ref().take(page.blocks.len()).collect();
        write_rows(&mut numbers, &probability_features::probability_features(page, &probabilities))
    })
}

fn write_rows(out: &mut impl Write, rows: &[BlockFeatures]) -> std::io::Result<()> {
    rows.iter().flatten().try_for_each(|number| out.write_all(&number.to_le_bytes()))
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
