//! Lists of where a term stands, small enough to keep in memory and on disk. An entry is a note
//! (as the distance to the one before), how much the term counts there, and the places at which it
//! stands: one byte each mostly.

use crate::index::bytes::{number_length, read_number, write_number};

/// Where a term stands: notes in rising order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Postings {
    bytes: Vec<u8>,
    /// The number after the last note, so that the first distance of a list counts from zero.
    next: u32,
}

/// One note of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'l> {
    /// The note.
    pub note: u32,
    /// How much the term counts there: once a place, more in a title or a heading.
    pub weight: u32,
    kind: u8,
    /// How many of the bytes stand before the places.
    head: u8,
    /// Everything behind the distance, as it is written.
    bytes: &'l [u8],
}

// What stands in the two low bits beside the distance: the commonest entries count once a place,
// or once without a place, and have nothing else to tell. Any other says how many bytes its places
// take, and in the lowest bit of that whether it counts for more than its places: for how much
// more stands behind.
const ONE_PLACE: u8 = 0;
const TWO_PLACES: u8 = 1;
const NO_PLACE: u8 = 2;
const OTHER: u8 = 3;

impl Postings {
    /// Adds a note, which must come after all that are in the list, with the places of the term
    /// in rising order.
    pub fn push(&mut self, note: u32, weight: u32, places: &[u32]) {
        let kind = match (places.len(), weight) {
            (1, 1) => ONE_PLACE,
            (2, 2) => TWO_PLACES,
            (0, 1) => NO_PLACE,
            _ => OTHER,
        };
        self.begin(note, kind);
        if kind == OTHER {
            let length: usize = distances(places).map(number_length).sum();
            let more = u64::from(weight).saturating_sub(places.len() as u64);
            write_number(&mut self.bytes, (length as u64) << 1 | u64::from(more > 0));
            if more > 0 {
                write_number(&mut self.bytes, more);
            }
        }
        distances(places).for_each(|distance| write_number(&mut self.bytes, distance));
    }

    fn begin(&mut self, note: u32, kind: u8) {
        let distance = u64::from(note.saturating_sub(self.next));
        write_number(&mut self.bytes, distance << 2 | u64::from(kind));
        self.next = note.saturating_add(1);
    }

    /// Adds an entry of another list under the number that the note has here.
    pub fn copy(&mut self, note: u32, entry: Entry<'_>) {
        self.begin(note, entry.kind);
        self.bytes.extend_from_slice(entry.bytes);
    }

    /// The list as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Entry<'_> {
    /// The places at which the term stands, in rising order.
    pub fn places(&self) -> impl Iterator<Item = u32> + '_ {
        let mut rest = self.bytes.get(usize::from(self.head)..).unwrap_or_default();
        let mut last = 0_u32;
        std::iter::from_fn(move || {
            let distance = u32::try_from(read_number(&mut rest)?).ok()?;
            last = last.checked_add(distance)?;
            Some(last)
        })
    }
}

/// The entries of a list. Bytes that make no list end it.
pub fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    let mut rest = bytes;
    let mut next = 0;
    std::iter::from_fn(move || {
        let entry = read_entry(&mut rest, next)?;
        next = entry.note.saturating_add(1);
        Some(entry)
    })
}

/// All entries of a list. For long ones: an iterator that is not spelled out takes half as long
/// again.
pub fn read(bytes: &[u8]) -> Vec<Entry<'_>> {
    let mut read = Vec::new();
    let mut rest = bytes;
    let mut next = 0;
    while let Some(entry) = read_entry(&mut rest, next) {
        next = entry.note.saturating_add(1);
        read.push(entry);
    }
    read
}

#[inline(always)]
fn read_entry<'l>(rest: &mut &'l [u8], next: u32) -> Option<Entry<'l>> {
    let distance = read_number(rest)?;
    let note = next.checked_add(u32::try_from(distance >> 2).ok()?)?;
    let kind = (distance & 3) as u8;
    let start = *rest;
    let (weight, length) = match kind {
        ONE_PLACE => (1, numbers_length(start, 1)?),
        TWO_PLACES => (2, numbers_length(start, 2)?),
        NO_PLACE => (1, 0),
        _ => {
            let length = read_number(rest)?;
            let more = if length & 1 == 1 { read_number(rest)? } else { 0 };
            let length = usize::try_from(length >> 1).ok()?;
            let places = rest.get(..length)?.iter().filter(|byte| **byte < 0x80).count();
            (u32::try_from(more.saturating_add(places as u64)).ok()?, length)
        }
    };
    let head = start.len() - rest.len();
    *rest = rest.get(length..)?;
    Some(Entry { note, weight, kind, head: head as u8, bytes: start.get(..head + length)? })
}

/// From each place to the next; the first counts from zero.
fn distances(places: &[u32]) -> impl Iterator<Item = u64> + '_ {
    let before = std::iter::once(&0).chain(places);
    places.iter().zip(before).map(|(place, before)| u64::from(place.saturating_sub(*before)))
}

/// The bytes that so many numbers take.
fn numbers_length(bytes: &[u8], count: usize) -> Option<usize> {
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte < 0x80);
    ends.nth(count - 1).map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(entries: &[(u32, u32, Vec<u32>)]) {
        let mut postings = Postings::default();
        for (note, weight, places) in entries {
            postings.push(*note, *weight, places);
        }
        let got: Vec<_> = super::entries(postings.bytes())
            .map(|entry| (entry.note, entry.weight, entry.places().collect::<Vec<_>>()))
            .collect();
        assert_eq!(got, entries);
    }

    #[test]
    fn what_is_written_is_read() {
        check(&[
            (0, 1, vec![5]),
            (1, 2, vec![0, 1000]),
            (2, 4, vec![7]),
            (3, 1, vec![]),
            (900, 9, vec![]),
            (70_000, 250, (0..250).map(|place| place * 3).collect()),
            (u32::MAX - 1, 1, vec![u32::MAX]),
        ]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let mut last = None;
            for entry in entries(&bytes) {
                proptest::prop_assert!(last.is_none_or(|last| entry.note > last));
                proptest::prop_assert!(entry.places().count() <= bytes.len());
                last = Some(entry.note);
            }
        }
    }
}
