//! Reads a note and checks its citations: which pages would be opened, and what they say.

use crate::answers::run::{Permission, Workspace};
use crate::features::citations::{
    CitationsCheck, CitationsRequest, CitedPages, PageAccess, SourceReader, check_citations,
    find_cited_pages,
};
use crate::host::Host;
use crate::settings::check_note_path;
use crate::values::Result;

/// The name under which the audit log shows the pages that were read.
const AUDIT_LOG_TITLE: &str = "Checking citations";

/// Returns the pages that the citations of a note lead to, so that the user can be asked before they
/// are read. Reads only the note.
pub(crate) async fn cited_pages(
    workspace: &Workspace,
    host: &dyn Host,
    path: &str,
) -> Result<CitedPages> {
    let settings = workspace.settings();
    let path = check_note_path(path, &settings)?;
    let text = host.read(&path).await?;
    let pages = find_cited_pages(&text);
    // The addresses in a private note stay on the device, so there is nothing to ask.
    Ok(match settings.is_private(&path, &text) {
        true => CitedPages { page_count: 0, host_names: Vec::new(), ..pages },
        false => pages,
    })
}

/// Compares each sentence of a note that has a link with what the link leads to.
pub(crate) async fn check_note(
    workspace: &Workspace,
    host: &dyn Host,
    request: &CitationsRequest,
) -> Result<CitationsCheck> {
    let settings = workspace.settings();
    let path = check_note_path(&request.note_path, &settings)?;
    workspace.library.sync(host, &settings).await?;
    let text = host.read(&path).await?;
    let pages = match request.web_permission {
        _ if settings.is_private(&path, &text) => {
            PageAccess::Refused("The note is private, so its pages aren't opened")
        }
        Permission::Off => PageAccess::Refused("Web pages weren't checked"),
        Permission::Allowed => PageAccess::Allowed(settings.allowed_schemes()),
    };
    let run_host = workspace.host_with_daily_log(host, AUDIT_LOG_TITLE).with_researched_note(&path);
    let reader = SourceReader {
        host: &run_host,
        client: &workspace.client,
        library: &workspace.library,
        note: &path,
        pages,
    };
    let checked = check_citations(host, &text, &reader).await;
    if request.web_permission == Permission::Allowed {
        workspace.store.audit.flush(host).await;
        workspace.client.save_cache(host).await;
    }
    Ok(checked)
}
