//! Compares the values that a page declares for its title, site name and language in different
//! elements, and returns the most frequent value of each.

use url::Url;

use crate::values::html::{Dom, NodeId, html_text};
use crate::values::text::one_line;
use crate::web::page::metadata::json_ld::{CreativeWork, JsonLd};
use crate::web::page::metadata::metadata_elements::{MetadataElements, is_in_secondary_content};
use crate::web::page::metadata::title_cleaner::{TitleCleaner, may_be_actual_title};
use crate::web::page::metadata::{language_tag, page_url};

/// Maximum number of `h1` headings that are compared with the title; later ones are ignored.
const MAX_TITLE_CANDIDATE_HEADINGS: usize = 10;

/// Maximum number of elements that are read for one microdata property; later ones are ignored.
const MAX_ELEMENTS_PER_ITEMPROP: usize = 20;

/// Number of nodes before the title that are searched for author and date.
const SEARCHED_NODES_BEFORE_TITLE: usize = 25;

/// Number of nodes after the title that are searched for author and date.
const SEARCHED_NODES_AFTER_TITLE: usize = 150;

/// The `h1` headings that may be the title of the page.
struct TitleCandidates {
    /// The first `h1` heading whose text is part of `<title>` or `og:title`.
    in_title: Option<String>,
    /// The only `h1` heading of the page, if it is not part of `<title>` or `og:title`.
    only_heading: Option<String>,
}

/// All elements and JSON-LD objects in which a page declares its metadata, and methods that choose
/// the best value from them.
pub struct MetadataSources<'d> {
    pub(super) dom: &'d Dom,
    pub(super) elements: MetadataElements,
    json_ld: JsonLd,
    /// The JSON-LD object that describes the page itself.
    pub(super) work: Option<CreativeWork>,
    pub(super) title_cleaner: TitleCleaner,
    pub(super) loaded_from: Option<&'d Url>,
}

impl<'d> MetadataSources<'d> {
    /// Combines the elements and JSON-LD objects of a page that contain metadata; `loaded_from` is
    /// the URL of the page.
    pub fn new(
        dom: &'d Dom,
        elements: MetadataElements,
        mut json_ld: JsonLd,
        loaded_from: Option<&'d Url>,
    ) -> Self {
        let headings = elements.h1_elements.iter().take(MAX_TITLE_CANDIDATE_HEADINGS);
        let headings: Vec<String> = headings.map(|id| html_text::heading_text(dom, *id)).collect();
        let work = take_main_creative_work(&mut json_ld, &elements, &headings);
        let host = page_url::host_without_prefix(loaded_from);
        let mut sources = Self {
            dom,
            elements,
            json_ld,
            work,
            title_cleaner: TitleCleaner::default(),
            loaded_from,
        };
        let sites = sources.declared_site_names();
        sources.title_cleaner = TitleCleaner::new(sites, host, headings);
        sources
    }

    /// Returns the main text in the page's JSON-LD; `None` if it contains none.
    pub fn into_article_body(self) -> Option<String> {
        let others = self.json_ld.creative_works.into_iter();
        self.work.into_iter().chain(others).find_map(|work| work.main_text)
    }

    /// Returns the title that most elements of the page declare, without the name of the site.
    pub fn title(&self) -> String {
        let title_element = Some(&self.elements.title_text);
        let headings = self.title_candidates();
        let titles = [
            self.work.as_ref().map(|work| work.title.clone()),
            self.first_meta_text(&["og:title", "twitter:title"]),
            self.first_meta_text(&["citation_title", "dc.title", "dcterms.title"]),
            self.first_meta_text(&["parsely-title", "sailthru.title", "title"]),
            self.microdata_value("headline"),
            headings.in_title,
            title_element.filter(|title| !self.title_cleaner.is_site_name(title)).cloned(),
            headings.only_heading,
            title_element.filter(|title| self.title_cleaner.is_site_name(title)).cloned(),
        ];
        let titles =
            titles.into_iter().flatten().map(|title| self.title_cleaner.clean_title(&title));
        let titles: Vec<String> = titles.filter(|title| !title.is_empty()).collect();
        let complete = titles.iter().filter(|title| !is_truncated_title(title, &titles)).cloned();
        let complete = complete.map(|title| (one_line::comparison_key(&title), title));
        most_frequent_by_key(complete).unwrap_or_default()
    }

