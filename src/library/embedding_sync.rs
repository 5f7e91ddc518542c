//! Computes the embeddings of the vault's passages in the background, with the service that the
//! user chose, and stores them on the device. Private notes are never sent.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;

use crate::host::client::ServiceResult;
use crate::host::session::PrivacyCheck;
use crate::host::{Host, PeriodicYield};
use crate::library::Library;
use crate::library::passage_text::{PassageText, note_passages};
use crate::model::llm::{EmbeddingEndpoint, embedding};
use crate::notes::index::{EmbeddingIndex, PassageHash};
use crate::notes::note::{NotePath, report_section};
use crate::safety::privacy::OutgoingText;
use crate::settings::Settings;
use crate::values::{Progress, Result, Stage};
use crate::web::http::RateLimit;

/// The name under which the embeddings are stored on this device. Changing it would discard them.
const EMBEDDINGS_STORAGE_KEY: &str = "meanings";

/// The name of the embedding service in error messages.
const EMBEDDING_SERVICE_NAME: &str = "Embedding service";

/// Number of notes that are read at the same time.
const CONCURRENT_NOTE_READS: usize = 16;

/// Number of texts per request. Services accept more, but a failed request should lose few texts.
pub(super) const TEXTS_PER_REQUEST: usize = 32;

/// Number of characters to which a text is shortened if the service refused it as too long.
const SHORTENED_TEXT_CHARACTERS: usize = 500;

/// Number of new vectors after which all vectors are saved. Fewer new vectors are saved only if the
/// last save is at least `SAVE_EVERY_MILLIS` ago, because saving all vectors after every few typed
/// words would take too long.
const SAVE_EVERY_VECTORS: usize = 1_000;
const SAVE_EVERY_MILLIS: u64 = 300_000;

/// Rate limit of the embedding service: no minimum interval and two concurrent requests. The
/// background work sends one request at a time, so that a search need not wait for it.
pub(super) const EMBEDDING_RATE_LIMIT: RateLimit = RateLimit::new(0, 2);

/// The embedding service and the privacy settings with which a computation of embeddings started.
/// Before every request they are compared with the current settings, because the user may change
/// these at any time.
pub(super) struct EmbeddingSettingsSnapshot<'a> {
    settings: &'a dyn Fn() -> Settings,
    /// The embedding service when the computation started.
    pub(super) endpoint: EmbeddingEndpoint,
    privacy_rule: String,
    /// Decides which notes are private and may not be sent.
    pub(super) privacy: PrivacyCheck<'a>,
}

impl<'a> EmbeddingSettingsSnapshot<'a> {
    /// Takes the embedding service and the privacy settings from the current settings; `None` if
    /// the user has not chosen a service.
    fn from_settings(
        settings: &'a dyn Fn() -> Settings,
        privacy: PrivacyCheck<'a>,
    ) -> Option<Self> {
        let now = settings();
        let (endpoint, privacy_rule) = (now.embedding_endpoint()?, privacy_settings_text(&now));
        Some(Self { settings, endpoint, privacy_rule, privacy })
    }

    /// Whether the current settings still have this service and the same rules for private notes.
    pub(super) fn matches_current_settings(&self) -> bool {
        let now = (self.settings)();
        now.embedding_endpoint().as_ref() == Some(&self.endpoint)
            && privacy_settings_text(&now) == self.privacy_rule
    }

    /// Whether a note is private, so that no text of it may be sent.
    fn is_private(&self, path: &NotePath, text: &str) -> bool {
        (self.settings)().is_private(path, text)
    }
}

/// Joins the settings that decide which notes are private into one text, to compare them.
fn privacy_settings_text(settings: &Settings) -> String {
    format!("{:?} {:?}", settings.private_folders, settings.private_tags)
}

/// A note whose current text has no embeddings yet.
struct PendingNote {
    path: NotePath,
    modified: i64,
    /// The passages of the note; empty if it is private.
    passages: Vec<PassageText>,
}

