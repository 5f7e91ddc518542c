//! Bytes that are no index are refused, and what is taken for one can be searched, changed and
//! kept again. The bytes are read as they are, as what was packed, and as damage to an index that
//! was really kept, packed and unpacked.
#![no_main]

use std::sync::LazyLock;

use ibid::index::bytes::{read_varint, write_varint};
use ibid::index::store::{decode, encode};
use ibid::index::{VaultIndex, Query};
use ibid::note::NotePath;
use libfuzzer_sys::fuzz_target;
use lz4_flex::block::{compress, decompress};

/// Bytes of a kept index before the length of what is packed.
const HEADER: usize = 6;

/// Small enough that most damage hits something that matters, with all that an index keeps:
/// properties, trails, scripts without spaces, a note that is gone.
const NOTES: [(&str, &str); 4] = [
    (
        "Tea/Green.md",
        "---\ntags: [tea/green]\naliases: Sencha\n---\n# Water\nSoft water.\n\n## Heat\nNot hot.",
    ),
    ("堆肥.md", "堆肥需要氧气和水分。"),
    ("gone.md", "soon removed"),
    ("Kompost.md", "Der Kompost braucht Luft und Wasser. #garten"),
];

static KEPT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut index = VaultIndex::default();
    for (name, text) in NOTES {
        index.upsert(&path(name), text, 7);
    }
    index.remove(&path("gone.md"));
    encode(&index)
});

static UNPACKED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut rest = &KEPT[HEADER..];
    let length = read_varint(&mut rest).expect("a length");
    decompress(rest, length as usize).expect("what was packed")
});

fuzz_target!(|bytes: &[u8]| {
    use_if_index(bytes);
    use_if_index(&packed(bytes));
    use_if_index(&damaged(&KEPT, bytes));
    use_if_index(&packed(&damaged(&UNPACKED, bytes)));
});

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut bytes = KEPT[..HEADER].to_vec();
    write_varint(&mut bytes, plain.len() as u64);
    bytes.extend(compress(plain));
    bytes
}

/// Some bytes with one exchanged for every three bytes of input: two say where.
fn damaged(whole: &[u8], input: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for change in input.chunks_exact(3) {
        let [high, low, byte] = change else { continue };
        let place = usize::from(u16::from_be_bytes([*high, *low])) % bytes.len();
        bytes[place] = *byte;
    }
    bytes
}

fn use_if_index(bytes: &[u8]) {
    let Some(mut index) = decode(bytes) else { return };
    for text in ["water", "\"soft water\"", "wate", "tag:tea -path:x", "氧气", "wqter"] {
        let query = Query { text: text.into(), typing: true, ..Query::default() };
        let _ = index.search(&query);
    }
    let _ = index.similar(&path("Tea/Green.md"), "water and heat", 5);
    index.upsert(&path("Tea/Green.md"), "other words", 8);
    assert!(decode(&encode(&index)).is_some(), "what was kept again is an index");
}

fn path(name: &str) -> NotePath {
    NotePath::parse(name).expect("a path")
}
