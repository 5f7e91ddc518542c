//! Replays a run from its trace. All responses come from the trace, and nothing is sent.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::{pending, ready};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::error::{Error, ErrorCode, Result};
use crate::host::{
    LocalFuture, Network, NoteAccess, NoteInfo, Platform, Storage, TaskControl, Timer,
};
use crate::net::http::{HttpRequest, HttpResponse};
use crate::note::NotePath;
use crate::note::edit::{NoteEdit, apply, section_content};
use crate::privacy::VaultNames;
use crate::progress::Progress;
use crate::research::outcome::Report;
use crate::research::research_store::ResearchStore;
use crate::research::run::{MAX_RUN_MILLIS, run_agenda};
use crate::research::run_context::RunContext;
use crate::research::run_record::RunRecord;
use crate::research::trace::RunTrace;
use crate::session::{PrivacyRules, RunClient, RunHost};
use crate::settings::Settings;
use crate::time::Timestamp;

/// The report and the note that a replay produced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ReplayedRun {
    /// The report of the replayed run.
    pub report: Report,
    /// The text of the note after the replay.
    #[serde(rename = "text")]
    pub final_note_text: String,
    /// The content of the note's Research section after the replay.
    #[serde(rename = "section")]
    pub section_content: String,
}

/// Runs the agenda of a trace again, with the recorded responses and notes.
pub async fn replay(trace: &RunTrace) -> Result<ReplayedRun> {
    let host = ReplayHost { now: trace.started, notes: RefCell::new(trace.notes.clone()) };
    let rules = ReplayPrivacyRules(&trace.settings);
    let run_host = RunHost::with_time_limit(&host, &rules, MAX_RUN_MILLIS);
    let client = Client::with_memory_cache();
    trace.response_log.forbid_new_requests();
    let client = RunClient { host: &run_host, client: &client, response_log: &trace.response_log };
    let store = ResearchStore::default();
    let context = RunContext {
        host: &run_host,
        client,
        vault: &trace.vault,
        settings: &trace.settings,
        prices: &trace.prices,
        store: &store,
        privacy: run_host.privacy_check(),
    };
    let run_record = RunRecord::new(&run_host, &trace.response_log, &trace.run)
        .with_previous_report(trace.previous_report.clone());
    let report = run_agenda(&context, &run_record).await?;
    let text = host.notes.borrow().get(&report.path).cloned().unwrap_or_default();
    let section =
        section_content(&text, &trace.settings.section_title())?.unwrap_or_default().to_owned();
    Ok(ReplayedRun { report, final_note_text: text, section_content: section })
}

/// The privacy rules of a replay: the recorded settings. Private names need not be known, because
/// nothing is sent and the recorded passages don't contain them.
struct ReplayPrivacyRules<'a>(&'a Settings);

impl PrivacyRules for ReplayPrivacyRules<'_> {
    fn settings(&self) -> Settings {
        self.0.clone()
    }

    fn vault_names(&self) -> Rc<VaultNames> {
        Rc::default()
    }
}

/// A host that has the recorded notes and a clock that stands still.
struct ReplayHost {
    now: Timestamp,
    notes: RefCell<BTreeMap<NotePath, String>>,
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
