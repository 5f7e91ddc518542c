//! Many byte ranges of a text, searched by place without looking at each of them.

use std::ops::Range;

use crate::values::text::step_counter::add_steps;

/// Byte ranges in order of their starts, each with the furthest end of all ranges up to it.
#[derive(Debug, Default)]
pub(crate) struct RangeIndex {
    starts: Vec<usize>,
    furthest_ends: Vec<usize>,
}

impl RangeIndex {
    /// Indexes ranges. They may overlap, and need no order.
    pub(crate) fn new(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut ranges: Vec<Range<usize>> = ranges.into_iter().collect();
        ranges.sort_unstable_by_key(|range| range.start);
        add_steps(ranges.len());
        let furthest = ranges.iter().scan(0, |furthest, range| {
            *furthest = range.end.max(*furthest);
            Some(*furthest)
        });
        let furthest_ends = furthest.collect();
        Self { starts: ranges.into_iter().map(|range| range.start).collect(), furthest_ends }
    }

    /// Whether an offset is inside a range.
    pub(crate) fn contains(&self, offset: usize) -> bool {
        self.furthest_end(offset) > Some(offset)
    }

    /// Whether all of `inner` is inside one range.
    pub(crate) fn covers(&self, inner: &Range<usize>) -> bool {
        self.furthest_end(inner.start) >= Some(inner.end)
    }

    /// Whether a range begins before the end of `other` and ends after its start.
    pub(crate) fn overlaps(&self, other: &Range<usize>) -> bool {
        other.end.checked_sub(1).is_some_and(|last| self.furthest_end(last) > Some(other.start))
    }

    /// The furthest end of the ranges that begin at an offset or before it.
    pub(crate) fn furthest_end(&self, offset: usize) -> Option<usize> {
        add_steps(1);
        let count = self.starts.partition_point(|start| *start <= offset);
        count.checked_sub(1).and_then(|last| self.furthest_ends.get(last)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_found_by_place() {
        let ranges = RangeIndex::new([6..7, 2..9, 20..20]);
        let inside = |offset| ranges.contains(offset);
        assert_eq!([1, 2, 8, 9, 20].map(inside), [false, true, true, false, false]);
        let covered = [2..9, 8..8, 9..9, 1..3, 8..10, 20..20].map(|range| ranges.covers(&range));
        assert_eq!(covered, [true, true, true, false, false, true]);
        let touched = [0..2, 0..3, 8..12, 9..12, 19..22, 20..20, 0..0];
        let touched = touched.map(|range| ranges.overlaps(&range));
        assert_eq!(touched, [false, true, true, false, true, false, false]);
        assert!(!RangeIndex::default().contains(0));
    }
}
