//! Collects all elements of a page that may contain metadata, in one walk through the tree.
//! `metadata_sources` decides which of their values are used.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::values::html::{Dom, NodeId, Tag, html_text};
use crate::values::text::one_line;

/// Maximum number of elements that are collected of each kind, such as `h1` or `time`; later ones
/// are ignored, because metadata comes early on a page.
const MAX_ELEMENTS_PER_KIND: usize = 60;

/// Maximum number of `meta` names, and also of microdata properties, that are collected; later ones
/// are ignored.
const MAX_META_ELEMENTS: usize = 400;

/// Class attributes of at least this many bytes are not searched for words such as `sidebar`.
const MAX_SEARCHED_CLASS_BYTES: usize = 500;

const MARKUP_NAME_LISTS: &str = include_str!("markup_names.txt");

static BYLINE_CLASSES: WordSet =
    LazyLock::new(|| word_list::word_set(MARKUP_NAME_LISTS, "byline_classes"));
static DATE_CLASSES: WordSet =
    LazyLock::new(|| word_list::word_set(MARKUP_NAME_LISTS, "date_classes"));

/// The elements of a page that may contain metadata, each kind in document order.
#[derive(Debug, Default)]
pub struct MetadataElements {
    /// Names (in lower case) and contents of `meta` elements.
    metas: Vec<(String, String)>,
    /// Names (in lower case) of microdata properties, from `itemprop` attributes, and the elements
    /// that have them.
    properties: Vec<(String, NodeId)>,
    /// The JSON-LD blocks, unparsed.
    pub json_ld_blocks: Vec<String>,
    /// The text of `<title>`.
    pub title_text: String,
    /// `<h1>` elements, which may contain the title.
    pub h1_elements: Vec<NodeId>,
    /// `<time>` and similar elements, which may contain the date.
    pub time_elements: Vec<NodeId>,
    /// Links with `rel=author`, whose text is usually the name of an author.
    pub author_links: Vec<NodeId>,
    /// Elements with a class such as `byline`, which may contain the author.
    pub byline_elements: Vec<NodeId>,
    /// Elements with a class that is typical of dates.
    pub date_elements: Vec<NodeId>,
    /// The address in `<link rel=canonical>`.
    pub canonical_href: String,
    /// The address in `<base href>`.
    pub base_href: String,
    /// The language attributes of `<html>`, `<body>`, `<main>` and `<article>`.
    pub language_attributes: Vec<String>,
}

impl MetadataElements {
    /// Walks through the page once and collects all elements that may contain metadata.
    pub fn collect(dom: &Dom) -> Self {
        let mut elements = Self::default();
        let mut walk = dom.walk(dom.root());
        while let Some(id) = walk.next() {
            match dom.tag(id) {
                Tag::None => {}
                Tag::Svg | Tag::Template | Tag::Math => walk.skip_subtree(id),
                tag => elements.collect_element(dom, id, tag),
            }
        }
        elements
    }

    /// Returns the contents of all `meta` elements with this name.
    pub fn meta_contents(&self, meta_name: &str) -> impl Iterator<Item = &str> {
        let named = self.metas.iter().filter(move |(name, _)| name == meta_name);
        named.map(|(_, content)| content.as_str())
    }

    /// Tries the names in their order, and returns the content of the first `meta` element that has
    /// one of them.
    pub fn first_meta_content(&self, meta_names: &[&str]) -> Option<&str> {
        meta_names.iter().find_map(|name| self.meta_contents(name).next())
    }

    /// Returns the elements with this microdata property.
    pub fn elements_with_itemprop(&self, property_name: &str) -> impl Iterator<Item = NodeId> {
        self.properties.iter().filter(move |(name, _)| name == property_name).map(|(_, id)| *id)
    }

    fn collect_element(&mut self, dom: &Dom, id: NodeId, tag: Tag) {
        match tag {
            Tag::Html | Tag::Body | Tag::Main | Tag::Article => {
                self.collect_language_attribute(dom, id)
            }
            Tag::Title if self.title_text.is_empty() => {
                self.title_text = html_text::element_text(dom, id)
            }
            Tag::Meta => self.collect_meta_element(dom, id),
            Tag::Link => self.collect_canonical_link(dom, id),
            Tag::Script => self.collect_json_ld(dom, id),
            Tag::H1 => push_if_below_limit(&mut self.h1_elements, id),
            Tag::Time => push_if_below_limit(&mut self.time_elements, id),
            Tag::A => self.collect_author_link(dom, id),
            // Some sites show dates with custom elements such as `relative-time`.
            Tag::Other if dom.tag_name(id).ends_with("-time") => {
                push_if_below_limit(&mut self.time_elements, id)
            }
            Tag::Other if self.base_href.is_empty() && dom.tag_name(id) == "base" => {
                self.base_href = attribute_or_empty(dom, id, "href").to_owned();
            }
            _ => {}
        }
        if let Some(names) = dom.attribute(id, "itemprop") {
            let names = names.split_whitespace().take(5);
            self.properties.extend(names.map(|name| (name.to_ascii_lowercase(), id)));
            self.properties.truncate(MAX_META_ELEMENTS);
        }
        if let Some(classes) = dom.attribute(id, "class") {
            self.collect_byline_or_date(classes, id);
        }
    }

