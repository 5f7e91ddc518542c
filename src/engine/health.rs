//! The engine's methods for the health of the vault.

use crate::engine::Engine;
use crate::features::health::{
    FixLinkRequest, Health, HealthContext, HealthRequest, HealthRowRequest, MissingNoteRequest,
    missing_note_text, propose_link_fix,
};
use crate::features::tools::Proposal;
use crate::host::Host;
use crate::settings::Settings;
use crate::values::Result;

impl Engine {
    /// Checks the indexed notes for what the user may want to link, mend, fill in or answer.
    pub async fn health(&self, host: &dyn Host, request: &HealthRequest) -> Result<Health> {
        let settings = self.settings();
        self.health_check.check(&self.health_context(host, &settings), request).await
    }

    /// Proposes the change of a broken link, so that it leads to the note that was probably meant.
    pub async fn fix_link(&self, host: &dyn Host, request: &FixLinkRequest) -> Result<Proposal> {
        let settings = self.settings();
        self.library.sync_once(host, &settings).await?;
        propose_link_fix(&self.health_context(host, &settings), request).await
    }

    /// Returns the text with which a missing note begins: the sentences that name it, with links back.
    pub async fn missing_note_text(
        &self,
        host: &dyn Host,
        request: &MissingNoteRequest,
    ) -> Result<String> {
        let settings = self.settings();
        self.library.sync_once(host, &settings).await?;
        missing_note_text(&self.health_context(host, &settings), request).await
    }

    /// Leaves a row out of all later checks.
    pub async fn ignore_health_row(&self, host: &dyn Host, request: &HealthRowRequest) {
        self.health_check.ignore_row(host, &request.id).await;
    }

    /// Shows a row again that was ignored.
    pub async fn restore_health_row(&self, host: &dyn Host, request: &HealthRowRequest) {
        self.health_check.restore_row(host, &request.id).await;
    }

    /// Returns the ids of the rows that the user ignores, in alphabetical order.
    pub async fn ignored_health_rows(&self, host: &dyn Host) -> Vec<String> {
        self.health_check.ignored_rows(host).await.into_iter().collect()
    }

    fn health_context<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: &'a Settings,
    ) -> HealthContext<'a> {
        HealthContext { host, library: &self.library, settings }
    }
}
