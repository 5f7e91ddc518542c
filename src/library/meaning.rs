//! The meaning of the vault's passages, asked for in the background from the service that the
//! person chose, and kept on the device. Private notes are never sent.

use std::collections::BTreeMap;

use futures_util::future::join_all;

use super::Library;
use super::find::FUSED;
use crate::chunk;
use crate::error::{Error, Result};
use crate::host::{Host, Pace};
use crate::index::Query;
use crate::index::embedding::{Meanings, PassageHash};
use crate::index::language::Language;
use crate::index::{Mode, tokenize};
use crate::llm::embedding::{self, EmbeddingEndpoint};
use crate::net::http::HttpRequest;
use crate::note::{NotePath, prose};
use crate::progress::{Progress, Stage};
use crate::research::section;
use crate::settings::Settings;

/// The name under which the host keeps the vectors.
const NAME: &str = "meanings";

/// How the service is called in messages.
const SERVICE: &str = "The embedding service";

/// Notes that are read at once.
const READ_TOGETHER: usize = 16;

/// Texts of one request: services take more, but a failed request costs no more than this.
const TEXTS_AT_ONCE: usize = 32;

/// Characters of a text: most models read some five hundred tokens and drop the rest.
const LONGEST_TEXT: usize = 2_000;

/// Vectors are kept after so many new ones, so that a crash never costs much.
const KEPT_EVERY: usize = 1_000;

/// Nobody waits longer for a search: what was found by words is on show meanwhile.
const QUERY_TIMEOUT_MILLIS: u32 = 5_000;

/// A query of fewer words names a thing, and words find that better.
const FEWEST_WORDS: usize = 3;

/// Sentences by which a model is tried: two requests or so.
const SAMPLES: usize = 64;

/// Fewer sentences in a language tell nothing about the model.
const FEWEST_SAMPLES: usize = 3;

/// Bytes of a sentence that means something by itself, and that one would look for.
const SHORTEST_SAMPLE: usize = 30;
const LONGEST_SAMPLE: usize = 200;

/// A model that finds less than this share of what words find counts nothing; one that finds as
/// much counts as much.
const USELESS_RATIO: f32 = 0.9;

/// A note as it goes into the vectors: its passages' texts, none if it is private.
struct Unlearnt {
    path: NotePath,
    modified: i64,
    texts: Vec<String>,
}

/// Part of a sentence of a note, to try whether the model finds the note by it.
struct Sample {
    path: NotePath,
    language: Language,
    sentence: String,
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

/// Marks the vectors as being learnt for as long as it lives.
struct Learning<'a>(&'a Library);

impl Drop for Learning<'_> {
    fn drop(&mut self) {
        self.0.learning.set(false);
    }
}

impl Library {
    /// Asks for the meaning of every passage that is new. What was learnt is kept, also when the
    /// call is cancelled or the service fails.
    pub async fn learn(&self, host: &dyn Host, settings: &Settings) -> Result<()> {
        let Some(endpoint) = settings.embedding_endpoint() else { return Ok(()) };
        if self.learning.replace(true) {
            return Ok(());
        }
        let learning = Learning(self);
        self.load_meanings(host, settings, &endpoint).await;
        let notes = self.unlearnt();
        let mut end = self.learn_all(host, settings, &endpoint, &notes).await;
        let untried = self.meanings.borrow().as_ref().is_some_and(Meanings::is_untried);
        if end.is_ok() && untried {
            end = self.try_model(host, &endpoint).await;
        }
        if !notes.is_empty() || untried {
            self.keep_meanings(host).await;
        }
        drop(learning);
        end
    }

    /// The meaning of a query, where that helps to find what was meant: not for one or two words,
    /// and not in a language in which the model failed when it was tried.
    pub(super) async fn meaning_of(
        &self,
        host: &dyn Host,
        settings: &Settings,
        query: &Query,
    ) -> Result<Option<Vec<f32>>> {
        let Some(endpoint) = settings.embedding_endpoint() else { return Ok(None) };
        let unknown =
            self.meanings.borrow().as_ref().is_none_or(|meanings| meanings.passages() == 0);
        if unknown || self.meaning_weight(query) == 0.0 {
            return Ok(None);
        }
        if let Some((text, vector)) = &*self.asked.borrow()
            && *text == query.text
        {
            return Ok(Some(vector.clone()));
        }
        let request = embedding::request(std::slice::from_ref(&query.text), &endpoint);
        let hurried = HttpRequest { timeout_millis: QUERY_TIMEOUT_MILLIS, ..request };
        let vector = ask(host, hurried, 1).await?.pop();
        *self.asked.borrow_mut() = vector.clone().map(|vector| (query.text.clone(), vector));
        Ok(vector)
    }

