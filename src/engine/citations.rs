//! The engine's methods for the citations of a note.

use crate::engine::Engine;
use crate::features::citations::{self, CitationsCheck, CitationsRequest, CitedPages};
use crate::host::Host;
use crate::values::Result;

impl Engine {
    /// Returns the pages that the citations of a note lead to, so that the user can be asked before
    /// they are read. Reads only the note.
    pub async fn cited_pages(&self, host: &dyn Host, path: &str) -> Result<CitedPages> {
        citations::cited_pages(&self.workspace, host, path).await
    }

    /// Compares each sentence of a note that has a link with what the link leads to.
    pub async fn check_citations(
        &self,
        host: &dyn Host,
        request: &CitationsRequest,
    ) -> Result<CitationsCheck> {
        citations::check_note(&self.workspace, host, request).await
    }
}
