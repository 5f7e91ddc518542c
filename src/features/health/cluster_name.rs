//! Names a cluster of notes by what is typical of them: notes that they link to, tags and words that
//! many of them have and few others. What only private notes contain is not used for the name of a
//! cluster that has other notes, because names of clusters may become topics of research.

use std::cmp::Ordering;

use crate::features::health::same_subject_notes::note_counts;
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::VaultView;
use crate::language::is_unspaced_script;
use crate::values::StableSort;
use crate::values::text::comparison_key;

/// Number of terms in the name of a cluster.
const MAX_TERMS: usize = 3;

/// Maximum number of characters of a term.
const MAX_TERM_CHARACTERS: usize = 30;

/// Minimum share of the notes of a cluster that have a term of its name, unless nothing is that common.
const MIN_SHARE: f32 = 0.1;

/// How much a tag or a linked note counts compared with a word.
const NAME_WEIGHT: f32 = 1.5;

/// How often terms occur in the vault.
pub struct ClusterNamer {
    notes: usize,
    term_counts: Vec<u32>,
    tag_counts: Vec<u32>,
}

/// A possible term of a name: the notes of the cluster that have it, and its weight.
struct Candidate<'v> {
    text: &'v str,
    notes: usize,
    score: f32,
}

impl ClusterNamer {
    /// Counts terms and tags of the vault.
    pub fn new(view: &VaultView<'_>) -> Self {
        let mut tag_counts = vec![0; view.vault.tag_count()];
        for tag in view.notes.iter().flat_map(|note| &note.tags) {
            if let Some(count) = tag_counts.get_mut(tag.number as usize) {
                *count += 1;
            }
        }
        Self { notes: view.notes.len(), term_counts: note_counts(view), tag_counts }
    }

    /// The name of a cluster.
    pub fn name(&self, view: &VaultView<'_>, members: &[u32]) -> String {
        let all: Vec<&ScannedNote> =
            members.iter().filter_map(|number| view.note(*number)).collect();
        let public: Vec<&ScannedNote> =
            all.iter().copied().filter(|note| !note.scan.is_private).collect();
        let named_after = if public.is_empty() { &all } else { &public };
        let mut candidates = self.words_and_tags(view, named_after);
        candidates.extend(self.linked_notes(view, members, named_after));
        let min_notes = (named_after.len() as f32 * MIN_SHARE).ceil() as usize;
        let is_common = |candidate: &Candidate<'_>| candidate.notes >= min_notes.max(2);
        if candidates.iter().any(is_common) {
            candidates.retain(is_common);
        }
        candidates.stable_sort_by(|a, b| {
            let by_score = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
            by_score.then_with(|| a.text.cmp(b.text))
        });
        let terms = distinct_terms(candidates);
        let fallback = || named_after.first().map(|note| note.path.title().to_owned());
        if terms.is_empty() { fallback().unwrap_or_default() } else { terms.join(", ") }
    }

    fn score(&self, in_cluster: usize, in_vault: usize) -> f32 {
        let rarity = (self.notes as f32 / in_vault.max(1) as f32).ln().max(0.05);
        // What the rest of the vault has as well does not tell the cluster apart.
        let own_share = in_cluster as f32 / in_vault.max(in_cluster).max(1) as f32;
        in_cluster as f32 * rarity * own_share
    }

    fn words_and_tags<'v>(
        &self,
        view: &VaultView<'v>,
        members: &[&ScannedNote],
    ) -> Vec<Candidate<'v>> {
        let terms = members.iter().flat_map(|note| note.terms.iter().map(|(term, _)| *term));
        let tags = members.iter().flat_map(|note| note.tags.iter().map(|tag| tag.number));
        let words = counts(terms).into_iter().filter_map(|(term, notes)| {
            let text = view.vault.term(term);
            let in_vault = *self.term_counts.get(term as usize)? as usize;
            // A pair of characters may be a part of a word.
            let is_word = !text.contains(is_unspaced_script);
            let score = self.score(notes, in_vault);
            is_word.then_some(Candidate { text, notes, score })
        });
        let tags = counts(tags).into_iter().map(|(tag, notes)| {
            let in_vault = self.tag_counts.get(tag as usize).map_or(notes, |all| *all as usize);
            let tag = view.vault.tag(tag);
            let text = tag.rsplit('/').next().unwrap_or(tag);
            Candidate { text, notes, score: self.score(notes, in_vault) * NAME_WEIGHT }
        });
        words.chain(tags).collect()
    }

    /// The notes of the cluster that others of it link to.
    fn linked_notes<'v>(
        &self,
        view: &VaultView<'v>,
        members: &[u32],
        named_after: &[&ScannedNote],
    ) -> Vec<Candidate<'v>> {
        let allows_private = named_after.iter().any(|note| note.scan.is_private);
        let candidates = members.iter().filter_map(|number| {
            let note = view.note(*number).filter(|note| allows_private || !note.scan.is_private)?;
            let incoming = view.incoming.get(*number as usize)?;
            let inside =
                incoming.iter().filter(|source| members.binary_search(source).is_ok()).count();
            let title = note.path.title();
            let is_name = title.chars().count() <= MAX_TERM_CHARACTERS && !note.is_dated();
            let score = self.score(inside, incoming.len() + 1) * NAME_WEIGHT;
            (is_name && inside > 0).then_some(Candidate { text: title, notes: inside, score })
        });
        candidates.collect()
    }
}

/// The first terms that do not contain each other.
fn distinct_terms(candidates: Vec<Candidate<'_>>) -> Vec<String> {
    let mut terms: Vec<(String, String)> = Vec::new();
    for candidate in candidates {
        let key = comparison_key(candidate.text);
        let is_same = |(known, _): &(String, String)| known.contains(&key) || key.contains(known);
        if !key.is_empty() && !terms.iter().any(is_same) {
            terms.push((key, candidate.text.to_owned()));
        }
        if terms.len() == MAX_TERMS {
            break;
        }
    }
    terms.into_iter().map(|(_, text)| text).collect()
}

/// How often each number occurs.
fn counts(numbers: impl Iterator<Item = u32>) -> Vec<(u32, usize)> {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    let groups = numbers.chunk_by(|a, b| a == b);
    groups.filter_map(|group| Some((*group.first()?, group.len()))).collect()
}
