//! The data blocks of a page (JSON-LD by the words of schema.org): what the page is, by whom and of
//! when.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::page::html_text;
use crate::page::metadata::mend;

/// Things that are looked at; a page that lists its whole shop has thousands.
const MOST_THINGS: usize = 500;

/// How deep things are looked for in things, and names behind references.
const DEEPEST: usize = 12;

/// Values that are looked at for names. References would let a small block name the same things
/// millions of times.
const MOST_LOOKS: usize = 20_000;

/// Characters of a description above which it is a text of its own.
const LONG_DESCRIPTION: usize = 400;

/// Where the thing that a page is about may stand. Anything else holds other things: comments,
/// teasers, ratings.
const INSIDE: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];

/// All that the data blocks of a page tell.
#[derive(Debug, Default)]
pub struct Linked {
    /// What the page may be, most telling first.
    pub works: Vec<Work>,
    /// The name of the site.
    pub site: String,
    /// What the things are, in lower case.
    pub kinds: Vec<String>,
}

/// A text, a product or another thing that a page may be about.
#[derive(Debug, Default)]
pub struct Work {
    /// How telling its kind is: lower is more.
    rank: usize,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// When it was published, as it is written.
    pub published: String,
    /// Who published it.
    pub publisher: String,
    /// Its language, as it is written.
    pub language: String,
    /// Its text.
    pub body: Option<String>,
}

type Object = Map<String, Value>;

impl Linked {
    /// Reads the blocks of a page.
    pub fn of(blocks: &[String]) -> Self {
        let values: Vec<Value> = blocks.iter().flat_map(|block| mend::read(block)).collect();
        let mut graph = Graph::default();
        for value in &values {
            graph.collect(value, 0);
        }
        let mut works: Vec<Work> =
            graph.things.iter().filter_map(|thing| graph.work(thing)).collect();
        works.sort_by_key(|work| work.rank);
        Self { works, site: graph.site(), kinds: graph.kinds() }
    }
}

/// The things of all blocks, which may point at each other.
#[derive(Default)]
struct Graph<'v> {
    things: Vec<&'v Object>,
    by_id: BTreeMap<&'v str, &'v Object>,
    /// How many values were looked at for names.
    looks: Cell<usize>,
}

impl<'v> Graph<'v> {
    fn collect(&mut self, value: &'v Value, depth: usize) {
        if depth > DEEPEST || self.things.len() >= MOST_THINGS {
            return;
        }
        match value {
            Value::Array(values) => {
                for value in values {
                    self.collect(value, depth + 1);
                }
            }
            Value::Object(thing) => {
                self.things.push(thing);
                // A mere reference must not hide the thing itself.
                if let Some(id) = string(thing, "@id").filter(|_| thing.len() > 1) {
                    self.by_id.entry(id).or_insert(thing);
                }
                for key in INSIDE {
                    thing.get(key).into_iter().for_each(|inner| self.collect(inner, depth + 1));
                }
            }
            _ => {}
        }
    }

    fn work(&self, thing: &Object) -> Option<Work> {
        let rank = kinds_of(thing).filter_map(rank).min()?;
        let texts = |keys: &[&str]| {
            let found = keys
                .iter()
                .filter_map(|key| thing.get(*key))
                .flat_map(|value| self.names(value, 0));
            found.collect::<Vec<_>>()
        };
        let first = |keys: &[&str]| texts(keys).into_iter().next().unwrap_or_default();
        Some(Work {
            rank,
            title: first(&["headline", "name"]),
            authors: [texts(&["author"]), texts(&["creator"])]
                .into_iter()
                .find(|authors| !authors.is_empty())
                .unwrap_or_default(),
            published: first(&["datePublished", "dateCreated", "uploadDate", "datePosted"]),
            publisher: first(&["publisher", "sourceOrganization"]),
            language: first(&["inLanguage"]),
            body: body(thing),
        })
    }