    /// Finds the headings that may be the title of the page.
    fn title_candidates(&self) -> TitleCandidates {
        let titles = [
            self.elements.title_text.as_str(),
            self.elements.first_meta_content(&["og:title"]).unwrap_or_default(),
        ];
        let titles = titles.map(one_line::comparison_key);
        let own = self.title_cleaner.headings.iter();
        let own: Vec<&String> =
            own.filter(|text| !text.is_empty() && !self.title_cleaner.is_site_name(text)).collect();
        let is_in_title = |text: &&&String| {
            let key = one_line::comparison_key(text);
            titles.iter().any(|title| may_be_actual_title(&key, title))
        };
        let in_title = own.iter().find(is_in_title).map(|text| (*text).clone());
        let only_heading = own.first().filter(|_| own.len() == 1 && in_title.is_none());
        TitleCandidates { only_heading: only_heading.map(|text| (*text).clone()), in_title }
    }

    /// Returns the nodes near the title heading, which are searched for author and date.
    pub(super) fn nodes_near_title(&self) -> impl Iterator<Item = NodeId> {
        let in_title = self.title_candidates().in_title;
        let headings = self.elements.h1_elements.iter().zip(&self.title_cleaner.headings);
        let mut own = headings.filter(|(_, text)| match &in_title {
            Some(title) => *text == title,
            None => !self.title_cleaner.is_site_name(text),
        });
        let title = own.next().map_or(0, |(id, _)| id.index());
        let near =
            title.saturating_sub(SEARCHED_NODES_BEFORE_TITLE)..title + SEARCHED_NODES_AFTER_TITLE;
        let near = if title == 0 { 0..0 } else { near };
        let nodes = self.dom.walk(self.dom.root());
        nodes
            .filter(move |id| near.contains(&id.index()) && !is_in_secondary_content(self.dom, *id))
    }

    /// Returns the name of the site that the page declares. If it declares none, returns the part
    /// of `<title>` that spells out the host, such as `The Guardian`, or else the host.
    pub fn site_name(&self) -> String {
        let name = self.title_cleaner.site_names.first().cloned();
        let name =
            name.or_else(|| self.title_cleaner.title_part_spelling_host(&self.elements.title_text));
        name.unwrap_or_else(|| self.title_cleaner.host.clone())
    }

    fn declared_site_names(&self) -> Vec<String> {
        let names = [
            self.first_meta_text(&["og:site_name"]),
            self.work.as_ref().map(|work| work.publisher.clone()),
            Some(self.json_ld.site_name.clone()),
            self.first_meta_text(&["application-name", "apple-mobile-web-app-title"]),
            self.first_meta_text(&["citation_journal_title", "citation_publisher", "dc.publisher"]),
            self.microdata_value("publisher"),
        ];
        let names = names.into_iter().flatten().filter(|name| !name.contains("://"));
        // Page templates write the name, a separator such as `|`, and a slogan. If a site has no
        // slogan, the name ends with the separator.
        let names = names.map(|name| name.trim_matches(['-', '–', '—', '|', ' ']).to_owned());
        names.filter(|name| !name.is_empty()).collect()
    }