/// The vectors that the service returned for some passages.
#[derive(Default)]
pub(super) struct PassageVectors {
    /// One vector per passage; `None` if the service refused the passage or its note has become
    /// private.
    pub(super) vectors: Vec<Option<Vec<f32>>>,
    /// The notes that have become private since they were read.
    private_notes: BTreeSet<NotePath>,
}

impl Library {
    /// Computes the embeddings of all new passages; stops if the settings change. Embeddings that
    /// were computed are saved, also when the call is cancelled or the service fails. Returns at
    /// once if another call is already computing embeddings.
    pub async fn update_embeddings(
        &self,
        host: &dyn Host,
        privacy: PrivacyCheck<'_>,
        settings: &dyn Fn() -> Settings,
    ) -> Result<()> {
        let Some(consent) = EmbeddingSettingsSnapshot::from_settings(settings, privacy) else {
            return Ok(());
        };
        let Some(_guard) = self.embedding_lock.try_lock() else { return Ok(()) };
        self.load_embeddings(host, &consent).await;
        let notes = self.pending_notes_and_times();
        let mut result = self.embed_notes(host, &consent, &notes).await;
        if result.is_ok() && consent.matches_current_settings() && self.needs_model_evaluation() {
            result = self.evaluate_model(host, &consent).await;
        }
        if result.is_ok() && consent.matches_current_settings() {
            self.change_embeddings(EmbeddingIndex::remove_unused_vectors);
        }
        self.save_embeddings(host).await;
        result
    }

    /// Whether the embedding model must be evaluated on this vault, for the first time or again.
    fn needs_model_evaluation(&self) -> bool {
        self.embeddings.borrow().as_ref().is_some_and(EmbeddingIndex::needs_model_evaluation)
    }

    /// Calls `change` with the embeddings, if they are loaded.
    pub(super) fn change_embeddings(&self, change: impl FnOnce(&mut EmbeddingIndex)) {
        if let Some(embeddings) = &mut *self.embeddings.borrow_mut() {
            change(embeddings);
        }
    }

    async fn load_embeddings(&self, host: &dyn Host, snapshot: &EmbeddingSettingsSnapshot<'_>) {
        if self.embeddings.borrow().is_none() {
            let stored = host.load(EMBEDDINGS_STORAGE_KEY).await.ok().flatten();
            *self.embeddings.borrow_mut() = stored.and_then(|bytes| EmbeddingIndex::decode(&bytes));
            self.vectors_saved_at.set(Some(host.now()));
        }
        let source = snapshot.endpoint.endpoint_and_model();
        let mut embeddings = self.embeddings.borrow_mut();
        let embeddings = embeddings.get_or_insert_with(|| EmbeddingIndex::new(source.clone()));
        if embeddings.endpoint_and_model() != source {
            *embeddings = EmbeddingIndex::new(source);
            *self.last_query.borrow_mut() = None;
        }
        embeddings.set_privacy_settings(&snapshot.privacy_rule);
    }

    /// Returns the notes whose current text has no embeddings, with their modification times.
    /// Removes the embeddings of notes that do not exist any more.
    fn pending_notes_and_times(&self) -> Vec<(NotePath, i64)> {
        let state = self.state.borrow();
        let mut embeddings = self.embeddings.borrow_mut();
        let Some(embeddings) = embeddings.as_mut() else { return Vec::new() };
        let is_missing = |path: &&NotePath| state.index.modified_millis(path).is_none();
        let missing: Vec<NotePath> = embeddings.note_paths().filter(is_missing).cloned().collect();
        missing.iter().for_each(|path| embeddings.remove_note(path));
        let indexed = state.index.paths_with_modified_millis();
        let changed =
            indexed.filter(|(path, modified)| embeddings.modified_millis(path) != Some(*modified));
        changed.map(|(path, modified)| (path.clone(), modified)).collect()
    }

