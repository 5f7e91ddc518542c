//! Tests whether the chosen services respond; if not, the result says what is wrong and what to do.

use serde::Serialize;

use crate::host::Host;
use crate::host::client::{ChatCall, Client};
use crate::model::llm::{
    Budget, ChatModel, CompletionRequest, Message, Price, PriceList, Streaming, model_list,
};
use crate::safety::privacy::OutgoingText;
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result, StableSort};
use crate::web::http::RateLimit;
use crate::web::search::SearchQuery;

/// Maximum number of tokens of the model's reply: enough for a model that reasons before it
/// replies.
const MAX_TEST_REPLY_TOKENS: u32 = 256;

/// The search query of the test: a word for which every search service has results.
const TEST_QUERY: &str = "photosynthesis";

/// The result of a test or another settings button, as text for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ActionResult {
    /// Whether the action succeeded; for a test, whether everything works.
    #[serde(rename = "good")]
    pub is_successful: bool,
    /// What the test found or the action did, as a sentence for the user.
    pub message: String,
    /// What the user can do; empty if there is nothing to do.
    pub hint: String,
}

impl From<Error> for ActionResult {
    fn from(error: Error) -> Self {
        Self { is_successful: false, message: error.message, hint: error.hint }
    }
}

impl From<Result<ActionResult>> for ActionResult {
    fn from(result: Result<ActionResult>) -> Self {
        result.unwrap_or_else(ActionResult::from)
    }
}

/// Tests the chosen models by sending a short request to each.
pub async fn test_models(
    host: &dyn Host,
    client: &Client,
    settings: &Settings,
    prices: &PriceList,
) -> Result<ActionResult> {
    let test = ModelTester { host, client, settings, prices };
    let model = settings.chat_model()?;
    let report_model = settings.report_model()?;
    let mut message = test.test_model(&model).await?;
    if report_model != model {
        message = format!("{message} {}", test.test_model(&report_model).await?);
    }
    Ok(ActionResult { is_successful: true, message, hint: String::new() })
}

/// What is needed to send a test request to a model.
struct ModelTester<'a> {
    host: &'a dyn Host,
    client: &'a Client,
    settings: &'a Settings,
    prices: &'a PriceList,
}

impl ModelTester<'_> {
    /// Sends a short request to a model. Returns a message for the user about its streaming and
    /// the cost of the request.
    async fn test_model(&self, model: &ChatModel) -> Result<String> {
        let hello = Message::from_user(OutgoingText::from_constant("Hello"));
        let ask = CompletionRequest {
            messages: vec![hello],
            max_reply_tokens: MAX_TEST_REPLY_TOKENS,
            ..CompletionRequest::default()
        };
        let price = request_price(self.prices, model, &ask);
        let budget = Budget::default();
        let streaming = self.settings.streaming();
        let call = ChatCall { model, price, budget: &budget, on_text: &|_| {}, streaming };
        match self.client.chat(self.host, &call, &ask).await {
            Ok(_) => {}
            // The model works. It only reached the token limit of this test before it finished its
            // reply.
            Err(error)
                if error.code == ErrorCode::NoRoom || error.code == ErrorCode::EmptyReply => {}
            Err(error) => {
                return Err(add_similar_models_to_error(self.host, self.client, model, error).await);
            }
        }
        let streaming_message = match streaming {
            Streaming::On if self.client.can_stream(model) => " Streaming works.",
            Streaming::On => {
                " Streaming isn't available: the service doesn't allow it for apps (CORS)."
            }
            Streaming::Off => "",
        };
        let cost = match price {
            Some(price) if price == Price::FREE => String::new(),
            Some(_) => format!(" Cost: {}.", budget.spent().money),
            None => " Price unknown: the token budget applies.".to_owned(),
        };
        Ok(format!(
            "{} at {} works.{cost}{streaming_message}",
            model.model_name,
            model.endpoint.host()
        ))
    }
}

/// If the service does not have the model, adds similar model names to the error.
async fn add_similar_models_to_error(
    host: &dyn Host,
    client: &Client,
    model: &ChatModel,
    error: Error,
) -> Error {
    if error.code != ErrorCode::NoSuchModel {
        return error;
    }
    let names = list_models(host, client, model).await.unwrap_or_default();
    let similar = similar_model_names(&model.model_name, &names);
    if similar.is_empty() {
        return error;
    }
    let hint = format!("Available models: {}. Choose one in settings.", similar.join(", "));
    error.hint(hint)
}

/// Requests the names of the models that a service offers.
pub async fn list_models(
    host: &dyn Host,
    client: &Client,
    model: &ChatModel,
) -> Result<Vec<String>> {
    let request = model_list::request(model);
    let names =
        client.send_without_retries(host, request, RateLimit::new(0, 4), model_list::parse).await;
    names.map_err(|error| error.to_user_error(model.provider_name))
}

/// The price of a request to a model; zero if the user runs the server. `None` if the
/// price is unknown, or the request is so long that the service charges more than the listed price.
pub fn request_price(
    prices: &PriceList,
    model: &ChatModel,
    request: &CompletionRequest,
) -> Option<Price> {
    if model.is_own_server || model.endpoint.is_on_this_device() {
        return Some(Price::FREE);
    }
    let (service, name) = (model.endpoint.host(), &model.model_name);
    let longest = prices.max_call_tokens(service, name);
    let tokens = request.estimated_tokens().saturating_add(u64::from(request.max_reply_tokens));
    prices.find_price(service, name).filter(|_| longest.is_none_or(|longest| tokens <= longest))
}

/// Returns the model names that share the longest prefix with `wanted`.
fn similar_model_names(wanted: &str, names: &[String]) -> Vec<String> {
    const MAX_SUGGESTED_NAMES: usize = 5;
    let common_prefix = |name: &String| {
        let pairs = name.chars().zip(wanted.chars());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.stable_sort_by_key(|name| (std::cmp::Reverse(common_prefix(name)), name.len()));
    sorted.into_iter().take(MAX_SUGGESTED_NAMES).cloned().collect()
}

/// Tests the search services of the settings by searching for one word.
pub async fn test_search(
    host: &dyn Host,
    client: &Client,
    settings: &Settings,
) -> Result<ActionResult> {
    let sources = settings.search_sources();
    if sources.fallback_lists.is_empty() {
        if let Some(error) = sources.configuration_errors.into_iter().next() {
            return Err(error);
        }
        return Ok(ActionResult {
            is_successful: true,
            message: "Web search is off. Nothing was sent.".into(),
            hint: String::new(),
        });
    }
    let query = SearchQuery {
        text: OutgoingText::from_constant(TEST_QUERY),
        language: None,
        max_hits: settings.results_per_search,
    };
    let mut result = client.search_web(host, &sources.fallback_lists, &query).await;
    result.service_errors.splice(..0, sources.configuration_errors);
    if host.is_cancelled() {
        return Err(Error::cancelled());
    }
    let answered = match result.responding_services.as_slice() {
        [] => "No source works.".to_owned(),
        names => format!("Working: {}.", names.join(", ")),
    };
    let failed: Vec<&str> =
        result.service_errors.iter().map(|error| error.message.as_str()).collect();
    let message =
        if failed.is_empty() { answered } else { format!("{answered} {}.", failed.join(". ")) };
    let hint = result.service_errors.first().map(|error| error.hint.clone()).unwrap_or_default();
    Ok(ActionResult { is_successful: failed.is_empty(), message, hint })
}
