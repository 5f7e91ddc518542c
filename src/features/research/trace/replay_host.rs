//! The host and the privacy rules of a replay: recorded notes, no network, and a clock that stands
//! still.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::{pending, ready};
use std::rc::Rc;

use crate::host::session::PrivacyRules;
use crate::host::{
    Host, LocalFuture, Network, NoteAccess, NoteInfo, Platform, Storage, TaskControl, Timer,
};
use crate::notes::note::{NoteEdit, NotePath, apply};
use crate::safety::privacy::VaultNames;
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Progress, Result, Timestamp};
use crate::web::http::{HttpRequest, HttpResponse};

/// The privacy rules of a replay: the recorded settings. Private names need not be known, because
/// nothing is sent and the recorded passages don't contain them.
pub struct ReplayPrivacyRules<'a>(pub &'a Settings);

impl PrivacyRules for ReplayPrivacyRules<'_> {
    fn settings(&self) -> Settings {
        self.0.clone()
    }

    fn vault_names<'a>(&'a self, _: &'a dyn Host) -> LocalFuture<'a, Result<Rc<VaultNames>>> {
        Box::pin(ready(Ok(Rc::default())))
    }
}

/// A host that has the recorded notes and a clock that stands still.
pub struct ReplayHost {
    now: Timestamp,
    notes: RefCell<BTreeMap<NotePath, String>>,
}

impl ReplayHost {
    /// Creates a host with the recorded notes, at the time of the recording.
    pub fn new(now: Timestamp, notes: BTreeMap<NotePath, String>) -> Self {
        Self { now, notes: RefCell::new(notes) }
    }

    /// The text of a note; empty if the trace doesn't have it.
    pub fn note_text(&self, path: &NotePath) -> String {
        self.notes.borrow().get(path).cloned().unwrap_or_default()
    }
}

/// The error for anything that the trace does not contain.
fn not_recorded_error<T>() -> Result<T> {
    Err(Error::new(ErrorCode::NotInTrace, "This request isn't in the run log"))
}

impl Network for ReplayHost {
    fn http(&self, _request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>> {
        Box::pin(ready(not_recorded_error()))
    }
}

impl NoteAccess for ReplayHost {
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>> {
        Box::pin(ready(not_recorded_error()))
    }

    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>> {
        let text = self.notes.borrow().get(path).cloned();
        Box::pin(ready(text.map_or_else(not_recorded_error, Ok)))
    }

    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>> {
        let mut notes = self.notes.borrow_mut();
        let text = notes.get(path).map_or_else(not_recorded_error, |text| apply(text, &edit));
        let path = text.map(|text| {
            notes.insert(path.clone(), text);
            path.clone()
        });
        Box::pin(ready(path))
    }

    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>> {
        self.notes.borrow_mut().insert(path.clone(), text);
        Box::pin(ready(Ok(path.clone())))
    }
}

impl Storage for ReplayHost {
    fn load<'a>(&'a self, _name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(ready(Ok(None)))
    }

    fn save<'a>(&'a self, _name: &'a str, _bytes: Vec<u8>) -> LocalFuture<'a, Result<()>> {
        Box::pin(ready(Ok(())))
    }

    fn delete_all(&self) -> LocalFuture<'_, Result<()>> {
        Box::pin(ready(Ok(())))
    }
}

impl Platform for ReplayHost {
    fn now(&self) -> Timestamp {
        self.now
    }

    fn random(&self) -> u64 {
        0
    }

    fn decode(&self, bytes: &[u8], _charset: &str) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }
}

impl TaskControl for ReplayHost {
    fn report(&self, _progress: &Progress) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Timer for ReplayHost {
    fn sleep(&self, _millis: u32) -> LocalFuture<'_, ()> {
        Box::pin(ready(()))
    }

    /// Never ends, because the clock stands still.
    fn sleep_until(&self, _at: Timestamp) -> LocalFuture<'_, ()> {
        Box::pin(pending())
    }
}
