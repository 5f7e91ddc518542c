//! Downloads newer prices from OpenRouter's public price list, only at the user's request. The
//! request needs no key and contains nothing about the user.

use serde::Deserialize;
use serde_json::Value;

use crate::model::llm::money::parse_scaled_decimal;
use crate::model::llm::price::Price;
use crate::model::llm::price::price_list::{PriceEntry, PriceList};
use crate::model::llm::price::priced_service::{OPENROUTER, PricedService};
use crate::web::http::{Endpoint, HttpRequest, HttpResponse, ServiceError};

/// The base URL of OpenRouter's API, which has the price list.
const OPENROUTER_API: Endpoint = Endpoint::fixed("https://openrouter.ai/api/v1");

/// Minimum number of models in a valid price list. A shorter list is rejected as unreadable;
/// OpenRouter's list has hundreds of models.
const MIN_MODELS_IN_PRICE_LIST: usize = 20;

/// Timeout in milliseconds: the price list is about a megabyte, which may take long on a phone.
const PRICE_LIST_TIMEOUT_MILLIS: u32 = 30_000;

/// Builds the request for OpenRouter's price list.
pub fn price_list_request() -> HttpRequest {
    HttpRequest::get(OPENROUTER_API.with_path("/models")).timeout(PRICE_LIST_TIMEOUT_MILLIS)
}

/// Parses OpenRouter's price list and sets its date. Models whose price is missing, invalid or per
/// call are left out.
pub fn parse_price_list(response: &HttpResponse, date: &str) -> Result<PriceList, ServiceError> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let unreadable = ServiceError::Unreadable { expected: "a list of models with prices" };
    let body: ModelListBody =
        serde_json::from_str(&response.text).map_err(|_| unreadable.clone())?;
    let entries: Vec<(String, PriceEntry)> = body.data.iter().filter_map(parse_entry).collect();
    let openrouter =
        PricedService::find(OPENROUTER).filter(|_| entries.len() >= MIN_MODELS_IN_PRICE_LIST);
    let openrouter = openrouter.ok_or(unreadable)?;
    let mut list = PriceList::new(date);
    for (model, entry) in &entries {
        list.add_entry(openrouter, model, *entry);
        if let Some((service, model)) = vendor_service_and_model(model, entry) {
            list.add_entry(service, model, *entry);
        }
    }
    Ok(list)
}

/// The vendor's own service for a model in OpenRouter's list, and the name of the model there.
/// Returns `None` for a model that is free at OpenRouter, because the vendor charges for it; other
/// models cost the same at both.
fn vendor_service_and_model<'a>(
    model: &'a str,
    entry: &PriceEntry,
) -> Option<(&'static PricedService, &'a str)> {
    let (vendor, model) = model.split_once('/')?;
    let service = PricedService::find_by_vendor(vendor)?;
    (entry.price.input_picodollars_per_token > 0 && !model.contains(':'))
        .then_some((service, model))
}

/// Parses one entry of the price list. Entries are parsed separately, so that an invalid one
/// doesn't affect the others.
fn parse_entry(value: &Value) -> Option<(String, PriceEntry)> {
    let model = ModelEntry::deserialize(value).ok()?;
    let rate = |rate: &Value| match rate {
        Value::String(text) => parse_scaled_decimal(text, 12),
        Value::Number(number) => parse_scaled_decimal(&number.to_string(), 12),
        _ => None,
    };
    let input = rate(&model.pricing.prompt)?;
    let output = rate(&model.pricing.completion)?;
    // A model with a price per call is left out: that price cannot be expressed per token.
    let per_call = &model.pricing.request;
    if !per_call.is_null() && rate(per_call) != Some(0) {
        return None;
    }
    let cached = rate(&model.pricing.input_cache_read).unwrap_or(input);
    let max_call_tokens = model.context_length.filter(|&tokens| tokens > 0);
    Some((
        model.id,
        PriceEntry {
            price: Price {
                input_picodollars_per_token: input,
                cached_input_picodollars_per_token: cached,
                output_picodollars_per_token: output,
            },
            max_call_tokens,
        },
    ))
}

#[derive(Deserialize)]
struct ModelListBody {
    data: Vec<Value>,
}

#[derive(Deserialize)]
struct ModelEntry {
    id: String,
    pricing: Pricing,
    #[serde(default)]
    context_length: Option<u64>,
}

/// Prices in US dollars per token, except `request`, which is per call.
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

    /// Parses a price list with these entries and enough other entries to be valid.
    fn parse(entries: &[Value]) -> PriceList {
        let others = (0..MIN_MODELS_IN_PRICE_LIST).map(|number| {
            json!({ "id": format!("maker/{number}"), "pricing": { "prompt": "0", "completion": "0" } })
        });
        let data: Vec<Value> = entries.iter().cloned().chain(others).collect();
        let response = HttpResponse::from_text(200, json!({ "data": data }).to_string());
        parse_price_list(&response, "2026-12-01").unwrap()
    }

    #[test]
    fn the_list_is_public() {
        let request = price_list_request();
        assert_eq!(request.url, "https://openrouter.ai/api/v1/models");
        assert_eq!((request.secret_header, request.body), (None, None));
    }

    #[test]
    fn prices_are_valid_at_openrouter_and_at_the_vendor() {
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
            let price =
                list.find_price(service, model).map(|price| price.input_picodollars_per_token);
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
        let price = Price {
            input_picodollars_per_token: 100_000,
            cached_input_picodollars_per_token: 10_000,
            output_picodollars_per_token: 2_000_000,
        };
        assert_eq!(list.find_price("openai", "gpt-a"), Some(price));
        assert_eq!(
            (list.price_date(), list.max_call_tokens("openai", "gpt-a")),
            ("2026-12-01", Some(1000))
        );
    }

    #[test]
    fn an_entry_without_a_reliable_price_is_left_out() {
        let check = |pricing: Value, expected: Option<(u64, u64, u64)>| {
            let list = parse(&[json!({ "id": "x-ai/m", "pricing": pricing })]);
            let price = list.find_price("openrouter", "x-ai/m");
            let price = price.map(|price| {
                (
                    price.input_picodollars_per_token,
                    price.cached_input_picodollars_per_token,
                    price.output_picodollars_per_token,
                )
            });
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
        assert_eq!(list.find_price("openrouter", "maker/0"), Some(Price::FREE));
    }

    #[test]
    fn an_invalid_or_short_list_is_an_error() {
        let check = |status: u16, text: &str, expected: &str| {
            let error =
                parse_price_list(&HttpResponse::from_text(status, text), "2026-12-01").unwrap_err();
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
