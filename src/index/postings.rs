//! Lists of where a term stands, small enough to keep in memory and on disk: each entry is the
//! distance to the one before and how often the term stands there, in one or two bytes mostly.

use super::bytes::{read_number, write_number};

/// Where a term stands: passages in rising order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Postings {
    bytes: Vec<u8>,
    /// The number after the last passage, so that the first distance of a list counts from zero.
    next: u32,
}

/// The largest count that fits beside the distance; a larger one takes a byte of its own.
const INLINE_COUNT: u32 = 3;

impl Postings {
    /// Adds a passage, which must come after all that are in the list.
    pub fn push(&mut self, passage: u32, count: u32) {
        let distance = u64::from(passage.saturating_sub(self.next));
        self.next = passage.saturating_add(1);
        let inline = count.saturating_sub(1).min(INLINE_COUNT);
        write_number(&mut self.bytes, distance << 2 | u64::from(inline));
        if inline == INLINE_COUNT {
            write_number(&mut self.bytes, u64::from(count));
        }
    }

    /// The list as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads a list: passages and how often the term stands in each. Bytes that make no list end it.
pub fn read(bytes: &[u8]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let mut rest = bytes;
    let mut next = 0_u32;
    std::iter::from_fn(move || {
        let head = read_number(&mut rest)?;
        let passage = next.checked_add(u32::try_from(head >> 2).ok()?)?;
        next = passage.checked_add(1)?;
        let inline = (head & 3) as u32;
        let count = if inline == INLINE_COUNT {
            u32::try_from(read_number(&mut rest)?).ok()?
        } else {
            inline + 1
        };
        Some((passage, count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let entries = [(0, 1), (1, 3), (2, 4), (900, 2), (70_000, 250), (u32::MAX - 1, 1)];
        let mut postings = Postings::default();
        for (passage, count) in entries {
            postings.push(passage, count);
        }
        assert_eq!(read(postings.bytes()).collect::<Vec<_>>(), entries);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let mut last = None;
            for (passage, _) in read(&bytes) {
                proptest::prop_assert!(last.is_none_or(|last| passage > last));
                last = Some(passage);
            }
        }
    }
}
