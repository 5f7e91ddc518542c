//! What finding the topics and a run would take: tokens, money and time for each topic, so that the
//! sum follows what the person ticks.

use crate::research::estimate::{RunEstimate, TopicEstimate, TopicsCall};

use crate::checkup;
use crate::llm::budget::Estimate;
use crate::llm::chat::{Ask, ChatModel};
use crate::llm::price::{Price, PriceList};
use crate::llm::tokens;
use crate::prompts::{Fence, Prompt, Topics};
use crate::research::context::RunContext;
use crate::research::cost_text::tokens_and_price;
use crate::research::gather::extract::MOST_CHOSEN;
use crate::research::plan::note::SubjectNote;
use crate::research::report::synthesis::MOST_PIECES;
use crate::settings::{Depth, Settings};

/// Tokens that are sent and written for one topic besides its evidence: six sentences.
const WRITE_UP: (u64, u64) = (500, 600);

/// Tokens of one piece of evidence.
const PIECE: u64 = 300;

/// Tokens that are usually sent and written for one page: the part of it that is looked at, three
/// passages.
const PAGE: (u64, u64) = (3_000, 300);

/// Pages that a deep run opens for one topic.
pub const PAGES: usize = 2;

/// Tokens in which ten topics are named.
const TOPICS_WRITTEN: u64 = 1_000;

/// What services usually take.
const SEARCH_MILLIS: u64 = 2_000;
const PAGE_MILLIS: u64 = 2_500;
const VAULT_MILLIS: u64 = 50;
const REPLY_MILLIS: u64 = 5_000;
/// A model on the person's own machine is slower, and answers one after the other.
const LOCAL_REPLY_MILLIS: u64 = 25_000;

/// What is known of a topic before it is looked up.
#[derive(Debug, Clone, Copy)]
pub struct TopicForecast {
    /// Passages of the vault that match it.
    pub passages: usize,
    /// Searches on the web.
    pub searches: usize,
}

impl TopicForecast {
    /// Of a topic that nobody has looked for yet.
    pub const USUAL: Self = Self { passages: 5, searches: 1 };
}

/// Estimates topics for one run.
pub struct Estimator {
    together: u64,
    results: usize,
    asks: bool,
    models: Option<Models>,
}

struct Models {
    writer: Option<Price>,
    quick: Option<Price>,
    local: bool,
}

impl Estimator {
    /// For a run with a model or without; `asks` is whether the web is asked at all.
    pub fn new(context: &RunContext<'_>, model: bool, asks: bool) -> Self {
        let settings = context.settings;
        let price = |model: &ChatModel| checkup::price(context.prices, model, &Ask::default());
        let models = match (settings.report_model(), settings.chat_model()) {
            (Ok(writer), Ok(quick)) if model => Some(Models {
                writer: price(&writer),
                quick: price(&quick),
                local: writer.endpoint.is_local(),
            }),
            _ => None,
        };
        let together = settings.concurrency.max(1) as u64;
        Self { together, results: settings.results, asks, models }
    }

    /// About what a topic takes, at both depths.
    pub fn topic(&self, prospect: TopicForecast) -> TopicEstimate {
        TopicEstimate {
            shallow: self.at(Depth::Shallow, prospect),
            deep: self.at(Depth::Deep, prospect),
        }
    }

    fn at(&self, depth: Depth, prospect: TopicForecast) -> RunEstimate {
        let pages = if depth == Depth::Deep && self.asks { PAGES } else { 0 };
        let found = if self.asks { prospect.searches.max(1) * self.results } else { 0 };
        let pieces = (prospect.passages + found + pages * MOST_CHOSEN).min(MOST_PIECES);
        let web = match (self.asks, pages) {
            (false, _) => VAULT_MILLIS,
            (true, 0) => SEARCH_MILLIS,
            (true, _) => SEARCH_MILLIS + PAGE_MILLIS,
        };
        let mut estimate = RunEstimate {
            each: Estimate::of(Some(Price::FREE), 0, 0),
            millis_each: web / self.together,
        };
        // A topic on which there is no evidence is not written up.
        if let Some(models) = self.models.as_ref().filter(|_| pieces > 0) {
            estimate.each = models.estimate(pieces as u64, pages as u64);
            estimate.millis_each += models.millis(pages, self.together);
        }
        estimate
    }
}

