//! The meaning of the vault's passages, asked for in the background from the service that the
//! person chose, and kept on the device. Private notes are never sent.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;

use crate::client;
use crate::error::Result;
use crate::host::{Host, Pace};
use crate::index::embedding::{EmbeddingIndex, PassageHash};
use crate::library::Library;
use crate::library::passage_text::{PassageText, passages};
use crate::llm::embedding::{self, EmbeddingEndpoint};
use crate::net::rate_limit::RateLimit;
use crate::note::{NotePath, report_section};
use crate::privacy::OutgoingText;
use crate::progress::{Progress, Stage};
use crate::session::Privacy;
use crate::settings::Settings;

/// The name under which the host keeps the vectors.
const NAME: &str = "meanings";

/// How the service is called in messages.
const SERVICE: &str = "Embedding service";

/// Notes that are read at once.
const READ_TOGETHER: usize = 16;

/// Texts of one request: services take more, but a failed request costs no more than this.
pub(super) const TEXTS_AT_ONCE: usize = 32;

/// What is left of a text that a service refused as too long.
const SHORTENED_TEXT: usize = 500;

/// Vectors are kept after so many new ones, or after this time: a crash costs no more than asking
/// for these again, and keeping all for every few words that are typed would cost far more.
const KEPT_EVERY: usize = 1_000;
const KEPT_EVERY_MILLIS: u64 = 300_000;

/// Learning asks for one batch after the other; a search is not to wait for it.
pub(super) const MANNERS: RateLimit = RateLimit::new(0, 2);

/// What the person wants while something is learnt: asked before anything is sent, because it may
/// change at any time.
pub(super) struct Wish<'a> {
    settings: &'a dyn Fn() -> Settings,
    /// As it was at the beginning.
    pub(super) endpoint: EmbeddingEndpoint,
    privacy_rule: String,
    /// Which notes may be sent.
    pub(super) privacy: Privacy<'a>,
}

impl<'a> Wish<'a> {
    fn of(settings: &'a dyn Fn() -> Settings, privacy: Privacy<'a>) -> Option<Self> {
        let now = settings();
        let (endpoint, privacy_rule) = (now.embedding_endpoint()?, privacy_rule(&now));
        Some(Self { settings, endpoint, privacy_rule, privacy })
    }

    /// Whether the person still wants this service, with the same notes kept private.
    pub(super) fn holds(&self) -> bool {
        let now = (self.settings)();
        now.embedding_endpoint().as_ref() == Some(&self.endpoint)
            && privacy_rule(&now) == self.privacy_rule
    }

    /// Whether nothing of a note may be sent.
    fn is_private(&self, path: &NotePath, text: &str) -> bool {
        (self.settings)().is_private(path, text)
    }
}

/// By which rule notes are private.
fn privacy_rule(settings: &Settings) -> String {
    format!("{:?} {:?}", settings.private_folders, settings.private_tags)
}

/// A note as it goes into the vectors: its passages, none if it is private.
struct Unlearnt {
    path: NotePath,
    modified: i64,
    passages: Vec<PassageText>,
}

/// What came of asking for the meaning of some passages.
#[derive(Default)]
pub(super) struct Learnt {
    /// By passage; none where the service does not take it, or its note is private by now.
    pub(super) vectors: Vec<Option<Vec<f32>>>,
    /// The notes that are private by now.
    private: BTreeSet<NotePath>,
}

/// Marks the vectors as being learnt for as long as it lives.
struct Learning<'a>(&'a Library);

impl Drop for Learning<'_> {
    fn drop(&mut self) {
        self.0.learning.set(false);
    }
}

impl Library {
    /// Asks for the meaning of every passage that is new, for as long as the settings stay as they
    /// are. What was learnt is kept, also when the call is cancelled or the service fails.
    pub async fn learn(
        &self,
        host: &dyn Host,
        privacy: Privacy<'_>,
        settings: &dyn Fn() -> Settings,
    ) -> Result<()> {
        let Some(wish) = Wish::of(settings, privacy) else { return Ok(()) };
        if self.learning.replace(true) {
            return Ok(());
        }
        let learning = Learning(self);
        self.load_meanings(host, &wish).await;
        let notes = self.unlearnt();
        let mut end = self.learn_all(host, &wish, &notes).await;
        if end.is_ok() && wish.holds() && self.is_untried() {
            end = self.try_model(host, &wish).await;
        }
        if end.is_ok() && wish.holds() {
            self.with_meanings(EmbeddingIndex::prune);
        }
        self.keep_meanings(host).await;
        drop(learning);
        end
    }