    /// The names in a value: a text, a thing with a name, a reference to one, or a list of these.
    fn names(&self, value: &Value, depth: usize) -> Vec<String> {
        self.looks.set(self.looks.get() + 1);
        if depth > DEEPEST || self.looks.get() > MOST_LOOKS {
            return Vec::new();
        }
        match value {
            Value::String(text) => Some(html_text::clean_unescaped(text))
                .filter(|name| !name.is_empty())
                .into_iter()
                .collect(),
            Value::Number(number) => vec![number.to_string()],
            Value::Array(values) => {
                let few = values.iter().take(MOST_THINGS);
                few.flat_map(|value| self.names(value, depth + 1)).collect()
            }
            Value::Object(thing) => self.names_of_thing(thing, depth),
            _ => Vec::new(),
        }
    }

    fn names_of_thing(&self, thing: &Object, depth: usize) -> Vec<String> {
        if let Some(name) = thing.get("alternateName").filter(|_| is_of(thing, "language")) {
            return self.names(name, depth + 1);
        }
        if let Some(name) = thing.get("name").or_else(|| thing.get("@value")) {
            return self.names(name, depth + 1);
        }
        let parts = ["givenName", "familyName"].map(|key| string(thing, key).unwrap_or_default());
        let name = html_text::clean_unescaped(&parts.join(" "));
        if !name.is_empty() {
            return vec![name];
        }
        let meant = string(thing, "@id").and_then(|id| self.by_id.get(id));
        meant
            .filter(|meant| meant.contains_key("name"))
            .map_or(Vec::new(), |meant| self.names_of_thing(meant, depth + 1))
    }

    /// The site by its own entry, else by who publishes here.
    fn site(&self) -> String {
        let of_kind = |kind: &'static str| {
            let things = self.things.iter().filter(move |thing| is_of(thing, kind));
            things
                .filter_map(|thing| string(thing, "name"))
                .map(html_text::clean_unescaped)
                .find(|name| !name.is_empty())
        };
        of_kind("website")
            .or_else(|| of_kind("newsmediaorganization"))
            .or_else(|| of_kind("organization"))
            .unwrap_or_default()
    }

    fn kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for kind in self.things.iter().flat_map(|thing| kinds_of(thing)).map(str::to_lowercase) {
            if kinds.len() < 30 && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}

fn string<'v>(thing: &'v Object, key: &str) -> Option<&'v str> {
    thing.get(key)?.as_str()
}

/// What a thing is, without the address of the vocabulary.
fn kinds_of(thing: &Object) -> impl Iterator<Item = &str> {
    let given = thing.get("@type");
    let several = given.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let all = given.and_then(Value::as_str).into_iter().chain(several.take(10));
    all.map(|kind| kind.rsplit(['/', '#', ':']).next().unwrap_or_default())
}

fn is_of(thing: &Object, kind: &str) -> bool {
    kinds_of(thing).any(|given| given.eq_ignore_ascii_case(kind))
}

/// How telling a kind of thing is for a page; nothing if pages are not about such things.
fn rank(kind: &str) -> Option<usize> {
    const ABOUT: [&str; 19] = [
        "question",
        "recipe",
        "product",
        "productgroup",
        "howto",
        "book",
        "movie",
        "videoobject",
        "softwareapplication",
        "softwaresourcecode",
        "course",
        "event",
        "jobposting",
        "review",
        "dataset",
        "podcastepisode",
        "faqpage",
        "realestatelisting",
        "creativework",
    ];
    let kind = kind.to_lowercase();
    if kind.ends_with("article")
        || kind.ends_with("posting") && kind != "jobposting"
        || kind == "report"
    {
        return Some(0);
    }
    if ABOUT.contains(&kind.as_str()) {
        return Some(1);
    }
    kind.ends_with("page").then_some(2)
}

