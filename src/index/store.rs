//! The index as bytes, kept on the device: a magic word, the version of the format, the notes,
//! their passages, the terms. What is not whole is no index: the caller builds anew.

use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};

use crate::index::Index;
use crate::index::bytes::{
    read_next, read_number, read_text, write_next, write_number, write_text,
};
use crate::index::catalogue::{Catalogue, Note};
use crate::index::language::Language;
use crate::index::term_dictionary::Lexicon;
use crate::note::NotePath;

/// Begins every stored index; the last two bytes are the version of the format.
const HEADER: [u8; 6] = *b"IBID\x00\x06";

/// What was packed can never have been longer than this many times its bytes: a false length
/// must not ask for all memory.
const MOST_PACKED: usize = 255;

/// No vault has an index of a gigabyte, and no device the memory for it.
const LARGEST: usize = 1 << 30;

/// The index as bytes; what is gone is left out.
pub fn encode(index: &Index) -> Vec<u8> {
    let plain = encode_plain(index);
    let mut bytes = HEADER.to_vec();
    write_number(&mut bytes, plain.len() as u64);
    let start = bytes.len();
    bytes.resize(start + get_maximum_output_size(plain.len()), 0);
    // Straight to where it stays: a large index must not stand in memory three times.
    let packed = bytes.get_mut(start..).map(|free| compress_into(&plain, free));
    bytes.truncate(start + packed.and_then(Result::ok).unwrap_or_default());
    bytes
}

/// The index that was stored, or `None` when it cannot be trusted.
pub fn decode(bytes: &[u8]) -> Option<Index> {
    let mut packed = bytes.strip_prefix(HEADER.as_slice())?;
    let length = usize::try_from(read_number(&mut packed)?).ok()?;
    if length > packed.len().saturating_mul(MOST_PACKED).min(LARGEST) {
        return None;
    }
    let mut plain = Vec::new();
    plain.try_reserve_exact(length).ok()?;
    plain.resize(length, 0);
    let written = decompress_into(packed, &mut plain).ok()?;
    plain.truncate(written);
    decode_plain(plain)
}

fn encode_plain(index: &Index) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(index.lexicon.size());
    let mut numbers: Vec<Option<u32>> = vec![None; index.catalogue.numbers()];
    write_number(&mut bytes, index.catalogue.len() as u64);
    let mut next = 0;
    for (slot, note) in numbers.iter_mut().zip(index.catalogue.notes()) {
        if let Some(path) = &note.path {
            *slot = Some(next);
            next += 1;
            write_note(&mut bytes, path, note, &index.catalogue);
        }
    }
    let renumber = |note: u32| numbers.get(note as usize).copied().flatten();
    index.lexicon.write(&mut bytes, &renumber);
    bytes
}

fn decode_plain(bytes: Vec<u8>) -> Option<Index> {
    let mut rest = bytes.as_slice();
    let mut catalogue = Catalogue::default();
    for _ in 0..read_number(&mut rest)? {
        read_note(&mut rest, &mut catalogue)?;
    }
    let from = bytes.len() - rest.len();
    let lexicon = Lexicon::read(bytes, from)?;
    Some(Index { catalogue, lexicon, ..Index::default() })
}

fn write_note(bytes: &mut Vec<u8>, path: &NotePath, note: &Note, catalogue: &Catalogue) {
    let passages = catalogue.passages(note);
    write_text(bytes, path.as_str());
    write_number(bytes, note.modified.max(0) as u64);
    bytes.push(note.language.number());
    write_number(bytes, u64::from(note.head));
    write_number(bytes, passages.len() as u64);
    let mut before = "";
    let mut line = 0;
    for passage in passages {
        let trail = catalogue.trail(passage);
        write_number(bytes, u64::from(passage.words) << 1 | u64::from(trail == before));
        write_number(bytes, u64::from(passage.first_line.saturating_sub(line)));
        write_number(bytes, u64::from(passage.last_line.saturating_sub(passage.first_line)));
        line = passage.last_line;
        if trail != before {
            write_next(bytes, before, trail);
            before = trail;
        }
    }
}

fn read_note(rest: &mut &[u8], catalogue: &mut Catalogue) -> Option<()> {
    let path = NotePath::parse(read_text(rest)?).ok()?;
    let modified = i64::try_from(read_number(rest)?).ok()?;
    let (language, behind) = rest.split_first()?;
    *rest = behind;
    let language = Language::numbered(*language)?;
    catalogue.begin(&path, modified, language, small(rest)?);
    let mut trail = String::new();
    let mut line = 0_u32;
    for _ in 0..read_number(rest)? {
        let head = read_number(rest)?;
        let first_line = line.checked_add(small(rest)?)?;
        line = first_line.checked_add(small(rest)?)?;
        if head & 1 == 0 {
            let (shared, end) = read_next(rest)?;
            trail.get(shared..)?;
            trail.truncate(shared);
            trail.push_str(end);
        }
        catalogue.add(first_line..=line, u32::try_from(head >> 1).ok()?, &trail);
    }
    Some(())
}

fn small(rest: &mut &[u8]) -> Option<u32> {
    u32::try_from(read_number(rest)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Query;

    fn sample() -> Index {
        let mut index = Index::default();
        for (path, text) in [
            ("a.md", "gone"),
            ("b.md", "# T\nsome words here\n\n## U\nmore words"),
            ("a.md", "here again"),
        ] {
            index.upsert(&NotePath::parse(path).unwrap(), text, 7);
        }
        index
    }

    fn found(index: &Index, text: &str) -> Vec<(String, usize)> {
        let hits = index.search(&Query { text: text.into(), ..Query::default() });
        hits.iter().map(|hit| (hit.path.to_string(), hit.first_line)).collect()
    }

    #[test]
    fn what_was_stored_comes_back_without_what_is_gone() {
        let index = sample();
        let mut again = decode(&encode(&index)).unwrap();
        for query in ["words", "gone", "again", "some"] {
            assert_eq!(found(&again, query), found(&index, query), "{query}");
        }
        assert_eq!(encode(&again), encode(&index));
        again.upsert(&NotePath::parse("c.md").unwrap(), "more words", 8);
        assert_eq!(found(&again, "words").len(), 2);
    }

    #[test]
    fn bytes_that_are_no_index_are_refused() {
        let good = encode(&sample());
        assert!(decode(b"").is_none() && decode(b"IBID\x00\x01").is_none());
        for end in 0..good.len() {
            assert!(decode(good.get(..end).unwrap()).is_none(), "cut at {end}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200), at in 0_usize..120, byte: u8) {
            let _ = decode(&[HEADER.as_slice(), &bytes].concat());
            let mut packed = encode(&sample());
            let mut plain = encode_plain(&sample());
            for damaged in [&mut packed, &mut plain] {
                let at = at % damaged.len();
                damaged[at] = byte;
            }
            for index in [decode(&packed), decode_plain(plain), decode_plain(bytes)] {
                let _ = index.map(|index| found(&index, "words"));
            }
        }
    }
}
