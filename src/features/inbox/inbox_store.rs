//! Where the inbox is kept: in a note of the vault, which syncs and which a person can read, or on the
//! device. Every change is one write, so that nothing is lost wherever the app closes.

use futures_util::lock::Mutex;

use crate::features::inbox::finding::Finding;
use crate::features::inbox::inbox_file::Inbox;
use crate::host::{Host, stored_value};
use crate::notes::note::{NoteEdit, NotePath};
use crate::settings::{InboxPlace, Settings};
use crate::values::text::fold_case;
use crate::values::{Error, ErrorCode, Result};

/// The name under which an inbox on the device is stored.
const STORAGE_NAME: &str = "inbox";

/// How often a change is tried again if the file changed meanwhile.
const MAX_ATTEMPTS: usize = 5;

/// Reads and changes the inbox.
#[derive(Default)]
pub struct InboxStore {
    /// Locked by the call that changes the inbox; other calls wait for it.
    lock: Mutex<()>,
}

/// The file of the inbox as it was read.
struct InboxFile {
    path: NotePath,
    /// `None` if there is no file.
    text: Option<String>,
    inbox: Inbox,
    /// What could not be read.
    unreadable: Vec<String>,
}

impl InboxStore {
    /// Reads the inbox.
    pub async fn read(&self, host: &dyn Host, settings: &Settings) -> Result<Inbox> {
        match settings.inbox_place {
            InboxPlace::Device => Ok(device_inbox(host).await),
            InboxPlace::Vault => Ok(read_file(host, settings).await?.inbox),
        }
    }

    /// Changes the inbox and saves it. If the change fails, nothing is saved.
    pub async fn change<T>(
        &self,
        host: &dyn Host,
        settings: &Settings,
        change: impl Fn(&mut Inbox) -> Result<T>,
    ) -> Result<T> {
        let _guard = self.lock.lock().await;
        if settings.inbox_place == InboxPlace::Device {
            let mut inbox = device_inbox(host).await;
            let result = change(&mut inbox)?;
            stored_value::save(host, STORAGE_NAME, &inbox.to_text()).await;
            return Ok(result);
        }
        for _ in 0..MAX_ATTEMPTS {
            let mut file = read_file(host, settings).await?;
            let result = change(&mut file.inbox)?;
            match save_file(host, file).await {
                Err(error) if error.code == ErrorCode::NoteChanged => {}
                Err(error) => return Err(error),
                Ok(()) => return Ok(result),
            }
        }
        Err(Error::new(ErrorCode::NoteChanged, "The file of the research inbox keeps changing")
            .hint("Wait until your sync has finished, and try again."))
    }

    /// Changes one finding.
    pub async fn change_finding<T>(
        &self,
        host: &dyn Host,
        settings: &Settings,
        id: &str,
        change: impl Fn(&mut Finding) -> Result<T>,
    ) -> Result<T> {
        let of_inbox = |inbox: &mut Inbox| match inbox.findings.get_mut(id) {
            Some(finding) => change(finding),
            None => Err(missing_finding()),
        };
        self.change(host, settings, of_inbox).await
    }

    /// Returns one finding.
    pub async fn finding(&self, host: &dyn Host, settings: &Settings, id: &str) -> Result<Finding> {
        let inbox = self.read(host, settings).await?;
        inbox.findings.get(id).cloned().ok_or_else(missing_finding)
    }
}

fn missing_finding() -> Error {
    Error::new(ErrorCode::InvalidArgument, "This finding is no longer in the research inbox")
        .hint("Open the research inbox again.")
}

async fn device_inbox(host: &dyn Host) -> Inbox {
    let text: String = stored_value::load(host, STORAGE_NAME).await.unwrap_or_default();
    Inbox::read(&text).inbox
}

/// Reads the file of the inbox, and copies of it that a sync service made because of a conflict.
async fn read_file(host: &dyn Host, settings: &Settings) -> Result<InboxFile> {
    let path = NotePath::parse(&settings.inbox_file_path())?;
    let text = match host.read(&path).await {
        Ok(text) => Some(text),
        Err(error) if error.code == ErrorCode::NoteMissing => None,
        Err(error) => return Err(error),
    };
    let mut read = Inbox::read(text.as_deref().unwrap_or_default());
    for copy in conflict_copies(host, &path).await {
        let Ok(text) = host.read(&copy).await else { continue };
        read.inbox.merge(Inbox::read(&text).inbox);
    }
    Ok(InboxFile { path, text, inbox: read.inbox, unreadable: read.unreadable })
}

/// Copies such as `Research inbox (conflicted copy 2026-11-17).md`. Their findings are read too; the
/// user deletes them.
async fn conflict_copies(host: &dyn Host, path: &NotePath) -> Vec<NotePath> {
    let start = fold_case(path.linkpath());
    let is_copy = |other: &str| {
        let other = fold_case(other);
        other.starts_with(&start) && other.contains("conflict")
    };
    let notes = host.notes().await.unwrap_or_default();
    let copies = notes.iter().filter(|note| is_copy(&note.path));
    copies.filter_map(|note| NotePath::parse(&note.path).ok()).collect()
}

async fn save_file(host: &dyn Host, file: InboxFile) -> Result<()> {
    let InboxFile { path, text, inbox, unreadable } = file;
    let Some(before) = text else {
        host.create(&path, inbox.to_text()).await?;
        return Ok(());
    };
    if !unreadable.is_empty() {
        save_aside(host, &path, &unreadable).await?;
    }
    let after = inbox.update_text(&before);
    if after != before {
        host.edit(&path, NoteEdit::ReplaceText { before, after }).await?;
    }
    Ok(())
}

/// Saves what could not be read in a note beside the file.
async fn save_aside(host: &dyn Host, path: &NotePath, unreadable: &[String]) -> Result<()> {
    let aside = NotePath::parse(&format!("{} (unreadable).md", path.linkpath()))?;
    let text = format!(
        "These findings of the research inbox could not be read.\n\n```\n{}\n```\n",
        unreadable.join("\n")
    );
    host.create(&aside, text).await?;
    Ok(())
}
