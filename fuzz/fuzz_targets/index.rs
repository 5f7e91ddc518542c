//! Damaged bytes are rejected, or decode to an index that can be searched, changed and encoded again.
//! The input is used as an encoded index, as its uncompressed content, and as damage to a valid index,
//! compressed and uncompressed.
#![no_main]

use std::sync::LazyLock;

use ibid::values::{read_varint, write_varint};
use ibid::notes::index::{Query, VaultIndex, decode, encode};
use ibid::notes::note::NotePath;
use libfuzzer_sys::fuzz_target;
use lz4_flex::block::{compress, decompress};

/// Number of bytes of an encoded index before the length of its uncompressed content.
const HEADER: usize = 6;

/// Small, so that most damage hits something important, and with everything that an index stores:
/// properties, heading trails, scripts without spaces, a removed note.
const NOTES: [(&str, &str); 4] = [
    (
        "Tea/Green.md",
        "---\ntags: [tea/green]\naliases: Sencha\n---\n# Water\nSoft water.\n\n## Heat\nNot hot.",
    ),
    ("堆肥.md", "堆肥需要氧气和水分。"),
    ("gone.md", "soon removed"),
    ("Kompost.md", "Der Kompost braucht Luft und Wasser. #garten"),
];

static ENCODED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut index = VaultIndex::default();
    for (name, text) in NOTES {
        index.upsert(&path(name), text, 7);
    }
    index.remove(&path("gone.md"));
    encode(&index)
});

static UNCOMPRESSED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut rest = &ENCODED[HEADER..];
    let length = read_varint(&mut rest).expect("a length");
    decompress(rest, length as usize).expect("the uncompressed content")
});

fuzz_target!(|bytes: &[u8]| {
    use_if_index(bytes);
    use_if_index(&compressed(bytes));
    use_if_index(&damaged(&ENCODED, bytes));
    use_if_index(&compressed(&damaged(&UNCOMPRESSED, bytes)));
});

fn compressed(plain: &[u8]) -> Vec<u8> {
    let mut bytes = ENCODED[..HEADER].to_vec();
    write_varint(&mut bytes, plain.len() as u64);
    bytes.extend(compress(plain));
    bytes
}

/// Replaces one byte for every three bytes of input: two are its position, one is the new value.
fn damaged(whole: &[u8], input: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for change in input.chunks_exact(3) {
        let [high, low, byte] = change else { continue };
        let position = usize::from(u16::from_be_bytes([*high, *low])) % bytes.len();
        bytes[position] = *byte;
    }
    bytes
}

fn use_if_index(bytes: &[u8]) {
    let Some(mut index) = decode(bytes) else { return };
    for text in ["water", "\"soft water\"", "wate", "tag:tea -path:x", "氧气", "wqter"] {
        let query = Query { text: text.into(), is_typing: true, ..Query::default() };
        let _ = index.search(&query);
    }
    let _ = index.similar_notes(&path("Tea/Green.md"), "water and heat", 5);
    index.upsert(&path("Tea/Green.md"), "other words", 8);
    assert!(decode(&encode(&index)).is_some(), "an index that was encoded again can be decoded");
}

fn path(name: &str) -> NotePath {
    NotePath::parse(name).expect("a path")
}
