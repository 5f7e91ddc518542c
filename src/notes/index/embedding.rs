//! Embedding vectors of passages. Each vector is stored under the hash of its passage's text, so
//! that no text is sent to the service twice. Each dimension is stored in one byte instead of four,
//! and searches still find the same passages.

use std::collections::{BTreeMap, BTreeSet};

use crate::language::Language;
use crate::notes::note::NotePath;
use crate::values::{read_text, read_varint, take_bytes, write_text, write_varint};

/// The first bytes of the stored index; the last two are the version of the format.
const EMBEDDING_FILE_HEADER: [u8; 6] = *b"IBIV\x00\x01";

/// Replaces the modification time of a note whose privacy must be checked again. No file has this
/// time, so the note counts as outdated.
const NEEDS_RECHECK_MODIFIED_MILLIS: i64 = 0;

/// The hash of a passage's text, under which its vector is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PassageHash(u64);

impl PassageHash {
    /// Hashes the text of a passage.
    pub fn new(text: &str) -> Self {
        Self(crate::values::hash_text(text))
    }
}

/// The embedding vectors of a vault's passages, by which passages of similar meaning are found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EmbeddingIndex {
    /// The endpoint and model that made the vectors: vectors of different models cannot be
    /// compared.
    endpoint_and_model: String,
    /// The privacy settings that decided which notes are private. If they change, all notes are
    /// checked again.
    privacy_settings: String,
    dimensions: usize,
    vectors: BTreeMap<PassageHash, Vec<i8>>,
    notes: BTreeMap<NotePath, NotePassageHashes>,
    /// How much a ranking by this model counts in each language, from 0 to 1, where a ranking by
    /// words counts 1. An evaluation of the model on the vault sets these weights.
    ranking_weights: BTreeMap<Language, f32>,
    /// Number of notes when the model was last evaluated; zero before the first evaluation.
    evaluated_notes: usize,
    /// Whether there are changes since the last save.
    has_unsaved_changes: bool,
    /// Whether the index was ever saved, or loaded from storage.
    was_ever_saved: bool,
}

/// The hashes of a note's passages, in order, and the modification time of the note. A private note
/// has no passages here.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NotePassageHashes {
    modified: i64,
    passages: Vec<PassageHash>,
}

/// The passage of a note that is nearest to a vector.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestPassage {
    /// The path of the note.
    pub path: NotePath,
    /// The index of the passage in the note, counted from zero.
    pub passage_index: usize,
    /// How similar the passage is, as the cosine between its vector and the given one; at most 1.
    pub cosine_similarity: f32,
}

impl EmbeddingIndex {
    /// Creates an empty index for an endpoint and model.
    pub fn new(endpoint_and_model: String) -> Self {
        Self { endpoint_and_model, ..Self::default() }
    }

    /// The endpoint and model that made the vectors. If the user chooses another, a new index is
    /// needed.
    pub fn endpoint_and_model(&self) -> &str {
        &self.endpoint_and_model
    }

    /// Sets the privacy settings. If they changed, all notes count as outdated, so that their
    /// privacy is checked again.
    pub fn set_privacy_settings(&mut self, privacy_settings: &str) {
        if self.privacy_settings != privacy_settings {
            self.privacy_settings = privacy_settings.to_owned();
            self.notes.values_mut().for_each(|note| note.modified = NEEDS_RECHECK_MODIFIED_MILLIS);
            self.has_unsaved_changes = true;
        }
    }

    /// Whether the index has a vector for a passage, so that the passage need not be sent again.
    pub fn has_vector(&self, passage: PassageHash) -> bool {
        self.vectors.contains_key(&passage)
    }

    /// Stores the vector of a passage. Ignores a vector whose number of dimensions differs from
    /// that of the stored vectors.
    pub fn insert_vector(&mut self, passage: PassageHash, vector: &[f32]) {
        if self.vectors.is_empty() {
            self.dimensions = vector.len();
        }
        if vector.len() == self.dimensions {
            self.vectors.insert(passage, quantize(vector));
            self.has_unsaved_changes = true;
        }
    }

    /// Stores a zero vector for a passage that the service rejects, so that it is not sent again.
    pub fn insert_zero_vector(&mut self, passage: PassageHash) {
        if self.dimensions > 0 {
            self.vectors.insert(passage, vec![0; self.dimensions]);
            self.has_unsaved_changes = true;
        }
    }

