//! Finds the authors of a page: in its JSON-LD, `meta` elements and microdata, in links to authors,
//! and in lines near the title.

use crate::values::html::{NodeId, Tag, html_text};
use crate::values::text::one_line;
use crate::web::page::metadata::author_name;
use crate::web::page::metadata::metadata_elements::{attribute_or_empty, is_in_secondary_content};
use crate::web::page::metadata::metadata_sources::{MetadataSources, most_frequent_by_key};

/// Maximum number of different names in microdata or author links. With more, the page lists the
/// authors of several texts, and none of these names is used.
const MAX_AUTHOR_NAMES: usize = 4;

impl MetadataSources<'_> {
    /// Returns the names of the authors, separated by commas; empty if there are none. If the
    /// elements of the page disagree, the names that most of them declare are used.
    pub fn author_names(&self) -> String {
        let names = |name| self.elements.meta_contents(name).map(str::to_owned).collect::<Vec<_>>();
        let scholars = ["citation_author", "dc.creator", "dcterms.creator", "dc.contributor"];
        let scholars = scholars.map(names).into_iter().find(|names| !names.is_empty());
        let candidates = [
            author_name::join_author_names(self.work.iter().flat_map(|work| work.authors.clone())),
            author_name::join_author_names(
                scholars
                    .unwrap_or_default()
                    .iter()
                    .map(|name| author_name::put_given_name_first(name)),
            ),
            author_name::join_author_names(names("author")),
            author_name::join_author_names(names("article:author")),
            author_name::join_author_names(
                [names("parsely-author"), names("sailthru.author"), names("byl")].concat(),
            ),
            self.microdata_authors(),
            self.linked_authors(),
            self.byline_authors(),
        ];
        let candidates = candidates.into_iter().filter(|names| !names.is_empty());
        let author =
            most_frequent_by_key(candidates.map(|names| (one_line::comparison_key(&names), names)));
        author.unwrap_or_else(|| self.author_near_title())
    }

    fn microdata_authors(&self) -> String {
        let names = self.primary_microdata_elements("author").map(|id| {
            let mut inside = self.elements.elements_with_itemprop("name");
            let name = inside.find(|name| self.dom.ancestors(*name).any(|ancestor| ancestor == id));
            self.element_value(name.unwrap_or(id))
        });
        join_authors_if_few(names)
    }

    fn linked_authors(&self) -> String {
        let links =
            self.elements.author_links.iter().filter(|id| !is_in_secondary_content(self.dom, **id));
        join_authors_if_few(links.map(|id| html_text::element_text(self.dom, *id)))
    }

    /// Returns the author in the first element whose class, such as `byline`, suggests an author;
    /// empty if there is none.
    fn byline_authors(&self) -> String {
        let lines = self
            .elements
            .byline_elements
            .iter()
            .filter(|id| !is_in_secondary_content(self.dom, **id));
        let mut names = lines.filter_map(|id| {
            author_name::author_name_in_line(&html_text::element_text(self.dom, *id))
        });
        names.next().unwrap_or_default()
    }

    /// Returns the author in a line near the title that begins with “by”, has an author class, or
    /// links to a page about an author; empty if there is none.
    fn author_near_title(&self) -> String {
        let mut names = self.nodes_near_title().filter_map(|id| match self.dom.text(id) {
            Some(text) if author_name::starts_with_byline_prefix(text) => self.author_in_line(id),
            None if self.links_to_author(id) || self.has_author_class(id) => {
                author_name::author_name_in_line(&html_text::element_text(self.dom, id))
            }
            _ => None,
        });
        names.next().unwrap_or_default()
    }

    /// If the text node `id` begins with “by”, returns the author that follows in the same line.
    /// The name may be in another element of the line.
    fn author_in_line(&self, id: NodeId) -> Option<String> {
        let lines = self
            .dom
            .ancestors(id)
            .take(2)
            .map(|ancestor| html_text::element_text(self.dom, ancestor));
        let mut lines = lines.filter(|line| author_name::starts_with_byline_prefix(line));
        lines.find_map(|line| author_name::author_name_in_line(&line))
    }

    fn links_to_author(&self, id: NodeId) -> bool {
        /// A link whose URL path contains one of these leads to a page about an author.
        const AUTHOR_PATH_PARTS: [&str; 4] =
            ["/author/", "/authors/", "/contributors/", "/writers/"];
        let href = attribute_or_empty(self.dom, id, "href");
        self.dom.tag(id) == Tag::A && AUTHOR_PATH_PARTS.iter().any(|folder| href.contains(folder))
    }

    /// Whether a class of an element ends with a word for authors, as in `post_author`.
    fn has_author_class(&self, id: NodeId) -> bool {
        let ends = ["author", "authors", "byline", "author-name", "author_name"];
        let mut classes = attribute_or_empty(self.dom, id, "class").split_whitespace().take(20);
        classes.any(|class| ends.iter().any(|end| class.to_ascii_lowercase().ends_with(end)))
    }
}

/// Joins the author names in these lines; empty if there are more than `MAX_AUTHOR_NAMES`.
fn join_authors_if_few(lines: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in lines.filter_map(|line| author_name::author_name_in_line(&line)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MAX_AUTHOR_NAMES {
        String::new()
    } else {
        author_name::join_author_names(names)
    }
}
