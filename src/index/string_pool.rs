//! Many short texts in one long string: a vault has hundreds of thousands of words, and a box for
//! each would take more memory than its letters.

use hashbrown::HashTable;

use crate::text::hash::fnv1a;

/// Texts by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Adds a text; answers with its number.
    pub fn push(&mut self, text: &str) -> u32 {
        self.all.push_str(text);
        self.end()
    }

    /// Adds a text that begins as the last one; `None` if that one is shorter.
    pub fn push_next(&mut self, shared: usize, rest: &str) -> Option<u32> {
        let last = self.span(self.ends.len().wrapping_sub(1)).unwrap_or(0..0);
        let beginning = last.start..last.start.checked_add(shared)?;
        if beginning.end > last.end || !self.all.is_char_boundary(beginning.end) {
            return None;
        }
        self.all.extend_from_within(beginning);
        self.all.push_str(rest);
        Some(self.end())
    }

    /// The text with a number.
    pub fn get(&self, number: u32) -> Option<&str> {
        self.all.get(self.span(number as usize)?)
    }

    /// The text that was added last.
    pub fn last(&self) -> Option<&str> {
        self.get(self.len().checked_sub(1)?)
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        length(self.ends.len())
    }

    /// All texts, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    fn end(&mut self) -> u32 {
        self.ends.push(length(self.all.len()));
        self.len() - 1
    }

    fn span(&self, number: usize) -> Option<std::ops::Range<usize>> {
        let end = *self.ends.get(number)? as usize;
        let before = number.checked_sub(1).and_then(|before| self.ends.get(before));
        Some(before.map_or(0, |before| *before as usize)..end)
    }
}

/// Texts that are also found by what they say, each once.
#[derive(Debug, Clone, Default)]
pub struct Roll {
    texts: Texts,
    numbers: HashTable<u32>,
}

impl Roll {
    /// The number of a text, a new one if it has none.
    pub fn enter(&mut self, text: &str) -> u32 {
        self.find(text).unwrap_or_else(|| {
            let number = self.texts.push(text);
            let texts = &self.texts;
            let hash_of = |number: &u32| hash(texts.get(*number).unwrap_or_default());
            self.numbers.insert_unique(hash(text), number, hash_of);
            number
        })
    }

    /// The number of a text.
    pub fn find(&self, text: &str) -> Option<u32> {
        let same = |number: &u32| self.texts.get(*number) == Some(text);
        self.numbers.find(hash(text), same).copied()
    }

    /// The texts by number.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }
}

/// FNV-1a, which is fast for short words. It needs no resistance to attackers: the words are the
/// user's own.
pub fn hash(text: &str) -> u64 {
    fnv1a(text.as_bytes())
}

fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_number() {
        let mut roll = Roll::default();
        let words = ["tea", "", "水", "teapot", "tea"];
        assert_eq!(words.map(|word| roll.enter(word)), [0, 1, 2, 3, 0]);
        assert_eq!((roll.find("水"), roll.find("te")), (Some(2), None));
        assert_eq!(roll.texts().iter().collect::<Vec<_>>(), ["tea", "", "水", "teapot"]);
        for number in 0..2000_u32 {
            assert_eq!(roll.enter(&number.to_string()), number + 4);
        }
        assert_eq!(roll.find("1234"), Some(1238));
    }

    #[test]
    fn a_text_may_begin_as_the_one_before() {
        let mut texts = Texts::default();
        texts.push("水分");
        assert_eq!((texts.push_next(3, "x"), texts.push_next(3, "")), (Some(1), Some(2)));
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["水分", "水x", "水"]);
        assert_eq!((texts.push_next(2, "x"), texts.push_next(4, "x")), (None, None));
        assert_eq!(texts.last(), Some("水"));
    }
}
