//! Statistics of a vault: how rare words are in it, and which notes are missing.

/// What is known about the words and links of a vault. The built-in engine weighs a note against it.
pub trait CorpusStats {
    /// How rare a search term is: the higher, the more telling.
    fn rarity(&self, term: &str) -> f32;
    /// How many notes link to a note of that name that does not exist; `None` if it does exist.
    fn missing_note(&self, target: &str) -> Option<usize>;
}

/// A note looked at by itself: long words are taken for rare ones, and no link for broken.
pub struct Alone;

impl CorpusStats for Alone {
    fn rarity(&self, term: &str) -> f32 {
        1.0 + term.chars().count().min(12) as f32 / 6.0
    }

    fn missing_note(&self, _target: &str) -> Option<usize> {
        Some(1)
    }
}
