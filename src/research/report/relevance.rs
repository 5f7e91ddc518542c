//! Which notes have to do with the one that is researched. Of a vault something always matches a
//! topic; a note about another thing must match it nearly in full to be quoted.

use std::collections::BTreeSet;

use crate::evidence::Evidence;
use crate::index::corpus_stats::CorpusStats;
use crate::library::Vault;
use crate::local::answer;
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;

/// The share of a topic's weight that a passage of a stranger must carry.
const STRANGERS_RELEVANCE: f32 = 0.6;

/// The notes that have to do with a note.
pub struct RelevanceFilter(BTreeSet<NotePath>);

impl RelevanceFilter {
    /// Those that share telling words with it, and those to which it links.
    pub fn of(vault: &dyn Vault, note: &NotePath, says: &str) -> Self {
        Self(vault.related_notes(note, says).into_iter().chain(vault.linked_notes(note)).collect())
    }

    /// The evidence without that of strangers.
    pub fn known(
        &self,
        item: &AgendaTopic,
        evidence: &[Evidence],
        around: &dyn CorpusStats,
    ) -> Vec<Evidence> {
        let speaks = |piece: &Evidence| {
            let text = format!("{} {}", piece.context(), piece.text);
            answer::relevance(&item.topic, &text, around) >= STRANGERS_RELEVANCE
        };
        let known = |piece: &&Evidence| match piece.note() {
            Some(note) => self.0.contains(note) || speaks(piece),
            None => true,
        };
        evidence.iter().filter(known).cloned().collect()
    }
}
