//! All terms and where each stands, in two layers: one that was stored and is only looked up in,
//! as a few long arrays, and one for what was added since.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::postings::{self, Postings};

/// A map by short texts, looked up in and never walked through.
pub type TextMap<T> = HashMap<Box<str>, T, BuildHasherDefault<TermHasher>>;

/// Terms and their lists.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    stored: Stored,
    /// The number of each term that was added to since.
    numbers: TextMap<TermNumber>,
    added: Vec<Postings>,
}

/// A term by its number in this lexicon; it is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermNumber(u32);

/// Terms in order of spelling, one after the other, with their lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored {
    /// All terms in one text.
    pub terms: String,
    /// Where each term ends in it.
    pub term_ends: Vec<u32>,
    /// All lists in one.
    pub lists: Vec<u8>,
    /// Where each list ends in it.
    pub list_ends: Vec<u32>,
}

impl Lexicon {
    /// A lexicon of what was stored.
    pub fn of(stored: Stored) -> Self {
        Self { stored, ..Self::default() }
    }

    /// The number of a term, a new one if it has none.
    pub fn number(&mut self, term: &str) -> TermNumber {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        let number = TermNumber(length(self.added.len()));
        self.numbers.insert(term.into(), number);
        self.added.push(Postings::default());
        number
    }

    /// Adds a passage to a term's list; passages come in rising order.
    pub fn add(&mut self, term: TermNumber, passage: u32, count: u32) {
        if let Some(postings) = self.added.get_mut(term.0 as usize) {
            postings.push(passage, count);
        }
    }

    /// Where a term stands, in rising order.
    pub fn find<'l>(&'l self, term: &str) -> impl Iterator<Item = (u32, u32)> + 'l {
        let stored = self.stored.list(term).unwrap_or_default();
        let added = self.numbers.get(term).and_then(|number| self.added.get(number.0 as usize));
        postings::read(stored).chain(postings::read(added.map(Postings::bytes).unwrap_or_default()))
    }

    /// Everything as it is stored: passages renumbered, those that are gone left out.
    pub fn stored(&self, renumber: &dyn Fn(u32) -> Option<u32>) -> Stored {
        let mut terms: Vec<&str> = self.numbers.keys().map(AsRef::as_ref).collect();
        terms
            .extend((0..self.stored.term_ends.len()).filter_map(|number| self.stored.term(number)));
        terms.sort_unstable();
        terms.dedup();
        let mut stored = Stored::default();
        for term in terms {
            let mut list = Postings::default();
            for (passage, count) in self.find(term) {
                if let Some(passage) = renumber(passage) {
                    list.push(passage, count);
                }
            }
            stored.push(term, &list);
        }
        stored
    }
}

impl Stored {
    fn push(&mut self, term: &str, list: &Postings) {
        if list.bytes().is_empty() {
            return;
        }
        self.terms.push_str(term);
        self.term_ends.push(length(self.terms.len()));
        self.lists.extend_from_slice(list.bytes());
        self.list_ends.push(length(self.lists.len()));
    }

    fn term(&self, number: usize) -> Option<&str> {
        self.terms.get(span(&self.term_ends, number)?)
    }

    fn list(&self, term: &str) -> Option<&[u8]> {
        let (mut low, mut high) = (0, self.term_ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.term(middle)?.cmp(term) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.lists.get(span(&self.list_ends, middle)?),
            }
        }
        None
    }
}

fn span(ends: &[u32], number: usize) -> Option<std::ops::Range<usize>> {
    let start = number.checked_sub(1).map_or(Some(0), |before| ends.get(before).copied())?;
    Some(start as usize..*ends.get(number)? as usize)
}

fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// FNV-1a: terms are short, and nobody attacks their own search.
#[derive(Default)]
pub struct TermHasher(u64);

impl Hasher for TermHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_layers_are_searched_and_stored_as_one() {
        let mut lexicon = Lexicon::default();
        let add = |lexicon: &mut Lexicon, term: &str, passage, count| {
            let number = lexicon.number(term);
            lexicon.add(number, passage, count);
        };
        add(&mut lexicon, "b", 0, 1);
        add(&mut lexicon, "a", 1, 2);
        let mut again = Lexicon::of(lexicon.stored(&Some));
        add(&mut again, "a", 4, 1);
        add(&mut again, "c", 5, 1);
        assert_eq!(again.find("a").collect::<Vec<_>>(), [(1, 2), (4, 1)]);
        assert_eq!(again.find("zz").count(), 0);
        let kept = again.stored(&|passage| (passage != 1).then_some(passage / 2));
        assert_eq!((kept.terms.as_str(), kept.term_ends.len()), ("abc", 3));
        assert_eq!(Lexicon::of(kept).find("a").collect::<Vec<_>>(), [(2, 1)]);
    }
}
