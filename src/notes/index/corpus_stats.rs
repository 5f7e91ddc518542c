//! Statistics of a vault: how rare its words are, and which linked notes are missing.

/// Statistics about the words and links of a vault. The built-in engine uses them to find the
/// topics of a note.
pub trait CorpusStats {
    /// How rare a search term is among the notes of the vault; higher is rarer.
    fn rarity(&self, term: &str) -> f32;
    /// How rare a search term is among the sentences of the vault; higher is rarer.
    fn sentence_rarity(&self, term: &str) -> f32;
    /// Number of notes that link to the missing note `target`; `None` if the note exists.
    fn missing_note_link_count(&self, target: &str) -> Option<usize>;
}

/// Substitute for the statistics of a vault where there is no vault: long words count as rare, and
/// every linked note as missing.
pub struct FallbackCorpusStats;

impl CorpusStats for FallbackCorpusStats {
    fn rarity(&self, term: &str) -> f32 {
        1.0 + term.chars().count().min(12) as f32 / 6.0
    }

    fn sentence_rarity(&self, term: &str) -> f32 {
        self.rarity(term)
    }

    fn missing_note_link_count(&self, _target: &str) -> Option<usize> {
        Some(1)
    }
}