    async fn embed_notes(
        &self,
        host: &dyn Host,
        snapshot: &EmbeddingSettingsSnapshot<'_>,
        notes: &[(NotePath, i64)],
    ) -> Result<()> {
        let pace = PeriodicYield::new(host);
        for (number, batch) in notes.chunks(CONCURRENT_NOTE_READS).enumerate() {
            host.report(&Progress::from_counts(
                Stage::Meaning,
                number * CONCURRENT_NOTE_READS,
                notes.len(),
            ));
            pace.yield_if_due().await?;
            let reads = batch
                .iter()
                .map(|(path, modified)| read_pending_note(host, snapshot, path, *modified));
            let read: Vec<PendingNote> = join_all(reads).await.into_iter().flatten().collect();
            if !self.embed_note_batch(host, snapshot, &read).await? {
                return Ok(());
            }
            if self.unsaved_vectors.get() >= SAVE_EVERY_VECTORS {
                self.save_embeddings(host).await;
            }
        }
        Ok(())
    }

    /// Computes the embeddings of some notes. Returns false if the settings changed meanwhile.
    async fn embed_note_batch(
        &self,
        host: &dyn Host,
        snapshot: &EmbeddingSettingsSnapshot<'_>,
        notes: &[PendingNote],
    ) -> Result<bool> {
        let mut new: BTreeMap<PassageHash, PassageText> = BTreeMap::new();
        self.change_embeddings(|embeddings| {
            for passage in notes.iter().flat_map(|note| &note.passages) {
                let hash = passage.hash();
                if !embeddings.has_vector(hash) {
                    new.insert(hash, passage.clone());
                }
            }
        });
        let new: Vec<PassageText> = new.into_values().collect();
        let mut private_notes = BTreeSet::new();
        for passages in new.chunks(TEXTS_PER_REQUEST) {
            if !snapshot.matches_current_settings() {
                return Ok(false);
            }
            private_notes.extend(self.embed_passages(host, snapshot, passages).await?);
        }
        self.change_embeddings(|embeddings| {
            // A note that has become private is not recorded as embedded, so that the next update
            // reads it again.
            for note in notes.iter().filter(|note| !private_notes.contains(&note.path)) {
                let passages = note.passages.iter().map(PassageText::hash).collect();
                embeddings.set_note_passages(&note.path, note.modified, passages);
            }
        });
        Ok(true)
    }

    /// Computes and stores the embeddings of some passages. Returns the notes that have become
    /// private since they were read.
    async fn embed_passages(
        &self,
        host: &dyn Host,
        snapshot: &EmbeddingSettingsSnapshot<'_>,
        passages: &[PassageText],
    ) -> Result<BTreeSet<NotePath>> {
        self.unsaved_vectors.set(self.unsaved_vectors.get() + passages.len());
        let PassageVectors { vectors, private_notes } =
            self.request_passage_vectors(host, snapshot, passages).await?;
        self.change_embeddings(|embeddings| {
            for (passage, vector) in passages.iter().zip(vectors) {
                match vector {
                    Some(vector) => embeddings.insert_vector(passage.hash(), &vector),
                    None if private_notes.contains(&passage.note_path) => {}
                    None => embeddings.insert_zero_vector(passage.hash()),
                }
            }
        });
        Ok(private_notes)
    }

    /// Requests the vectors of some passages, but does not send passages of notes that have become
    /// private.
    pub(super) async fn request_passage_vectors(
        &self,
        host: &dyn Host,
        snapshot: &EmbeddingSettingsSnapshot<'_>,
        passages: &[PassageText],
    ) -> Result<PassageVectors> {
        let notes: BTreeSet<&NotePath> =
            passages.iter().map(|passage| &passage.note_path).collect();
        let private_notes = snapshot.privacy.private_notes(notes.iter().copied()).await;
        let is_public = |passage: &&PassageText| !private_notes.contains(&passage.note_path);
        let public: Vec<&PassageText> = passages.iter().filter(is_public).collect();
        let quoted: Vec<&NotePath> =
            notes.into_iter().filter(|note| !private_notes.contains(note)).collect();
        let texts: Vec<&str> =
            public.iter().flat_map(|it| [it.heading_path.as_str(), &it.markdown]).collect();
        let note_texts: BTreeSet<&str> = public.iter().map(|it| &*it.note_text).collect();
        let linking = note_texts.into_iter().collect::<Vec<_>>().join("\n");
        let redactor = snapshot.privacy.build_redactor(&quoted, &texts, &linking).await?;
        let texts: Vec<OutgoingText> =
            public.iter().map(|it| it.to_outgoing_text(&redactor)).collect();
        let mut vectors =
            self.request_text_vectors(host, &snapshot.endpoint, texts).await?.into_iter();
        let vector = |passage: &PassageText| {
            if private_notes.contains(&passage.note_path) { None } else { vectors.next().flatten() }
        };
        Ok(PassageVectors { vectors: passages.iter().map(vector).collect(), private_notes })
    }

