//! Estimates tokens, money and time: for finding the topics, and for each topic of a run, so that
//! the agenda can add up the ticked topics.

use crate::answers::run::{EffortEstimate, TopicEstimate, TopicsCallEstimate};

use crate::answers::gather::{MAX_MODEL_PASSAGES_PER_PAGE, MAX_PAGES_PER_TOPIC};
use crate::answers::run::{RunContext, tokens_and_price_text};
use crate::answers::writing::MAX_EVIDENCE_PER_TOPIC;
use crate::features::research::plan::researched_note::ResearchedNote;
use crate::host::service_check;
use crate::model::llm::{ChatModel, CompletionRequest, CostEstimate, Price, PriceList, tokens};
use crate::model::prompts::{Prompt, PromptFence, TopicsPrompt};
use crate::settings::{Depth, Settings};

// The usual tokens of the calls for one topic, without its evidence. They are means of deep runs over
// stored pages (`cargo bench --bench deep-run`).

/// The draft: the prompt, and a reply of five sentences.
const DRAFT_CALL_TOKENS: CallTokens = CallTokens { input: 750, output: 450 };

/// The second reading: the prompt with the sentences, and a reply with a quote for each.
const READING_CALL_TOKENS: CallTokens = CallTokens { input: 850, output: 550 };

/// The corrections of one sentence that failed, with their own second reading.
const REPAIR_CALL_TOKENS: CallTokens = CallTokens { input: 700, output: 80 };
const SECOND_READING_OF_REPAIR_TOKENS: CallTokens = CallTokens { input: 800, output: 100 };

/// In about one of this many topics a sentence fails and is corrected.
const TOPICS_PER_REPAIR: u64 = 2;

/// One piece of evidence in a prompt.
const TOKENS_PER_EVIDENCE: u64 = 110;

/// Selecting passages of one page: the part that is sent, and a reply with three passages.
const PAGE_CALL_TOKENS: CallTokens = CallTokens { input: 2_000, output: 150 };

/// Tokens of a reply that names ten topics.
const TOPICS_REPLY_TOKENS: u64 = 1_000;

/// The tokens that one call of a model sends and receives.
struct CallTokens {
    input: u64,
    output: u64,
}

/// Usual durations in milliseconds: of a web search, of reading a page, of a search in the vault,
/// and of a model's reply.
const USUAL_WEB_SEARCH_MILLIS: u64 = 2_000;
const USUAL_PAGE_MILLIS: u64 = 2_500;
const USUAL_VAULT_SEARCH_MILLIS: u64 = 50;
const USUAL_REPLY_MILLIS: u64 = 5_000;
/// Usual duration of the reply of a local model, which is slower and answers one request at a time.
const USUAL_LOCAL_REPLY_MILLIS: u64 = 25_000;

/// Number of passages of the vault that are expected for a topic that the user adds, for which the
/// vault was not searched yet.
pub const USUAL_PASSAGE_COUNT: usize = 5;

/// Whether a run uses a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelUse {
    /// A model selects passages and writes the report.
    Model,
    /// The built-in engine selects passages and writes the report.
    BuiltIn,
}

/// Whether a run searches the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebUse {
    /// The run searches the web and the vault.
    Web,
    /// The run searches only the vault.
    VaultOnly,
}

/// Estimates the cost and time of each topic of a run.
pub struct TopicEstimator {
    parallel: u64,
    results: usize,
    web: WebUse,
    models: Option<ModelPrices>,
}

/// The prices of the two models that a run calls, what they are called for, and whether they run on
/// the user's machine.
struct ModelPrices {
    writer: Option<Price>,
    quick: Option<Price>,
    reads_again: bool,
    local: bool,
}

impl TopicEstimator {
    /// An estimator for a run with these settings.
    pub fn new(context: &RunContext<'_>, model: ModelUse, web: WebUse) -> Self {
        let settings = context.settings;
        let price = |model: &ChatModel| {
            service_check::request_price(context.prices, model, &CompletionRequest::default())
        };
        let models = match (settings.report_model(), settings.chat_model()) {
            (Ok(writer), Ok(quick)) if model == ModelUse::Model => Some(ModelPrices {
                writer: price(&writer),
                quick: price(&quick),
                reads_again: settings.uses_second_reading,
                local: writer.endpoint.is_on_this_device(),
            }),
            _ => None,
        };
        let parallel = settings.parallel_topics.max(1) as u64;
        Self { parallel, results: settings.results_per_search, web, models }
    }

