//! One run in progress: its note and topics, the services it may call, and where its results are
//! recorded. All sources of evidence and all steps of the report use it.

use std::rc::Rc;

use crate::answers::run::private_words::NotePrivateWords;
use crate::answers::run::progress_tracker::ProgressTracker;
use crate::answers::run::request::Permission;
use crate::answers::run::subject::{QuotableNotes, ResearchSubject};
use crate::answers::run::{RunContext, RunModel, RunRecord};
use crate::library::EmbeddingHits;
use crate::model::llm::Budget;
use crate::safety::privacy::{OutgoingText, PrivateWords, Redactor};
use crate::settings::Depth;
use crate::values::{ErrorCode, Result};

/// The data of a run in progress that the sources of evidence and the steps of the report share.
pub struct ActiveRun<'a> {
    pub context: &'a RunContext<'a>,
    pub subject: &'a ResearchSubject<'a>,
    /// The id of the run, which is also part of the ids of its evidence.
    pub run_id: &'a str,
    pub depth: Depth,
    /// Whether search services may be called.
    pub web_permission: Permission,
    /// Whether the embedding service may be called.
    pub embedding_permission: Permission,
    /// The model that selects passages of pages and writes the report; `None` for the built-in
    /// engine.
    pub model: Option<&'a RunModel<'a>>,
    pub progress: &'a ProgressTracker<'a>,
    pub record: &'a RunRecord<'a>,
    pub budget: &'a Budget,
    /// Which notes the report may quote: all of them, or only public ones.
    pub quotable_notes: QuotableNotes,
    /// The words of the researched note that must not be searched for.
    pub private_words: NotePrivateWords,
}

impl ActiveRun<'_> {
    /// Saves the responses and the costs of the run so far, so that it can be resumed.
    pub async fn save(&self) {
        self.record.output.borrow_mut().spent = self.budget.spent();
        self.record.save_if_changed(self.context.host).await;
    }

    /// Returns a redactor for texts about the researched note. It hides the names of all private
    /// notes to which the note links.
    pub async fn redactor_for_texts(&self, texts: &[&str]) -> Result<Redactor> {
        self.context
            .privacy
            .build_redactor(&[&self.subject.path], texts, &self.subject.user_text)
            .await
    }

    /// Returns the words that the researched note has only in the names of private notes.
    pub async fn private_words(&self) -> Result<Rc<PrivateWords>> {
        let ResearchSubject { path, user_text, .. } = self.subject;
        self.private_words.find(self.context.privacy, path, user_text).await
    }

    /// Finds passages of the vault whose meaning is similar to each text, by their embeddings.
    /// Returns nothing if the embedding service may not be called or fails.
    pub async fn search_by_embedding(&self, texts: Vec<String>) -> Vec<EmbeddingHits> {
        if texts.is_empty() || self.embedding_permission == Permission::Off {
            return Vec::new();
        }
        let RunContext { host, vault, settings, .. } = self.context;
        let ask = async {
            let raw: Vec<&str> = texts.iter().map(String::as_str).collect();
            let private = self.private_words().await?;
            let redactor = self.redactor_for_texts(&raw).await?;
            let redacted =
                |text: &&str| redactor.redact(&redactor.without_private_words(text, &private));
            let texts: Vec<OutgoingText> = raw.iter().map(redacted).collect();
            vault.search_by_embedding(*host, settings, &texts).await
        };
        let key = format!("meant {}", texts.join("\n"));
        self.context.client.send_unless_logged(key, ask).await.unwrap_or_else(|error| {
            if error.code != ErrorCode::NotAsked {
                self.progress.record_run_skip(format!(
                    "Notes were found by keywords only: {}",
                    error.message
                ));
            }
            Vec::new()
        })
    }
}
