//! The trace of a question: everything that its answer rests on. It can be exported, and replayed with
//! the same result to the byte, without network or vault. It contains no API keys: settings and
//! requests contain only the names of keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::answers::run::{ResearchStore, RunContext};
use crate::features::agent::{RecordedTools, ToolRecord};
use crate::features::ask::answerer::answer_question;
use crate::features::ask::asked_question::{AskedQuestion, QuestionPrivacy};
use crate::features::ask::request::{AskRequest, AskResult, EarlierAnswer};
use crate::features::research::{RecordedVault, ReplayHost, ReplayPrivacyRules};
use crate::host::client::Client;
use crate::host::session::{ResponseLog, RunClient, RunHost};
use crate::model::llm::PriceList;
use crate::notes::note::NotePath;
use crate::safety::privacy::RestsOn;
use crate::settings::Settings;
use crate::values::{Result, Timestamp};

/// The trace of a question.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskTrace {
    /// The id of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// The question.
    pub request: AskRequest,
    /// When it was asked.
    #[serde(rename = "started")]
    pub started_at: Timestamp,
    /// The settings, with the names of keys only.
    pub settings: Settings,
    /// The prices of models.
    pub prices: PriceList,
    /// The replies of models, the results of searches and the pages.
    pub response_log: ResponseLog,
    /// What the vault returned.
    pub vault: RecordedVault,
    /// The passages that were read of each note.
    pub notes: BTreeMap<NotePath, String>,
    /// The results of the tools.
    pub tools: ToolRecord,
    /// What the answer cost. A replay costs nothing and shows this.
    #[serde(rename = "spent")]
    pub spent_text: String,
}

impl AskTrace {
    /// The notes on which the trace and its answer rest.
    pub fn rests_on(&self) -> RestsOn {
        let earlier =
            self.request.earlier.as_ref().map(EarlierAnswer::rests_on).unwrap_or_default();
        self.notes.keys().chain(earlier.notes()).collect()
    }
}

/// Answers the question of a trace again, with the recorded replies and results.
pub async fn replay_question(trace: &AskTrace) -> Result<AskResult> {
    let host = ReplayHost::new(trace.started_at, trace.notes.clone());
    let rules = ReplayPrivacyRules(&trace.settings);
    let run_host = RunHost::without_time_limit(&host, &rules);
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
    let note = trace.request.checked_note(&trace.settings)?;
    let asked = AskedQuestion {
        context: &context,
        recorder: &run_host,
        request: &trace.request,
        run_id: &trace.run_id,
        note: note.as_ref(),
        // Questions about private notes have no trace.
        privacy: QuestionPrivacy::Public,
    };
    let earlier = trace.request.earlier.as_ref().map_or(0, |earlier| earlier.evidence.len());
    let answer = answer_question(&asked, &RecordedTools::new(&trace.tools, earlier)).await?;
    Ok(AskResult { spent_text: trace.spent_text.clone(), ..answer })
}