    fn is_untried(&self) -> bool {
        self.meanings.borrow().as_ref().is_some_and(EmbeddingIndex::needs_evaluation)
    }

    pub(super) fn with_meanings(&self, change: impl FnOnce(&mut EmbeddingIndex)) {
        if let Some(meanings) = &mut *self.meanings.borrow_mut() {
            change(meanings);
        }
    }

    async fn load_meanings(&self, host: &dyn Host, wish: &Wish<'_>) {
        if self.meanings.borrow().is_none() {
            let stored = host.load(NAME).await.ok().flatten();
            *self.meanings.borrow_mut() = stored.and_then(|bytes| EmbeddingIndex::decode(&bytes));
            self.meanings_kept.set(Some(host.now()));
        }
        let source = wish.endpoint.name();
        let mut meanings = self.meanings.borrow_mut();
        let held = meanings.get_or_insert_with(|| EmbeddingIndex::new(source.clone()));
        if held.source() != source {
            *held = EmbeddingIndex::new(source);
            *self.asked.borrow_mut() = None;
        }
        held.set_privacy_rule(&wish.privacy_rule);
    }

    /// The notes whose meaning is not known as they are now. Forgets those that are gone.
    fn unlearnt(&self) -> Vec<(NotePath, i64)> {
        let state = self.state.borrow();
        let mut held = self.meanings.borrow_mut();
        let Some(meanings) = held.as_mut() else { return Vec::new() };
        let gone = |path: &&NotePath| state.index.modified_at(path).is_none();
        let gone: Vec<NotePath> = meanings.paths().filter(gone).cloned().collect();
        gone.iter().for_each(|path| meanings.remove(path));
        let indexed = state.index.modified_times();
        let changed =
            indexed.filter(|(path, modified)| meanings.modified_at(path) != Some(*modified));
        changed.map(|(path, modified)| (path.clone(), modified)).collect()
    }

    async fn learn_all(
        &self,
        host: &dyn Host,
        wish: &Wish<'_>,
        notes: &[(NotePath, i64)],
    ) -> Result<()> {
        let pace = Pace::new(host);
        for (part, chunk) in notes.chunks(READ_TOGETHER).enumerate() {
            host.report(&Progress::counted(Stage::Meaning, part * READ_TOGETHER, notes.len()));
            pace.step().await?;
            let read = join_all(chunk.iter().map(|note| unlearnt_text(host, wish, note))).await;
            let read: Vec<Unlearnt> = read.into_iter().flatten().collect();
            if !self.learn_together(host, wish, &read).await? {
                return Ok(());
            }
            if self.unkept.get() >= KEPT_EVERY {
                self.keep_meanings(host).await;
            }
        }
        Ok(())
    }

    /// Learns some notes; answers with whether the person still wants it.
    async fn learn_together(
        &self,
        host: &dyn Host,
        wish: &Wish<'_>,
        notes: &[Unlearnt],
    ) -> Result<bool> {
        let mut new: BTreeMap<PassageHash, PassageText> = BTreeMap::new();
        self.with_meanings(|meanings| {
            for passage in notes.iter().flat_map(|note| &note.passages) {
                let hash = passage.hash();
                if !meanings.contains(hash) {
                    new.insert(hash, passage.clone());
                }
            }
        });
        let new: Vec<PassageText> = new.into_values().collect();
        let mut private = BTreeSet::new();
        for passages in new.chunks(TEXTS_AT_ONCE) {
            if !wish.holds() {
                return Ok(false);
            }
            private.extend(self.learn_passages(host, wish, passages).await?);
        }
        self.with_meanings(|meanings| {
            // A note that became private is read once more.
            for note in notes.iter().filter(|note| !private.contains(&note.path)) {
                let passages = note.passages.iter().map(PassageText::hash).collect();
                meanings.set_note(&note.path, note.modified, passages);
            }
        });
        Ok(true)
    }

    /// Learns some passages; answers with the notes that are private by now.
    async fn learn_passages(
        &self,
        host: &dyn Host,
        wish: &Wish<'_>,
        passages: &[PassageText],
    ) -> Result<BTreeSet<NotePath>> {
        self.unkept.set(self.unkept.get() + passages.len());
        let Learnt { vectors, private } = self.vectors(host, wish, passages).await?;
        self.with_meanings(|meanings| {
            for (passage, vector) in passages.iter().zip(vectors) {
                match vector {
                    Some(vector) => meanings.insert_vector(passage.hash(), &vector),
                    None if private.contains(&passage.note) => {}
                    None => meanings.insert_zero_vector(passage.hash()),
                }
            }
        });
        Ok(private)
    }

