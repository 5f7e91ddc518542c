//! Replays a run from its trace. All responses come from the trace, and nothing is sent.

use serde::{Deserialize, Serialize};

use crate::answers::run::{Report, ResearchStore, RunContext, RunRecord};
use crate::features::research::run::{MAX_RUN_MILLIS, run_agenda};
use crate::features::research::trace::RunTrace;
use crate::features::research::trace::replay_host::{ReplayHost, ReplayPrivacyRules};
use crate::host::client::Client;
use crate::host::session::{RunClient, RunHost};
use crate::notes::note::Outline;
use crate::values::Result;

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
    let host = ReplayHost::new(trace.started, trace.notes.clone());
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
    let text = host.note_text(&report.path);
    let section = Outline::parse(&text).section_content(&text, &trace.settings.section_title())?;
    let section_content = section.unwrap_or_default().to_owned();
    Ok(ReplayedRun { report, final_note_text: text, section_content })
}