    /// Records the passages and the modification time of a note. A private note gets no passages.
    pub fn set_note_passages(
        &mut self,
        path: &NotePath,
        modified: i64,
        passages: Vec<PassageHash>,
    ) {
        self.notes.insert(path.clone(), NotePassageHashes { modified, passages });
        self.has_unsaved_changes = true;
    }

    /// Removes a note. Its vectors stay until `remove_unused_vectors` is called.
    pub fn remove_note(&mut self, path: &NotePath) {
        self.has_unsaved_changes |= self.notes.remove(path).is_some();
    }

    /// Removes the vectors of passages that are in no note.
    pub fn remove_unused_vectors(&mut self) {
        let used: BTreeSet<PassageHash> =
            self.notes.values().flat_map(|note| note.passages.iter().copied()).collect();
        self.vectors.retain(|passage, _| used.contains(passage));
    }

    /// Whether there are changes since the last save.
    pub fn has_unsaved_changes(&self) -> bool {
        self.has_unsaved_changes
    }

    /// Whether the index was ever saved. If not, even a few vectors are worth saving at once.
    pub fn was_ever_saved(&self) -> bool {
        self.was_ever_saved
    }

    /// Encodes the index for storage, and records that it has no unsaved changes.
    pub fn encode_and_mark_saved(&mut self) -> Vec<u8> {
        (self.has_unsaved_changes, self.was_ever_saved) = (false, true);
        self.encode()
    }

    /// The modification time that a note had when its passages were set; `None` if they were never
    /// set.
    pub fn modified_millis(&self, path: &NotePath) -> Option<i64> {
        self.notes.get(path).map(|note| note.modified)
    }

    /// The paths of all notes in this index, including private notes, which have no passages here.
    pub fn note_paths(&self) -> impl Iterator<Item = &NotePath> {
        self.notes.keys()
    }

    /// The notes whose passages have vectors.
    pub fn embedded_notes(&self) -> impl Iterator<Item = &NotePath> {
        self.notes.iter().filter(|(_, note)| !note.passages.is_empty()).map(|(path, _)| path)
    }

    /// Number of stored vectors. Passages with the same text share one vector.
    pub fn vector_count(&self) -> usize {
        self.vectors.len()
    }

    /// Whether the model was never evaluated, or the number of notes has more than doubled since
    /// then.
    pub fn needs_model_evaluation(&self) -> bool {
        self.notes.len() > self.evaluated_notes.saturating_mul(2)
    }

    /// Stores how much a ranking by this model counts in each language, as an evaluation found.
    pub fn set_ranking_weights(&mut self, weights_by_language: BTreeMap<Language, f32>) {
        self.ranking_weights = weights_by_language;
        self.evaluated_notes = self.notes.len();
        self.has_unsaved_changes = true;
    }

    /// How much a ranking by this model counts in a language, where a ranking by words counts 1.
    /// Zero if the model was not evaluated.
    pub fn ranking_weight(&self, language: Language) -> f32 {
        self.ranking_weights.get(&language).copied().unwrap_or(0.0)
    }

    /// Returns the notes that `admits` accepts, each with its passage nearest to `vector`; the
    /// nearest note comes first.
    pub fn nearest_passage_per_note(
        &self,
        vector: &[f32],
        admits: &dyn Fn(&NotePath) -> bool,
    ) -> Vec<NearestPassage> {
        if vector.len() != self.dimensions {
            return Vec::new();
        }
        let query = quantize(vector);
        let admitted = self.notes.iter().filter(|(path, _)| admits(path));
        let mut nearest: Vec<NearestPassage> = admitted
            .filter_map(|(path, note)| self.nearest_passage_of_note(path, note, &query))
            .collect();
        nearest.sort_by(|a, b| {
            b.cosine_similarity.total_cmp(&a.cosine_similarity).then_with(|| a.path.cmp(&b.path))
        });
        nearest
    }