    /// Returns the language tag that most elements of the page declare, such as `en`; empty if
    /// there is none.
    pub fn language(&self) -> String {
        let html = self
            .elements
            .language_attributes
            .iter()
            .find_map(|text| language_tag::parse_language_tag(text));
        let meta = |name| {
            self.elements.first_meta_content(&[name]).and_then(language_tag::parse_language_tag)
        };
        let candidates = [
            html,
            self.work.as_ref().and_then(|work| language_tag::parse_language_tag(&work.language)),
            meta("content-language"),
            meta("og:locale"),
            meta("dc.language").or_else(|| meta("dcterms.language")),
            self.microdata_value("inlanguage")
                .and_then(|text| language_tag::parse_language_tag(&text)),
        ];
        let candidates = candidates.into_iter().flatten();
        most_frequent_by_key(
            candidates.map(|tag| (language_tag::primary_language(&tag).to_owned(), tag)),
        )
        .unwrap_or_default()
    }

    /// Tries these names in their order, and returns the content of the first `meta` element that
    /// has one of them.
    fn first_meta_text(&self, names: &[&str]) -> Option<String> {
        self.elements.first_meta_content(names).map(html_text::unescape_to_single_line)
    }

    /// Returns the value of a microdata property of the page; `None` if the page does not have it.
    fn microdata_value(&self, name: &str) -> Option<String> {
        self.primary_microdata_elements(name).map(|id| self.element_value(id)).next()
    }

    /// Returns the elements with a microdata property, without those in teasers, comments and
    /// sidebars.
    pub(super) fn primary_microdata_elements(&self, name: &str) -> impl Iterator<Item = NodeId> {
        let few = self.elements.elements_with_itemprop(name).take(MAX_ELEMENTS_PER_ITEMPROP);
        few.filter(|id| !is_in_secondary_content(self.dom, *id))
    }

    /// Returns the `content` or `datetime` attribute of an element, or else its text.
    pub(super) fn element_value(&self, id: NodeId) -> String {
        let value = ["content", "datetime"].iter().find_map(|name| self.dom.attribute(id, name));
        value.map_or_else(|| html_text::element_text(self.dom, id), one_line::single_line)
    }
}

/// Removes the object that describes the page from the JSON-LD and returns it: the object whose
/// title matches that of the page or, if there is only one object, this one.
fn take_main_creative_work(
    json_ld: &mut JsonLd,
    elements: &MetadataElements,
    headings: &[String],
) -> Option<CreativeWork> {
    let open_graph = elements.first_meta_content(&["og:title"]).unwrap_or_default();
    let titles = [elements.title_text.as_str(), open_graph]
        .into_iter()
        .chain(headings.iter().map(String::as_str));
    let titles: Vec<String> =
        titles.map(one_line::comparison_key).filter(|key| !key.is_empty()).collect();
    let has_page_title = |work: &CreativeWork| {
        let key = one_line::comparison_key(&work.title);
        !key.is_empty() && titles.iter().any(|title| title.contains(&key) || key.contains(title))
    };
    let matching = json_ld.creative_works.iter().position(has_page_title);
    let only = (json_ld.creative_works.len() == 1).then_some(0);
    matching.or(only).map(|index| json_ld.creative_works.remove(index))
}

/// Whether a title ends with an ellipsis and another title begins with the same words.
fn is_truncated_title(title: &str, all_titles: &[String]) -> bool {
    let stem = title.strip_suffix('…').or_else(|| title.strip_suffix("..."));
    let stem = stem.map(one_line::comparison_key).unwrap_or_default();
    let continues = |other: &String| {
        one_line::comparison_key(other).len() > stem.len()
            && one_line::comparison_key(other).starts_with(&stem)
    };
    !stem.is_empty() && all_titles.iter().any(continues)
}

/// Returns the most frequent value; of equally frequent values, the first. Each value comes with a
/// key, and values with equal keys count as the same.
pub fn most_frequent_by_key<K: PartialEq, T>(values: impl Iterator<Item = (K, T)>) -> Option<T> {
    let mut counted: Vec<(K, T, usize)> = Vec::new();
    for (key, value) in values {
        match counted.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, _, count)) => *count += 1,
            None => counted.push((key, value, 1)),
        }
    }
    let highest = counted.iter().map(|(_, _, count)| *count).max()?;
    counted.into_iter().find(|(_, _, count)| *count == highest).map(|(_, value, _)| value)
}