    /// How much meaning counts against words for a query.
    pub(super) fn meaning_weight(&self, query: &Query) -> f32 {
        let mut words = 0;
        tokenize::words(&query.text, &mut |_| words += 1);
        match query.mode {
            Mode::Keyword => 0.0,
            Mode::Semantic => 1.0,
            Mode::Hybrid if words < FEWEST_WORDS => 0.0,
            Mode::Hybrid => self.trust(self.shelf.borrow().index.language_of(&query.text)),
        }
    }

    /// How far the model's word counts in a language, against once for the words themselves.
    pub(super) fn trust(&self, language: Language) -> f32 {
        self.meanings.borrow().as_ref().map_or(0.0, |meanings| meanings.trust(language))
    }

    /// Tries the model on the vault itself: it has to find notes by a part of a sentence of theirs
    /// about as well as words do. A weak model, or one that does not know the language, would only
    /// spoil what words find.
    async fn try_model(&self, host: &dyn Host, endpoint: &EmbeddingEndpoint) -> Result<()> {
        let samples = join_all(self.sampled().iter().map(|path| sample(host, path))).await;
        let samples: Vec<Sample> = samples.into_iter().flatten().collect();
        let mut trials: BTreeMap<Language, Trial> = BTreeMap::new();
        for part in samples.chunks(TEXTS_AT_ONCE) {
            let texts: Vec<String> = part.iter().map(|sample| sample.sentence.clone()).collect();
            let vectors = ask(host, embedding::request(&texts, endpoint), texts.len()).await?;
            if let Some(meanings) = &*self.meanings.borrow() {
                for (sample, vector) in part.iter().zip(&vectors) {
                    let trial = trials.entry(sample.language).or_default();
                    trial.samples += 1;
                    trial.meaning += sample.mark(
                        meanings.nearest(vector, &|_| true).into_iter().map(|near| near.path),
                    );
                    let words = Query {
                        text: sample.sentence.clone(),
                        limit: Some(FUSED),
                        ..Query::default()
                    };
                    let found = self.shelf.borrow().index.search(&words);
                    trial.words += sample.mark(found.into_iter().map(|hit| hit.path));
                }
            }
        }
        let trust = trials.into_iter().map(|(language, trial)| (language, trial.trust()));
        if let Some(meanings) = &mut *self.meanings.borrow_mut() {
            meanings.tried(trust.collect());
        }
        Ok(())
    }

    /// Notes from all over the vault whose meaning is known.
    fn sampled(&self) -> Vec<NotePath> {
        let held = self.meanings.borrow();
        let Some(meanings) = &*held else { return Vec::new() };
        let known: Vec<&NotePath> = meanings.known().collect();
        let step = known.len().div_ceil(SAMPLES).max(1);
        known.into_iter().step_by(step).cloned().collect()
    }

    async fn load_meanings(
        &self,
        host: &dyn Host,
        settings: &Settings,
        endpoint: &EmbeddingEndpoint,
    ) {
        // Which notes are private is part of the name: when that changes, every note is looked at
        // again, and what was learnt already is not asked for twice.
        let source = endpoint.name();
        let privacy = format!("{:?} {:?}", settings.private_folders, settings.private_tags);
        let known = self.meanings.borrow().as_ref().map(|m| m.source().to_owned());
        if known.is_none() {
            let stored = host.load(NAME).await.ok().flatten();
            *self.meanings.borrow_mut() = stored.and_then(|bytes| Meanings::decode(&bytes));
        }
        let mut meanings = self.meanings.borrow_mut();
        let held = meanings.get_or_insert_with(|| Meanings::new(source.clone()));
        if held.source() != source {
            *held = Meanings::new(source);
            *self.asked.borrow_mut() = None;
        }
        held.judge_by(&privacy);
    }

    /// The notes whose meaning is not known as they are now. Forgets those that are gone.
    fn unlearnt(&self) -> Vec<(NotePath, i64)> {
        let shelf = self.shelf.borrow();
        let mut held = self.meanings.borrow_mut();
        let Some(meanings) = held.as_mut() else { return Vec::new() };
        let gone = |path: &&NotePath| shelf.index.modified_at(path).is_none();
        let gone: Vec<NotePath> = meanings.paths().filter(gone).cloned().collect();
        gone.iter().for_each(|path| meanings.remove(path));
        let indexed = shelf.index.modified();
        let changed =
            indexed.filter(|(path, modified)| meanings.modified_at(path) != Some(*modified));
        changed.map(|(path, modified)| (path.clone(), modified)).collect()
    }

