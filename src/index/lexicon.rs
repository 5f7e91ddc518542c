//! All terms and where each stands, in two layers: one that was stored and is only looked up in,
//! as a few long arrays, and one for what was added since.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::bytes::{read_next, read_number, take, write_next, write_number};
use super::postings::{self, Entry, Postings};

/// A map by short texts, looked up in and never walked through.
pub type TextMap<T> = HashMap<Box<str>, T, BuildHasherDefault<TermHasher>>;

/// Terms and their lists.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    stored: Stored,
    /// The number of each term that was added to since.
    numbers: TextMap<TermNumber>,
    added: Vec<Added>,
}

/// A term by its number in this lexicon; it is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermNumber(pub u32);

#[derive(Debug, Clone)]
struct Added {
    term: Box<str>,
    list: Postings,
}

/// Terms in order of spelling, one after the other, with their lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Stored {
    /// All terms in one text.
    terms: String,
    /// Where each term ends in it.
    term_ends: Vec<u32>,
    /// All lists in one.
    lists: Vec<u8>,
    /// Where each list ends in it.
    list_ends: Vec<u32>,
}

impl Lexicon {
    /// The number of a term, a new one if it has none.
    pub fn number(&mut self, term: &str) -> TermNumber {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        let number = TermNumber(length(self.added.len()));
        self.numbers.insert(term.into(), number);
        self.added.push(Added { term: term.into(), list: Postings::default() });
        number
    }

    /// Adds a note to a term's list; notes come in rising order.
    pub fn add(&mut self, term: TermNumber, note: u32, weight: u32, places: &[u32]) {
        if let Some(added) = self.added.get_mut(term.0 as usize) {
            added.list.push(note, weight, places);
        }
    }

    /// Where a term stands, in rising order.
    pub fn find<'l>(&'l self, term: &str) -> impl Iterator<Item = Entry<'l>> + 'l {
        let stored = self.stored.list(term).unwrap_or_default();
        let added = self.numbers.get(term).and_then(|number| self.added.get(number.0 as usize));
        let added = added.map(|added| added.list.bytes()).unwrap_or_default();
        postings::read(stored).chain(postings::read(added))
    }

    /// Whether a term stands anywhere, in notes that are gone perhaps.
    pub fn knows(&self, term: &str) -> bool {
        self.numbers.contains_key(term) || self.stored.list(term).is_some()
    }

    /// The terms that begin with a text and may be `wanted`, in order of spelling.
    pub fn beginning<'l>(&'l self, start: &str, wanted: &dyn Fn(&str) -> bool) -> Vec<&'l str> {
        let from = self.stored.position(start);
        let stored = (from..).map_while(|number| self.stored.term(number));
        let stored = stored.take_while(|term| term.starts_with(start));
        let added = self.added.iter().map(|added| &*added.term);
        let added = added.filter(|term| term.starts_with(start));
        let mut terms: Vec<&str> = stored.chain(added).filter(|term| wanted(term)).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Writes everything: notes renumbered, those that are gone left out. The lists come first,
    /// so that each is written where it stays.
    pub fn write(&self, bytes: &mut Vec<u8>, renumber: &dyn Fn(u32) -> Option<u32>) {
        let added: usize = self.added.iter().map(|added| added.list.bytes().len()).sum();
        bytes.reserve(self.stored.lists.len() + added);
        let mut terms = Vec::new();
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
                write_next(&mut terms, before, term);
                before = term;
            }
        }
        // No list is empty.
        bytes.push(0);
        bytes.extend_from_slice(&terms);
    }

    /// Reads what was written, or `None` when it is not whole.
    pub fn read(rest: &mut &[u8]) -> Option<Self> {
        let mut stored = Stored::default();
        loop {
            let bytes = usize::try_from(read_number(rest)?).ok()?;
            if bytes == 0 {
                break;
            }
            let list = take(rest, bytes)?;
            stored.lists.extend_from_slice(list);
            stored.list_ends.push(length(stored.lists.len()));
        }
        for _ in 0..stored.list_ends.len() {
            let (shared, end) = read_next(rest)?;
            stored.push_term(shared, end)?;
        }
        Some(Self { stored, ..Self::default() })
    }
}

impl Stored {
    /// Adds a term that begins as the one before; `None` if it cannot come next.
    fn push_term(&mut self, shared: usize, end: &str) -> Option<()> {
        let last = span(&self.term_ends, self.term_ends.len().wrapping_sub(1)).unwrap_or(0..0);
        let start = last.start..last.start.checked_add(shared)?;
        let begin = self.terms.get(start.clone()).filter(|_| start.end <= last.end)?.to_owned();
        self.terms.push_str(&begin);
        self.terms.push_str(end);
        self.term_ends.push(length(self.terms.len()));
        Some(())
    }

    fn term(&self, number: usize) -> Option<&str> {
        self.terms.get(span(&self.term_ends, number)?)
    }

    /// The number of the first term that does not come before a text.
    fn position(&self, text: &str) -> usize {
        let (mut low, mut high) = (0, self.term_ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.term(middle).is_some_and(|term| term < text) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn list(&self, term: &str) -> Option<&[u8]> {
        let number = self.position(term);
        (self.term(number)? == term).then_some(())?;
        self.lists.get(span(&self.list_ends, number)?)
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

    fn notes(lexicon: &Lexicon, term: &str) -> Vec<(u32, u32)> {
        lexicon.find(term).map(|entry| (entry.note, entry.weight)).collect()
    }

    fn stored(lexicon: &Lexicon, renumber: &dyn Fn(u32) -> Option<u32>) -> Lexicon {
        let mut bytes = Vec::new();
        lexicon.write(&mut bytes, renumber);
        Lexicon::read(&mut bytes.as_slice()).unwrap()
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
        assert!(again.knows("b") && again.knows("ca") && !again.knows("c"));
        assert_eq!(again.beginning("c", &|_| true), ["ca"]);
        assert_eq!(again.beginning("", &|term| term < "c"), ["a", "b"]);
        let kept = stored(&again, &|note| (note != 1).then_some(note / 2));
        assert_eq!((notes(&kept, "a"), notes(&kept, "b")), (vec![(2, 1)], vec![(0, 1)]));
    }
}
