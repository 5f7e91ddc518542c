//! What a call of a tool works with.

use crate::answers::gather::SearchScope;
use crate::answers::run::Permission;
use crate::features::tools::note_catalog::NoteCatalog;
use crate::host::Host;
use crate::host::session::{PrivacyCheck, RunClient};
use crate::library::Library;
use crate::settings::Settings;

/// What a call of a tool works with: the host, the client, the vault and the settings.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    /// The host of the run, which logs every request.
    pub host: &'a dyn Host,
    /// Sends requests to search services and web sites.
    pub client: RunClient<'a>,
    /// The index of the vault.
    pub library: &'a Library,
    /// What is known about notes that were read for a list.
    pub catalog: &'a NoteCatalog,
    /// The settings, which decide which notes are private or excluded.
    pub settings: &'a Settings,
    /// Decides which notes may be quoted, and redacts their text.
    pub privacy: PrivacyCheck<'a>,
    /// The notes that tools may see; other notes do not exist for them.
    pub scope: SearchScope<'a>,
    /// Whether tools may send requests to the web.
    pub web_permission: Permission,
}
