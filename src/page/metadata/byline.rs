//! Who wrote a page, by all that name an author.

use super::clues::is_aside;
use super::witness::{Witnesses, agreed};
use super::{author, words};

/// Different names of authors in the page itself above which they are those of many texts.
const MOST_NAMED: usize = 4;

impl Witnesses<'_> {
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
        agreed(said.map(|names| (words::key(&names), names))).unwrap_or_default()
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
        few(links.map(|id| words::of_element(self.dom, *id)))
    }

    fn byline(&self) -> String {
        let lines = self.clues.bylines.iter().filter(|id| !is_aside(self.dom, **id));
        let mut names = lines.filter_map(|id| author::from_line(&words::of_element(self.dom, *id)));
        names.next().unwrap_or_default()
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
