//! Estimates tokens, money and time: for finding the topics, and for each topic of a run, so that
//! the agenda can add up the ticked topics.

use crate::research::estimate::{EffortEstimate, TopicEstimate, TopicsCallEstimate};

use crate::llm::budget::CostEstimate;
use crate::llm::chat::{ChatModel, CompletionRequest};
use crate::llm::price::{Price, PriceList};
use crate::llm::tokens;
use crate::prompts::{Prompt, PromptFence, TopicsPrompt};
use crate::research::cost_text::tokens_and_price_text;
use crate::research::gather::passage_selection::MAX_MODEL_PASSAGES_PER_PAGE;
use crate::research::gather::web::MAX_PAGES_PER_TOPIC;
use crate::research::plan::researched_note::ResearchedNote;
use crate::research::report::synthesis::MAX_EVIDENCE_PER_TOPIC;
use crate::research::run_context::RunContext;
use crate::service_check;
use crate::settings::{Depth, Settings};

/// Tokens of the draft on one topic without its evidence: the prompt, and a reply of six sentences.
const DRAFT_CALL_TOKENS: CallTokens = CallTokens { input: 500, output: 600 };

/// Tokens of one piece of evidence in the prompt.
const TOKENS_PER_EVIDENCE: u64 = 300;

/// Usual tokens of selecting passages of one page: the part that is sent, and a reply with three
/// passages.
const PAGE_CALL_TOKENS: CallTokens = CallTokens { input: 3_000, output: 300 };

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

/// Number of passages and searches that are expected for a topic, to estimate its cost before the
/// run.
#[derive(Debug, Clone, Copy)]
pub struct TopicForecast {
    /// Number of passages of the vault that match the topic.
    pub passage_count: usize,
    /// Number of web searches for the topic.
    pub search_count: usize,
}

impl TopicForecast {
    /// The forecast for a topic that the user adds, for which the vault was not searched yet.
    pub const AVERAGE_TOPIC: Self = Self { passage_count: 5, search_count: 1 };
}

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

/// The prices of the two models that a run calls, and whether they run on the user's machine.
struct ModelPrices {
    writer: Option<Price>,
    quick: Option<Price>,
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
                local: writer.endpoint.is_on_this_device(),
            }),
            _ => None,
        };
        let parallel = settings.parallel_topics.max(1) as u64;
        Self { parallel, results: settings.results_per_search, web, models }
    }

    /// Estimates a topic at both depths.
    pub fn estimate_topic(&self, forecast: TopicForecast) -> TopicEstimate {
        TopicEstimate {
            shallow: self.estimate_at_depth(Depth::Shallow, forecast),
            deep: self.estimate_at_depth(Depth::Deep, forecast),
        }
    }

    /// Estimates a topic at one depth.
    fn estimate_at_depth(&self, depth: Depth, forecast: TopicForecast) -> EffortEstimate {
        let uses_web = self.web == WebUse::Web;
        let pages = if depth == Depth::Deep && uses_web { MAX_PAGES_PER_TOPIC } else { 0 };
        let found = if uses_web { forecast.search_count.max(1) * self.results } else { 0 };
        let pieces = (forecast.passage_count + found + pages * MAX_MODEL_PASSAGES_PER_PAGE)
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
    /// Estimates the cost of the model calls for one topic. If no page is read, the price of the
    /// model that selects passages is not needed.
    fn estimate_cost(&self, evidence_count: u64, page_count: u64) -> CostEstimate {
        let draft = CostEstimate::worst_case(
            self.writer,
            DRAFT_CALL_TOKENS.input + evidence_count * TOKENS_PER_EVIDENCE,
            DRAFT_CALL_TOKENS.output,
        );
        if page_count == 0 {
            return draft;
        }
        add_costs(
            draft,
            CostEstimate::worst_case(
                self.quick,
                PAGE_CALL_TOKENS.input * page_count,
                PAGE_CALL_TOKENS.output * page_count,
            ),
        )
    }

    fn estimate_reply_millis(&self, page_count: usize, parallel_topics: u64) -> u64 {
        let replies = if page_count > 0 { 2 } else { 1 };
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
    use crate::llm::money::Money;

    const PRICED: Option<Price> = Some(Price::FREE);

    fn estimator(web: WebUse, writer: Option<Price>, quick: Option<Price>) -> TopicEstimator {
        let models = Some(ModelPrices { writer, quick, local: false });
        TopicEstimator { parallel: 4, results: 5, web, models }
    }

    fn tokens(web: WebUse, passages: usize, searches: usize) -> (u64, u64) {
        let topic = estimator(web, PRICED, PRICED)
            .estimate_topic(TopicForecast { passage_count: passages, search_count: searches });
        (topic.shallow.cost_per_topic.max_tokens, topic.deep.cost_per_topic.max_tokens)
    }

    #[test]
    fn a_topic_takes_what_its_evidence_takes() {
        assert_eq!(tokens(WebUse::VaultOnly, 0, 1), (0, 0));
        assert_eq!(tokens(WebUse::VaultOnly, 2, 1), (1_700, 1_700));
        assert_eq!(tokens(WebUse::Web, 0, 1), (2_600, 4_400 + 6_600));
        assert_eq!(tokens(WebUse::Web, 5, 2), (4_700, 4_700 + 6_600));
    }

    #[test]
    fn a_model_that_is_not_asked_needs_no_price() {
        let check = |writer, quick, shallow: bool, deep: bool| {
            let topic =
                estimator(WebUse::Web, writer, quick).estimate_topic(TopicForecast::AVERAGE_TOPIC);
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
    fn without_a_model_there_is_only_time() {
        let topic = TopicEstimator { models: None, ..estimator(WebUse::Web, None, None) };
        let topic = topic.estimate_topic(TopicForecast::AVERAGE_TOPIC);
        assert_eq!(
            (topic.shallow.cost_per_topic.max_tokens, topic.shallow.millis_per_topic),
            (0, 500)
        );
        assert_eq!((topic.deep.cost_per_topic.max_tokens, topic.deep.millis_per_topic), (0, 1_125));
    }
}
