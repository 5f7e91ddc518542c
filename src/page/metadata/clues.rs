//! One walk through a page that picks up every place in which it may speak about itself.
//! What these places mean is decided elsewhere.

use crate::page::dom::{Dom, NodeId};
use crate::page::html_text;
use crate::page::tag::Tag;
use crate::text::one_line;

/// Places of one sort that are kept. What describes a page stands near its beginning.
const MOST: usize = 60;

/// `meta` elements that are kept.
const MOST_METAS: usize = 400;

/// Bytes of a class attribute that is looked into for every place below it.
const LONGEST_CLASS: usize = 500;

/// Places of a page in which it may speak about itself, each sort in the order of the page.
#[derive(Debug, Default)]
pub struct Clues {
    /// Names and contents of `meta` elements; names in lower case.
    metas: Vec<(String, String)>,
    /// Names and elements of microdata; names in lower case.
    properties: Vec<(String, NodeId)>,
    /// Texts of JSON-LD.
    pub blocks: Vec<String>,
    /// Text of `<title>`.
    pub title: String,
    /// Elements that head the page.
    pub headings: Vec<NodeId>,
    /// `<time>` elements.
    pub times: Vec<NodeId>,
    /// Links to who wrote the page.
    pub author_links: Vec<NodeId>,
    /// Elements whose class says that they name the author.
    pub bylines: Vec<NodeId>,
    /// Elements whose class says that they hold the date.
    pub dates: Vec<NodeId>,
    /// What `<link rel=canonical>` says.
    pub canonical: String,
    /// What `<base href>` says.
    pub base: String,
    /// Languages of `<html>` and of what holds the text.
    pub languages: Vec<String>,
}

impl Clues {
    /// Walks through a page.
    pub fn of(dom: &Dom) -> Self {
        let mut clues = Self::default();
        let mut walk = dom.walk(dom.root());
        while let Some(id) = walk.next() {
            match dom.tag(id) {
                Tag::None => {}
                Tag::Svg | Tag::Template | Tag::Math => walk.skip_inside(id),
                tag => clues.look_at(dom, id, tag),
            }
        }
        clues
    }

    /// What `meta` elements of a name say.
    pub fn metas(&self, wanted: &str) -> impl Iterator<Item = &str> {
        let named = self.metas.iter().filter(move |(name, _)| name == wanted);
        named.map(|(_, content)| content.as_str())
    }

    /// The first thing that a `meta` element of one of the names says; names in order of trust.
    pub fn meta(&self, wanted: &[&str]) -> Option<&str> {
        wanted.iter().find_map(|name| self.metas(name).next())
    }

    /// Elements of microdata of a name.
    pub fn properties(&self, wanted: &str) -> impl Iterator<Item = NodeId> {
        self.properties.iter().filter(move |(name, _)| name == wanted).map(|(_, id)| *id)
    }

    fn look_at(&mut self, dom: &Dom, id: NodeId, tag: Tag) {
        match tag {
            Tag::Html | Tag::Body | Tag::Main | Tag::Article => self.look_at_language(dom, id),
            Tag::Title if self.title.is_empty() => self.title = html_text::of_element(dom, id),
            Tag::Meta => self.look_at_meta(dom, id),
            Tag::Link => self.look_at_link(dom, id),
            Tag::Script => self.look_at_script(dom, id),
            Tag::H1 => keep(&mut self.headings, id),
            Tag::Time => keep(&mut self.times, id),
            Tag::A => self.look_at_anchor(dom, id),
            // Elements of their own that some sites show dates with, as `relative-time`.
            Tag::Other if dom.name(id).ends_with("-time") => keep(&mut self.times, id),
            Tag::Other if self.base.is_empty() && dom.name(id) == "base" => {
                self.base = value(dom, id, "href").to_owned();
            }
            _ => {}
        }
        if let Some(names) = dom.attribute(id, "itemprop") {
            let names = names.split_whitespace().take(5);
            self.properties.extend(names.map(|name| (name.to_ascii_lowercase(), id)));
            self.properties.truncate(MOST_METAS);
        }
        if let Some(classes) = dom.attribute(id, "class") {
            self.look_at_classes(classes, id);
        }
    }

