//! What a run looks up, and how: what every source of evidence is given.

use crate::error::{ErrorCode, Result};
use crate::library::EmbeddingHits;
use crate::llm::budget::Budget;
use crate::note::NotePath;
use crate::privacy::{OutgoingText, Redactor};
use crate::research::agenda::AgendaTopic;
use crate::research::context::RunContext;
use crate::research::gather::note_reader::Quoting;
use crate::research::progress_tracker::ProgressTracker;
use crate::research::request::Permission;
use crate::research::run_model::RunModel;
use crate::research::run_record::RunRecord;
use crate::settings::Depth;

/// What a run looks up, and how.
pub struct Search<'a> {
    pub run: &'a str,
    pub note: &'a NotePath,
    /// What the note says.
    pub own: &'a str,
    pub topics: &'a [&'a AgendaTopic],
    pub depth: Depth,
    pub web: Permission,
    /// Whether the service that knows meanings may be asked.
    pub meanings: Permission,
    /// Reads pages, and will be told what was found.
    pub model: Option<&'a RunModel<'a>>,
    pub progress: &'a ProgressTracker<'a>,
    pub run_record: &'a RunRecord<'a>,
    pub budget: &'a Budget,
    /// Which notes may be quoted.
    pub quoting: Quoting,
}

impl Search<'_> {
    /// Keeps what the run was told and has spent so far.
    pub async fn keep(&self, context: &RunContext<'_>) {
        self.run_record.output.borrow_mut().spent = self.budget.spent();
        self.run_record.keep(context.client.host).await;
    }

    /// A redactor for texts about the note. Names to which the note links are hidden in all of them.
    pub async fn redactor(&self, context: &RunContext<'_>, texts: &[&str]) -> Result<Redactor> {
        context.privacy.redactor(&[self.note], texts, self.own).await
    }

    /// What the vault has near to some texts in meaning; nothing where nobody is asked for it.
    pub async fn meant(&self, context: &RunContext<'_>, texts: Vec<String>) -> Vec<EmbeddingHits> {
        if texts.is_empty() || self.meanings == Permission::Off {
            return Vec::new();
        }
        let ask = async {
            let raw: Vec<&str> = texts.iter().map(String::as_str).collect();
            let redactor = self.redactor(context, &raw).await?;
            let texts: Vec<OutgoingText> = raw.iter().map(|text| redactor.text(text)).collect();
            context.vault.by_embedding(context.client.host, context.settings, &texts).await
        };
        let meant = context.client.once(format!("meant {}", texts.join("\n")), ask).await;
        meant.unwrap_or_else(|error| {
            if error.code != ErrorCode::NotAsked {
                self.progress.skip(format!("Notes were found by keywords only: {}", error.message));
            }
            Vec::new()
        })
    }
}
