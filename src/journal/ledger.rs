//! What left the device: when, to which host, why, and the words themselves.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

use crate::net::http::HttpRequest;
use crate::time::Timestamp;

/// Runs that are kept: enough to answer "what did it send last week".
const MOST_RUNS: usize = 30;

/// Characters that are kept of one request: more is not read, and a device has little room.
const MOST_CHARACTERS: usize = 20_000;

/// Characters that are kept of one run; of what is beyond that, the beginning tells what it was.
pub(super) const MOST_OF_RUN: usize = 300_000;
const BEGINNING: usize = 200;

/// Everything that was sent, the newest run first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Ledger {
    /// Of one run each.
    pub outings: Vec<Outing>,
}

/// What one run sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Outing {
    /// Names the run.
    pub run: String,
    /// The note that was researched.
    pub path: String,
    /// When it began.
    pub started: Timestamp,
    /// In the order in which it was sent.
    pub errands: Vec<Errand>,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Errand {
    /// When.
    pub at: Timestamp,
    /// Where it went.
    pub host: String,
    /// What it was for, in words.
    pub why: String,
    /// The words that were sent: the address, and the body where there is one. Never a key.
    pub sent: String,
    /// Bytes of both.
    pub bytes: usize,
}

impl Ledger {
    /// Adds what a run sent; a run that goes on later stays one.
    pub fn add(&mut self, outing: &Outing) {
        Outing::add_to(&mut self.outings, outing);
        self.outings.truncate(MOST_RUNS);
    }
}

impl Outing {
    /// Adds what a run sent to what is known of it; what is known already is not added again.
    pub(super) fn add_to(outings: &mut Vec<Outing>, outing: &Outing) {
        if outing.errands.is_empty() {
            return;
        }
        let at = outings.iter().position(|known| known.run == outing.run).unwrap_or_else(|| {
            outings.insert(0, Outing { errands: Vec::new(), ..outing.clone() });
            0
        });
        if let Some(known) = outings.get_mut(at) {
            let new = outing.errands.iter().filter(|errand| !known.errands.contains(errand));
            let new: Vec<Errand> = new.cloned().collect();
            known.errands.extend(new);
            known.shorten();
        }
    }

    fn shorten(&mut self) {
        let mut room = MOST_OF_RUN;
        for errand in &mut self.errands {
            errand.fit(&mut room);
        }
    }
}

impl Errand {
    /// What a request sends, and where.
    fn of(request: &HttpRequest, at: Timestamp) -> Self {
        let body = request.body.as_deref().unwrap_or_default();
        let sent = format!("{} {body}", request.url);
        Self {
            at,
            host: request.host().to_owned(),
            why: request.why.clone(),
            sent: sent.trim_end().chars().take(MOST_CHARACTERS).collect(),
            bytes: request.url.len() + body.len(),
        }
    }

    /// Keeps no more of the words than there is room for, but for their beginning.
    fn fit(&mut self, room: &mut usize) {
        if self.sent.len() > *room {
            self.sent = self.sent.chars().take(BEGINNING).collect();
        }
        *room = room.saturating_sub(self.sent.len());
    }

    /// As `of`, within the room that one run has.
    pub(super) fn within(request: &HttpRequest, at: Timestamp, room: &Cell<usize>) -> Self {
        let mut errand = Self::of(request, at);
        let mut left = room.get();
        errand.fit(&mut left);
        room.set(left);
        errand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outing(run: usize, sent: &str) -> Outing {
        let errand = Errand {
            at: Timestamp::default(),
            host: "a.example".into(),
            why: "try".into(),
            sent: sent.into(),
            bytes: sent.len(),
        };
        Outing { run: run.to_string(), errands: vec![errand], ..Outing::default() }
    }

    #[test]
    fn a_run_is_one_and_the_oldest_go() {
        let mut ledger = Ledger::default();
        for run in 0..40 {
            ledger.add(&outing(run, "x"));
            ledger.add(&outing(run, "y"));
        }
        ledger.add(&Outing { run: "silent".into(), ..Outing::default() });
        assert_eq!(ledger.outings.len(), MOST_RUNS);
        assert!(ledger.outings.iter().all(|outing| outing.errands.len() == 2));
        assert_eq!(ledger.outings[0].run, "39");
    }

    #[test]
    fn of_much_only_the_beginning_is_kept() {
        let mut ledger = Ledger::default();
        let long = "x".repeat(MOST_OF_RUN - 10);
        ledger.add(&outing(1, &long));
        ledger.add(&outing(1, &long.replace('x', "y")));
        let lengths: Vec<usize> =
            ledger.outings[0].errands.iter().map(|errand| errand.sent.len()).collect();
        assert_eq!(lengths, [long.len(), BEGINNING]);
    }
}
