//! The list of prices: the one in the project, one fetched later, and how a model is found in it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::llm::money::scaled;
use crate::llm::price::Price;
use crate::llm::price::service::Service;

/// Prices as of a day. It can be kept on the device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceList {
    date: String,
    models: BTreeMap<String, Listed>,
}

/// What the list knows of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listed {
    pub price: Price,
    /// How many tokens one call may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_call: Option<u64>,
}

static BUILT_IN: LazyLock<PriceList> =
    LazyLock::new(|| PriceList::read(include_str!("../prices.txt")));

impl PriceList {
    /// The one in the project.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// An empty one.
    pub(super) fn dated(date: &str) -> Self {
        Self { date: date.to_owned(), models: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, service: &Service, model: &str, listed: Listed) {
        self.models.insert(service.key(model), listed);
    }

    /// The day its prices are of.
    pub fn date(&self) -> &str {
        &self.date
    }

    /// How many prices it has.
    pub fn prices(&self) -> usize {
        self.models.len()
    }

    /// Both lists as one. The fetched one wins, unless the project's is newer.
    pub fn merged(built_in: &Self, refreshed: Self) -> Self {
        let built_in = built_in.clone();
        let is_newer = refreshed.date >= built_in.date;
        let (older, newer) = if is_newer { (built_in, refreshed) } else { (refreshed, built_in) };
        let mut models = older.models;
        for (key, mut listed) in newer.models {
            // The fetched list does not tell for how long a call its price holds.
            let known = models.get(&key).and_then(|older| older.longest_call);
            listed.longest_call = known.into_iter().chain(listed.longest_call).min();
            models.insert(key, listed);
        }
        Self { date: newer.date, models }
    }

    /// The price of a model at a service, named by its preset or its host. None if the list does not
    /// know exactly this model there.
    pub fn find(&self, service: &str, model: &str) -> Option<Price> {
        self.listed(service, model).map(|listed| listed.price)
    }

    /// How many tokens one call may have, if the list knows: as many as the model takes at once, or
    /// as its price holds for.
    pub fn longest_call(&self, service: &str, model: &str) -> Option<u64> {
        self.listed(service, model)?.longest_call
    }

    fn listed(&self, service: &str, model: &str) -> Option<Listed> {
        let service = Service::named(service)?;
        let mut names = service.names(model).into_iter();
        names.find_map(|name| self.models.get(&service.key(name)).copied())
    }

    /// Reads the table of the project: a day, then a line for each model.
    fn read(table: &str) -> Self {
        let mut list = Self::default();
        let lines = table.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields.as_slice() {
                [date] => (*date).clone_into(&mut list.date),
                [service, model, rest @ ..] => {
                    if let (Some(service), Some(listed)) = (Service::named(service), read(rest)) {
                        list.add(service, model, listed);
                    }
                }
                [] => {}
            }
        }
        list
    }
}

/// Reads the numbers of a line. What is kept costs as much as what is sent if there is no price for
/// it, and what is never written costs nothing.
fn read(fields: &[&str]) -> Option<Listed> {
    let [input, cached, output, longest_call] = fields else { return None };
    let or = |field: &str, other: u64| {
        if field == "-" { Some(other) } else { scaled(field, 6) }
    };
    let input = scaled(input, 6)?;
    let price = Price { input, cached: or(cached, input)?, output: or(output, 0)? };
    Some(Listed { price, longest_call: longest_call.parse().ok() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `input cached output`, or `unknown`.
    fn told(list: &PriceList, service: &str, model: &str) -> String {
        list.find(service, model).map_or_else(
            || "unknown".to_owned(),
            |price| format!("{} {} {}", price.input, price.cached, price.output),
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
    fn a_model_is_found_by_its_name_and_by_no_other() {
        let list = PriceList::read(TABLE);
        let check = |service: &str, model: &str, expected: &str| {
            assert_eq!(told(&list, service, model), expected, "{service} {model}");
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
            (list.date(), list.longest_call("openai", "gpt-a")),
            ("2026-01-31", Some(400_000))
        );
    }

    #[test]
    fn every_line_of_the_table_in_the_project_is_read() {
        let table = include_str!("../prices.txt");
        let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let list = PriceList::built_in();
        assert_eq!(list.models.len() + 1, lines.count());
        let parts: Vec<usize> = list.date().split('-').map(str::len).collect();
        assert_eq!(parts, [4, 2, 2]);
        assert!(list.models.values().all(|listed| listed.price.input > 0));
    }

    #[test]
    fn the_newer_list_wins_and_both_are_kept() {
        let built_in = PriceList::read("2026-02-01\nopenai a 1 1 1 1\nopenai b 1 1 1 1");
        let check = |date: &str, expected: &str| {
            let fetched = PriceList::read(&format!("{date}\nopenai b 2 2 2 2\nopenai c 2 2 2 2"));
            let list = PriceList::merged(&built_in, fetched);
            let inputs = ["a", "b", "c"].map(|model| {
                list.find("openai", model).map_or(0, |price| price.input / 1_000_000).to_string()
            });
            assert_eq!(format!("{} {}", list.date(), inputs.join(" ")), expected);
        };
        check("2026-03-01", "2026-03-01 1 2 2");
        check("2026-02-01", "2026-02-01 1 2 2");
        check("2026-01-01", "2026-02-01 1 1 2");
    }

    #[test]
    fn of_two_lengths_of_a_call_the_shorter_holds() {
        let check = |built_in: &str, fetched: &str, expected: Option<u64>| {
            let list =
                |length: &str| PriceList::read(&format!("2026-01-01\nopenai a 1 1 1 {length}"));
            let merged = PriceList::merged(&list(built_in), list(fetched));
            assert_eq!(merged.longest_call("openai", "a"), expected);
        };
        check("100", "900", Some(100));
        check("900", "100", Some(100));
        check("-", "900", Some(900));
        check("100", "-", Some(100));
        check("-", "-", None);
    }

    #[test]
    fn a_list_can_be_kept() {
        let list = PriceList::read(TABLE);
        let kept = serde_json::to_string(&list).unwrap();
        assert_eq!(serde_json::from_str::<PriceList>(&kept).unwrap(), list);
    }
}