    /// Estimates a topic at both depths. `passage_count` is the number of passages of the vault that
    /// match it.
    pub fn estimate_topic(&self, passage_count: usize) -> TopicEstimate {
        TopicEstimate {
            shallow: self.estimate_at_depth(Depth::Shallow, passage_count),
            deep: self.estimate_at_depth(Depth::Deep, passage_count),
        }
    }

    /// Estimates a topic at one depth.
    fn estimate_at_depth(&self, depth: Depth, passage_count: usize) -> EffortEstimate {
        let uses_web = self.web == WebUse::Web;
        let pages = if depth == Depth::Deep && uses_web { MAX_PAGES_PER_TOPIC } else { 0 };
        // The passages of a page take the place of its search result.
        let found = if uses_web { self.results.saturating_sub(pages) } else { 0 };
        let pieces = (passage_count + found + pages * MAX_MODEL_PASSAGES_PER_PAGE)
            .min(MAX_EVIDENCE_PER_TOPIC);
        let millis = match (uses_web, pages) {
            (false, _) => USUAL_VAULT_SEARCH_MILLIS,
            (true, 0) => USUAL_WEB_SEARCH_MILLIS,
            (true, _) => USUAL_WEB_SEARCH_MILLIS + USUAL_PAGE_MILLIS,
        };
        let mut estimate = EffortEstimate {
            cost_per_topic: CostEstimate::worst_case(Some(Price::FREE), 0, 0),
            millis_per_topic: millis / self.parallel,
        };
        // Without evidence there is no draft, so no model is called.
        if let Some(models) = self.models.as_ref().filter(|_| pieces > 0) {
            estimate.cost_per_topic = models.estimate_cost(pieces as u64, pages as u64);
            estimate.millis_per_topic += models.estimate_reply_millis(pages, self.parallel);
        }
        estimate
    }
}

impl ModelPrices {
    /// Estimates the cost of the model calls for one topic. The price of the model for quick steps is
    /// needed only if there are such steps.
    fn estimate_cost(&self, evidence_count: u64, page_count: u64) -> CostEstimate {
        let evidence = evidence_count * TOKENS_PER_EVIDENCE;
        let cost = |price: Option<Price>, call: &CallTokens, evidence: u64, times: u64| {
            CostEstimate::worst_case(price, (call.input + evidence) * times, call.output * times)
        };
        let repair = CostEstimate::worst_case(
            self.writer,
            (REPAIR_CALL_TOKENS.input + evidence) / TOPICS_PER_REPAIR,
            REPAIR_CALL_TOKENS.output / TOPICS_PER_REPAIR,
        );
        let mut total = add_costs(cost(self.writer, &DRAFT_CALL_TOKENS, evidence, 1), repair);
        if page_count > 0 {
            total = add_costs(total, cost(self.quick, &PAGE_CALL_TOKENS, 0, page_count));
        }
        if self.reads_again {
            let second = &SECOND_READING_OF_REPAIR_TOKENS;
            let again = CostEstimate::worst_case(
                self.quick,
                second.input / TOPICS_PER_REPAIR,
                second.output / TOPICS_PER_REPAIR,
            );
            total = add_costs(total, cost(self.quick, &READING_CALL_TOKENS, evidence, 1));
            total = add_costs(total, again);
        }
        total
    }

    fn estimate_reply_millis(&self, page_count: usize, parallel_topics: u64) -> u64 {
        let replies = 1 + u64::from(page_count > 0) + u64::from(self.reads_again);
        match self.local {
            true => USUAL_LOCAL_REPLY_MILLIS * replies,
            false => USUAL_REPLY_MILLIS * replies / parallel_topics,
        }
    }
}

