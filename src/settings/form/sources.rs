//! The settings group "Web sources": which services are searched and which pages are read.

use crate::settings::form::field::{
    Action, Control, Field, action_control, choice_control, new_field,
};

/// The web searches that are one service of the user's choice.
const CHOSEN_SERVICES: [&str; 4] = ["brave", "tavily", "exa", "searxng"];

pub(super) fn source_fields() -> Vec<Field> {
    [search_fields(), paper_fields(), page_fields()].concat()
}

fn search_fields() -> Vec<Field> {
    vec![
        new_field(
            "webSearch",
            "Web search",
            choice_control(&[
                ("keyless", "Without an API key"),
                ("brave", "Brave"),
                ("tavily", "Tavily"),
                ("exa", "Exa"),
                ("searxng", "SearXNG"),
                ("off", "Off"),
            ]),
            "Without an API key, Ibid uses Wikipedia, Tavily's free access and, if that fails, DuckDuckGo. Your topics are sent to these services as search terms.",
        )
        .resets_fields(&["searchKey"]),
        new_field(
            "searchKey",
            "Search API key",
            Control::Secret,
            "Stored in the app's secret storage on this device.",
        )
        .shown_when("webSearch", &["brave", "tavily", "exa"]),
        new_field(
            "searxngUrl",
            "SearXNG URL",
            Control::Text { placeholder: "https://searx.example.org" },
            "Your own instance, or a public one with the JSON format enabled.",
        )
        .shown_when("webSearch", &["searxng"]),
        new_field(
            "otherSources",
            "Other sources",
            choice_control(&[
                ("reference", "Wikipedia and papers"),
                ("fallback", "Also Tavily and DuckDuckGo if it fails"),
                ("none", "Only this service"),
            ]),
            "What is searched besides the service that you chose. With only this service, your topics are sent nowhere else; if it fails, the report says so.",
        )
        .shown_when("webSearch", &CHOSEN_SERVICES),
    ]
}

fn paper_fields() -> Vec<Field> {
    vec![
        new_field(
            "papers",
            "Papers",
            choice_control(&[
                ("keyless", "arXiv and Crossref"),
                ("open-alex", "Also OpenAlex"),
                ("semantic-scholar", "Also Semantic Scholar"),
                ("off", "Off"),
            ]),
            "Where to search for scientific papers.",
        )
        .hidden_when("webSearch", &CHOSEN_SERVICES)
        .hidden_when("otherSources", &["none"])
        .resets_fields(&["papersKey"]),
        new_field(
            "papersKey",
            "Papers API key",
            Control::Secret,
            "Stored in the app's secret storage on this device. OpenAlex keys are free; Semantic Scholar also works without one, at a lower rate limit.",
        )
        .shown_when("papers", &["open-alex", "semantic-scholar"])
        .hidden_when("webSearch", &CHOSEN_SERVICES)
        .hidden_when("otherSources", &["none"]),
    ]
}

fn page_fields() -> Vec<Field> {
    vec![
        new_field(
            "testSearch",
            "Test web search",
            action_control(Action::TestSearch, "Test"),
            "Searches for one word with each enabled source and shows which ones work.",
        ),
        new_field(
            "pages",
            "Pages",
            choice_control(&[("https", "HTTPS only"), ("http-too", "HTTPS and HTTP")]),
            "Which pages Ibid may open. HTTP pages aren't encrypted.",
        ),
    ]
}
