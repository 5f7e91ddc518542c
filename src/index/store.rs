//! The index as bytes, kept on the device: a magic word, the version of the format, the notes,
//! their passages, the terms. What is not whole is no index: the caller builds anew.

use super::Index;
use super::bytes::{read_ends, read_number, read_text, take, write_ends, write_number, write_text};
use super::catalogue::{Catalogue, Passage};
use super::lexicon::{Lexicon, Stored};
use crate::note::NotePath;

/// Begins every stored index; the last two bytes are the version of the format.
const HEADER: [u8; 6] = *b"IBID\x00\x02";

/// The index as bytes; what is gone is left out.
pub fn encode(index: &Index) -> Vec<u8> {
    let (catalogue, renumbered) = index.catalogue.compacted();
    let renumber = |passage: u32| renumbered.get(passage as usize).copied().flatten();
    let stored = index.lexicon.stored(&renumber);
    let mut bytes = HEADER.to_vec();
    write_catalogue(&mut bytes, &catalogue);
    write_text(&mut bytes, &stored.terms);
    write_ends(&mut bytes, &stored.term_ends);
    write_ends(&mut bytes, &stored.list_ends);
    write_number(&mut bytes, stored.lists.len() as u64);
    bytes.extend_from_slice(&stored.lists);
    bytes
}

/// The index that was stored, or `None` when it cannot be trusted.
pub fn decode(bytes: &[u8]) -> Option<Index> {
    let mut rest = bytes.strip_prefix(HEADER.as_slice())?;
    let catalogue = read_catalogue(&mut rest)?;
    let terms = read_text(&mut rest)?.to_owned();
    let term_ends = read_ends(&mut rest)?;
    let list_ends = read_ends(&mut rest)?;
    let length = usize::try_from(read_number(&mut rest)?).ok()?;
    let lists = take(&mut rest, length)?.to_vec();
    let whole = term_ends.len() == list_ends.len()
        && term_ends.last().copied().unwrap_or(0) as usize == terms.len()
        && list_ends.last().copied().unwrap_or(0) as usize == lists.len();
    let lexicon = Lexicon::of(Stored { terms, term_ends, lists, list_ends });
    (whole && rest.is_empty()).then(|| Index { catalogue, lexicon, ..Index::default() })
}

fn write_catalogue(bytes: &mut Vec<u8>, catalogue: &Catalogue) {
    write_number(bytes, catalogue.notes.len() as u64);
    for note in &catalogue.notes {
        write_text(bytes, note.path.as_ref().map_or("", NotePath::as_str));
        write_number(bytes, note.modified.max(0) as u64);
        write_number(bytes, u64::from(note.passages));
        let own = catalogue.passages.iter().skip(note.head as usize).take(note.passages as usize);
        let mut trail = "";
        for passage in own {
            // Neighbours mostly stand under the same headings.
            let same = *passage.trail == *trail;
            write_number(bytes, u64::from(passage.words) << 1 | u64::from(same));
            write_number(bytes, u64::from(passage.first_line));
            write_number(bytes, u64::from(passage.last_line.saturating_sub(passage.first_line)));
            if !same {
                write_text(bytes, &passage.trail);
                trail = &passage.trail;
            }
        }
    }
}

fn read_catalogue(rest: &mut &[u8]) -> Option<Catalogue> {
    let mut catalogue = Catalogue::default();
    for _ in 0..read_number(rest)? {
        let path = NotePath::parse(read_text(rest)?).ok()?;
        let modified = i64::try_from(read_number(rest)?).ok()?;
        let note = catalogue.begin(&path, modified);
        let mut trail: Box<str> = "".into();
        for _ in 0..read_number(rest)? {
            let head = read_number(rest)?;
            let first_line = u32::try_from(read_number(rest)?).ok()?;
            let last_line = first_line.checked_add(u32::try_from(read_number(rest)?).ok()?)?;
            if head & 1 == 0 {
                trail = read_text(rest)?.into();
            }
            let words = u32::try_from(head >> 1).ok()?;
            catalogue.add(Passage { note, first_line, last_line, words, trail: trail.clone() });
        }
    }
    Some(catalogue)
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
            let mut damaged = encode(&sample());
            let at = at % damaged.len();
            damaged[at] = byte;
            if let Some(index) = decode(&damaged) {
                let _ = found(&index, "words");
            }
        }
    }
}