    /// What some passages mean, as far as their notes are still public.
    pub(super) async fn vectors(
        &self,
        host: &dyn Host,
        wish: &Wish<'_>,
        passages: &[PassageText],
    ) -> Result<Learnt> {
        let notes: BTreeSet<&NotePath> = passages.iter().map(|passage| &passage.note).collect();
        let private = wish.privacy.private_of(notes.iter().copied()).await;
        let is_public = |passage: &&PassageText| !private.contains(&passage.note);
        let public: Vec<&PassageText> = passages.iter().filter(is_public).collect();
        let quoted: Vec<&NotePath> =
            notes.into_iter().filter(|note| !private.contains(note)).collect();
        let said: Vec<&str> =
            public.iter().flat_map(|it| [it.head.as_str(), &it.markdown]).collect();
        let wholes: BTreeSet<&str> = public.iter().map(|it| &*it.whole).collect();
        let linking = wholes.into_iter().collect::<Vec<_>>().join("\n");
        let redactor = wish.privacy.redactor(&quoted, &said, &linking).await?;
        let texts: Vec<OutgoingText> = public.iter().map(|it| it.outgoing(&redactor)).collect();
        let mut vectors = self.vectors_of(host, &wish.endpoint, texts).await?.into_iter();
        let vector = |passage: &PassageText| {
            if private.contains(&passage.note) { None } else { vectors.next().flatten() }
        };
        Ok(Learnt { vectors: passages.iter().map(vector).collect(), private })
    }

    /// What some texts mean; none for one that the service does not take, which must not keep it
    /// from all others.
    async fn vectors_of(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        texts: Vec<OutgoingText>,
    ) -> Result<Vec<Option<Vec<f32>>>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        match self.ask(host, endpoint, &texts).await {
            Err(error) if error.is_bad_request() => {}
            answer => return Ok(told(answer)?.into_iter().map(Some).collect()),
        }
        let mut vectors = Vec::new();
        for text in texts {
            let short = [text.truncated(SHORTENED_TEXT)];
            vectors.push(match self.ask(host, endpoint, &short).await {
                Err(error) if error.is_bad_request() => None,
                answer => told(answer)?.pop(),
            });
        }
        Ok(vectors)
    }

    async fn ask(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        texts: &[OutgoingText],
    ) -> client::ServiceResult<Vec<Vec<f32>>> {
        let request =
            embedding::request(texts, endpoint).purpose("index notes for search by meaning");
        let parse = |response: &_| embedding::parse(response, texts.len());
        self.client.request(host, request, MANNERS, parse).await
    }

    /// Keeps the vectors on the device when enough of them are new, or some for long enough. Not
    /// being able to costs asking again, and nothing else.
    async fn keep_meanings(&self, host: &dyn Host) {
        let last = self.meanings_kept.get();
        let rested = last.is_none_or(|last| host.now().since(last) >= KEPT_EVERY_MILLIS);
        let much = self.unkept.get() >= KEPT_EVERY;
        let changed =
            self.meanings.borrow().as_ref().is_some_and(EmbeddingIndex::has_unsaved_changes);
        let first = self.meanings.borrow().as_ref().is_some_and(|meanings| !meanings.was_saved());
        if !changed || !(rested || much || first) {
            return;
        }
        let mut bytes = None;
        self.with_meanings(|meanings| bytes = Some(meanings.save_to_bytes()));
        self.unkept.set(0);
        self.meanings_kept.set(Some(host.now()));
        if let Some(bytes) = bytes {
            let _ = host.save(NAME, bytes).await;
        }
    }
}

/// Reads a note for its meaning; none when it cannot be read, which the index tells already.
async fn unlearnt_text(
    host: &dyn Host,
    wish: &Wish<'_>,
    (path, modified): &(NotePath, i64),
) -> Option<Unlearnt> {
    let text = host.read(path).await.ok()?;
    let private = wish.is_private(path, &text);
    let passages =
        if private { Vec::new() } else { passages(path, &report_section::without_reports(&text)) };
    Some(Unlearnt { path: path.clone(), modified: *modified, passages })
}

pub(super) fn told<T>(answer: client::ServiceResult<T>) -> Result<T> {
    answer.map_err(|error| error.to_user_error(SERVICE))
}