    /// The vector of a whole note: the sum of the vectors of its passages; `None` if no passage has
    /// one.
    pub fn note_vector(&self, path: &NotePath) -> Option<Vec<f32>> {
        let note = self.notes.get(path)?;
        let mut sum = vec![0.0; self.dimensions];
        for vector in note.passages.iter().filter_map(|passage| self.vectors.get(passage)) {
            sum.iter_mut().zip(vector).for_each(|(sum, number)| *sum += f32::from(*number));
        }
        sum.iter().any(|number| *number != 0.0).then_some(sum)
    }

    /// The passage of a note that is nearest to the vector `query`; `None` if no passage has a
    /// vector.
    fn nearest_passage_of_note(
        &self,
        path: &NotePath,
        note: &NotePassageHashes,
        query: &[i8],
    ) -> Option<NearestPassage> {
        let mut best: Option<NearestPassage> = None;
        for (passage, hash) in note.passages.iter().enumerate() {
            let Some(vector) = self.vectors.get(hash) else { continue };
            let score = cosine_similarity(vector, query);
            if best.as_ref().is_none_or(|best| score > best.cosine_similarity) {
                best = Some(NearestPassage {
                    path: path.clone(),
                    passage_index: passage,
                    cosine_similarity: score,
                });
            }
        }
        best
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = EMBEDDING_FILE_HEADER.to_vec();
        write_text(&mut bytes, &self.endpoint_and_model);
        write_text(&mut bytes, &self.privacy_settings);
        write_varint(&mut bytes, self.dimensions as u64);
        write_varint(&mut bytes, self.evaluated_notes as u64);
        write_varint(&mut bytes, self.ranking_weights.len() as u64);
        for (language, weight) in &self.ranking_weights {
            bytes.push(language.storage_id());
            bytes.push((weight * 100.0) as u8);
        }
        write_varint(&mut bytes, self.notes.len() as u64);
        for (path, note) in &self.notes {
            write_text(&mut bytes, path.as_str());
            write_varint(&mut bytes, note.modified.max(0) as u64);
            write_varint(&mut bytes, note.passages.len() as u64);
            for passage in &note.passages {
                bytes.extend_from_slice(&passage.0.to_le_bytes());
            }
        }
        for (passage, vector) in &self.vectors {
            bytes.extend_from_slice(&passage.0.to_le_bytes());
            bytes.extend(vector.iter().map(|number| number.cast_unsigned()));
        }
        bytes
    }

    /// Decodes a stored index; `None` if the bytes are damaged or of another version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(EMBEDDING_FILE_HEADER.as_slice())?;
        let mut embeddings = Self::new(read_text(&mut rest)?.to_owned());
        embeddings.privacy_settings = read_text(&mut rest)?.to_owned();
        embeddings.dimensions = usize::try_from(read_varint(&mut rest)?).ok()?;
        embeddings.evaluated_notes = usize::try_from(read_varint(&mut rest)?).ok()?;
        for _ in 0..read_varint(&mut rest)? {
            let &[language, percent] = take_bytes(&mut rest, 2)? else { return None };
            let weight = f32::from(percent.min(100)) / 100.0;
            embeddings.ranking_weights.insert(Language::from_storage_id(language)?, weight);
        }
        for _ in 0..read_varint(&mut rest)? {
            let path = NotePath::parse(read_text(&mut rest)?).ok()?;
            let modified = i64::try_from(read_varint(&mut rest)?).ok()?;
            let mut passages = Vec::new();
            for _ in 0..read_varint(&mut rest)? {
                passages.push(read_passage_hash(&mut rest)?);
            }
            embeddings.notes.insert(path, NotePassageHashes { modified, passages });
        }
        while !rest.is_empty() {
            let passage = read_passage_hash(&mut rest)?;
            let vector = take_bytes(&mut rest, embeddings.dimensions)?;
            let vector = vector.iter().map(|byte| byte.cast_signed()).collect();
            embeddings.vectors.insert(passage, vector);
        }
        embeddings.was_ever_saved = true;
        Some(embeddings)
    }
}

fn read_passage_hash(rest: &mut &[u8]) -> Option<PassageHash> {
    Some(PassageHash(u64::from_le_bytes(take_bytes(rest, 8)?.try_into().ok()?)))
}

