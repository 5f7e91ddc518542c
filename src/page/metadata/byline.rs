//! Finds the authors of a page in all places that may name them.

use crate::page::html::dom::NodeId;
use crate::page::html::html_text;
use crate::page::html::tag::Tag;
use crate::page::metadata::author_name;
use crate::page::metadata::elements::{attribute_or_empty, is_secondary};
use crate::page::metadata::sources::{MetadataSources, most_frequent};
use crate::text::one_line;

/// Maximum number of different author names in the text of a page. If there are more, they are
/// authors of several texts.
const MAX_NAMES: usize = 4;

impl MetadataSources<'_> {
    /// Returns the authors of the page.
    pub fn author(&self) -> String {
        let names = |name| self.elements.metas(name).map(str::to_owned).collect::<Vec<_>>();
        let scholars = ["citation_author", "dc.creator", "dcterms.creator", "dc.contributor"];
        let scholars = scholars.map(names).into_iter().find(|names| !names.is_empty());
        let candidates = [
            author_name::join(self.work.iter().flat_map(|work| work.authors.clone())),
            author_name::join(
                scholars.unwrap_or_default().iter().map(|name| author_name::given_name_first(name)),
            ),
            author_name::join(names("author")),
            author_name::join(names("article:author")),
            author_name::join(
                [names("parsely-author"), names("sailthru.author"), names("byl")].concat(),
            ),
            self.microdata_authors(),
            self.linked_authors(),
            self.byline(),
        ];
        let candidates = candidates.into_iter().filter(|names| !names.is_empty());
        let author =
            most_frequent(candidates.map(|names| (one_line::comparison_key(&names), names)));
        author.unwrap_or_else(|| self.author_near_title())
    }

    fn microdata_authors(&self) -> String {
        let names = self.own_properties("author").map(|id| {
            let mut inside = self.elements.properties("name");
            let name = inside.find(|name| self.dom.ancestors(*name).any(|ancestor| ancestor == id));
            self.value_of(name.unwrap_or(id))
        });
        join_few(names)
    }

    fn linked_authors(&self) -> String {
        let links = self.elements.author_links.iter().filter(|id| !is_secondary(self.dom, **id));
        join_few(links.map(|id| html_text::element_text(self.dom, *id)))
    }

    fn byline(&self) -> String {
        let lines = self.elements.bylines.iter().filter(|id| !is_secondary(self.dom, **id));
        let mut names =
            lines.filter_map(|id| author_name::from_line(&html_text::element_text(self.dom, *id)));
        names.next().unwrap_or_default()
    }

    /// Returns the author in a line near the title, or in a link to an author's page.
    fn author_near_title(&self) -> String {
        let mut names = self.nodes_near_title().filter_map(|id| match self.dom.text(id) {
            Some(text) if author_name::starts_with_by(text) => self.author_in_line(id),
            None if self.links_to_author(id) || self.has_author_class(id) => {
                author_name::from_line(&html_text::element_text(self.dom, id))
            }
            _ => None,
        });
        names.next().unwrap_or_default()
    }

    /// Returns the author after a word such as "by". The name may be in an element of its own.
    fn author_in_line(&self, id: NodeId) -> Option<String> {
        let lines = self
            .dom
            .ancestors(id)
            .take(2)
            .map(|ancestor| html_text::element_text(self.dom, ancestor));
        let mut lines = lines.filter(|line| author_name::starts_with_by(line));
        lines.find_map(|line| author_name::from_line(&line))
    }

    fn links_to_author(&self, id: NodeId) -> bool {
        const AUTHOR_FOLDERS: [&str; 4] = ["/author/", "/authors/", "/contributors/", "/writers/"];
        let href = attribute_or_empty(self.dom, id, "href");
        self.dom.tag(id) == Tag::A && AUTHOR_FOLDERS.iter().any(|folder| href.contains(folder))
    }

    /// Whether a class of an element ends with a word for authors, as in `post_author`.
    fn has_author_class(&self, id: NodeId) -> bool {
        let ends = ["author", "authors", "byline", "author-name", "author_name"];
        let mut classes = attribute_or_empty(self.dom, id, "class").split_whitespace().take(20);
        classes.any(|class| ends.iter().any(|end| class.to_ascii_lowercase().ends_with(end)))
    }
}

/// Joins the author names in these lines; empty if there are more than `MAX_NAMES`.
fn join_few(lines: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in lines.filter_map(|line| author_name::from_line(&line)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MAX_NAMES { String::new() } else { author_name::join(names) }
}
