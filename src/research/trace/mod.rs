//! Everything that a run asked and was told, so that it can be looked at and told again: the same
//! agenda, the same answers, and at the end the same bytes, with no network and no vault. Keys are
//! no part of it: requests only name them.

mod replay;
mod vault;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::record::{Begun, Made, Record};
use crate::host::{Host, kept};
use crate::journal::Notebook;
use crate::llm::price::PriceList;
use crate::note::NotePath;
use crate::settings::Settings;
use crate::time::Timestamp;
pub use replay::{Replayed, replay};
pub use vault::TracedVault;
use vault::VaultAnswers;

const TRACES: &str = "traces";

/// Traces at the most: each may hold the text of twenty pages.
const MOST_TRACES: usize = 10;

/// A run with all that it was told.
#[derive(Debug, Serialize, Deserialize)]
pub struct Trace {
    begun: Begun,
    base: Option<String>,
    settings: Settings,
    prices: PriceList,
    started: Timestamp,
    notebook: Notebook,
    vault: VaultAnswers,
    notes: BTreeMap<NotePath, String>,
    made: Made,
}

impl Trace {
    /// The trace of a run that ended.
    pub fn of(
        record: &Record<'_>,
        vault: TracedVault<'_>,
        (settings, prices): (&Settings, &PriceList),
    ) -> Self {
        let made = record.made.take();
        Self {
            // Nothing is paid when it is told again: what was spent is known from the beginning.
            begun: Begun { request: record.request.clone(), spent: made.spent, lost: record.lost },
            base: record.base.clone(),
            settings: settings.clone(),
            prices: prices.clone(),
            started: record.door.opened(),
            notebook: record.notebook.clone(),
            vault: vault.answers(),
            notes: record.door.take_reads(),
            made,
        }
    }
}

fn name(run: &str) -> String {
    format!("trace-{run}")
}

/// Keeps a trace on the device, and drops the oldest.
pub async fn keep(host: &dyn Host, trace: &Trace) {
    let run = &trace.begun.request.agenda.run;
    let mut runs: Vec<String> = kept::load(host, TRACES).await.unwrap_or_default();
    runs.retain(|known| known != run);
    runs.insert(0, run.clone());
    for old in runs.iter().skip(MOST_TRACES) {
        kept::drop(host, &name(old)).await;
    }
    runs.truncate(MOST_TRACES);
    kept::save(host, &name(run), trace).await;
    kept::save(host, TRACES, &runs).await;
}

/// The trace of a run, if it was kept.
pub async fn kept_trace(host: &dyn Host, run: &str) -> Option<Trace> {
    kept::load(host, &name(run)).await
}
