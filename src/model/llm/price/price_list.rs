//! The price list: the built-in list, a list downloaded later, and the lookup of a model's price.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::model::llm::money::parse_scaled_decimal;
use crate::model::llm::price::Price;
use crate::model::llm::price::priced_service::PricedService;

/// The prices of models on a date. A downloaded list is stored on the device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceList {
    date: String,
    models: BTreeMap<String, PriceEntry>,
}

/// The price and the token limit of one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PriceEntry {
    pub price: Price,
    /// Maximum number of tokens of one call, because of the context window or because the price is
    /// valid only up to this number; `None` if unknown.
    #[serde(rename = "longestCall", default, skip_serializing_if = "Option::is_none")]
    pub max_call_tokens: Option<u64>,
}

static BUILT_IN_PRICES: LazyLock<PriceList> =
    LazyLock::new(|| PriceList::parse(include_str!("../prices.txt")));

impl PriceList {
    /// The price list that is a part of the plugin.
    pub fn built_in() -> &'static Self {
        &BUILT_IN_PRICES
    }

    /// Creates a price list without models for the prices of this date.
    pub(super) fn new(date: &str) -> Self {
        Self { date: date.to_owned(), models: BTreeMap::new() }
    }

    /// Adds the price of a model at a service, or replaces it.
    pub(super) fn add_entry(&mut self, service: &PricedService, model: &str, entry: PriceEntry) {
        self.models.insert(service.price_list_key(model), entry);
    }

    /// The date of the prices, as `YYYY-MM-DD`.
    pub fn price_date(&self) -> &str {
        &self.date
    }

    /// The number of models in the price list.
    pub fn model_count(&self) -> usize {
        self.models.len()
    }

    /// Merges two price lists. Prices of the newer list win; if both have the same date, prices of
    /// the downloaded list win.
    pub fn merge(built_in: &Self, downloaded: Self) -> Self {
        let built_in = built_in.clone();
        let is_newer = downloaded.date >= built_in.date;
        let (older, newer) = if is_newer { (built_in, downloaded) } else { (downloaded, built_in) };
        let mut models = older.models;
        for (key, mut entry) in newer.models {
            // The smaller token limit is used: the limits of the downloaded list are context
            // windows, but a price of the built-in list may be valid only for shorter calls.
            let known = models.get(&key).and_then(|older| older.max_call_tokens);
            entry.max_call_tokens = known.into_iter().chain(entry.max_call_tokens).min();
            models.insert(key, entry);
        }
        Self { date: newer.date, models }
    }

    /// The price of a model at a service. `service` is the name or the host of the service. `None`
    /// if the list doesn't contain this model of this service.
    pub fn find_price(&self, service: &str, model: &str) -> Option<Price> {
        self.find_entry(service, model).map(|entry| entry.price)
    }

    /// Maximum number of tokens of one call: the context window of the model, or the number of
    /// tokens up to which its price is valid if that is smaller. `None` if unknown.
    pub fn max_call_tokens(&self, service: &str, model: &str) -> Option<u64> {
        self.find_entry(service, model)?.max_call_tokens
    }

    /// The entry of a model. The list may have it under a shorter name, without prefix or date; the
    /// most exact name is preferred.
    fn find_entry(&self, service: &str, model: &str) -> Option<PriceEntry> {
        let service = PricedService::find(service)?;
        let mut names = service.candidate_model_names(model).into_iter();
        names.find_map(|name| self.models.get(&service.price_list_key(name)).copied())
    }

    /// Parses the built-in table: a line with the date, then one line per model with its prices.
    fn parse(table: &str) -> Self {
        let mut list = Self::default();
        let lines = table.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields.as_slice() {
                [date] => (*date).clone_into(&mut list.date),
                [service, model, rest @ ..] => {
                    if let (Some(service), Some(entry)) =
                        (PricedService::find(service), parse_entry(rest))
                    {
                        list.add_entry(service, model, entry);
                    }
                }
                [] => {}
            }
        }
        list
    }
}