/// Scales a vector and rounds it to one byte per dimension. The length of the vector changes, but
/// its direction, which is all that searches compare, stays nearly the same.
fn quantize(vector: &[f32]) -> Vec<i8> {
    let length =
        vector.iter().map(|number| number * number).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    // Scales the largest number to 127. Unscaled, the numbers would be rounded to zero, because
    // they are small in a vector with many dimensions.
    let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    let scale = 127.0 / largest.max(length * f32::EPSILON);
    vector.iter().map(|number| (number * scale).round() as i8).collect()
}

/// Cosine of the angle between two vectors: 1 if they have the same direction.
fn cosine_similarity(a: &[i8], b: &[i8]) -> f32 {
    let (mut dot, mut a_squared, mut b_squared) = (0_i32, 0_i32, 0_i32);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (i32::from(*a), i32::from(*b));
        dot += a * b;
        a_squared += a * a;
        b_squared += b * b;
    }
    dot as f32 / ((a_squared as f32).sqrt() * (b_squared as f32).sqrt()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    fn sample() -> EmbeddingIndex {
        let mut embeddings = EmbeddingIndex::new("here m".into());
        for (name, passages) in
            [("a.md", vec!["up", "right"]), ("b.md", vec!["left"]), ("c.md", vec![])]
        {
            let hashes = passages.iter().map(|text| PassageHash::new(text)).collect();
            embeddings.set_note_passages(&path(name), 7, hashes);
        }
        embeddings.insert_vector(PassageHash::new("up"), &[0.0, 2.0]);
        embeddings.insert_vector(PassageHash::new("right"), &[0.5, 0.1]);
        embeddings.insert_vector(PassageHash::new("left"), &[-1.0, 0.2]);
        embeddings.insert_vector(PassageHash::new("stray"), &[1.0, 1.0]);
        embeddings.insert_vector(PassageHash::new("long"), &[1.0, 1.0, 1.0]);
        embeddings.set_ranking_weights(BTreeMap::from([(Language::German, 0.5)]));
        embeddings
    }

    fn near(embeddings: &EmbeddingIndex, vector: &[f32]) -> String {
        let near = embeddings.nearest_passage_per_note(vector, &|_| true);
        let one = |near: &NearestPassage| {
            format!("{} {} {:.1}", near.path, near.passage_index, near.cosine_similarity)
        };
        near.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_nearest_passage_of_each_note_is_returned() {
        assert_eq!(near(&sample(), &[0.0, 5.0]), "a.md 0 1.0, b.md 0 0.2");
        assert_eq!(near(&sample(), &[-3.0, 0.0]), "b.md 0 1.0, a.md 0 0.0");
        assert_eq!(near(&sample(), &[1.0]), "");
        assert!(!sample().has_vector(PassageHash::new("long")));
        assert_eq!(sample().note_vector(&path("c.md")), None);
    }

    #[test]
    fn a_decoded_index_has_the_vectors_that_notes_use() {
        let mut saved = sample();
        saved.remove_unused_vectors();
        let again = EmbeddingIndex::decode(&saved.encode_and_mark_saved()).unwrap();
        assert!(!saved.has_unsaved_changes() && again.was_ever_saved());
        assert_eq!(near(&again, &[0.0, 5.0]), near(&sample(), &[0.0, 5.0]));
        let weights =
            [Language::German, Language::English].map(|language| again.ranking_weight(language));
        assert_eq!((again.needs_model_evaluation(), weights), (false, [0.5, 0.0]));
        let mut outdated = again.clone();
        outdated.set_privacy_settings("other");
        assert_eq!(
            (outdated.modified_millis(&path("c.md")), outdated.vector_count()),
            (Some(0), 3)
        );
        assert_eq!(
            (
                again.vector_count(),
                again.endpoint_and_model(),
                again.modified_millis(&path("c.md"))
            ),
            (3, "here m", Some(7))
        );
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(5_000))]
        #[test]
        fn damaged_bytes_do_no_harm(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..100), at in 0_usize..90, byte: u8) {
            let _ = EmbeddingIndex::decode(&[EMBEDDING_FILE_HEADER.as_slice(), &bytes].concat());
            let mut damaged = sample().encode();
            let at = at % damaged.len();
            damaged[at] = byte;
            if let Some(embeddings) = EmbeddingIndex::decode(&damaged) {
                let _ = embeddings.nearest_passage_per_note(&[1.0, 0.0], &|_| true);
                let _ = embeddings.encode();
            }
        }
    }
}
