//! Stores many short strings in one long string: a vault has hundreds of thousands of words, and
//! allocating each of them would take more memory than the words themselves.

use hashbrown::HashTable;

use crate::values::byte_encoding::saturating_u32;
use crate::values::text::fnv1a;

/// A list of strings in one allocation. Each string has an index, counted from zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StringPool {
    all: String,
    ends: Vec<u32>,
}

impl StringPool {
    /// Adds a string and returns its index.
    pub fn push(&mut self, text: &str) -> u32 {
        self.all.push_str(text);
        self.finish_string()
    }

    /// Adds a string that consists of the first `shared_bytes` bytes of the last string, and of
    /// `rest`. Returns `None` if the last string has fewer bytes, or if this would split a
    /// character.
    pub fn push_with_shared_prefix(&mut self, shared_bytes: usize, rest: &str) -> Option<u32> {
        let last = self.byte_range(self.ends.len().wrapping_sub(1)).unwrap_or(0..0);
        let beginning = last.start..last.start.checked_add(shared_bytes)?;
        if beginning.end > last.end || !self.all.is_char_boundary(beginning.end) {
            return None;
        }
        self.all.extend_from_within(beginning);
        self.all.push_str(rest);
        Some(self.finish_string())
    }

    /// The string with this index; `None` if no string has it.
    pub fn get(&self, index: u32) -> Option<&str> {
        self.all.get(self.byte_range(index as usize)?)
    }

    /// The string that was added last.
    pub fn last(&self) -> Option<&str> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Number of strings.
    pub fn len(&self) -> u32 {
        saturating_u32(self.ends.len())
    }

    /// All strings in order of index.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    /// Records where the string that was just appended to `all` ends, and returns its index.
    fn finish_string(&mut self) -> u32 {
        self.ends.push(saturating_u32(self.all.len()));
        self.len() - 1
    }

    /// The byte range in `all` of the string with this index.
    fn byte_range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let end = *self.ends.get(index)? as usize;
        let before = index.checked_sub(1).and_then(|before| self.ends.get(before));
        Some(before.map_or(0, |before| *before as usize)..end)
    }
}

/// Gives each distinct string an index, and finds the index of a string.
#[derive(Debug, Clone, Default)]
pub struct StringInterner {
    strings: StringPool,
    indexes: HashTable<u32>,
}

impl StringInterner {
    /// Returns the index of a string; adds the string if it is new.
    pub fn intern(&mut self, text: &str) -> u32 {
        self.index_of(text).unwrap_or_else(|| {
            let number = self.strings.push(text);
            let strings = &self.strings;
            let hash_of = |number: &u32| hash_text(strings.get(*number).unwrap_or_default());
            self.indexes.insert_unique(hash_text(text), number, hash_of);
            number
        })
    }

    /// The index of a string; `None` if the string was not added.
    pub fn index_of(&self, text: &str) -> Option<u32> {
        let same = |number: &u32| self.strings.get(*number) == Some(text);
        self.indexes.find(hash_text(text), same).copied()
    }

    /// All strings in order of index.
    pub fn strings(&self) -> &StringPool {
        &self.strings
    }
}

/// FNV-1a hash, which is fast for short words. It does not resist deliberate collisions, but the words
/// come from the user's own notes, and where they come from pages too, their number is limited.
pub fn hash_text(text: &str) -> u64 {
    fnv1a(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_keeps_its_number() {
        let mut interner = StringInterner::default();
        let words = ["tea", "", "水", "teapot", "tea"];
        assert_eq!(words.map(|word| interner.intern(word)), [0, 1, 2, 3, 0]);
        assert_eq!((interner.index_of("水"), interner.index_of("te")), (Some(2), None));
        assert_eq!(interner.strings().iter().collect::<Vec<_>>(), ["tea", "", "水", "teapot"]);
        for number in 0..2000_u32 {
            assert_eq!(interner.intern(&number.to_string()), number + 4);
        }
        assert_eq!(interner.index_of("1234"), Some(1238));
    }

    #[test]
    fn a_string_can_share_a_prefix_with_the_previous_one() {
        let mut pool = StringPool::default();
        pool.push("水分");
        assert_eq!(
            (pool.push_with_shared_prefix(3, "x"), pool.push_with_shared_prefix(3, "")),
            (Some(1), Some(2))
        );
        assert_eq!(pool.iter().collect::<Vec<_>>(), ["水分", "水x", "水"]);
        assert_eq!(
            (pool.push_with_shared_prefix(2, "x"), pool.push_with_shared_prefix(4, "x")),
            (None, None)
        );
        assert_eq!(pool.last(), Some("水"));
    }
}
