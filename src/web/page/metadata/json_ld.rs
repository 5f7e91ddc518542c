//! Reads title, author, date, publisher, language and text from the JSON-LD of a page, which uses
//! the vocabulary of schema.org.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::language::{WordSet, word_list};
use crate::values::StableSort;
use crate::values::html::html_text;
use crate::web::page::metadata::json_repair;

/// Maximum number of JSON-LD objects of a page that are read; further ones are ignored. Pages of
/// shops have thousands.
const MAX_OBJECTS: usize = 500;

/// Maximum depth of nested JSON-LD objects, and of chains of references between them; deeper
/// objects are ignored.
const MAX_OBJECT_DEPTH: usize = 12;

/// Maximum number of JSON values that are searched for names; after that, no more names are found.
/// Objects can refer to each other, so the same object could be searched millions of times.
const MAX_NAME_SEARCH_VALUES: usize = 20_000;

/// Maximum number of different JSON-LD types of a page that are stored; further types are ignored.
const MAX_OBJECT_TYPES: usize = 30;

/// Descriptions with more characters than this are used as the main text if the object has no
/// `articleBody`; shorter ones are only summaries.
const MIN_MAIN_TEXT_CHARS: usize = 400;

/// Keys of nested objects that may describe the page itself. Other keys contain comments, teasers
/// or ratings.
const NESTED_OBJECT_KEYS: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];

/// Schema.org types, other than those of articles and pages, of objects that a page may be about,
/// such as `recipe`.
static PAGE_SUBJECT_TYPES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("markup_names.txt"), "subject_types"));

/// The data in the JSON-LD blocks of a page.
#[derive(Debug, Default)]
pub struct JsonLd {
    /// The objects that may describe the page, those with the most specific type first.
    pub creative_works: Vec<CreativeWork>,
    /// The name of the site; empty if no object contains it.
    pub site_name: String,
    /// The schema.org types of all JSON-LD objects of the page, in lower case.
    pub object_types: Vec<String>,
}

/// An article, product or other object that a page may be about.
#[derive(Debug, Default)]
pub struct CreativeWork {
    /// How specific the type of the object is: 0 for articles, 1 for other subjects such as
    /// products, 2 for pages.
    rank: usize,
    /// The `headline` or `name` of the object.
    pub title: String,
    /// The names in `author`, or else those in `creator`.
    pub authors: Vec<String>,
    /// The publication date exactly as it is in the JSON-LD, in any format.
    pub publication_date: String,
    /// The name of the publisher; empty if the object contains none.
    pub publisher: String,
    /// The language exactly as it is in the JSON-LD, in any format.
    pub language: String,
    /// The text of the article or other object, without markup.
    pub main_text: Option<String>,
}

type JsonObject = Map<String, Value>;

impl JsonLd {
    /// Parses the JSON-LD blocks of a page, even if they contain common JSON errors.
    pub fn read(blocks: &[String]) -> Self {
        let values: Vec<Value> =
            blocks.iter().flat_map(|block| json_repair::parse_or_repair_json(block)).collect();
        let mut graph = JsonLdGraph::default();
        for value in &values {
            graph.collect_objects(value, 0);
        }
        let mut works: Vec<CreativeWork> =
            graph.objects.iter().filter_map(|object| graph.to_creative_work(object)).collect();
        works.stable_sort_by_key(|work| work.rank);
        Self {
            creative_works: works,
            site_name: graph.site_name(),
            object_types: graph.object_types(),
        }
    }
}

/// The objects of all JSON-LD blocks of a page. They may refer to each other.
#[derive(Default)]
struct JsonLdGraph<'v> {
    objects: Vec<&'v JsonObject>,
    by_id: BTreeMap<&'v str, &'v JsonObject>,
    /// Number of JSON values that were already searched for names, to stop at `MAX_NAME_SEARCH_VALUES`.
    visited: Cell<usize>,
}

impl<'v> JsonLdGraph<'v> {
    /// Collects the object in a JSON value, or all objects if it is a list, and the objects inside
    /// them that may describe the page.
    fn collect_objects(&mut self, value: &'v Value, depth: usize) {
        if depth > MAX_OBJECT_DEPTH || self.objects.len() >= MAX_OBJECTS {
            return;
        }
        match value {
            Value::Array(values) => {
                for value in values {
                    self.collect_objects(value, depth + 1);
                }
            }
            Value::Object(object) => {
                self.objects.push(object);
                // An object with only an `@id` is a reference to the object with the same `@id`,
                // and must not be stored in its place.
                if let Some(id) = string_value(object, "@id").filter(|_| object.len() > 1) {
                    self.by_id.entry(id).or_insert(object);
                }
                for key in NESTED_OBJECT_KEYS {
                    object
                        .get(key)
                        .into_iter()
                        .for_each(|inner| self.collect_objects(inner, depth + 1));
                }
            }
            _ => {}
        }
    }

