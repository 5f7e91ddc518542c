//! What passages mean, as vectors from a model: kept by the hash of the passage's text, so that
//! nothing is asked for twice, in one byte a dimension, which finds the same as four.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::bytes::{read_number, read_text, take, write_number, write_text};
use crate::index::language::Language;
use crate::note::NotePath;

/// Begins every stored file; the last two bytes are the version of the format.
const HEADER: [u8; 6] = *b"IBIV\x00\x01";

/// The time of change of a note that has to be looked at again.
const UNJUDGED: i64 = 0;

/// A passage's text by its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PassageHash(u64);

impl PassageHash {
    /// Texts that differ have different hashes for all that matters here.
    pub fn of(text: &str) -> Self {
        Self(crate::index::string_pool::hash(text))
    }
}

/// The vectors of a vault's passages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Meanings {
    /// Names endpoint and model: vectors of others cannot be compared.
    source: String,
    /// By which rule notes were told to be private: under another one all are looked at again.
    privacy: String,
    dimensions: usize,
    vectors: BTreeMap<PassageHash, Vec<i8>>,
    notes: BTreeMap<NotePath, NoteMeaning>,
    /// How well the model did in each language of the vault when it was tried, from 0 to 1.
    trust: BTreeMap<Language, f32>,
    /// How many notes there were then.
    tried: usize,
    /// Whether it differs from what was last kept, and whether anything ever was.
    changed: bool,
    kept: bool,
}

/// The passages of a note, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NoteMeaning {
    modified: i64,
    passages: Vec<PassageHash>,
}

/// A note's passage that is near in meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// The note.
    pub path: NotePath,
    /// Which of its passages, counted from its first.
    pub passage: usize,
    /// The cosine of the angle: one for the same meaning.
    pub score: f32,
}

impl Meanings {
    /// No vectors yet, of this source.
    pub fn new(source: String) -> Self {
        Self { source, ..Self::default() }
    }

    /// Where the vectors come from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Takes every note for changed if they were judged by another rule of privacy.
    pub fn judge_by(&mut self, privacy: &str) {
        if self.privacy != privacy {
            self.privacy = privacy.to_owned();
            self.notes.values_mut().for_each(|note| note.modified = UNJUDGED);
            self.changed = true;
        }
    }

    /// Whether the vector of a passage is known.
    pub fn knows(&self, passage: PassageHash) -> bool {
        self.vectors.contains_key(&passage)
    }

    /// Takes a vector in; one of another length is refused.
    pub fn learn(&mut self, passage: PassageHash, vector: &[f32]) {
        if self.vectors.is_empty() {
            self.dimensions = vector.len();
        }
        if vector.len() == self.dimensions {
            self.vectors.insert(passage, short(vector));
            self.changed = true;
        }
    }

    /// Takes a passage for known that means nothing: the service does not take it.
    pub fn give_up(&mut self, passage: PassageHash) {
        if self.dimensions > 0 {
            self.vectors.insert(passage, vec![0; self.dimensions]);
            self.changed = true;
        }
    }

    /// Records a note with its passages; none for one whose meaning nobody may know.
    pub fn record(&mut self, path: &NotePath, modified: i64, passages: Vec<PassageHash>) {
        self.notes.insert(path.clone(), NoteMeaning { modified, passages });
        self.changed = true;
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &NotePath) {
        self.changed |= self.notes.remove(path).is_some();
    }

    /// Forgets the vectors that no note has any more.
    pub fn prune(&mut self) {
        let used: BTreeSet<PassageHash> =
            self.notes.values().flat_map(|note| note.passages.iter().copied()).collect();
        self.vectors.retain(|passage, _| used.contains(passage));
    }

    /// Whether it differs from what was last kept.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Whether it was ever kept.
    pub fn is_kept(&self) -> bool {
        self.kept
    }

    /// Everything as bytes, to be kept.
    pub fn keep(&mut self) -> Vec<u8> {
        (self.changed, self.kept) = (false, true);
        self.encode()
    }

    /// When a recorded note was last changed.
    pub fn modified_at(&self, path: &NotePath) -> Option<i64> {
        self.notes.get(path).map(|note| note.modified)
    }

