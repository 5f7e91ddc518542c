//! A model on trial: it has to find notes of this very vault by a part of a sentence of theirs,
//! about as well as words do. A weak model, or one that does not know the language, would only
//! spoil what words find.

use std::collections::BTreeMap;

use super::Library;
use super::find::FUSED;
use super::meaning::{TEXTS_AT_ONCE, Wish, ask};
use crate::error::Result;
use crate::host::{Host, Pace};
use crate::index::Query;
use crate::index::language::Language;
use crate::note::{NotePath, prose};
use crate::research::section;

/// Sentences by which a model is tried: two requests or so.
const SAMPLES: usize = 64;

/// Fewer sentences in a language tell nothing about the model.
const FEWEST_SAMPLES: usize = 3;

/// Bytes of a sentence that means something, even by its half.
const SHORTEST_SAMPLE: usize = 50;
const LONGEST_SAMPLE: usize = 250;

/// A model that finds less than this share of what words find counts nothing; one that finds as
/// much counts as much.
const USELESS_RATIO: f32 = 0.9;

/// Part of a sentence of a note.
struct Sample {
    path: NotePath,
    language: Language,
    words: String,
}

impl Sample {
    /// One when the note is found first, a half when it is the second, and so on.
    fn mark(&self, mut found: impl Iterator<Item = NotePath>) -> f32 {
        found.position(|path| path == self.path).map_or(0.0, |place| 1.0 / (place + 1) as f32)
    }
}

/// How well meaning and words found the notes of some samples.
#[derive(Default)]
struct Trial {
    samples: usize,
    meaning: f32,
    words: f32,
}

impl Trial {
    /// How much the model's word counts, against one for the words themselves.
    fn trust(&self) -> f32 {
        if self.samples < FEWEST_SAMPLES {
            return 0.0;
        }
        let ratio = self.meaning / self.words.max(1.0);
        ((ratio - USELESS_RATIO) / (1.0 - USELESS_RATIO)).clamp(0.0, 1.0)
    }
}

impl Library {
    /// Tries the model in every language of the vault.
    pub(super) async fn try_model(&self, host: &dyn Host, wish: &Wish<'_>) -> Result<()> {
        let pace = Pace::new(host);
        let mut samples = Vec::new();
        for path in self.sampled() {
            samples.extend(sample(host, wish, path).await);
        }
        let mut trials: BTreeMap<Language, Trial> = BTreeMap::new();
        for part in samples.chunks(TEXTS_AT_ONCE) {
            if !wish.holds() {
                return Ok(());
            }
            let texts: Vec<String> = part.iter().map(|sample| sample.words.clone()).collect();
            let vectors = ask(host, &wish.endpoint, &texts).await?;
            for (sample, vector) in part.iter().zip(&vectors) {
                pace.step().await?;
                self.judge(sample, vector, trials.entry(sample.language).or_default());
            }
        }
        let trust = trials.into_iter().map(|(language, trial)| (language, trial.trust())).collect();
        self.with_meanings(|meanings| meanings.tried(trust));
        Ok(())
    }

    fn judge(&self, sample: &Sample, vector: &[f32], trial: &mut Trial) {
        let query = Query { text: sample.words.clone(), limit: Some(FUSED), ..Query::default() };
        let by_words = self.shelf.borrow().index.search(&query);
        trial.samples += 1;
        trial.words += sample.mark(by_words.into_iter().map(|hit| hit.path));
        if let Some(meanings) = &*self.meanings.borrow() {
            let near = meanings.nearest(vector, &|_| true);
            trial.meaning += sample.mark(near.into_iter().map(|near| near.path));
        }
    }

    /// Notes from all over the vault whose meaning is known.
    fn sampled(&self) -> Vec<NotePath> {
        let held = self.meanings.borrow();
        let Some(meanings) = &*held else { return Vec::new() };
        let known: Vec<&NotePath> = meanings.known().collect();
        let step = known.len().div_ceil(SAMPLES).max(1);
        known.into_iter().step_by(step).cloned().collect()
    }
}

/// Half of the middle one of a note's sentences: as much as a person would type. None of a note
/// that is private by now.
async fn sample(host: &dyn Host, wish: &Wish<'_>, path: NotePath) -> Option<Sample> {
    let text = host.read(&path).await.ok()?;
    if wish.is_private(&path, &text) {
        return None;
    }
    let plain = prose::plain(&section::without_reports(&text));
    let telling = |sentence: &&str| (SHORTEST_SAMPLE..=LONGEST_SAMPLE).contains(&sentence.len());
    let sentences: Vec<&str> = prose::sentences(&plain).into_iter().filter(telling).collect();
    let words: Vec<&str> = sentences.get(sentences.len() / 2)?.split_whitespace().collect();
    let half = words.get(words.len() / 2..)?.join(" ");
    Some(Sample { path, language: Language::of(&plain), words: half })
}