    fn collect_language_attribute(&mut self, dom: &Dom, id: NodeId) {
        let declared = ["lang", "xml:lang"].iter().find_map(|name| dom.attribute(id, name));
        if let Some(language) = declared.filter(|_| self.language_attributes.len() < 4) {
            self.language_attributes.push(language.to_owned());
        }
    }

    fn collect_meta_element(&mut self, dom: &Dom, id: NodeId) {
        let content = one_line::single_line(attribute_or_empty(dom, id, "content"));
        if content.is_empty() {
            return;
        }
        for key in ["name", "property", "http-equiv"] {
            let name = attribute_or_empty(dom, id, key).trim().to_ascii_lowercase();
            if !name.is_empty() && self.metas.len() < MAX_META_ELEMENTS {
                self.metas.push((name, content.clone()));
            }
        }
    }

    /// Stores the address of a `link` element, if it is the first with `rel=canonical`.
    fn collect_canonical_link(&mut self, dom: &Dom, id: NodeId) {
        let mut relations = attribute_or_empty(dom, id, "rel").split_whitespace();
        if self.canonical_href.is_empty()
            && relations.any(|rel| rel.eq_ignore_ascii_case("canonical"))
        {
            self.canonical_href = attribute_or_empty(dom, id, "href").to_owned();
        }
    }

    /// Stores the content of a `script` element, if its type is JSON-LD.
    fn collect_json_ld(&mut self, dom: &Dom, id: NodeId) {
        let kind = attribute_or_empty(dom, id, "type").trim().to_ascii_lowercase();
        if kind.starts_with("application/ld+json")
            && self.json_ld_blocks.len() < MAX_ELEMENTS_PER_KIND
        {
            self.json_ld_blocks.push(dom.text_content(id));
        }
    }

    /// Stores a link, if it has `rel=author`.
    fn collect_author_link(&mut self, dom: &Dom, id: NodeId) {
        let mut relations = attribute_or_empty(dom, id, "rel").split_whitespace();
        if relations.any(|rel| rel.eq_ignore_ascii_case("author")) {
            push_if_below_limit(&mut self.author_links, id);
        }
    }

    fn collect_byline_or_date(&mut self, classes: &str, id: NodeId) {
        let classes = classes.to_ascii_lowercase();
        let has = |wanted: &BTreeSet<&str>| {
            classes.split_whitespace().any(|class| wanted.contains(class))
        };
        if has(&BYLINE_CLASSES) {
            push_if_below_limit(&mut self.byline_elements, id);
        }
        if has(&DATE_CLASSES) {
            push_if_below_limit(&mut self.date_elements, id);
        }
    }
}

fn push_if_below_limit(elements: &mut Vec<NodeId>, id: NodeId) {
    if elements.len() < MAX_ELEMENTS_PER_KIND {
        elements.push(id);
    }
}

/// Returns the value of an attribute; empty if the element does not have it.
pub fn attribute_or_empty<'d>(dom: &'d Dom, id: NodeId, name: &str) -> &'d str {
    dom.attribute(id, name).unwrap_or_default()
}

/// Whether an element is in a teaser, a comment, a sidebar or another secondary part of the page.
pub fn is_in_secondary_content(dom: &Dom, id: NodeId) -> bool {
    const SECONDARY_CONTENT_CLASSES: [&str; 7] =
        ["comment", "related", "sidebar", "teaser", "recommend", "recirc", "read-more"];
    dom.self_and_ancestors(id).any(|ancestor| {
        let class = attribute_or_empty(dom, ancestor, "class");
        let has_class = || {
            class.len() < MAX_SEARCHED_CLASS_BYTES
                && SECONDARY_CONTENT_CLASSES.iter().any(|word| class.contains(word))
        };
        matches!(dom.tag(ancestor), Tag::Aside | Tag::Nav | Tag::Footer)
            || !matches!(dom.tag(ancestor), Tag::Body | Tag::Html) && has_class()
    })
}
