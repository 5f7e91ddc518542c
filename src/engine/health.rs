//! The engine's methods for the health of the vault.

use crate::engine::Engine;
use crate::error::Result;
use crate::health::{Health, HealthContext, HealthRequest, HealthRowRequest};
use crate::host::Host;
use crate::local::GeneralWordLists;

impl Engine {
    /// Checks the indexed notes for what the user may want to link, mend, fill in or answer.
    pub async fn health(&self, host: &dyn Host, request: &HealthRequest) -> Result<Health> {
        let settings = self.settings();
        let context = HealthContext {
            host,
            library: &self.library,
            settings: &settings,
            general_words: &GeneralWordLists,
        };
        self.health_check.check(&context, request).await
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
}