    /// Reads title, authors, date and text of a JSON-LD object; `None` if no page is about objects
    /// of its type, such as breadcrumb lists.
    fn to_creative_work(&self, object: &JsonObject) -> Option<CreativeWork> {
        let rank = types_of_object(object).filter_map(type_specificity_rank).min()?;
        let texts = |keys: &[&str]| {
            let found = keys
                .iter()
                .filter_map(|key| object.get(*key))
                .flat_map(|value| self.names_in_value(value, 0));
            found.collect::<Vec<_>>()
        };
        let first = |keys: &[&str]| texts(keys).into_iter().next().unwrap_or_default();
        Some(CreativeWork {
            rank,
            title: first(&["headline", "name"]),
            authors: [texts(&["author"]), texts(&["creator"])]
                .into_iter()
                .find(|authors| !authors.is_empty())
                .unwrap_or_default(),
            publication_date: first(&["datePublished", "dateCreated", "uploadDate", "datePosted"]),
            publisher: first(&["publisher", "sourceOrganization"]),
            language: first(&["inLanguage"]),
            main_text: main_text(object),
        })
    }

    /// Returns the names, such as those of authors, in a JSON value. It may be a string, an object
    /// with a name, a reference to such an object, or a list of these.
    fn names_in_value(&self, value: &Value, depth: usize) -> Vec<String> {
        self.visited.set(self.visited.get() + 1);
        if depth > MAX_OBJECT_DEPTH || self.visited.get() > MAX_NAME_SEARCH_VALUES {
            return Vec::new();
        }
        match value {
            Value::String(text) => Some(html_text::unescape_to_single_line(text))
                .filter(|name| !name.is_empty())
                .into_iter()
                .collect(),
            Value::Number(number) => vec![number.to_string()],
            Value::Array(values) => {
                let few = values.iter().take(MAX_OBJECTS);
                few.flat_map(|value| self.names_in_value(value, depth + 1)).collect()
            }
            Value::Object(object) => self.names_in_object(object, depth),
            _ => Vec::new(),
        }
    }

    /// Returns the name of an object, or of the object that it refers to.
    fn names_in_object(&self, object: &JsonObject, depth: usize) -> Vec<String> {
        if let Some(name) = object.get("alternateName").filter(|_| has_type(object, "language")) {
            return self.names_in_value(name, depth + 1);
        }
        if let Some(name) = object.get("name").or_else(|| object.get("@value")) {
            return self.names_in_value(name, depth + 1);
        }
        let parts =
            ["givenName", "familyName"].map(|key| string_value(object, key).unwrap_or_default());
        let name = html_text::unescape_to_single_line(&parts.join(" "));
        if !name.is_empty() {
            return vec![name];
        }
        let target = string_value(object, "@id").and_then(|id| self.by_id.get(id));
        target
            .filter(|target| target.contains_key("name"))
            .map_or(Vec::new(), |target| self.names_in_object(target, depth + 1))
    }

    /// Returns the name of the site, or else of the organization that publishes the site.
    fn site_name(&self) -> String {
        let name_of_type = |type_name: &'static str| {
            let objects = self.objects.iter().filter(move |object| has_type(object, type_name));
            objects
                .filter_map(|object| string_value(object, "name"))
                .map(html_text::unescape_to_single_line)
                .find(|name| !name.is_empty())
        };
        name_of_type("website")
            .or_else(|| name_of_type("newsmediaorganization"))
            .or_else(|| name_of_type("organization"))
            .unwrap_or_default()
    }

    /// Returns the types of all objects in lower case, each once.
    fn object_types(&self) -> Vec<String> {
        let mut types: Vec<String> = Vec::new();
        let names = self.objects.iter().flat_map(|object| types_of_object(object));
        for name in names.map(str::to_lowercase) {
            if types.len() < MAX_OBJECT_TYPES && !types.contains(&name) {
                types.push(name);
            }
        }
        types
    }
}