    /// The notes that are recorded.
    pub fn paths(&self) -> impl Iterator<Item = &NotePath> {
        self.notes.keys()
    }

    /// The notes whose passages have vectors.
    pub fn known(&self) -> impl Iterator<Item = &NotePath> {
        self.notes.iter().filter(|(_, note)| !note.passages.is_empty()).map(|(path, _)| path)
    }

    /// How many passages have a vector.
    pub fn passages(&self) -> usize {
        self.vectors.len()
    }

    /// Whether the model was not tried yet, or on a vault that was much smaller.
    pub fn is_untried(&self) -> bool {
        self.notes.len() > self.tried.saturating_mul(2)
    }

    /// Records how well the model did.
    pub fn tried(&mut self, trust: BTreeMap<Language, f32>) {
        self.trust = trust;
        self.tried = self.notes.len();
        self.changed = true;
    }

    /// How far the model can be trusted in a language.
    pub fn trust(&self, language: Language) -> f32 {
        self.trust.get(&language).copied().unwrap_or(0.0)
    }

    /// The notes nearest to a vector, each by its best passage, the nearest first.
    pub fn nearest(&self, vector: &[f32], admits: &dyn Fn(&NotePath) -> bool) -> Vec<Near> {
        if vector.len() != self.dimensions {
            return Vec::new();
        }
        let wanted = short(vector);
        let admitted = self.notes.iter().filter(|(path, _)| admits(path));
        let mut near: Vec<Near> =
            admitted.filter_map(|(path, note)| self.best_passage(path, note, &wanted)).collect();
        near.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
        near
    }

    /// What a whole note means: the middle of its passages.
    pub fn of_note(&self, path: &NotePath) -> Option<Vec<f32>> {
        let note = self.notes.get(path)?;
        let mut middle = vec![0.0; self.dimensions];
        for vector in note.passages.iter().filter_map(|passage| self.vectors.get(passage)) {
            middle.iter_mut().zip(vector).for_each(|(sum, number)| *sum += f32::from(*number));
        }
        middle.iter().any(|number| *number != 0.0).then_some(middle)
    }

    fn best_passage(&self, path: &NotePath, note: &NoteMeaning, wanted: &[i8]) -> Option<Near> {
        let mut best: Option<Near> = None;
        for (passage, hash) in note.passages.iter().enumerate() {
            let Some(vector) = self.vectors.get(hash) else { continue };
            let score = cosine(vector, wanted);
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Near { path: path.clone(), passage, score });
            }
        }
        best
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        write_text(&mut bytes, &self.source);
        write_text(&mut bytes, &self.privacy);
        write_number(&mut bytes, self.dimensions as u64);
        write_number(&mut bytes, self.tried as u64);
        write_number(&mut bytes, self.trust.len() as u64);
        for (language, trust) in &self.trust {
            bytes.push(language.number());
            bytes.push((trust * 100.0) as u8);
        }
        write_number(&mut bytes, self.notes.len() as u64);
        for (path, note) in &self.notes {
            write_text(&mut bytes, path.as_str());
            write_number(&mut bytes, note.modified.max(0) as u64);
            write_number(&mut bytes, note.passages.len() as u64);
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

    /// What was stored, or `None` when it cannot be trusted.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(HEADER.as_slice())?;
        let mut meanings = Self::new(read_text(&mut rest)?.to_owned());
        meanings.privacy = read_text(&mut rest)?.to_owned();
        meanings.dimensions = usize::try_from(read_number(&mut rest)?).ok()?;
        meanings.tried = usize::try_from(read_number(&mut rest)?).ok()?;
        for _ in 0..read_number(&mut rest)? {
            let &[language, trust] = take(&mut rest, 2)? else { return None };
            meanings.trust.insert(Language::numbered(language)?, f32::from(trust.min(100)) / 100.0);
        }
        for _ in 0..read_number(&mut rest)? {
            let path = NotePath::parse(read_text(&mut rest)?).ok()?;
            let modified = i64::try_from(read_number(&mut rest)?).ok()?;
            let mut passages = Vec::new();
            for _ in 0..read_number(&mut rest)? {
                passages.push(read_hash(&mut rest)?);
            }
            meanings.notes.insert(path, NoteMeaning { modified, passages });
        }
        while !rest.is_empty() {
            let passage = read_hash(&mut rest)?;
            let vector = take(&mut rest, meanings.dimensions)?;
            let vector = vector.iter().map(|byte| byte.cast_signed()).collect();
            meanings.vectors.insert(passage, vector);
        }
        meanings.kept = true;
        Some(meanings)
    }
}

