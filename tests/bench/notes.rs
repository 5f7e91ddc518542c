//! Over every note of real vaults: the outline agrees with `pulldown-cmark` but for what Obsidian
//! does differently, passages cover the note, and a section written and removed leaves every byte
//! as it was. Prints the speed of outline and chunking against a plain parse by `pulldown-cmark`.
//!
//! `cargo bench --bench notes [-- <folder>]`; the folder (default `../shared/data/vaults`) holds
//! `*.jsonl` files, one `{"path", "text"}` a line. A missing folder is said and is no failure.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use ibid::notes::chunk::passages;
use ibid::notes::note::{NoteEdit, Outline, apply};
use pulldown_cmark::{Event, Options, Parser, Tag};

#[derive(serde::Deserialize)]
struct Note {
    path: String,
    text: String,
}

/// How often each measurement is repeated; the fastest counts.
const REPEATS: usize = 5;

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let folder = PathBuf::from(folder.unwrap_or_else(|| "../shared/data/vaults".into()));
    let vaults = vaults(&folder);
    if vaults.is_empty() {
        println!("no vaults (*.jsonl) in {}: nothing measured", folder.display());
        return;
    }
    let mut failures = 0;
    for (name, notes) in &vaults {
        failures += check(name, notes);
        measure(name, notes);
    }
    assert_eq!(failures, 0, "{failures} notes failed");
}

fn vaults(folder: &PathBuf) -> Vec<(String, Vec<Note>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a readable vault");
        let notes = text.lines().map(|line| serde_json::from_str(line).expect("a note a line"));
        (path.file_stem().expect("a name").to_string_lossy().into_owned(), notes.collect())
    };
    files.iter().map(read).collect()
}

fn check(vault: &str, notes: &[Note]) -> usize {
    let (mut differing, mut refused, mut failures) = (0, 0, 0);
    for note in notes {
        if !agrees(&note.text) {
            differing += 1;
            if !differs_on_purpose(&note.text) {
                println!("{vault}: outline differs: {}", note.path);
                failures += 1;
            }
        }
        let joined: String = passages(&note.text).iter().map(|passage| passage.text).collect();
        if joined != note.text {
            println!("{vault}: passages do not cover {}", note.path);
            failures += 1;
        }
        match restored(&note.text) {
            Ok(true) => {}
            Ok(false) => {
                println!("{vault}: bytes not restored: {}", note.path);
                failures += 1;
            }
            Err(error) => {
                println!("{vault}: refused: {} ({})", note.path, error.message);
                refused += 1;
            }
        }
    }
    println!(
        "{vault}: {} notes, {failures} failures, {differing} outlines differ on purpose, {refused} edits refused",
        notes.len()
    );
    failures
}

/// Whether the outline has the headings that `pulldown-cmark` finds at the top level.
fn agrees(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                found.push((level as u8, range.start));
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let outline = Outline::parse(text);
    let ours = outline.headings.iter().map(|heading| {
        let line = &text[heading.byte_range.clone()];
        (heading.level, heading.byte_range.start + line.len() - line.trim_start_matches(' ').len())
    });
    ours.eq(found)
}

/// The deliberate differences: comments and math hold no headings in Obsidian, a byte-order mark
/// does not hide one, and frontmatter stands only at the very beginning.
fn differs_on_purpose(text: &str) -> bool {
    let hidden = text.contains("%%") || text.contains("$$");
    hidden || text.starts_with('\u{feff}') || text.trim_start().starts_with("---")
}

/// Writes a section at the end, takes it away again, and compares.
fn restored(text: &str) -> Result<bool, ibid::values::Error> {
    let heading = "## Ibid was here";
    let content = "A paragraph.\n\n- an item\n\n### Lower\n\nmore";
    let write = |content: &str| NoteEdit::WriteSection {
        heading: heading.into(),
        content: content.into(),
        replaces: None,
        from: None,
        expects: Vec::new(),
    };
    let once = apply(text, &write(content))?;
    let again = apply(&once, &write(content))?;
    let other = apply(&apply(&once, &write("other"))?, &write(content))?;
    let added = once.strip_prefix(text);
    let only_ours =
        added.is_some_and(|added| added.contains(heading) && added.contains("### Lower"));
    Ok(only_ours && again == once && other == once)
}

fn measure(vault: &str, notes: &[Note]) {
    let bytes: usize = notes.iter().map(|note| note.text.len()).sum();
    let speed = |work: &dyn Fn(&str)| {
        let run = || {
            let started = Instant::now();
            notes.iter().for_each(|note| work(&note.text));
            started.elapsed().as_secs_f64()
        };
        let fastest = (0..REPEATS).map(|_| run()).fold(f64::INFINITY, f64::min);
        bytes as f64 / 1e6 / fastest
    };
    let plain = speed(&|text| {
        black_box(Parser::new(text).into_offset_iter().count());
    });
    let outline = speed(&|text| {
        black_box(Outline::parse(text));
    });
    let chunks = speed(&|text| {
        black_box(passages(text));
    });
    println!(
        "{vault}: {:.1} MB; pulldown-cmark {plain:.0} MB/s, outline {outline:.0} MB/s ({:.2}x), passages {chunks:.0} MB/s ({:.2}x)",
        bytes as f64 / 1e6,
        outline / plain,
        chunks / plain
    );
}
