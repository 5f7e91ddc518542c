//! The postings of one term: the notes in which it occurs, in a compact encoding for memory and
//! disk. A posting has the id of a note (stored as the distance to the previous id), the weight of
//! the term in that note, and the positions of the term. Each number mostly takes one byte.

use crate::notes::index::note_id::NoteId;
use crate::values::{read_varint, varint_byte_length, write_varint};

/// The encoded postings of a term: the notes in which it occurs, in ascending order of id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Postings {
    bytes: Vec<u8>,
    /// The id of the last added note plus one. The next posting stores how far its note id is above
    /// this number.
    next_note: u32,
    count: u32,
}

/// A note in which a term occurs, with the weight and positions of the term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting<'l> {
    /// The id of the note.
    pub note: NoteId,
    /// Weight of the term in the note: one for each position, more in a title or heading.
    pub weight: u32,
    kind: u8,
    /// Index in `bytes` at which the positions start.
    positions_offset: u8,
    /// The encoded posting after its first number, which holds the kind of the posting and the
    /// distance to the previous note.
    bytes: &'l [u8],
}

// The kind of a posting says how it is encoded. Its first number holds the kind in the two lowest
// bits and the distance to the previous note in the others. The first three kinds are for common
// cases: one occurrence of the term, two occurrences, or weight 1 without a position. After the
// first number they have only positions. `KIND_VARIABLE_SIZE` is for all other cases: its second
// number is the size of the positions in bytes, shifted left by one bit. If its lowest bit is set,
// a third number follows, the weight beyond 1 per position. The positions come last.
const KIND_ONE_POSITION: u8 = 0;
const KIND_TWO_POSITIONS: u8 = 1;
const KIND_NO_POSITION: u8 = 2;
const KIND_VARIABLE_SIZE: u8 = 3;

impl Postings {
    /// Adds a posting. The id of its note must be higher than all others in the list, and the
    /// positions must be in ascending order.
    pub fn push(&mut self, note: NoteId, weight: u32, positions: &[u32]) {
        let kind = match (positions.len(), weight) {
            (1, 1) => KIND_ONE_POSITION,
            (2, 2) => KIND_TWO_POSITIONS,
            (0, 1) => KIND_NO_POSITION,
            _ => KIND_VARIABLE_SIZE,
        };
        self.start_posting(note, kind);
        if kind == KIND_VARIABLE_SIZE {
            let length: usize = position_gaps(positions).map(varint_byte_length).sum();
            let extra_weight = u64::from(weight).saturating_sub(positions.len() as u64);
            write_varint(&mut self.bytes, (length as u64) << 1 | u64::from(extra_weight > 0));
            if extra_weight > 0 {
                write_varint(&mut self.bytes, extra_weight);
            }
        }
        position_gaps(positions).for_each(|distance| write_varint(&mut self.bytes, distance));
    }

    fn start_posting(&mut self, note: NoteId, kind: u8) {
        let distance = u64::from(note.0.saturating_sub(self.next_note));
        write_varint(&mut self.bytes, distance << 2 | u64::from(kind));
        self.next_note = note.0.saturating_add(1);
        self.count += 1;
    }

    /// Adds a copy of a posting from another list, with a new note id.
    pub fn push_copy(&mut self, note: NoteId, posting: Posting<'_>) {
        self.start_posting(note, posting.kind);
        self.bytes.extend_from_slice(posting.bytes);
    }

    /// Number of postings.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// All postings as encoded bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Posting<'_> {
    /// The positions of the term in the note, in ascending order.
    pub fn positions(&self) -> impl Iterator<Item = u32> + '_ {
        let mut rest = self.bytes.get(usize::from(self.positions_offset)..).unwrap_or_default();
        let mut last = 0_u32;
        std::iter::from_fn(move || {
            let distance = u32::try_from(read_varint(&mut rest)?).ok()?;
            last = last.checked_add(distance)?;
            Some(last)
        })
    }
}

/// Decodes postings one at a time. Stops at damaged bytes.
#[derive(Debug, Clone)]
pub struct PostingReader<'l> {
    rest: &'l [u8],
    /// The lowest id that the next note can have.
    min_note_id: u32,
}

impl<'l> PostingReader<'l> {
    /// Reads encoded postings from the beginning.
    pub fn new(bytes: &'l [u8]) -> Self {
        Self { rest: bytes, min_note_id: 0 }
    }
}

impl<'l> Iterator for PostingReader<'l> {
    type Item = Posting<'l>;

    // The postings of a common term are read in a loop; as a call for each, that takes one and a half
    // times as long.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let posting = read_posting(&mut self.rest, self.min_note_id)?;
        self.min_note_id = posting.note.0.saturating_add(1);
        Some(posting)
    }
}

#[inline(always)]
fn read_posting<'l>(rest: &mut &'l [u8], min_note_id: u32) -> Option<Posting<'l>> {
    let distance = read_varint(rest)?;
    let note = NoteId(min_note_id.checked_add(u32::try_from(distance >> 2).ok()?)?);
    let kind = (distance & 3) as u8;
    let start = *rest;
    let (weight, length) = match kind {
        KIND_ONE_POSITION => (1, varints_byte_length(start, 1)?),
        KIND_TWO_POSITIONS => (2, varints_byte_length(start, 2)?),
        KIND_NO_POSITION => (1, 0),
        _ => {
            let length = read_varint(rest)?;
            let extra_weight = if length & 1 == 1 { read_varint(rest)? } else { 0 };
            let length = usize::try_from(length >> 1).ok()?;
            let positions = rest.get(..length)?.iter().filter(|byte| **byte < 0x80).count();
            (u32::try_from(extra_weight.saturating_add(positions as u64)).ok()?, length)
        }
    };
    let head = start.len() - rest.len();
    *rest = rest.get(length..)?;
    Some(Posting {
        note,
        weight,
        kind,
        positions_offset: head as u8,
        bytes: start.get(..head + length)?,
    })
}

/// The distance from each position to the previous one; for the first position, its distance from
/// zero.
fn position_gaps(positions: &[u32]) -> impl Iterator<Item = u64> + '_ {
    let before = std::iter::once(&0).chain(positions);
    positions
        .iter()
        .zip(before)
        .map(|(position, before)| u64::from(position.saturating_sub(*before)))
}

/// Number of bytes that the first `count` encoded numbers take.
fn varints_byte_length(bytes: &[u8], count: usize) -> Option<usize> {
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte < 0x80);
    ends.nth(count - 1).map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expected: &[(u32, u32, Vec<u32>)]) {
        let mut postings = Postings::default();
        for (note, weight, positions) in expected {
            postings.push(NoteId(*note), *weight, positions);
        }
        let got: Vec<_> = PostingReader::new(postings.bytes())
            .map(|posting| {
                (posting.note.0, posting.weight, posting.positions().collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn encoded_postings_can_be_decoded() {
        check(&[
            (0, 1, vec![5]),
            (1, 2, vec![0, 1000]),
            (2, 4, vec![7]),
            (3, 1, vec![]),
            (900, 9, vec![]),
            (70_000, 250, (0..250).map(|position| position * 3).collect()),
            (u32::MAX - 1, 1, vec![u32::MAX]),
        ]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn damaged_bytes_do_no_harm(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let mut last = None;
            for posting in PostingReader::new(&bytes) {
                proptest::prop_assert!(last.is_none_or(|last| posting.note > last));
                proptest::prop_assert!(posting.positions().count() <= bytes.len());
                last = Some(posting.note);
            }
        }
    }
}
