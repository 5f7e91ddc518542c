//! The engine's methods for the citations of a note: they compare its sentences with the sources that
//! it links to.

use crate::answers::run::Permission;
use crate::engine::Engine;
use crate::features::citations::{
    self, CitationsCheck, CitationsRequest, CitedPages, PageAccess, SourceReader,
};
use crate::host::Host;
use crate::settings::check_note_path;
use crate::values::Result;

/// The name under which the audit log shows the pages that were read.
const AUDIT_LOG_TITLE: &str = "Checking citations";

impl Engine {
    /// Returns the pages that the citations of a note lead to, so that the user can be asked before
    /// they are read. Reads only the note.
    pub async fn cited_pages(&self, host: &dyn Host, path: &str) -> Result<CitedPages> {
        let settings = self.settings();
        let path = check_note_path(path, &settings)?;
        let text = host.read(&path).await?;
        // The addresses in a private note stay on the device, so there is nothing to ask.
        match settings.is_private(&path, &text) {
            true => Ok(CitedPages {
                page_count: 0,
                host_names: Vec::new(),
                ..citations::find_cited_pages(&text)
            }),
            false => Ok(citations::find_cited_pages(&text)),
        }
    }

    /// Compares each sentence of a note that has a link with what the link leads to.
    pub async fn check_citations(
        &self,
        host: &dyn Host,
        request: &CitationsRequest,
    ) -> Result<CitationsCheck> {
        let settings = self.settings();
        let path = check_note_path(&request.note_path, &settings)?;
        self.library.sync(host, &settings).await?;
        let text = host.read(&path).await?;
        let pages = match request.web_permission {
            _ if settings.is_private(&path, &text) => {
                PageAccess::Refused("The note is private, so its pages aren't opened")
            }
            Permission::Off => PageAccess::Refused("Web pages weren't checked"),
            Permission::Allowed => PageAccess::Allowed(settings.allowed_schemes()),
        };
        let run_host = self.host_with_daily_log(host, AUDIT_LOG_TITLE).with_researched_note(&path);
        let reader = SourceReader {
            host: &run_host,
            client: &self.client,
            library: &self.library,
            note: &path,
            pages,
        };
        let checked = citations::check_citations(host, &text, &reader).await;
        if request.web_permission == Permission::Allowed {
            self.store.audit.flush(host).await;
            self.client.save_cache(host).await;
        }
        Ok(checked)
    }
}
