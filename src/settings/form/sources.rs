//! The group "Web sources": which services are searched and which pages are read.

use crate::settings::form::field::{Action, Control, Field, action, choice, field};

pub(super) fn fields() -> Vec<Field> {
    vec![
        field(
            "webSearch",
            "Web search",
            choice(&[
                ("keyless", "Without a key"),
                ("brave", "Brave"),
                ("tavily", "Tavily"),
                ("exa", "Exa"),
                ("searxng", "SearXNG"),
                ("off", "Off"),
            ]),
            "Without a key, Ibid asks Wikipedia and Tavily's free access, and DuckDuckGo's page as the last resort. What is searched for is sent to the services.",
        )
        .resetting(&["searchKey"]),
        field(
            "searchKey",
            "Key of the search service",
            Control::Secret,
            "The key stays in the app's secret storage on this device.",
        )
        .shown_when("webSearch", &["brave", "tavily", "exa"]),
        field(
            "searxngUrl",
            "Address of SearXNG",
            Control::Text { placeholder: "https://searx.example.org" },
            "Your own instance, or a public one that has the JSON format switched on.",
        )
        .shown_when("webSearch", &["searxng"]),
        field(
            "papers",
            "Papers",
            choice(&[
                ("keyless", "arXiv and Crossref"),
                ("open-alex", "Also OpenAlex"),
                ("semantic-scholar", "Also Semantic Scholar"),
                ("off", "Off"),
            ]),
            "Where scientific papers are searched.",
        )
        .resetting(&["papersKey"]),
        field(
            "papersKey",
            "Key of the paper service",
            Control::Secret,
            "The key stays in the app's secret storage on this device. OpenAlex gives a free one; Semantic Scholar answers a little without.",
        )
        .shown_when("papers", &["open-alex", "semantic-scholar"]),
        field(
            "testSearch",
            "Test",
            action(Action::TestSearch, "Test"),
            "Searches for one word at each source that is switched on, and says which of them answered.",
        ),
        field(
            "pages",
            "Pages",
            choice(&[("https", "Only https"), ("http-too", "Also http")]),
            "Which pages may be read. What comes by http can be read and changed on the way.",
        ),
    ]
}
