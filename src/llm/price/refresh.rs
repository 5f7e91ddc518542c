//! Newer prices from OpenRouter's public list, fetched only when the person asks for it. It needs no
//! key and tells nothing about the person.

use serde::Deserialize;
use serde_json::Value;

use crate::llm::money::scaled;
use crate::llm::price::Price;
use crate::llm::price::list::{Listed, PriceList};
use crate::llm::price::service::{OPENROUTER, Service};
use crate::net::endpoint::Endpoint;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;

const LIST: Endpoint = Endpoint::fixed("https://openrouter.ai/api/v1");

/// The list has hundreds of models; one with fewer than this is broken.
const FEWEST_MODELS: usize = 20;

/// The list is about a megabyte, which takes its time on a phone.
const TIMEOUT_MILLIS: u32 = 30_000;

/// Asks for the list.
pub fn list_request() -> HttpRequest {
    HttpRequest::get(LIST.at("/models")).within(TIMEOUT_MILLIS)
}

/// Reads the list, fetched on a day. Entries without a price that can be relied on are left out.
pub fn parse_list(response: &HttpResponse, date: &str) -> Result<PriceList, ServiceError> {
    if let Some(error) = ServiceError::of(response) {
        return Err(error);
    }
    let unreadable = ServiceError::Unreadable { what: "a list of models with prices" };
    let reply: Reply = serde_json::from_str(&response.text).map_err(|_| unreadable.clone())?;
    let entries: Vec<(String, Listed)> = reply.data.iter().filter_map(entry).collect();
    let openrouter = Service::named(OPENROUTER).filter(|_| entries.len() >= FEWEST_MODELS);
    let openrouter = openrouter.ok_or(unreadable)?;
    let mut list = PriceList::dated(date);
    for (model, listed) in &entries {
        list.add(openrouter, model, *listed);
        if let Some((service, model)) = at_maker(model, listed) {
            list.add(service, model, *listed);
        }
    }
    Ok(list)
}

/// The same model at the service of its maker, which asks the same price. Only OpenRouter gives
/// models away, so what is free there is not free at the maker.
fn at_maker<'a>(model: &'a str, listed: &Listed) -> Option<(&'static Service, &'a str)> {
    let (maker, model) = model.split_once('/')?;
    let service = Service::of_maker(maker)?;
    (listed.price.input > 0 && !model.contains(':')).then_some((service, model))
}

/// One entry is read by itself: a broken one does not spoil the list.
fn entry(value: &Value) -> Option<(String, Listed)> {
    let model = Model::deserialize(value).ok()?;
    let rate = |rate: &Value| match rate {
        Value::String(text) => scaled(text, 12),
        Value::Number(number) => scaled(&number.to_string(), 12),
        _ => None,
    };
    let input = rate(&model.pricing.prompt)?;
    let output = rate(&model.pricing.completion)?;
    // A price for each call cannot be told by tokens.
    let for_call = &model.pricing.request;
    if !for_call.is_null() && rate(for_call) != Some(0) {
        return None;
    }
    let cached = rate(&model.pricing.input_cache_read).unwrap_or(input);
    let longest_call = model.context_length.filter(|&tokens| tokens > 0);
    Some((model.id, Listed { price: Price { input, cached, output }, longest_call }))
}

#[derive(Deserialize)]
struct Reply {
    data: Vec<Value>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
    pricing: Pricing,
    #[serde(default)]
    context_length: Option<u64>,
}

/// In USD per token.
#[derive(Deserialize)]
struct Pricing {
    prompt: Value,
    completion: Value,
    #[serde(default)]
    input_cache_read: Value,
    #[serde(default)]
    request: Value,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A list with these entries and as many others as a whole list needs.
    fn parse(entries: &[Value]) -> PriceList {
        let others = (0..FEWEST_MODELS).map(|number| {
            json!({ "id": format!("maker/{number}"), "pricing": { "prompt": "0", "completion": "0" } })
        });
        let data: Vec<Value> = entries.iter().cloned().chain(others).collect();
        let response = HttpResponse::text(200, json!({ "data": data }).to_string());
        parse_list(&response, "2026-12-01").unwrap()
    }

    #[test]
    fn the_list_is_public() {
        let request = list_request();
        assert_eq!(request.url, "https://openrouter.ai/api/v1/models");
        assert_eq!((request.secret, request.body), (None, None));
    }