/// Returns the value of a key, if it is a string.
fn string_value<'v>(object: &'v JsonObject, key: &str) -> Option<&'v str> {
    object.get(key)?.as_str()
}

/// Returns the types of an object without the URL before them, such as `Article` for
/// `https://schema.org/Article`.
fn types_of_object(object: &JsonObject) -> impl Iterator<Item = &str> {
    let declared = object.get("@type");
    let several =
        declared.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let all = declared.and_then(Value::as_str).into_iter().chain(several.take(10));
    all.map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or_default())
}

fn has_type(object: &JsonObject, type_name: &str) -> bool {
    types_of_object(object).any(|name| name.eq_ignore_ascii_case(type_name))
}

/// Returns how specific a schema.org type is: 0 for articles, 1 for other subjects such as
/// products, 2 for pages. Returns `None` for types that a page is not about, such as breadcrumb
/// lists.
fn type_specificity_rank(type_name: &str) -> Option<usize> {
    let name = type_name.to_lowercase();
    if name.ends_with("article")
        || name.ends_with("posting") && name != "jobposting"
        || name == "report"
    {
        return Some(0);
    }
    if PAGE_SUBJECT_TYPES.contains(&*name) {
        return Some(1);
    }
    name.ends_with("page").then_some(2)
}

/// Returns the main text in a JSON-LD object without HTML tags: its `articleBody`, `text`,
/// `reviewBody` or long `description`.
fn main_text(object: &JsonObject) -> Option<String> {
    let description = string_value(object, "description")
        .filter(|text| text.chars().count() > MIN_MAIN_TEXT_CHARS);
    let text = ["articleBody", "text", "reviewBody"]
        .iter()
        .find_map(|key| string_value(object, key))
        .or(description)?;
    let text =
        if text.contains(['<', '&']) { html_text::html_to_text(text) } else { text.to_owned() };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(block: &str, expected: [&str; 5]) {
        let json_ld = JsonLd::read(&[block.to_owned()]);
        let work = json_ld.creative_works.into_iter().next().unwrap_or_default();
        let authors = work.authors.join("; ");
        let found =
            [&work.title, &authors, &work.publication_date, &work.publisher, &work.language];
        assert_eq!(found.map(String::as_str), expected, "{block}");
    }

    #[test]
    fn an_article_has_metadata() {
        check(
            r#"{"@type": "NewsArticle", "headline": "Rain", "author": "Ada", "datePublished": "2025-03-19",
               "publisher": {"@type": "Organization", "name": "The Post"}, "inLanguage": "en"}"#,
            ["Rain", "Ada", "2025-03-19", "The Post", "en"],
        );
    }

    #[test]
    fn authors_are_read_in_all_forms() {
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
    fn objects_are_found_in_graphs_and_by_reference() {
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
    fn circular_references_end() {
        let many = |id: usize| vec![format!(r#"{{"@id": "{id}"}}"#); 400].join(",");
        let thing = |id: usize| format!(r#"{{"@id": "{id}", "name": [{}]}}"#, many(id + 1));
        let things: Vec<String> = (0..10).map(thing).collect();
        let article = format!(r#"{{"@type": "Article", "author": [{}]}}"#, many(0));
        check(&format!("[{article}, {}]", things.join(",")), [""; 5]);
    }

    #[test]
    fn comments_do_not_describe_the_page() {
        check(
            r#"{"@type": "Person", "name": "Ada", "comment": {"@type": "Article", "headline": "T"}}"#,
            [""; 5],
        );
    }

    #[test]
    fn the_text_has_no_tags() {
        let main_text = |block: &str| {
            let works = JsonLd::read(&[block.to_owned()]).creative_works;
            works.into_iter().next().and_then(|work| work.main_text).unwrap_or_default()
        };
        let check = |block: &str, expected: &str| assert_eq!(main_text(block), expected);
        check(
            r#"{"@type": "Article", "articleBody": "<p>One &amp; two</p><p>three</p>"}"#,
            "One & two\nthree",
        );
        check(r#"{"@type": "Article", "articleBody": "Plain.\n\nText"}"#, "Plain.\n\nText");
        check(r#"{"@type": "Article", "description": "short"}"#, "");
    }

    #[test]
    fn each_type_is_listed_once() {
        let block = r#"[{"@type": ["Product", "Thing"]}, {"@type": "schema:Product"}]"#;
        assert_eq!(JsonLd::read(&[block.to_owned()]).object_types, ["product", "thing"]);
    }
}
