//! The books of what leaves the device. A line is written before anything goes out, so that it
//! stands there even if the app is closed while the answer is awaited.

use super::{Errand, Ledger, Outing};
use crate::host::Host;
use crate::host::held::Held;

/// A small book for what goes out now, and the ledger, which is too large to be kept at each line.
pub struct Books {
    now: Held<Vec<Outing>>,
    ledger: Held<Ledger>,
}

impl Default for Books {
    fn default() -> Self {
        Self { now: Held::new("sent-now"), ledger: Held::new("ledger") }
    }
}

impl Books {
    /// Writes down what is about to be sent by a run.
    pub async fn note(&self, host: &dyn Host, run: &Outing, errand: Errand) {
        let outing = Outing { errands: vec![errand], ..run.clone() };
        self.now.change(host, |outings| Outing::add_to(outings, &outing)).await;
    }

    /// Brings what went out into the ledger.
    pub async fn settle(&self, host: &dyn Host) {
        let outings = self.now.get(host).await;
        if outings.is_empty() {
            return;
        }
        let add = |ledger: &mut Ledger| outings.iter().for_each(|outing| ledger.add(outing));
        self.ledger.change(host, add).await;
        // More may have gone out meanwhile.
        let is_settled = |run: &Outing, errand: &Errand| {
            outings.iter().any(|done| done.run == run.run && done.errands.contains(errand))
        };
        let drop_settled = |now: &mut Vec<Outing>| {
            for run in now.iter_mut() {
                let errands = std::mem::take(&mut run.errands);
                run.errands = errands.into_iter().filter(|e| !is_settled(run, e)).collect();
            }
            now.retain(|run| !run.errands.is_empty());
        };
        self.now.change(host, drop_settled).await;
    }

    /// Everything that went out.
    pub async fn read(&self, host: &dyn Host) -> Ledger {
        self.settle(host).await;
        self.ledger.get(host).await
    }
}
