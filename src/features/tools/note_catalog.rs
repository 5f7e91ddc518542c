//! What lists need to know about every note: whether it is private, its properties and its tags. A
//! note is read once and again only after it changed, because a large vault takes seconds to read.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures_util::future::join_all;

use crate::host::{Host, NoteInfo, PeriodicYield};
use crate::notes::note::{NotePath, NoteProperty, read_properties, tag};
use crate::settings::Settings;
use crate::values::Result;

/// Number of notes that are read at the same time, because each read needs the app's main thread.
const CONCURRENT_NOTE_READS: usize = 16;

/// The notes that were read for a list.
#[derive(Debug, Default)]
pub struct NoteCatalog {
    notes: RefCell<BTreeMap<NotePath, CatalogEntry>>,
    /// The private folders and tags by which the notes were judged.
    privacy_settings: RefCell<(Vec<String>, Vec<String>)>,
}

#[derive(Debug, Clone)]
struct CatalogEntry {
    modified_millis: i64,
    size_bytes: u64,
    facts: Rc<NoteFacts>,
}

/// What lists need to know about a note.
#[derive(Debug, PartialEq, Eq)]
pub struct NoteFacts {
    /// Whether the note is private. A note that cannot be read counts as private.
    pub is_private: bool,
    /// The properties, in order.
    pub properties: Vec<NoteProperty>,
    /// The tags in the text, without `#`.
    pub tags: Vec<String>,
}

impl NoteCatalog {
    /// Returns the facts of some notes, in their order.
    pub(super) async fn facts(
        &self,
        host: &dyn Host,
        settings: &Settings,
        notes: &[(NotePath, &NoteInfo)],
    ) -> Result<Vec<Rc<NoteFacts>>> {
        self.drop_if_settings_changed(settings);
        let pace = PeriodicYield::new(host);
        let mut all = Vec::with_capacity(notes.len());
        for part in notes.chunks(CONCURRENT_NOTE_READS) {
            pace.yield_if_due().await?;
            let facts = part.iter().map(|(path, info)| self.note_facts(host, settings, path, info));
            all.extend(join_all(facts).await);
        }
        Ok(all)
    }

    /// Forgets all notes if the settings judge privacy differently now.
    fn drop_if_settings_changed(&self, settings: &Settings) {
        let current = (settings.private_folders.clone(), settings.private_tags.clone());
        if *self.privacy_settings.borrow() != current {
            self.notes.borrow_mut().clear();
            *self.privacy_settings.borrow_mut() = current;
        }
    }

    async fn note_facts(
        &self,
        host: &dyn Host,
        settings: &Settings,
        path: &NotePath,
        info: &NoteInfo,
    ) -> Rc<NoteFacts> {
        let known = self.notes.borrow().get(path).cloned();
        let is_current = |entry: &CatalogEntry| {
            (entry.modified_millis, entry.size_bytes) == (info.modified_millis, info.size_bytes)
        };
        if let Some(entry) = known.filter(is_current) {
            return entry.facts;
        }
        let Ok(text) = host.read(path).await else {
            // Nothing is stored, because the next attempt may succeed.
            return Rc::new(NoteFacts {
                is_private: true,
                properties: Vec::new(),
                tags: Vec::new(),
            });
        };
        let facts = Rc::new(NoteFacts {
            is_private: settings.is_private(path, &text),
            properties: read_properties(&text),
            tags: tag::tags_outside_code(&text),
        });
        let entry = CatalogEntry {
            modified_millis: info.modified_millis,
            size_bytes: info.size_bytes,
            facts: Rc::clone(&facts),
        };
        self.notes.borrow_mut().insert(path.clone(), entry);
        facts
    }
}
