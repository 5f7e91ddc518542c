//! All terms with their postings (the notes in which a term occurs), in two layers: terms that were
//! loaded from storage, read-only and in alphabetical order, and terms that were added since then.

use std::ops::Range;

use crate::notes::index::note_id::NoteId;
use crate::notes::index::postings::{Posting, PostingReader, Postings};
use crate::values::{
    StringInterner, StringPool, read_varint, read_without_shared_prefix, take_bytes,
    varint_byte_length, write_varint, write_without_shared_prefix,
};

/// All terms of the vault, each with its postings: the notes in which it occurs.
#[derive(Debug, Clone, Default)]
pub struct TermDictionary {
    stored: StoredTerms,
    /// The terms with postings that were added since the index was loaded.
    added: StringInterner,
    /// The postings of each term in `added`.
    added_postings: Vec<Postings>,
}

/// The number of a term in this dictionary. It changes each time the index is loaded, and is never
/// stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// The terms that were loaded from storage, in alphabetical order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct StoredTerms {
    terms: StringPool,
    /// The bytes of the stored index. The postings are not copied out of them, because copying
    /// would make loading slower.
    bytes: Vec<u8>,
    /// The range in `bytes` of each term's postings, before which their number stands.
    posting_ranges: Vec<Range<u32>>,
}

impl TermDictionary {
    /// Returns the id of a term; adds the term if it is new.
    pub fn intern(&mut self, term: &str) -> TermId {
        let number = self.added.intern(term);
        if number as usize == self.added_postings.len() {
            self.added_postings.push(Postings::default());
        }
        TermId(number)
    }

    /// Adds a note to the postings of a term. The id of the note must be higher than the ids of all
    /// notes that were added to the term before.
    pub fn add_posting(&mut self, term: TermId, note: NoteId, weight: u32, positions: &[u32]) {
        if let Some(list) = self.added_postings.get_mut(term.0 as usize) {
            list.push(note, weight, positions);
        }
    }

    /// The postings of a term, in ascending order of note id.
    pub fn postings(&self, term: &str) -> impl Iterator<Item = Posting<'_>> {
        let [stored, added] = self.stored_and_added_postings(term);
        PostingReader::new(stored).chain(PostingReader::new(added))
    }

    /// The encoded postings of a term: first those from storage, then those added since.
    pub fn stored_and_added_postings(&self, term: &str) -> [&[u8]; 2] {
        let stored = self.stored.postings(term).map(|(_, bytes)| bytes);
        let added = self.added_postings(term).map(Postings::bytes);
        [stored.unwrap_or_default(), added.unwrap_or_default()]
    }

    /// Number of postings of a term, without reading them.
    pub fn posting_count(&self, term: &str) -> usize {
        let stored = self.stored.postings(term).map_or(0, |(count, _)| count);
        let added = self.added_postings(term).map_or(0, Postings::count);
        stored.saturating_add(added as usize)
    }

    fn added_postings(&self, term: &str) -> Option<&Postings> {
        self.added_postings.get(self.added.index_of(term)? as usize)
    }

    /// The terms that start with `prefix` and for which `accepts` returns true, in alphabetical
    /// order.
    pub fn terms_with_prefix<'l>(
        &'l self,
        prefix: &str,
        accepts: &dyn Fn(&str) -> bool,
    ) -> Vec<&'l str> {
        let from = self.stored.first_index_at_or_after(prefix);
        let stored = (from..).map_while(|number| self.stored.terms.get(number));
        let stored = stored.take_while(|term| term.starts_with(prefix));
        let added = self.added.strings().iter().filter(|term| term.starts_with(prefix));
        let mut terms: Vec<&str> = stored.chain(added).filter(|term| accepts(term)).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Writes all terms with their postings. `new_note_id` returns the new id of a note, or `None`
    /// for a removed note, which is not written.
    pub fn write_terms(&self, bytes: &mut Vec<u8>, new_note_id: &dyn Fn(NoteId) -> Option<NoteId>) {
        let mut before = "";
        for term in self.terms_with_prefix("", &|_| true) {
            let mut list = Postings::default();
            for posting in self.postings(term) {
                if let Some(note) = new_note_id(posting.note) {
                    list.push_copy(note, posting);
                }
            }
            if !list.bytes().is_empty() {
                let count = u64::from(list.count());
                write_varint(bytes, (varint_byte_length(count) + list.bytes().len()) as u64);
                write_varint(bytes, count);
                bytes.extend_from_slice(list.bytes());
                write_without_shared_prefix(bytes, before, term);
                before = term;
            }
        }
        // A zero, where the byte length of the next term's postings and their number would be, marks the
        // end of the terms. That length is never zero.
        bytes.push(0);
    }

    /// Estimates how many bytes `write_terms` will write, so that the buffer need not grow. Mostly
    /// too high.
    pub fn estimated_encoded_bytes(&self) -> usize {
        /// Estimated bytes of a term without its postings, mostly too high.
        const ESTIMATED_BYTES_PER_TERM: usize = 32;
        let added: usize = self
            .added_postings
            .iter()
            .map(|list| list.bytes().len() + ESTIMATED_BYTES_PER_TERM)
            .sum();
        self.stored.bytes.len()
            + self.stored.terms.len() as usize * ESTIMATED_BYTES_PER_TERM
            + added
    }

    /// Reads the terms that `write_terms` wrote, from the byte offset `start_offset` to the end.
    /// Returns `None` if the bytes are damaged.
    pub fn read_terms(bytes: Vec<u8>, start_offset: usize) -> Option<Self> {
        let mut stored = StoredTerms::default();
        let mut rest = bytes.get(start_offset..)?;
        loop {
            let length = usize::try_from(read_varint(&mut rest)?).ok()?;
            if length == 0 {
                break;
            }
            let start = bytes.len() - rest.len();
            take_bytes(&mut rest, length)?;
            let end = u32::try_from(start + length).ok()?;
            stored.posting_ranges.push(u32::try_from(start).ok()?..end);
            let (shared, text) = read_without_shared_prefix(&mut rest)?;
            stored.terms.push_with_shared_prefix(shared, text)?;
        }
        rest.is_empty().then_some(())?;
        stored.bytes = bytes;
        Some(Self { stored, ..Self::default() })
    }
}

