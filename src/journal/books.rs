//! The books of what leaves the device. A line is written before anything goes out, so that it
//! stands there even if the app is closed while the answer is awaited.

use super::{Errand, Ledger, Outing};
use crate::host::Host;
use crate::host::held::Held;

/// Characters in the book of what goes out now: it is kept anew with every line.
const MOST_NOW: usize = 100_000;

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
        let mut bytes = 0;
        let add = |outings: &mut Vec<Outing>| {
            Outing::add_to(outings, &outing);
            bytes = outings.iter().flat_map(|it| &it.errands).map(|it| it.sent.len()).sum();
        };
        self.now.change(host, add).await;
        if bytes > MOST_NOW {
            self.settle(host).await;
        }
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

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::host::memory::MemoryHost;
    use crate::journal::{Door, PrivacyRules};
    use crate::net::endpoint::Endpoint;
    use crate::net::http::HttpRequest;
    use crate::privacy::VaultNames;
    use crate::settings::Settings;

    struct Nameless;

    impl PrivacyRules for Nameless {
        fn settings(&self) -> Settings {
            Settings::default()
        }

        fn names(&self) -> Rc<VaultNames> {
            Rc::default()
        }
    }

    #[test]
    fn the_book_of_what_goes_out_now_stays_small_and_nothing_is_lost() {
        let (host, books) = (MemoryHost::default(), Books::default());
        let door = Door::always(&host, &Nameless).writing(&books, "learning", "Learning");
        let text = "x".repeat(15_000);
        for number in 0..60 {
            let url = Endpoint::fixed("https://api.example.org").at("/x");
            let request = HttpRequest::post(url, &format!("{number} {text}").into());
            let _ = pollster::block_on(door.http(request));
        }
        let now = pollster::block_on(books.now.get(&host));
        let sent: usize = now.iter().flat_map(|run| &run.errands).map(|it| it.sent.len()).sum();
        assert!(sent <= MOST_NOW, "{sent}");
        let ledger = pollster::block_on(Books::default().read(&host));
        assert_eq!((ledger.outings.len(), ledger.outings[0].errands.len()), (1, 60));
    }
}