/// Parses the prices in one line of the built-in table. Cached tokens without a price of their own
/// cost as much as other input; output tokens without a price cost nothing.
fn parse_entry(fields: &[&str]) -> Option<PriceEntry> {
    let [input, cached, output, max_call_tokens] = fields else { return None };
    let price_or = |field: &str, default: u64| {
        if field == "-" { Some(default) } else { parse_scaled_decimal(field, 6) }
    };
    let input = parse_scaled_decimal(input, 6)?;
    let price = Price {
        input_picodollars_per_token: input,
        cached_input_picodollars_per_token: price_or(cached, input)?,
        output_picodollars_per_token: price_or(output, 0)?,
    };
    Some(PriceEntry { price, max_call_tokens: max_call_tokens.parse().ok() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The price of a model as `input cached output`, or `unknown`.
    fn shown(list: &PriceList, service: &str, model: &str) -> String {
        list.find_price(service, model).map_or_else(
            || "unknown".to_owned(),
            |price| {
                format!(
                    "{} {} {}",
                    price.input_picodollars_per_token,
                    price.cached_input_picodollars_per_token,
                    price.output_picodollars_per_token
                )
            },
        )
    }

    const TABLE: &str = "
        # as of
        2026-01-31
        openai gpt-a 2.00 0.10 10.00 400000
        openai gpt-a-2025-08-07 5 0.5 30 -
        openai embed 0.02 - - -
        anthropic claude-a-5-5 0.075 0.0075 0.5 1000000
        google gemini-a-latest 1 1 1 1
        groq openai/gpt-a 7 7 7 1
        fireworks kimi-a 3 0.3 15 1000000
        nobody gpt-a 1 1 1 1
        openai broken 1 1
        openai wrong one 1 1 1
    ";

    #[test]
    fn a_model_is_found_only_by_its_exact_name() {
        let list = PriceList::parse(TABLE);
        let check = |service: &str, model: &str, expected: &str| {
            assert_eq!(shown(&list, service, model), expected, "{service} {model}");
        };
        check("openai", "gpt-a", "2000000 100000 10000000");
        check("api.openai.com", "GPT-A", "2000000 100000 10000000");
        check("openai", "openai/gpt-a", "2000000 100000 10000000");
        check("openai", "gpt-a-2025-08-07", "5000000 500000 30000000");
        check("openai", "gpt-a-2025-11-11", "2000000 100000 10000000");
        check("openai", "embed", "20000 20000 0");
        check("anthropic", "claude-a-5-5-20260101", "75000 7500 500000");
        check("anthropic", "claude-a-5.5", "75000 7500 500000");
        check("gemini", "models/gemini-a-latest", "1000000 1000000 1000000");
        check("fireworks", "accounts/fireworks/models/kimi-a", "3000000 300000 15000000");
        check("groq", "openai/gpt-a", "7000000 7000000 7000000");
        for (service, model) in [
            ("openai", "gpt"),
            ("openai", "gpt-a-mini"),
            ("openai", "gpt-aa"),
            ("openai", "broken"),
            ("openai", "wrong"),
            ("openai", ""),
            ("openai", "kimi-a"),
            ("gemini", "gemini-a"),
            ("groq", "gpt-a"),
            ("fireworks", "accounts/me/models/kimi-a"),
            ("fireworks", "gpt-a"),
            ("nobody", "gpt-a"),
            ("proxy.example", "gpt-a"),
            ("", "gpt-a"),
        ] {
            check(service, model, "unknown");
        }
        assert_eq!(
            (list.price_date(), list.max_call_tokens("openai", "gpt-a")),
            ("2026-01-31", Some(400_000))
        );
    }

    #[test]
    fn every_line_of_the_built_in_table_is_parsed() {
        let table = include_str!("../prices.txt");
        let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let list = PriceList::built_in();
        assert_eq!(list.models.len() + 1, lines.count());
        let parts: Vec<usize> = list.price_date().split('-').map(str::len).collect();
        assert_eq!(parts, [4, 2, 2]);
        assert!(list.models.values().all(|entry| entry.price.input_picodollars_per_token > 0));
    }

    #[test]
    fn the_newer_list_wins_and_models_of_both_stay() {
        let built_in = PriceList::parse("2026-02-01\nopenai a 1 1 1 1\nopenai b 1 1 1 1");
        let check = |date: &str, expected: &str| {
            let fetched = PriceList::parse(&format!("{date}\nopenai b 2 2 2 2\nopenai c 2 2 2 2"));
            let list = PriceList::merge(&built_in, fetched);
            let inputs = ["a", "b", "c"].map(|model| {
                list.find_price("openai", model)
                    .map_or(0, |price| price.input_picodollars_per_token / 1_000_000)
                    .to_string()
            });
            assert_eq!(format!("{} {}", list.price_date(), inputs.join(" ")), expected);
        };
        check("2026-03-01", "2026-03-01 1 2 2");
        check("2026-02-01", "2026-02-01 1 2 2");
        check("2026-01-01", "2026-02-01 1 1 2");
    }

    #[test]
    fn the_smaller_of_two_call_limits_is_valid() {
        let check = |built_in: &str, fetched: &str, expected: Option<u64>| {
            let list =
                |length: &str| PriceList::parse(&format!("2026-01-01\nopenai a 1 1 1 {length}"));
            let merged = PriceList::merge(&list(built_in), list(fetched));
            assert_eq!(merged.max_call_tokens("openai", "a"), expected);
        };
        check("100", "900", Some(100));
        check("900", "100", Some(100));
        check("-", "900", Some(900));
        check("100", "-", Some(100));
        check("-", "-", None);
    }

    #[test]
    fn a_list_can_be_stored() {
        let list = PriceList::parse(TABLE);
        let stored = serde_json::to_string(&list).unwrap();
        assert_eq!(serde_json::from_str::<PriceList>(&stored).unwrap(), list);
    }
}