    fn look_at_language(&mut self, dom: &Dom, id: NodeId) {
        let given = ["lang", "xml:lang"].iter().find_map(|name| dom.attribute(id, name));
        if let Some(given) = given.filter(|_| self.languages.len() < 4) {
            self.languages.push(given.to_owned());
        }
    }

    fn look_at_meta(&mut self, dom: &Dom, id: NodeId) {
        let content = one_line::single_line(value(dom, id, "content"));
        if content.is_empty() {
            return;
        }
        for key in ["name", "property", "http-equiv"] {
            let name = value(dom, id, key).trim().to_ascii_lowercase();
            if !name.is_empty() && self.metas.len() < MOST_METAS {
                self.metas.push((name, content.clone()));
            }
        }
    }

    fn look_at_link(&mut self, dom: &Dom, id: NodeId) {
        let mut relations = value(dom, id, "rel").split_whitespace();
        if self.canonical.is_empty() && relations.any(|rel| rel.eq_ignore_ascii_case("canonical")) {
            self.canonical = value(dom, id, "href").to_owned();
        }
    }

    fn look_at_script(&mut self, dom: &Dom, id: NodeId) {
        let kind = value(dom, id, "type").trim().to_ascii_lowercase();
        if kind.starts_with("application/ld+json") && self.blocks.len() < MOST {
            self.blocks.push(dom.all_text(id));
        }
    }

    fn look_at_anchor(&mut self, dom: &Dom, id: NodeId) {
        let mut relations = value(dom, id, "rel").split_whitespace();
        if relations.any(|rel| rel.eq_ignore_ascii_case("author")) {
            keep(&mut self.author_links, id);
        }
    }

    fn look_at_classes(&mut self, classes: &str, id: NodeId) {
        const BYLINES: [&str; 12] = [
            "byline",
            "p-author",
            "byline-name",
            "byline__name",
            "entry-author",
            "post-author",
            "author-name",
            "author__name",
            "article-author",
            "article__author",
            "posted-by",
            "author",
        ];
        const DATES: [&str; 13] = [
            "dt-published",
            "published",
            "entry-date",
            "post-date",
            "publish-date",
            "published-date",
            "pubdate",
            "article-date",
            "article__date",
            "post__date",
            "posted-on",
            "date-published",
            "date",
        ];
        let has = |wanted: &[&str]| {
            classes
                .split_whitespace()
                .any(|class| wanted.iter().any(|one| one.eq_ignore_ascii_case(class)))
        };
        if has(&BYLINES) {
            keep(&mut self.bylines, id);
        }
        if has(&DATES) {
            keep(&mut self.dates, id);
        }
    }
}

fn keep(places: &mut Vec<NodeId>, id: NodeId) {
    if places.len() < MOST {
        places.push(id);
    }
}

/// What an attribute says; empty if it is not there.
pub fn value<'d>(dom: &'d Dom, id: NodeId, name: &str) -> &'d str {
    dom.attribute(id, name).unwrap_or_default()
}

/// Whether a place belongs to something else that stands on the page: a teaser, a comment.
pub fn is_aside(dom: &Dom, id: NodeId) -> bool {
    const ASIDE: [&str; 7] =
        ["comment", "related", "sidebar", "teaser", "recommend", "recirc", "read-more"];
    std::iter::once(id).chain(dom.ancestors(id)).any(|around| {
        let class = value(dom, around, "class");
        let named = || class.len() < LONGEST_CLASS && ASIDE.iter().any(|word| class.contains(word));
        matches!(dom.tag(around), Tag::Aside | Tag::Nav | Tag::Footer)
            || !matches!(dom.tag(around), Tag::Body | Tag::Html) && named()
    })
}
