//! Who wrote a page, by all that name an author.

use crate::page::dom::NodeId;
use crate::page::html_text;
use crate::page::metadata::author;
use crate::page::metadata::clues::{is_aside, value};
use crate::page::metadata::source::{MetadataSources, agreed};
use crate::page::tag::Tag;
use crate::text::one_line;

/// Different names of authors in the page itself above which they are those of many texts.
const MOST_NAMED: usize = 4;

impl MetadataSources<'_> {
    /// Who wrote the page.
    pub fn author(&self) -> String {
        let names = |name| self.clues.metas(name).map(str::to_owned).collect::<Vec<_>>();
        let scholars = ["citation_author", "dc.creator", "dcterms.creator", "dc.contributor"];
        let scholars = scholars.map(names).into_iter().find(|names| !names.is_empty());
        let said = [
            author::joined(self.work.iter().flat_map(|work| work.authors.clone())),
            author::joined(scholars.unwrap_or_default().iter().map(|name| author::turned(name))),
            author::joined(names("author")),
            author::joined(names("article:author")),
            author::joined(
                [names("parsely-author"), names("sailthru.author"), names("byl")].concat(),
            ),
            self.microdata_authors(),
            self.linked_authors(),
            self.byline(),
        ];
        let said = said.into_iter().filter(|names| !names.is_empty());
        let said = agreed(said.map(|names| (one_line::comparison_key(&names), names)));
        said.unwrap_or_else(|| self.author_near_title())
    }

    fn microdata_authors(&self) -> String {
        let names = self.own_properties("author").map(|id| {
            let mut inside = self.clues.properties("name");
            let name = inside.find(|name| self.dom.ancestors(*name).any(|around| around == id));
            self.content(name.unwrap_or(id))
        });
        few(names)
    }

    fn linked_authors(&self) -> String {
        let links = self.clues.author_links.iter().filter(|id| !is_aside(self.dom, **id));
        few(links.map(|id| html_text::of_element(self.dom, *id)))
    }

    fn byline(&self) -> String {
        let lines = self.clues.bylines.iter().filter(|id| !is_aside(self.dom, **id));
        let mut names =
            lines.filter_map(|id| author::from_line(&html_text::of_element(self.dom, *id)));
        names.next().unwrap_or_default()
    }

    /// A line near the title that says who wrote it, or a link to a page about an author.
    fn author_near_title(&self) -> String {
        let mut names = self.near_title().filter_map(|id| match self.dom.text(id) {
            Some(text) if author::is_introduced(text) => self.author_in_line(id),
            None if self.leads_to_author(id) || self.is_called_author(id) => {
                author::from_line(&html_text::of_element(self.dom, id))
            }
            _ => None,
        });
        names.next().unwrap_or_default()
    }

    /// The name behind a text that introduces one; it may stand in an element of its own.
    fn author_in_line(&self, id: NodeId) -> Option<String> {
        let lines =
            self.dom.ancestors(id).take(2).map(|around| html_text::of_element(self.dom, around));
        let mut lines = lines.filter(|line| author::is_introduced(line));
        lines.find_map(|line| author::from_line(&line))
    }

    fn leads_to_author(&self, id: NodeId) -> bool {
        const FOLDERS: [&str; 4] = ["/author/", "/authors/", "/contributors/", "/writers/"];
        let href = value(self.dom, id, "href");
        self.dom.tag(id) == Tag::A && FOLDERS.iter().any(|folder| href.contains(folder))
    }

    /// Whether a class is made of words of which the last is the author, as in `post_author`.
    fn is_called_author(&self, id: NodeId) -> bool {
        let ends = ["author", "authors", "byline", "author-name", "author_name"];
        let mut classes = value(self.dom, id, "class").split_whitespace().take(20);
        classes.any(|class| ends.iter().any(|end| class.to_ascii_lowercase().ends_with(end)))
    }
}

/// The names in lines of the page, unless there are so many that they belong to many texts.
fn few(lines: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in lines.filter_map(|line| author::from_line(&line)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MOST_NAMED { String::new() } else { author::joined(names) }
}