fn read_hash(rest: &mut &[u8]) -> Option<PassageHash> {
    Some(PassageHash(u64::from_le_bytes(take(rest, 8)?.try_into().ok()?)))
}

/// A vector of length one in a byte a dimension.
fn short(vector: &[f32]) -> Vec<i8> {
    let length =
        vector.iter().map(|number| number * number).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    // Few numbers of a long vector come near one: the largest uses the whole byte.
    let largest = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
    let scale = 127.0 / largest.max(length * f32::EPSILON);
    vector.iter().map(|number| (number * scale).round() as i8).collect()
}

fn cosine(a: &[i8], b: &[i8]) -> f32 {
    let (mut both, mut own, mut other) = (0_i32, 0_i32, 0_i32);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (i32::from(*a), i32::from(*b));
        both += a * b;
        own += a * a;
        other += b * b;
    }
    both as f32 / ((own as f32).sqrt() * (other as f32).sqrt()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    fn sample() -> Meanings {
        let mut meanings = Meanings::new("here m".into());
        for (name, passages) in
            [("a.md", vec!["up", "right"]), ("b.md", vec!["left"]), ("c.md", vec![])]
        {
            let hashes = passages.iter().map(|text| PassageHash::of(text)).collect();
            meanings.record(&path(name), 7, hashes);
        }
        meanings.learn(PassageHash::of("up"), &[0.0, 2.0]);
        meanings.learn(PassageHash::of("right"), &[0.5, 0.1]);
        meanings.learn(PassageHash::of("left"), &[-1.0, 0.2]);
        meanings.learn(PassageHash::of("stray"), &[1.0, 1.0]);
        meanings.learn(PassageHash::of("long"), &[1.0, 1.0, 1.0]);
        meanings.tried(BTreeMap::from([(Language::German, 0.5)]));
        meanings
    }

    fn near(meanings: &Meanings, vector: &[f32]) -> String {
        let near = meanings.nearest(vector, &|_| true);
        let one = |near: &Near| format!("{} {} {:.1}", near.path, near.passage, near.score);
        near.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_nearest_passage_of_each_note_is_found() {
        assert_eq!(near(&sample(), &[0.0, 5.0]), "a.md 0 1.0, b.md 0 0.2");
        assert_eq!(near(&sample(), &[-3.0, 0.0]), "b.md 0 1.0, a.md 0 0.0");
        assert_eq!(near(&sample(), &[1.0]), "");
        assert!(!sample().knows(PassageHash::of("long")));
        assert_eq!(sample().of_note(&path("c.md")), None);
    }

    #[test]
    fn what_was_stored_comes_back_without_strays() {
        let mut kept = sample();
        kept.prune();
        let again = Meanings::decode(&kept.keep()).unwrap();
        assert!(!kept.is_changed() && again.is_kept());
        assert_eq!(near(&again, &[0.0, 5.0]), near(&sample(), &[0.0, 5.0]));
        let trust = [Language::German, Language::English].map(|language| again.trust(language));
        assert_eq!((again.is_untried(), trust), (false, [0.5, 0.0]));
        let mut judged = again.clone();
        judged.judge_by("other");
        assert_eq!((judged.modified_at(&path("c.md")), judged.passages()), (Some(0), 3));
        assert_eq!(
            (again.passages(), again.source(), again.modified_at(&path("c.md"))),
            (3, "here m", Some(7))
        );
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(5_000))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..100), at in 0_usize..90, byte: u8) {
            let _ = Meanings::decode(&[HEADER.as_slice(), &bytes].concat());
            let mut damaged = sample().encode();
            let at = at % damaged.len();
            damaged[at] = byte;
            if let Some(meanings) = Meanings::decode(&damaged) {
                let _ = meanings.nearest(&[1.0, 0.0], &|_| true);
                let _ = meanings.encode();
            }
        }
    }
}
