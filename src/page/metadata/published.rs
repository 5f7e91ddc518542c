//! When a page was published, by all that name a date.

use crate::page::dom::NodeId;
use crate::page::html_text;
use crate::page::metadata::clues::{is_aside, value};
use crate::page::metadata::source::{MetadataSources, agreed};
use crate::page::tag::Tag;
use crate::text::date;
use crate::time::Date;

/// How many nodes behind its title a page tells its date.
const NEAR: usize = 400;

/// Bytes of a line that is a date and little else.
const LONGEST_LINE: usize = 48;

impl MetadataSources<'_> {
    /// When the page was published.
    pub fn published(&self) -> String {
        let meta = |names: &[&str]| {
            names.iter().flat_map(|name| self.clues.metas(name)).find_map(date::find_date)
        };
        let microdata = ["datepublished", "datecreated"].iter().find_map(|name| {
            self.own_properties(name).find_map(|id| date::find_date(&self.content(id)))
        });
        let said = [
            self.work.as_ref().and_then(|work| date::find_date(&work.published)),
            meta(&[
                "article:published_time",
                "og:article:published_time",
                "article:published",
                "og:published_time",
            ]),
            meta(&["citation_publication_date", "citation_online_date", "citation_date"]),
            meta(&[
                "dc.date.issued",
                "dcterms.issued",
                "dcterms.created",
                "dc.date.created",
                "dc.date",
                "dcterms.date",
            ]),
            meta(&["parsely-pub-date", "sailthru.date"]),
            meta(&[
                "datepublished",
                "pubdate",
                "publishdate",
                "publish-date",
                "publication_date",
                "publish_date",
                "article.published",
                "date",
            ]),
            microdata,
            self.time_near_title(),
            self.date_by_class(),
            self.found_at.and_then(|url| date::find_date(url.path())),
        ];
        let said = agreed(said.into_iter().flatten().map(|date| (date, date)));
        let said = said.or_else(|| self.date_near_title());
        said.map(|date| date.to_string()).unwrap_or_default()
    }

    /// A short line near the title that is a date, and not that of a change.
    fn date_near_title(&self) -> Option<Date> {
        self.near_title().find_map(|id| {
            let text = self.dom.text(id).filter(|text| text.trim().len() <= LONGEST_LINE)?;
            let date = date::find_date(text)?;
            let line = html_text::of_element(self.dom, self.dom.parent(id)?).to_lowercase();
            let is_of_change = ["updated", "modified", "reviewed", "edited"]
                .iter()
                .any(|word| line.contains(word));
            (!is_of_change).then_some(date)
        })
    }

    fn time_near_title(&self) -> Option<Date> {
        let title = self.clues.headings.iter().zip(&self.known.headings);
        let title =
            title.filter(|(_, text)| !self.known.is_site(text)).map(|(id, _)| id.index()).next()?;
        let near = title.saturating_sub(NEAR / 2)..title + NEAR;
        let times = self.clues.times.iter().filter(|id| near.contains(&id.index()));
        let mut times = times.filter(|id| !is_aside(self.dom, **id) && !self.is_of_change(**id));
        times.find_map(|id| date::find_date(&self.content(*id)))
    }

    /// Whether a date is that of the last change.
    fn is_of_change(&self, id: NodeId) -> bool {
        let says = |name| value(self.dom, id, name).to_ascii_lowercase();
        let said = says("class") + &says("itemprop");
        said.contains("modified") || said.contains("updated") && !said.contains("published")
    }

    fn date_by_class(&self) -> Option<Date> {
        let own = self.clues.dates.iter().filter(|id| !is_aside(self.dom, **id));
        // In a table stand the dates of what the page is about.
        let in_table =
            |id: NodeId| self.dom.ancestors(id).any(|around| self.dom.tag(around) == Tag::Table);
        let own = own.filter(|id| !in_table(**id));
        own.filter_map(|id| date::find_date(&self.content(*id))).next()
    }
}