impl Models {
    /// A model that is not asked needs no price.
    fn estimate(&self, pieces: u64, pages: u64) -> Estimate {
        let write_up = Estimate::of(self.writer, WRITE_UP.0 + pieces * PIECE, WRITE_UP.1);
        if pages == 0 {
            return write_up;
        }
        plus(write_up, Estimate::of(self.quick, PAGE.0 * pages, PAGE.1 * pages))
    }

    fn millis(&self, pages: usize, together: u64) -> u64 {
        let replies = if pages > 0 { 2 } else { 1 };
        match self.local {
            true => LOCAL_REPLY_MILLIS * replies,
            false => REPLY_MILLIS * replies / together,
        }
    }
}

/// What naming the topics of a note would take; nothing where the model cannot be asked.
pub fn topics_call(
    settings: &Settings,
    prices: &PriceList,
    note: &SubjectNote,
) -> Option<TopicsCall> {
    let model = settings.chat_model().ok()?;
    let language = settings.report_language.of(&note.own).name();
    let question = Topics { limit: settings.topics, language, ..Topics::default() };
    let ask = question.ask(&Fence::new(0));
    let price = checkup::price(prices, &model, &ask);
    let sent = ask.tokens().saturating_add(tokens::estimate(&note.own));
    let estimate = Estimate::of(price, sent, TOPICS_WRITTEN);
    let cost_text = tokens_and_price(&estimate);
    Some(TopicsCall { model: model.model, estimate, cost_text })
}

fn plus(a: Estimate, b: Estimate) -> Estimate {
    let money = a.money.zip(b.money).map(|(a, b)| a.plus(b));
    Estimate { money, tokens: a.tokens + b.tokens }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::money::Money;

    const PRICED: Option<Price> = Some(Price::FREE);

    fn estimator(asks: bool, (writer, quick): (Option<Price>, Option<Price>)) -> Estimator {
        let models = Some(Models { writer, quick, local: false });
        Estimator { together: 4, results: 5, asks, models }
    }

    fn tokens(asks: bool, passages: usize, searches: usize) -> (u64, u64) {
        let topic = estimator(asks, (PRICED, PRICED)).topic(TopicForecast { passages, searches });
        (topic.shallow.each.tokens, topic.deep.each.tokens)
    }

    #[test]
    fn a_topic_takes_what_its_evidence_takes() {
        assert_eq!(tokens(false, 0, 1), (0, 0));
        assert_eq!(tokens(false, 2, 1), (1_700, 1_700));
        assert_eq!(tokens(true, 0, 1), (2_600, 4_400 + 6_600));
        assert_eq!(tokens(true, 5, 2), (4_700, 4_700 + 6_600));
    }

    #[test]
    fn a_model_that_is_not_asked_needs_no_price() {
        let check = |prices, shallow: bool, deep: bool| {
            let topic = estimator(true, prices).topic(TopicForecast::USUAL);
            let free = |known: bool| known.then_some(Money::ZERO);
            assert_eq!(
                (topic.shallow.each.money, topic.deep.each.money),
                (free(shallow), free(deep))
            );
        };
        check((PRICED, PRICED), true, true);
        check((PRICED, None), true, false);
        check((None, PRICED), false, false);
    }

    #[test]
    fn without_a_model_there_is_only_time() {
        let topic = Estimator { models: None, ..estimator(true, (None, None)) };
        let topic = topic.topic(TopicForecast::USUAL);
        assert_eq!((topic.shallow.each.tokens, topic.shallow.millis_each), (0, 500));
        assert_eq!((topic.deep.each.tokens, topic.deep.millis_each), (0, 1_125));
    }
}