    #[test]
    fn prices_hold_at_openrouter_and_at_the_maker() {
        let priced = |id: &str, prompt: &str| {
            json!({ "id": id, "context_length": 1000, "pricing": {
                "prompt": prompt, "completion": "0.000002", "input_cache_read": "0.00000001", "request": "0",
            } })
        };
        let list = parse(&[
            priced("openai/gpt-a", "0.0000001"),
            priced("openai/gpt-a:free", "0"),
            priced("openai/gpt-a:thinking", "0.0000002"),
            priced("openai/gift", "0"),
            priced("anthropic/claude-a-5.5", "0.0000003"),
            priced("google/gemini-a", "0.0000004"),
            priced("mistralai/mistral-a", "0.0000005"),
            priced("moonshotai/kimi-a", "0.0000006"),
        ]);
        let check = |service: &str, model: &str, expected: Option<u64>| {
            let price = list.find(service, model).map(|price| price.input);
            assert_eq!(price, expected, "{service} {model}");
        };
        check("openrouter.ai", "openai/gpt-a", Some(100_000));
        check("openrouter.ai", "openai/gpt-a:free", Some(0));
        check("openrouter.ai", "openai/gpt-a:nitro", None);
        check("openrouter.ai", "gpt-a", None);
        check("api.openai.com", "gpt-a", Some(100_000));
        check("api.openai.com", "gpt-a-2026-01-02", Some(100_000));
        check("api.openai.com", "gpt-a:free", None);
        check("api.openai.com", "gpt-a:thinking", None);
        check("api.openai.com", "gift", None);
        check("anthropic", "claude-a-5-5", Some(300_000));
        check("openrouter", "anthropic/claude-a-5.5", Some(300_000));
        check("gemini", "models/gemini-a", Some(400_000));
        check("mistral", "mistral-a", Some(500_000));
        check("openrouter", "moonshotai/kimi-a", Some(600_000));
        check("fireworks", "kimi-a", None);
        check("groq", "openai/gpt-a", None);
        let price = Price { input: 100_000, cached: 10_000, output: 2_000_000 };
        assert_eq!(list.find("openai", "gpt-a"), Some(price));
        assert_eq!((list.date(), list.longest_call("openai", "gpt-a")), ("2026-12-01", Some(1000)));
    }

    #[test]
    fn an_entry_without_a_sure_price_is_left_out() {
        let check = |pricing: Value, expected: Option<(u64, u64, u64)>| {
            let list = parse(&[json!({ "id": "x-ai/m", "pricing": pricing })]);
            let price = list.find("openrouter", "x-ai/m");
            let price = price.map(|price| (price.input, price.cached, price.output));
            assert_eq!(price, expected, "{pricing}");
        };
        check(
            json!({ "prompt": "1e-6", "completion": 0.000002 }),
            Some((1_000_000, 1_000_000, 2_000_000)),
        );
        check(json!({ "prompt": "-1", "completion": "-1" }), None);
        check(json!({ "prompt": "0.1", "completion": "-1" }), None);
        check(json!({ "prompt": "cheap", "completion": "0.1" }), None);
        check(json!({ "prompt": null, "completion": "0.1" }), None);
        check(json!({ "completion": "0.1" }), None);
        check(json!({ "prompt": "0.1", "completion": "0.1", "request": "0.005" }), None);
        check(json!({}), None);
        check(json!("free"), None);
        let list = parse(&[json!(null), json!(7), json!({ "id": 1 }), json!([])]);
        assert_eq!(list.find("openrouter", "maker/0"), Some(Price::FREE));
    }

    #[test]
    fn a_list_that_is_none_or_too_short_is_refused() {
        let check = |status: u16, text: &str, expected: &str| {
            let error = parse_list(&HttpResponse::text(status, text), "2026-12-01").unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        };
        let unreadable =
            "returned a reply Ibid couldn't read (expected a list of models with prices)";
        let model = r#"{"id":"a/b","pricing":{"prompt":"1","completion":"1"}}"#;
        for text in ["", "<html>", "[]", "{}", r#"{"data":{}}"#, r#"{"data":[]}"#] {
            check(200, text, unreadable);
        }
        check(200, &format!(r#"{{"data":[{model}]}}"#), unreadable);
        check(503, "", "returned HTTP 503");
    }
}
