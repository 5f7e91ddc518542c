//! The parts that are cut out of a text, and how offsets in the whole text relate to those in the rest.

use std::ops::Range;

/// The parts that are cut out of a text, in order.
pub(super) struct Cuts(Vec<Cut>);

/// A part that is cut out. Two of them don't touch.
struct Cut {
    range: Range<usize>,
    /// Number of bytes of the cuts before it.
    removed_before: usize,
}

impl Cut {
    fn removed_after(&self) -> usize {
        self.removed_before + self.range.len()
    }
}

impl Cuts {
    /// Cuts out ranges, given in order of their starts; they may overlap.
    pub(super) fn new(ranges: impl Iterator<Item = Range<usize>>) -> Self {
        let mut cuts: Vec<Cut> = Vec::new();
        for range in ranges {
            match cuts.last_mut() {
                Some(last) if range.start <= last.range.end => {
                    last.range.end = last.range.end.max(range.end);
                }
                last => {
                    let removed_before = last.map_or(0, |last| last.removed_after());
                    cuts.push(Cut { range, removed_before });
                }
            }
        }
        Self(cuts)
    }

    /// The rest of a text.
    pub(super) fn rest_of(&self, text: &str) -> String {
        let mut rest = String::new();
        let mut end = 0;
        for cut in &self.0 {
            rest.push_str(text.get(end..cut.range.start).unwrap_or_default());
            end = cut.range.end;
        }
        rest.push_str(text.get(end..).unwrap_or_default());
        rest
    }

    /// The offset in the rest of an offset in the whole text.
    pub(super) fn rest_offset(&self, whole_offset: usize) -> usize {
        let last = self.last_with(|cut| cut.range.start < whole_offset);
        let removed = last.map_or(0, |cut| {
            cut.removed_before + (cut.range.end.min(whole_offset) - cut.range.start)
        });
        whole_offset - removed
    }

    /// The offset in the whole text of an offset in the rest. At a cut it is the end of the cut.
    pub(super) fn whole_offset(&self, rest_offset: usize) -> usize {
        let last = self.last_with(|cut| cut.range.start - cut.removed_before <= rest_offset);
        rest_offset + last.map_or(0, Cut::removed_after)
    }

    /// The last cut that meets a condition, which all cuts before it meet too.
    fn last_with(&self, condition: impl Fn(&Cut) -> bool) -> Option<&Cut> {
        let count = self.0.partition_point(condition);
        count.checked_sub(1).and_then(|last| self.0.get(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_found_around_cuts() {
        let cuts = Cuts::new([0..0, 2..4, 3..5, 5..6, 8..9].into_iter());
        assert_eq!(cuts.rest_of("0123456789"), "01679");
        assert_eq!([0, 2, 3, 6, 7, 9].map(|offset| cuts.rest_offset(offset)), [0, 2, 2, 2, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|offset| cuts.whole_offset(offset)), [0, 1, 6, 7, 9]);
    }
}