    /// Requests the vectors of some texts. If the service refuses the request, each text is
    /// shortened and sent alone; a text that is refused again gets no vector.
    async fn request_text_vectors(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        texts: Vec<OutgoingText>,
    ) -> Result<Vec<Option<Vec<f32>>>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        match self.request_vectors(host, endpoint, &texts).await {
            Err(error) if error.is_bad_request() => {}
            result => return Ok(to_user_result(result)?.into_iter().map(Some).collect()),
        }
        let mut vectors = Vec::new();
        for text in texts {
            let short = [text.truncated(SHORTENED_TEXT_CHARACTERS)];
            vectors.push(match self.request_vectors(host, endpoint, &short).await {
                Err(error) if error.is_bad_request() => None,
                result => to_user_result(result)?.pop(),
            });
        }
        Ok(vectors)
    }

    async fn request_vectors(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        texts: &[OutgoingText],
    ) -> ServiceResult<Vec<Vec<f32>>> {
        let request =
            embedding::request(texts, endpoint).purpose("index notes for search by meaning");
        let parse = |response: &_| embedding::parse(response, texts.len());
        self.client.send_request(host, request, EMBEDDING_RATE_LIMIT, parse).await
    }

    /// Saves the vectors on the device if they were never saved, enough of them are new, or the
    /// last save was long ago. If saving fails, the unsaved vectors are requested again after the
    /// next start.
    async fn save_embeddings(&self, host: &dyn Host) {
        let last = self.vectors_saved_at.get();
        let is_due = last.is_none_or(|last| host.now().millis_since(last) >= SAVE_EVERY_MILLIS);
        let are_many = self.unsaved_vectors.get() >= SAVE_EVERY_VECTORS;
        let is_changed =
            self.embeddings.borrow().as_ref().is_some_and(EmbeddingIndex::has_unsaved_changes);
        let is_first = self.embeddings.borrow().as_ref().is_some_and(|it| !it.was_ever_saved());
        if !is_changed || !(is_due || are_many || is_first) {
            return;
        }
        let mut bytes = None;
        self.change_embeddings(|embeddings| bytes = Some(embeddings.encode_and_mark_saved()));
        self.unsaved_vectors.set(0);
        self.vectors_saved_at.set(Some(host.now()));
        if let Some(bytes) = bytes {
            let _ = host.save(EMBEDDINGS_STORAGE_KEY, bytes).await;
        }
    }
}

/// Reads a note and splits it into passages. Returns `None` if it cannot be read; the library lists
/// it as skipped.
async fn read_pending_note(
    host: &dyn Host,
    snapshot: &EmbeddingSettingsSnapshot<'_>,
    path: &NotePath,
    modified: i64,
) -> Option<PendingNote> {
    let text = host.read(path).await.ok()?;
    let is_private = snapshot.is_private(path, &text);
    let passages = match is_private {
        true => Vec::new(),
        false => note_passages(path, &report_section::without_reports(&text)),
    };
    Some(PendingNote { path: path.clone(), modified, passages })
}

/// Turns an error of the embedding service into an error with a message for the user.
pub(super) fn to_user_result<T>(result: ServiceResult<T>) -> Result<T> {
    result.map_err(|error| error.to_user_error(EMBEDDING_SERVICE_NAME))
}
