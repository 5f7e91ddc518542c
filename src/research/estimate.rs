//! What a run would take: tokens, money and time for each topic, so that the sum follows what the
//! person ticks.

use serde::{Deserialize, Serialize};

use super::Means;
use crate::checkup;
use crate::llm::budget::Estimate;
use crate::llm::chat::{Ask, ChatModel};
use crate::llm::price::Price;
use crate::settings::Depth;

/// Tokens that are usually sent and written for one topic: ten pieces of evidence, six sentences.
const WRITE_UP: (u64, u64) = (3_500, 600);

/// The same for one page: the part of it that is looked at, three passages.
const PAGE: (u64, u64) = (3_000, 300);

/// Pages that a deep run opens for one topic.
pub const PAGES: usize = 2;

/// What services usually take.
const SEARCH_MILLIS: u64 = 2_000;
const PAGE_MILLIS: u64 = 2_500;
const REPLY_MILLIS: u64 = 5_000;
/// A model on the person's own machine is slower, and answers one after the other.
const LOCAL_REPLY_MILLIS: u64 = 25_000;

/// About what each topic of a run takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunEstimate {
    /// Tokens and money.
    pub each: Estimate,
    /// Time, with others at once counted in.
    pub millis_each: u64,
}

/// About what a run takes; `asks` is whether the web is asked at all.
pub fn estimate(means: &Means<'_>, depth: Depth, model: bool, asks: bool) -> RunEstimate {
    let together = means.settings.concurrency.max(1) as u64;
    let pages = if depth == Depth::Deep && asks { PAGES as u64 } else { 0 };
    let web = if asks { SEARCH_MILLIS + if pages > 0 { PAGE_MILLIS } else { 0 } } else { 50 };
    let mut estimate =
        RunEstimate { each: Estimate::of(Some(Price::FREE), 0, 0), millis_each: web / together };
    let models = (means.settings.report_model(), means.settings.chat_model());
    if let (true, (Ok(writer), Ok(quick))) = (model, models) {
        estimate.each =
            plus(call(means, &writer, WRITE_UP), call(means, &quick, times(PAGE, pages)));
        let (reply, at_once) = match writer.endpoint.is_local() {
            true => (LOCAL_REPLY_MILLIS, 1),
            false => (REPLY_MILLIS, together),
        };
        let replies = if pages > 0 { 2 } else { 1 };
        estimate.millis_each += reply * replies / at_once;
    }
    estimate
}

fn call(means: &Means<'_>, model: &ChatModel, (sent, written): (u64, u64)) -> Estimate {
    let price = checkup::price(means.prices, model, &Ask::default());
    Estimate::of(price, sent, written)
}

fn times((sent, written): (u64, u64), count: u64) -> (u64, u64) {
    (sent * count, written * count)
}

fn plus(a: Estimate, b: Estimate) -> Estimate {
    let money = a.money.zip(b.money).map(|(a, b)| a.plus(b));
    Estimate { money, tokens: a.tokens + b.tokens }
}
