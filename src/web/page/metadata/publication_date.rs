//! Finds the publication date of a page: in its JSON-LD, `meta` elements and microdata, in its URL,
//! and in elements near the title.

use crate::language::date;
use crate::values::Date;
use crate::values::html::{NodeId, Tag, html_text};
use crate::web::page::metadata::metadata_elements::{attribute_or_empty, is_in_secondary_content};
use crate::web::page::metadata::metadata_sources::{MetadataSources, most_frequent_by_key};

/// Maximum distance, in nodes, from the title to a `time` element after it that is read as the
/// publication date. Before the title, half this distance is allowed.
const MAX_NODES_TITLE_TO_DATE: usize = 400;

/// Maximum length in bytes of a text near the title that is read as a date. A longer text is a
/// sentence that mentions a date.
const MAX_DATE_LINE_BYTES: usize = 48;

impl MetadataSources<'_> {
    /// Returns the publication date, such as `2026-11-15`; empty if there is none. If the elements
    /// of the page disagree, the most frequent date is used.
    pub fn publication_date(&self) -> String {
        let meta = |names: &[&str]| {
            names
                .iter()
                .flat_map(|name| self.elements.meta_contents(name))
                .find_map(date::find_date)
        };
        let microdata = ["datepublished", "datecreated"].iter().find_map(|name| {
            self.primary_microdata_elements(name)
                .find_map(|id| date::find_date(&self.element_value(id)))
        });
        let candidates = [
            self.work.as_ref().and_then(|work| date::find_date(&work.publication_date)),
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
            self.date_in_time_element(),
            self.date_from_date_elements(),
            self.loaded_from.and_then(|url| date::find_date(url.path())),
        ];
        let date = most_frequent_by_key(candidates.into_iter().flatten().map(|date| (date, date)));
        let date = date.or_else(|| self.date_near_title());
        date.map(|date| date.to_string()).unwrap_or_default()
    }

    /// Returns the date in a short line near the title, unless it is the date of an update.
    fn date_near_title(&self) -> Option<Date> {
        self.nodes_near_title().find_map(|id| {
            let text = self.dom.text(id).filter(|text| text.trim().len() <= MAX_DATE_LINE_BYTES)?;
            let date = date::find_date(text)?;
            let line = html_text::element_text(self.dom, self.dom.parent(id)?).to_lowercase();
            let is_update_date = ["updated", "modified", "reviewed", "edited"]
                .iter()
                .any(|word| line.contains(word));
            (!is_update_date).then_some(date)
        })
    }

    /// Returns the date in the first `time` element near the title that does not contain the date
    /// of an update.
    fn date_in_time_element(&self) -> Option<Date> {
        let title = self.elements.h1_elements.iter().zip(&self.title_cleaner.headings);
        let title = title
            .filter(|(_, text)| !self.title_cleaner.is_site_name(text))
            .map(|(id, _)| id.index())
            .next()?;
        let near =
            title.saturating_sub(MAX_NODES_TITLE_TO_DATE / 2)..title + MAX_NODES_TITLE_TO_DATE;
        let times = self.elements.time_elements.iter().filter(|id| near.contains(&id.index()));
        let mut times = times.filter(|id| {
            !is_in_secondary_content(self.dom, **id) && !self.contains_update_date(**id)
        });
        times.find_map(|id| date::find_date(&self.element_value(*id)))
    }

    /// Whether the class or `itemprop` of an element says that it contains the date of the last
    /// update.
    fn contains_update_date(&self, id: NodeId) -> bool {
        let attribute = |name| attribute_or_empty(self.dom, id, name).to_ascii_lowercase();
        let names = attribute("class") + &attribute("itemprop");
        names.contains("modified") || names.contains("updated") && !names.contains("published")
    }

    fn date_from_date_elements(&self) -> Option<Date> {
        let own = self
            .elements
            .date_elements
            .iter()
            .filter(|id| !is_in_secondary_content(self.dom, **id));
        // Dates in a table belong to the main text, not to the metadata.
        let in_table = |id: NodeId| {
            self.dom.ancestors(id).any(|ancestor| self.dom.tag(ancestor) == Tag::Table)
        };
        let own = own.filter(|id| !in_table(**id));
        own.filter_map(|id| date::find_date(&self.element_value(*id))).next()
    }
}
