//! Encodes the index for storage on the device: a header with the version of the format, then the
//! notes with their passages, then the terms. If the bytes are damaged, decoding returns `None` and
//! the caller rebuilds the index.

use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};

use crate::language::Language;
use crate::notes::index::note_id::NoteId;
use crate::notes::index::note_table::{NoteEntry, NoteTable};
use crate::notes::index::term_dictionary::TermDictionary;
use crate::notes::index::vault_index::VaultIndex;
use crate::notes::note::NotePath;
use crate::values::{
    read_text, read_varint, read_without_shared_prefix, write_text, write_varint,
    write_without_shared_prefix,
};

/// The first bytes of every stored index; the last two are the version of the format.
const INDEX_FILE_HEADER: [u8; 6] = *b"IBID\x00\x09";

/// Maximum compression ratio of LZ4. A stored index that claims to be larger than this allows is
/// damaged, and no memory is allocated for it.
const MAX_LZ4_COMPRESSION_RATIO: usize = 255;

/// Maximum size of an index in bytes; a stored index that claims to be larger is not loaded. No
/// vault needs a gigabyte, and few devices have so much memory.
const MAX_INDEX_BYTES: usize = 1 << 30;

/// Encodes the index, without removed notes.
pub fn encode(index: &VaultIndex) -> Vec<u8> {
    let plain = encode_uncompressed(index);
    let mut bytes = INDEX_FILE_HEADER.to_vec();
    write_varint(&mut bytes, plain.len() as u64);
    let start = bytes.len();
    bytes.resize(start + get_maximum_output_size(plain.len()), 0);
    // Compresses directly into the final buffer, so that memory does not hold a third copy of a
    // large index.
    let packed = bytes.get_mut(start..).map(|free| compress_into(&plain, free));
    bytes.truncate(start + packed.and_then(Result::ok).unwrap_or_default());
    bytes
}

/// Decodes a stored index; `None` if the bytes are damaged or of another version.
pub fn decode(bytes: &[u8]) -> Option<VaultIndex> {
    let mut packed = bytes.strip_prefix(INDEX_FILE_HEADER.as_slice())?;
    let length = usize::try_from(read_varint(&mut packed)?).ok()?;
    if length > packed.len().saturating_mul(MAX_LZ4_COMPRESSION_RATIO).min(MAX_INDEX_BYTES) {
        return None;
    }
    let mut plain = Vec::new();
    plain.try_reserve_exact(length).ok()?;
    plain.resize(length, 0);
    let written = decompress_into(packed, &mut plain).ok()?;
    plain.truncate(written);
    decode_uncompressed(plain)
}

fn encode_uncompressed(index: &VaultIndex) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(index.dictionary.estimated_encoded_bytes());
    let mut new_ids: Vec<Option<NoteId>> = vec![None; index.note_table.note_count_with_removed()];
    write_varint(&mut bytes, index.note_table.len() as u64);
    let mut next = 0;
    for (slot, (_, note)) in new_ids.iter_mut().zip(index.note_table.all_notes_with_removed()) {
        if let Some(path) = &note.path {
            *slot = Some(NoteId(next));
            next += 1;
            write_note(&mut bytes, path, note, &index.note_table);
        }
    }
    let renumber = |note: NoteId| new_ids.get(note.index()).copied().flatten();
    index.dictionary.write_terms(&mut bytes, &renumber);
    bytes
}

fn decode_uncompressed(bytes: Vec<u8>) -> Option<VaultIndex> {
    let mut rest = bytes.as_slice();
    let mut note_table = NoteTable::default();
    for _ in 0..read_varint(&mut rest)? {
        read_note(&mut rest, &mut note_table)?;
    }
    let from = bytes.len() - rest.len();
    let dictionary = TermDictionary::read_terms(bytes, from)?;
    Some(VaultIndex::from_stored(note_table, dictionary))
}

fn write_note(bytes: &mut Vec<u8>, path: &NotePath, note: &NoteEntry, note_table: &NoteTable) {
    let passages = note_table.passages(note);
    write_text(bytes, path.as_str());
    write_varint(bytes, note.modified_millis.max(0) as u64);
    bytes.push(note.language.storage_id());
    write_varint(bytes, u64::from(note.title_and_property_word_count));
    write_varint(bytes, passages.len() as u64);
    let mut previous = "";
    let mut line = 0;
    for passage in passages {
        let trail = note_table.stored_heading_trail(passage);
        write_varint(
            bytes,
            u64::from(passage.passage_word_count) << 1 | u64::from(trail == previous),
        );
        write_varint(bytes, u64::from(passage.first_line.saturating_sub(line)));
        write_varint(bytes, u64::from(passage.last_line.saturating_sub(passage.first_line)));
        line = passage.last_line;
        if trail != previous {
            write_without_shared_prefix(bytes, previous, trail);
            previous = trail;
        }
    }
}

fn read_note(rest: &mut &[u8], note_table: &mut NoteTable) -> Option<()> {
    let path = NotePath::parse(read_text(rest)?).ok()?;
    let modified = i64::try_from(read_varint(rest)?).ok()?;
    let (language, following) = rest.split_first()?;
    *rest = following;
    let language = Language::from_storage_id(*language)?;
    note_table.start_note(&path, modified, language, read_varint_u32(rest)?);
    let mut trail = String::new();
    let mut line = 0_u32;
    for _ in 0..read_varint(rest)? {
        let head = read_varint(rest)?;
        let first_line = line.checked_add(read_varint_u32(rest)?)?;
        line = first_line.checked_add(read_varint_u32(rest)?)?;
        if head & 1 == 0 {
            let (shared, end) = read_without_shared_prefix(rest)?;
            trail.get(shared..)?;
            trail.truncate(shared);
            trail.push_str(end);
        }
        note_table.add_passage(first_line..=line, u32::try_from(head >> 1).ok()?, &trail);
    }
    Some(())
}

fn read_varint_u32(rest: &mut &[u8]) -> Option<u32> {
    u32::try_from(read_varint(rest)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::query::Query;

    fn sample() -> VaultIndex {
        let mut index = VaultIndex::default();
        for (path, text) in [
            ("a.md", "gone"),
            ("b.md", "# T\nsome words here\n\n## U\nmore words"),
            ("a.md", "here again"),
        ] {
            index.upsert(&NotePath::parse(path).unwrap(), text, 7);
        }
        index
    }

    fn found(index: &VaultIndex, text: &str) -> Vec<(String, usize)> {
        let hits = index.search(&Query { text: text.into(), ..Query::default() });
        hits.iter().map(|hit| (hit.path.to_string(), hit.first_line)).collect()
    }

    #[test]
    fn a_decoded_index_has_all_notes_but_removed_ones() {
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
    fn truncated_bytes_are_rejected() {
        let good = encode(&sample());
        assert!(decode(b"").is_none() && decode(b"IBID\x00\x01").is_none());
        for end in 0..good.len() {
            assert!(decode(good.get(..end).unwrap()).is_none(), "cut at {end}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn damaged_bytes_do_no_harm(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200), at in 0_usize..120, byte: u8) {
            let _ = decode(&[INDEX_FILE_HEADER.as_slice(), &bytes].concat());
            let mut packed = encode(&sample());
            let mut plain = encode_uncompressed(&sample());
            for damaged in [&mut packed, &mut plain] {
                let at = at % damaged.len();
                damaged[at] = byte;
            }
            for index in [decode(&packed), decode_uncompressed(plain), decode_uncompressed(bytes)] {
                let _ = index.map(|index| found(&index, "words"));
            }
        }
    }
}