/// Estimates the call that asks a model for the topics of a note; `None` if no model can be used.
pub fn estimate_topics_call(
    settings: &Settings,
    prices: &PriceList,
    note: &ResearchedNote,
) -> Option<TopicsCallEstimate> {
    let model = settings.chat_model().ok()?;
    let language = settings.report_language.report_language(&note.user_text).english_name();
    let question = TopicsPrompt {
        max_topics: settings.max_topics,
        language_name: language,
        ..TopicsPrompt::default()
    };
    let ask = question.completion_request(&PromptFence::new(0));
    let price = service_check::request_price(prices, &model, &ask);
    let sent = ask.estimated_tokens().saturating_add(tokens::estimate_tokens(&note.user_text));
    let estimate = CostEstimate::worst_case(price, sent, TOPICS_REPLY_TOKENS);
    let cost_text = tokens_and_price_text(&estimate);
    Some(TopicsCallEstimate { model_name: model.model_name, estimate, cost_text })
}

fn add_costs(a: CostEstimate, b: CostEstimate) -> CostEstimate {
    let money = a.max_cost.zip(b.max_cost).map(|(a, b)| a.plus(b));
    CostEstimate { max_cost: money, max_tokens: a.max_tokens + b.max_tokens }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::llm::Money;

    const PRICED: Option<Price> = Some(Price::FREE);

    fn estimator(web: WebUse, writer: Option<Price>, quick: Option<Price>) -> TopicEstimator {
        let models = Some(ModelPrices { writer, quick, reads_again: false, local: false });
        TopicEstimator { parallel: 4, results: 5, web, models }
    }

    fn tokens(web: WebUse, passages: usize) -> (u64, u64) {
        let topic = estimator(web, PRICED, PRICED).estimate_topic(passages);
        (topic.shallow.cost_per_topic.max_tokens, topic.deep.cost_per_topic.max_tokens)
    }

    #[test]
    fn a_topic_takes_what_its_evidence_takes() {
        assert_eq!(tokens(WebUse::VaultOnly, 0), (0, 0));
        let draft_and_repair = |pieces: u64| 1_200 + 390 + pieces * 110 * 3 / 2;
        assert_eq!(tokens(WebUse::VaultOnly, 2), (draft_and_repair(2), draft_and_repair(2)));
        assert_eq!(tokens(WebUse::Web, 0), (draft_and_repair(5), draft_and_repair(9) + 4_300));
        assert_eq!(tokens(WebUse::Web, 5), (draft_and_repair(10), draft_and_repair(12) + 4_300));
    }

    #[test]
    fn a_model_that_is_not_asked_needs_no_price() {
        let check = |writer, quick, shallow: bool, deep: bool| {
            let topic = estimator(WebUse::Web, writer, quick).estimate_topic(USUAL_PASSAGE_COUNT);
            let free = |known: bool| known.then_some(Money::ZERO);
            assert_eq!(
                (topic.shallow.cost_per_topic.max_cost, topic.deep.cost_per_topic.max_cost),
                (free(shallow), free(deep))
            );
        };
        check(PRICED, PRICED, true, true);
        check(PRICED, None, true, false);
        check(None, PRICED, false, false);
    }

    #[test]
    fn the_second_reading_is_part_of_the_estimate() {
        let price = |reads_again: bool, quick: Option<Price>| {
            let models = ModelPrices { writer: PRICED, quick, reads_again, local: false };
            models.estimate_cost(10, 0)
        };
        let more = price(true, PRICED).max_tokens - price(false, PRICED).max_tokens;
        assert_eq!(more, 850 + 550 + 1_100 + 450);
        assert_eq!(price(true, None).max_cost, None);
    }

    #[test]
    fn without_a_model_there_is_only_time() {
        let topic = TopicEstimator { models: None, ..estimator(WebUse::Web, None, None) };
        let topic = topic.estimate_topic(USUAL_PASSAGE_COUNT);
        assert_eq!(
            (topic.shallow.cost_per_topic.max_tokens, topic.shallow.millis_per_topic),
            (0, 500)
        );
        assert_eq!((topic.deep.cost_per_topic.max_tokens, topic.deep.millis_per_topic), (0, 1_125));
    }
}