    async fn learn_all(
        &self,
        host: &dyn Host,
        settings: &Settings,
        endpoint: &EmbeddingEndpoint,
        notes: &[(NotePath, i64)],
    ) -> Result<()> {
        let pace = Pace::new(host);
        let mut unkept = 0;
        for (part, chunk) in notes.chunks(READ_TOGETHER).enumerate() {
            host.report(&Progress::counted(Stage::Meaning, part * READ_TOGETHER, notes.len()));
            pace.step().await?;
            let read = join_all(chunk.iter().map(|note| unlearnt_text(host, settings, note))).await;
            let read: Vec<Unlearnt> = read.into_iter().flatten().collect();
            unkept += self.learn_together(host, endpoint, &read).await?;
            if unkept >= KEPT_EVERY {
                self.keep_meanings(host).await;
                unkept = 0;
            }
        }
        Ok(())
    }

    /// Learns some notes; answers with how many vectors are new.
    async fn learn_together(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        notes: &[Unlearnt],
    ) -> Result<usize> {
        let mut new: Vec<String> = Vec::new();
        if let Some(meanings) = &*self.meanings.borrow() {
            let texts = notes.iter().flat_map(|note| &note.texts);
            new.extend(texts.filter(|text| !meanings.knows(PassageHash::of(text))).cloned());
        }
        new.sort_unstable();
        new.dedup();
        for texts in new.chunks(TEXTS_AT_ONCE) {
            let request = embedding::request(texts, endpoint);
            let vectors = ask(host, request, texts.len()).await?;
            if let Some(meanings) = &mut *self.meanings.borrow_mut() {
                let learnt = texts.iter().zip(&vectors);
                learnt.for_each(|(text, vector)| meanings.learn(PassageHash::of(text), vector));
            }
        }
        if let Some(meanings) = &mut *self.meanings.borrow_mut() {
            for note in notes {
                let passages = note.texts.iter().map(|text| PassageHash::of(text)).collect();
                meanings.record(&note.path, note.modified, passages);
            }
        }
        Ok(new.len())
    }

    async fn keep_meanings(&self, host: &dyn Host) {
        let bytes = self.meanings.borrow().as_ref().map(Meanings::encode);
        if let Some(bytes) = bytes {
            // Not being able to keep them costs asking again, and nothing else.
            let _ = host.save(NAME, bytes).await;
        }
    }
}

/// Reads a note for its meaning; none when it cannot be read, which the index tells already.
async fn unlearnt_text(
    host: &dyn Host,
    settings: &Settings,
    (path, modified): &(NotePath, i64),
) -> Option<Unlearnt> {
    let text = host.read(path).await.ok()?;
    let private = settings.is_private(path, &text);
    let texts = if private { Vec::new() } else { texts(path, &section::without_reports(&text)) };
    Some(Unlearnt { path: path.clone(), modified: *modified, texts })
}

/// The middle one of a note's sentences that are long enough to mean something.
async fn sample(host: &dyn Host, path: &NotePath) -> Option<Sample> {
    let text = section::without_reports(&host.read(path).await.ok()?);
    let plain = prose::plain(&text);
    let telling = |sentence: &&str| (SHORTEST_SAMPLE..=LONGEST_SAMPLE).contains(&sentence.len());
    let sentences: Vec<&str> = prose::sentences(&plain).into_iter().filter(telling).collect();
    let words: Vec<&str> = sentences.get(sentences.len() / 2)?.split_whitespace().collect();
    // Half of it is as much as a person would type.
    let half = words.get(words.len() / 2..)?.join(" ");
    Some(Sample { path: path.clone(), language: Language::of(&text), sentence: half })
}

/// What is sent of a note: each passage under its title and headings.
fn texts(path: &NotePath, note: &str) -> Vec<String> {
    let text = |passage: chunk::Passage<'_>| {
        let trail = std::iter::once(path.title()).chain(passage.trail.iter().map(String::as_str));
        let head = trail.collect::<Vec<_>>().join(" > ");
        let said = format!("{head}\n{}", prose::plain(passage.text));
        said.chars().take(LONGEST_TEXT).collect()
    };
    chunk::quotable(note).map(text).collect()
}

/// Asks the service, and again where that helps.
async fn ask(host: &dyn Host, request: HttpRequest, texts: usize) -> Result<Vec<Vec<f32>>> {
    for tries in 0.. {
        if host.cancelled() {
            break;
        }
        let response = host.http(request.clone()).await?;
        match embedding::parse(&response, texts) {
            Ok(vectors) => return Ok(vectors),
            Err(error) => match error.pause(tries) {
                Some(millis) => host.sleep(millis).await,
                None => return Err(error.told(SERVICE)),
            },
        }
    }
    Err(Error::cancelled())
}