/// The text of a thing, without tags.
fn body(thing: &Object) -> Option<String> {
    let description =
        string(thing, "description").filter(|text| text.chars().count() > LONG_DESCRIPTION);
    let text = ["articleBody", "text", "reviewBody"]
        .iter()
        .find_map(|key| string(thing, key))
        .or(description)?;
    let text = if text.contains(['<', '&']) { html_text::from_html(text) } else { text.to_owned() };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(block: &str, expected: [&str; 5]) {
        let linked = Linked::of(&[block.to_owned()]);
        let work = linked.works.into_iter().next().unwrap_or_default();
        let authors = work.authors.join("; ");
        let found = [&work.title, &authors, &work.published, &work.publisher, &work.language];
        assert_eq!(found.map(String::as_str), expected, "{block}");
    }

    #[test]
    fn an_article_tells_what_it_is() {
        check(
            r#"{"@type": "NewsArticle", "headline": "Rain", "author": "Ada", "datePublished": "2025-03-19",
               "publisher": {"@type": "Organization", "name": "The Post"}, "inLanguage": "en"}"#,
            ["Rain", "Ada", "2025-03-19", "The Post", "en"],
        );
    }

    #[test]
    fn authors_come_in_all_shapes() {
        let check = |author: &str, expected: &str| {
            let block = format!(r#"{{"@type": "Article", "headline": "T", "author": {author}}}"#);
            check(&block, ["T", expected, "", "", ""]);
        };
        check(r#""Ada""#, "Ada");
        check(r#"["Ada", {"name": "Bo &amp; Co"}]"#, "Ada; Bo & Co");
        check(r#"{"name": ["Ada", "Bo"]}"#, "Ada; Bo");
        check(r#"{"givenName": "Ada", "familyName": "Bell"}"#, "Ada Bell");
        check("null", "");
        check(r#"[[[[[[[[[[[[[[[["Ada"]]]]]]]]]]]]]]]]"#, "");
    }

    #[test]
    fn things_are_found_in_graphs_and_behind_references() {
        check(
            r##"{"@graph": [{"@type": "WebPage", "name": "Rain - The Post"},
               {"@type": "Organization", "@id": "#us", "name": "The Post"},
               {"@type": ["Person", "Thing"], "@id": "#ada", "name": "Ada"},
               {"@type": "Article", "headline": "Rain", "author": {"@id": "#ada"}, "publisher": {"@id": "#us"}}]}"##,
            ["Rain", "Ada", "", "The Post", ""],
        );
        check(
            r#"[{"@type": "QAPage", "mainEntity": {"@type": "https://schema.org/Question", "name": "Why?"}}]"#,
            ["Why?", "", "", "", ""],
        );
        check(r##"{"@type": "Article", "author": {"@id": "#a"}, "@id": "#a"}"##, [""; 5]);
    }

    #[test]
    fn references_to_references_come_to_an_end() {
        let many = |id: usize| vec![format!(r#"{{"@id": "{id}"}}"#); 400].join(",");
        let thing = |id: usize| format!(r#"{{"@id": "{id}", "name": [{}]}}"#, many(id + 1));
        let things: Vec<String> = (0..10).map(thing).collect();
        let article = format!(r#"{{"@type": "Article", "author": [{}]}}"#, many(0));
        check(&format!("[{article}, {}]", things.join(",")), [""; 5]);
    }

    #[test]
    fn comments_and_lists_are_not_what_the_page_is() {
        check(
            r#"{"@type": "Person", "name": "Ada", "comment": {"@type": "Article", "headline": "T"}}"#,
            [""; 5],
        );
    }

    #[test]
    fn a_text_is_told_without_its_tags() {
        let body = |block: &str| {
            let works = Linked::of(&[block.to_owned()]).works;
            works.into_iter().next().and_then(|work| work.body).unwrap_or_default()
        };
        let check = |block: &str, expected: &str| assert_eq!(body(block), expected);
        check(
            r#"{"@type": "Article", "articleBody": "<p>One &amp; two</p><p>three</p>"}"#,
            "One & two\nthree",
        );
        check(r#"{"@type": "Article", "articleBody": "Plain.\n\nText"}"#, "Plain.\n\nText");
        check(r#"{"@type": "Article", "description": "short"}"#, "");
    }

    #[test]
    fn kinds_are_told_once() {
        let block = r#"[{"@type": ["Product", "Thing"]}, {"@type": "schema:Product"}]"#;
        assert_eq!(Linked::of(&[block.to_owned()]).kinds, ["product", "thing"]);
    }
}