impl StoredTerms {
    /// The index of the first stored term that equals `text` or follows it in alphabetical order.
    fn first_index_at_or_after(&self, text: &str) -> u32 {
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

    /// The number of postings of a stored term, and their bytes; `None` if the term is not stored.
    fn postings(&self, term: &str) -> Option<(usize, &[u8])> {
        let number = self.first_index_at_or_after(term);
        (self.terms.get(number)? == term).then_some(())?;
        let list = self.posting_ranges.get(number as usize)?;
        let mut bytes = self.bytes.get(list.start as usize..list.end as usize)?;
        let count = usize::try_from(read_varint(&mut bytes)?).ok()?;
        Some((count, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(dictionary: &TermDictionary, term: &str) -> Vec<(u32, u32)> {
        dictionary.postings(term).map(|posting| (posting.note.0, posting.weight)).collect()
    }

    fn stored(
        dictionary: &TermDictionary,
        renumber: &dyn Fn(NoteId) -> Option<NoteId>,
    ) -> TermDictionary {
        let mut bytes = Vec::new();
        dictionary.write_terms(&mut bytes, renumber);
        TermDictionary::read_terms(bytes, 0).unwrap()
    }

    #[test]
    fn both_layers_are_searched_and_stored_as_one() {
        let mut dictionary = TermDictionary::default();
        let add = |dictionary: &mut TermDictionary, term: &str, note, weight| {
            let number = dictionary.intern(term);
            dictionary.add_posting(number, NoteId(note), weight, &[3]);
        };
        add(&mut dictionary, "b", 0, 1);
        add(&mut dictionary, "a", 1, 2);
        let mut again = stored(&dictionary, &Some);
        add(&mut again, "a", 4, 1);
        add(&mut again, "ca", 5, 1);
        assert_eq!(notes(&again, "a"), [(1, 2), (4, 1)]);
        assert_eq!(notes(&again, "zz"), []);
        let is_in_other =
            |term: &str, note: u32| again.postings(term).any(|posting| posting.note.0 != note);
        assert!(is_in_other("b", 9) && is_in_other("ca", 9) && !is_in_other("c", 9));
        assert!(is_in_other("a", 4) && is_in_other("a", 1) && !is_in_other("ca", 5));
        assert_eq!(again.terms_with_prefix("c", &|_| true), ["ca"]);
        assert_eq!(again.terms_with_prefix("", &|term| term < "c"), ["a", "b"]);
        let compacted = stored(&again, &|note| (note.0 != 1).then_some(NoteId(note.0 / 2)));
        assert_eq!((notes(&compacted, "a"), notes(&compacted, "b")), (vec![(2, 1)], vec![(0, 1)]));
    }
}
