//! All terms and where each stands, in two layers: one that was stored and is only looked up in,
//! in order of spelling, and one for what was added since.

use std::ops::Range;

use crate::index::bytes::{read_next, read_number, take, write_next, write_number};
use crate::index::postings::{self, Entry, Postings};
use crate::index::string_pool::{Roll, Texts};

/// Terms and their lists.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    stored: Stored,
    /// Terms that were added to since, and the list of each.
    added: Roll,
    lists: Vec<Postings>,
}

/// A term by its number in this lexicon; it is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermNumber(pub u32);

/// Terms in order of spelling, one after the other, with their lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Stored {
    terms: Texts,
    /// What was read, as it was: copying it would take as long as reading.
    bytes: Vec<u8>,
    /// Where the list of each term stands in it.
    lists: Vec<Range<u32>>,
}

impl Lexicon {
    /// The number of a term, a new one if it has none.
    pub fn number(&mut self, term: &str) -> TermNumber {
        let number = self.added.enter(term);
        if number as usize == self.lists.len() {
            self.lists.push(Postings::default());
        }
        TermNumber(number)
    }

    /// Adds a note to a term's list; notes come in rising order.
    pub fn add(&mut self, term: TermNumber, note: u32, weight: u32, places: &[u32]) {
        if let Some(list) = self.lists.get_mut(term.0 as usize) {
            list.push(note, weight, places);
        }
    }

    /// Where a term stands, in rising order.
    pub fn find(&self, term: &str) -> impl Iterator<Item = Entry<'_>> {
        let [stored, added] = self.lists(term);
        postings::entries(stored).chain(postings::entries(added))
    }

    /// The lists of a term, to be read one behind the other: what is stored, and what was added.
    pub fn lists(&self, term: &str) -> [&[u8]; 2] {
        let added = self.added.find(term).and_then(|number| self.lists.get(number as usize));
        let stored = self.stored.list(term).unwrap_or_default();
        [stored, added.map(Postings::bytes).unwrap_or_default()]
    }

    /// The terms that begin with a text and may be `wanted`, in order of spelling.
    pub fn beginning<'l>(&'l self, start: &str, wanted: &dyn Fn(&str) -> bool) -> Vec<&'l str> {
        let from = self.stored.position(start);
        let stored = (from..).map_while(|number| self.stored.terms.get(number));
        let stored = stored.take_while(|term| term.starts_with(start));
        let added = self.added.texts().iter().filter(|term| term.starts_with(start));
        let mut terms: Vec<&str> = stored.chain(added).filter(|term| wanted(term)).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Writes everything: notes renumbered, those that are gone left out.
    pub fn write(&self, bytes: &mut Vec<u8>, renumber: &dyn Fn(u32) -> Option<u32>) {
        let mut before = "";
        for term in self.beginning("", &|_| true) {
            let mut list = Postings::default();
            for entry in self.find(term) {
                if let Some(note) = renumber(entry.note) {
                    list.copy(note, entry);
                }
            }
            if !list.bytes().is_empty() {
                write_number(bytes, list.bytes().len() as u64);
                bytes.extend_from_slice(list.bytes());
                write_next(bytes, before, term);
                before = term;
            }
        }
        // No list is empty.
        bytes.push(0);
    }

    /// As many bytes as `write` takes at the most.
    pub fn size(&self) -> usize {
        /// A term with the lengths of its list and of what it shares with the one before.
        const TERM: usize = 32;
        let added: usize = self.lists.iter().map(|list| list.bytes().len() + TERM).sum();
        self.stored.bytes.len() + self.stored.terms.len() as usize * TERM + added
    }

    /// Reads what was written, from a byte on to the end, or `None` when it is not whole.
    pub fn read(bytes: Vec<u8>, from: usize) -> Option<Self> {
        let mut stored = Stored::default();
        let mut rest = bytes.get(from..)?;
        loop {
            let length = usize::try_from(read_number(&mut rest)?).ok()?;
            if length == 0 {
                break;
            }
            let start = bytes.len() - rest.len();
            take(&mut rest, length)?;
            let end = u32::try_from(start + length).ok()?;
            stored.lists.push(u32::try_from(start).ok()?..end);
            let (shared, text) = read_next(&mut rest)?;
            stored.terms.push_next(shared, text)?;
        }
        rest.is_empty().then_some(())?;
        stored.bytes = bytes;
        Some(Self { stored, ..Self::default() })
    }
}

impl Stored {
    /// The number of the first term that does not come before a text.
    fn position(&self, text: &str) -> u32 {
        let (mut low, mut high) = (0, self.terms.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.terms.get(middle).is_some_and(|term| term < text) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn list(&self, term: &str) -> Option<&[u8]> {
        let number = self.position(term);
        (self.terms.get(number)? == term).then_some(())?;
        let list = self.lists.get(number as usize)?;
        self.bytes.get(list.start as usize..list.end as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(lexicon: &Lexicon, term: &str) -> Vec<(u32, u32)> {
        lexicon.find(term).map(|entry| (entry.note, entry.weight)).collect()
    }

    fn stored(lexicon: &Lexicon, renumber: &dyn Fn(u32) -> Option<u32>) -> Lexicon {
        let mut bytes = Vec::new();
        lexicon.write(&mut bytes, renumber);
        Lexicon::read(bytes, 0).unwrap()
    }

    #[test]
    fn both_layers_are_searched_and_stored_as_one() {
        let mut lexicon = Lexicon::default();
        let add = |lexicon: &mut Lexicon, term: &str, note, weight| {
            let number = lexicon.number(term);
            lexicon.add(number, note, weight, &[3]);
        };
        add(&mut lexicon, "b", 0, 1);
        add(&mut lexicon, "a", 1, 2);
        let mut again = stored(&lexicon, &Some);
        add(&mut again, "a", 4, 1);
        add(&mut again, "ca", 5, 1);
        assert_eq!(notes(&again, "a"), [(1, 2), (4, 1)]);
        assert_eq!(notes(&again, "zz"), []);
        let stands = |term: &str, gone: u32| again.find(term).any(|entry| entry.note != gone);
        assert!(stands("b", 9) && stands("ca", 9) && !stands("c", 9));
        assert!(stands("a", 4) && stands("a", 1) && !stands("ca", 5));
        assert_eq!(again.beginning("c", &|_| true), ["ca"]);
        assert_eq!(again.beginning("", &|term| term < "c"), ["a", "b"]);
        let kept = stored(&again, &|note| (note != 1).then_some(note / 2));
        assert_eq!((notes(&kept, "a"), notes(&kept, "b")), (vec![(2, 1)], vec![(0, 1)]));
    }
}
