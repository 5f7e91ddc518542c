//! Tries whether the services that the person chose answer, and says what is wrong and what to do
//! if they do not.

use serde::Serialize;

use crate::client::{ChatCall, Client};
use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::llm::budget::Budget;
use crate::llm::chat::{ChatModel, CompletionRequest, Message, Role, Streaming};
use crate::llm::model_list;
use crate::llm::price::{Price, PriceList};
use crate::net::rate_limit::RateLimit;
use crate::privacy::OutgoingText;
use crate::settings::Settings;
use crate::web::SearchQuery;

/// Enough for a model that thinks before it says a word.
const REPLY_TOKENS: u32 = 256;

/// Something that every encyclopaedia, search engine and library knows.
const SEARCHED_WORD: &str = "photosynthesis";

/// How a test ended, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Checkup {
    /// Whether all is well.
    pub good: bool,
    /// What was found.
    pub message: String,
    /// What can be done; empty when there is nothing to do.
    pub hint: String,
}

impl From<Error> for Checkup {
    fn from(error: Error) -> Self {
        Self { good: false, message: error.message, hint: error.hint }
    }
}

impl From<Result<Checkup>> for Checkup {
    fn from(result: Result<Checkup>) -> Self {
        result.unwrap_or_else(Checkup::from)
    }
}

/// Sends a word to the model.
pub async fn model(
    host: &dyn Host,
    client: &Client,
    settings: &Settings,
    prices: &PriceList,
) -> Result<Checkup> {
    let model = settings.chat_model()?;
    let report = settings.report_model()?;
    let mut message = answers(host, client, settings, &model, prices).await?;
    if report != model {
        message = format!("{message} {}", answers(host, client, settings, &report, prices).await?);
    }
    Ok(Checkup { good: true, message, hint: String::new() })
}

async fn answers(
    host: &dyn Host,
    client: &Client,
    settings: &Settings,
    model: &ChatModel,
    prices: &PriceList,
) -> Result<String> {
    let hello = Message { role: Role::User, text: OutgoingText::fixed("Hello") };
    let ask = CompletionRequest {
        messages: vec![hello],
        max_tokens: REPLY_TOKENS,
        ..CompletionRequest::default()
    };
    let price = price(prices, model, &ask);
    let budget = Budget::default();
    let streaming = settings.streaming();
    let call = ChatCall { model, price, budget: &budget, on_text: &|_| {}, streaming };
    match client.chat(host, &call, &ask).await {
        Ok(_) => {}
        // It is there and does what it is told: the word was too short for its thoughts.
        Err(error) if error.code == ErrorCode::NoRoom || error.code == ErrorCode::EmptyReply => {}
        Err(error) => return Err(with_names(host, client, model, error).await),
    }
    let pieces = match streaming {
        Streaming::On if client.is_streaming(model) => " Streaming works.",
        Streaming::On => {
            " Streaming isn't available: the service doesn't allow it for apps (CORS)."
        }
        Streaming::Off => "",
    };
    let cost = match price {
        Some(_) => format!("Cost: {}.", budget.spent().money),
        None => "Price unknown: the token budget applies.".to_owned(),
    };
    Ok(format!("{} at {} works. {cost}{pieces}", model.model, model.endpoint.host()))
}

/// Names that are near the one that the service does not have.
async fn with_names(host: &dyn Host, client: &Client, model: &ChatModel, error: Error) -> Error {
    if error.code != ErrorCode::NoSuchModel {
        return error;
    }
    let names = list(host, client, model).await.unwrap_or_default();
    let near = near(&model.model, &names);
    if near.is_empty() {
        return error;
    }
    let hint = format!("Available models: {}. Choose one in settings.", near.join(", "));
    error.hint(hint)
}

/// The models of a service.
pub async fn list(host: &dyn Host, client: &Client, model: &ChatModel) -> Result<Vec<String>> {
    let request = model_list::request(model);
    let names = client.request(host, request, RateLimit::new(0, 4), model_list::parse).await;
    names.map_err(|error| error.to_user_error(model.provider_name))
}

/// What a model costs for a question; nothing where it runs on the person's own machine. Unknown
/// also for a question so long that it costs more than others.
pub fn price(prices: &PriceList, model: &ChatModel, ask: &CompletionRequest) -> Option<Price> {
    if model.endpoint.is_local() {
        return Some(Price::FREE);
    }
    let (service, name) = (model.endpoint.host(), &model.model);
    let longest = prices.max_call_tokens(service, name);
    let tokens = ask.tokens().saturating_add(u64::from(ask.max_tokens));
    prices.find(service, name).filter(|_| longest.is_none_or(|longest| tokens <= longest))
}

/// The names that begin most alike.
fn near(wanted: &str, names: &[String]) -> Vec<String> {
    const SHOWN: usize = 5;
    let alike = |name: &String| {
        let pairs = name.chars().zip(wanted.chars());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_by_key(|name| (std::cmp::Reverse(alike(name)), name.len()));
    sorted.into_iter().take(SHOWN).cloned().collect()
}

/// Searches for a word at every source.
pub async fn search(host: &dyn Host, client: &Client, settings: &Settings) -> Result<Checkup> {
    let sources = settings.sources();
    if sources.lists.is_empty() {
        return Ok(Checkup {
            good: true,
            message: "Web search is off. Nothing was sent.".into(),
            hint: String::new(),
        });
    }
    let query = SearchQuery {
        text: OutgoingText::fixed(SEARCHED_WORD),
        language: None,
        limit: settings.results,
    };
    let mut searched = client.search(host, &sources.lists, &query).await;
    searched.skipped.splice(..0, sources.unusable);
    if host.cancelled() {
        return Err(Error::cancelled());
    }
    let answered = match searched.answered.as_slice() {
        [] => "No source works.".to_owned(),
        names => format!("Working: {}.", names.join(", ")),
    };
    let failed: Vec<&str> = searched.skipped.iter().map(|error| error.message.as_str()).collect();
    let message =
        if failed.is_empty() { answered } else { format!("{answered} {}.", failed.join(". ")) };
    let hint = searched.skipped.first().map(|error| error.hint.clone()).unwrap_or_default();
    Ok(Checkup { good: failed.is_empty(), message, hint })
}
